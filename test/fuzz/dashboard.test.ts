import { cookiesOf } from "@latchkey/test-support/HttpClient"
import * as fc from "effect/FastCheck"
import { newEmail } from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import { FormBrowser, signedInAs } from "@latchkey/test-support/operator"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, beforeAll, expect, test } from "vitest"
import { own, passkeysOf } from "@latchkey/test-support/operatorPasskeys"
import { bodyFor } from "./support/bodies.ts"
import { announce, requests, seed } from "./support/plan.ts"

let service: Service
beforeAll(async () => {
  service = await start({ host: "localhost" })
})
afterAll(() => service.stop())

/** What the script would write into the form: a credential, or any text. */
const credentials = (endpoint: "registerPasskey" | "signInWithPasskey") =>
  bodyFor(endpoint).map((body) => {
    const text = Buffer.from(body ?? []).toString()
    try {
      return JSON.stringify(JSON.parse(text).credential) ?? text
    } catch {
      return text
    }
  })

const { add, signInWith } = passkeysOf(() => service)

const numRuns = Math.min(requests, 2000)

test("no random credential opens the dashboard, adds a passkey or breaks a page", async () => {
  announce("Fuzzing the passkeys of the dashboard", 2 * numRuns)
  const { browser } = await signedInAs(service, "viewer", newEmail())
  const stranger = new FormBrowser(service.origin)
  let count = 0
  const submit = async (to: FormBrowser, path: string, credential: string) => {
    // The clock moves a little, so that limits reject some requests, and the session stays recent.
    if (++count % 60 === 0) service.advance(1000)
    const reply = await to.submit(path, { credential })
    const { status, text } = reply
    expect([400, 401, 413, 429]).toContain(status)
    expect(text).toContain("<!doctype html>")
    expect(cookiesOf(reply)).toEqual([])
  }
  const property = (endpoint: "registerPasskey" | "signInWithPasskey", to: FormBrowser, path: string) =>
    fc.assert(
      fc.asyncProperty(credentials(endpoint), (credential) => submit(to, path, credential)),
      { numRuns, seed }
    )
  await property("signInWithPasskey", stranger, "/dashboard/sign-in/passkey")
  await property("registerPasskey", browser, own)
  expect((await stranger.get("/dashboard")).status).toBe(303)
  expect((await browser.get(own)).text).toContain("You don&#39;t have a passkey yet.")
}, 1_200_000)

test("the dashboard works as before", async () => {
  service.advance(3_600_000)
  const { browser } = await signedInAs(service, "viewer", newEmail())
  const { added, keys } = await add(browser)
  expect(added.headers.location).toBe(`${own}?done=added`)
  const { reply } = await signInWith(keys)
  expect(reply.headers.location).toBe("/dashboard")
})
