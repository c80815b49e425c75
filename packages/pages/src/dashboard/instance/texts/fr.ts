/** The texts of the pages about instances, in French. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/fr.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  overview: {
    period: "Période",
    periods: {
      "24h": "24 heures",
      "7d": "7 jours",
      "30d": "30 jours"
    },
    compared: {
      "24h": "Par rapport aux 24 heures précédentes",
      "7d": "Par rapport aux 7 jours précédents",
      "30d": "Par rapport aux 30 jours précédents"
    },
    before: (value) => `(avant : ${value})`,
    users: "Utilisateurs",
    usersNote: "Dans cette instance",
    newUsers: "Nouveaux utilisateurs",
    newUsersNote: "Sur la période",
    atLeast: (count) => `${count}+`,
    signIns: "Connexions",
    signInsNote: (share) => `${share} des tentatives`,
    rejected: "Refusées",
    rejectedNote: "Mot de passe, code ou lien incorrect",
    limited: "Limites atteintes",
    limitedNote: "Trop de tentatives",
    failed: "Échecs",
    failedNote: "Panne ou surcharge",
    emails: "E-mails envoyés",
    emailsNote: (unsent) => `${unsent} non envoyés`,
    bounces: "Rejets",
    bouncesNote: (count) => `${format.plural(count, { one: "# plainte", other: "# plaintes" })}`,
    chart: "Connexions dans le temps",
    byMethod: "Connexions par méthode",
    methods: {
      password: "Mot de passe",
      link: "Lien de connexion ou code",
      passkey: "Clé d’accès",
      provider: "Fournisseur de connexion",
      "second factor": "Avec un second facteur",
      "new account": "Nouveau compte"
    },
    methodColumns: {
      method: "Méthode",
      signIns: "Connexions",
      share: "Part"
    },
    noSignIns:
      "Aucune connexion sur cette période. Elles apparaissent ici quelques secondes après la connexion d’un utilisateur.",
    change: "Modifier les paramètres",
    all: "Tous les paramètres",
    delete: "Supprimer l’instance…",
    atLeastCharacters: (count) =>
      `${format.plural(count, { one: "au moins # caractère", other: "au moins # caractères" })}`,
    signUps: {
      open: "ouverte à tous",
      invitation: "sur invitation seulement",
      closed: "fermée"
    },
    verified: (signUp) => `${signUp}, après vérification de l’adresse e-mail`,
    noOneCanSignUp: (verified) => `${verified}, mais sans fournisseur d’e-mail personne ne peut s’inscrire`,
    linksUnsent: "activés, mais sans fournisseur d’e-mail aucun lien n’est envoyé",
    expire: (lifetime, idle) => `durée maximale : ${lifetime} ; sans activité : ${idle}`,
    noHosts: "aucun (utilise l’hôte par défaut)",
    hashing: "Vitesse de hachage",
    hashingOwn: (rate) => `environ ${rate} mots de passe par seconde`,
    hashingMixed: (now, mix, own) =>
      `environ ${now} mots de passe par seconde avec les hachages actuels des comptes (${mix}), et environ ${own} avec ceux de Latchkey. Chacun est remplacé à la connexion de son utilisateur`,
    lessThan: (share) => `moins de ${share}`,
    others: "autres"
  },
  facts: {
    origin: "Origine",
    hosts: "Hôtes",
    plan: "Offre",
    magicLinks: "Liens de connexion",
    signUp: "Inscription",
    passwords: "Mots de passe",
    passkeys: "Clés d’accès",
    sessions: "Sessions",
    waysIn: "Moyens de connexion"
  },
  list: {
    intro:
      "Une instance est une application dont les utilisateurs se connectent ici. Chacune a ses utilisateurs, ses paramètres et ses limites.",
    create: "Nouvelle instance",
    count: (count) => `${format.plural(count, { one: "# instance", other: "# instances" })}`,
    empty: {
      title: "Aucune instance",
      text: "Créez-en une pour chaque application dont les utilisateurs se connectent ici."
    },
    more: (hosts, count) => `${hosts} et ${format.plural(count, { other: "#" })} de plus`,
    nextPage: "Page suivante",
    deleted: "Instances supprimées",
    deletedIntro:
      "Elles ne fonctionnent plus. Leurs données sont supprimées en arrière-plan. Leurs hôtes seront ensuite libres.",
    left: (users) => `Suppression en cours : ${users} restants`,
    createIntro: "Tout le reste a une valeur par défaut, modifiable dans les paramètres.",
    createButton: "Créer l’instance"
  },
  deletion: {
    title: "Supprimer cette instance ?",
    id: "ID de l’instance",
    confirm: (id) => html`Saisissez ${id} pour confirmer.`,
    mustBe: (id) => `doit être ${id}`,
    noUsers: "Elle n’a aucun utilisateur.",
    users: (count) =>
      `${format.plural(count, { one: "# utilisateur est déconnecté et ne peut plus se connecter", other: "# utilisateurs sont déconnectés et ne peuvent plus se connecter" })}.`,
    links: "Les liens envoyés ne fonctionnent plus, et les e-mails en attente ne sont pas envoyés.",
    noHosts: "Elle n’a aucun hôte.",
    hosts: (hosts) =>
      `Les requêtes vers ${hosts} reçoivent « introuvable » jusqu’à la fin de la suppression. Elles reviennent ensuite à l’instance par défaut.`,
    otherHosts: (hosts) => `${hosts} et ses autres hôtes`,
    everything:
      "Ses utilisateurs, sessions, paramètres et tout le reste sont supprimés. Le journal d’audit conserve ses entrées.",
    irreversible: "C’est irréversible.",
    button: "Supprimer l’instance",
    rejected: "Non supprimée. Il y a un problème avec votre saisie.",
    section: "Supprimer cette instance",
    sectionText: "Ses utilisateurs ne peuvent plus se connecter, et toutes ses données sont supprimées."
  },
  form: {
    conflict: (value) => `a été modifié par quelqu’un d’autre : ${value}. Enregistrez à nouveau pour remplacer`,
    nothing: "vide",
    quoted: (text) => `« ${text} »`,
    inGroup: (legend, error) => `${legend} : ${error}`
  },
  settings: {
    noEmail:
      "Aucun fournisseur d’e-mail n’est configuré : les liens de connexion sont indisponibles, quel que soit votre choix ici. Définissez EMAIL_FROM et EMAIL_SMTP_URL, ou EMAIL_FROM et EMAIL_PROVIDER_API_KEY, puis redémarrez le service.",
    noKey: (setting) =>
      html`Il n’y a pas de clé de serveur : les e-mails ne contiennent pas de code à côté du lien. Pour l’activer, définissez ${setting} et redémarrez le service.`,
    locked:
      "L’offre Free ne comprend que la politique par défaut : au moins 8 caractères. Pour une politique personnalisée, passez à l’offre Pro.",
    changePlan: "Changer d’offre"
  },
  trial: {
    title: "Tester un mot de passe",
    password: "Mot de passe",
    hint: "Vérifié selon la politique enregistrée. Il n’est pas conservé.",
    button: "Tester le mot de passe",
    meets: "Ce mot de passe respecte la politique.",
    fails: "Ce mot de passe ne respecte pas la politique.",
    tooShort: (count) =>
      `${format.plural(count, { one: "Il a moins de # caractère", other: "Il a moins de # caractères" })}.`,
    common: "Il est trop courant : les attaquants l’essaient en premier.",
    uppercase: "Il n’a pas de majuscule.",
    lowercase: "Il n’a pas de minuscule.",
    number: "Il n’a pas de chiffre.",
    special: "Il n’a pas de symbole.",
    empty: "Il est vide.",
    tooLong: "Il est trop long.",
    malformed: "Il contient des caractères non autorisés."
  },
  sections: {
    general: {
      title: "Général",
      about: "Le nom, les hôtes et la langue de l’instance, et où vont les utilisateurs après la connexion."
    },
    appearance: {
      title: "Pages et marque",
      about: "L’apparence des pages et des e-mails de l’instance, et les liens des pages."
    },
    "auth-methods": {
      title: "Moyens de connexion",
      about: "Comment les utilisateurs se connectent. Au moins une méthode reste active."
    },
    "sign-up": {
      title: "Inscription",
      about: "Qui peut créer un compte. Les utilisateurs qui en ont un peuvent toujours se connecter."
    },
    "user-details": {
      title: "Informations des utilisateurs",
      about:
        "Ce que les pages demandent aux utilisateurs après leur inscription : leur nom, et ce que vous conservez dans userMetadata."
    },
    "password-policy": {
      title: "Politique de mots de passe",
      about: "Ce que doivent contenir les nouveaux mots de passe. Les anciens continuent de fonctionner."
    },
    lifetimes: {
      title: "Sessions",
      about:
        "Quand les sessions expirent. La durée maximale s’applique aux nouvelles sessions, le délai d’inactivité à toutes immédiatement."
    },
    limits: {
      title: "Limites de débit",
      about: "Le nombre de tentatives autorisées dans une fenêtre glissante. Les suivantes sont refusées."
    },
    emails: {
      title: "E-mails du compte",
      about: "Ce que reçoivent les utilisateurs en plus des liens de connexion."
    },
    tokens: {
      title: "Jetons",
      about:
        "Ce avec quoi s’identifient les programmes et les API d’autres hôtes : jetons d’accès personnels des utilisateurs et jetons d’accès."
    },
    accounts: {
      title: "Suppression de compte",
      about: "Ce que les utilisateurs peuvent faire de leur compte."
    },
    plan: {
      title: "Offre",
      about: "Si l’instance peut avoir sa propre politique de mots de passe."
    }
  },
  userFields: {
    legend: (number) => `Information ${number}`,
    label: "Libellé",
    name: "Nom dans les données",
    type: "Genre",
    types: {
      string: "Texte libre",
      choice: "Choix",
      integer: "Nombre entier",
      number: "Nombre",
      boolean: "Case à cocher"
    },
    required: "Obligatoire",
    more: "Plus",
    values: "Valeurs au choix, une par ligne",
    least: "Au moins",
    most: "Au plus",
    labels: "Libellé dans d’autres langues, par exemple de: Firma",
    wrong: (reason) => `Les informations : ${reason}.`,
    wrongRow: (number, part, reason) =>
      part === "" ? `Information ${number} : ${reason}.` : `Information ${number}, ${part} : ${reason}.`
  },
  fields: {
    name: {
      label: "Nom",
      hint: "Affiché sur les pages et dans les e-mails."
    },
    hosts: {
      label: "Hôtes",
      hint: "Un nom d’hôte par ligne, sans schéma ni port, comme auth.example.com. Les requêtes vers ces hôtes concernent cette instance."
    },
    origins: {
      label: "Origines autorisées",
      hint: "Une origine par ligne, comme https://app.example.com. Ses pages peuvent appeler l’API avec les cookies d’un utilisateur."
    },
    redirectUrl: {
      label: "URL de redirection",
      hint: "Où vont les utilisateurs après la connexion. Si vide, à la racine de l’origine de l’instance."
    },
    defaultLanguage: {
      label: "Langue par défaut",
      hint: "Un code de langue : en, de, fr, es, pt-BR, ja ou ar. Pour les utilisateurs qui n’en ont choisi aucune et dont le navigateur n’en préfère aucune."
    },
    password: {
      label: "Mots de passe",
      hint: "Les utilisateurs peuvent s’inscrire et se connecter avec une adresse e-mail et un mot de passe."
    },
    magicLink: {
      label: "Liens de connexion",
      hint: "Les utilisateurs peuvent se connecter avec un lien à usage unique reçu par e-mail."
    },
    passkey: {
      label: "Clés d’accès",
      hint: "Les utilisateurs peuvent ajouter des clés d’accès à leur compte et se connecter avec."
    },
    passkeyRpId: {
      label: "Domaine des clés d’accès (RP ID)",
      hint: "L’hôte de l’instance, ou un domaine qui le contient, comme example.com pour auth.example.com. Les pages d’autres hôtes du domaine peuvent alors utiliser les mêmes clés. Si vide, c’est l’hôte de l’instance. Non modifiable tant que des utilisateurs ont des clés d’accès."
    },
    secondFactor: {
      label: "Second facteur",
      hint: "Facultatif et obligatoire exigent une clé de serveur.",
      options: {
        off: "Désactivé : un mot de passe ou un lien suffit",
        optional: "Facultatif : les utilisateurs peuvent ajouter une application d’authentification",
        required:
          "Obligatoire : dès leur prochaine connexion, les utilisateurs ont besoin d’une application d’authentification ou d’une clé d’accès"
      }
    },
    factorRecovery: {
      label: "Clés d’accès et applications perdues",
      hint: "Sans effet si le second facteur est obligatoire, ou sans fournisseur d’e-mail. Quiconque peut se connecter avec le premier facteur et lit les e-mails d’un utilisateur pendant toute l’attente peut ensuite retirer les autres.",
      options: {
        off: "Désactivé : vous seul pouvez les réinitialiser",
        email: "E-mail : les utilisateurs peuvent les retirer avec un lien, après un délai"
      }
    },
    factorRecoveryHours: {
      label: "Délai d’attente en heures",
      hint: "De la demande jusqu’à l’activation du lien : 24 à 720 heures. Les demandes en cours gardent la leur."
    },
    magicLinkCodes: {
      label: "Code à côté du lien",
      hint: "L’e-mail contient aussi un code à six chiffres, à saisir sur l’appareil qui a demandé le lien. Un attaquant peut demander un code à quelqu’un, ce qui est plus difficile avec un lien."
    },
    requireVerifiedEmail: {
      label: "Vérification de l’e-mail",
      hint: "Les applications n’obtiennent une session qu’après vérification de l’adresse e-mail par un lien."
    },
    allowedDomains: {
      label: "Domaines autorisés",
      hint: "Un par ligne, par exemple example.com. Seules les adresses de ces domaines peuvent s’inscrire ; sans domaine, toutes le peuvent. Les personnes invitées et les comptes existants ne sont pas concernés."
    },
    refusedDomains: {
      label: "Domaines refusés",
      hint: "Un par ligne. Les adresses de ces domaines ne peuvent pas s’inscrire."
    },
    userFields: {
      label: "Informations",
      hint: "Celles qui sont obligatoires sont demandées à chaque connexion jusqu’à ce qu’elles soient données, les autres une seule fois. Pour en retirer une, videz son libellé et son nom. Le nom « name » dans les données est le nom de l’utilisateur."
    },
    sessionInclude: {
      label: "Données des utilisateurs dans les sessions",
      hint: "Une par ligne : name, metadata ou userMetadata. Les applications les reçoivent avec chaque session, et chaque vérification de session lit alors aussi l’utilisateur."
    },
    signUpMode: {
      label: "Nouveaux comptes",
      options: {
        open: "Ouvert : tout le monde peut créer un compte",
        invitation: "Invitation : seulement vos invités",
        closed: "Fermé : seuls les administrateurs créent des comptes"
      }
    },
    signUpVerification: {
      label: "Vérification de l’e-mail des nouveaux comptes avec mot de passe",
      hint: "Avec « avant », une inscription ne révèle jamais si une adresse a un compte. Un fournisseur d’e-mail est nécessaire.",
      options: {
        after: "Après : le compte existe et est connecté immédiatement",
        before: "Avant : un lien dans un e-mail crée le compte"
      }
    },
    plan: {
      label: "Offre",
      hint: "Les deux font partie de Latchkey et sont gratuites. Si vous gérez des instances pour des clients, Free conserve la politique de mots de passe par défaut.",
      options: {
        free: "Free : politique de mots de passe par défaut",
        pro: "Pro : politique de mots de passe personnalisée"
      }
    },
    minLength: {
      label: "Longueur minimale"
    },
    requireUppercase: {
      label: "Exiger une majuscule"
    },
    requireLowercase: {
      label: "Exiger une minuscule"
    },
    requireNumber: {
      label: "Exiger un chiffre"
    },
    requireSpecial: {
      label: "Exiger un symbole"
    },
    logoUrl: {
      label: "URL du logo",
      hint: "L’URL https d’une image de 40 pixels de haut. PNG : Gmail n’affiche pas le SVG. Si vide, pages et e-mails affichent le nom."
    },
    accentColor: {
      label: "Couleur des boutons",
      hint: "Comme #1f5eff. Si vide, les boutons ont la couleur de Latchkey."
    },
    corners: {
      label: "Coins",
      options: {
        square: "Carrés",
        rounded: "Arrondis",
        pill: "Pilule"
      }
    },
    font: {
      label: "Police",
      hint: "Une police que les lecteurs ont déjà. Rien n’est chargé.",
      options: {
        system: "Police du système",
        humanist: "Humaniste",
        geometric: "Géométrique",
        rounded: "Arrondie",
        serif: "Avec empattements"
      }
    },
    termsUrl: {
      label: "URL des conditions",
      hint: "Une URL https. Si vide, les pages n’ont pas de lien vers les conditions."
    },
    privacyUrl: {
      label: "URL de confidentialité",
      hint: "Une URL https. Si vide, les pages n’ont pas de lien vers une politique de confidentialité."
    },
    supportUrl: {
      label: "URL d’assistance",
      hint: "Une URL https, ou mailto:help@example.com. Si vide, les pages n’ont pas de lien."
    },
    absoluteLifetime: {
      label: "Durée maximale en secondes",
      hint: "30 jours font 2592000 secondes."
    },
    idleLifetime: {
      label: "Délai d’inactivité en secondes",
      hint: "7 jours font 604800 secondes."
    },
    accountNotices: {
      label: "Avis sur le compte",
      hint: "Les utilisateurs sont avertis par e-mail quand leur mot de passe, leurs clés d’accès ou leur second facteur changent, et quand vous les déconnectez de tous leurs appareils."
    },
    deviceSignIn: {
      label: "Connexion sur d’autres appareils",
      hint: "Les utilisateurs peuvent se connecter sur une ligne de commande ou un téléviseur, en saisissant un code sur la page /device."
    },
    personalTokens: {
      label: "Jetons d’accès personnels",
      hint: "Les utilisateurs peuvent créer des jetons pour leurs programmes. Tant que cette option est désactivée, les jetons existants ne fonctionnent pas."
    },
    tokenScopes: {
      label: "Portées des jetons d’accès personnels",
      hint: "Une par ligne, comme reports:read. Les utilisateurs en choisissent pour chaque jeton, et votre application décide de ce qu’elles permettent. Une portée retirée ne compte plus."
    },
    tokenAudiences: {
      label: "Audiences des jetons d’accès",
      hint: "Une par ligne : les API qui acceptent les jetons d’accès, comme https://api.example.com. Sans audience, il n’y a pas de jetons d’accès. Ils nécessitent une clé de serveur."
    },
    tokenClaims: {
      label: "Revendications des jetons d’accès",
      hint: "Une par ligne : les clés des données d’application d’un utilisateur (metadata) dont chaque jeton d’accès contient la valeur."
    },
    tokenAppLinks: {
      label: "Liens d’application",
      hint: "Un par ligne : où les e-mails et les fournisseurs de connexion ramènent dans votre application, par exemple com.example.app:/sign-in, ou une URL https associée à votre application."
    },
    deletionGraceDays: {
      label: "Jours avant la suppression d’un compte",
      hint: "Après une demande de suppression, les utilisateurs peuvent encore garder leur compte pendant ce délai : 0 à 30 jours. Avec 0, il est supprimé immédiatement."
    },
    limit: {
      label: "Limite"
    },
    windowSeconds: {
      label: "Fenêtre en secondes"
    }
  },
  limits: {
    signUpPerIp: "Inscriptions par adresse IP",
    signInPerIp: "Connexions par adresse IP",
    signInPerEmail: "Connexions par compte, depuis des appareils non reconnus",
    signInPerKnownClient: "Connexions par compte, depuis un appareil reconnu",
    magicLinkPerIp: "Demandes de lien par adresse IP",
    magicLinkPerEmail: "Demandes de lien par adresse e-mail",
    magicLinkPerEmailPerDay: "Demandes de lien par adresse e-mail, sur une plus longue durée",
    magicLinkVerifyPerIp: "Liens ouverts par adresse IP",
    magicLinkToUnknownPerInstance: "Liens vers des adresses jamais vérifiées, au total",
    magicLinkCodePerInstance: "Codes incorrects, au total",
    signUpPerInstance: "Inscriptions avec mot de passe, au total"
  }
}
