/** The texts that several pages share, in German. */
import { html } from "@latchkey/http/core/Page"
import * as de from "../../language/de.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
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
    or: "oder",
    tryAgain: "Noch einmal versuchen",
    setNewPassword: "Neues Passwort festlegen",
    signsOutOthers:
      "Sie werden dadurch auf allen anderen Geräten abgemeldet. Das ist nicht Ihr Konto? Schließen Sie diese Seite. Es ändert sich dann nichts.",
    working: "Einen Moment …",
    account: "Ihr Konto",
    backToAccount: "Zurück zu Ihrem Konto",
    emailSignInLink: "Anmeldelink per E-Mail senden",
    emailLink: "Link per E-Mail senden",
    lastUsed: "Zuletzt verwendet",
    copy: "Kopieren",
    copied: "Kopiert.",
    email: "E-Mail-Adresse",
    password: "Passwort",
    currentPassword: "Aktuelles Passwort",
    newPassword: "Neues Passwort",
    showPassword: "Anzeigen",
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
    passwordMalformed: "Ihr Passwort enthält ein Zeichen, das nicht erlaubt ist."
  },

  policy: {
    uppercase: "ein Großbuchstabe",
    lowercase: "ein Kleinbuchstabe",
    number: "eine Ziffer",
    symbol: "ein Sonderzeichen",
    atLeast: (count) => `mindestens ${count} Zeichen`,
    list: de.format.list,
    describeLength: (count) => `Mindestens ${count} Zeichen. Gut sind ein paar Wörter mit Leerzeichen.`,
    describe: (count, contents) => `Mindestens ${count} Zeichen, darunter ${contents}.`,
    missing: (contents) => `Für Ihr Passwort erforderlich: ${contents}.`,
    common: "Ihr Passwort ist zu verbreitet: Angreifer probieren es als Erstes aus. Wählen Sie ein anderes."
  },

  time: {
    justNow: "gerade eben",
    on: (date) => `am ${date}`,
    date: de.format.date,
    ago: de.format.ago
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
  }
}
