/** The texts that several pages share, in French. */
import { html } from "@latchkey/http/core/Page"
import * as fr from "../../language/fr.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  core: {
    space: " ",
    errorTitle: (title) => `Erreur : ${title}`,
    problemHeading: "Il y a un problème",
    continue: "Continuer",
    continueWithoutPassword: "Continuer sans mot de passe",
    signIn: "Se connecter",
    signOut: "Se déconnecter",
    goToSignIn: "Aller à la page de connexion",
    backToSignIn: "Retour à la connexion",
    signInAnotherWay: "Se connecter autrement",
    or: "ou",
    tryAgain: "Réessayer",
    setNewPassword: "Définir un nouveau mot de passe",
    signsOutOthers:
      "Vous serez déconnecté de tous vos autres appareils. Ce n’est pas votre compte ? Fermez cette page. Rien ne changera.",
    working: "Un instant…",
    account: "Votre compte",
    backToAccount: "Retour à votre compte",
    emailSignInLink: "Recevoir un lien de connexion",
    emailLink: "Recevoir un lien par e-mail",
    lastUsed: "Dernière utilisation",
    copy: "Copier",
    copied: "Copié.",
    email: "Adresse e-mail",
    password: "Mot de passe",
    currentPassword: "Mot de passe actuel",
    newPassword: "Nouveau mot de passe",
    showPassword: "Afficher",
    passwordIsShown: "Votre mot de passe est visible.",
    passwordIsHidden: "Votre mot de passe est masqué.",
    links: "Aide et conditions",
    terms: "Conditions d’utilisation",
    privacy: "Confidentialité",
    support: "Assistance"
  },

  fields: {
    emailMissing: "Saisissez votre adresse e-mail.",
    emailMalformed: "Saisissez une adresse e-mail valide, par exemple nom@example.com.",
    passwordMissing: "Saisissez votre mot de passe.",
    newPasswordMissing: "Saisissez un nouveau mot de passe.",
    currentPasswordMissing: "Saisissez votre mot de passe actuel.",
    currentPasswordWrong: "Votre mot de passe actuel est incorrect.",
    passwordTooLong: (maxLength) => `Votre mot de passe doit compter au maximum ${maxLength} caractères.`,
    passwordMalformed: "Votre mot de passe contient un caractère non autorisé."
  },

  policy: {
    uppercase: "une lettre majuscule",
    lowercase: "une lettre minuscule",
    number: "un chiffre",
    symbol: "un symbole",
    atLeast: (count) => `au moins ${count} caractères`,
    list: fr.format.list,
    describeLength: (count) =>
      `Au moins ${count} caractères. Quelques mots séparés par des espaces conviennent très bien.`,
    describe: (count, contents) => `Au moins ${count} caractères, dont ${contents}.`,
    missing: (contents) => `Votre mot de passe doit contenir ${contents}.`,
    common: "Votre mot de passe est trop courant : les attaquants l’essaient en premier. Choisissez-en un autre."
  },

  time: {
    justNow: "à l’instant",
    on: (date) => `le ${date}`,
    date: fr.format.date,
    ago: fr.format.ago
  },

  message: {
    signedIn: "Vous êtes connecté",
    signedInAs: (email) => html`Vous êtes connecté sur cet appareil en tant que ${email}.`,
    signedOut: "Vous êtes déconnecté",
    otherDevices: "Vos autres appareils restent connectés. Vous pouvez les déconnecter depuis la page de votre compte.",
    signInAgain: "Se reconnecter",
    blocked: "Demande bloquée",
    blockedText:
      "Ce formulaire a été envoyé depuis un autre site web, nous ne l’avons donc pas traité. Pour continuer, utilisez cette page :",
    notFound: "Page introuvable",
    notFoundText: "Vérifiez l’adresse web ou accédez à votre compte.",
    cookiesBlocked: "Votre navigateur bloque les cookies",
    cookiesBlockedText: "Les cookies sont nécessaires pour vous connecter. Autorisez-les pour ce site, puis réessayez.",
    unknownHost: "Vous ne pouvez pas vous connecter à cette adresse."
  }
}
