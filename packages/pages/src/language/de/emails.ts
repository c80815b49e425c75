/** The texts of emails in German. */
import { maxFailures } from "@latchkey/domain/account/SignInFailures"
import type { EmailTexts, Lifetime, Occasion } from "../EmailTexts.ts"
import * as Format from "../Format.ts"

const format = Format.make("de")

const forms = {
  minute: { one: "# Minute", other: "# Minuten" },
  day: { one: "# Tag", other: "# Tagen" }
}
/** In the dative, after "in". */
const duration = ({ count, unit }: Lifetime) => format.plural(count, forms[unit])

/** What happened, and on which device. */
const on = (sentence: (time: string) => string, { device, time }: Occasion) =>
  device === undefined ? sentence(`am ${time}`) : `${sentence(`am ${time}`)} Gerät: ${device}.`

const requested = (occasion: Occasion) => on((time) => `Der Link wurde ${time} angefordert.`, occasion)

const othersSignedOut = "Alle anderen Geräte wurden abgemeldet."

export const emails: EmailTexts = {
  space: " ",
  time: format.time,
  device: ({ browser, system }) => (system === undefined ? browser : `${browser} unter ${system}`),
  unknownDevice: "Unbekanntes Gerät",
  validity: (lifetime) => `Der Link funktioniert nur einmal und läuft in ${duration(lifetime)} ab.`,
  copyLink: "Oder kopieren Sie diese Adresse in Ihren Browser:",
  magicLink: {
    subject: ({ instance }) => `Ihr Anmeldelink für ${instance}`,
    action: ({ instance }) => `Bei ${instance} anmelden`,
    purpose: ({ place }) => `Mit diesem Link melden Sie sich bei ${place} an.`,
    origin: requested,
    advice: "Sie haben das nicht angefordert? Ignorieren Sie diese E-Mail und geben Sie den Link nicht weiter."
  },
  magicLinkCode: {
    about: (lifetime) =>
      `Oder geben Sie diesen Code dort ein, wo Sie den Link angefordert haben. Er läuft ${duration(lifetime)} nach Ihrer Anforderung ab.`,
    advice:
      "Sie haben das nicht angefordert? Ignorieren Sie diese E-Mail. Geben Sie weder den Link noch den Code weiter."
  },
  passwordReset: {
    subject: ({ instance }) => `Neues Passwort für ${instance} festlegen`,
    action: () => "Neues Passwort festlegen",
    purpose: ({ place }) => `Mit diesem Link legen Sie ein neues Passwort für Ihr Konto bei ${place} fest.`,
    origin: requested,
    advice:
      "Sie haben das nicht angefordert? Ignorieren Sie diese E-Mail und geben Sie den Link nicht weiter. Ihr Passwort bleibt unverändert."
  },
  signUp: {
    subject: ({ instance }) => `Registrierung bei ${instance} abschließen`,
    action: () => "Registrierung abschließen",
    purpose: ({ place }) => `Mit diesem Link erstellen Sie Ihr Konto bei ${place}.`,
    origin: (occasion) => on((time) => `Jemand hat sich ${time} mit dieser E-Mail-Adresse registriert.`, occasion),
    advice:
      "Das waren nicht Sie? Ignorieren Sie diese E-Mail und geben Sie den Link nicht weiter. Ohne ihn wird kein Konto erstellt."
  },
  existingAccount: {
    subject: ({ instance }) => `Sie haben bereits ein Konto bei ${instance}`,
    event: ({ place, ...occasion }) =>
      `${on((time) => `Jemand, vielleicht Sie selbst, wollte sich ${time} mit dieser E-Mail-Adresse registrieren.`, occasion)} Sie haben bereits ein Konto bei ${place}.`,
    signIn: "Melden Sie sich einfach an:",
    setPassword: "Passwort vergessen? Legen Sie ein neues fest:",
    advice: "Das waren nicht Sie? Sie müssen nichts tun. Es hat sich nichts geändert."
  },
  invitation: {
    subject: ({ instance }) => `Ihre Einladung zu ${instance}`,
    action: () => "Konto erstellen",
    purpose: ({ place }) => `Sie sind eingeladen. Mit diesem Link erstellen Sie Ihr Konto bei ${place}.`,
    origin: (occasion) => on((time) => `Ein Administrator hat Sie ${time} eingeladen.`, occasion),
    advice:
      "Sie haben das nicht erwartet? Ignorieren Sie diese E-Mail und geben Sie den Link nicht weiter. Ohne ihn wird kein Konto erstellt."
  },
  emailChange: {
    subject: () => "Bestätigen Sie Ihre neue E-Mail-Adresse",
    action: () => "Neue E-Mail-Adresse bestätigen",
    purpose: ({ place }) => `Mit diesem Link bestätigen Sie Ihre neue E-Mail-Adresse bei ${place}.`,
    origin: (occasion) => `${requested(occasion)} Öffnen Sie den Link in einem Browser, in dem Sie angemeldet sind.`,
    advice:
      "Sie haben das nicht angefordert? Ignorieren Sie diese E-Mail und geben Sie den Link nicht weiter. Es ändert sich dann nichts."
  },
  emailChanged: {
    subject: () => "Ihre E-Mail-Adresse wurde geändert",
    action: () => "Diese E-Mail-Adresse wiederherstellen",
    purpose: ({ place }) =>
      `Jemand hat die E-Mail-Adresse Ihres Kontos bei ${place} geändert. Wenn Sie das nicht waren, stellen Sie diese Adresse mit diesem Link wieder her.`,
    origin: (occasion) => on((time) => `Die Adresse wurde ${time} geändert.`, occasion),
    advice: "Das waren Sie? Dann müssen Sie nichts tun. Geben Sie den Link nicht weiter."
  },
  factorRecovery: {
    subject: ({ instance }) => `Jemand möchte Ihr Konto bei ${instance} wiederherstellen`,
    action: () => "Anfrage ansehen oder abbrechen",
    purpose: ({ place }) =>
      `Jemand, der sich bei Ihrem Konto bei ${place} angemeldet hat, gibt an, die Passkeys und die Authenticator-App verloren zu haben, und möchte sie entfernen.`,
    period: ({ from, until }) =>
      `Mit diesem Link ist das vom ${from} bis zum ${until} möglich. Abbrechen können Sie die Anfrage damit jederzeit.`,
    origin: requested,
    advice:
      "Das waren nicht Sie? Öffnen Sie den Link und brechen Sie die Anfrage ab. Legen Sie dann ein neues Passwort fest: Jemand anderes könnte sich bei Ihrem Konto anmelden. Geben Sie den Link nicht weiter."
  },
  factorRecoveryReady: {
    subject: ({ instance }) => `Sie können Ihr Konto bei ${instance} jetzt wiederherstellen`,
    action: () => "Konto wiederherstellen",
    purpose: ({ place }) =>
      `Mit diesem Link entfernen Sie die verlorenen Passkeys und die verlorene Authenticator-App Ihres Kontos bei ${place}. Danach melden Sie sich an und richten neue ein.`,
    period: ({ until }) => `Er funktioniert einmal, bis zum ${until}.`,
    origin: requested,
    advice:
      "Das waren nicht Sie? Öffnen Sie den Link und brechen Sie die Anfrage ab. Legen Sie dann ein neues Passwort fest: Jemand anderes könnte sich bei Ihrem Konto anmelden. Geben Sie den Link nicht weiter."
  },
  notices: {
    password_set: {
      subject: ({ instance }) => `Für Ihr Konto bei ${instance} wurde ein Passwort festgelegt`,
      event: ({ place, ...occasion }) =>
        on((time) => `Für Ihr Konto bei ${place} wurde ${time} ein Passwort festgelegt.`, occasion),
      effect: othersSignedOut
    },
    password_changed: {
      subject: ({ instance }) => `Das Passwort Ihres Kontos bei ${instance} wurde geändert`,
      event: ({ place, ...occasion }) =>
        on((time) => `Das Passwort Ihres Kontos bei ${place} wurde ${time} geändert.`, occasion),
      effect: othersSignedOut
    },
    account_claimed: {
      subject: ({ instance }) => `Das Passwort Ihres Kontos bei ${instance} wurde entfernt`,
      event: ({ place, ...occasion }) =>
        on((time) => `Sie haben diese E-Mail-Adresse bei ${place} ${time} bestätigt.`, occasion),
      effect:
        "Es gab bereits ein Konto mit dieser Adresse, und vielleicht haben nicht Sie es erstellt. Deshalb wurde sein Passwort entfernt, und alle anderen Geräte wurden abgemeldet."
    },
    sessions_revoked: {
      subject: ({ instance }) => `Sie wurden bei ${instance} auf allen Geräten abgemeldet`,
      event: ({ place, ...occasion }) =>
        on((time) => `Ein Administrator hat Sie ${time} bei ${place} auf allen Geräten abgemeldet.`, occasion),
      effect: "Melden Sie sich wieder an, um fortzufahren."
    },
    failed_sign_ins: {
      subject: ({ instance }) => `Ihr Konto bei ${instance}: zu viele fehlgeschlagene Anmeldungen`,
      event: ({ place, time }) =>
        `Bis zum ${time} sind mindestens ${maxFailures} Anmeldeversuche in Folge für Ihr Konto bei ${place} fehlgeschlagen.`,
      effect:
        "Zum Schutz Ihres Kontos funktioniert Ihr Passwort auf neuen Geräten nicht mehr. Geräte, auf denen Sie sich schon einmal angemeldet haben, sind nicht betroffen."
    },
    deletion_scheduled: {
      subject: ({ instance }) => `Ihr Konto bei ${instance} wird gelöscht`,
      event: ({ place, ...occasion }) =>
        on((time) => `Sie haben uns ${time} gebeten, Ihr Konto bei ${place} zu löschen.`, occasion),
      effect: othersSignedOut
    },
    deletion_cancelled: {
      subject: ({ instance }) => `Ihr Konto bei ${instance} wird nicht gelöscht`,
      event: ({ place, ...occasion }) =>
        on((time) => `Die Löschung Ihres Kontos bei ${place} wurde ${time} abgebrochen.`, occasion),
      effect: "Ihr Konto bleibt bestehen."
    },
    email_restored: {
      subject: ({ instance }) => `Ihr Konto bei ${instance} hat wieder die frühere E-Mail-Adresse`,
      event: ({ place, ...occasion }) =>
        on(
          (time) =>
            `Die frühere E-Mail-Adresse Ihres Kontos bei ${place} wurde ${time} wiederhergestellt. Die Adresse, an die diese E-Mail geht, gehört nicht mehr dazu.`,
          occasion
        ),
      effect:
        "Beide Adressen wurden schon einmal wiederhergestellt. Deshalb gibt es keinen Link, der das rückgängig macht."
    },
    passkey_added: {
      subject: ({ instance }) => `Zu Ihrem Konto bei ${instance} wurde ein Passkey hinzugefügt`,
      event: ({ place, ...occasion }) =>
        on((time) => `Zu Ihrem Konto bei ${place} wurde ${time} ein Passkey hinzugefügt.`, occasion),
      effect: "Ab jetzt können Sie sich damit anmelden. Ihre Kontoseite zeigt alle Ihre Passkeys."
    },
    passkey_removed: {
      subject: ({ instance }) => `Ein Passkey Ihres Kontos bei ${instance} wurde entfernt`,
      event: ({ place, ...occasion }) =>
        on((time) => `Ein Passkey Ihres Kontos bei ${place} wurde ${time} entfernt.`, occasion),
      effect: "Sie können sich damit nicht mehr anmelden."
    },
    second_factor_added: {
      subject: ({ instance }) => `Ihr Konto bei ${instance} hat einen zweiten Faktor`,
      event: ({ place, ...occasion }) =>
        on((time) => `Für Ihr Konto bei ${place} wurde ${time} eine Authenticator-App eingerichtet.`, occasion),
      effect:
        "Wenn Sie sich anmelden, fragen wir nach einem Code aus dieser App. Bewahren Sie Ihre Notfallcodes sicher auf."
    },
    second_factor_removed: {
      subject: ({ instance }) => `Der zweite Faktor Ihres Kontos bei ${instance} wurde entfernt`,
      event: ({ place, ...occasion }) =>
        on((time) => `Der zweite Faktor Ihres Kontos bei ${place} wurde ${time} entfernt.`, occasion),
      effect: "Wenn Sie sich anmelden, fragen wir nicht mehr nach einem Code aus Ihrer Authenticator-App."
    },
    recovery_codes_renewed: {
      subject: ({ instance }) => `Ihr Konto bei ${instance} hat neue Notfallcodes`,
      event: ({ place, ...occasion }) =>
        on((time) => `Für Ihr Konto bei ${place} wurden ${time} neue Notfallcodes erstellt.`, occasion),
      effect: "Die alten funktionieren nicht mehr."
    },
    recovery_codes_removed: {
      subject: ({ instance }) => `Die Notfallcodes Ihres Kontos bei ${instance} wurden entfernt`,
      event: ({ place, ...occasion }) =>
        on((time) => `Die Notfallcodes Ihres Kontos bei ${place} wurden ${time} entfernt.`, occasion),
      effect:
        "Sie waren erst vor Kurzem erstellt worden und funktionieren nicht mehr. Neue können Sie auf Ihrer Kontoseite erstellen."
    },
    recovery_code_used: {
      subject: ({ instance }) => `Ein Notfallcode Ihres Kontos bei ${instance} wurde verwendet`,
      event: ({ place, ...occasion }) =>
        on(
          (time) => `Jemand hat sich ${time} mit einem Notfallcode bei Ihrem Konto bei ${place} angemeldet.`,
          occasion
        ),
      effect: "Dieser Code funktioniert nicht noch einmal. Neue können Sie auf Ihrer Kontoseite erstellen."
    },
    second_factor_reset: {
      subject: ({ instance }) => `Der zweite Faktor Ihres Kontos bei ${instance} wurde zurückgesetzt`,
      event: ({ place, ...occasion }) =>
        on((time) => `Ein Administrator hat den zweiten Faktor Ihres Kontos bei ${place} ${time} entfernt.`, occasion),
      effect: "Sie können auf Ihrer Kontoseite einen neuen einrichten."
    },
    passkeys_reset: {
      subject: ({ instance }) => `Die Passkeys Ihres Kontos bei ${instance} wurden entfernt`,
      event: ({ place, ...occasion }) =>
        on((time) => `Ein Administrator hat alle Passkeys Ihres Kontos bei ${place} ${time} entfernt.`, occasion),
      effect:
        "Alle Geräte wurden abgemeldet. Melden Sie sich an. Auf Ihrer Kontoseite können Sie einen neuen Passkey hinzufügen."
    },
    factor_recovery_completed: {
      subject: ({ instance }) => `Die Passkeys und der zweite Faktor Ihres Kontos bei ${instance} wurden entfernt`,
      event: ({ place, ...occasion }) =>
        on(
          (time) =>
            `Die Passkeys und die Authenticator-App Ihres Kontos bei ${place} wurden ${time} mit einem Link aus einer E-Mail entfernt.`,
          occasion
        ),
      effect: "Alle Geräte wurden abgemeldet. Melden Sie sich an und richten Sie neue ein."
    }
  },
  deletion: ({ time }) => `Wir löschen Ihr Konto am ${time}. Danach lässt es sich nicht wiederherstellen.`,
  help: {
    setPassword: "Das waren nicht Sie? Legen Sie jetzt ein neues Passwort fest:",
    contact: ({ instance, support }) =>
      support === undefined
        ? `Das waren nicht Sie? Wenden Sie sich an ${instance}.`
        : `Das waren nicht Sie? Wenden Sie sich an ${instance}: ${support}`,
    contactWithQuestions: ({ instance, support }) =>
      support === undefined
        ? `Haben Sie Fragen? Wenden Sie sich an ${instance}.`
        : `Haben Sie Fragen? Wenden Sie sich an ${instance}: ${support}`,
    signInWithLink: ({ button }) =>
      `Sie melden sich auf einem neuen Gerät an? Wählen Sie auf der Anmeldeseite „${button}“. Danach funktioniert Ihr Passwort wieder überall.`,
    setPasswordOnNewDevice: "Sie melden sich auf einem neuen Gerät an? Legen Sie ein neues Passwort fest:",
    keepAccount: ({ button }) =>
      `Sie haben es sich anders überlegt, oder das waren nicht Sie? Melden Sie sich an und wählen Sie „${button}“. Wenn Sie es nicht waren, legen Sie auch ein neues Passwort fest:`
  }
}
