/** The texts of the audit log and of the chart of sign-ins, in French. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/fr.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  intro:
    "Ce que les administrateurs ont modifié, les utilisateurs qu’ils ont consultés, et ce que les utilisateurs ont changé à leur connexion.",
  columns: {
    what: "Action",
    who: "Auteur",
    about: "Objet",
    details: "Détails",
    at: "Date"
  },
  filters: {
    action: "Action",
    actor: "Auteur",
    user: "ID de l’utilisateur",
    instance: "Instance",
    from: "Du",
    until: "Au"
  },
  allActions: "Tout",
  allActors: "Tout le monde",
  actors: {
    dashboard: "Console",
    admin_api: "API d’administration",
    command_line: "Ligne de commande",
    program: "Application qui intègre Latchkey",
    user: "Utilisateurs eux-mêmes"
  },
  from: (ipAddress) => `depuis ${ipAddress}`,
  was: "avant",
  arrow: "→",
  rows: (count) => `${format.plural(count, { one: "# entrée", other: "# entrées" })}`,
  kept: "Conservé 400 jours.",
  deletedUser: "Utilisateur supprimé",
  empty: {
    title: "Aucune entrée",
    text: "Chaque modification faite par un administrateur est inscrite ici."
  },
  noMatches: {
    title: "Aucune entrée correspondante",
    text: "Choisissez une période plus longue ou moins de filtres."
  },
  chart: {
    since: (time, counts) => html`Depuis ${time} : ${counts}.`,
    asTable: "Afficher en tableau",
    tableOf: {
      hour: "Connexions par heure",
      day: "Connexions par jour"
    },
    first: {
      hour: "Heure (UTC)",
      day: "Jour (UTC)",
      localHour: "Heure"
    },
    outcomes: {
      "signed in": "connectés",
      rejected: "refusés",
      "rate limited": "limités",
      failed: "en échec"
    },
    meanings: {
      "signed in": "par tout moyen, ou avec un nouveau compte",
      rejected:
        "mot de passe incorrect, lien ou code non valable, adresse e-mail déjà utilisée, mot de passe faible ou méthode désactivée",
      "rate limited": "trop de tentatives",
      failed: "panne, surcharge ou client déconnecté"
    },
    count: (count, outcome) => `${format.plural(count, { other: "#" })} ${outcome}`
  },
  actions: {
    instance_created: "Instance créée",
    instance_updated: "Paramètres modifiés",
    instance_deleted: "Instance supprimée",
    identity_added: "Compte chez un fournisseur de connexion associé à un utilisateur",
    identity_removed: "Compte chez un fournisseur de connexion dissocié d’un utilisateur",
    email_suppression_lifted: "L’adresse reçoit de nouveau des e-mails",
    passkey_added: "Clé d’accès d’un utilisateur ajoutée",
    passkey_removed: "Clé d’accès d’un utilisateur retirée",
    passkeys_deleted: "Clés d’accès d’un ancien hôte supprimées",
    second_factor_added: "Second facteur d’un utilisateur ajouté",
    second_factor_removed: "Second facteur d’un utilisateur retiré",
    recovery_codes_renewed: "Codes de secours d’un utilisateur renouvelés",
    recovery_codes_removed: "Codes de secours d’un utilisateur retirés",
    factor_recovery_requested: "Récupération de facteurs perdus demandée par un utilisateur",
    factor_recovery_completed: "Facteurs perdus retirés par un utilisateur",
    factor_recovery_cancelled: "Récupération de facteurs perdus annulée par un utilisateur",
    invitation_created: "Utilisateur invité",
    invitation_withdrawn: "Invitation retirée",
    email_changed: "Adresse e-mail modifiée",
    email_restored: "Ancienne adresse e-mail rétablie",
    user_deleted: "Utilisateur supprimé",
    user_deletion_scheduled: "Suppression d’un utilisateur planifiée",
    user_deletion_cancelled: "Suppression d’un utilisateur annulée",
    user_viewed: "Utilisateur consulté",
    user_created: "Utilisateur créé",
    user_updated: "Utilisateur modifié",
    users_imported: "Utilisateurs importés",
    users_exported: "Utilisateurs exportés",
    user_disabled: "Utilisateur désactivé",
    user_enabled: "Utilisateur activé",
    sign_in_link_created: "Lien de connexion créé",
    sign_in_link_sent: "Lien de connexion envoyé",
    failed_sign_ins_reset: "Échecs de connexion d’un utilisateur remis à zéro",
    second_factor_reset: "Second facteur d’un utilisateur réinitialisé",
    passkeys_reset: "Toutes les clés d’accès d’un utilisateur retirées",
    personal_token_created: "Jeton d’accès personnel d’un utilisateur créé",
    personal_token_revoked: "Jeton d’accès personnel d’un utilisateur révoqué",
    signing_key_rotated: "Clé de signature des jetons d’accès remplacée",
    session_revoked: "Utilisateur déconnecté d’un appareil",
    sessions_revoked: "Déconnexion de tous les appareils",
    operator_invited: "Invitation à la console créée",
    operator_invitation_withdrawn: "Invitation à la console retirée",
    custom_email_saved: "Texte d’e-mail modifié",
    custom_email_deleted: "Texte d’e-mail remis par défaut",
    test_email_sent: "E-mail de test envoyé",
    identity_provider_created: "Fournisseur de connexion ajouté",
    identity_provider_updated: "Fournisseur de connexion modifié",
    identity_provider_deleted: "Fournisseur de connexion supprimé",
    dashboard_opened: "Administrateur connecté",
    dashboard_closed: "Administrateur déconnecté",
    dashboard_session_revoked: "Administrateur déconnecté d’un appareil",
    dashboard_sessions_revoked: "Sessions d’administrateurs déconnectées",
    operator_created: "Administrateur ajouté",
    operator_updated: "Administrateur modifié",
    operator_disabled: "Administrateur désactivé",
    operator_enabled: "Administrateur activé",
    operator_removed: "Administrateur supprimé",
    operator_link_shown: "Lien d’une invitation à la console affiché",
    operator_passkey_added: "Clé d’accès d’un administrateur ajoutée",
    operator_passkey_removed: "Clé d’accès d’un administrateur retirée",
    operator_passkeys_removed: "Toutes les clés d’accès d’un administrateur retirées",
    api_key_created: "Clé d’API créée",
    api_key_revoked: "Clé d’API révoquée",
    previous_admin_key_used: "ADMIN_API_KEY_PREVIOUS utilisé",
    webhook_created: "Webhook ajouté",
    webhook_updated: "Webhook modifié",
    webhook_deleted: "Webhook supprimé",
    webhook_secret_rotated: "Secret d’un webhook remplacé",
    webhook_events_resent: "Événements renvoyés à un webhook",
    webhook_tested: "Test envoyé à un webhook"
  },
  events: {
    user_viewed: "Consulté",
    user_created: "Compte créé",
    user_updated: "Compte modifié",
    user_disabled: "Compte désactivé",
    user_enabled: "Compte réactivé",
    failed_sign_ins_reset: "Échecs de connexion remis à zéro",
    second_factor_added: "Application d’authentification ajoutée",
    second_factor_removed: "Application d’authentification retirée",
    second_factor_reset: "Second facteur réinitialisé",
    recovery_codes_renewed: "Codes de secours renouvelés",
    recovery_codes_removed: "Codes de secours retirés",
    passkey_added: "Clé d’accès ajoutée",
    passkey_removed: "Clé d’accès retirée",
    passkeys_reset: "Toutes les clés d’accès retirées",
    personal_token_created: "Jeton d’accès personnel créé",
    personal_token_revoked: "Jeton d’accès personnel révoqué",
    session_revoked: "Déconnexion d’un appareil",
    sessions_revoked: "Déconnexion de tous les appareils",
    identity_added: "Compte chez un fournisseur de connexion associé",
    identity_removed: "Compte chez un fournisseur de connexion dissocié",
    user_deletion_scheduled: "Suppression demandée",
    user_deletion_cancelled: "Suppression annulée",
    factor_recovery_requested: "Récupération de facteurs perdus demandée",
    factor_recovery_completed: "Facteurs perdus retirés",
    factor_recovery_cancelled: "Récupération de facteurs perdus annulée"
  },
  allInstances: "Toutes"
}
