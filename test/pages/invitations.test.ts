import { cookiesOf } from "@latchkey/test-support/HttpClient"
import { Email } from "@latchkey/domain/core/Email"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import * as Effect from "effect/Effect"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { newEmail, password, session } from "@latchkey/test-support/contract"
import type { Service } from "@latchkey/test-support/Service"
import { headingOf, ownForm, postForm, startWithPages, valuesOf } from "./support/app.ts"

const html = { accept: "text/html" }

describe("The link of an invitation", () => {
  let service: Service
  beforeAll(async () => {
    service = await startWithPages()
  })
  afterAll(() => service.stop())
  const change = (patch: InstancePatch) => service.instances((instances) => instances.update(defaultId, patch))
  beforeEach(async () => {
    service.advance(3_600_000)
    await change({ signUp: { mode: "invitation" } })
  })
  afterEach(() => change({ authConfig: { magic_link: true } }))

  const invite = async (email = newEmail()) => {
    await service.run(
      Effect.gen(function* () {
        const instance = yield* (yield* InstanceDirectory).get(defaultId)
        yield* (yield* Invitations).create({ instance, by: { actor: "program" }, email: Email.make(email) })
      })
    )
    return { email, link: await service.lastInvitation(email) }
  }
  const tokenIn = (link: string) => new URL(link, service.origin).searchParams.get("token") ?? ""

  test("shows one button, which creates the account and signs in", async () => {
    const { email, link } = await invite()
    const browser = service.browser()
    const page = await browser.get(link, html)
    expect([page.status, headingOf(page), cookiesOf(page)]).toEqual([200, "Join Latchkey?", []])
    expect(page.text).toContain(`<strong>${email}</strong>`)
    expect(page.text.match(/<button/g)).toHaveLength(1)
    expect(page.text).not.toContain("autofocus")
    const accepted = await postForm(browser, "/invitation", { token: valuesOf(page)["token"] ?? "" })
    expect([accepted.status, accepted.headers.location]).toEqual([303, `${service.origin}/`])
    expect((await browser.get(session)).json).toMatchObject({ email, emailVerified: true })
  })

  test("is used up only by the button, not by opening, previewing or prefetching it", async () => {
    const { link } = await invite()
    for (const headers of [html, { accept: "*/*" }, { ...html, "sec-purpose": "prefetch" }]) {
      expect(cookiesOf(await service.browser().get(link, headers))).toEqual([])
    }
    expect(cookiesOf(await service.browser().send("HEAD", link))).toEqual([])
    expect((await postForm(service.browser(), "/invitation", { token: tokenIn(link) })).status).toBe(303)
  })

  test("names the account that the browser is signed in with", async () => {
    await change({ signUp: { mode: "open" } })
    const browser = service.browser()
    const current = newEmail()
    await postForm(browser, "/sign-up", { email: current, password })
    const { email, link } = await invite()
    const page = await browser.get(link, html)
    expect(page.text).toContain(`signed in as <bdi><strong>${current}</strong></bdi>`)
    expect(page.text).toContain(`<strong>${email}</strong>`)
  })

  test("leads to the password if the user could not sign in again otherwise", async () => {
    await change({ authConfig: { magic_link: false } })
    const { link } = await invite()
    const browser = service.browser()
    const accepted = await postForm(browser, "/invitation", { token: tokenIn(link) })
    expect(accepted.headers.location).toBe("/account#password-part")
    expect((await browser.get("/account", html)).text).toContain("Set a password")
    const set = await postForm(browser, "/account/password", { password })
    expect(set.headers.location).toBe("/account?done=password")
  })

  test("that was used, withdrawn or never issued says so, and offers no new one", async () => {
    const { link } = await invite()
    await postForm(service.browser(), "/invitation", { token: tokenIn(link) })
    for (const opened of [
      await service.browser().get(link, html),
      await service.browser().get(`/invitation?token=${"t".repeat(42)}A`, html),
      await postForm(service.browser(), "/invitation", { token: tokenIn(link) })
    ]) {
      expect([opened.status, headingOf(opened)]).toEqual([401, "This invitation no longer works"])
      expect(opened.text).not.toContain("<form")
    }
    const incomplete = await service.browser().get("/invitation", html)
    expect([incomplete.status, headingOf(incomplete)]).toEqual([400, "This link is incomplete"])
  })

  test("says that sign-up is closed in the mode closed", async () => {
    const { link } = await invite()
    await change({ signUp: { mode: "closed" } })
    const opened = await service.browser().get(link, html)
    expect([opened.status, headingOf(opened)]).toEqual([403, "Sign-up is closed"])
  })

  test("is not accepted by a form of another website", async () => {
    const { link } = await invite()
    const elsewhere = { ...ownForm, origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    const reply = await postForm(service.browser(), "/invitation", { token: tokenIn(link) }, elsewhere)
    expect([reply.status, cookiesOf(reply)]).toEqual([403, []])
    expect((await postForm(service.browser(), "/invitation", { token: tokenIn(link) })).status).toBe(303)
  })

  test("tells a user who must not sign up without one where to look for it", async () => {
    const page = await service.browser().get("/sign-up", html)
    expect(page.text).toContain("You need an invitation to create an account for Latchkey.")
    await change({ signUp: { mode: "closed" } })
    expect((await service.browser().get("/sign-up", html)).text).not.toContain("invitation")
  })
})
