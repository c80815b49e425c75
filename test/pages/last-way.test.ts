import { defaultId } from "@latchkey/domain/instance/Instance"
import { newEmail, password } from "@latchkey/test-support/contract"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { postForm, startWithPages } from "./support/app.ts"

const html = { accept: "text/html" }

describe("The mark of the last way in", () => {
  let service: Service
  beforeAll(async () => {
    service = await startWithPages()
  })
  afterAll(() => service.stop())

  /** Returns the texts of the buttons that are marked. */
  const marked = ({ text }: { readonly text: string }) =>
    [...text.matchAll(/<button[^>]*>([^<]*) <span class="last">([^<]*)</g)].map(([, button, mark]) => [button, mark])

  const signedOutAfter = async (
    signIn: (browser: ReturnType<Service["browser"]>, email: string) => Promise<unknown>
  ) => {
    const email = newEmail()
    const browser = service.browser()
    await postForm(service.browser(), "/sign-up", { email, password })
    await signIn(browser, email)
    await postForm(browser, "/sign-out", {})
    return { browser, email }
  }

  test("is on no button of a device that never signed in", async () => {
    expect(marked(await service.browser().get("/sign-in", html))).toEqual([])
  })

  test("is on the way that the device used last, in the language of the page", async () => {
    const { browser, email } = await signedOutAfter((browser, email) =>
      postForm(browser, "/sign-in", { email, password })
    )
    expect(marked(await browser.get("/sign-in", html))).toEqual([["Sign in", "Last used"]])
    await postForm(browser, "/sign-in/link", { email })
    await browser.get(await service.lastLink(email), html)
    await postForm(browser, "/sign-out", {})
    expect(marked(await browser.get("/sign-in", { ...html, "accept-language": "de" }))).toEqual([
      ["Anmeldelink per E-Mail senden", "Zuletzt verwendet"]
    ])
    expect(marked(await browser.get("/sign-up", html))).toEqual([])
  })

  test("does not appear after a rejected sign-in, or where only one way is left", async () => {
    const rejected = service.browser()
    await postForm(rejected, "/sign-in", { email: newEmail(), password })
    expect(marked(await rejected.get("/sign-in", html))).toEqual([])
    const { browser } = await signedOutAfter((browser, email) => postForm(browser, "/sign-in", { email, password }))
    const links = (magic_link: boolean) =>
      service.instances((instances) => instances.update(defaultId, { authConfig: { magic_link } }))
    await links(false)
    expect(marked(await browser.get("/sign-in", html))).toEqual([])
    await links(true)
  })

  test("needs a cookie that names the way and nothing of the user, and that no script can read", async () => {
    const email = newEmail()
    await postForm(service.browser(), "/sign-up", { email, password })
    const { setCookies } = await postForm(service.browser(), "/sign-in", { email, password })
    const cookie = setCookies.find((text) => text.startsWith("__last="))
    expect(cookie?.split("; ").sort()).toEqual([
      "HttpOnly",
      "Max-Age=34560000",
      "Path=/",
      "SameSite=Lax",
      "__last=password"
    ])
  })

  test("shows no cookie that a browser made up", async () => {
    const { text } = await service.browser().get("/sign-in", { ...html, cookie: '__last="><b>x' })
    expect([marked({ text }), text.includes("<b>x")]).toEqual([[], false])
  })
})
