/** The texts of emails in French. */
import { maxFailures } from "@latchkey/domain/account/SignInFailures"
import type { EmailTexts, Lifetime, Occasion } from "../EmailTexts.ts"
import * as Format from "../Format.ts"

const format = Format.make("fr")

const forms = {
  minute: { one: "# minute", other: "# minutes" },
  day: { one: "# jour", other: "# jours" }
}
const duration = ({ count, unit }: Lifetime) => format.plural(count, forms[unit])

const when = ({ device, time }: Occasion) =>
  device === undefined ? `le ${time}` : `le ${time}, sur cet appareil : ${device}`

const requested = (occasion: Occasion) => `Ce lien a été demandé ${when(occasion)}.`

const othersSignedOut = "Tous les autres appareils ont été déconnectés."
const ignore = "Ignorez cet e-mail et ne partagez pas le lien."

export const emails: EmailTexts = {
  space: " ",
  time: format.time,
  device: ({ browser, system }) => (system === undefined ? browser : `${browser} sous ${system}`),
  unknownDevice: "Appareil inconnu",
  validity: (lifetime) => `Le lien ne fonctionne qu’une fois et expire dans ${duration(lifetime)}.`,
  copyLink: "Ou copiez cette adresse dans votre navigateur :",
  magicLink: {
    subject: ({ instance }) => `Votre lien de connexion à ${instance}`,
    action: ({ instance }) => `Se connecter à ${instance}`,
    purpose: ({ place }) => `Voici votre lien pour vous connecter à ${place}.`,
    origin: requested,
    advice: `Vous n’avez rien demandé ? ${ignore}`
  },
  magicLinkCode: {
    about: (lifetime) =>
      `Ou saisissez ce code là où vous avez demandé le lien. Il expire ${duration(lifetime)} après votre demande.`,
    advice: "Vous n’avez rien demandé ? Ignorez cet e-mail. Ne partagez ni le lien ni le code avec personne."
  },
  passwordReset: {
    subject: ({ instance }) => `Définissez un nouveau mot de passe pour ${instance}`,
    action: () => "Définir un nouveau mot de passe",
    purpose: ({ place }) => `Voici votre lien pour définir un nouveau mot de passe pour votre compte ${place}.`,
    origin: requested,
    advice: `Vous n’avez rien demandé ? ${ignore} Votre mot de passe reste inchangé.`
  },
  signUp: {
    subject: ({ instance }) => `Terminez votre inscription à ${instance}`,
    action: () => "Terminer l’inscription",
    purpose: ({ place }) => `Voici votre lien pour créer votre compte ${place}.`,
    origin: (occasion) => `Quelqu’un s’est inscrit avec cette adresse e-mail ${when(occasion)}.`,
    advice: `Ce n’était pas vous ? ${ignore} Sans lui, aucun compte ne sera créé.`
  },
  existingAccount: {
    subject: ({ instance }) => `Vous avez déjà un compte ${instance}`,
    event: ({ place, ...occasion }) =>
      `Quelqu’un, peut-être vous, a essayé de s’inscrire avec cette adresse e-mail ${when(occasion)}. Vous avez déjà un compte ${place}.`,
    signIn: "Il vous suffit de vous connecter :",
    setPassword: "Mot de passe oublié ? Définissez-en un nouveau :",
    advice: "Ce n’était pas vous ? Vous n’avez rien à faire. Rien n’a changé."
  },
  invitation: {
    subject: ({ instance }) => `Votre invitation à rejoindre ${instance}`,
    action: ({ instance }) => `Rejoindre ${instance}`,
    purpose: ({ place }) => `Vous avez reçu une invitation. Voici votre lien pour créer votre compte ${place}.`,
    origin: (occasion) => `Un administrateur vous a envoyé une invitation ${when(occasion)}.`,
    advice: `Vous ne vous y attendiez pas ? ${ignore} Sans lui, aucun compte ne sera créé.`
  },
  emailChange: {
    subject: () => "Confirmez votre nouvelle adresse e-mail",
    action: () => "Confirmer la nouvelle adresse e-mail",
    purpose: ({ place }) => `Voici votre lien pour confirmer la nouvelle adresse e-mail de votre compte ${place}.`,
    origin: (occasion) => `${requested(occasion)} Ouvrez le lien dans un navigateur où vous êtes connecté.`,
    advice: `Vous n’avez rien demandé ? ${ignore} Rien ne changera.`
  },
  emailChanged: {
    subject: () => "Votre adresse e-mail a été modifiée",
    action: () => "Rétablir cette adresse e-mail",
    purpose: ({ place }) =>
      `Quelqu’un a modifié l’adresse e-mail de votre compte ${place}. Si ce n’était pas vous, ce lien vous permet de rétablir cette adresse.`,
    origin: (occasion) => `L’adresse a été modifiée ${when(occasion)}.`,
    advice: "C’était vous ? Alors vous n’avez rien à faire. Ne partagez pas le lien."
  },
  factorRecovery: {
    subject: ({ instance }) => `Quelqu’un souhaite récupérer votre compte ${instance}`,
    action: () => "Voir ou annuler la demande",
    purpose: ({ place }) =>
      `Une personne connectée à votre compte ${place} indique avoir perdu les clés d’accès et l’application d’authentification, et souhaite les supprimer.`,
    period: ({ from, until }) =>
      `Ce lien le permet du ${from} au ${until}. Il permet aussi d’annuler la demande à tout moment.`,
    origin: requested,
    advice:
      "Ce n’était pas vous ? Ouvrez le lien et annulez la demande. Définissez ensuite un nouveau mot de passe : quelqu’un d’autre pourrait se connecter à votre compte. Ne partagez pas le lien."
  },
  factorRecoveryReady: {
    subject: ({ instance }) => `Vous pouvez maintenant récupérer votre compte ${instance}`,
    action: () => "Récupérer votre compte",
    purpose: ({ place }) =>
      `Ce lien vous permet de supprimer les clés d’accès et l’application d’authentification perdues de votre compte ${place}. Connectez-vous ensuite et configurez-en de nouvelles.`,
    period: ({ until }) => `Il fonctionne une fois, jusqu’au ${until}.`,
    origin: requested,
    advice:
      "Ce n’était pas vous ? Ouvrez le lien et annulez la demande. Définissez ensuite un nouveau mot de passe : quelqu’un d’autre pourrait se connecter à votre compte. Ne partagez pas le lien."
  },
  notices: {
    password_set: {
      subject: ({ instance }) => `Un mot de passe a été défini pour votre compte ${instance}`,
      event: ({ place, ...occasion }) => `Un mot de passe a été défini pour votre compte ${place} ${when(occasion)}.`,
      effect: othersSignedOut
    },
    password_changed: {
      subject: ({ instance }) => `Le mot de passe de votre compte ${instance} a été modifié`,
      event: ({ place, ...occasion }) => `Le mot de passe de votre compte ${place} a été modifié ${when(occasion)}.`,
      effect: othersSignedOut
    },
    account_claimed: {
      subject: ({ instance }) => `Le mot de passe de votre compte ${instance} a été supprimé`,
      event: ({ place, ...occasion }) => `Vous avez vérifié cette adresse e-mail pour ${place} ${when(occasion)}.`,
      effect:
        "Un compte existait déjà avec cette adresse, et ce n’est peut-être pas vous qui l’aviez créé. Son mot de passe a donc été supprimé, et tous les autres appareils ont été déconnectés."
    },
    sessions_revoked: {
      subject: ({ instance }) => `Vous avez été déconnecté de votre compte ${instance} sur tous vos appareils`,
      event: ({ place, ...occasion }) =>
        `Un administrateur vous a déconnecté de votre compte ${place} sur tous vos appareils ${when(occasion)}.`,
      effect: "Pour continuer, reconnectez-vous."
    },
    failed_sign_ins: {
      subject: ({ instance }) => `Trop d’échecs de connexion à votre compte ${instance}`,
      event: ({ place, time }) =>
        `À la date du ${time}, au moins ${maxFailures} tentatives de connexion consécutives à votre compte ${place} ont échoué.`,
      effect:
        "Pour protéger votre compte, votre mot de passe ne fonctionne plus sur de nouveaux appareils. Les appareils sur lesquels vous vous êtes déjà connecté ne sont pas concernés."
    },
    deletion_scheduled: {
      subject: ({ instance }) => `Votre compte ${instance} sera supprimé`,
      event: ({ place, ...occasion }) =>
        `Votre demande de suppression du compte ${place} a été faite ${when(occasion)}.`,
      effect: othersSignedOut
    },
    deletion_cancelled: {
      subject: ({ instance }) => `Votre compte ${instance} ne sera pas supprimé`,
      event: ({ place, ...occasion }) => `La suppression de votre compte ${place} a été annulée ${when(occasion)}.`,
      effect: "Nous conservons votre compte."
    },
    email_restored: {
      subject: ({ instance }) => `Votre compte ${instance} a retrouvé son ancienne adresse e-mail`,
      event: ({ place, ...occasion }) =>
        `L’ancienne adresse e-mail de votre compte ${place} a été rétablie ${when(occasion)}. L’adresse à laquelle vous recevez cet e-mail n’y est plus associée.`,
      effect: "Les deux adresses ont déjà été rétablies une fois : il n’y a donc pas de lien pour revenir en arrière."
    },
    passkey_added: {
      subject: ({ instance }) => `Une clé d’accès a été ajoutée à votre compte ${instance}`,
      event: ({ place, ...occasion }) => `Une clé d’accès a été ajoutée à votre compte ${place} ${when(occasion)}.`,
      effect: "Vous pouvez désormais vous connecter avec elle. La page de votre compte affiche toutes vos clés d’accès."
    },
    passkey_removed: {
      subject: ({ instance }) => `Une clé d’accès de votre compte ${instance} a été supprimée`,
      event: ({ place, ...occasion }) => `Une clé d’accès de votre compte ${place} a été supprimée ${when(occasion)}.`,
      effect: "Vous ne pouvez plus vous connecter avec elle."
    },
    second_factor_added: {
      subject: ({ instance }) => `Votre compte ${instance} a un second facteur`,
      event: ({ place, ...occasion }) =>
        `Une application d’authentification a été configurée pour votre compte ${place} ${when(occasion)}.`,
      effect:
        "Lorsque vous vous connectez, nous demandons un code de cette application. Gardez vos codes de récupération en lieu sûr."
    },
    second_factor_removed: {
      subject: ({ instance }) => `Le second facteur de votre compte ${instance} a été supprimé`,
      event: ({ place, ...occasion }) => `Le second facteur de votre compte ${place} a été supprimé ${when(occasion)}.`,
      effect: "Lorsque vous vous connectez, nous ne demandons plus de code de votre application d’authentification."
    },
    recovery_codes_renewed: {
      subject: ({ instance }) => `Votre compte ${instance} a de nouveaux codes de récupération`,
      event: ({ place, ...occasion }) =>
        `De nouveaux codes de récupération ont été créés pour votre compte ${place} ${when(occasion)}.`,
      effect: "Les anciens ne fonctionnent plus."
    },
    recovery_codes_removed: {
      subject: ({ instance }) => `Les codes de récupération de votre compte ${instance} ont été supprimés`,
      event: ({ place, ...occasion }) =>
        `Les codes de récupération de votre compte ${place} ont été supprimés ${when(occasion)}.`,
      effect:
        "Ils avaient été créés récemment et ne fonctionnent plus. Vous pouvez en créer de nouveaux sur la page de votre compte."
    },
    recovery_code_used: {
      subject: ({ instance }) => `Un code de récupération de votre compte ${instance} a été utilisé`,
      event: ({ place, ...occasion }) =>
        `Quelqu’un s’est connecté à votre compte ${place} avec un code de récupération ${when(occasion)}.`,
      effect: "Ce code ne fonctionne plus. Vous pouvez en créer de nouveaux sur la page de votre compte."
    },
    second_factor_reset: {
      subject: ({ instance }) => `Le second facteur de votre compte ${instance} a été réinitialisé`,
      event: ({ place, ...occasion }) =>
        `Un administrateur a supprimé le second facteur de votre compte ${place} ${when(occasion)}.`,
      effect: "Vous pouvez en configurer un nouveau sur la page de votre compte."
    },
    passkeys_reset: {
      subject: ({ instance }) => `Les clés d’accès de votre compte ${instance} ont été supprimées`,
      event: ({ place, ...occasion }) =>
        `Un administrateur a supprimé toutes les clés d’accès de votre compte ${place} ${when(occasion)}.`,
      effect:
        "Tous les appareils ont été déconnectés. Connectez-vous pour en ajouter une nouvelle sur la page de votre compte."
    },
    factor_recovery_completed: {
      subject: ({ instance }) => `Les clés d’accès et le second facteur de votre compte ${instance} ont été supprimés`,
      event: ({ place, ...occasion }) =>
        `Les clés d’accès et l’application d’authentification de votre compte ${place} ont été supprimées avec un lien reçu par e-mail ${when(occasion)}.`,
      effect: "Tous les appareils ont été déconnectés. Connectez-vous et configurez-en de nouvelles."
    }
  },
  deletion: ({ time }) => `Nous supprimerons votre compte le ${time}. Ensuite, vous ne pourrez plus le récupérer.`,
  help: {
    setPassword: "Ce n’était pas vous ? Définissez dès maintenant un nouveau mot de passe :",
    contact: ({ instance, support }) =>
      support === undefined
        ? `Ce n’était pas vous ? Contactez ${instance}.`
        : `Ce n’était pas vous ? Contactez ${instance} : ${support}`,
    contactWithQuestions: ({ instance, support }) =>
      support === undefined
        ? `Des questions ? Contactez ${instance}.`
        : `Des questions ? Contactez ${instance} : ${support}`,
    signInWithLink: ({ button }) =>
      `Vous vous connectez sur un nouvel appareil ? Sur la page de connexion, choisissez « ${button} ». Votre mot de passe fonctionnera ensuite de nouveau partout.`,
    setPasswordOnNewDevice: "Vous vous connectez sur un nouvel appareil ? Définissez un nouveau mot de passe :",
    keepAccount: ({ button }) =>
      `Vous avez changé d’avis, ou ce n’était pas vous ? Connectez-vous et choisissez « ${button} ». Si ce n’était pas vous, définissez aussi un nouveau mot de passe :`
  }
}
