/**
 * The one script of the pages for users, in its own file. Everything but passkeys works without it. It
 *
 * - shows a password, copies a text, and selects the text of a field that has to be replaced;
 * - asks the browser for a passkey, or to create one, and sends the form with what the browser returns;
 * - offers the passkeys of a device in the field for the email address, and tells password managers which are left, and
 *   which one is unknown;
 * - sends one form per page view, and shows that it was sent;
 * - sends a form by itself that only repeats another one, and prints a page;
 * - tells the dashboard the time zone, in a cookie.
 *
 * A page is styled for the script only while it runs: see `.js` and `.passkeys` in the stylesheet. The second means
 * that the browser has passkeys and the JSON forms of WebAuthn Level 3. The script is the same in every language and on
 * every page: its texts and URLs are attributes.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { HttpOptions } from "@latchkey/http/core/HttpSettings"
import { responseHeaders } from "@latchkey/http/core/Endpoint"
import type { Script } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import type { Route } from "./Routes.ts"

/** Removes the spaces that a script without spaces in its texts does not need. */
const compact = ({ raw }: TemplateStringsArray): string =>
  raw
    .join("")
    .replace(/^\s+/gm, "")
    .replace(/ *(=>|&&|\|\||[<=>{}(),:?+]) */g, "$1")

/** 3,360: the maximum length of the script in bytes. */
export const maxLength = 3360

/**
 * The script. It sends one form per page view, until the browser shows the page again: a second press would make the
 * browser drop the response to the first, with its cookies. The pressed button is `aria-busy` and `aria-disabled`, and
 * the element with `data-working` says that text.
 *
 * The form of a passkey has the attributes `data-passkey` (`get` or `create`), `data-options` (the URL of the options),
 * the texts `data-cancelled`, `data-exists`, `data-failed` and `data-refused`, the hidden field `credential`, and an
 * element of the role `status`. With `data-autofill`, the browser offers passkeys in a field with
 * `autocomplete="… webauthn"`. The challenge of that offer works for five minutes, and is renewed after four while the
 * page is visible, or as soon as it is.
 */
export const source = compact`const root = document.documentElement.classList
const Key = globalThis.PublicKeyCredential
const on = addEventListener
const hasKeys = !!Key?.parseRequestOptionsFromJSON
root.add("js")
if (hasKeys) root.add("passkeys")

const find = (selector, within = document) => within.querySelector(selector)
const show = (button, isShown) => {
  const field = button.parentElement
  const { hidden, shown } = button.dataset
  find("input", field).type = isShown ? "text" : "password"
  find("[aria-live]", field).textContent = isShown ? shown : hidden
  button.ariaPressed = isShown
}

const copy = async (button) => {
  const { copied, text } = button.dataset
  await navigator.clipboard.writeText(text)
  find("[aria-live]", button.parentElement).textContent = copied
}

let sent
const send = (button) => {
  const working = find("[data-working]")
  if (button) {
    sent = button
    button.ariaBusy = button.ariaDisabled = true
    working.textContent = working.dataset.working
  } else if (sent) {
    sent.ariaBusy = sent.ariaDisabled = null
    sent = working.textContent = ""
  }
}

let running
let renewAt = Infinity
const ask = async (form, mediation) => {
  const { cancelled, exists, failed, options, passkey, refused } = form.dataset
  const say = (text) => (find("[role=status]", form).textContent = text)
  running?.abort()
  running = new AbortController()
  const { signal } = running
  renewAt = mediation ? Date.now() + 24e4 : Infinity
  if (!mediation) say("")
  try {
    const headers = { "content-type": "application/json" }
    const reply = await fetch(options, { method: "POST", headers, body: "{}", signal })
    if (!reply.ok) throw reply
    const kind = passkey === "get" ? "Request" : "Creation"
    const publicKey = Key["parse" + kind + "OptionsFromJSON"](await reply.json())
    const credential = await navigator.credentials[passkey]({ publicKey, mediation, signal })
    if (sent) return
    form.elements.credential.value = JSON.stringify(credential)
    send(find("button", form))
    form.submit()
  } catch ({ name, status }) {
    if (signal.aborted || mediation) return
    say({ NotAllowedError: cancelled, InvalidStateError: exists, 401: refused, 403: refused }[status ?? name] ?? failed)
    autofill()
  }
}

const autofill = async () => {
  const form = find("[data-autofill]")
  if (form && (await Key.isConditionalMediationAvailable?.())) ask(form, "conditional")
}

on("click", ({ target }) => {
  const button = target.closest("button")
  if (button?.matches(".reveal")) show(button, button.ariaPressed !== "true")
  if (button?.matches(".copy")) copy(button)
  if (button?.matches(".print")) print()
})
on("submit", (event) => {
  const form = event.target
  const isPasskey = form.matches("[data-passkey]")
  if (sent || isPasskey) event.preventDefault()
  if (sent) return
  for (const button of form.querySelectorAll(".reveal")) show(button, false)
  isPasskey ? ask(form) : send(event.submitter ?? find("button", form))
})
on("DOMContentLoaded", () => {
  find("[data-submit]")?.requestSubmit()
  const zone = find("[data-zone]")
  if (zone) document.cookie = zone.dataset.zone.replace("%", Intl.DateTimeFormat().resolvedOptions().timeZone)
})
on("pageshow", () => send())
on("focusin", ({ target }) => target.matches("[data-select]") && target.select(), { once: true })
if (hasKeys) {
  const renew = () => document.hidden || renewAt > Date.now() || autofill()
  setInterval(renew, 15e3)
  on("visibilitychange", renew)
  on("pageshow", async () => {
    autofill()
    for (const { dataset } of document.querySelectorAll("[data-signal]"))
      Key[dataset.signal]?.(JSON.parse(dataset.value)).catch(() => {})
    const canOffer = await Key.isUserVerifyingPlatformAuthenticatorAvailable()
    for (const field of document.querySelectorAll("[name=passkeys]")) field.value = canOffer ? 1 : ""
  })
}
`

/** The SHA-256 of the script in Base64. A test compares it with the script. */
export const hash = "3WN6x21jOjhvoLSRujUQ8rHkVkc8BfKcC/E94HPAthI="

/** The path of the script, which changes with it: browsers keep the file for a year. */
export const path = `/pages-${hash.slice(0, 12).replaceAll("+", "-").replaceAll("/", "_")}.js` as const

/** Returns the script below a path, such as the prefix of `HttpSettings`. */
export const at = (base: string): Script => ({ url: `${base}${path}`, hash })

/** Makes the route of the file below a path. It needs no instance, so it works in an outage, too. */
export const route = (base: "" | `/${string}`, settings: Pick<HttpOptions, "baseUrl">): Route => ({
  method: "GET",
  path: `${base}${path}` as `/${string}`,
  handler: Effect.succeed(
    HttpServerResponse.text(source, {
      contentType: "text/javascript; charset=utf-8",
      headers: { ...responseHeaders(settings), "cache-control": "public, max-age=31536000, immutable" }
    })
  )
})
