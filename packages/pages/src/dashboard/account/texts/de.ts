/** The texts of the pages about users, in German. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/de.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  list: {
    create: "Neuer Benutzer",
    search: "E-Mail-Adresse oder ID",
    status: "Status",
    all: "Alle Benutzer",
    statuses: {
      unverified: "Nicht bestätigt",
      disabled: "Gesperrt",
      deleting: "Wird gelöscht",
      active: "Aktiv"
    },
    columns: {
      email: "E-Mail-Adresse",
      status: "Status",
      methods: "Anmeldung mit",
      created: "Erstellt",
      lastSignIn: "Letzte Anmeldung"
    },
    methods: {
      password: "Passwort",
      passkeys: (count) => `${format.plural(count, { one: "Passkey", other: "# Passkeys" })}`,
      app: "Authenticator-App",
      link: "Nur Link"
    },
    rows: (count) => `${format.plural(count, { one: "# Benutzer", other: "# Benutzer" })}`,
    empty: {
      title: "Noch keine Benutzer",
      text: "Benutzer erscheinen hier, sobald sie sich registrieren. Sie können auch selbst einen hinzufügen oder die eines anderen Systems importieren."
    },
    noMatches: {
      title: "Keine passenden Benutzer",
      text: "Suchen Sie nach einem Teil einer E-Mail-Adresse oder nach einer ganzen Benutzer-ID oder externen ID."
    }
  },
  user: {
    edit: "Bearbeiten",
    id: "Benutzer-ID",
    externalId: "Externe ID",
    data: "Daten",
    metadata: "Daten der App",
    userMetadata: "Daten des Benutzers",
    signedUp: "Registriert",
    verified: "E-Mail bestätigt",
    no: "nein",
    disabledSince: "Gesperrt",
    deletion: "Wird gelöscht",
    byRequest: (time) => html`${time}, auf Wunsch des Benutzers`,
    failures: "Fehlversuche",
    inARow: (count) => `${format.plural(count, { other: "#" })} nacheinander`,
    refused: (count) => `${count}: Das Passwort funktioniert auf neuen Geräten nicht`,
    waysIn: "Anmeldearten",
    password: "Passwort",
    passkeys: "Passkeys",
    secondFactor: "Zweiter Faktor",
    since: (time) => html`seit ${time}`,
    recovery: "Wiederherstellung per E-Mail",
    recoveryText: (requested, device, available, expires) =>
      html`angefordert ${requested} auf ${device}: Ein Link entfernt von ${available} bis ${expires} den zweiten Faktor und die Passkeys. Wenn Sie den Benutzer auf allen Geräten abmelden, wird das abgebrochen.`,
    set: "festgelegt",
    sessions: "Sitzungen",
    sessionColumns: {
      device: "Gerät",
      method: "Angemeldet mit",
      signedIn: "Angemeldet",
      lastSeen: "Zuletzt aktiv",
      expires: "Läuft ab",
      action: "Aktion"
    },
    methods: {
      password: "Passwort",
      magic_link: "Anmeldelink",
      passkey: "Passkey",
      totp: "Authenticator-App",
      recovery_code: "Notfallcode",
      identity_provider: "Anmeldeanbieter",
      identity_provider_mfa: "Anmeldeanbieter mit mehreren Faktoren"
    },
    with: (method) => `mit: ${method}`,
    signOut: "Abmelden",
    countSessions: (count) => `${format.plural(count, { one: "# aktive Sitzung", other: "# aktive Sitzungen" })}`,
    noSessions: {
      title: "Keine aktiven Sitzungen",
      text: "Der Benutzer ist auf keinem Gerät angemeldet."
    },
    timeline: "Verlauf",
    allEntries: "Alle Einträge im Protokoll",
    emailsTo: "Alle E-Mails an diese Adresse",
    do: "Aktionen",
    help: "Dem Benutzer helfen",
    access: "Zugang beenden",
    danger: "Gefahrenzone",
    actions: {
      "send-link": "Anmeldelink senden…",
      "make-link": "Anmeldelink erstellen…",
      "reset-failures": "Fehlversuche zurücksetzen…",
      enable: "Aktivieren…",
      "sign-out": "Auf allen Geräten abmelden…",
      "reset-factor": "Zweiten Faktor zurücksetzen…",
      "remove-passkeys": "Passkeys entfernen…",
      disable: "Sperren…",
      delete: "Löschen…"
    },
    back: "Zurück zum Benutzer"
  },
  timeline: {
    signedUp: "Registriert",
    verified: "E-Mail-Adresse bestätigt",
    signedIn: (device) => `Anmeldung auf ${device}`,
    email: (state, topic) => `E-Mail ${state}: ${topic}`,
    emailStates: {
      queued: "in der Warteschlange",
      sent: "gesendet",
      failed: "fehlgeschlagen",
      discarded: "nicht gesendet",
      bounce: "zurückgewiesen",
      complaint: "als Spam markiert"
    }
  },
  notices: {
    create: "Der Benutzer ist erstellt.",
    existed: "Es gab schon einen Benutzer mit dieser externen ID. Nichts wurde geändert.",
    save: "Gespeichert.",
    "send-link": "Der Benutzer bekommt einen Anmeldelink per E-Mail.",
    disable: "Der Benutzer ist gesperrt und auf allen Geräten abgemeldet.",
    enable: "Der Benutzer kann sich wieder anmelden.",
    "remove-passkeys": "Alle Passkeys sind entfernt, und der Benutzer ist auf allen Geräten abgemeldet.",
    unlink: "Das Konto beim Anbieter ist entfernt, und der Benutzer ist auf allen Geräten abgemeldet.",
    "reset-factor": "Der zweite Faktor ist entfernt, und der Benutzer ist auf allen Geräten abgemeldet.",
    "reset-failures": "Fehlversuche werden wieder von null gezählt.",
    "sign-out": "Der Benutzer ist auf allen Geräten abgemeldet.",
    revoke: "Der Benutzer ist auf diesem Gerät abgemeldet.",
    "revoke-token": "Das Token ist widerrufen und funktioniert nicht mehr."
  },
  deleted: "Der Benutzer ist gelöscht.",
  worksAgain: "Das Passwort funktioniert wieder auf neuen Geräten.",
  confirmations: {
    delete: {
      title: "Diesen Benutzer löschen?",
      text: "Das Konto, seine Sitzungen und alles, was zur Adresse gespeichert ist, werden gelöscht. Das kann nicht rückgängig gemacht werden.",
      button: "Löschen"
    },
    disable: {
      title: "Diesen Benutzer sperren?",
      text: "Der Benutzer wird auf allen Geräten abgemeldet und kann sich erst wieder anmelden, wenn Sie ihn aktivieren. Nichts wird gelöscht.",
      button: "Sperren"
    },
    enable: {
      title: "Diesen Benutzer aktivieren?",
      text: "Der Benutzer kann sich wieder anmelden, mit demselben Passwort wie zuvor.",
      button: "Aktivieren"
    },
    "make-link": {
      title: "Anmeldelink erstellen?",
      text: "Sie sehen den Link einmal. Wer ihn hat, kann sich innerhalb von 15 Minuten einmal als dieser Benutzer anmelden. Er bestätigt die E-Mail-Adresse nicht.",
      button: "Link erstellen"
    },
    "remove-passkeys": {
      title: "Alle Passkeys entfernen?",
      text: "Alle Passkeys des Benutzers werden entfernt, er wird auf allen Geräten abgemeldet und bekommt eine E-Mail. Danach genügt zum Anmelden das Passwort oder ein Link, gegebenenfalls zusammen mit einer Authenticator-App: Vergewissern Sie sich zuerst, dass die Bitte wirklich vom Benutzer kommt.",
      button: "Alle Passkeys entfernen"
    },
    "reset-factor": {
      title: "Zweiten Faktor zurücksetzen?",
      text: "Die Authenticator-App und die Notfallcodes werden entfernt, der Benutzer wird auf allen Geräten abgemeldet und bekommt eine E-Mail. Danach genügt zum Anmelden das Passwort oder ein Link: Vergewissern Sie sich zuerst, dass die Bitte wirklich vom Benutzer kommt.",
      button: "Zweiten Faktor zurücksetzen"
    },
    "reset-failures": {
      title: "Fehlversuche zurücksetzen?",
      text: "Fehlversuche werden wieder von null gezählt. Fragen Sie den Benutzer zuerst, ob er selbst versucht hat, sich anzumelden.",
      button: "Zurücksetzen"
    },
    "send-link": {
      title: "Anmeldelink senden?",
      text: "Der Benutzer bekommt eine E-Mail mit einem Anmeldelink, als hätte er ihn selbst angefordert.",
      button: "E-Mail senden"
    },
    "sign-out": {
      title: "Diesen Benutzer auf allen Geräten abmelden?",
      text: "Der Benutzer kann sich sofort wieder anmelden.",
      button: "Auf allen Geräten abmelden"
    }
  },
  link: {
    title: "Anmeldelink",
    text: (time) =>
      html`Geben Sie diesen Link an den Benutzer weiter. Er funktioniert einmal, bis ${time}, und wird nicht noch einmal angezeigt.`
  },
  form: {
    verified: "Die Adresse ist bestätigt",
    externalIdHint: "Optional: die ID dieses Benutzers in einem anderen System.",
    passwordHint: "Optional: Ohne Passwort meldet sich der Benutzer mit Links an.",
    someoneElse: "Jemand anderes hatte das Konto",
    someoneElseHint:
      "Entfernt das Passwort, alle Passkeys, die Authenticator-App und die Konten bei Anmeldeanbietern, beendet alle Sitzungen und macht Links ungültig, die eine frühere Adresse wiederherstellen.",
    newAddressHint:
      "Eine neue Adresse beendet alle Sitzungen und ist nicht bestätigt, außer Sie geben es an. Passwort, Passkeys und Authenticator-App bleiben.",
    missing: (contents) => `Das Passwort muss enthalten: ${contents}.`,
    common: "Das Passwort ist zu häufig: Angreifer probieren es zuerst. Wählen Sie ein anderes.",
    newTitle: "Neuer Benutzer",
    create: "Benutzer erstellen",
    editTitle: (email) => `${email} bearbeiten`
  },
  identities: {
    title: "Konten bei Anmeldeanbietern",
    linked: (time) => html`verknüpft ${time}, nie verwendet`,
    linkedUsed: (time, used) => html`verknüpft ${time}, zuletzt verwendet ${used}`,
    remove: "Entfernen…",
    at: (label, provider) => `${label} bei ${provider}`,
    confirmTitle: "Dieses Konto entfernen?",
    confirm:
      "Der Benutzer kann sich nicht mehr damit anmelden, wird auf allen Geräten abgemeldet und bekommt eine E-Mail. Das Konto beim Anbieter bleibt, wie es ist.",
    refused: "Nicht entfernt: Der Benutzer könnte sich nicht mehr anmelden. Geben Sie ihm zuerst ein Passwort."
  },
  tokens: {
    title: "Persönliche Zugriffstoken",
    scopes: "Scopes",
    created: "Erstellt",
    lastUsed: "Zuletzt verwendet",
    expired: "Abgelaufen",
    revoke: "Widerrufen",
    count: (count) => format.plural(count, { one: "# Token", other: "# Token" }),
    empty: {
      title: "Keine persönlichen Zugriffstoken",
      text: "Der Benutzer hat keines erstellt."
    }
  }
}
