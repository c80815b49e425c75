import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import { assert, describe, it } from "@effect/vitest"
import { Email } from "@latchkey/domain/core/Email"
import { builtIn } from "@latchkey/pages/language/Catalogues"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type CaughtEmail, DevelopmentInbox } from "../../src/development/DevelopmentInbox.ts"
import * as DevelopmentRoutes from "../../src/development/DevelopmentRoutes.ts"

const link = "http://localhost:3000/v1/auth/magic-link/verify?token=abc_DEF-123"

const caught: CaughtEmail = {
  to: Email.make("ada@example.com"),
  reference: "",
  subject: `Sign in to <script>alert("1")</script>`,
  text: `Ada's link & more: <img src=x onerror=alert(1)>\n${link}`,
  html: "<p>html</p>",
  links: [link, `http://localhost:3000/?"onmouseover="alert(1)`],
  receivedAt: DateTime.unsafeMake("2026-11-21T08:00:00Z")
}

const settings = { baseUrl: "http://latchkey.test:3000", docs: true, pages: true }

const get = (path: string, emails: ReadonlyArray<CaughtEmail>, host = "localhost:3000", overrides = settings) =>
  Effect.gen(function* () {
    const inbox = Layer.succeed(DevelopmentInbox, { emails: Effect.succeed(emails) })
    const { handler } = yield* Effect.acquireRelease(
      Effect.sync(() =>
        HttpLayerRouter.toWebHandler(DevelopmentRoutes.layer(overrides).pipe(Layer.provide(inbox)), {
          disableLogger: true
        })
      ),
      ({ dispose }) => Effect.promise(dispose)
    )
    const response = yield* Effect.promise(() =>
      handler(new Request(`http://localhost:3000${path}`, { headers: { host } }))
    )
    return { response, text: yield* Effect.promise(() => response.text()) }
  })

describe("/dev/inbox", () => {
  it.scoped("has each link as a button, unchanged", () =>
    Effect.map(get("/dev/inbox", [caught]), ({ text }) =>
      assert.include(text, `<a class="button" href="${link}" rel="noreferrer">`)
    )
  )

  it.scoped("escapes everything that an email contains", () =>
    Effect.map(get("/dev/inbox", [caught]), ({ text }) => {
      assert.include(text, "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;")
      assert.include(text, "Ada&#39;s link &amp; more: &lt;img src=x onerror=alert(1)&gt;")
      assert.include(text, "?&quot;onmouseover=&quot;alert(1)")
      assert.notMatch(text, /<script|<img|"onmouseover/)
    })
  )

  for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "192.0.2.7", "latchkey.test:3000"]) {
    it.scoped(`is shown to a request for ${host}`, () =>
      Effect.gen(function* () {
        for (const path of ["/dev/inbox", "/dev/inbox.json"]) {
          const { response, text } = yield* get(path, [caught], host)
          assert.deepStrictEqual([response.status, text.includes("abc_DEF-123")], [200, true])
        }
      })
    )
  }

  for (const host of ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:3000", ""]) {
    it.scoped(`is not shown to a request for "${host}" (DNS rebinding)`, () =>
      Effect.gen(function* () {
        for (const path of ["/dev/inbox", "/dev/inbox.json"]) {
          const { response, text } = yield* get(path, [caught], host)
          assert.deepStrictEqual([response.status, text.includes("abc_DEF-123")], [421, false])
        }
      })
    )
  }

  it.scoped("explains itself if there are no emails", () =>
    Effect.map(get("/dev/inbox", []), ({ text }) => assert.include(text, "No emails yet"))
  )

  it.scoped("allows only its own style", () =>
    Effect.gen(function* () {
      const { response, text } = yield* get("/dev/inbox", [caught])
      const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? ""
      const digest = yield* Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(style)))
      assert.strictEqual(
        response.headers.get("content-security-policy"),
        `default-src 'none'; style-src 'sha256-${Buffer.from(digest).toString("base64")}'; ` +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
      )
    })
  )

  it.scoped.each(["/", "/dev/inbox", "/dev/inbox.json", "/dev/emails", "/dev/emails/de/magic_link", "/dev/pages"])(
    "forbids caching, content sniffing and referrers: %s",
    (path) =>
      Effect.map(get(path, [caught]), ({ response }) => {
        assert.strictEqual(response.status, 200)
        assert.strictEqual(response.headers.get("cache-control"), "no-store")
        assert.strictEqual(response.headers.get("x-content-type-options"), "nosniff")
        assert.strictEqual(response.headers.get("referrer-policy"), "no-referrer")
        assert.strictEqual(response.headers.get("cross-origin-opener-policy"), "same-origin")
        assert.strictEqual(response.headers.get("cross-origin-resource-policy"), "same-origin")
        assert.strictEqual(response.headers.get("x-robots-tag"), "noindex")
      })
  )
})

