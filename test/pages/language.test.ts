import { defaultId } from "@latchkey/domain/instance/Instance"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import { english as en, Language } from "@latchkey/domain/language/Language"
import * as Catalogues from "@latchkey/pages/language/Catalogues"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { account, newEmail, password } from "@latchkey/test-support/contract"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import type { Reply } from "@latchkey/test-support/HttpClient"
import type { Service } from "@latchkey/test-support/Service"
import { app, headingOf, ownForm, postForm, startWithPages } from "./support/app.ts"

const html = { accept: "text/html" }

describe("The language on the account page", () => {
  let service: Service
  beforeAll(async () => {
    service = await startWithPages()
  })
  afterAll(() => service.stop())

  test("is chosen, shown and removed again", async () => {
    const browser = service.browser()
    await postForm(browser, "/sign-up", { email: newEmail(), password })
    const chosen = async () => {
      const { text } = await browser.get("/account", html)
      expect(text).toContain('<label for="language">')
      const [, value] = /<option value="([^"]*)"[^>]* selected>/.exec(text) ?? []
      return [value, (await browser.get(account)).json["language"]]
    }
    expect(await chosen()).toEqual([undefined, null])
    const saved = await postForm(browser, "/account/language", { language: "en" })
    expect([saved.status, saved.headers.location]).toEqual([303, "/account?done=language"])
    expect((await browser.get("/account?done=language", html)).text).toContain("Your language is saved.")
    expect(await chosen()).toEqual(["en", "en"])
    // Another version may speak it, and the form keeps it.
    await postForm(browser, "/account/language", { language: "tlh" })
    expect(await chosen()).toEqual(["tlh", "tlh"])
    await postForm(browser, "/account/language", { language: "" })
    expect(await chosen()).toEqual([undefined, null])
  })

  test("is refused if it is no tag, and leads a visitor without a session to sign-in", async () => {
    const browser = service.browser()
    await postForm(browser, "/sign-up", { email: newEmail(), password })
    const wrong = await postForm(browser, "/account/language", { language: "<b>" })
    expect([wrong.status, wrong.text.includes("<b>")]).toEqual([400, false])
    const stranger = await postForm(service.browser(), "/account/language", { language: "de" })
    expect([stranger.status, stranger.headers.location]).toEqual([303, expect.stringContaining("/sign-in")])
  })
})

const preferring = (languages: string) => ({ ...html, "accept-language": languages })
const tokenIn = (link: string) => /token=([\w-]{43})$/.exec(link)?.[1] ?? ""
const langOf = ({ text }: Reply) => /<html lang="([^"]*)"/.exec(text)?.[1]

