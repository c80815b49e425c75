/**
 * The pages for users, in German.
 */
import { messages } from "@latchkey/client/messages/de"
import { html } from "@latchkey/http/core/Page"
import * as Format from "../Format.ts"
import type { PageTexts } from "../PageTexts.ts"

const format = Format.make("de")

// Both fit "in", "für", "nach" and "vor".
const minutes = (count: number) => format.plural(count, { one: "# Minute", other: "# Minuten" })
const days = (count: number) => format.plural(count, { one: "# Tag", other: "# Tagen" })
/** In the dative, after "nach". */
const waiting = (count: number) =>
  count % 24 === 0 ? days(count / 24) : format.plural(count, { one: "# Stunde", other: "# Stunden" })

export const pages: PageTexts = {
  core: {
    space: " ",
    errorTitle: (title) => `Fehler: ${title}`,
    problemHeading: "Es gibt ein Problem",
    continue: "Weiter",
    continueWithoutPassword: "Ohne Passwort fortfahren",
    signIn: "Anmelden",
    signOut: "Abmelden",
    goToSignIn: "Zur Anmeldung",
    backToSignIn: "Zurück zur Anmeldung",
    signInAnotherWay: "Auf andere Weise anmelden",
    tryAgain: "Noch einmal versuchen",
    working: "Einen Moment …",
    account: "Ihr Konto",
    backToAccount: "Zurück zu Ihrem Konto",
    emailSignInLink: "Anmeldelink per E-Mail senden",
    emailLink: "Link per E-Mail senden",
    email: "E-Mail-Adresse",
    password: "Passwort",
    currentPassword: "Aktuelles Passwort",
    newPassword: "Neues Passwort",
    showPassword: "Anzeigen",
    hidePassword: "Verbergen",
    passwordIsShown: "Ihr Passwort ist sichtbar.",
    passwordIsHidden: "Ihr Passwort ist verborgen.",
    links: "Hilfe und Bedingungen",
    terms: "Nutzungsbedingungen",
    privacy: "Datenschutz",
    support: "Hilfe"
  },

  fields: {
    emailMissing: "Geben Sie Ihre E-Mail-Adresse ein.",
    emailMalformed: "Geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel name@example.com.",
    passwordMissing: "Geben Sie Ihr Passwort ein.",
    newPasswordMissing: "Geben Sie ein neues Passwort ein.",
    currentPasswordMissing: "Geben Sie Ihr aktuelles Passwort ein.",
    currentPasswordWrong: "Ihr aktuelles Passwort ist falsch.",
    passwordTooLong: (maxLength) => `Ihr Passwort darf höchstens ${maxLength} Zeichen lang sein.`,
    passwordMalformed: "Ihr Passwort enthält ein Zeichen, das nicht erlaubt ist.",
    languageMissing: "Wählen Sie eine Sprache.",
    codeMalformed: "Geben Sie die sechs Ziffern des Codes aus der E-Mail ein.",
    authenticatorCodeMalformed: "Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App anzeigt.",
    authenticatorCodeWrong: "Dieser Code funktioniert nicht. Geben Sie den ein, den die App jetzt anzeigt.",
    recoveryCodeMalformed: "Geben Sie einen Ihrer Notfallcodes ein.",
    recoveryCodeWrong: "Dieser Notfallcode funktioniert nicht. Vielleicht wurde er schon verwendet.",
    passkeyNameMissing: "Geben Sie einen Namen für den Passkey ein.",
    passkeyNameTooLong: "Dieser Name ist zu lang."
  },

  problems: messages,

  policy: {
    uppercase: "ein Großbuchstabe",
    lowercase: "ein Kleinbuchstabe",
    number: "eine Ziffer",
    symbol: "ein Sonderzeichen",
    atLeast: (count) => `mindestens ${count} Zeichen`,
    list: format.list,
    describeLength: (count) => `Mindestens ${count} Zeichen. Gut sind ein paar Wörter mit Leerzeichen.`,
    describe: (count, contents) => `Mindestens ${count} Zeichen, darunter ${contents}.`,
    missing: (contents) => `Für Ihr Passwort erforderlich: ${contents}.`,
    common: "Ihr Passwort ist zu verbreitet: Angreifer probieren es als Erstes aus. Wählen Sie ein anderes."
  },

  time: {
    justNow: "gerade eben",
    on: (date) => `am ${date}`,
    ago: format.ago
  },

  message: {
    signedIn: "Sie sind angemeldet",
    signedInAs: (email) => html`Sie sind auf diesem Gerät als ${email} angemeldet.`,
    signedOut: "Sie sind abgemeldet",
    otherDevices:
      "Auf Ihren anderen Geräten bleiben Sie angemeldet. In Ihrem Konto können Sie sich auch dort abmelden.",
    signInAgain: "Wieder anmelden",
    blocked: "Anfrage abgelehnt",
    blockedText:
      "Dieses Formular kam von einer anderen Website, deshalb haben wir es nicht verarbeitet. Verwenden Sie stattdessen diese Seite:",
    notFound: "Seite nicht gefunden",
    notFoundText: "Prüfen Sie die Internetadresse, oder gehen Sie zu Ihrem Konto.",
    cookiesBlocked: "Ihr Browser blockiert Cookies",
    cookiesBlockedText:
      "Ohne Cookies können Sie sich nicht anmelden. Erlauben Sie Cookies für diese Website und versuchen Sie es dann noch einmal.",
    unknownHost: "Unter dieser Adresse können Sie sich nicht anmelden."
  },

  password: {
    signInTo: (name) => `Bei ${name} anmelden`,
    signUp: "Konto erstellen",
    signUpFor: (name) => `Konto bei ${name} erstellen`,
    createAccount: "Konto erstellen",
    or: "oder",
    noPasswordNeeded: "Ganz ohne Passwort.",
    signInHint: "Öffnen Sie den Link in der E-Mail, um sich anzumelden.",
    signUpHint: "Der Link erstellt Ihr Konto und meldet Sie an.",
    forgotten: "Passwort vergessen?",
    newHere: (link) => html`Neu hier? ${link("Konto erstellen")}`,
    haveAccount: (link) => html`Sie haben ein Konto? ${link("Anmelden")}`,
    signInInstead: "Stattdessen anmelden",
    noEmails: "Wir können zurzeit keine E-Mails senden. Deshalb können Sie sich nicht anmelden.",
    closed: "Die Registrierung ist geschlossen",
    closedText: (name) =>
      `Sie können hier kein Konto bei ${name} erstellen. Wenn Sie ein Konto haben, können Sie sich anmelden.`,
    invitationNeeded: (name) =>
      `Für ein Konto bei ${name} brauchen Sie eine Einladung. Wenn Sie eine haben, öffnen Sie den Link in der E-Mail. Wenn Sie ein Konto haben, können Sie sich anmelden.`
  },

  magicLink: {
    sent: "Sehen Sie in Ihrem Postfach nach",
    sending: (email) => html`Wir senden einen Anmeldelink an ${email}.`,
    sendingIfRequested: "Wenn Sie gerade einen Anmeldelink angefordert haben, senden wir ihn Ihnen.",
    sendingIfAccount: (email) =>
      html`Wenn es ein Konto für ${email ?? "Ihre E-Mail-Adresse"} gibt, senden wir einen Anmeldelink.`,
    requested: (email) => html`Sie haben einen Anmeldelink für ${email} angefordert.`,
    sentAgain: "Wir senden einen neuen Link. Verwenden Sie den aus der neuesten E-Mail.",
    sentAgainIfAccount:
      "Wenn es ein Konto für diese Adresse gibt, senden wir einen neuen Link. Verwenden Sie den aus der neuesten E-Mail.",
    lifetime: (count) => `Er funktioniert nur einmal und läuft in ${minutes(count)} ab.`,
    otherDevice:
      "Öffnen Sie den Link auf diesem Gerät, dann sind Sie sofort angemeldet. Auf einem anderen Gerät müssen Sie die Anmeldung bestätigen.",
    noEmail: "Keine E-Mail? Sehen Sie im Spam-Ordner nach.",
    noEmailOrTypo: "Keine E-Mail? Sehen Sie im Spam-Ordner nach, und prüfen Sie die Adresse oben.",
    resend: "Link noch einmal senden",
    code: "Code aus der E-Mail",
    codeHint: (count) =>
      `Sechs Ziffern. Sie können sie ${minutes(count)} lang hier eingeben, statt den Link zu öffnen.`,
    codeRejected:
      "Dieser Code funktioniert nicht. Prüfen Sie die Ziffern in der neuesten E-Mail oder öffnen Sie deren Link. Wenn Sie diesen Code schon einmal gesendet haben, hat er vielleicht funktioniert. Fordern Sie dann eine neue E-Mail an. Nach fünf falschen Codes funktioniert eine Zeit lang nur der Link.",
    anotherEmail: "Andere E-Mail-Adresse verwenden",
    confirm: (name) => `Bei ${name} anmelden?`,
    signingInAs: (email) => html`Sie melden sich auf diesem Gerät als ${email} an.`,
    switchingTo: (current, email) =>
      html`Sie sind als ${current} angemeldet. Wenn Sie fortfahren, wechseln Sie zu ${email}.`,
    notYou:
      "Das sind nicht Sie, oder Sie haben das nicht angefordert? Schließen Sie diese Seite. Sie werden dann nicht angemeldet.",
    notYouSignedIn:
      "Das sind nicht Sie, oder Sie haben das nicht angefordert? Schließen Sie diese Seite. Es ändert sich dann nichts.",
    passwordRemoved:
      "Dieses Konto hatte ein Passwort aus der Zeit vor der Bestätigung Ihrer E-Mail-Adresse. Wir haben dieses Passwort entfernt und alle anderen Geräte abgemeldet, falls jemand anderes das Konto erstellt hat.",
    setNewPassword: "Neues Passwort festlegen",
    newLink: "Neuen Link anfordern",
    emailNewLink: "Neuen Link per E-Mail senden",
    canSendTo: (email) => html`Wir können einen neuen Link an ${email} senden.`,
    invalid: "Dieser Link funktioniert nicht mehr",
    incomplete: "Dieser Link ist unvollständig",
    incompleteText: "Öffnen Sie ihn noch einmal aus der E-Mail.",
    turnedOff: "Dieser Link funktioniert nicht",
    tooMany: "Zu viele Versuche",
    tooManyText: (when) => `Ihr Link funktioniert weiterhin. Versuchen Sie es ${when} noch einmal.`,
    blockedText: (problem) => `${problem} Um sich anzumelden, öffnen Sie den Link aus der E-Mail.`,
    unchecked: "Wir konnten Ihren Link nicht prüfen",
    uncheckedText: (problem) => `${problem} Öffnen Sie den Link aus der E-Mail noch einmal.`
  },

  passwordReset: {
    title: "Passwort vergessen?",
    explanation: "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, um ein neues Passwort festzulegen.",
    sending: (email) =>
      html`Wenn es ein Konto für ${email ?? "Ihre E-Mail-Adresse"} gibt, senden wir einen Link, um ein neues Passwort festzulegen.`,
    noEmail: (link) =>
      html`Keine E-Mail? Sehen Sie im Spam-Ordner nach, oder ${link("versuchen Sie es noch einmal")}. Vielleicht haben Sie Ihr Konto mit einer anderen Adresse erstellt.`,
    form: "Neues Passwort festlegen",
    settingOf: (email) => html`Sie legen das Passwort von ${email} fest.`,
    switchingTo: (current, email) =>
      html`Sie sind als ${current} angemeldet. Wenn Sie fortfahren, legen Sie das Passwort von ${email} fest und werden mit diesem Konto angemeldet.`,
    set: "Passwort festlegen und anmelden",
    otherDevices:
      "Sie werden dadurch auf allen anderen Geräten abgemeldet. Das ist nicht Ihr Konto? Schließen Sie diese Seite. Es ändert sich dann nichts.",
    passwordsOff: "Passwörter werden hier nicht verwendet. Melden Sie sich mit einem Link an.",
    noEmails: "Wir können zurzeit keine E-Mails senden. Deshalb können Sie kein neues Passwort festlegen.",
    mayBeSet:
      "Wenn Sie gerade ein Passwort festgelegt haben, wurde es vielleicht gespeichert. Versuchen Sie, sich damit anzumelden.",
    blockedText: (problem) => `${problem} Um ein neues Passwort festzulegen, öffnen Sie den Link aus der E-Mail.`
  },

  pendingSignUp: {
    sending: (email, count) =>
      html`Wir senden eine E-Mail an ${email ?? "Ihre E-Mail-Adresse"}. Wenn Sie neu hier sind, öffnen Sie den Link darin, um Ihr Konto zu erstellen. Der Link funktioniert nur einmal und läuft in ${minutes(count)} ab.`,
    noEmail: (link) =>
      html`Öffnen Sie den Link in diesem Browser, damit das eben gewählte Passwort gilt. Keine E-Mail? Sehen Sie im Spam-Ordner nach, oder ${link("registrieren Sie sich noch einmal")}.`,
    title: "Registrierung abschließen",
    completing: (email) =>
      html`Damit schließen Sie die Registrierung mit ${email} ab und melden sich auf diesem Gerät an.`,
    switchingTo: (current, email) =>
      html`Sie sind als ${current} angemeldet. Wenn Sie fortfahren, schließen Sie die Registrierung mit ${email} ab und werden mit diesem Konto angemeldet.`,
    passwordNotUsed:
      "Das Passwort aus der Registrierung gilt hier nicht. Zu Ihrer Sicherheit kann es nur der Browser behalten, in dem Sie es gewählt haben. Sie können danach eines festlegen.",
    complete: "Registrierung abschließen",
    notYou:
      "Das sind nicht Sie, oder Sie haben sich nicht registriert? Schließen Sie diese Seite. Es ändert sich dann nichts.",
    ready: "Ihr Konto ist bereit",
    readyText:
      "Sie sind angemeldet. Zu Ihrer Sicherheit kann nur der Browser, in dem Sie sich registriert haben, das Passwort behalten. Deshalb hat Ihr Konto noch keines.",
    setPassword: "Passwort festlegen",
    invalidText: "Er ist abgelaufen oder wurde bereits verwendet. Wenn Sie ein Konto haben, können Sie sich anmelden.",
    blockedText: (problem) => `${problem} Um Ihr Konto zu erstellen, öffnen Sie den Link in der E-Mail.`,
    signInOrUp: (signIn, signUp) => html`${signIn("Zur Anmeldung")} oder ${signUp("noch einmal registrieren")}`
  },

  invitation: {
    title: (name) => `Einladung zu ${name}`,
    heading: (name) => `Konto bei ${name} erstellen?`,
    creating: (email) => html`Damit erstellen Sie ein Konto für ${email} und melden sich auf diesem Gerät an.`,
    switchingTo: (current, email) =>
      html`Sie sind als ${current} angemeldet. Wenn Sie fortfahren, erstellen Sie ein Konto für ${email} und werden damit angemeldet.`,
    notYou:
      "Das sind nicht Sie, oder Sie haben keine Einladung erwartet? Schließen Sie diese Seite. Es wird dann kein Konto erstellt.",
    invalid: "Diese Einladung funktioniert nicht mehr",
    invalidText:
      "Sie ist abgelaufen, wurde zurückgezogen oder bereits verwendet. Wenn Sie ein Konto haben, können Sie sich anmelden.",
    blockedText: (problem) => `${problem} Um die Einladung anzunehmen, öffnen Sie den Link in der E-Mail.`,
    unchecked: "Wir konnten Ihre Einladung nicht prüfen"
  },

  account: {
    signedInAs: (email) => html`Sie sind angemeldet als ${email}`,
    verified: "Bestätigt",
    notVerified: "Nicht bestätigt",
    goTo: (name) => `Zu ${name}`,
    verify: "E-Mail-Adresse bestätigen",
    verifyText:
      "Wir senden Ihnen einen Anmeldelink. Öffnen Sie ihn in diesem Browser. Wir melden dann Ihre anderen Geräte ab. Wenn Sie ihn in einem Browser öffnen, in dem Sie nicht angemeldet sind, entfernen wir auch Ihr Passwort und melden Sie hier ab, falls jemand anderes dieses Konto erstellt hat.",
    verifyButton: "Adresse bestätigen",
    verifyToContinue: (email, name) =>
      html`Sie sind als ${email} angemeldet. Bestätigen Sie diese Adresse, um zu ${name} zu gelangen.`,
    verifyWithPassword: (link) =>
      html`Um sie zu bestätigen, ${link("legen Sie mit einem Link per E-Mail ein neues Passwort fest")}.`,
    verifyWithoutEmails: "Wir können zurzeit keine E-Mails senden. Deshalb können Sie diese Adresse nicht bestätigen.",
    sessions: "Wo Sie angemeldet sind",
    thisDevice: "Dieses Gerät",
    signedInWithLink: (when) => html`Mit Link angemeldet ${when}`,
    signedInWithPassword: (when) => html`Mit Passwort angemeldet ${when}`,
    signedInWithPasskey: (when) => html`Mit Passkey angemeldet ${when}`,
    lastActive: (signedIn, when) => html`${signedIn}, zuletzt aktiv ${when}`,
    signOutHere: "Auf diesem Gerät abmelden",
    signOutOn: (device) => `Abmelden: ${device}`,
    signOutOthers: "Auf allen anderen Geräten abmelden",
    changePassword: "Passwort ändern",
    setPassword: "Passwort festlegen",
    changePasswordButton: "Passwort ändern",
    setPasswordButton: "Passwort festlegen",
    changingSignsOut: "Wenn Sie Ihr Passwort ändern, werden Sie auf allen anderen Geräten abgemeldet.",
    settingSignsOut: "Wenn Sie Ihr Passwort festlegen, werden Sie auf allen anderen Geräten abgemeldet.",
    noPassword: (link) => html`Sie haben kein Passwort. ${link("Mit einem Link per E-Mail eines festlegen")}`,
    noPasswordWithLinks: (count) =>
      `Sie haben kein Passwort. Um eines festzulegen, melden Sie sich mit einem neuen Link an. Danach haben Sie ${minutes(count)} Zeit.`,
    noPasswordWithoutEmails:
      "Sie haben kein Passwort und können keines festlegen, solange wir keine E-Mails senden können.",
    forgotten: (link) => html`Passwort vergessen? ${link("Mit einem Link per E-Mail ein neues festlegen")}`,
    linkTooOld: (count) => `Ihre Anmeldung ist mehr als ${minutes(count)} her. Fordern Sie einen neuen Link an.`,
    sentFromElsewhere:
      "Dieses Formular kam von einer anderen Website. Verwenden Sie diese Seite, um ein Passwort festzulegen.",
    passwordIsSet: "Ihr Passwort ist festgelegt. Auf allen anderen Geräten sind Sie abgemeldet.",
    accountIsKept: "Ihr Konto bleibt bestehen.",
    deviceIsSignedOut: "Auf dem anderen Gerät sind Sie jetzt abgemeldet.",
    othersAreSignedOut: "Auf allen anderen Geräten sind Sie abgemeldet.",
    language: "Sprache",
    languageLabel: "Sprache der Seiten und E-Mails",
    languageOfBrowser: "Sprache des Browsers",
    saveLanguage: "Sprache speichern",
    languageIsSet: "Ihre Sprache ist gespeichert."
  },

  emailChange: {
    section: "E-Mail-Adresse",
    sectionText: (link) => html`Sie brauchen Zugriff auf die neue Adresse. ${link("E-Mail-Adresse ändern")}`,
    title: "E-Mail-Adresse ändern",
    current: (email) => html`Ihre E-Mail-Adresse ist ${email}.`,
    newEmail: "Neue E-Mail-Adresse",
    formText:
      "Wir senden einen Link an die neue Adresse. Ihre Adresse ändert sich, wenn Sie ihn hier öffnen und bestätigen.",
    signInFirst: (count) =>
      `Um Ihre E-Mail-Adresse zu ändern, melden Sie sich mit einem neuen Link an. Danach haben Sie ${minutes(count)} Zeit.`,
    passwordFirst: (link) =>
      html`Um Ihre E-Mail-Adresse zu ändern, ${link("legen Sie zuerst mit einem Link per E-Mail ein Passwort fest")}.`,
    noEmails: "Wir können zurzeit keine E-Mails senden. Deshalb können Sie Ihre E-Mail-Adresse nicht ändern.",
    sentFromElsewhere:
      "Dieses Formular kam von einer anderen Website. Verwenden Sie diese Seite, um Ihre E-Mail-Adresse zu ändern.",
    requested: (count) =>
      `Sehen Sie im Postfach Ihrer neuen Adresse nach. Wenn kein anderes Konto sie verwendet, haben wir dorthin einen Link gesendet, der ${minutes(count)} lang funktioniert.`,
    changed: "Ihre E-Mail-Adresse ist geändert. Auf allen anderen Geräten sind Sie abgemeldet.",
    confirm: "E-Mail-Adresse ändern?",
    confirmText: (current, next) =>
      html`Sie sind als ${current} angemeldet. In Zukunft melden Sie sich als ${next} an.`,
    confirmButton: "E-Mail-Adresse ändern",
    otherDevices:
      "Sie werden dadurch auf allen anderen Geräten abgemeldet. Das ist nicht Ihr Konto? Schließen Sie diese Seite. Es ändert sich dann nichts.",
    restore: "E-Mail-Adresse wiederherstellen?",
    restoreText: (email) =>
      html`Damit wird ${email} wieder die E-Mail-Adresse Ihres Kontos. Außerdem wird das Passwort entfernt und jedes Gerät abgemeldet, falls jemand anderes die Adresse oder das Passwort geändert hat.`,
    restoreButton: "E-Mail-Adresse wiederherstellen",
    changedItYourself: "Haben Sie die Adresse selbst geändert? Schließen Sie diese Seite. Es ändert sich dann nichts.",
    restored: "Ihre E-Mail-Adresse ist wiederhergestellt",
    restoredText: (email) =>
      html`Ihr Konto hat wieder die E-Mail-Adresse ${email}. Alle Geräte sind abgemeldet, und das Konto hat kein Passwort.`,
    setPassword: "Neues Passwort festlegen",
    orSignIn: (link) => html`Oder ${link("melden Sie sich mit einem Link an")}.`,
    signInToConfirm: "Melden Sie sich zuerst an",
    signInToConfirmText:
      "Um Ihre E-Mail-Adresse zu ändern, melden Sie sich bei dem Konto an, um das es geht. Öffnen Sie dann den Link in der E-Mail noch einmal, in diesem Browser.",
    taken: "Diese E-Mail-Adresse ist vergeben",
    takenText:
      "Ein anderes Konto verwendet sie inzwischen. Ihr eigenes Konto ist unverändert. Sie können eine andere Adresse wählen.",
    invalidText:
      "Er ist abgelaufen, wurde bereits verwendet oder gehört zu einem anderen Konto als dem, bei dem Sie angemeldet sind. In Ihrem Konto können Sie einen neuen anfordern.",
    restorationInvalidText:
      "Er ist abgelaufen oder wurde bereits verwendet. Wenn Sie sich bei Ihrem Konto nicht anmelden können, wenden Sie sich an den Support.",
    goToAccount: "Zu Ihrem Konto"
  },

  personalData: {
    section: "Ihre Daten",
    download: "Ihre Daten herunterladen",
    delete: "Konto löschen",
    deleteHeading: "Konto löschen?",
    signedInTo: (name, email) => html`Sie sind bei ${name} als ${email} angemeldet.`,
    deletedImmediately:
      "Ihr Konto, Ihr Passwort und Ihre Anmeldungen werden sofort gelöscht. Das lässt sich nicht rückgängig machen.",
    deletedAfter: (count) =>
      `Wir melden Sie auf allen anderen Geräten ab und löschen Ihr Konto, Ihr Passwort und Ihre Anmeldungen nach ${days(count)}. Bis dahin können Sie sich anmelden und Ihr Konto behalten. Danach lässt es sich nicht wiederherstellen.`,
    downloadFirst: (link) => html`Vorher können Sie ${link("Ihre Daten herunterladen")}.`,
    deleteButton: "Mein Konto löschen",
    keepButton: "Mein Konto behalten",
    signInFirst: (count) =>
      `Damit wir sicher sind, dass Sie es sind, melden Sie sich mit einem neuen Link an. Danach haben Sie ${minutes(count)} Zeit.`,
    passwordFirst: (link) =>
      html`Damit wir sicher sind, dass Sie es sind, ${link("legen Sie zuerst mit einem Link per E-Mail ein Passwort fest")}.`,
    noEmails:
      "Damit wir sicher sind, dass Sie es sind, würden wir Ihnen einen Link senden, aber wir können zurzeit keine E-Mails senden.",
    linkTooOld: "Ihre Anmeldung ist zu lange her. Fordern Sie einen neuen Link an.",
    sentFromElsewhere:
      "Dieses Formular kam von einer anderen Website. Verwenden Sie diese Seite, um Ihr Konto zu löschen.",
    scheduled: "Ihr Konto wird gelöscht",
    scheduledText: (name, email, at) =>
      html`Wir löschen Ihr Konto ${email} bei ${name} am ${at}. Bis dahin können Sie es behalten. Danach lässt es sich nicht wiederherstellen.`,
    scheduledNotice: (at) => html`Ihr Konto wird am ${at} gelöscht.`,
    continueWithoutKeeping: "Fortfahren, ohne es zu behalten",
    deleted: "Ihr Konto ist gelöscht",
    deletedText: "Danke, dass Sie bei uns waren. Sie können jederzeit wieder ein Konto erstellen."
  },

  passkey: {
    signIn: "Mit Passkey anmelden",
    cancelled: "Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal oder auf andere Weise.",
    notAdded: "Es wurde kein Passkey hinzugefügt. Versuchen Sie es noch einmal oder mit einem anderen Gerät.",
    exists: "Dieses Gerät oder sein Passwort-Manager hat schon einen Passkey für Ihr Konto.",
    failed: "Das hat nicht funktioniert. Versuchen Sie es gleich noch einmal oder auf andere Weise.",
    refused:
      "Vielleicht wurden Sie abgemeldet, oder diese Seite ist veraltet. Laden Sie sie neu und versuchen Sie es dann noch einmal.",
    tooLate: "Das hat zu lange gedauert. Versuchen Sie es noch einmal.",
    rejected: "Mit diesem Passkey können Sie sich nicht anmelden. Wählen Sie eine andere Weise.",
    section: "Ihre Passkeys",
    sectionText: (link) => html`Melden Sie sich mit Fingerabdruck, Gesicht oder PIN an. ${link("Passkeys verwalten")}`,
    explanation:
      "Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an. Sie müssen sich nichts merken, und auf gefälschten Websites funktioniert er nicht.",
    none: "Sie haben noch keinen Passkey.",
    added: (when) => html`Hinzugefügt ${when}`,
    lastUsed: (added, when) => html`${added}, zuletzt verwendet ${when}`,
    rename: "Umbenennen",
    name: "Name des Passkeys",
    saveName: "Namen speichern",
    remove: "Entfernen",
    removeNamed: (name) => `Entfernen: ${name}`,
    renameNamed: (name) => `Umbenennen: ${name}`,
    add: "Passkey hinzufügen",
    needsScript: "Um einen Passkey hinzuzufügen, verwenden Sie einen aktuellen Browser mit eingeschaltetem JavaScript.",
    tooMany: (count) =>
      `Sie haben ${count} Passkeys und können keine weiteren hinzufügen. Entfernen Sie einen, den Sie nicht brauchen.`,
    isAdded: "Ihr Passkey ist hinzugefügt. Ab jetzt können Sie sich damit anmelden.",
    isRenamed: "Der Name ist gespeichert.",
    isRemoved:
      "Der Passkey ist entfernt und meldet Sie nicht mehr an. Sie können ihn auch in Ihrem Passwort-Manager löschen.",
    offer: "Beim nächsten Mal ohne Passwort anmelden?",
    notNow: "Jetzt nicht"
  },

  secondFactor: {
    section: "Zweiter Faktor",
    isOn: (link) =>
      html`Wenn Sie sich anmelden, fragen wir nach einem Code aus Ihrer Authenticator-App. ${link("Zweiten Faktor verwalten")}`,
    isOff: (link) =>
      html`Schützen Sie Ihr Konto mit einem Code aus einer Authenticator-App. ${link("Zweiten Faktor einrichten")}`,
    explanation:
      "Wenn Sie sich mit einem Passwort oder einem Link anmelden, fragen wir auch nach einem Code aus einer Authenticator-App. Mit einem Passkey brauchen Sie keinen.",
    on: "Eingeschaltet",
    codesLeft: (count) =>
      format.plural(count, {
        one: "Sie haben noch # Notfallcode.",
        other: "Sie haben noch # Notfallcodes."
      }),
    newCodes: "Neue Notfallcodes erstellen",
    newCodesHint: "Ihre alten Notfallcodes funktionieren dann nicht mehr.",
    remove: "Zweiten Faktor entfernen",
    removeHint: "Zum Anmelden reicht dann ein Passwort oder ein Link.",
    cannotRemove: (name) => `${name} verlangt einen zweiten Faktor. Deshalb können Sie ihn nicht entfernen.`,
    isRemoved: "Ihr zweiter Faktor ist entfernt.",
    setUp: "Authenticator-App einrichten",
    required: (name) => `${name} verlangt einen zweiten Faktor. Richten Sie ihn ein, um sich anzumelden.`,
    scan: "Scannen Sie diesen QR-Code mit einer Authenticator-App auf Ihrem Telefon.",
    picture: "QR-Code für Ihre Authenticator-App",
    orType: (key) => html`Oder geben Sie diesen Schlüssel in die App ein: ${key}`,
    orOpen: (link) => html`Die App ist auf diesem Gerät? ${link("App öffnen")}`,
    code: "Code aus der App",
    codeHint: "Sechs Ziffern, die sich alle 30 Sekunden ändern.",
    turnOn: "Einschalten",
    codes: "Ihre Notfallcodes",
    codesText:
      "Wenn Sie Ihre Authenticator-App nicht haben, können Sie sich mit jedem dieser Codes einmal anmelden. Speichern Sie sie jetzt: Wir zeigen sie nicht noch einmal an.",
    download: "Herunterladen",
    print: "Drucken",
    saved: "Ich habe sie gespeichert",
    usePasskey: (name) => `${name} verlangt einen zweiten Faktor. Verwenden Sie Ihren Passkey, um sich anzumelden.`,
    enterCode: "Code eingeben",
    enterCodeText: (name) => `Öffnen Sie Ihre Authenticator-App und geben Sie den Code für ${name} ein.`,
    useRecoveryCode: "Notfallcode verwenden",
    useApp: "Authenticator-App verwenden",
    enterRecoveryCode: "Notfallcode eingeben",
    enterRecoveryCodeText:
      "Sie haben Notfallcodes erhalten, als Sie den zweiten Faktor eingerichtet haben. Jeder funktioniert einmal.",
    recoveryCode: "Notfallcode",
    expired: "Ihre Anmeldung ist abgelaufen",
    expiredText:
      "Sie haben nicht rechtzeitig einen Code eingegeben oder sich inzwischen anderswo angemeldet. Melden Sie sich noch einmal an.",
    mayBeOn:
      "Ihre Authenticator-App ist vielleicht schon eingerichtet, mit Notfallcodes. Wenn Sie diese nicht gesehen haben, können Sie nach der Anmeldung in Ihrem Konto neue erstellen."
  },

  factorRecovery: {
    lost: (link) => html`Passkey oder Authenticator-App verloren? ${link("Konto per E-Mail wiederherstellen")}`,
    title: "Konto wiederherstellen",
    text: (email) =>
      html`Haben Sie Ihre Passkeys oder Ihre Authenticator-App und Ihre Notfallcodes verloren? Dann können wir sie entfernen. Wir senden dafür einen Link an ${email}.`,
    textAtSignIn:
      "Haben Sie Ihre Authenticator-App und Ihre Notfallcodes verloren? Dann können wir sie entfernen. Wir senden dafür einen Link an Ihre E-Mail-Adresse.",
    wait: (count) =>
      `Zum Schutz Ihres Kontos funktioniert der Link erst nach ${waiting(count)}. Danach melden Sie sich an und richten neue ein.`,
    found:
      "Wenn Sie in der Zwischenzeit etwas davon wiederfinden, melden Sie sich damit an. Die Anfrage wird dadurch abgebrochen.",
    send: "Link senden",
    unavailable: (name) =>
      `Sie können Ihr Konto nicht per E-Mail wiederherstellen. Brauchen Sie Hilfe? Wenden Sie sich an den Support von ${name}.`,
    requested: "Die Wiederherstellung Ihres Kontos wurde angefordert",
    open: (time, device) =>
      html`Am ${time} hat jemand darum gebeten, Ihre Passkeys und Ihre Authenticator-App zu entfernen. Gerät: ${device}.`,
    period: (from, until) =>
      html`Mit dem Link in unserer E-Mail ist das vom ${from} bis zum ${until} möglich. Wenn sich jemand mit einem Passkey, einem Code oder einem Notfallcode anmeldet, wird die Anfrage abgebrochen.`,
    cancel: "Anfrage abbrechen",
    isCancelled: "Die Anfrage wurde abgebrochen. Ihre Passkeys und Ihre Authenticator-App bleiben erhalten.",
    early: "Sie können Ihr Konto noch nicht wiederherstellen",
    earlyText: (email, from) =>
      html`Sie können die Passkeys und die Authenticator-App von ${email} ab dem ${from} entfernen. Öffnen Sie diesen Link dann noch einmal.`,
    confirm: "Konto wiederherstellen?",
    confirmText: (email) =>
      html`Damit werden alle Passkeys, die Authenticator-App und die Notfallcodes von ${email} entfernt und alle Geräte abgemeldet. Zum Anmelden reicht dann ein Passwort oder ein Link, bis Sie neue einrichten.`,
    confirmButton: "Passkeys und App entfernen",
    someoneElse:
      "Sie haben das nicht angefordert? Brechen Sie die Anfrage ab: Jemand anderes könnte sich bei Ihrem Konto anmelden.",
    completed: "Ihr Konto ist wiederhergestellt",
    completedText: (email) =>
      html`Die Passkeys und die Authenticator-App von ${email} wurden entfernt, und alle Geräte wurden abgemeldet. Melden Sie sich an und richten Sie neue ein.`,
    cancelled: "Die Anfrage wurde abgebrochen",
    cancelledText:
      "Ihre Passkeys und Ihre Authenticator-App bleiben erhalten. Kam die Anfrage nicht von Ihnen? Dann legen Sie ein neues Passwort fest: Jemand anderes könnte sich bei Ihrem Konto anmelden.",
    invalidText: "Er ist abgelaufen oder wurde bereits verwendet, oder die Anfrage wurde abgebrochen."
  },

  reauthentication: {
    title: "Bestätigen Sie, dass Sie es sind",
    text: (email) =>
      html`Sie sind als ${email} angemeldet. Bestätigen Sie, dass Sie es sind, bevor Sie etwas Wichtiges ändern.`,
    confirm: "Bestätigen",
    withPasskey: "Passkey verwenden",
    rejected: "Dieser Passkey gehört nicht zu Ihrem Konto. Versuchen Sie es noch einmal oder auf andere Weise."
  }
}
