/** The texts that the pages of the dashboard share, in German. */
import { format } from "../../../language/de.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  brand: "Latchkey-Verwaltung",
  skip: "Zum Inhalt springen",
  menu: "Menü",
  navigation: "Verwaltung",
  chooseInstance: "Instanz wählen",
  switchInstance: "Instanz wechseln",
  allInstances: "Alle Instanzen",
  tabs: {
    Overview: "Übersicht",
    Users: "Benutzer",
    Invitations: "Einladungen",
    Emails: "E-Mails",
    "Sign-in providers": "Anmeldeanbieter",
    Webhooks: "Webhooks",
    Settings: "Einstellungen"
  },
  service: "Dienst",
  sections: {
    Instances: "Instanzen",
    Administrators: "Administratoren",
    "API keys": "API-Schlüssel",
    Access: "Zugang",
    "Audit log": "Protokoll",
    "Your account": "Ihr Konto",
    Language: "Sprache"
  },
  adminKey: "Admin-Schlüssel",
  roles: {
    viewer: "Leserecht",
    support: "Support",
    admin: "Vollzugriff"
  },
  roleChoices: {
    viewer: "Leserecht: sieht alles",
    support: "Support: hilft auch Benutzern",
    admin: "Vollzugriff: darf alles"
  },
  role: "Rolle",
  name: "Name",
  nameHint: "Er steht im Protokoll.",
  email: "E-Mail-Adresse",
  save: "Speichern",
  saved: "Gespeichert.",
  cancel: "Abbrechen",
  delete: "Löschen",
  deleteDots: "Löschen…",
  remove: "Entfernen",
  enable: "Aktivieren",
  enableDots: "Aktivieren…",
  disable: "Sperren",
  disableDots: "Sperren…",
  details: "Details",
  yes: "ja",
  none: "keine",
  never: "nie",
  off: "aus",
  on: "an",
  back: (name) => `Zurück zu ${name}`,
  copy: "Kopieren",
  copied: "Kopiert",
  sentence: (text) => `${text}.`,
  table: {
    apply: "Filtern",
    search: "Suchen",
    clear: "Zurücksetzen",
    csv: "CSV exportieren",
    csvHint: (rows) => `Höchstens ${rows} Zeilen.`,
    previous: "Zurück",
    next: "Weiter",
    pagesOf: (caption) => `Seiten: ${caption}`,
    onPage: (count) => `${format.plural(count, { other: "#" })} auf dieser Seite`,
    moreThan: (rows) => `Mehr als ${rows}`,
    filters: "Filter"
  },
  device: (device) => `auf ${device}`,
  actors: {
    admin_api: "über die Admin-API",
    dashboard: "in der Verwaltung",
    command_line: "auf der Befehlszeile",
    program: "durch die App, die Latchkey enthält",
    user: "durch den Benutzer"
  },
  problem: "Es gibt ein Problem",
  notFound: "Seite nicht gefunden",
  logSaysMore: "Mehr dazu steht im Log des Dienstes.",
  toDashboard: "Zur Verwaltung",
  notSaved: (problem) => `Nicht gespeichert. ${problem}`,
  fieldError: (label, reason) => `${label}: ${reason}.`,
  lineError: (line, reason) => `Zeile ${line}: ${reason}.`,
  problems: {
    permission_denied: "Ihre Rolle erlaubt das nicht. Fragen Sie einen Administrator.",
    operator_already_exists: "Es gibt schon einen Administrator mit dieser E-Mail-Adresse.",
    last_admin_required:
      "Es muss einen weiteren Administrator mit Vollzugriff geben, der sich schon einmal angemeldet hat.",
    external_id_already_exists: "Ein anderer Benutzer hat diese externe ID.",
    plan_does_not_allow: "Der Tarif Free enthält nur die Standardregeln für Passwörter.",
    default_instance_required: "Die Standardinstanz kann nicht gelöscht werden.",
    passkey_rp_id_in_use: "Benutzer haben Passkeys für die jetzige Domain und könnten sich nicht mehr damit anmelden.",
    method_not_allowed:
      "Die Anfrage konnte nicht verarbeitet werden. Laden Sie die Seite neu und versuchen Sie es noch einmal.",
    email_report_rejected: "Die Anfrage konnte nicht verarbeitet werden."
  },
  language: {
    intro: "Für diesen Browser. Solange Sie keine wählen, spricht die Verwaltung die bevorzugte Sprache Ihres Browsers."
  },
  timesIn: (zone) => `Zeiten in ${zone}`
}
