import type { Browser } from "@latchkey/test-support/Browser"
import { newEmail, password, session } from "@latchkey/test-support/contract"
import { cookiesOf } from "@latchkey/test-support/HttpClient"
import * as GoodProvider from "@latchkey/test-support/oidc/GoodProvider"
import { layerAtRealTime } from "@latchkey/test-support/oidc/openIdClient"
import { callback, pathOf } from "@latchkey/test-support/oidc/scenarios"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { appPage, headingOf, postForm, startBesideApp, valuesOf } from "./support/app.ts"
import { acme, configure } from "./support/providers.ts"

const html = { accept: "text/html" }
/** What a browser sends that comes from another site. It sends no strict cookies with it. */
const fromOtherSite = {
  ...html,
  "sec-fetch-site": "cross-site",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document"
}
const accounts = "/account/identities"
const query = (returnTo: string) => new URLSearchParams({ return_to: returnTo }).toString()

describe("The pages of an instance with strict cookies", () => {
  const stops: Array<() => unknown> = []
  let provider: GoodProvider.GoodProvider
  let service: Service

  beforeAll(async () => {
    provider = await GoodProvider.start((stop) => stops.push(stop))
    service = await startBesideApp({
      identityProviders: layerAtRealTime([provider.origin]),
      settings: { cookieSameSite: "strict" }
    })
    const redirectUris = [`${service.origin}${callback}`]
    const { clientId } = provider.register({ redirectUris, authentication: "none" })
    await configure(service, [{ ...acme, issuer: provider.issuer, clientId }])
  })
  afterAll(async () => {
    for (const stop of [service.stop, ...stops]) await stop()
  })

  const knownUser = () => {
    const email = newEmail()
    const login = email.split("@", 1).join("")
    provider.users.set(login, { email, email_verified: true })
    return { email, login }
  }

  /**
   * Signs in on the provider's pages, and comes back: without cookies, to a page that sends the response again from its
   * own origin, with them.
   */
  const comeBack = async (browser: Browser, url: string, login: string) => {
    const back = await service.browser().get(pathOf(await provider.signIn(url, login)), fromOtherSite)
    expect([back.status, headingOf(back)]).toEqual([200, "Almost done"])
    expect(cookiesOf(back).join()).not.toMatch(/__client|__session/)
    const fields = Object.fromEntries(Object.entries(valuesOf(back)).map(([name, value = ""]) => [name, value]))
    return postForm(browser, callback, fields)
  }

  const signIn = async (login: string) => {
    const browser = service.browser()
    const begun = await browser.get(`/sign-in/with/acme?${query(appPage)}`, html)
    const reply = await comeBack(browser, begun.headers.location ?? "", login)
    expect([reply.status, reply.headers.location]).toEqual([303, appPage])
    return browser
  }

  test("keep the client, and so the session, of a browser that comes to the sign-in page from another site", async () => {
    for (const path of ["/sign-in", "/sign-up"]) {
      const page = await service.browser().get(path, fromOtherSite)
      expect([page.status, cookiesOf(page).join()]).toEqual([200, ""])
    }
  })

  test("begin a visit only from their own origin: a browser that comes from another site has presented no client", async () => {
    const page = await service.browser().get(`/sign-in/with/acme?${query(appPage)}`, fromOtherSite)
    expect([page.status, headingOf(page)]).toEqual([200, "Sign in to Latchkey"])
    expect(cookiesOf(page).join()).not.toContain("__client")
    expect(page.text).toContain(`href="/sign-in/with/acme?return_to=${encodeURIComponent(appPage)}"`)
  })

  test("confirm who a user is by another visit, whose response they send again from their own origin", async () => {
    const { email, login } = knownUser()
    const browser = await signIn(login)
    service.advance(600_000)
    const before = (await browser.get(session)).json
    const returnTo = `${service.origin}/account/delete`
    const begun = await browser.get(`/reauthenticate/with/acme?${query(returnTo)}`, html)
    const reply = await comeBack(browser, begun.headers.location ?? "", login)
    expect([reply.status, reply.headers.location]).toEqual([303, returnTo])
    const after = (await browser.get(session)).json
    expect(after).toMatchObject({ email, userId: before["userId"] })
    expect(after["authenticatedAt"]).not.toBe(before["authenticatedAt"])
  })

  test("connect an account by such a response", async () => {
    const browser = service.browser()
    await postForm(browser, "/sign-up", { email: newEmail(), password })
    const page = await postForm(browser, accounts, { connect: "acme" })
    const [, url = ""] = /<a class="button provider" href="([^"]*)"/.exec(page.text) ?? []
    const reply = await comeBack(browser, url.replaceAll("&amp;", "&"), knownUser().login)
    expect([reply.status, reply.headers.location]).toEqual([303, `${accounts}?done=added`])
    expect((await browser.get(accounts, html)).text).toContain("<bdi><strong>Acme</strong></bdi>")
  })
})
