/** The texts of the audit log and of the chart of sign-ins, in German. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/de.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  intro:
    "Was Administratoren geändert und welche Benutzer sie angesehen haben, und was Benutzer an ihrer Anmeldung geändert haben.",
  columns: {
    what: "Was",
    who: "Wer",
    about: "Betrifft",
    details: "Details",
    at: "Wann"
  },
  filters: {
    action: "Was",
    actor: "Wer",
    user: "Benutzer-ID",
    instance: "Instanz",
    from: "Von",
    until: "Bis"
  },
  allActions: "Alles",
  allActors: "Alle",
  actors: {
    dashboard: "Verwaltung",
    admin_api: "Admin-API",
    command_line: "Befehlszeile",
    program: "App, die Latchkey enthält",
    user: "Benutzer selbst"
  },
  from: (ipAddress) => `von ${ipAddress}`,
  was: "vorher",
  arrow: "→",
  rows: (count) => `${format.plural(count, { one: "# Eintrag", other: "# Einträge" })}`,
  kept: "400 Tage lang aufbewahrt.",
  deletedUser: "Gelöschter Benutzer",
  empty: {
    title: "Noch keine Einträge",
    text: "Hier steht jede Änderung, die ein Administrator macht."
  },
  noMatches: {
    title: "Keine passenden Einträge",
    text: "Wählen Sie einen längeren Zeitraum oder weniger Filter."
  },
  chart: {
    since: (time, counts) => html`Seit ${time}: ${counts}.`,
    asTable: "Als Tabelle anzeigen",
    tableOf: {
      hour: "Anmeldungen nach Stunde",
      day: "Anmeldungen nach Tag"
    },
    first: {
      hour: "Stunde (UTC)",
      day: "Tag (UTC)",
      localHour: "Stunde"
    },
    outcomes: {
      "signed in": "angemeldet",
      rejected: "abgelehnt",
      "rate limited": "begrenzt",
      failed: "fehlgeschlagen"
    },
    meanings: {
      "signed in": "auf beliebige Weise oder mit einem neuen Konto",
      rejected:
        "falsches Passwort, ungültiger Link oder Code, E-Mail-Adresse schon vergeben, schwaches Passwort oder Methode ausgeschaltet",
      "rate limited": "zu viele Versuche",
      failed: "Ausfall, Überlastung oder abgebrochene Verbindung"
    },
    count: (count, outcome) => `${format.plural(count, { other: "#" })} ${outcome}`
  },
  actions: {
    instance_created: "Instanz erstellt",
    instance_updated: "Einstellungen geändert",
    instance_deleted: "Instanz gelöscht",
    identity_added: "Konto bei einem Anmeldeanbieter mit Benutzer verknüpft",
    identity_removed: "Konto bei einem Anmeldeanbieter von Benutzer getrennt",
    email_suppression_lifted: "Adresse bekommt wieder E-Mails",
    passkey_added: "Passkey eines Benutzers hinzugefügt",
    passkey_removed: "Passkey eines Benutzers entfernt",
    passkeys_deleted: "Passkeys eines früheren Hosts gelöscht",
    second_factor_added: "Zweiter Faktor eines Benutzers hinzugefügt",
    second_factor_removed: "Zweiter Faktor eines Benutzers entfernt",
    recovery_codes_renewed: "Notfallcodes eines Benutzers erneuert",
    recovery_codes_removed: "Notfallcodes eines Benutzers entfernt",
    factor_recovery_requested: "Wiederherstellung verlorener Faktoren von Benutzer angefordert",
    factor_recovery_completed: "Verlorene Faktoren von Benutzer entfernt",
    factor_recovery_cancelled: "Wiederherstellung verlorener Faktoren von Benutzer abgebrochen",
    invitation_created: "Benutzer eingeladen",
    invitation_withdrawn: "Einladung zurückgezogen",
    email_changed: "E-Mail-Adresse geändert",
    email_restored: "Frühere E-Mail-Adresse wiederhergestellt",
    user_deleted: "Benutzer gelöscht",
    user_deletion_scheduled: "Löschung eines Benutzers geplant",
    user_deletion_cancelled: "Löschung eines Benutzers abgebrochen",
    user_viewed: "Benutzer angesehen",
    user_created: "Benutzer erstellt",
    user_updated: "Benutzer geändert",
    users_imported: "Benutzer importiert",
    users_exported: "Benutzer exportiert",
    user_disabled: "Benutzer gesperrt",
    user_enabled: "Benutzer aktiviert",
    sign_in_link_created: "Anmeldelink erstellt",
    sign_in_link_sent: "Anmeldelink gesendet",
    failed_sign_ins_reset: "Fehlversuche eines Benutzers zurückgesetzt",
    second_factor_reset: "Zweiter Faktor eines Benutzers zurückgesetzt",
    passkeys_reset: "Alle Passkeys eines Benutzers entfernt",
    personal_token_created: "Persönliches Zugriffstoken eines Benutzers erstellt",
    personal_token_revoked: "Persönliches Zugriffstoken eines Benutzers widerrufen",
    signing_key_rotated: "Schlüssel zum Signieren von Zugriffstoken ersetzt",
    session_revoked: "Benutzer auf einem Gerät abgemeldet",
    sessions_revoked: "Auf allen Geräten abgemeldet",
    operator_invited: "Einladung zur Verwaltung erstellt",
    operator_invitation_withdrawn: "Einladung zur Verwaltung zurückgezogen",
    custom_email_saved: "E-Mail-Text geändert",
    custom_email_deleted: "E-Mail-Text auf den Standard zurückgesetzt",
    test_email_sent: "Test-E-Mail gesendet",
    identity_provider_created: "Anmeldeanbieter hinzugefügt",
    identity_provider_updated: "Anmeldeanbieter geändert",
    identity_provider_deleted: "Anmeldeanbieter gelöscht",
    dashboard_opened: "Administrator angemeldet",
    dashboard_closed: "Administrator abgemeldet",
    dashboard_session_revoked: "Administrator auf einem Gerät abgemeldet",
    dashboard_sessions_revoked: "Sitzungen von Administratoren abgemeldet",
    operator_created: "Administrator hinzugefügt",
    operator_updated: "Administrator geändert",
    operator_disabled: "Administrator gesperrt",
    operator_enabled: "Administrator aktiviert",
    operator_removed: "Administrator gelöscht",
    operator_link_shown: "Link einer Einladung zur Verwaltung angezeigt",
    operator_passkey_added: "Passkey eines Administrators hinzugefügt",
    operator_passkey_removed: "Passkey eines Administrators entfernt",
    operator_passkeys_removed: "Alle Passkeys eines Administrators entfernt",
    api_key_created: "API-Schlüssel erstellt",
    api_key_revoked: "API-Schlüssel widerrufen",
    previous_admin_key_used: "ADMIN_API_KEY_PREVIOUS verwendet",
    webhook_created: "Webhook hinzugefügt",
    webhook_updated: "Webhook geändert",
    webhook_deleted: "Webhook gelöscht",
    webhook_secret_rotated: "Geheimnis eines Webhooks ersetzt",
    webhook_events_resent: "Ereignisse erneut an einen Webhook gesendet",
    webhook_tested: "Test an einen Webhook gesendet"
  },
  events: {
    user_viewed: "Angesehen",
    user_created: "Konto erstellt",
    user_updated: "Konto geändert",
    user_disabled: "Konto gesperrt",
    user_enabled: "Konto wieder aktiviert",
    failed_sign_ins_reset: "Fehlversuche zurückgesetzt",
    second_factor_added: "Authenticator-App hinzugefügt",
    second_factor_removed: "Authenticator-App entfernt",
    second_factor_reset: "Zweiter Faktor zurückgesetzt",
    recovery_codes_renewed: "Notfallcodes erneuert",
    recovery_codes_removed: "Notfallcodes entfernt",
    passkey_added: "Passkey hinzugefügt",
    passkey_removed: "Passkey entfernt",
    passkeys_reset: "Alle Passkeys entfernt",
    personal_token_created: "Persönliches Zugriffstoken erstellt",
    personal_token_revoked: "Persönliches Zugriffstoken widerrufen",
    session_revoked: "Auf einem Gerät abgemeldet",
    sessions_revoked: "Auf allen Geräten abgemeldet",
    identity_added: "Konto bei einem Anmeldeanbieter verknüpft",
    identity_removed: "Konto bei einem Anmeldeanbieter getrennt",
    user_deletion_scheduled: "Löschung angefordert",
    user_deletion_cancelled: "Löschung abgebrochen",
    factor_recovery_requested: "Wiederherstellung verlorener Faktoren angefordert",
    factor_recovery_completed: "Verlorene Faktoren entfernt",
    factor_recovery_cancelled: "Wiederherstellung verlorener Faktoren abgebrochen"
  },
  allInstances: "Alle Instanzen"
}
