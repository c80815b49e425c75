import { defaultId } from "@latchkey/domain/instance/Instance"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import type { Browser } from "@latchkey/test-support/Browser"
import { newEmail, password, session } from "@latchkey/test-support/contract"
import { cookiesOf, type Reply } from "@latchkey/test-support/HttpClient"
import * as GoodProvider from "@latchkey/test-support/oidc/GoodProvider"
import { layerAtRealTime } from "@latchkey/test-support/oidc/openIdClient"
import type { SentBack } from "@latchkey/test-support/oidc/visit"
import type { Service } from "@latchkey/test-support/Service"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { appPage, headingOf, home, postForm, startBesideApp, valuesOf } from "./support/app.ts"
import { acme, configure, connectAccount } from "./support/providers.ts"

const html = { accept: "text/html" }
/** What a browser sends that comes back from a provider. */
const fromProvider = {
  ...html,
  "sec-fetch-site": "cross-site",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document"
}
const callback = "/v1/auth/identity-providers/callback"
const withAcme = "/sign-in/with/acme"
const confirmWithAcme = "/reauthenticate/with/acme"
const accounts = "/account/identities"
const text = (reply: Reply) => reply.text.replaceAll("&#39;", "'").replaceAll("&amp;", "&")
const pathOf = ({ url }: SentBack) => url.slice(new URL(url).origin.length)
const query = (values: Record<string, string>) => new URLSearchParams(values).toString()

