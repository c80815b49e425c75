/** The texts of the pages about emails, in French. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/fr.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  list: {
    unconfigured:
      "Aucun fournisseur d’e-mail n’est configuré : aucun e-mail ne peut être envoyé. Définissez EMAIL_FROM et EMAIL_SMTP_URL, ou EMAIL_FROM et EMAIL_PROVIDER_API_KEY, puis redémarrez le service.",
    changeTexts: "Modifier les textes des e-mails",
    kept: "Les e-mails restent affichés ici 7 jours après leur fin.",
    search: "Adresse e-mail",
    status: "Statut",
    all: "Tous les e-mails",
    statuses: {
      queued: "En attente",
      sent: "Envoyés",
      unsent: "Non envoyés",
      reported: "Rejetés ou signalés"
    },
    columns: {
      to: "À",
      about: "Objet",
      status: "Statut",
      details: "Détails",
      requested: "Demandé"
    },
    states: {
      queued: "En attente",
      sent: "Envoyé",
      failed: "Échec",
      discarded: "Abandonné"
    },
    reports: {
      bounce: "Rejeté",
      complaint: "Plainte"
    },
    attempt: (count) => `tentative ${format.plural(count, { other: "#" })}`,
    nextAttempt: (time) => html`prochaine tentative ${time}`,
    rows: (count) => `${format.plural(count, { one: "# e-mail", other: "# e-mails" })}`,
    empty: {
      title: "Aucun e-mail",
      text: "Les liens de connexion, invitations et avis apparaissent ici dès qu’ils sont demandés."
    },
    noMatches: {
      title: "Aucun e-mail correspondant",
      text: "Saisissez une adresse e-mail entière, ou choisissez un autre statut."
    }
  },
  reasons: {
    rejected: "le fournisseur l’a refusé",
    unavailable: "le fournisseur était indisponible",
    timeout: "le fournisseur n’a pas répondu à temps",
    rate_limited: "trop d’e-mails ont été envoyés",
    expired: "il n’a pas pu être envoyé à temps",
    disabled: "les e-mails de ce type ont été désactivés",
    withdrawn: "son objet a été retiré",
    no_account: "l’adresse n’a pas de compte, ou un compte désactivé",
    suppressed: "l’adresse est bloquée",
    reputation: "trop d’e-mails rejetés ou trop de plaintes",
    email_taken: "un autre compte a l’adresse, ou peut la rétablir",
    shutdown: "le service s’arrêtait",
    unsupported: "cette version ne connaît pas ce type d’e-mail"
  },
  suppressed: {
    title: "Adresses bloquées",
    intro:
      "Ces adresses ne reçoivent aucun e-mail : un e-mail a été définitivement rejeté, ou signalé comme spam. Ne reprenez l’envoi que si vous savez que l’adresse fonctionne. Si Amazon SES la bloque aussi, retirez-la d’abord là-bas.",
    lifted: "L’adresse reçoit de nouveau des e-mails.",
    lift: "Reprendre l’envoi",
    liftOf: (email) => `à ${email}`,
    columns: {
      reason: "Motif",
      detail: "Motif du fournisseur",
      since: "Depuis",
      action: "Action"
    },
    rows: (count) => `${format.plural(count, { one: "# adresse", other: "# adresses" })}`,
    empty: {
      title: "Aucune adresse bloquée",
      text: "Une adresse apparaît ici après un rejet définitif d’un e-mail, ou un signalement comme spam."
    }
  },
  reputation: {
    notice: (cause) =>
      `Les liens demandés pour des adresses sans compte vérifié ne sont pas envoyés : ${cause}. L’envoi reprend quand la part a baissé.`,
    bounce: (emails) => `plus de 5 % de rejets (${emails})`,
    complaint: (emails) => `plus de 0,1 % de plaintes (${emails})`,
    instance: "e-mails de cette instance des dernières 24 heures",
    service: "e-mails de toutes les instances des dernières 24 heures"
  },
  records: {
    title: "Domaine de l’expéditeur",
    intro:
      "Les destinataires consultent ces enregistrements DNS pour juger si un e-mail est authentique. Ils sont communs à toutes les instances et revérifiés après une minute.",
    states: {
      ok: "trouvé",
      problem: "à corriger",
      unknown: "non vérifié"
    },
    add: (name, type, value) => html`Ajoutez ${name} ${type} ${value}`
  },
  texts: {
    title: "Textes des e-mails",
    intro:
      "Ce que disent les e-mails de cette instance. Un texte que vous écrivez n’est envoyé que dans sa langue ; pour les autres, c’est le texte par défaut ou le vôtre dans cette langue.",
    languages: "Langues",
    changes: (count) => `${format.plural(count, { one: "# modification", other: "# modifications" })}`,
    default: "Texte par défaut",
    yours: "Votre texte"
  },
  text: {
    of: (topic, language) => `${topic}, ${language}`,
    isDefault: "Les e-mails ont ce texte par défaut.",
    change: "Modifiez-le et enregistrez le vôtre.",
    savedAt: (time) => html`Votre texte, enregistré le ${time}.`,
    sentTo: (language) => `Il est envoyé aux utilisateurs dont la langue des e-mails est : ${language}.`,
    heading: "Texte",
    parts: {
      subject: "Objet",
      text: "Texte brut",
      html: "HTML"
    },
    hints: {
      subject: "Une ligne. Les liens n’y sont pas autorisés.",
      text: "Pour les logiciels qui n’affichent pas le HTML.",
      html: "Ce qui est dans <body>. Les scripts, formulaires, commentaires et images autres que le logo ne sont pas autorisés, et les liens doivent commencer par https:// ou mailto:."
    },
    preview: "Aperçu",
    previewOf: "Aperçu de l’e-mail",
    subjectIs: "Objet :",
    asPlainText: "En texte brut :",
    noPreview: "Pas d’aperçu, car le texte contient des erreurs :",
    mistake: (line, column, reason) => html`Ligne ${line}, colonne ${column} : ${reason}.`,
    labelled: (label, value) => html`${label} : ${value}`,
    rejected: "Non enregistré. Le texte contient des erreurs, indiquées sous leurs champs.",
    placeholders: "Espaces réservés",
    placeholdersIntro: "Ils sont remplacés par les valeurs de chaque e-mail.",
    use: (use) => `(${use})`,
    uses: {
      link: "obligatoire ; comme href entier, ou comme texte entouré d’espaces",
      code: "comme texte, mais pas dans l’objet",
      url: "comme href entier, ou comme texte",
      image: "comme src d’une image",
      color: "dans un style",
      "text-color": "dans un style",
      text: "comme texte",
      number: "comme texte",
      time: "comme texte",
      device: "comme texte"
    },
    notices: {
      saved: "Enregistré. Les e-mails envoyés désormais ont ce texte.",
      reset: "Les e-mails ont de nouveau le texte par défaut.",
      sent: "L’e-mail de test est en route. Il a le texte enregistré."
    },
    test: "E-mail de test",
    testHint: "Il contient le texte enregistré avec des valeurs d’exemple. Ses liens ne fonctionnent pas.",
    sendTest: "Envoyer l’e-mail de test",
    tooMany: "Trop d’e-mails de test ont été envoyés. Réessayez dans quelques minutes.",
    noProvider: "Aucun fournisseur d’e-mail n’est configuré.",
    noTest: "Aucun fournisseur d’e-mail n’est configuré : aucun e-mail de test ne peut être envoyé.",
    resetIntro: "Supprime votre texte. C’est irréversible.",
    useDefault: "Utiliser le texte par défaut"
  },
  topics: {
    magic_link: "lien de connexion",
    password_reset: "nouveau mot de passe",
    sign_up: "inscription",
    existing_account: "compte déjà existant",
    invitation: "invitation",
    email_change: "nouvelle adresse e-mail",
    email_changed: "adresse e-mail modifiée",
    factor_recovery: "récupération de facteurs perdus",
    factor_recovery_ready: "récupération de facteurs perdus, prête",
    test_email: "e-mail de test",
    identity_added: "compte associé",
    identity_removed: "compte dissocié",
    failed_sign_ins: "échecs de connexion",
    passkey_added: "clé d’accès ajoutée",
    passkey_removed: "clé d’accès retirée",
    account_claimed: "mot de passe retiré",
    password_set: "mot de passe défini",
    password_changed: "mot de passe modifié",
    second_factor_added: "second facteur ajouté",
    second_factor_removed: "second facteur retiré",
    recovery_codes_renewed: "codes de secours renouvelés",
    recovery_codes_removed: "codes de secours retirés",
    recovery_code_used: "code de secours utilisé",
    factor_recovery_completed: "facteurs perdus retirés",
    email_restored: "ancienne adresse définitivement rétablie",
    deletion_scheduled: "suppression planifiée",
    deletion_cancelled: "suppression annulée",
    device_approved: "connexion d’un autre appareil",
    personal_token_created: "jeton d’accès personnel créé",
    refresh_token_replayed: "application déconnectée à cause d’un ancien jeton",
    sessions_revoked: "déconnecté partout",
    second_factor_reset: "second facteur réinitialisé",
    passkeys_reset: "clés d’accès retirées par un administrateur"
  },
  about: {
    magic_link: "Un utilisateur a demandé un lien de connexion.",
    password_reset: "Un utilisateur a demandé un lien pour définir un nouveau mot de passe.",
    sign_up: "Quelqu’un s’est inscrit avec une adresse sans compte.",
    existing_account: "Quelqu’un s’est inscrit avec une adresse qui a déjà un compte.",
    invitation: "Un administrateur a invité quelqu’un à créer un compte.",
    email_change: "Un utilisateur veut changer d’adresse e-mail. Envoyé à la nouvelle adresse.",
    email_changed: "Un utilisateur a changé d’adresse e-mail. Envoyé à l’ancienne adresse.",
    factor_recovery: "Un utilisateur veut retirer des clés d’accès et une application d’authentification perdues.",
    factor_recovery_ready: "Le délai d’attente d’un utilisateur qui veut retirer des facteurs perdus est écoulé.",
    identity_added: "Un compte chez un fournisseur de connexion a été associé et peut se connecter.",
    identity_removed: "Un compte chez un fournisseur de connexion a été dissocié.",
    failed_sign_ins: "Cent connexions d’affilée ont échoué.",
    passkey_added: "Une clé d’accès a été ajoutée au compte.",
    passkey_removed: "Une clé d’accès a été retirée du compte.",
    account_claimed: "Une première vérification a retiré un mot de passe qu’un tiers avait peut-être défini.",
    password_set: "Un utilisateur a défini un mot de passe pour la première fois.",
    password_changed: "Un utilisateur a modifié son mot de passe.",
    second_factor_added: "Un utilisateur a configuré un second facteur.",
    second_factor_removed: "Un utilisateur a retiré son second facteur.",
    recovery_codes_renewed: "Un utilisateur a de nouveaux codes de secours.",
    recovery_codes_removed: "Un utilisateur a repris son compte, et les codes de secours récents sont retirés.",
    recovery_code_used: "Un utilisateur s’est connecté avec un code de secours.",
    factor_recovery_completed:
      "Un utilisateur a retiré avec un lien des clés d’accès et une application d’authentification perdues.",
    email_restored: "Une ancienne adresse a été rétablie pour la dernière fois. Envoyé à l’autre.",
    deletion_scheduled: "Un utilisateur a demandé la suppression de son compte.",
    deletion_cancelled: "Le compte ne sera pas supprimé.",
    device_approved: "Un utilisateur a connecté un autre appareil avec un code.",
    personal_token_created: "Un utilisateur a créé un jeton d’accès personnel.",
    refresh_token_replayed: "Un ancien jeton d’une application a été présenté, et l’application a été déconnectée.",
    sessions_revoked: "Un administrateur a déconnecté un utilisateur de tous ses appareils.",
    second_factor_reset: "Un administrateur a retiré le second facteur d’un utilisateur.",
    passkeys_reset: "Un administrateur a retiré toutes les clés d’accès d’un utilisateur."
  },
  placeholderTexts: {
    link: "Le lien de l’e-mail.",
    code: "Le code qui connecte aussi. Vide si l’instance n’envoie pas de codes.",
    instanceName: "Le nom de l’instance.",
    host: "L’hôte de l’instance, comme auth.example.com.",
    signInUrl: "L’URL de la page de connexion.",
    supportUrl: "L’URL d’assistance ; peut être vide.",
    logoUrl: "Le logo. Sans logo, pas d’image.",
    accentColor: "La couleur d’accent.",
    accentTextColor: "Blanc ou noir, selon le contraste avec la couleur d’accent.",
    lifetimeDays: "Nombre de jours pendant lesquels le lien fonctionne.",
    lifetimeMinutes: "Nombre de minutes pendant lesquelles le lien fonctionne.",
    expiresAt: "Quand le lien cesse de fonctionner.",
    requestedAt: "Quand cela a été demandé.",
    changedAt: "Quand cela s’est produit.",
    invitedAt: "Quand l’invitation a été envoyée.",
    availableAt: "Quand la récupération peut être terminée.",
    deletionAt: "Quand le compte sera supprimé.",
    forgotPasswordUrl: "La page qui envoie un lien pour définir un nouveau mot de passe.",
    device: "L’appareil concerné."
  }
}
