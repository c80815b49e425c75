/** The texts of the pages about administrators, their keys and their access, in German. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/de.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  signIn: {
    title: "An der Verwaltung anmelden",
    again:
      "Melden Sie sich noch einmal an, um zu zeigen, dass Sie es sind. Wenn Sie einen Passkey oder eine Authenticator-App haben, bestätigen Sie es damit.",
    signedOut: "Sie sind abgemeldet.",
    needsScript:
      "Um sich mit einem Passkey anzumelden, verwenden Sie einen aktuellen Browser mit eingeschaltetem JavaScript.",
    key: "Admin-Schlüssel",
    keyHint: (setting, command) =>
      html`Der Wert der Einstellung ${setting}. In der Entwicklung gibt ${command} ihn aus.`,
    wrongKey: "Falscher Admin-Schlüssel.",
    withKey: "Mit dem Admin-Schlüssel anmelden",
    otherWays: (invite, start) =>
      html`Noch kein Passkey? Bitten Sie einen anderen Administrator um einen Link, oder erstellen Sie einen mit ${invite}. In der Entwicklung gibt auch ${start} einen aus. Wenn Sie Ihren Passkey verloren haben, lassen Sie ihn entfernen und sich neu einladen.`,
    resumeTitle: "Wieder angemeldet",
    resume: "Ihre Eingaben sind noch da, aber noch nicht ausgeführt.",
    page: "Seite"
  },
  enter: {
    expiredTitle: "Link abgelaufen oder schon verwendet",
    expired: (lifetime, named, setting, invite, start) =>
      html`Ein Link zur Verwaltung funktioniert einmal. Er läuft nach einer Weile ab: ${lifetime}, oder ${named}, wenn er auf Ihren Namen lautet. Ein Link für alle braucht hier denselben ${setting} wie dort, wo er erstellt wurde. Bitten Sie einen anderen Administrator um einen neuen, oder erstellen Sie einen mit ${invite}. In der Entwicklung gibt auch ${start} einen aus.`,
    anotherWay: "Anders anmelden",
    open: "Verwaltung öffnen",
    text: (lifetime, idle) =>
      `Dieser Link meldet Sie auf diesem Gerät an der Verwaltung an. Er funktioniert einmal. Sie bleiben angemeldet, bis Sie den Browser schließen, höchstens ${lifetime}. Ohne Anfrage endet die Sitzung früher, Frist: ${idle}.`
  },
  account: {
    protect:
      "Bevor es weitergeht: Fügen Sie einen Passkey hinzu, oder richten Sie eine Authenticator-App ein. Ein Anmeldeanbieter oder ein Link allein genügt für die Verwaltung nicht.",
    unnamed:
      "Sie sind ohne Namen angemeldet, mit dem Admin-Schlüssel oder einem Link für alle. Passkeys gehören zu Administratoren mit Namen. Laden Sie sich unter „Administratoren“ selbst ein, und öffnen Sie den Link.",
    elsewhere: (host) => html`funktioniert nur auf ${host}, wo diese Verwaltung früher war`,
    noDomain: "Diese Verwaltung ist unter einer IP-Adresse erreichbar. Dort unterstützen Browser keine Passkeys."
  },
  access: {
    intro: "Wer an dieser Verwaltung angemeldet ist und wer noch mit einem Link hereinkommen kann. Neueste zuerst.",
    revoked: "Die Sitzung ist abgemeldet.",
    revokedOthers: "Alle anderen Sitzungen sind abgemeldet.",
    withdrawn: "Die Einladung ist zurückgezogen.",
    methods: {
      admin_key: "mit dem Admin-Schlüssel",
      invitation: "mit einer Einladung",
      passkey: "mit einem Passkey",
      identity_provider: "mit einem Anmeldeanbieter"
    },
    ofThisSession: "von dieser Sitzung",
    thisSession: "Diese Sitzung",
    signOut: "Abmelden",
    signOutOthers: "Alle anderen Sitzungen abmelden",
    device: "Gerät",
    administrator: "Administrator",
    unnamed: (role) => `ohne Namen, Rolle: ${role}`,
    named: (name, role) => `${name}, Rolle: ${role}`,
    signedIn: "Angemeldet",
    lastActive: "Zuletzt aktiv",
    expires: "Läuft ab",
    sessions: "Sitzungen",
    sessionsIntro: (idle) =>
      `Eine Sitzung endet ohne Anfrage, Frist: ${idle}. Eine ohne Namen endet auch, wenn sich der Admin-Schlüssel ändert; sie funktioniert dann nicht mehr, bleibt aber aufgeführt, bis sie abläuft.`,
    countSessions: (count) => `${format.plural(count, { one: "# Sitzung", other: "# Sitzungen" })}`,
    noSessions: {
      title: "Keine Sitzungen",
      text: "Niemand ist angemeldet."
    },
    withdraw: "Zurückziehen",
    theInvitation: (id) => `die Einladung ${id}`,
    for: "Für",
    anyone: (role) => `alle, Rolle: ${role}`,
    created: "Erstellt",
    invitations: "Offene Einladungen",
    invitationsIntro:
      "Eine Einladung gilt für die erste Person, die sie öffnet, auch wenn sie für jemand anderen ist. Administratoren, die schon einen Passkey oder eine Authenticator-App haben, müssen sich zusätzlich damit ausweisen. Ziehen Sie alle zurück, die Sie nicht erstellt haben.",
    countInvitations: (count) => `${format.plural(count, { one: "# Einladung", other: "# Einladungen" })}`,
    noInvitations: {
      title: "Keine offenen Einladungen",
      text: "Laden Sie unter „Administratoren“ jemanden ein."
    }
  },
  keys: {
    intro: (setting, role) =>
      html`Programme senden einen Schlüssel an die Admin-API. ${setting} ist ein weiterer Schlüssel, mit der Rolle „${role}“.`,
    nameHint: "Was den Schlüssel verwendet. Es steht im Protokoll.",
    lastDay: "Letzter Tag",
    lastDayHint:
      "Optional: der letzte Tag, an dem der Schlüssel funktioniert, in UTC. Ohne Angabe funktioniert er, bis Sie ihn widerrufen.",
    notADate: "kein Datum wie 2027-02-22",
    past: "liegt in der Vergangenheit",
    empty: {
      title: "Noch keine API-Schlüssel",
      text: "Erstellen Sie einen für jedes Programm, das die Admin-API aufruft. So können Sie ihn einzeln widerrufen."
    },
    never: "Nie",
    expired: "abgelaufen",
    revoke: "Widerrufen",
    revoked: "Der Schlüssel funktioniert nicht mehr.",
    created: "Erstellt",
    lastUsed: "Zuletzt verwendet",
    expires: "Läuft ab",
    create: "Schlüssel erstellen",
    createIntro:
      "Vorhandene Schlüssel bleiben gültig. Um einen zu ersetzen, erstellen Sie einen neuen, ändern Sie das Programm, und widerrufen Sie den alten, wenn er nicht mehr verwendet wird.",
    createButton: "Schlüssel erstellen",
    count: (count) => `${format.plural(count, { one: "# Schlüssel", other: "# Schlüssel" })}`,
    newTitle: "Neuer API-Schlüssel",
    shown: (name) =>
      html`Das ist der Schlüssel von ${name}. Kopieren Sie ihn jetzt: Er wird nicht noch einmal angezeigt.`,
    back: "Zurück zu den API-Schlüsseln"
  },
  operators: {
    intro: "Wer diese Verwaltung verwenden kann und was die Einzelnen dürfen.",
    notices: {
      invited: "Die Einladung ist per E-Mail unterwegs.",
      disable: "Der Administrator ist gesperrt und abgemeldet.",
      enable: "Der Administrator kann sich wieder anmelden.",
      delete: "Der Administrator ist gelöscht.",
      "remove-passkeys":
        "Die Passkeys und die Authenticator-App sind entfernt, und der Administrator ist abgemeldet. Laden Sie die Person neu ein."
    },
    noEmailProvider: "Es ist kein E-Mail-Anbieter eingerichtet.",
    emailFailed: "Die E-Mail konnte nicht gesendet werden. Der Grund steht im Log.",
    confirmations: {
      delete: {
        title: "Diesen Administrator löschen?",
        text: "Die Person wird abgemeldet und kann sich nicht mehr anmelden. Ihr Name bleibt im Protokoll. Das kann nicht rückgängig gemacht werden."
      },
      disable: {
        title: "Diesen Administrator sperren?",
        text: "Die Person wird abgemeldet, ihre Einladungen funktionieren nicht mehr, und sie kann sich erst wieder anmelden, wenn Sie sie aktivieren."
      },
      enable: {
        title: "Diesen Administrator aktivieren?",
        text: "Die Person kann sich wieder anmelden, mit ihrem Passkey oder einer neuen Einladung."
      },
      "remove-passkeys": {
        title: "Passkeys und Authenticator-App dieses Administrators entfernen?",
        text: "Die Person wird auf allen Geräten abgemeldet und braucht eine neue Einladung, um sich wieder anzumelden. Tun Sie das, wenn sie ein Gerät verloren hat."
      }
    },
    empty: {
      title: "Noch kein Administrator hat einen Namen"
    },
    emptyText: (command) =>
      html`Wer den Admin-Schlüssel oder einen Link von ${command} hat, darf alles. Laden Sie sich selbst ein: Dann steht im Protokoll, wer was getan hat.`,
    states: {
      disabled: "Gesperrt",
      active: "Aktiv",
      invited: "Eingeladen"
    },
    state: "Status",
    passkeys: "Passkeys",
    lastSignIn: "Letzte Anmeldung",
    neverSignedIn: "noch nie angemeldet",
    inviteSomeone: "Jemanden einladen",
    inviteEmailed: (lifetime) =>
      `Die Person bekommt eine E-Mail mit einem Link. Er meldet sie einmal an. Gültigkeit: ${lifetime}.`,
    inviteByHand: (lifetime) =>
      `Es ist kein E-Mail-Anbieter eingerichtet. Sie bekommen deshalb einen Link, den Sie weitergeben. Er meldet die Person einmal an. Gültigkeit: ${lifetime}.`,
    invite: "Einladen",
    inviteAgain: "Neu einladen",
    removePasskeys: "Passkeys und App entfernen…",
    count: (count) => `${format.plural(count, { one: "# Administrator", other: "# Administratoren" })}`,
    linkTitle: "Einladungslink",
    handOver: (name, time) =>
      html`Geben Sie diesen Link an ${name} weiter. Er meldet die Person einmal an, bis ${time}, und wird nicht noch einmal angezeigt.`,
    id: "Administrator-ID",
    added: "Hinzugefügt",
    firstSignedIn: "Erste Anmeldung",
    lastSignedIn: "Letzte Anmeldung",
    canSignIn: "Kann sich anmelden",
    disabledSince: (time) => html`nein, gesperrt am ${time}`,
    nameAndRole: "Name und Rolle"
  }
}
