/** The texts of the pages about users, in French. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/fr.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  list: {
    create: "Nouvel utilisateur",
    search: "Adresse e-mail ou ID",
    status: "Statut",
    all: "Tous les utilisateurs",
    statuses: {
      unverified: "Non vérifié",
      disabled: "Désactivé",
      deleting: "À supprimer",
      active: "Actif"
    },
    columns: {
      email: "Adresse e-mail",
      status: "Statut",
      methods: "Se connecte avec",
      created: "Création",
      lastSignIn: "Dernière connexion"
    },
    methods: {
      password: "Mot de passe",
      passkeys: (count) => `${format.plural(count, { one: "Clé d’accès", other: "# clés d’accès" })}`,
      app: "Application d’authentification",
      link: "Lien seulement"
    },
    rows: (count) => `${format.plural(count, { one: "# utilisateur", other: "# utilisateurs" })}`,
    empty: {
      title: "Aucun utilisateur",
      text: "Les utilisateurs apparaissent ici dès qu’ils s’inscrivent. Vous pouvez aussi en ajouter un, ou importer ceux d’un autre système."
    },
    noMatches: {
      title: "Aucun utilisateur correspondant",
      text: "Cherchez une partie d’une adresse e-mail, un ID d’utilisateur entier ou un ID externe entier."
    }
  },
  user: {
    edit: "Modifier",
    id: "ID de l’utilisateur",
    externalId: "ID externe",
    data: "Données",
    metadata: "Données de l’application",
    userMetadata: "Données de l’utilisateur",
    signedUp: "Inscription",
    verified: "E-mail vérifié",
    no: "non",
    disabledSince: "Désactivé",
    deletion: "Sera supprimé",
    byRequest: (time) => html`${time}, à la demande de l’utilisateur`,
    failures: "Échecs de connexion",
    inARow: (count) => `${format.plural(count, { other: "#" })} d’affilée`,
    refused: (count) => `${count} : le mot de passe ne fonctionne pas sur de nouveaux appareils`,
    waysIn: "Moyens de connexion",
    password: "Mot de passe",
    passkeys: "Clés d’accès",
    secondFactor: "Second facteur",
    since: (time) => html`depuis ${time}`,
    recovery: "Récupération par e-mail",
    recoveryText: (requested, device, available, expires) =>
      html`demandée ${requested} sur ${device} : un lien retire le second facteur et les clés d’accès de ${available} à ${expires}. Déconnecter l’utilisateur de tous ses appareils l’annule.`,
    set: "défini",
    sessions: "Sessions",
    sessionColumns: {
      device: "Appareil",
      method: "Connecté avec",
      signedIn: "Connexion",
      lastSeen: "Dernière activité",
      expires: "Expire",
      action: "Action"
    },
    methods: {
      password: "Mot de passe",
      magic_link: "Lien de connexion",
      passkey: "Clé d’accès",
      totp: "Application d’authentification",
      recovery_code: "Code de secours",
      identity_provider: "Fournisseur de connexion",
      identity_provider_mfa: "Fournisseur de connexion à plusieurs facteurs"
    },
    with: (method) => `avec : ${method}`,
    signOut: "Déconnecter",
    countSessions: (count) => `${format.plural(count, { one: "# session active", other: "# sessions actives" })}`,
    noSessions: {
      title: "Aucune session active",
      text: "L’utilisateur n’est connecté sur aucun appareil."
    },
    timeline: "Chronologie",
    allEntries: "Toutes les entrées du journal d’audit",
    emailsTo: "Tous les e-mails à cette adresse",
    do: "Actions",
    help: "Aider l’utilisateur",
    access: "Mettre fin à l’accès",
    danger: "Zone de danger",
    actions: {
      "send-link": "Envoyer un lien de connexion…",
      "make-link": "Créer un lien de connexion…",
      "reset-failures": "Remettre à zéro les échecs…",
      enable: "Activer…",
      "sign-out": "Déconnecter de tous les appareils…",
      "reset-factor": "Réinitialiser le second facteur…",
      "remove-passkeys": "Retirer les clés d’accès…",
      disable: "Désactiver…",
      delete: "Supprimer…"
    },
    back: "Retour à l’utilisateur"
  },
  timeline: {
    signedUp: "Inscription",
    verified: "Adresse e-mail vérifiée",
    signedIn: (device) => `Connexion sur ${device}`,
    email: (state, topic) => `E-mail ${state} : ${topic}`,
    emailStates: {
      queued: "en attente",
      sent: "envoyé",
      failed: "en échec",
      discarded: "non envoyé",
      bounce: "rejeté",
      complaint: "signalé comme spam"
    }
  },
  notices: {
    create: "L’utilisateur est créé.",
    existed: "Un utilisateur avec cet ID externe existait déjà. Rien n’a été modifié.",
    save: "Enregistré.",
    "send-link": "L’utilisateur reçoit un lien de connexion par e-mail.",
    disable: "L’utilisateur est désactivé et déconnecté de tous ses appareils.",
    enable: "L’utilisateur peut à nouveau se connecter.",
    "remove-passkeys": "Toutes les clés d’accès sont retirées et l’utilisateur est déconnecté de tous ses appareils.",
    unlink: "Le compte chez le fournisseur est retiré et l’utilisateur est déconnecté de tous ses appareils.",
    "reset-factor": "Le second facteur est retiré et l’utilisateur est déconnecté de tous ses appareils.",
    "reset-failures": "Les échecs de connexion repartent de zéro.",
    "sign-out": "L’utilisateur est déconnecté de tous ses appareils.",
    revoke: "L’utilisateur est déconnecté de cet appareil.",
    "revoke-token": "Le jeton est révoqué et ne fonctionne plus."
  },
  deleted: "L’utilisateur est supprimé.",
  worksAgain: "Le mot de passe fonctionne à nouveau sur de nouveaux appareils.",
  confirmations: {
    delete: {
      title: "Supprimer cet utilisateur ?",
      text: "Le compte, ses sessions et ce qui est enregistré sur l’adresse sont supprimés. C’est irréversible.",
      button: "Supprimer"
    },
    disable: {
      title: "Désactiver cet utilisateur ?",
      text: "L’utilisateur est déconnecté de tous ses appareils et ne peut se connecter qu’après réactivation. Rien n’est supprimé.",
      button: "Désactiver"
    },
    enable: {
      title: "Activer cet utilisateur ?",
      text: "L’utilisateur peut à nouveau se connecter, avec le même mot de passe qu’avant.",
      button: "Activer"
    },
    "make-link": {
      title: "Créer un lien de connexion ?",
      text: "Vous voyez le lien une fois. Quiconque l’a peut se connecter une fois comme cet utilisateur, dans les 15 minutes. Il ne vérifie pas l’adresse e-mail.",
      button: "Créer un lien"
    },
    "remove-passkeys": {
      title: "Retirer toutes les clés d’accès ?",
      text: "Toutes les clés d’accès de l’utilisateur sont retirées, il est déconnecté de tous ses appareils et reçoit un e-mail. Ensuite, le mot de passe ou un lien suffit pour se connecter, avec une application d’authentification s’il en a une : vérifiez d’abord que la demande vient bien de l’utilisateur.",
      button: "Retirer toutes les clés d’accès"
    },
    "reset-factor": {
      title: "Réinitialiser le second facteur ?",
      text: "L’application d’authentification et les codes de secours sont retirés, l’utilisateur est déconnecté de tous ses appareils et reçoit un e-mail. Ensuite, le mot de passe ou un lien suffit pour se connecter : vérifiez d’abord que la demande vient bien de l’utilisateur.",
      button: "Réinitialiser le second facteur"
    },
    "reset-failures": {
      title: "Remettre à zéro les échecs de connexion ?",
      text: "Les échecs de connexion repartent de zéro. Demandez d’abord à l’utilisateur s’il a lui-même essayé de se connecter.",
      button: "Remettre à zéro"
    },
    "send-link": {
      title: "Envoyer un lien de connexion ?",
      text: "L’utilisateur reçoit un e-mail avec un lien de connexion, comme s’il l’avait demandé.",
      button: "Envoyer l’e-mail"
    },
    "sign-out": {
      title: "Déconnecter cet utilisateur de tous ses appareils ?",
      text: "L’utilisateur peut se reconnecter immédiatement.",
      button: "Déconnecter de tous les appareils"
    }
  },
  link: {
    title: "Lien de connexion",
    text: (time) =>
      html`Transmettez ce lien à l’utilisateur. Il connecte une fois, jusqu’au ${time}, et ne sera plus affiché.`
  },
  form: {
    verified: "L’adresse est vérifiée",
    externalIdHint: "Facultatif : l’ID de cet utilisateur dans un autre système.",
    passwordHint: "Facultatif : sans mot de passe, l’utilisateur se connecte avec des liens.",
    someoneElse: "Quelqu’un d’autre avait le compte",
    someoneElseHint:
      "Retire le mot de passe, toutes les clés d’accès, l’application d’authentification et les comptes chez les fournisseurs de connexion, met fin à toutes les sessions et aux liens qui rétablissent une ancienne adresse.",
    newAddressHint:
      "Une nouvelle adresse met fin à toutes les sessions et n’est pas vérifiée, sauf indication contraire. Mot de passe, clés d’accès et application d’authentification restent.",
    missing: (contents) => `Le mot de passe doit contenir ${contents}.`,
    common: "Le mot de passe est trop courant : les attaquants l’essaient en premier. Choisissez-en un autre.",
    newTitle: "Nouvel utilisateur",
    create: "Créer l’utilisateur",
    editTitle: (email) => `Modifier ${email}`
  },
  identities: {
    title: "Comptes chez des fournisseurs de connexion",
    linked: (time) => html`associé ${time}, jamais utilisé`,
    linkedUsed: (time, used) => html`associé ${time}, utilisé en dernier ${used}`,
    remove: "Retirer…",
    at: (label, provider) => `${label} chez ${provider}`,
    confirmTitle: "Retirer ce compte ?",
    confirm:
      "L’utilisateur ne peut plus se connecter avec, est déconnecté de tous ses appareils et reçoit un e-mail. Le compte chez le fournisseur reste tel quel.",
    refused: "Non retiré : l’utilisateur n’aurait plus aucun moyen de se connecter. Donnez-lui d’abord un mot de passe."
  },
  tokens: {
    title: "Jetons d’accès personnels",
    scopes: "Portées",
    created: "Création",
    lastUsed: "Dernière utilisation",
    expired: "Expiré",
    revoke: "Révoquer",
    count: (count) => format.plural(count, { one: "# jeton", other: "# jetons" }),
    empty: {
      title: "Aucun jeton d’accès personnel",
      text: "L’utilisateur n’en a créé aucun."
    }
  }
}
