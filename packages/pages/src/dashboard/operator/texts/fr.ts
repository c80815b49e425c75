/** The texts of the pages about administrators, their keys and their access, in French. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/fr.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  signIn: {
    title: "Se connecter à la console",
    again:
      "Connectez-vous à nouveau pour confirmer que c’est bien vous. Si vous avez une clé d’accès ou une application d’authentification, utilisez-la.",
    signedOut: "Vous êtes déconnecté.",
    needsScript: "Pour vous connecter avec une clé d’accès, utilisez un navigateur récent avec JavaScript activé.",
    key: "Clé d’administration",
    keyHint: (setting, command) => html`La valeur du paramètre ${setting}. En développement, ${command} l’affiche.`,
    wrongKey: "Clé d’administration incorrecte.",
    withKey: "Se connecter avec la clé d’administration",
    otherWays: (invite, start) =>
      html`Pas encore de clé d’accès ? Demandez un lien à un autre administrateur, ou créez-en un avec ${invite}. En développement, ${start} en affiche un aussi. Si vous avez perdu votre clé d’accès, demandez qu’elle soit retirée et que l’on vous invite à nouveau.`,
    resumeTitle: "Reconnecté",
    resume: "Votre demande est conservée, mais pas encore exécutée.",
    page: "Page"
  },
  enter: {
    expiredTitle: "Lien expiré ou déjà utilisé",
    expired: (lifetime, named, setting, invite, start) =>
      html`Un lien vers la console fonctionne une fois. Il expire au bout d’un certain temps : ${lifetime}, ou ${named} s’il est à votre nom. Un lien pour tous exige le même ${setting} ici et là où il a été créé. Demandez-en un nouveau à un autre administrateur, ou créez-en un avec ${invite}. En développement, ${start} en affiche un aussi.`,
    anotherWay: "Se connecter autrement",
    open: "Ouvrir la console",
    text: (lifetime, idle) =>
      `Ce lien vous connecte à la console sur cet appareil. Il fonctionne une fois. Vous restez connecté jusqu’à la fermeture du navigateur, au plus ${lifetime}. Sans requête, la session se termine plus tôt : après ${idle}.`
  },
  account: {
    protect:
      "Avant de continuer, ajoutez une clé d’accès ou configurez une application d’authentification : un fournisseur de connexion ou un lien seul ne suffit pas pour la console.",
    unnamed:
      "Vous êtes connecté sans nom, avec la clé d’administration ou un lien pour tous. Les clés d’accès appartiennent à des administrateurs nommés. Invitez-vous dans « Administrateurs », puis ouvrez le lien.",
    elsewhere: (host) => html`ne fonctionne que sur ${host}, où se trouvait cette console auparavant`,
    noDomain: "Cette console est à une adresse IP, où les navigateurs n’acceptent pas les clés d’accès."
  },
  access: {
    intro: "Qui est connecté à cette console, et qui peut encore y entrer avec un lien. Du plus récent au plus ancien.",
    revoked: "La session est déconnectée.",
    revokedOthers: "Toutes les autres sessions sont déconnectées.",
    withdrawn: "L’invitation est retirée.",
    methods: {
      admin_key: "avec la clé d’administration",
      invitation: "avec une invitation",
      passkey: "avec une clé d’accès",
      identity_provider: "avec un fournisseur de connexion"
    },
    ofThisSession: "de cette session",
    thisSession: "Cette session",
    signOut: "Déconnecter",
    signOutOthers: "Déconnecter toutes les autres sessions",
    device: "Appareil",
    administrator: "Administrateur",
    unnamed: (role) => `sans nom, rôle : ${role}`,
    named: (name, role) => `${name}, rôle : ${role}`,
    signedIn: "Connexion",
    lastActive: "Dernière activité",
    expires: "Expire",
    sessions: "Sessions",
    sessionsIntro: (idle) =>
      `Une session se termine sans requête pendant ${idle}. Une session sans nom se termine aussi quand la clé d’administration change ; elle ne fonctionne plus, mais reste affichée jusqu’à son expiration.`,
    countSessions: (count) => `${format.plural(count, { one: "# session", other: "# sessions" })}`,
    noSessions: {
      title: "Aucune session",
      text: "Personne n’est connecté."
    },
    withdraw: "Retirer",
    theInvitation: (id) => `l’invitation ${id}`,
    for: "Pour",
    anyone: (role) => `tous, rôle : ${role}`,
    created: "Création",
    invitations: "Invitations en cours",
    invitationsIntro:
      "Une invitation fonctionne pour la première personne qui l’ouvre, même si elle est destinée à quelqu’un d’autre. Les administrateurs qui ont déjà une clé d’accès ou une application d’authentification doivent aussi l’utiliser. Retirez toutes celles que vous n’avez pas créées.",
    countInvitations: (count) => `${format.plural(count, { one: "# invitation", other: "# invitations" })}`,
    noInvitations: {
      title: "Aucune invitation en cours",
      text: "Invitez quelqu’un dans « Administrateurs »."
    }
  },
  keys: {
    intro: (setting, role) =>
      html`Les programmes envoient une clé à l’API d’administration. ${setting} est une clé de plus, avec le rôle « ${role} ».`,
    nameHint: "Ce qui utilise la clé. Le journal d’audit l’affiche.",
    lastDay: "Dernier jour",
    lastDayHint:
      "Facultatif : le dernier jour où la clé fonctionne, en UTC. Sans date, elle fonctionne jusqu’à sa révocation.",
    notADate: "n’est pas une date comme 2027-02-22",
    past: "est dans le passé",
    empty: {
      title: "Aucune clé d’API",
      text: "Créez-en une pour chaque programme qui appelle l’API d’administration, afin de pouvoir la révoquer seule."
    },
    never: "Jamais",
    expired: "expirée",
    revoke: "Révoquer",
    revoked: "La clé ne fonctionne plus.",
    created: "Création",
    lastUsed: "Dernière utilisation",
    expires: "Expire",
    create: "Créer une clé",
    createIntro:
      "Les clés existantes restent valables. Pour en remplacer une, créez-en une autre, modifiez le programme, puis révoquez l’ancienne quand elle ne sert plus.",
    createButton: "Créer la clé",
    count: (count) => `${format.plural(count, { one: "# clé", other: "# clés" })}`,
    newTitle: "Nouvelle clé d’API",
    shown: (name) => html`Voici la clé de ${name}. Copiez-la maintenant : elle ne sera plus affichée.`,
    back: "Retour aux clés d’API"
  },
  operators: {
    intro: "Qui peut utiliser cette console, et ce que chacun peut y faire.",
    notices: {
      invited: "L’invitation est en route par e-mail.",
      disable: "L’administrateur est désactivé et déconnecté.",
      enable: "L’administrateur peut à nouveau se connecter.",
      delete: "L’administrateur est supprimé.",
      "remove-passkeys":
        "Les clés d’accès et l’application d’authentification sont retirées et l’administrateur est déconnecté. Invitez-le à nouveau."
    },
    noEmailProvider: "Aucun fournisseur d’e-mail n’est configuré.",
    emailFailed: "L’e-mail n’a pas pu être envoyé. Le journal dit pourquoi.",
    confirmations: {
      delete: {
        title: "Supprimer cet administrateur ?",
        text: "Cette personne est déconnectée et ne peut plus se connecter. Le journal d’audit conserve son nom. C’est irréversible."
      },
      disable: {
        title: "Désactiver cet administrateur ?",
        text: "Cette personne est déconnectée, ses invitations ne fonctionnent plus, et elle ne peut se connecter qu’après réactivation."
      },
      enable: {
        title: "Activer cet administrateur ?",
        text: "Cette personne peut à nouveau se connecter, avec sa clé d’accès ou une nouvelle invitation."
      },
      "remove-passkeys": {
        title: "Retirer les clés d’accès et l’application d’authentification de cet administrateur ?",
        text: "Cette personne est déconnectée de tous ses appareils et aura besoin d’une nouvelle invitation. À faire si elle a perdu un appareil."
      }
    },
    empty: {
      title: "Aucun administrateur n’a encore de nom"
    },
    emptyText: (command) =>
      html`Quiconque a la clé d’administration ou un lien de ${command} peut tout faire. Invitez-vous : le journal d’audit dira alors qui a fait quoi.`,
    states: {
      disabled: "Désactivé",
      active: "Actif",
      invited: "Invité"
    },
    state: "État",
    passkeys: "Clés d’accès",
    lastSignIn: "Dernière connexion",
    neverSignedIn: "jamais connecté",
    inviteSomeone: "Inviter quelqu’un",
    inviteEmailed: (lifetime) =>
      `Cette personne reçoit un e-mail avec un lien. Il la connecte une fois, pendant ${lifetime}.`,
    inviteByHand: (lifetime) =>
      `Aucun fournisseur d’e-mail n’est configuré : vous obtenez un lien à transmettre. Il connecte la personne une fois, pendant ${lifetime}.`,
    invite: "Inviter",
    inviteAgain: "Inviter à nouveau",
    removePasskeys: "Retirer les clés et l’application…",
    count: (count) => `${format.plural(count, { one: "# administrateur", other: "# administrateurs" })}`,
    linkTitle: "Lien d’invitation",
    handOver: (name, time) =>
      html`Transmettez ce lien à ${name}. Il connecte la personne une fois, jusqu’au ${time}, et ne sera plus affiché.`,
    id: "ID de l’administrateur",
    added: "Ajouté",
    firstSignedIn: "Première connexion",
    lastSignedIn: "Dernière connexion",
    canSignIn: "Peut se connecter",
    disabledSince: (time) => html`non, désactivé le ${time}`,
    nameAndRole: "Nom et rôle"
  }
}
