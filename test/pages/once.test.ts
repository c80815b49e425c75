import { Email } from "@latchkey/domain/core/Email"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import type { Browser } from "@latchkey/test-support/Browser"
import { newEmail, password, requestLink, session } from "@latchkey/test-support/contract"
import { cookiesOf, type Reply } from "@latchkey/test-support/HttpClient"
import type { Service } from "@latchkey/test-support/Service"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { headingOf, ownForm, postForm, startWithPages, valuesOf } from "./support/app.ts"

const html = { accept: "text/html" }

describe("A link that signs in", () => {
  let service: Service
  beforeAll(async () => {
    service = await startWithPages()
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))

  const fieldsOf = (page: Reply) => valuesOf(page) as Record<string, string>
  const tokenIn = (link: string) => new URL(link, service.origin).searchParams.get("token") ?? ""
  const clone = async (browser: Browser) => {
    const copy = service.browser()
    const cookie = await browser.jar.getCookieString(service.origin)
    for (const pair of cookie.split("; ").filter((text) => text !== ""))
      await copy.jar.setCookie(`${pair}; Path=/`, service.origin)
    return copy
  }

  /** Every link that signs in: how to get one, and where its form is sent. */
  const links: Readonly<
    Record<string, { readonly path: string; readonly newLink: (browser: Browser, email: string) => Promise<string> }>
  > = {
    "a sign-in link": {
      path: "/v1/auth/magic-link/verify",
      newLink: async (_, email) => {
        await service.browser().post(requestLink, { email })
        return service.lastLink(email)
      }
    },
    "the link of a verified sign-up": {
      path: "/sign-up/verify",
      newLink: async (browser, email) => {
        const set = (verification: "after" | "before") =>
          service.instances((all) => all.update(defaultId, { signUp: { verification } }))
        await set("before")
        await postForm(browser, "/sign-up", { email, password })
        await set("after")
        return service.lastSignUpLink(email)
      }
    },
    "an invitation": {
      path: "/invitation",
      newLink: async (_, email) => {
        await service.run(
          Effect.flatMap(Invitations, ({ create }) =>
            create({ instance: defaultInstance, by: { actor: "program" }, email: Email.make(email) })
          )
        )
        return service.lastInvitation(email)
      }
    },
    "a link to set a password": {
      path: "/reset-password",
      newLink: async (_, email) => {
        const owner = service.browser()
        await postForm(owner, "/sign-up", { email, password })
        await postForm(owner, "/forgot-password", { email })
        return service.lastResetLink(email)
      }
    }
  }
  const names = Object.keys(links)
  const opened = async (name: string) => {
    const { newLink, path } = links[name] ?? { newLink: () => Promise.reject(name), path: "" }
    const browser = service.browser()
    const email = newEmail()
    const link = await newLink(browser, email)
    const page = await browser.get(link, html)
    return { browser, email, link, page, path, fields: { ...fieldsOf(page), password: `${password} 2` } }
  }

  test.each(names)(
    "%s: a second press with the cookies of the first gets its session, and makes no other",
    async (name) => {
      const { browser, email, fields, path } = await opened(name)
      const before = await clone(browser)
      const first = await postForm(browser, path, fields)
      const second = await postForm(before, path, fields)
      expect([second.status, second.headers.location, second.setCookies]).toEqual([
        303,
        first.headers.location,
        first.setCookies
      ])
      expect((await before.get(session)).json).toMatchObject({
        email,
        sessionId: (await browser.get(session)).json["sessionId"]
      })
    }
  )

  test.each(names)("%s: signs no other client in with the same form, and none after 30 seconds", async (name) => {
    const { browser, fields, path } = await opened(name)
    const before = await clone(browser)
    expect((await postForm(browser, path, fields)).status).toBe(303)
    const other = service.browser()
    await other.get("/sign-in", html)
    for (const replay of [other, service.browser({ cookie: "consent=yes" })]) {
      const reply = await postForm(replay, path, fields)
      expect([reply.status, cookiesOf(reply)]).toEqual([401, []])
    }
    service.advance(30_000)
    const late = await postForm(before, path, fields)
    expect([late.status, cookiesOf(late)]).toEqual([401, []])
  })

  test.each(names)(
    "%s, used: tells a signed-in user so, and leads on, and all others that it no longer works",
    async (name) => {
      const { browser, email, fields, link, path } = await opened(name)
      await postForm(browser, path, fields)
      const sessionId = (await browser.get(session)).json["sessionId"]
      for (const reply of [
        await browser.get(link, html),
        await postForm(browser, path, { token: tokenIn(link), password: `${password} 3` })
      ]) {
        expect([reply.status, headingOf(reply), cookiesOf(reply)]).toEqual([401, "You're signed in", []])
        expect(reply.text).toContain(`<strong>${email}</strong>`)
        expect(reply.text).toContain(`<a class="button" href="${service.origin}/">Continue</a>`)
        expect(reply.text).toContain("isn&#39;t valid")
      }
      expect((await browser.get(session)).json["sessionId"]).toBe(sessionId)
      expect(headingOf(await service.browser().get(link, html))).toMatch(/^This (link|invitation) no longer works$/)
    }
  )

  test.each(names)(
    "%s: a browser that keeps no cookies reads why it is not signed in, and the link still works",
    async (name) => {
      const { browser, fields, path } = await opened(name)
      for (const cookie of ["", ";", undefined]) {
        const blocked = await postForm(service.browser(cookie === undefined ? {} : { cookie }), path, fields)
        expect([blocked.status, headingOf(blocked), cookiesOf(blocked)]).toEqual([
          400,
          "Your browser is blocking cookies",
          []
        ])
      }
      expect((await postForm(browser, path, fields)).status).toBe(303)
    }
  )

  test("every browser gets its own random value with its first page, and keeps it, whatever other cookies it has", async () => {
    const values = new Set<string>()
    for (const cookie of [undefined, "", ";", "consent=yes", "__form=", "__form=x"]) {
      const headers = cookie === undefined ? html : { ...html, cookie }
      const { setCookies } = await service.browser().get("/sign-in", headers)
      const set = setCookies.filter((text) => text.startsWith("__form=")).join()
      expect(set).toMatch(/^__form=[0-9a-f]{32}; Path=\/; HttpOnly; SameSite=Lax$/)
      values.add(set)
    }
    expect(values.size).toBe(6)
    const browser = service.browser()
    await browser.get("/sign-in", html)
    expect((await browser.get("/sign-up", html)).setCookies).toEqual([])
  })

  const damages: Readonly<Record<string, (token: string) => string>> = {
    "a full stop": (token) => `${token}.`,
    "an angle bracket": (token) => `${token}>`,
    "a space": (token) => `${token}%20`,
    "an encoded quote": (token) => `${token}%22%3E`,
    "the equals sign of quoted-printable": (token) => `${token}=3D`,
    "the equals sign of quoted-printable in front": (token) => `3D${token}`,
    "line ends": (token) => `${token}%0D%0A`,
    "a folded line": (token) => `${token.slice(0, 20)}%3D%0D%0A${token.slice(20)}`
  }
  test.each(names.flatMap((name) => Object.keys(damages).map((damage) => [name, damage] as const)))(
    "%s with %s works",
    async (name, damage) => {
      const { browser, email, link } = await opened(name)
      const damaged = link.replace(/token=(.*)$/, (_, token: string) => `token=${damages[damage]?.(token)}`)
      expect(damaged).not.toBe(link)
      const page = await browser.get(damaged, html)
      expect([page.status, fieldsOf(page)["token"]]).toEqual([200, tokenIn(link)])
      expect(page.text).toContain(email)
    }
  )

  test.each(names)("%s that lacks a part, or has one too much, says that it is incomplete", async (name) => {
    const { browser, link } = await opened(name)
    const token = tokenIn(link)
    for (const wrong of [token.slice(1), `${token}A`, `${token}3D`, "", "x", token.replace(/.$/, "B")]) {
      const page = await browser.get(link.replace(token, wrong), html)
      expect([wrong.length, page.status, headingOf(page)]).toEqual([wrong.length, 400, "This link is incomplete"])
    }
  })

  test("programs get invalid_token for every token of another form", async () => {
    for (const token of ["", "x", `${"t".repeat(43)}.`, "t".repeat(44)]) {
      const reply = await service.browser().get(`/v1/auth/magic-link/verify?token=${token}`)
      expect([token, reply.status, reply.json["code"]]).toEqual([token, 401, "invalid_token"])
    }
  })

  test("a sign-in without cookies makes no session, and leads to no blank form", async () => {
    const email = newEmail()
    await postForm(service.browser(), "/sign-up", { email, password })
    const page = await service.browser().get("/sign-in", html)
    const blocked = await postForm(service.browser(), "/sign-in", { ...fieldsOf(page), email, password })
    expect([blocked.status, headingOf(blocked), cookiesOf(blocked)]).toEqual([
      400,
      "Your browser is blocking cookies",
      []
    ])
    expect(blocked.text).toContain('href="/sign-in">Try again')
    const allowed = service.browser()
    const again = await allowed.get("/sign-in", html)
    expect((await postForm(allowed, "/sign-in", { ...fieldsOf(again), email, password })).status).toBe(303)
  })

  test("a form of a page is accepted with its origin alone, from browsers without Fetch Metadata", async () => {
    const browser = service.browser()
    const page = await browser.get("/sign-up", html)
    expect(page.headers["referrer-policy"]).toBe("strict-origin")
    const { "sec-fetch-site": _, ...old } = { ...ownForm, origin: service.origin }
    const reply = await postForm(browser, "/sign-up", { ...fieldsOf(page), email: newEmail(), password }, old)
    expect(reply.status).toBe(303)
  })
})
