/** The texts of the pages about webhooks, in German. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/de.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  title: "Webhooks",
  webhook: "Webhook",
  intro: "Für jedes Ereignis eines Benutzers sendet Latchkey eine signierte Nachricht an eine URL Ihrer App.",
  state: "Status",
  added: "Hinzugefügt",
  allEvents: "alle",
  on: "Eingeschaltet",
  off: "Ausgeschaltet",
  failing: "Gestört",
  unavailable: "Dieser Dienst sendet keine Nachrichten an Webhooks: Es ist kein Adapter eingerichtet.",
  noKey:
    "Es ist kein Serverschlüssel eingerichtet, daher kann kein Geheimnis gespeichert werden. Setzen Sie SECRET_KEY, und starten Sie den Dienst neu.",
  full: (count) =>
    `Eine Instanz kann ${format.plural(count, { one: "# Webhook", other: "# Webhooks" })} haben. Löschen Sie einen, um einen weiteren hinzuzufügen.`,
  count: (count) => `${format.plural(count, { one: "# Webhook", other: "# Webhooks" })}`,
  empty: {
    title: "Noch keine Webhooks",
    text: "Fügen Sie einen hinzu, und Ihre App erfährt binnen Sekunden von neuen, geänderten und gelöschten Benutzern."
  },
  add: "Webhook hinzufügen",
  addIntro: "Er erhält ab jetzt jedes Ereignis.",
  addButton: "Webhook hinzufügen",
  fields: {
    url: { label: "URL", hint: "Dorthin werden Nachrichten mit POST gesendet." },
    types: { label: "Ereignisse", hint: "Wenn Sie keines wählen, erhält er alle, auch die späterer Versionen." }
  },
  secretTitle: "Geheimnis des Webhooks",
  secretShown:
    "Mit diesem Geheimnis prüft Ihre App, dass Nachrichten von Latchkey kommen. Kopieren Sie es jetzt: Es wird nicht noch einmal gezeigt.",
  toWebhook: "Zum Webhook",
  notices: {
    saved: "Gespeichert.",
    enabled: "Der Webhook ist eingeschaltet. Wartende Nachrichten werden jetzt gesendet.",
    disabled: "Der Webhook ist ausgeschaltet. Ereignisse warten, bis Sie ihn wieder einschalten.",
    deleted: "Der Webhook ist gelöscht.",
    resent: "Das Ereignis wird noch einmal gesendet.",
    resentAll: "Alle fehlgeschlagenen Ereignisse werden noch einmal gesendet."
  },
  offSince: {
    operator: (time) => html`Ausgeschaltet seit ${time}. Ereignisse warten, bis Sie ihn wieder einschalten.`,
    gone: (time) =>
      html`Ausgeschaltet seit ${time}: Die URL hat mit 410 geantwortet, es gibt sie also nicht mehr. Ereignisse warten, bis Sie ihn wieder einschalten.`,
    failing: (time) =>
      html`Ausgeschaltet seit ${time}: Fünf Tage lang ist nichts angekommen. Ereignisse warten, bis Sie ihn wieder einschalten.`
  },
  failsSince: (time) =>
    html`Seit ${time} ist nichts angekommen. Latchkey versucht es weiter und schaltet den Webhook nach fünf Tagen aus.`,
  previousSecret: "Bisheriges Geheimnis gültig bis",
  test: "Test senden",
  testSucceeded: (status, milliseconds) => `Der Test ist gelungen: Die Antwort war ${status}, nach ${milliseconds} ms.`,
  testRefused: (status) => `Der Test ist fehlgeschlagen: Die Antwort war ${status}. Nur 200 bis 299 gilt als Erfolg.`,
  testFailed: (reason) => `Der Test ist fehlgeschlagen: ${reason}.`,
  status: (status) => `Antwort ${status}`,
  reasons: {
    busy: "zehn Anfragen an den Webhook laufen schon",
    url: "an diese URL kann nichts gesendet werden",
    address: "der Host hat keine öffentliche Adresse",
    network: "keine Verbindung, kein gültiges Zertifikat oder keine Antwort",
    timeout: "die Antwort hat zu lange gedauert",
    secret: "der Schlüssel des Geheimnisses ist nicht eingerichtet",
    expired: "das Ereignis ist nicht mehr gespeichert"
  },
  turnOn: "Einschalten",
  turnOff: "Ausschalten",
  replaceDots: "Geheimnis ersetzen…",
  replaceTitle: "Geheimnis ersetzen?",
  replaceText:
    "Sie erhalten ein neues Geheimnis. Eine Zeit lang werden Nachrichten mit beiden signiert, damit Ihre App umstellen kann, ohne eine zu verpassen.",
  overlap: { label: "Bisheriges Geheimnis gültig für", hint: "Wurde es gestohlen, machen Sie es sofort ungültig." },
  noOverlap: "sofort ungültig machen",
  replaceButton: "Geheimnis ersetzen",
  deleteTitle: "Webhook löschen?",
  deleteText:
    "Er erhält keine Nachrichten mehr, und was wartet, wird nicht gesendet. Um ihn anzuhalten, schalten Sie ihn aus.",
  messages: "Nachrichten",
  event: "Ereignis",
  user: "Benutzer",
  details: "Einzelheiten",
  time: "Zeit",
  all: "Alle Nachrichten",
  states: { pending: "Wartet", delivered: "Zugestellt", failed: "Fehlgeschlagen" },
  sendAgain: "Noch einmal senden",
  sendAllAgain: "Alle fehlgeschlagenen Nachrichten noch einmal senden",
  messageCount: (count) => `${format.plural(count, { one: "# Nachricht", other: "# Nachrichten" })}`,
  kept: "Nachrichten stehen hier, solange ihre Ereignisse aufbewahrt werden.",
  noMessages: {
    title: "Noch keine Nachrichten",
    text: "Sie erscheinen hier, sobald mit einem Benutzer etwas geschieht."
  },
  noMatches: { title: "Keine passenden Nachrichten", text: "Wählen Sie einen anderen Status." }
}
