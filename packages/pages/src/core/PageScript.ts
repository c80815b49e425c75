/**
 * The one script of the pages for users, in its own file. Everything but passkeys works without it. It
 *
 * - adds a button that shows the password, and selects the text of a field that has to be replaced;
 * - asks the browser for a passkey, or to create one, and sends the form with what the browser returns;
 * - offers the passkeys of a device in the field for the email address, and tells password managers which are left;
 * - prints a page.
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

/** 3,000: the maximum length of the script in bytes. */
export const maxLength = 3000

/**
 * The script. The form of a passkey has the attributes `data-passkey` (`get` or `create`), `data-options` (the URL of
 * the options), the texts `data-cancelled`, `data-exists` and `data-failed`, the hidden field `credential`, and an
 * element of the role `status`. With `data-autofill`, the browser offers passkeys in a field with
 * `autocomplete="… webauthn"`. The challenge of that offer is renewed when the field is focused after four minutes: it
 * works for five.
 */
export const source = `const root = document.documentElement.classList
const Key = globalThis.PublicKeyCredential
const hasKeys = !!Key?.parseRequestOptionsFromJSON
root.add("js")
if (hasKeys) root.add("passkeys")

const show = (button, isShown) => {
  const field = button.parentElement
  const texts = button.dataset
  field.querySelector("input").type = isShown ? "text" : "password"
  field.querySelector("[aria-live]").textContent = isShown ? texts.shown : texts.hidden
  button.textContent = isShown ? texts.hide : texts.show
}

let running
let startedAt
const ask = async (form, mediation) => {
  const { cancelled, exists, failed, options, passkey } = form.dataset
  const say = (text) => (form.querySelector("[role=status]").textContent = text)
  running?.abort()
  running = new AbortController()
  const { signal } = running
  startedAt = Date.now()
  if (!mediation) say("")
  try {
    const headers = { "content-type": "application/json" }
    const reply = await fetch(options, { method: "POST", headers, body: "{}", signal })
    if (!reply.ok) throw reply
    const json = await reply.json()
    const credential =
      passkey === "create"
        ? await navigator.credentials.create({ publicKey: Key.parseCreationOptionsFromJSON(json), signal })
        : await navigator.credentials.get({ publicKey: Key.parseRequestOptionsFromJSON(json), mediation, signal })
    form.elements.credential.value = JSON.stringify(credential)
    form.submit()
  } catch ({ name, status }) {
    if (signal.aborted || mediation) return
    if (status === 401 || status === 403) return location.reload()
    say({ NotAllowedError: cancelled, InvalidStateError: exists }[name] ?? failed)
    autofill()
  }
}

const autofill = async () => {
  const form = document.querySelector("[data-autofill]")
  if (form && (await Key.isConditionalMediationAvailable?.())) ask(form, "conditional")
}

addEventListener("click", ({ target }) => {
  if (target.matches(".reveal")) show(target, target.textContent === target.dataset.show)
  if (target.matches(".print")) print()
})
addEventListener("submit", (event) => {
  const form = event.target
  for (const button of form.querySelectorAll(".reveal")) show(button, false)
  if (!form.matches("[data-passkey]")) return
  event.preventDefault()
  ask(form)
})
addEventListener("focusin", ({ target }) => target.matches("[data-select]") && target.select(), { once: true })
if (hasKeys) {
  addEventListener("focusin", ({ target }) => {
    if (target.matches("[autocomplete~=webauthn]") && Date.now() - startedAt > 24e4) autofill()
  })
  addEventListener("pageshow", async () => {
    autofill()
    const left = document.querySelector("[data-signal]")
    if (left) Key.signalAllAcceptedCredentials?.(JSON.parse(left.dataset.signal)).catch(() => {})
    const canOffer = await Key.isUserVerifyingPlatformAuthenticatorAvailable()
    for (const field of document.querySelectorAll("[name=passkeys]")) field.value = canOffer ? 1 : ""
  })
}
`

/** The SHA-256 of the script in Base64. A test compares it with the script. */
export const hash = "Wi1e2/YpJvT9lpIunSA/9JeUUiNrp0pj29wKFlt0l6M="

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
