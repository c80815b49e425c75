/** The texts of the pages about sign-in providers, in French. */
import { format } from "../../../../language/fr.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  title: "Fournisseurs de connexion",
  intro:
    "Les utilisateurs peuvent se connecter avec un compte qu’ils ont ailleurs. La page de connexion a un bouton pour chaque fournisseur activé.",
  kind: "Type",
  issuer: "Émetteur",
  state: "État",
  on: "Activé",
  off: "Désactivé",
  add: "Ajouter un fournisseur",
  addIntro: "OpenID Connect convient à tout autre fournisseur, comme Keycloak, Okta ou un autre Latchkey.",
  unavailable:
    "Ce service ne peut pas joindre les fournisseurs de connexion, les utilisateurs n’en voient donc aucun : aucun adaptateur n’est configuré.",
  count: (count) => `${format.plural(count, { one: "# fournisseur", other: "# fournisseurs" })}`,
  empty: {
    title: "Aucun fournisseur",
    text: "Ajoutez-en un, et les utilisateurs pourront se connecter avec un compte existant, comme celui de Google."
  },
  noKey:
    "Aucune clé de serveur n’est configurée : un secret client ne peut pas être enregistré. Définissez SECRET_KEY et redémarrez le service.",
  addOidc: "Ajouter un fournisseur OpenID Connect",
  addOne: (name) => `Ajouter ${name}`,
  provider: "Fournisseur",
  redirectUri: "URI de redirection",
  addButton: "Ajouter le fournisseur",
  notices: {
    deleted: "Le fournisseur est supprimé.",
    added: "Le fournisseur est ajouté, et la page de connexion a son bouton. Vérifiez-le maintenant.",
    disabled: "Le fournisseur est désactivé. Les utilisateurs ne peuvent pas se connecter avec.",
    enabled: "Le fournisseur est activé. Les utilisateurs peuvent se connecter avec.",
    saved: "Enregistré."
  },
  topics: {
    adapter: "Ce service",
    algorithms: "Signatures",
    authorization_endpoint: "Page de connexion",
    client_secret: "Secret client",
    discovery: "Métadonnées",
    flow: "Flux de connexion",
    keys: "Clés",
    redirect_uri: "URI de redirection",
    token_endpoint: "Point d’accès aux jetons",
    api: "GitHub",
    pkce: "PKCE"
  },
  ok: "OK",
  problem: "Problème",
  result: "Résultat de la vérification",
  nothingWrong: "Aucun problème, pour autant que la vérification puisse le dire sans utilisateur.",
  problems: (count) => `${format.plural(count, { one: "Il y a un problème", other: "Il y a # problèmes" })}.`,
  stored: "enregistré",
  check: "Vérifier",
  turnOff: "Désactiver",
  turnOn: "Activer",
  deleteTitle: (name) => `Supprimer ${name} ?`,
  deleteText:
    "Les utilisateurs ne peuvent plus se connecter avec. Ceux qui n’ont pas d’autre moyen peuvent demander un lien de connexion, si ces liens sont activés. Les comptes associés restent, et fonctionneront à nouveau si vous ajoutez un fournisseur du même émetteur. Pour garder les paramètres, désactivez-le plutôt.",
  notDeleted: (reason) => `Non supprimé. ${reason}`,
  reason: (reason) => `Le fournisseur : ${reason}.`,
  otherField: (field, reason) => `« ${field} » : ${reason}.`,
  where: {
    google:
      "Dans la console Google Cloud, sous « APIs & Services » puis « Credentials », créez un ID client OAuth de type « Web application » avec cette URI de redirection. Google affiche ensuite l’ID client et le secret client.",
    microsoft:
      "Dans le centre d’administration Microsoft Entra, sous « App registrations », inscrivez une application avec cette URI de redirection pour la plateforme « Web ». Sa vue d’ensemble affiche l’ID d’application (client). Créez le secret client sous « Certificates & secrets » et copiez sa valeur.",
    apple:
      "Dans votre compte Apple Developer, créez un Services ID pour « Sign in with Apple » avec cette URI de redirection : son identifiant est l’ID client. Sous « Keys », créez une clé pour « Sign in with Apple » et téléchargez son fichier .p8.",
    github:
      "Sur GitHub, sous « Developer settings » puis « OAuth Apps », inscrivez une application avec cette URI de redirection comme URL de rappel. GitHub affiche ensuite l’ID client et crée un secret client.",
    oidc: "Chez le fournisseur, inscrivez un client confidentiel pour le flux « authorization code » avec cette URI de redirection. Le fournisseur affiche ensuite l’ID client et le secret client."
  },
  fields: {
    name: {
      label: "Nom",
      hint: "Il figure sur le bouton, comme « Continuer avec Google »."
    },
    issuer: {
      label: "Émetteur",
      hint: "L’URL que le fournisseur donne comme émetteur, comme https://id.example.com. Non modifiable ensuite."
    },
    microsoftIssuerHint:
      "Telle quelle, elle vaut pour les comptes de toutes les organisations. Pour une seule, remplacez {tenantid} par son ID de locataire. Non modifiable ensuite.",
    id: {
      label: "ID",
      hint: "Facultatif : son nom pour les programmes et le journal d’audit. Non modifiable ensuite."
    },
    clientId: {
      label: "ID client"
    },
    teamId: {
      label: "ID d’équipe",
      hint: "Dix lettres et chiffres, en haut à droite de votre compte Apple Developer."
    },
    keyId: {
      label: "ID de clé",
      hint: "Dix lettres et chiffres, à côté de la clé."
    },
    emailTrust: {
      label: "Adresses e-mail vérifiées de ce fournisseur",
      hint: "Ne choisissez autre chose que la première option que si le fournisseur vérifie lui-même chaque adresse. Sinon, un utilisateur pourrait y saisir l’adresse d’autrui et s’emparer de son compte ici.",
      options: {
        never: "Ne prouvent rien : les utilisateurs les vérifient par e-mail",
        claim: "Sont aussi vérifiées ici, mais n’ouvrent aucun compte déjà vérifié",
        authoritative: "Sont aussi vérifiées ici, et ouvrent le compte correspondant"
      }
    },
    presetTrustHint:
      "La dernière option convient le plus souvent. Latchkey n’accepte que les adresses dont ce fournisseur est responsable.",
    scopes: {
      label: "Autres portées",
      hint: "Facultatif, une par ligne : ce qui est demandé au fournisseur en plus du nécessaire à la connexion."
    },
    nativeClientIds: {
      label: "ID client des applications natives",
      hint: "Facultatif, un par ligne : applications qui se connectent avec un jeton d’identité."
    },
    trustsMfa: {
      label: "Les connexions à plusieurs facteurs y sont reconnues ici",
      hint: "Si le fournisseur indique une connexion à plusieurs facteurs, aucun second facteur n’est demandé ici."
    }
  },
  secret: {
    label: "Secret client",
    key: "Clé privée",
    whole: "Le fichier .p8 entier.",
    optional: "Facultatif pour un client public.",
    keep: "Laissez vide pour garder celui qui est enregistré.",
    encrypted: "Enregistré chiffré, et jamais affiché."
  }
}
