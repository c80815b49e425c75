/** Problems in words for users, in German. Generated from the contract by `npm run generate`. */

import { makeMessageOf, type Messages } from "./Messages.ts"

/** The texts. */
export const messages: Messages = {
  soon: "gleich",
  invalid_request: "Ihre Eingaben sind nicht ganz richtig.",
  invalid_credentials: "E-Mail-Adresse oder Passwort ist falsch.",
  invalid_token:
    "Der Link oder Code ist ungültig. Vielleicht ist er abgelaufen, oder ein Link oder Code an diese Adresse wurde bereits verwendet.",
  password_disabled: "Passwörter werden hier nicht verwendet. Melden Sie sich mit einem Link an.",
  sign_up_closed: "Sie können hier kein Konto erstellen.",
  forbidden_origin: "Diese Anfrage kam von einer anderen Website.",
  not_found: "Wir konnten diese Seite nicht finden.",
  payload_too_large: "Das ist zu viel Text. Kürzen Sie ihn und versuchen Sie es noch einmal.",
  unsupported_media_type:
    "Wir konnten das Formular nicht verarbeiten. Laden Sie die Seite neu und versuchen Sie es noch einmal.",
  signup_rate_limited: (when) =>
    `Aus Ihrem Netzwerk wurden zu viele Konten erstellt. Versuchen Sie es ${when} noch einmal.`,
  signin_rate_limited: (when) => `Zu viele Anmeldeversuche. Versuchen Sie es ${when} noch einmal.`,
  magic_link_rate_limited: (when) =>
    `Es wurden zu viele Links angefordert. Versuchen Sie es ${when} noch einmal. Frühere Links funktionieren weiterhin.`,
  internal_error: "Bei uns ist etwas schiefgelaufen. Versuchen Sie es gleich noch einmal.",
  service_unavailable: (when) => `Der Dienst ist vorübergehend nicht erreichbar. Versuchen Sie es ${when} noch einmal.`,
  unauthenticated: "Sie sind nicht angemeldet.",
  reauthentication_required: "Bestätigen Sie, dass Sie es sind, und versuchen Sie es noch einmal.",
  email_not_verified: "Bestätigen Sie zuerst Ihre E-Mail-Adresse.",
  password_too_short: "Ihr Passwort erfüllt die Anforderungen nicht.",
  no_sign_in_method: "Es gäbe keine andere Möglichkeit mehr, sich bei diesem Konto anzumelden.",
  email_already_exists: "Es gibt bereits ein Konto mit dieser E-Mail-Adresse.",
  sign_up_refused: "Mit dieser E-Mail-Adresse können Sie kein Konto erstellen.",
  magic_link_disabled: "Anmeldelinks sind nicht verfügbar. Melden Sie sich mit Ihrem Passwort an.",
  magic_link_code_disabled: "Hier können Sie keinen Code verwenden. Melden Sie sich mit dem Link in der E-Mail an.",
  passkey_disabled: "Sie können hier keinen Passkey verwenden.",
  passkey_already_exists: "Dieser Passkey wurde schon hinzugefügt.",
  too_many_passkeys: "Sie können höchstens 20 Passkeys haben. Entfernen Sie zuerst einen.",
  identity_provider_disabled: "Sie können sich hier nicht mit diesem Anbieter anmelden.",
  identity_rejected:
    "Die Anmeldung mit diesem Anbieter hat nicht geklappt. Versuchen Sie es noch einmal, oder melden Sie sich anders an.",
  identity_provider_unavailable: (when) => `Dieser Anbieter antwortet nicht. Versuchen Sie es ${when} noch einmal.`,
  proof_required:
    "Mit dieser E-Mail-Adresse haben Sie schon ein Konto. Melden Sie sich dort an, und verbinden Sie dann den Anbieter.",
  too_many_identities: "Sie können höchstens 20 Konten verbinden. Trennen Sie zuerst eines.",
  factor_recovery_disabled: "Sie können Ihr Konto hier nicht per E-Mail wiederherstellen.",
  factor_recovery_not_needed: "Es gibt nichts wiederherzustellen: Sie können Ihr Konto noch ändern.",
  factor_recovery_too_early: "Es ist noch zu früh. Öffnen Sie den Link nach der Wartezeit noch einmal.",
  second_factor_disabled: "Sie können hier keine Authenticator-App einrichten.",
  second_factor_exists: "Sie haben schon eine Authenticator-App. Entfernen Sie sie, um eine andere einzurichten.",
  device_sign_in_disabled: "Sie können hier keine anderen Geräte mit einem Code anmelden.",
  audience_not_allowed: "Diese App ist für den aufgerufenen Dienst nicht eingerichtet.",
  access_tokens_disabled: "Diese App ist noch nicht dafür eingerichtet, andere Dienste aufzurufen.",
  network_error:
    "Wir konnten den Server nicht erreichen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal. Wenn Ihre Verbindung funktioniert, liegt das Problem bei uns.",
  aborted: "Die Anfrage wurde abgebrochen.",
  passkey_canceled: "Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal oder auf andere Weise.",
  passkey_rejected: "Mit diesem Passkey können Sie sich nicht anmelden. Wählen Sie eine andere Weise.",
  passkey_unavailable: "Das hat nicht funktioniert. Versuchen Sie es gleich noch einmal oder auf andere Weise.",
  unexpected_reply: "Bei uns ist etwas schiefgelaufen. Versuchen Sie es gleich noch einmal."
}

/**
 * Returns a problem in words for users.
 *
 * ```ts
 * import { createClient } from "@latchkey/client"
 * import { messageOf } from "@latchkey/client/messages/de"
 *
 * const result = await createClient().signOut()
 * if (!result.ok) console.log(messageOf(result.problem))
 * ```
 */
export const messageOf = makeMessageOf("de", messages)