describe("The pages of an instance with identity providers", () => {
  const stops: Array<() => unknown> = []
  let provider: GoodProvider.GoodProvider
  let service: Service
  let clientId: string

  beforeAll(async () => {
    provider = await GoodProvider.start((stop) => stops.push(stop))
    service = await startBesideApp({ identityProviders: layerAtRealTime([provider.origin]) })
    clientId = provider.register({ redirectUris: [`${service.origin}${callback}`], authentication: "none" }).clientId
  })
  afterAll(async () => {
    for (const stop of [service.stop, ...stops]) await stop()
  })
  const gone = { ...acme, id: "gone", name: "Gone", issuer: "http://127.0.0.1:9" }
  beforeEach(async () => {
    service.advance(3_600_000)
    await configure(service, [{ ...acme, issuer: provider.issuer, clientId }, gone])
  })
  const change = (patch: InstancePatch) => service.instances((instances) => instances.update(defaultId, patch))
  afterEach(() =>
    change({ authConfig: { password: true, magic_link: true, secondFactor: "optional" }, signUp: { mode: "open" } })
  )

  const get = (path: string, browser: Browser = service.browser()) => browser.get(path, html)
  const emailOf = async (browser: Browser) => (await browser.get(session)).json["email"]

  /** Says what the provider knows about a new user. */
  const knownAs = (email = newEmail(), email_verified = true) => {
    const login = email.split("@", 1).join("")
    provider.users.set(login, { email, email_verified })
    return { email, login }
  }

  /** Presses the button, and signs in on the provider's pages. Returns what Latchkey shows then. */
  const continueWith = async (browser: Browser, login: string, returnTo = "") => {
    const begun = await get(`${withAcme}${returnTo === "" ? "" : `?${query({ return_to: returnTo })}`}`, browser)
    expect(begun.status).toBe(303)
    return browser.get(pathOf(await provider.signIn(begun.headers.location ?? "", login)), fromProvider)
  }

  /** The same on the page that confirms who a user is. */
  const confirmWith = async (browser: Browser, login: string, returnTo: string) => {
    const begun = await get(`${confirmWithAcme}?${query({ return_to: returnTo })}`, browser)
    expect(begun.status).toBe(303)
    return browser.get(pathOf(await provider.signIn(begun.headers.location ?? "", login)), fromProvider)
  }

  /** The same, and cancels there. */
  const cancel = async (browser: Browser, returnTo: string) => {
    const begun = await get(`${withAcme}?${query({ return_to: returnTo })}`, browser)
    return browser.get(pathOf(await provider.cancel(begun.headers.location ?? "")), fromProvider)
  }

  const signedUp = async () => {
    const browser = service.browser()
    const email = newEmail()
    await postForm(browser, "/sign-up", { email, password })
    return { browser, email }
  }

  /** Returns a user with a verified address and a password. */
  const verified = async () => {
    const { browser, email } = await signedUp()
    await postForm(browser, "/sign-in/link", { email })
    await browser.get(await service.lastLink(email), html)
    await postForm(browser, "/account/password", { password })
    return { browser, email }
  }

  /** Presses "Connect" on the page of connected accounts. */
  const connect = async (browser: Browser, login: string, fields: Record<string, string> = {}) => {
    const page = await postForm(browser, accounts, { connect: "acme", ...fields })
    expect([page.status, headingOf(page)]).toEqual([200, "Next, sign in to Acme"])
    const [, url = ""] = /<a class="button provider" href="([^"]*)"/.exec(page.text) ?? []
    expect(page.headers["refresh"]).toBe(`0;url=${url.replaceAll("&amp;", "&")}`)
    const sentBack = await provider.signIn(url.replaceAll("&amp;", "&"), login)
    return browser.get(pathOf(sentBack), fromProvider)
  }

  test("have a link for each provider on the sign-in and sign-up pages, in their order, which keeps the return URL", async () => {
    await configure(service, [
      gone,
      { ...acme, id: "off", name: "Off", issuer: "https://off.example", enabled: false },
      acme
    ])
    for (const path of ["/sign-in", "/sign-up"]) {
      const page = await get(`${path}?${query({ return_to: appPage })}`)
      const links = [...page.text.matchAll(/<a class="button provider" href="([^"]*)">.*?<span>([^<]*)<\/span>/g)]
      expect(links.map(([, href, name]) => [href, name])).toEqual([
        [`/sign-in/with/gone?return_to=${encodeURIComponent(appPage)}`, "Continue with Gone"],
        [`${withAcme}?return_to=${encodeURIComponent(appPage)}`, "Continue with Acme"]
      ])
      // A form would have to lead there. The provider's pages lead on, and no one knows where to.
      expect(page.headers["content-security-policy"]).not.toContain("acme.example")
    }
  })

  test('have the word "or" once between the form and the buttons, and no email field without a way in that needs one', async () => {
    const count = async (path: string) => {
      const page = await get(path)
      return [
        page.text.match(/<p class="or">/g)?.length ?? 0,
        page.text.includes('type="email"'),
        page.text.includes("<form")
      ]
    }
    expect(await count("/sign-up")).toEqual([1, true, true])
    await change({ authConfig: { magic_link: false } })
    expect(await count("/sign-in")).toEqual([1, true, true])
    await change({ authConfig: { password: false } })
    for (const path of ["/sign-in", "/sign-up"]) {
      expect(await count(path)).toEqual([0, false, false])
      expect(text(await get(path))).not.toContain("can't sign in")
    }
  })

  test("do not say that no email can be sent where the buttons are enough", async () => {
    const other = await startBesideApp({ mailer: "unconfigured", identityProviders: layerAtRealTime([]) })
    try {
      await other.instances((instances) => instances.update(defaultId, { authConfig: { password: false } }))
      const shown = async () => text(await other.browser().get("/sign-in", html)).includes("We can't send emails")
      expect(await shown()).toBe(true)
      await configure(other, [acme])
      expect(await shown()).toBe(false)
    } finally {
      await other.stop()
    }
  })

  test("lead to the provider with the cookie of the client, and to no other site afterwards", async () => {
    const begun = await get(`${withAcme}?${query({ return_to: "https://evil.example/" })}`)
    expect([begun.status, begun.headers.location?.startsWith(`${provider.issuer}/auth?`)]).toEqual([303, true])
    expect(cookiesOf(begun).map((name) => name.split("=")[0])).toEqual(["__client"])
    const { login } = knownAs()
    const browser = service.browser()
    const back = await continueWith(browser, login, "https://evil.example/")
    expect(back.headers.location).toBe(home)
  })

  test.each([
    ["HEAD", "HEAD", {}],
    ["a prefetch", "GET", { "sec-purpose": "prefetch;prerender", "sec-fetch-mode": "navigate" }],
    ["an image on a page of another site", "GET", { "sec-fetch-mode": "no-cors", "sec-fetch-site": "cross-site" }]
  ])("begin no visit for %s", async (_, method, headers) => {
    const reply = await service.browser().send(method, withAcme, { headers: { ...html, ...headers } })
    expect([reply.status, reply.headers.location, cookiesOf(reply)]).toEqual([204, undefined, []])
  })

  test("create an account, and go on to the return URL", async () => {
    const { email, login } = knownAs()
    const browser = service.browser()
    const reply = await continueWith(browser, login, appPage)
    expect([reply.status, reply.headers.location]).toEqual([303, appPage])
    expect(await emailOf(browser)).toBe(email)
    expect(text(await get("/account", browser))).toContain("Signed in with a connected account")
  })

  test("say in their own words that the user has cancelled, keep the return URL, and sign no one in", async () => {
    const browser = service.browser()
    const page = await cancel(browser, appPage)
    expect([page.status, headingOf(page)]).toEqual([401, "Sign in to Latchkey"])
    expect(text(page)).toContain("Signing in with Acme was cancelled.")
    expect(valuesOf(page)["return_to"]).toBe(appPage.replaceAll("&", "&amp;"))
    expect(page.text).toContain(`href="${withAcme}?return_to=${encodeURIComponent(appPage)}"`)
    expect((await browser.get(session)).status).toBe(401)
  })

  test("tell a user who stays signed in the same, and lead them on", async () => {
    const { browser, email } = await signedUp()
    const page = await cancel(browser, appPage)
    expect([page.status, headingOf(page)]).toEqual([401, "You're signed in"])
    expect(text(page)).toContain("Signing in with Acme was cancelled.")
    expect(page.text).toContain(`href="${appPage.replaceAll("&", "&amp;")}"`)
    expect(await emailOf(browser)).toBe(email)
  })

  test("say what to do about a visit that is used, and about a provider that is down or turned off", async () => {
    const browser = service.browser()
    const begun = await get(withAcme, browser)
    const sentBack = await provider.signIn(begun.headers.location ?? "", knownAs().login)
    const elsewhere = await service.browser().get(pathOf(sentBack), fromProvider)
    expect([elsewhere.status, headingOf(elsewhere)]).toEqual([401, "Sign in to Latchkey"])
    expect(text(elsewhere)).toContain("That took too long, or was started in another browser.")
    await browser.get(pathOf(sentBack), fromProvider)
    const again = await browser.get(pathOf(sentBack), fromProvider)
    expect([again.status, headingOf(again)]).toEqual([401, "You're signed in"])
    const down = await get(`/sign-in/with/gone?${query({ return_to: appPage })}`)
    expect([down.status, down.headers["retry-after"]]).toEqual([503, "10"])
    expect(text(down)).toContain("Gone isn't responding. Try again in 10 seconds")
    expect(valuesOf(down)["return_to"]).toBe(appPage.replaceAll("&", "&amp;"))
    const off = await get("/sign-in/with/unknown")
    expect([off.status, headingOf(off)]).toEqual([401, "Sign in to Latchkey"])
    expect(text(off)).toContain("You can't sign in with this provider here.")
  })

  test("ask for the second factor before they go on", async () => {
    const { login } = knownAs()
    const first = service.browser()
    await continueWith(first, login)
    await change({ authConfig: { secondFactor: "required" } })
    const reply = await continueWith(service.browser(), login, appPage)
    expect(reply.headers.location).toBe(`/sign-in/second-factor?${query({ return_to: appPage })}`)
  })

  test("say that the first verification has removed a password", async () => {
    const { email } = await signedUp()
    const page = await continueWith(service.browser(), knownAs(email).login, appPage)
    expect([page.status, headingOf(page)]).toEqual([200, "You're signed in"])
    expect(page.text).toContain("/account#password-part")
  })

  describe("for an address that the provider does not prove", () => {
    test("say that an email is on its way, alike for every address, and connect the account when its link is opened here", async () => {
      const { email: taken } = await verified()
      const shown = []
      for (const email of [taken, newEmail()]) {
        const browser = service.browser()
        const reply = await continueWith(browser, knownAs(email, false).login, appPage)
        expect([reply.status, reply.headers.location]).toEqual([303, "/sign-up/sent?provider=acme"])
        const page = await get("/sign-up/sent?provider=acme", browser)
        expect(text(page)).toContain("Open the link in this browser to connect your Acme account.")
        expect(page.text).toContain(email)
        shown.push({ browser, email, text: page.text.replaceAll(email, "").replaceAll(/value="[0-9a-zA-Z+/=]*"/g, "") })
      }
      const [known, unknown] = shown
      expect(unknown?.text.replaceAll(/nonce="[^"]*"/g, "")).toBe(known?.text.replaceAll(/nonce="[^"]*"/g, ""))
      const { browser, email } = unknown as NonNullable<typeof unknown>
      const link = await service.lastSignUpLink(email)
      const opened = await get(link, browser)
      expect(text(opened)).not.toContain("way to sign in")
      const completed = await postForm(browser, "/sign-up/verify", { token: valuesOf(opened)["token"] ?? "" })
      expect(completed.headers.location).toBe(appPage)
      expect(text(await get(accounts, browser))).toContain("Disconnect: Acme")
    })

    test("connect nothing when the link is opened elsewhere, and say how to go on", async () => {
      await change({ authConfig: { password: false } })
      const { email, login } = knownAs(newEmail(), false)
      await continueWith(service.browser(), login)
      const elsewhere = service.browser()
      const opened = await get(await service.lastSignUpLink(email), elsewhere)
      expect(text(opened)).toContain("only the browser that you signed up in can keep the way to sign in")
      const done = await postForm(elsewhere, "/sign-up/verify", { token: valuesOf(opened)["token"] ?? "" })
      expect(headingOf(done)).toBe("Your account is ready")
      expect(text(done).split("<main>")[1]).not.toMatch(/password/i)
      expect(done.text).toContain('href="/account/identities"')
    })
  })

  test("lead a user whose account has to be proved through a sign-in to the page that connects, and on", async () => {
    const { email } = await verified()
    const { login } = knownAs(email)
    const browser = service.browser()
    const page = await continueWith(browser, login, appPage)
    expect([page.status, headingOf(page)]).toEqual([401, "Sign in to Latchkey"])
    expect(text(page)).toContain("There's already an account here with the email address of your Acme account.")
    expect(page.text).not.toContain(email)
    // The account has no identity: its button would lead here again.
    expect(page.text).not.toContain(withAcme)
    const returnTo = (valuesOf(page)["return_to"] ?? "").replaceAll("&amp;", "&")
    expect(returnTo).toBe(`${service.origin}${accounts}?${query({ connect: "acme", return_to: appPage })}`)
    const signedIn = await postForm(browser, "/sign-in", { email, password, return_to: returnTo })
    expect(signedIn.headers.location).toBe(returnTo)
    const ask = await get(returnTo.slice(service.origin.length), browser)
    expect(headingOf(ask)).toBe("Connect your Acme account?")
    const linked = await connect(browser, login, { return_to: appPage })
    expect(linked.headers.location).toBe(`${accounts}?${query({ done: "added", return_to: appPage })}`)
    const done = await get(linked.headers.location ?? "", browser)
    expect(text(done)).toContain("The account is connected. You can sign in with it from now on.")
    expect(done.text).toContain(`href="${appPage.replaceAll("&", "&amp;")}">Continue</a>`)
    expect((await continueWith(service.browser(), login, appPage)).headers.location).toBe(appPage)
  })

  describe("on the page of connected accounts", () => {
    test("list them, connect and disconnect them, and say so", async () => {
      const { browser, email } = await signedUp()
      const before = await get(accounts, browser)
      expect([before.status, headingOf(before)]).toEqual([200, "Connected accounts"])
      expect(text(before)).toContain("No account is connected yet.")
      const { login } = knownAs()
      const linked = await connect(browser, login)
      expect(linked.headers.location).toBe(`${accounts}?done=added`)
      const page = await get(accounts, browser)
      expect(page.text).toContain("<bdi><strong>Acme</strong></bdi>")
      expect(text(page)).toContain("Connected <time")
      const [, remove = ""] = /action="(\/account\/identities\/[^/]*\/remove)"/.exec(page.text) ?? []
      const removed = await postForm(browser, remove, {})
      expect(removed.headers.location).toBe(`${accounts}?done=removed`)
      expect(text(await get(removed.headers.location ?? "", browser))).toContain("The account is disconnected.")
      // It is gone: the same form changes nothing, and shows the list.
      expect((await postForm(browser, remove, {})).headers.location).toBe(accounts)
      expect(await emailOf(browser)).toBe(email)
    })

    test("keep the last way in", async () => {
      const { login } = knownAs()
      const browser = service.browser()
      await change({ authConfig: { magic_link: false } })
      await continueWith(browser, login)
      const [, remove = ""] =
        /action="(\/account\/identities\/[^/]*\/remove)"/.exec((await get(accounts, browser)).text) ?? []
      const page = await postForm(browser, remove, {})
      expect([page.status, headingOf(page)]).toEqual([400, "Connected accounts"])
      expect(text(page)).toContain("You have no other way to sign in.")
      expect((await get(accounts, browser)).text).toContain(remove)
    })

    test("refuse forms of other origins, and ask a user who signed in long ago who they are", async () => {
      const { browser } = await signedUp()
      for (const path of [accounts, `${accounts}/identity_01a10000-0000-7000-8000-000000000001/remove`]) {
        const foreign = { ...html, origin: new URL(appPage).origin }
        const refused = await postForm(browser, path, { connect: "acme" }, foreign)
        expect(refused.status).toBe(403)
      }
      service.advance(600_000)
      const back = `${service.origin}${accounts}?connect=acme`
      const reply = await postForm(browser, accounts, { connect: "acme" })
      expect(reply.headers.location).toBe(`/reauthenticate?${query({ return_to: back })}`)
      expect((await get(accounts, browser)).text).not.toContain(">Connect Acme<")
    })

    test("say why nothing was connected, and lead back to the button", async () => {
      const { browser } = await signedUp()
      const { login } = knownAs()
      await connect(browser, login)
      const other = await signedUp()
      const taken = await connect(other.browser, login)
      expect(taken.headers.location).toBe(
        `${accounts}?${query({ connect: "acme", failed: "identity_already_exists" })}`
      )
      expect(text(await get(taken.headers.location ?? "", other.browser))).toContain(
        "is already connected to another account here."
      )
      const cancelled = await get(`${accounts}?${query({ connect: "acme", failed: "cancelled" })}`, other.browser)
      expect(headingOf(cancelled)).toBe("Connect your Acme account?")
      expect(text(cancelled)).toContain("Connecting Acme was cancelled. Nothing has changed.")
      const down = await postForm(other.browser, accounts, { connect: "gone" })
      expect([down.status, headingOf(down)]).toEqual([503, "Connected accounts"])
      const anyone = await get(`${accounts}?${query({ connect: "acme", failed: "x" })}`)
      expect(anyone.headers.location).toContain("/sign-in?return_to=")
    })

    test("show accounts at providers that are turned off or gone", async () => {
      const { browser, email } = await signedUp()
      await connectAccount(service, email, { issuer: "https://former.example/realm" })
      await connectAccount(service, email, acme)
      await configure(service, [{ ...acme, enabled: false }])
      const page = await get(accounts, browser)
      expect(page.text).toContain("<strong>former.example</strong>")
      expect(page.text.match(/turned off/g)).toHaveLength(2)
      expect(page.text).not.toContain("Connect Acme")
      expect((await get("/account", browser)).text).not.toContain(accounts)
    })
  })

  test("confirm who a user without a password is by another visit to their own provider", async () => {
    await change({ authConfig: { magic_link: false } })
    const { login } = knownAs()
    const browser = service.browser()
    await continueWith(browser, login)
    service.advance(600_000)
    const deletion = await get("/account/delete", browser)
    const returnTo = `${service.origin}/account/delete`
    const confirm = `/reauthenticate?${query({ return_to: returnTo })}`
    expect(deletion.text).toContain(`href="${confirm}"`)
    const page = await get(confirm, browser)
    expect(page.text).toContain(`href="${confirmWithAcme}?return_to=${encodeURIComponent(returnTo)}"`)
    // Not one that is not theirs.
    expect(page.text).not.toContain("/reauthenticate/with/gone")
    expect((await confirmWith(browser, login, returnTo)).headers.location).toBe(returnTo)
    const confirmed = await get("/account/delete", browser)
    expect(confirmed.text).not.toContain("/reauthenticate")
    expect(confirmed.text).toContain('action="/account/delete"')
  })

  test("confirm it with no other account there, and say so on the page that asks", async () => {
    const [own, other] = [knownAs(), knownAs()]
    await continueWith(service.browser(), other.login)
    const browser = service.browser()
    await continueWith(browser, own.login)
    service.advance(600_000)
    const returnTo = `${service.origin}/account/delete`
    for (const login of [other.login, knownAs().login]) {
      const { location = "" } = (await confirmWith(browser, login, returnTo)).headers
      expect(location).toBe(`/reauthenticate?${query({ with: "acme", failed: "other_account", return_to: returnTo })}`)
      const page = await get(location, browser)
      expect(text(page)).toContain("That Acme account isn't connected to your account here.")
      expect(page.text).toContain(`href="${confirmWithAcme}?return_to=${encodeURIComponent(returnTo)}"`)
    }
    expect(await emailOf(browser)).toBe(own.email)
    expect((await get("/account/delete", browser)).text).toContain("/reauthenticate")
    const down = await get("/reauthenticate/with/gone", browser)
    expect(down.headers.location).toBe(
      `/reauthenticate?${query({ with: "gone", failed: "identity_provider_unavailable" })}`
    )
    // Only what the user can use is named, and texts are Latchkey's.
    const foreign = await get(`/reauthenticate?${query({ with: "gone", failed: "other_account" })}`, browser)
    expect(text(foreign)).not.toContain("isn't connected")
  })

  test("lead a user who is not signed in to the sign-in page, and no prefetch to a provider", async () => {
    const reply = await get(confirmWithAcme)
    expect(reply.headers.location).toContain("/sign-in?return_to=")
    const { login } = knownAs()
    const browser = service.browser()
    await continueWith(browser, login)
    const image = await browser.get(confirmWithAcme, { ...html, "sec-fetch-mode": "no-cors" })
    expect([image.status, cookiesOf(image)]).toEqual([204, []])
  })

  test("name the account on the page of each change, if another one is signed in to meanwhile", async () => {
    const [first, other] = [knownAs(), knownAs()]
    await continueWith(service.browser(), other.login)
    const browser = service.browser()
    await continueWith(browser, first.login)
    service.advance(600_000)
    const paths = ["", "/delete", "/email", "/passkeys", "/second-factor", "/identities", "/identities?connect=acme"]
    for (const path of paths.map((path) => `/account${path}`)) {
      const returnTo = `${service.origin}${path}`
      expect((await continueWith(browser, other.login, returnTo)).headers.location).toBe(returnTo)
      const page = await get(path, browser)
      expect([path, page.text.includes(`<strong>${other.email}</strong>`)]).toEqual([path, true])
      expect(page.text).not.toContain(first.email)
    }
  })

  test("send a posted response again from their own origin, by a form that works without scripts", async () => {
    const browser = service.browser()
    const begun = await get(`${withAcme}?${query({ return_to: appPage })}`, browser)
    const { login } = knownAs()
    const { parameters } = await provider.signIn(begun.headers.location ?? "", login)
    // The browser presents no cookies with a form of another site.
    const repeated = await postForm(service.browser(), callback, parameters, {
      ...fromProvider,
      origin: provider.origin
    })
    expect([repeated.status, headingOf(repeated)]).toEqual([200, "Almost done"])
    expect(repeated.text).toContain(`<form method="post" action="${callback}" data-submit>`)
    expect(repeated.headers["content-security-policy"]).toContain(new URL(appPage).origin)
    expect(cookiesOf(repeated).join()).not.toMatch(/__client|__session/)
    const fields = Object.fromEntries(Object.entries(valuesOf(repeated)).map(([name, value = ""]) => [name, value]))
    const reply = await postForm(browser, callback, fields)
    expect([reply.status, reply.headers.location]).toEqual([303, appPage])
  })
})
