/** The texts of the pages about webhooks, in English. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import { format } from "../../../language/en.ts"

export const texts = {
  title: "Webhooks",
  webhook: "Webhook",
  intro: "For each event of a user, Latchkey sends a signed message to a URL of your app.",
  state: "State",
  added: "Added",
  allEvents: "all",
  on: "Turned on",
  off: "Turned off",
  failing: "Failing",
  unavailable: "This service sends no messages to webhooks: no adapter is configured.",
  noKey: "No server key is configured, so a secret can't be stored. Set SECRET_KEY, and restart the service.",
  full: (count: number) =>
    `An instance can have ${format.plural(count, { one: "# webhook", other: "# webhooks" })}. To add another, delete one.`,
  count: (count: number) => `${format.plural(count, { one: "# webhook", other: "# webhooks" })}`,
  empty: {
    title: "No webhooks yet",
    text: "Add one, and your app hears of new, changed and deleted users within seconds."
  },
  add: "Add a webhook",
  addIntro: "It gets every event from now on.",
  addButton: "Add webhook",
  fields: {
    url: { label: "URL", hint: "Messages are sent there with POST." },
    types: { label: "Events", hint: "If you choose none, it gets every event, also those of later versions." }
  },
  secretTitle: "Secret of the webhook",
  secretShown: "With this secret your app checks that messages come from Latchkey. Copy it now: it isn't shown again.",
  toWebhook: "Go to the webhook",
  notices: {
    saved: "Saved.",
    enabled: "The webhook is turned on. Messages that waited are sent now.",
    disabled: "The webhook is turned off. Events wait until you turn it on again.",
    deleted: "The webhook is deleted.",
    resent: "The event is sent again.",
    resentAll: "All failed events are sent again."
  },
  offSince: {
    operator: (time: Fragment) => html`Turned off since ${time}. Events wait until you turn it on again.`,
    gone: (time: Fragment) =>
      html`Turned off since ${time}: the URL responded with 410, which means that it's gone. Events wait until you turn it on again.`,
    failing: (time: Fragment) =>
      html`Turned off since ${time}: nothing had succeeded for five days. Events wait until you turn it on again.`
  },
  failsSince: (time: Fragment) =>
    html`Nothing has succeeded since ${time}. Latchkey tries again, and turns the webhook off after five days.`,
  previousSecret: "Previous secret valid until",
  test: "Send a test",
  testSucceeded: (status: string, milliseconds: string) =>
    `The test succeeded: the response was ${status}, after ${milliseconds} ms.`,
  testRefused: (status: string) => `The test failed: the response was ${status}. Only 200 to 299 is success.`,
  testFailed: (reason: string) => `The test failed: ${reason}.`,
  status: (status: string) => `response ${status}`,
  reasons: {
    busy: "ten requests to the webhook are in progress already",
    url: "nothing can be sent to that URL",
    address: "the host has no public address",
    network: "no connection, no valid certificate or no response",
    timeout: "the response took too long",
    secret: "the key of the secret is not configured",
    expired: "the event is no longer stored"
  },
  turnOn: "Turn on",
  turnOff: "Turn off",
  replaceDots: "Replace the secret…",
  replaceTitle: "Replace the secret?",
  replaceText:
    "You get a new secret. For a time messages are signed with both, so that your app can change over without missing one.",
  overlap: { label: "Keep the previous secret valid for", hint: "If it was stolen, revoke it now." },
  noOverlap: "revoke it now",
  replaceButton: "Replace secret",
  deleteTitle: "Delete the webhook?",
  deleteText: "It gets no more messages, and what waits is not sent. To pause it, turn it off instead.",
  messages: "Messages",
  event: "Event",
  user: "User",
  details: "Details",
  time: "Time",
  all: "All messages",
  states: { pending: "Waiting", delivered: "Delivered", failed: "Failed" },
  sendAgain: "Send again",
  sendAllAgain: "Send all failed messages again",
  messageCount: (count: number) => `${format.plural(count, { one: "# message", other: "# messages" })}`,
  kept: "Messages are listed as long as their events are kept.",
  noMessages: { title: "No messages yet", text: "They appear here as soon as something happens to a user." },
  noMatches: { title: "No matching messages", text: "Choose another state." }
}
