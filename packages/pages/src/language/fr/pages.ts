/**
 * The pages for users, in French.
 */
import { messages } from "@latchkey/client/messages/fr"
import { html } from "@latchkey/http/core/Page"
import * as Format from "../Format.ts"
import type { PageTexts } from "../PageTexts.ts"

const format = Format.make("fr")

const minutes = (count: number) => format.plural(count, { one: "# minute", other: "# minutes" })
const days = (count: number) => format.plural(count, { one: "# jour", other: "# jours" })
const waiting = (count: number) =>
  count % 24 === 0 ? days(count / 24) : format.plural(count, { one: "# heure", other: "# heures" })

export const pages: PageTexts = {
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
    tryAgain: "Réessayer",
    working: "Un instant…",
    account: "Votre compte",
    backToAccount: "Retour à votre compte",
    emailSignInLink: "Recevoir un lien de connexion",
    emailLink: "Recevoir un lien par e-mail",
    email: "Adresse e-mail",
    password: "Mot de passe",
    currentPassword: "Mot de passe actuel",
    newPassword: "Nouveau mot de passe",
    showPassword: "Afficher",
    hidePassword: "Masquer",
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
    passwordMalformed: "Votre mot de passe contient un caractère non autorisé.",
    languageMissing: "Choisissez une langue.",
    codeMalformed: "Saisissez les six chiffres du code reçu par e-mail.",
    authenticatorCodeMalformed: "Saisissez les six chiffres affichés par votre application d’authentification.",
    authenticatorCodeWrong: "Ce code ne fonctionne pas. Saisissez celui que l’application affiche maintenant.",
    recoveryCodeMalformed: "Saisissez un de vos codes de récupération.",
    recoveryCodeWrong: "Ce code de récupération ne fonctionne pas. Il a peut-être déjà été utilisé.",
    passkeyNameMissing: "Saisissez un nom pour la clé d’accès.",
    passkeyNameTooLong: "Ce nom est trop long."
  },

  problems: messages,

  policy: {
    uppercase: "une lettre majuscule",
    lowercase: "une lettre minuscule",
    number: "un chiffre",
    symbol: "un symbole",
    atLeast: (count) => `au moins ${count} caractères`,
    list: format.list,
    describeLength: (count) =>
      `Au moins ${count} caractères. Quelques mots séparés par des espaces conviennent très bien.`,
    describe: (count, contents) => `Au moins ${count} caractères, dont ${contents}.`,
    missing: (contents) => `Votre mot de passe doit contenir ${contents}.`,
    common: "Votre mot de passe est trop courant : les attaquants l’essaient en premier. Choisissez-en un autre."
  },

  time: {
    justNow: "à l’instant",
    on: (date) => `le ${date}`,
    ago: format.ago
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
  },

  password: {
    signInTo: (name) => `Se connecter à ${name}`,
    signUp: "Créer un compte",
    signUpFor: (name) => `Créer un compte ${name}`,
    createAccount: "Créer le compte",
    or: "ou",
    noPasswordNeeded: "Aucun mot de passe nécessaire.",
    signInHint: "Ouvrez le lien reçu par e-mail pour vous connecter.",
    signUpHint: "Le lien crée votre compte et vous connecte.",
    forgotten: "Mot de passe oublié ?",
    newHere: (link) => html`Pas encore de compte ? ${link("Créer un compte")}`,
    haveAccount: (link) => html`Vous avez déjà un compte ? ${link("Se connecter")}`,
    signInInstead: "Se connecter",
    noEmails: "Nous ne pouvons pas envoyer d’e-mails pour le moment, vous ne pouvez donc pas vous connecter.",
    closed: "Les inscriptions sont fermées",
    closedText: (name) =>
      `Vous ne pouvez pas créer de compte ${name} ici. Si vous avez déjà un compte, vous pouvez vous connecter.`,
    invitationNeeded: (name) =>
      `Il vous faut une invitation pour créer un compte ${name}. Si vous en avez reçu une, ouvrez le lien dans l’e-mail. Si vous avez déjà un compte, vous pouvez vous connecter.`
  },

  magicLink: {
    sent: "Consultez votre messagerie",
    sending: (email) => html`Nous envoyons un lien de connexion à ${email}.`,
    sendingIfRequested: "Si vous venez de demander un lien de connexion, nous vous l’envoyons.",
    sendingIfAccount: (email) =>
      html`S’il existe un compte pour ${email ?? "votre adresse e-mail"}, nous envoyons un lien de connexion.`,
    requested: (email) => html`Vous avez demandé un lien de connexion pour ${email}.`,
    sentAgain: "Nous envoyons un nouveau lien. Utilisez celui de l’e-mail le plus récent.",
    sentAgainIfAccount:
      "S’il existe un compte pour cette adresse, nous envoyons un nouveau lien. Utilisez celui de l’e-mail le plus récent.",
    lifetime: (count) => `Le lien ne fonctionne qu’une fois et expire dans ${minutes(count)}.`,
    otherDevice:
      "Ouvrez le lien sur cet appareil pour être connecté immédiatement. Sur un autre appareil, une confirmation vous sera demandée.",
    noEmail: "Pas d’e-mail ? Vérifiez vos courriers indésirables.",
    noEmailOrTypo: "Pas d’e-mail ? Vérifiez vos courriers indésirables et l’adresse ci-dessus.",
    resend: "Renvoyer le lien",
    code: "Code reçu par e-mail",
    codeHint: (count) => `Six chiffres. Vous pouvez les saisir ici pendant ${minutes(count)} au lieu d’ouvrir le lien.`,
    codeRejected:
      "Ce code ne fonctionne pas. Vérifiez les chiffres dans l’e-mail le plus récent ou ouvrez son lien. Si vous avez déjà envoyé ce code, il a peut-être fonctionné. Dans ce cas, demandez un nouvel e-mail. Après cinq codes erronés, seul le lien fonctionne pendant un certain temps.",
    anotherEmail: "Utiliser une autre adresse e-mail",
    confirm: (name) => `Se connecter à ${name} ?`,
    signingInAs: (email) => html`Vous allez vous connecter sur cet appareil en tant que ${email}.`,
    switchingTo: (current, email) =>
      html`Vous êtes connecté en tant que ${current}. Si vous continuez, vous passerez à ${email}.`,
    notYou: "Ce n’est pas vous, ou vous n’avez rien demandé ? Fermez cette page. Vous ne serez pas connecté.",
    notYouSignedIn: "Ce n’est pas vous, ou vous n’avez rien demandé ? Fermez cette page. Rien ne changera.",
    passwordRemoved:
      "Ce compte avait un mot de passe défini avant la vérification de votre adresse e-mail. Nous avons supprimé ce mot de passe non vérifié et déconnecté tous les autres appareils, au cas où quelqu’un d’autre l’aurait créé.",
    setNewPassword: "Définir un nouveau mot de passe",
    newLink: "Obtenir un nouveau lien",
    emailNewLink: "Recevoir un nouveau lien",
    canSendTo: (email) => html`Nous pouvons envoyer un nouveau lien à ${email}.`,
    invalid: "Ce lien n’est plus valable",
    incomplete: "Ce lien est incomplet",
    incompleteText: "Ouvrez-le à nouveau depuis l’e-mail.",
    turnedOff: "Ce lien ne fonctionne pas",
    tooMany: "Trop de tentatives",
    tooManyText: (when) => `Votre lien est toujours valable. Réessayez ${when}.`,
    blockedText: (problem) => `${problem} Pour vous connecter, ouvrez le lien depuis l’e-mail.`,
    unchecked: "Nous n’avons pas pu vérifier votre lien",
    uncheckedText: (problem) => `${problem} Ouvrez à nouveau le lien depuis l’e-mail.`
  },

  passwordReset: {
    title: "Mot de passe oublié ?",
    explanation: "Saisissez votre adresse e-mail et nous vous enverrons un lien pour définir un nouveau mot de passe.",
    sending: (email) =>
      html`S’il existe un compte pour ${email ?? "votre adresse e-mail"}, nous envoyons un lien pour définir un nouveau mot de passe.`,
    noEmail: (link) =>
      html`Pas d’e-mail ? Vérifiez vos courriers indésirables ou ${link("réessayez")}. Vous avez peut-être créé votre compte avec une autre adresse.`,
    form: "Définir un nouveau mot de passe",
    settingOf: (email) => html`Vous définissez le mot de passe de ${email}.`,
    switchingTo: (current, email) =>
      html`Vous êtes connecté en tant que ${current}. Si vous continuez, vous définirez le mot de passe de ${email} et serez connecté avec ce compte.`,
    set: "Définir le mot de passe et se connecter",
    otherDevices:
      "Vous serez déconnecté de tous vos autres appareils. Ce n’est pas votre compte ? Fermez cette page. Rien ne changera.",
    passwordsOff: "Vous ne pouvez pas utiliser de mot de passe ici. Connectez-vous avec un lien.",
    noEmails:
      "Nous ne pouvons pas envoyer d’e-mails pour le moment, vous ne pouvez donc pas définir de nouveau mot de passe.",
    mayBeSet:
      "Si vous venez de définir un mot de passe, il a peut-être été enregistré. Essayez de vous connecter avec celui-ci.",
    blockedText: (problem) => `${problem} Pour définir un nouveau mot de passe, ouvrez le lien depuis l’e-mail.`
  },

  pendingSignUp: {
    sending: (email, count) =>
      html`Nous envoyons un e-mail à ${email ?? "votre adresse"}. Si vous n’avez pas encore de compte, ouvrez le lien qu’il contient pour en créer un. Le lien ne fonctionne qu’une fois et expire dans ${minutes(count)}.`,
    noEmail: (link) =>
      html`Ouvrez le lien dans ce navigateur pour conserver le mot de passe que vous venez de choisir. Pas d’e-mail ? Vérifiez vos courriers indésirables ou ${link("recommencez l’inscription")}.`,
    title: "Terminer votre inscription",
    completing: (email) => html`Vous allez terminer l’inscription avec ${email} et vous connecter sur cet appareil.`,
    switchingTo: (current, email) =>
      html`Vous êtes connecté en tant que ${current}. Si vous continuez, l’inscription avec ${email} sera terminée et vous serez connecté avec ce compte.`,
    passwordNotUsed:
      "Le mot de passe de l’inscription n’est pas utilisé ici. Pour votre sécurité, seul le navigateur dans lequel vous l’avez choisi peut le conserver. Vous pourrez en définir un ensuite.",
    complete: "Terminer l’inscription",
    notYou: "Ce n’est pas vous, ou vous ne vous êtes pas inscrit ? Fermez cette page. Rien ne changera.",
    ready: "Votre compte est prêt",
    readyText:
      "Vous êtes connecté. Pour votre sécurité, seul le navigateur dans lequel vous vous êtes inscrit peut conserver le mot de passe : votre compte n’en a donc pas encore.",
    setPassword: "Définir un mot de passe",
    invalidText: "Il a expiré ou a déjà été utilisé. Si vous avez un compte, vous pouvez vous connecter.",
    blockedText: (problem) => `${problem} Pour vous inscrire, ouvrez le lien dans l’e-mail.`,
    signInOrUp: (signIn, signUp) =>
      html`${signIn("Aller à la page de connexion")} ou ${signUp("recommencer l’inscription")}`
  },

  invitation: {
    title: (name) => `Rejoindre ${name}`,
    heading: (name) => `Rejoindre ${name} ?`,
    creating: (email) => html`Vous allez créer un compte pour ${email} et vous connecter sur cet appareil.`,
    switchingTo: (current, email) =>
      html`Vous êtes connecté en tant que ${current}. Si vous continuez, un compte sera créé pour ${email} et vous serez connecté avec celui-ci.`,
    notYou: "Ce n’est pas vous, ou vous n’attendiez pas d’invitation ? Fermez cette page. Aucun compte ne sera créé.",
    invalid: "Cette invitation n’est plus valable",
    invalidText:
      "Elle a expiré, a été retirée ou a déjà été utilisée. Si vous avez un compte, vous pouvez vous connecter.",
    blockedText: (problem) => `${problem} Pour accepter l’invitation, ouvrez le lien dans l’e-mail.`,
    unchecked: "Nous n’avons pas pu vérifier votre invitation"
  },

  account: {
    signedInAs: (email) => html`Vous êtes connecté en tant que ${email}`,
    verified: "Vérifiée",
    notVerified: "Non vérifiée",
    goTo: (name) => `Aller à ${name}`,
    verify: "Vérifier votre adresse e-mail",
    verifyText:
      "Nous vous enverrons un lien de connexion. Ouvrez-le dans ce navigateur : vos autres appareils seront déconnectés. Si vous l’ouvrez dans un navigateur où vous n’êtes pas connecté, nous supprimerons aussi votre mot de passe et vous déconnecterons ici, au cas où quelqu’un d’autre aurait créé ce compte.",
    verifyButton: "Vérifier l’adresse",
    verifyToContinue: (email, name) =>
      html`Vous êtes connecté en tant que ${email}. Pour continuer vers ${name}, vérifiez cette adresse.`,
    verifyWithPassword: (link) =>
      html`Pour la vérifier, ${link("définissez un nouveau mot de passe avec un lien par e-mail")}.`,
    verifyWithoutEmails: "Nous ne pouvons pas envoyer d’e-mails pour le moment, vous ne pouvez donc pas la vérifier.",
    sessions: "Où vous êtes connecté",
    thisDevice: "Cet appareil",
    signedInWithLink: (when) => html`Connecté avec un lien ${when}`,
    signedInWithPassword: (when) => html`Connecté avec un mot de passe ${when}`,
    signedInWithPasskey: (when) => html`Connecté avec une clé d’accès ${when}`,
    lastActive: (signedIn, when) => html`${signedIn}, dernière activité ${when}`,
    signOutHere: "Se déconnecter de cet appareil",
    signOutOn: (device) => `Se déconnecter : ${device}`,
    signOutOthers: "Se déconnecter de tous les autres appareils",
    changePassword: "Modifier votre mot de passe",
    setPassword: "Définir un mot de passe",
    changePasswordButton: "Modifier le mot de passe",
    setPasswordButton: "Définir le mot de passe",
    changingSignsOut: "Si vous modifiez votre mot de passe, vous serez déconnecté de tous vos autres appareils.",
    settingSignsOut: "Si vous définissez un mot de passe, vous serez déconnecté de tous vos autres appareils.",
    noPassword: (link) => html`Vous n’avez pas de mot de passe. ${link("En définir un avec un lien par e-mail")}`,
    noPasswordWithLinks: (count) =>
      `Vous n’avez pas de mot de passe. Pour en définir un, connectez-vous avec un nouveau lien. Vous aurez ensuite ${minutes(count)} pour le faire.`,
    noPasswordWithoutEmails:
      "Vous n’avez pas de mot de passe, et vous ne pouvez pas en définir tant que nous ne pouvons pas envoyer d’e-mails.",
    forgotten: (link) => html`Mot de passe oublié ? ${link("En définir un nouveau avec un lien par e-mail")}`,
    linkTooOld: (count) => `Votre connexion date de plus de ${minutes(count)}. Demandez un nouveau lien.`,
    sentFromElsewhere:
      "Ce formulaire a été envoyé depuis un autre site web. Utilisez cette page pour définir un mot de passe.",
    passwordIsSet: "Votre mot de passe est défini. Vous êtes déconnecté de tous vos autres appareils.",
    accountIsKept: "Nous conservons votre compte.",
    deviceIsSignedOut: "Vous êtes déconnecté de l’autre appareil.",
    othersAreSignedOut: "Vous êtes déconnecté de tous vos autres appareils.",
    language: "Langue",
    languageLabel: "Langue des pages et des e-mails",
    languageOfBrowser: "Langue du navigateur",
    saveLanguage: "Enregistrer la langue",
    languageIsSet: "Votre langue est enregistrée."
  },

  emailChange: {
    section: "Adresse e-mail",
    sectionText: (link) => html`Vous devez avoir accès à la nouvelle adresse. ${link("Modifier l’adresse e-mail")}`,
    title: "Modifier votre adresse e-mail",
    current: (email) => html`Votre adresse e-mail est ${email}.`,
    newEmail: "Nouvelle adresse e-mail",
    formText:
      "Nous enverrons un lien à la nouvelle adresse. Votre adresse changera lorsque vous ouvrirez ce lien ici et confirmerez la modification.",
    signInFirst: (count) =>
      `Pour modifier votre adresse e-mail, connectez-vous avec un nouveau lien. Vous aurez ensuite ${minutes(count)} pour le faire.`,
    passwordFirst: (link) =>
      html`Pour modifier votre adresse e-mail, ${link("définissez d’abord un mot de passe avec un lien par e-mail")}.`,
    noEmails:
      "Nous ne pouvons pas envoyer d’e-mails pour le moment, vous ne pouvez donc pas modifier votre adresse e-mail.",
    sentFromElsewhere:
      "Ce formulaire a été envoyé depuis un autre site web. Utilisez cette page pour modifier votre adresse e-mail.",
    requested: (count) =>
      `Consultez la messagerie de votre nouvelle adresse. Si aucun autre compte ne l’utilise, nous y avons envoyé un lien, valable ${minutes(count)}.`,
    changed: "Votre adresse e-mail est modifiée. Vous êtes déconnecté de tous vos autres appareils.",
    confirm: "Modifier votre adresse e-mail ?",
    confirmText: (current, next) =>
      html`Vous êtes connecté en tant que ${current}. Désormais, vous vous connecterez en tant que ${next}.`,
    confirmButton: "Modifier l’adresse e-mail",
    otherDevices:
      "Vous serez déconnecté de tous vos autres appareils. Ce n’est pas votre compte ? Fermez cette page. Rien ne changera.",
    restore: "Rétablir votre adresse e-mail ?",
    restoreText: (email) =>
      html`${email} redeviendra l’adresse e-mail de votre compte. Le mot de passe sera aussi supprimé et tous les appareils déconnectés, au cas où quelqu’un d’autre aurait modifié l’adresse ou le mot de passe.`,
    restoreButton: "Rétablir l’adresse e-mail",
    changedItYourself: "Vous avez modifié l’adresse vous-même ? Fermez cette page. Rien ne changera.",
    restored: "Votre adresse e-mail est rétablie",
    restoredText: (email) =>
      html`Votre compte a de nouveau l’adresse e-mail ${email}. Tous les appareils sont déconnectés et le compte n’a plus de mot de passe.`,
    setPassword: "Définir un nouveau mot de passe",
    orSignIn: (link) => html`Ou ${link("connectez-vous avec un lien")}.`,
    signInToConfirm: "Connectez-vous d’abord",
    signInToConfirmText:
      "Pour modifier votre adresse e-mail, connectez-vous au compte concerné. Ouvrez ensuite à nouveau le lien de l’e-mail, dans ce navigateur.",
    taken: "Cette adresse e-mail est déjà utilisée",
    takenText:
      "Un autre compte l’utilise désormais. Votre propre compte est inchangé. Vous pouvez choisir une autre adresse.",
    invalidText:
      "Il a expiré, a déjà été utilisé ou concerne un autre compte que celui auquel vous êtes connecté. Vous pouvez en demander un nouveau sur la page de votre compte.",
    restorationInvalidText:
      "Il a expiré ou a déjà été utilisé. Si vous ne pouvez pas vous connecter à votre compte, contactez l’assistance.",
    goToAccount: "Accéder à votre compte"
  },

  personalData: {
    section: "Vos données",
    download: "Télécharger vos données",
    delete: "Supprimer votre compte",
    deleteHeading: "Supprimer votre compte ?",
    signedInTo: (name, email) => html`Vous êtes connecté à ${name} en tant que ${email}.`,
    deletedImmediately:
      "Votre compte, votre mot de passe et vos connexions seront supprimés immédiatement. Cette action est irréversible.",
    deletedAfter: (count) =>
      `Nous vous déconnectons de tous vos autres appareils et supprimons votre compte, votre mot de passe et vos connexions au bout de ${days(count)}. D’ici là, vous pouvez vous connecter et conserver votre compte. Ensuite, vous ne pourrez plus le récupérer.`,
    downloadFirst: (link) => html`Vous pouvez d’abord ${link("télécharger vos données")}.`,
    deleteButton: "Supprimer mon compte",
    keepButton: "Conserver mon compte",
    signInFirst: (count) =>
      `Pour nous assurer qu’il s’agit bien de vous, connectez-vous avec un nouveau lien. Vous aurez ensuite ${minutes(count)} pour supprimer votre compte.`,
    passwordFirst: (link) =>
      html`Pour nous assurer qu’il s’agit bien de vous, ${link("définissez d’abord un mot de passe avec un lien par e-mail")}.`,
    noEmails:
      "Pour nous assurer qu’il s’agit bien de vous, nous devrions vous envoyer un lien, mais nous ne pouvons pas envoyer d’e-mails pour le moment.",
    linkTooOld: "Votre connexion est trop ancienne. Demandez un nouveau lien.",
    sentFromElsewhere:
      "Ce formulaire a été envoyé depuis un autre site web. Utilisez cette page pour supprimer votre compte.",
    scheduled: "Votre compte va être supprimé",
    scheduledText: (name, email, at) =>
      html`Nous supprimerons votre compte ${name} ${email} le ${at}. D’ici là, vous pouvez le conserver. Ensuite, vous ne pourrez plus le récupérer.`,
    scheduledNotice: (at) => html`Votre compte sera supprimé le ${at}.`,
    continueWithoutKeeping: "Continuer sans le conserver",
    deleted: "Votre compte est supprimé",
    deletedText: "Merci d’avoir été parmi nous. Vous pouvez vous réinscrire à tout moment."
  },

  passkey: {
    signIn: "Se connecter avec une clé d’accès",
    cancelled: "Aucune clé d’accès n’a été utilisée. Réessayez ou choisissez un autre moyen.",
    notAdded: "Aucune clé d’accès n’a été ajoutée. Réessayez ou utilisez un autre appareil.",
    exists: "Cet appareil ou son gestionnaire de mots de passe a déjà une clé d’accès pour votre compte.",
    failed: "Cela n’a pas fonctionné. Réessayez dans un instant ou choisissez un autre moyen.",
    refused: "Vous avez peut-être été déconnecté, ou cette page n’est plus à jour. Rechargez-la, puis réessayez.",
    tooLate: "Le délai est dépassé. Réessayez.",
    rejected: "Cette clé d’accès ne permet pas de vous connecter. Choisissez un autre moyen.",
    section: "Clés d’accès",
    sectionText: (link) =>
      html`Connectez-vous avec votre empreinte, votre visage ou un code PIN. ${link("Gérer vos clés d’accès")}`,
    explanation:
      "Une clé d’accès vous connecte avec votre empreinte, votre visage ou le code PIN de votre appareil. Il n’y a rien à retenir, et elle ne fonctionne pas sur les faux sites web.",
    none: "Vous n’avez pas encore de clé d’accès.",
    added: (when) => html`Ajoutée ${when}`,
    lastUsed: (added, when) => html`${added}, dernière utilisation ${when}`,
    rename: "Renommer",
    name: "Nom",
    saveName: "Enregistrer le nom",
    remove: "Supprimer",
    removeNamed: (name) => `Supprimer : ${name}`,
    renameNamed: (name) => `Renommer : ${name}`,
    add: "Ajouter une clé d’accès",
    needsScript: "Pour ajouter une clé d’accès, utilisez un navigateur récent avec JavaScript activé.",
    tooMany: (count) =>
      `Vous avez ${count} clés d’accès et ne pouvez pas en ajouter. Supprimez-en une dont vous n’avez pas besoin.`,
    isAdded: "Votre clé d’accès est ajoutée. Vous pouvez désormais vous connecter avec elle.",
    isRenamed: "Le nom est enregistré.",
    isRemoved:
      "La clé d’accès est supprimée et ne vous connecte plus. Vous pouvez aussi la supprimer de votre gestionnaire de mots de passe.",
    offer: "Vous connecter sans mot de passe la prochaine fois ?",
    notNow: "Pas maintenant"
  },

  secondFactor: {
    section: "Second facteur",
    isOn: (link) =>
      html`Lorsque vous vous connectez, nous demandons un code de votre application d’authentification. ${link("Gérer votre second facteur")}`,
    isOff: (link) =>
      html`Protégez votre compte avec un code d’une application d’authentification. ${link("Configurer un second facteur")}`,
    explanation:
      "Lorsque vous vous connectez avec un mot de passe ou un lien, nous demandons aussi un code d’une application d’authentification. Avec une clé d’accès, vous n’en avez pas besoin.",
    on: "Activé",
    codesLeft: (count) =>
      format.plural(count, {
        one: "Il vous reste # code de récupération.",
        other: "Il vous reste # codes de récupération."
      }),
    newCodes: "Créer de nouveaux codes de récupération",
    newCodesHint: "Vos anciens codes de récupération ne fonctionneront plus.",
    remove: "Supprimer le second facteur",
    removeHint: "Un mot de passe ou un lien suffira alors pour vous connecter.",
    cannotRemove: (name) => `${name} exige un second facteur : vous ne pouvez donc pas le supprimer.`,
    isRemoved: "Votre second facteur est supprimé.",
    setUp: "Configurer une application d’authentification",
    required: (name) => `${name} exige un second facteur. Configurez-le pour vous connecter.`,
    scan: "Scannez ce code QR avec une application d’authentification sur votre téléphone.",
    picture: "Code QR pour votre application d’authentification",
    orType: (key) => html`Ou saisissez cette clé dans l’application : ${key}`,
    orOpen: (link) => html`L’application est sur cet appareil ? ${link("Ouvrir l’application")}`,
    code: "Code de l’application",
    codeHint: "Six chiffres, qui changent toutes les 30 secondes.",
    turnOn: "Activer",
    codes: "Vos codes de récupération",
    codesText:
      "Si vous n’avez pas votre application d’authentification, chacun de ces codes vous connecte une fois. Enregistrez-les maintenant : nous ne les afficherons plus.",
    download: "Télécharger",
    print: "Imprimer",
    saved: "Je les ai enregistrés",
    usePasskey: (name) => `${name} exige un second facteur. Utilisez votre clé d’accès pour vous connecter.`,
    enterCode: "Saisissez votre code",
    enterCodeText: (name) => `Ouvrez votre application d’authentification et saisissez le code pour ${name}.`,
    useRecoveryCode: "Utiliser un code de récupération",
    useApp: "Utiliser votre application d’authentification",
    enterRecoveryCode: "Saisissez un code de récupération",
    enterRecoveryCodeText:
      "Vous avez reçu des codes de récupération en configurant le second facteur. Chacun fonctionne une fois.",
    recoveryCode: "Code de récupération",
    expired: "Votre connexion a expiré",
    expiredText:
      "Vous n’avez pas saisi de code à temps, ou vous vous êtes connecté ailleurs entre-temps. Reconnectez-vous.",
    mayBeOn:
      "Votre application d’authentification est peut-être déjà configurée, avec des codes de récupération. Si vous ne les avez pas vus, vous pourrez en créer de nouveaux sur la page de votre compte une fois connecté."
  },

  factorRecovery: {
    lost: (link) =>
      html`Vous avez perdu votre clé d’accès ou votre application d’authentification ? ${link("Récupérer votre compte par e-mail")}`,
    title: "Récupérer votre compte",
    text: (email) =>
      html`Vous avez perdu vos clés d’accès, ou votre application d’authentification et vos codes de récupération ? Nous pouvons les supprimer. Nous enverrons un lien à ${email}.`,
    textAtSignIn:
      "Vous avez perdu votre application d’authentification et vos codes de récupération ? Nous pouvons les supprimer. Nous enverrons un lien à votre adresse e-mail.",
    wait: (count) =>
      `Pour protéger votre compte, le lien ne fonctionne qu’au bout de ${waiting(count)}. Vous pourrez ensuite vous connecter et en configurer de nouveaux.`,
    found: "Si vous en retrouvez un entre-temps, utilisez-le pour vous connecter. La demande sera alors annulée.",
    send: "Envoyer le lien",
    unavailable: (name) =>
      `Vous ne pouvez pas récupérer votre compte par e-mail. Besoin d’aide ? Contactez l’assistance de ${name}.`,
    requested: "La récupération de votre compte a été demandée",
    open: (time, device) =>
      html`Le ${time}, quelqu’un a demandé la suppression de vos clés d’accès et de votre application d’authentification. Appareil utilisé : ${device}.`,
    period: (from, until) =>
      html`Le lien de notre e-mail le permet du ${from} au ${until}. Une connexion avec une clé d’accès, un code ou un code de récupération annule la demande.`,
    cancel: "Annuler la demande",
    isCancelled: "La demande est annulée. Vos clés d’accès et votre application d’authentification sont conservées.",
    early: "Vous ne pouvez pas encore récupérer votre compte",
    earlyText: (email, from) =>
      html`Vous pourrez supprimer les clés d’accès et l’application d’authentification de ${email} à partir du ${from}. Ouvrez alors à nouveau ce lien.`,
    confirm: "Récupérer votre compte ?",
    confirmText: (email) =>
      html`Toutes les clés d’accès, l’application d’authentification et les codes de récupération de ${email} seront supprimés, et tous les appareils déconnectés. Un mot de passe ou un lien suffira alors pour vous connecter, jusqu’à ce que vous en configuriez de nouveaux.`,
    confirmButton: "Supprimer les clés et l’application",
    someoneElse:
      "Vous n’avez rien demandé ? Annulez la demande : quelqu’un d’autre pourrait se connecter à votre compte.",
    completed: "Votre compte est récupéré",
    completedText: (email) =>
      html`Les clés d’accès et l’application d’authentification de ${email} sont supprimées, et tous les appareils sont déconnectés. Connectez-vous et configurez-en de nouvelles.`,
    cancelled: "La demande est annulée",
    cancelledText:
      "Vos clés d’accès et votre application d’authentification sont conservées. La demande ne venait pas de vous ? Définissez un nouveau mot de passe : quelqu’un d’autre pourrait se connecter à votre compte.",
    invalidText: "Il a expiré ou a déjà été utilisé, ou la demande a été annulée."
  },

  reauthentication: {
    title: "Confirmez qu’il s’agit bien de vous",
    text: (email) =>
      html`Vous êtes connecté en tant que ${email}. Avant toute modification importante, confirmez qu’il s’agit bien de vous.`,
    confirm: "Confirmer",
    withPasskey: "Utiliser une clé d’accès",
    rejected: "Cette clé d’accès n’appartient pas à votre compte. Réessayez ou choisissez un autre moyen."
  }
}
