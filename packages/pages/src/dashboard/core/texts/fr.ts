/** The texts that the pages of the dashboard share, in French. */
import { format } from "../../../language/fr.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  brand: "Console d’administration Latchkey",
  skip: "Aller au contenu principal",
  menu: "Menu",
  navigation: "Administration",
  chooseInstance: "Choisir une instance",
  switchInstance: "Changer d’instance",
  allInstances: "Toutes les instances",
  tabs: {
    Overview: "Vue d’ensemble",
    Users: "Utilisateurs",
    Invitations: "Invitations",
    Emails: "E-mails",
    "Sign-in providers": "Fournisseurs de connexion",
    Webhooks: "Webhooks",
    Settings: "Paramètres"
  },
  service: "Service",
  sections: {
    Instances: "Instances",
    Administrators: "Administrateurs",
    "API keys": "Clés d’API",
    Access: "Accès",
    "Audit log": "Journal d’audit",
    "Your account": "Votre compte",
    Language: "Langue"
  },
  adminKey: "Clé d’administration",
  roles: {
    viewer: "lecture",
    support: "assistance",
    admin: "accès complet"
  },
  roleChoices: {
    viewer: "Lecture : consulte tout",
    support: "Assistance : aide aussi les utilisateurs",
    admin: "Accès complet : peut tout faire"
  },
  role: "Rôle",
  name: "Nom",
  nameHint: "Il figure dans le journal d’audit.",
  email: "Adresse e-mail",
  save: "Enregistrer",
  saved: "Enregistré.",
  cancel: "Annuler",
  delete: "Supprimer",
  deleteDots: "Supprimer…",
  remove: "Retirer",
  enable: "Activer",
  enableDots: "Activer…",
  disable: "Désactiver",
  disableDots: "Désactiver…",
  details: "Détails",
  yes: "oui",
  none: "aucun",
  never: "jamais",
  off: "désactivé",
  on: "activé",
  back: (name) => `Retour à ${name}`,
  copy: "Copier",
  copied: "Copié",
  sentence: (text) => `${text}.`,
  table: {
    apply: "Filtrer",
    search: "Rechercher",
    clear: "Effacer",
    csv: "Exporter en CSV",
    csvHint: (rows) => `Jusqu’à ${rows} lignes.`,
    previous: "Précédent",
    next: "Suivant",
    pagesOf: (caption) => `Pages : ${caption}`,
    onPage: (count) => `${format.plural(count, { other: "#" })} sur cette page`,
    moreThan: (rows) => `Plus de ${rows}`,
    filters: "Filtres"
  },
  device: (device) => `sur ${device}`,
  actors: {
    admin_api: "via l’API d’administration",
    dashboard: "depuis la console",
    command_line: "en ligne de commande",
    program: "par l’application qui intègre Latchkey",
    user: "par l’utilisateur"
  },
  problem: "Il y a un problème",
  notFound: "Page introuvable",
  logSaysMore: "Le journal du service en dit plus.",
  toDashboard: "Aller à la console",
  notSaved: (problem) => `Non enregistré. ${problem}`,
  fieldError: (label, reason) => `${label} : ${reason}.`,
  lineError: (line, reason) => `Ligne ${line} : ${reason}.`,
  problems: {
    permission_denied: "Votre rôle ne le permet pas. Adressez-vous à un administrateur.",
    operator_already_exists: "Un administrateur avec cette adresse e-mail existe déjà.",
    last_admin_required: "Il doit y avoir un autre administrateur avec accès complet qui s’est déjà connecté.",
    external_id_already_exists: "Un autre utilisateur a cet identifiant externe.",
    plan_does_not_allow: "L’offre Free ne comprend que la politique de mots de passe par défaut.",
    default_instance_required: "L’instance par défaut ne peut pas être supprimée.",
    passkey_rp_id_in_use:
      "Des utilisateurs ont des clés d’accès pour le domaine actuel et ne pourraient plus se connecter avec.",
    method_not_allowed: "Nous n’avons pas pu traiter la demande. Rechargez la page et réessayez.",
    email_report_rejected: "Nous n’avons pas pu traiter la demande."
  },
  language: {
    intro:
      "Pour ce navigateur. Tant que vous n’en choisissez pas, la console utilise la langue préférée de votre navigateur."
  },
  timesIn: (zone) => `Heures : ${zone}`
}
