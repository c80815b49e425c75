/** The texts of the pages about emails, in German. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/de.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  list: {
    unconfigured:
      "Es ist kein E-Mail-Anbieter eingerichtet, daher können keine E-Mails gesendet werden. Setzen Sie EMAIL_FROM und EMAIL_SMTP_URL oder EMAIL_FROM und EMAIL_PROVIDER_API_KEY, und starten Sie den Dienst neu.",
    changeTexts: "Texte der E-Mails ändern",
    kept: "E-Mails stehen hier noch 7 Tage, nachdem sie abgeschlossen sind.",
    search: "E-Mail-Adresse",
    status: "Status",
    all: "Alle E-Mails",
    statuses: {
      queued: "In der Warteschlange",
      sent: "Gesendet",
      unsent: "Nicht gesendet",
      reported: "Zurückgewiesen oder beschwert"
    },
    columns: {
      to: "An",
      about: "Betrifft",
      status: "Status",
      details: "Details",
      requested: "Angefordert"
    },
    states: {
      queued: "In der Warteschlange",
      sent: "Gesendet",
      failed: "Fehlgeschlagen",
      discarded: "Verworfen"
    },
    reports: {
      bounce: "Zurückgewiesen",
      complaint: "Beschwerde"
    },
    attempt: (count) => `Versuch ${format.plural(count, { other: "#" })}`,
    nextAttempt: (time) => html`nächster Versuch ${time}`,
    rows: (count) => `${format.plural(count, { one: "# E-Mail", other: "# E-Mails" })}`,
    empty: {
      title: "Noch keine E-Mails",
      text: "Anmeldelinks, Einladungen und Hinweise erscheinen hier, sobald sie angefordert sind."
    },
    noMatches: {
      title: "Keine passenden E-Mails",
      text: "Geben Sie eine ganze E-Mail-Adresse ein, oder wählen Sie einen anderen Status."
    }
  },
  reasons: {
    rejected: "vom Anbieter abgelehnt",
    unavailable: "Anbieter nicht erreichbar",
    timeout: "der Anbieter hat nicht rechtzeitig geantwortet",
    rate_limited: "zu viele E-Mails gesendet",
    expired: "konnte nicht rechtzeitig gesendet werden",
    disabled: "E-Mails dieser Art ausgeschaltet",
    withdrawn: "der Anlass wurde zurückgezogen",
    no_account: "die Adresse hat kein Konto oder ein gesperrtes",
    suppressed: "die Adresse ist gesperrt",
    reputation: "zu viele E-Mails zurückgewiesen oder zu viele Beschwerden",
    email_taken: "ein anderes Konto hat die Adresse oder darf sie wiederherstellen",
    shutdown: "der Dienst wurde gerade beendet",
    unsupported: "diese Version kennt diese Art von E-Mail nicht"
  },
  suppressed: {
    title: "Gesperrte Adressen",
    intro:
      "Diese Adressen bekommen keine E-Mails: Eine E-Mail wurde endgültig zurückgewiesen oder als Spam markiert. Senden Sie nur dann wieder E-Mails, wenn Sie wissen, dass die Adresse funktioniert. Wenn auch Amazon SES sie sperrt, entfernen Sie sie zuerst dort.",
    lifted: "Die Adresse bekommt wieder E-Mails.",
    lift: "Wieder E-Mails senden",
    liftOf: (email) => `an ${email}`,
    columns: {
      reason: "Grund",
      detail: "Grund des Anbieters",
      since: "Seit",
      action: "Aktion"
    },
    rows: (count) => `${format.plural(count, { one: "# Adresse", other: "# Adressen" })}`,
    empty: {
      title: "Keine gesperrten Adressen",
      text: "Eine Adresse erscheint hier, wenn eine E-Mail an sie endgültig zurückgewiesen oder als Spam markiert wurde."
    }
  },
  reputation: {
    notice: (cause) =>
      `Links für Adressen ohne bestätigtes Konto werden nicht gesendet: ${cause}. Sie werden wieder gesendet, wenn der Anteil gesunken ist.`,
    bounce: (emails) => `mehr als 5 % zurückgewiesen (${emails})`,
    complaint: (emails) => `mehr als 0,1 % Beschwerden (${emails})`,
    instance: "E-Mails dieser Instanz in den letzten 24 Stunden",
    service: "E-Mails aller Instanzen in den letzten 24 Stunden"
  },
  records: {
    title: "Domain des Absenders",
    intro:
      "Empfänger prüfen anhand dieser DNS-Einträge, ob eine E-Mail echt ist. Sie gelten für alle Instanzen und werden nach einer Minute neu geprüft.",
    states: {
      ok: "gefunden",
      problem: "prüfen",
      unknown: "nicht geprüft"
    },
    add: (name, type, value) => html`Hinzufügen: ${name} ${type} ${value}`
  },
  texts: {
    title: "E-Mail-Texte",
    intro:
      "Was in den E-Mails dieser Instanz steht. Ein eigener Text wird nur in seiner Sprache gesendet; in anderen Sprachen wird der Standardtext oder Ihr Text in dieser Sprache gesendet.",
    languages: "Sprachen",
    changes: (count) => `${format.plural(count, { one: "# Änderung", other: "# Änderungen" })}`,
    default: "Standardtext",
    yours: "Ihr Text"
  },
  text: {
    of: (topic, language) => `${topic}, ${language}`,
    isDefault: "E-Mails haben diesen Standardtext.",
    change: "Ändern Sie ihn, und speichern Sie Ihren eigenen.",
    savedAt: (time) => html`Ihr Text, gespeichert am ${time}.`,
    sentTo: (language) => `Er geht an Benutzer mit der E-Mail-Sprache ${language}.`,
    heading: "Text",
    parts: {
      subject: "Betreff",
      text: "Klartext",
      html: "HTML"
    },
    hints: {
      subject: "Eine Zeile. Links sind darin nicht erlaubt.",
      text: "Für Programme, die kein HTML anzeigen.",
      html: "Was in <body> steht. Skripte, Formulare, Kommentare und andere Bilder als das Logo sind nicht erlaubt, und Links müssen mit https:// oder mailto: beginnen."
    },
    preview: "Vorschau",
    previewOf: "Vorschau der E-Mail",
    subjectIs: "Betreff:",
    asPlainText: "Als Klartext:",
    noPreview: "Keine Vorschau, weil der Text Fehler hat:",
    mistake: (line, column, reason) => html`Zeile ${line}, Spalte ${column}: ${reason}.`,
    labelled: (label, value) => html`${label}: ${value}`,
    rejected: "Nicht gespeichert. Der Text hat Fehler. Sie stehen unter ihren Feldern.",
    placeholders: "Platzhalter",
    placeholdersIntro: "Sie werden durch die Werte der jeweiligen E-Mail ersetzt.",
    use: (use) => `(${use})`,
    uses: {
      link: "erforderlich; als ganzes href oder als Text zwischen Leerzeichen",
      code: "als Text, nicht im Betreff",
      url: "als ganzes href oder als Text",
      image: "als src eines Bildes",
      color: "in einem style",
      "text-color": "in einem style",
      text: "als Text",
      number: "als Text",
      time: "als Text",
      device: "als Text"
    },
    notices: {
      saved: "Gespeichert. Ab jetzt haben E-Mails diesen Text.",
      reset: "E-Mails haben wieder den Standardtext.",
      sent: "Die Test-E-Mail ist unterwegs. Sie hat den gespeicherten Text."
    },
    test: "Test-E-Mail",
    testHint: "Sie enthält den gespeicherten Text mit Beispielwerten. Ihre Links funktionieren nicht.",
    sendTest: "Test-E-Mail senden",
    tooMany: "Es wurden zu viele Test-E-Mails gesendet. Versuchen Sie es in einigen Minuten noch einmal.",
    noProvider: "Es ist kein E-Mail-Anbieter eingerichtet.",
    noTest: "Es ist kein E-Mail-Anbieter eingerichtet, daher kann keine Test-E-Mail gesendet werden.",
    resetIntro: "Löscht Ihren Text. Er kann nicht wiederhergestellt werden.",
    useDefault: "Standardtext verwenden"
  },
  topics: {
    magic_link: "Anmeldelink",
    password_reset: "neues Passwort",
    sign_up: "Registrierung",
    existing_account: "Konto gibt es schon",
    invitation: "Einladung",
    email_change: "neue E-Mail-Adresse",
    email_changed: "E-Mail-Adresse geändert",
    factor_recovery: "Wiederherstellung verlorener Faktoren",
    factor_recovery_ready: "Wiederherstellung verlorener Faktoren, bereit",
    test_email: "Test-E-Mail",
    identity_added: "Konto verknüpft",
    identity_removed: "Konto getrennt",
    failed_sign_ins: "Fehlversuche",
    passkey_added: "Passkey hinzugefügt",
    passkey_removed: "Passkey entfernt",
    account_claimed: "Passwort entfernt",
    password_set: "Passwort festgelegt",
    password_changed: "Passwort geändert",
    second_factor_added: "zweiter Faktor hinzugefügt",
    second_factor_removed: "zweiter Faktor entfernt",
    recovery_codes_renewed: "Notfallcodes erneuert",
    recovery_codes_removed: "Notfallcodes entfernt",
    recovery_code_used: "Notfallcode verwendet",
    factor_recovery_completed: "verlorene Faktoren entfernt",
    email_restored: "frühere Adresse endgültig wiederhergestellt",
    deletion_scheduled: "Löschung geplant",
    deletion_cancelled: "Löschung abgebrochen",
    device_approved: "Anmeldung auf einem anderen Gerät",
    personal_token_created: "persönliches Zugriffstoken erstellt",
    refresh_token_replayed: "App wegen eines früheren Tokens abgemeldet",
    sessions_revoked: "überall abgemeldet",
    second_factor_reset: "zweiter Faktor zurückgesetzt",
    passkeys_reset: "Passkeys von einem Administrator entfernt"
  },
  about: {
    magic_link: "Ein Benutzer hat einen Anmeldelink angefordert.",
    password_reset: "Ein Benutzer hat einen Link für ein neues Passwort angefordert.",
    sign_up: "Jemand hat sich mit einer Adresse ohne Konto registriert.",
    existing_account: "Jemand hat sich mit einer Adresse registriert, die schon ein Konto hat.",
    invitation: "Ein Administrator hat jemanden eingeladen, ein Konto zu erstellen.",
    email_change: "Ein Benutzer möchte die E-Mail-Adresse ändern. Geht an die neue Adresse.",
    email_changed: "Ein Benutzer hat die E-Mail-Adresse geändert. Geht an die frühere Adresse.",
    factor_recovery: "Ein Benutzer möchte verlorene Passkeys und eine verlorene Authenticator-App entfernen.",
    factor_recovery_ready:
      "Die Wartezeit eines Benutzers, der verlorene Passkeys und eine verlorene Authenticator-App entfernen möchte, ist vorbei.",
    identity_added: "Ein Konto bei einem Anmeldeanbieter wurde verknüpft und kann sich anmelden.",
    identity_removed: "Ein Konto bei einem Anmeldeanbieter wurde getrennt.",
    failed_sign_ins: "Hundert Anmeldungen nacheinander sind fehlgeschlagen.",
    passkey_added: "Dem Konto wurde ein Passkey hinzugefügt.",
    passkey_removed: "Ein Passkey wurde aus dem Konto entfernt.",
    account_claimed: "Eine erste Bestätigung hat ein Passwort entfernt, das vielleicht jemand anderes festgelegt hat.",
    password_set: "Ein Benutzer hat zum ersten Mal ein Passwort festgelegt.",
    password_changed: "Ein Benutzer hat das Passwort geändert.",
    second_factor_added: "Ein Benutzer hat einen zweiten Faktor eingerichtet.",
    second_factor_removed: "Ein Benutzer hat den zweiten Faktor entfernt.",
    recovery_codes_renewed: "Ein Benutzer hat neue Notfallcodes.",
    recovery_codes_removed: "Ein Benutzer hat das Konto zurückgeholt, und neue Notfallcodes sind entfernt.",
    recovery_code_used: "Ein Benutzer hat sich mit einem Notfallcode angemeldet.",
    factor_recovery_completed:
      "Ein Benutzer hat mit einem Link verlorene Passkeys und eine verlorene Authenticator-App entfernt.",
    email_restored: "Eine frühere Adresse wurde zum letzten Mal wiederhergestellt. Geht an die andere.",
    deletion_scheduled: "Ein Benutzer hat verlangt, das Konto zu löschen.",
    deletion_cancelled: "Das Konto wird nicht gelöscht.",
    device_approved: "Ein Benutzer hat ein anderes Gerät mit einem Code angemeldet.",
    personal_token_created: "Ein Benutzer hat ein persönliches Zugriffstoken erstellt.",
    refresh_token_replayed: "Ein früheres Token einer App wurde vorgelegt, und die App wurde abgemeldet.",
    sessions_revoked: "Ein Administrator hat einen Benutzer auf allen Geräten abgemeldet.",
    second_factor_reset: "Ein Administrator hat den zweiten Faktor eines Benutzers entfernt.",
    passkeys_reset: "Ein Administrator hat alle Passkeys eines Benutzers entfernt."
  },
  placeholderTexts: {
    link: "Der Link der E-Mail.",
    code: "Der Code, mit dem man sich auch anmelden kann. Leer, wenn die Instanz keine Codes sendet.",
    instanceName: "Der Name der Instanz.",
    host: "Der Host der Instanz, etwa auth.example.com.",
    signInUrl: "Die URL der Anmeldeseite.",
    supportUrl: "Die Support-URL; kann leer sein.",
    logoUrl: "Das Logo. Ohne Logo kein Bild.",
    accentColor: "Die Akzentfarbe.",
    accentTextColor: "Weiß oder Schwarz, je nach Kontrast zur Akzentfarbe.",
    lifetimeDays: "Wie viele Tage der Link funktioniert.",
    lifetimeMinutes: "Wie viele Minuten der Link funktioniert.",
    expiresAt: "Wann der Link nicht mehr funktioniert.",
    requestedAt: "Wann es angefordert wurde.",
    changedAt: "Wann es passiert ist.",
    invitedAt: "Wann die Einladung gesendet wurde.",
    availableAt: "Wann die Wiederherstellung abgeschlossen werden kann.",
    deletionAt: "Wann das Konto gelöscht wird.",
    forgotPasswordUrl: "Die Seite, die einen Link für ein neues Passwort sendet.",
    device: "Das Gerät, auf dem es passiert ist."
  }
}