describe("The language of a page", () => {
  const storage = makeInterceptedStorage()
  let service: Service
  beforeAll(async () => {
    service = await startWithPages({ storage: storage.layer })
  })
  afterAll(() => service.stop())

  const signedUp = async () => {
    const browser = service.browser()
    await postForm(browser, "/sign-up", { email: newEmail(), password })
    return browser
  }

  test.each([
    ["de", "de"],
    ["de-AT", "de"],
    ["PT", "pt-BR"],
    ["fr;q=0.3, es;q=0.9, en;q=0.1", "es"],
    ["tlh, ja;q=0.1", "ja"],
    ["de;q=0, fr;q=0.1", "fr"],
    ["tlh", "en"],
    ["*", "en"],
    ["", "en"],
    ['"><script>alert(1)</script>', "en"],
    ["de\u00ff,,;q=;;-", "en"],
    // 10 kB.
    ["de,".repeat(3_400), "en"]
  ])("is the best of those that the browser prefers: %.20s", async (languages, language) => {
    const page = await service.browser().get("/sign-in", preferring(languages))
    expect([page.status, langOf(page), page.headers["content-language"]]).toEqual([200, language, language])
    expect(page.headers.vary).toBe("Accept-Language")
  })

  test("is written from right to left in Arabic, and only there", async () => {
    expect((await service.browser().get("/sign-in", preferring("ar-EG"))).text).toContain('<html lang="ar" dir="rtl">')
    expect((await service.browser().get("/sign-in", preferring("de"))).text).toContain('<html lang="de">')
  })

  test("is the one of the instance if the browser prefers none that there is", async () => {
    const set = (defaultLanguage: Language) =>
      service.instances((instances) => instances.update(defaultId, { defaultLanguage }))
    await set(Language.make("fr"))
    try {
      const langs = [html, preferring("tlh"), preferring("de")].map((headers) =>
        service.browser().get("/sign-in", headers).then(langOf)
      )
      expect(await Promise.all(langs)).toEqual(["fr", "fr", "de"])
    } finally {
      await set(en)
    }
  })

  test("is the one that the user has chosen, whatever the browser prefers", async () => {
    const browser = await signedUp()
    const paths = ["/account", "/account/email", "/account/delete", "/account/verify", "/sign-in"]
    const langs = async () => {
      const pages: Array<Reply> = []
      for (const path of paths) pages.push(await browser.get(path, preferring("ja")))
      return pages.map(langOf)
    }
    expect(await langs()).toEqual(paths.map(() => "ja"))
    await postForm(browser, "/account/language", { language: "de" })
    expect(await langs()).toEqual(paths.map(() => "de"))
    const notice = await browser.get("/account?done=language", preferring("ja"))
    expect(notice.text).toContain("Ihre Sprache ist gespeichert.")
  })

  test("is the user's on every other page of a browser with a session, too", async () => {
    const browser = await signedUp()
    await postForm(browser, "/account/language", { language: "de" })
    const email = newEmail()
    await postForm(browser, "/account/email", { email, currentPassword: password })
    const confirmation = await service.lastEmailChange(email)
    const token = `${"t".repeat(42)}A`
    const paths = [
      ...[confirmation, "/check-your-email", "/forgot-password", "/forgot-password/sent", "/sign-up/sent", "/nothing"],
      ...["confirm-email", "restore-email", "reset-password", "invitation", "sign-up/verify"].map(
        (path) => `/${path}?token=${token}`
      ),
      `/v1/auth/magic-link/verify?token=${token}`
    ]
    const pages = new Map<string, string | undefined>()
    for (const path of paths) pages.set(path, langOf(await browser.get(path, preferring("ja"))))
    const elsewhere = { ...preferring("ja"), origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    pages.set("cross-origin", langOf(await postForm(browser, "/sign-out", {}, elsewhere)))
    pages.set("wrong password", langOf(await postForm(browser, "/sign-in", { email, password }, preferring("ja"))))
    expect(pages).toEqual(new Map([...pages.keys()].map((path) => [path, "de"])))
  })

  test("is the user's on the page that says that their former address is restored, and revokes the session", async () => {
    const browser = service.browser()
    const former = newEmail()
    await postForm(browser, "/sign-up", { email: former, password })
    await postForm(browser, "/sign-in/link", { email: former })
    await browser.get(await service.lastLink(former), html)
    const email = newEmail()
    await postForm(browser, "/account/email", { email, currentPassword: password })
    await postForm(browser, "/confirm-email", { token: tokenIn(await service.lastEmailChange(email)) })
    await postForm(browser, "/account/language", { language: "de" })
    const token = tokenIn(await service.lastEmailRestore(former))
    const restored = await postForm(browser, "/restore-email", { token }, { ...ownForm, "accept-language": "ja" })
    expect([restored.status, langOf(restored)]).toEqual([200, "de"])
  })

  test("is the one of form errors, too", async () => {
    const german = { ...ownForm, "accept-language": "de" }
    const empty = await postForm(service.browser(), "/sign-in", {}, german)
    expect(empty.text).toContain("Geben Sie Ihre E-Mail-Adresse ein.")
    expect(empty.text).toContain("<title>Fehler: Anmelden")
    expect(empty.headers.vary).toBe("Accept-Language, Origin")
    const wrong = await postForm(service.browser(), "/sign-in", { email: newEmail(), password }, german)
    expect(wrong.text).toContain("E-Mail-Adresse oder Passwort ist falsch.")
    const weak = await postForm(service.browser(), "/sign-up", { email: newEmail(), password: "short" }, german)
    expect(weak.text).toContain("Für Ihr Passwort erforderlich: mindestens 8 Zeichen.")
    const browser = await signedUp()
    await postForm(browser, "/account/language", { language: "fr" })
    const ofUser = await postForm(browser, "/account/password", { currentPassword: "", password: "" }, german)
    expect(ofUser.text).toContain("Saisissez votre mot de passe actuel.")
    expect(ofUser.text).toContain("Saisissez un nouveau mot de passe.")
  })

  test("is the one of pages without an instance, and of links that do not work", async () => {
    const host = "deleted.example"
    await service.instances((instances) =>
      Effect.flatMap(instances.create({ name: "Deleted", hosts: [host] }), ({ id }) => instances.delete(id))
    )
    const link = `/v1/auth/magic-link/verify?token=${"t".repeat(42)}A`
    const headings = [
      await service.browser({ host }).get("/sign-in", preferring("de")),
      await service.browser({ host }).get("/nothing", preferring("de")),
      await service.browser().get("/nothing", preferring("de")),
      await service.browser().get(link, preferring("de")),
      await service.browser().get(`/invitation?token=${"t".repeat(42)}A`, preferring("de"))
    ].map(headingOf)
    expect(headings).toEqual([
      ...["Seite nicht gefunden", "Seite nicht gefunden", "Seite nicht gefunden"],
      ...["Dieser Link funktioniert nicht mehr", "Diese Einladung funktioniert nicht mehr"]
    ])
  })

  test("is not looked up again in an outage, and the request decides", async () => {
    const browser = await signedUp()
    await postForm(browser, "/account/language", { language: "de" })
    const calls: Array<string> = []
    storage.intercept((call) => {
      if (!call.startsWith("SessionRepository.")) return Effect.void
      calls.push(call)
      return new PersistenceError({ cause: "down" })
    })
    try {
      const pages = [
        await browser.get("/forgot-password", preferring("es")),
        await browser.get("/nothing", preferring("es")),
        await browser.get("/account", preferring("es"))
      ]
      expect(pages.map((page) => [page.status, langOf(page)])).toEqual([
        [200, "es"],
        [404, "es"],
        [503, "es"]
      ])
      expect(calls).toEqual(pages.map(() => "SessionRepository.findActive"))
    } finally {
      storage.reset()
    }
  })

  test("is the one that the browser prefers in an outage", async () => {
    storage.bringDown()
    // The instance is cached for a while.
    service.advance(3_600_000)
    try {
      for (const path of ["/sign-in", "/nothing"]) {
        const page = await service.browser().get(path, preferring("es"))
        expect([path, page.status, langOf(page)]).toEqual([path, 503, "es"])
      }
    } finally {
      storage.reset()
    }
  })
})

test("An app that mounts the pages can add a language, and replace a text", async () => {
  const { english } = Catalogues
  const own = (language: string, signIn: string) => ({
    ...english,
    language: Language.make(language),
    pages: { ...english.pages, core: { ...english.pages.core, signIn } }
  })
  const service = await startWithPages({
    app: Layer.provide(app, Catalogues.layer(own("tlh", "yI'el"), own("en", "Log in")))
  })
  try {
    const titles = ["tlh", "en", "de"].map(async (language) => {
      const { text } = await service.browser().get("/sign-in", preferring(language))
      return /<title>([^ ]+)/.exec(text)?.[1]
    })
    expect(await Promise.all(titles)).toEqual(["yI&#39;el", "Log", "Anmelden"])
  } finally {
    await service.stop()
  }
})