describe("/dev/pages", () => {
  it.scoped("frames every page for users in every state, language and width", () =>
    Effect.gen(function* () {
      const first = yield* get("/dev/pages", [])
      for (const { language } of builtIn.slice(1)) assert.include(first.text, `href="/dev/pages/${language}?width=360"`)
      const { response, text } = yield* get("/dev/pages/de?width=768", [])
      assert.include(response.headers.get("content-security-policy") ?? "", "frame-src 'self'")
      const frames = [...text.matchAll(/<iframe src="([^"]+)"[^>]* width="768"/g)].map(([, path = ""]) => path)
      assert.isAbove(frames.length, 90)
      for (const path of frames) {
        const { response, text } = yield* get(path, [])
        assert.include(text, '<html lang="de"')
        assert.strictEqual(response.headers.get("x-frame-options"), "SAMEORIGIN")
        assert.include(response.headers.get("content-security-policy") ?? "", "frame-ancestors 'self'")
      }
      assert.strictEqual((yield* get("/dev/pages/xx", [])).response.status, 404)
      assert.strictEqual((yield* get("/dev/pages/de/none", [])).response.status, 404)
    })
  )
})

describe("/dev/emails", () => {
  it.scoped("lists every email in every language, and links to its HTML", () =>
    Effect.gen(function* () {
      const first = yield* get("/dev/emails", [])
      assert.include(first.text, "Your sign-in link for Acme")
      for (const { language } of builtIn.slice(1)) assert.include(first.text, `href="/dev/emails/${language}"`)
      const { text } = yield* get("/dev/emails/de", [])
      assert.include(text, '<h2 lang="de" dir="ltr">Ihr Anmeldelink für Acme</h2>')
      assert.include((yield* get("/dev/emails/ar", [])).text, '<h2 lang="ar" dir="rtl">')
      const links = [...text.matchAll(/href="(\/dev\/emails\/de\/\w+)"/g)].map(([, path = ""]) => path)
      assert.lengthOf(links, 32)
      for (const path of links) assert.include((yield* get(path, [])).text, '<html lang="de" dir="ltr">')
    })
  )

  it.scoped("shows the HTML of an email without scripts, and with nothing from elsewhere", () =>
    Effect.gen(function* () {
      const { response } = yield* get("/dev/emails/fr/magic_link", [])
      const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
      assert.strictEqual(response.headers.get("content-security-policy"), policy)
    })
  )

  it.scoped.each(["/dev/emails/nl", "/dev/emails/de/nothing", "/dev/emails/<b>/magic_link"])("has no %s", (path) =>
    Effect.map(get(path, []), ({ response, text }) => assert.deepStrictEqual([response.status, text], [404, ""]))
  )
})

describe("/dev/inbox.json", () => {
  it.scoped("has the same emails for programs", () =>
    Effect.map(get("/dev/inbox.json", [caught]), ({ response, text }) => {
      assert.strictEqual(response.headers.get("content-type"), "application/json")
      const { reference: _, ...shown } = caught
      assert.deepStrictEqual(JSON.parse(text), { emails: [{ ...shown, receivedAt: "2026-11-21T08:00:00.000Z" }] })
    })
  )
})

describe("/", () => {
  it.scoped("links to the pages and the API reference", () =>
    Effect.map(get("/", []), ({ text }) => {
      for (const path of ["/sign-in", "/account", "/docs", "/dev/inbox"]) assert.include(text, `href="${path}"`)
    })
  )

  it.scoped("links to nothing that is turned off", () =>
    Effect.map(get("/", [], "localhost:3000", { ...settings, docs: false, pages: false }), ({ text }) => {
      assert.include(text, 'href="/dev/inbox"')
      assert.notMatch(text, /href="\/(sign-in|account|docs)"/)
    })
  )
})
