/**
 * Runs the example for Next.js with the real one, from the registry: its production build, against a service with pages,
 * in Chromium.
 */
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { Browser as Chromium, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { Browser } from "@latchkey/test-support/Browser"
import { closePages, executablePath, patience, sharedBrowser } from "@latchkey/test-support/chromium"
import { newEmail, password } from "@latchkey/test-support/contract"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { run } from "@latchkey/test-support/packed/run"
import { temporaryFolder } from "@latchkey/test-support/packed/tarballs"
import type { Service } from "@latchkey/test-support/Service"
import { startWithPages } from "./support/app.ts"
import { FakeOutage, type Fault, faultNames } from "./support/FakeOutage.ts"
import { NextApp } from "./support/NextApp.ts"

const kit = 'import { latchkey } from "@/latchkey"'
const ownKit = 'import { createLatchkey } from "@latchkey/client/next"'

/** What these tests need beside the example. */
const files = {
  "app/[...path]/page.tsx": `
    export default async function Any({ params }: { params: Promise<{ path: ReadonlyArray<string> }> }) {
      return <h1>Any {(await params).path.join("/")}</h1>
    }`,
  "app/other/page.tsx": `${ownKit}
    const latchkey = createLatchkey({ instanceId: "inst_other" })
    export default async function Other() {
      return <h1>Other {(await latchkey.requireSession("/other")).email}</h1>
    }`,
  "app/elsewhere/page.tsx": `${kit}
    export default async function Elsewhere() {
      return <h1>{(await latchkey.requireSession("https://evil.example/orders")).email}</h1>
    }`,
  "app/twice/page.tsx": `${kit}
    const Name = async () => (await latchkey.session())?.email
    export default function Twice() { return <h1><Name /> <Name /></h1> }`,
  "app/note/page.tsx": `${kit}
    const save = async () => {
      "use server"
      console.log("saved by", (await latchkey.requireSession()).email)
    }
    export default function Note() { return <form action={save}><button>Save</button></form> }`,
  "app/api/payment/route.ts": `${kit}
    export const POST = latchkey.route(() => new Response(null, { status: 204 }), { maxAge: 600 })`,
  "app/api/orders/[id]/route.ts": `${kit}
    interface Context { readonly params: Promise<{ readonly id: string }> }
    export const GET = latchkey.route<Context>(async (_request, _session, { params }) => {
      const { id } = await params
      return id === "7" ? Response.json({ id }, { headers: { "set-cookie": "seen=7" } }) : Response.redirect("https://example.com/", 302)
    })`,
  "app/api/broken/route.ts": `${kit}
    export const GET = latchkey.route(() => { throw new Error("broken") })`,
  "app/api/token/route.ts": `${ownKit}
    const latchkey = createLatchkey({ personalTokens: true })
    export const GET = latchkey.callerRoute((_request, { type }) => Response.json({ type }), { scopes: ["read"] })`,
  "app/api/session/route.ts": `${kit}
    export const POST = async () => Response.json({ email: (await latchkey.session())?.email })`
}

const folder = temporaryFolder(afterAll)
let service: Service
let outage: FakeOutage
let app: NextApp

beforeAll(async () => {
  process.env["NEXT_TELEMETRY_DISABLED"] = "1"
  service = await startWithPages()
  outage = await FakeOutage.start(service.origin)
  await NextApp.build(folder, files)
  app = await NextApp.start(folder, (origin) => ({
    LATCHKEY_URL: outage.origin,
    LATCHKEY_PUBLIC_URL: service.origin,
    APP_URL: origin
  }))
  const redirectUrl = app.origin
  await service.instances((instances) => instances.update(defaultId, { redirectUrl, origins: [app.origin] }))
}, 600_000)

afterAll(async () => {
  await app?.stop()
  await outage?.stop()
  await service?.stop()
})

beforeEach(() => {
  service.advance(3_600_000)
  outage.makeSessionsOld = false
  outage.cookies.splice(0)
})

const asPage = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }
const unavailable = "We cannot check who you are. Try again in a minute."

/** Returns a program of the app's host that has the cookies of a user. */
const signedIn = async (): Promise<{ readonly email: string; readonly user: Browser }> => {
  const email = newEmail()
  const user = new Browser(app.origin)
  const { setCookies, status } = await service.browser().post("/v1/auth/sign-up/email-password", { email, password })
  assert.strictEqual(status, 200)
  for (const cookie of setCookies) await user.jar.setCookie(cookie, app.origin)
  return { email, user }
}

const statuses = (replies: ReadonlyArray<Reply>) => replies.map(({ status }) => status)
const returnTo = (url = "") => new URL(url).searchParams.get("return_to")
const shows = ({ text }: Reply, what: string) => text.replaceAll("<!-- -->", "").includes(what)

describe("The types of the kit", () => {
  it("are right for Next.js: its source compiles with Next's own", async () => {
    const source = "node_modules/@latchkey/client/src/next.ts"
    const options = "--noEmit --strict --target ES2022 --module ESNext --moduleResolution Bundler --skipLibCheck"
    const args = ["tsc", ...options.split(" "), "--ignoreConfig", "--allowImportingTsExtensions", source]
    const { code, out } = await run("npx", args, { cwd: folder })
    assert.deepStrictEqual({ code, out }, { code: 0, out: "" })
  })
})

describe("A page", () => {
  it("sends visitors to the sign-in page and back, and never to where the request says", async () => {
    const headers = { ...asPage, host: "evil.example", "x-forwarded-host": "evil.example" }
    for (const reply of [
      await new Browser(app.origin).get("/orders", headers),
      await new Browser(app.origin).get("/orders")
    ]) {
      assert.strictEqual(reply.status, 307)
      assert.strictEqual(new URL(reply.headers.location ?? "").origin, service.origin)
      assert.strictEqual(returnTo(reply.headers.location), `${app.origin}/orders`)
      assert.include(reply.headers["cache-control"], "no-store")
    }
    const { headers: elsewhere } = await new Browser(app.origin).get("/elsewhere", asPage)
    assert.strictEqual(returnTo(elsewhere.location), app.origin)
    assert.deepStrictEqual(outage.cookies, [])
  })

  it("shows each user their own, also at the same moment, and no cache keeps it", async () => {
    const users = await Promise.all([signedIn(), signedIn(), signedIn()])
    await Promise.all(
      [...users, ...users, ...users].map(async ({ email, user }) => {
        const reply = await user.get("/orders", asPage)
        assert.isTrue(shows(reply, `Orders of ${email}`))
        assert.include(reply.headers["cache-control"], "no-store")
      })
    )
    assert.strictEqual((await new Browser(app.origin).get("/orders", asPage)).status, 307)
  })

  it("asks Latchkey once, however many components do, and sends its two cookies only", async () => {
    const { email, user } = await signedIn()
    await user.jar.setCookie("theme=dark", app.origin)
    assert.isTrue(shows(await user.get("/twice"), `${email} ${email}`))
    assert.lengthOf(outage.cookies, 1)
    assert.match(outage.cookies[0] ?? "", /^__(client|session)=[\w-]{43}; __(client|session)=[\w-]{43}$/)
  })

  it("is not for doubled cookies, nor for a session of another instance", async () => {
    const { user } = await signedIn()
    const cookie = await user.jar.getCookieString(app.origin)
    const replies = [
      await user.get("/other"),
      await user.get("/orders", { cookie: `${cookie}; __session=${"A".repeat(43)}` }),
      await user.get("/orders", { cookie: cookie.replace("__session", "__Host-__session") })
    ]
    assert.deepStrictEqual(statuses(replies), [307, 307, 307])
  })

  it("takes long cookies of others, up to the limit of Node", async () => {
    const { email, user } = await signedIn()
    const cookie = await user.jar.getCookieString(app.origin)
    const padded = (length: number) => user.get("/orders", { cookie: `theme=${"x".repeat(length)}; ${cookie}` })
    assert.isTrue(shows(await padded(12_000), `Orders of ${email}`))
    assert.strictEqual((await padded(16_384)).status, 431)
  })
})

describe("A route handler", () => {
  const orders = "/api/orders"

  it("refuses programs and pages without a session with 401, and leads users who open it to the sign-in page", async () => {
    const visitor = new Browser(app.origin)
    const dead = `__client=${"a".repeat(43)}; __session=${"b".repeat(43)}`
    for (const reply of [
      await visitor.get(orders),
      await visitor.post(orders),
      await visitor.get(orders, { cookie: dead })
    ]) {
      assert.deepStrictEqual([reply.status, reply.json["code"]], [401, "sign_in_required"])
      assert.strictEqual(reply.headers["cache-control"], "no-store")
    }
    const opened = await visitor.get(`${orders}?year=2026`, asPage)
    assert.strictEqual(opened.status, 303)
    assert.strictEqual(returnTo(opened.headers.location), `${app.origin}${orders}?year=2026`)
  })

  it("gets the request, the session and the parameters, and no cache keeps what it returns", async () => {
    const { email, user } = await signedIn()
    const found = await user.get(orders)
    assert.deepStrictEqual(
      [found.status, found.json["ordersOf"], found.headers["cache-control"]],
      [200, email, "no-store"]
    )
    const one = await user.get(`${orders}/7`)
    assert.deepStrictEqual(
      [one.json["id"], one.setCookies, one.headers["cache-control"]],
      ["7", ["seen=7"], "no-store"]
    )
    const redirected = await user.get(`${orders}/8`)
    assert.deepStrictEqual([redirected.status, redirected.headers.location], [302, "https://example.com/"])
    assert.strictEqual((await user.get("/api/broken")).status, 500)
  })

  it("refuses what pages of other origins send, also if it reads the session by itself", async () => {
    const { email, user } = await signedIn()
    const order = async (headers: Record<string, string>) => (await user.post(orders, undefined, headers)).status
    for (const origin of ["http://127.0.0.1:1", "http://evil.localhost", "https://example.com"]) {
      assert.strictEqual(await order({ origin }), 403)
      assert.strictEqual(await order({ origin, "sec-fetch-site": "same-origin" }), 403)
      const read = await user.post("/api/session", undefined, { origin, host: new URL(origin).host })
      assert.deepStrictEqual([read.status, read.text.includes(email)], [500, false])
    }
    assert.strictEqual(await order({ origin: "null" }), 403)
    assert.strictEqual(await order({ "sec-fetch-site": "same-site" }), 403)
    assert.strictEqual(await order({ origin: "null", "sec-fetch-site": "same-origin" }), 201)
    assert.strictEqual(await order({ origin: app.origin }), 201)
    assert.strictEqual(await order({}), 201)
    assert.strictEqual((await user.post("/api/session", undefined, { origin: app.origin })).json["email"], email)
  })

  it("asks for a recent sign-in", async () => {
    const { user } = await signedIn()
    assert.strictEqual((await user.post("/api/payment")).status, 204)
    outage.makeSessionsOld = true
    const refused = await user.post("/api/payment")
    assert.deepStrictEqual([refused.status, refused.json["code"]], [403, "recent_sign_in_required"])
    assert.strictEqual((await user.get(orders)).status, 200)
  })

  it("accepts callers with a token, and refuses wrong ones", async () => {
    const { user } = await signedIn()
    assert.deepStrictEqual((await user.get("/api/token")).json, { type: "session" })
    const replies = [{}, { authorization: `Bearer lk_${"a".repeat(40)}` }].map((headers) =>
      new Browser(app.origin).get("/api/token", headers)
    )
    const [none, wrong] = await Promise.all(replies)
    assert.deepStrictEqual([none?.status, none?.headers["www-authenticate"]], [401, "Bearer"])
    assert.deepStrictEqual([wrong?.status, wrong?.json["code"]], [401, "invalid_bearer_token"])
  })
})

describe("The proxy", () => {
  it("keeps visitors from pages that do not ask themselves, however the path is written", async () => {
    const visitor = new Browser(app.origin)
    const opened = await visitor.get("/handbook?page=2", asPage)
    assert.deepStrictEqual([opened.status, returnTo(opened.headers.location)], [303, `${app.origin}/handbook?page=2`])
    const paths = [
      "/handbook",
      "/handbook/more",
      "/%68andbook",
      "/h%61ndbook/x",
      "/handbook.rsc",
      "/_next/data/x/handbook.json"
    ]
    for (const path of paths) {
      const reply = await visitor.get(path)
      assert.notStrictEqual(reply.status, 200, path)
      assert.notMatch(reply.text, /Handbook|Any /, path)
    }
    const bypass = ["proxy", "middleware", "src/middleware"].map((name) => Array(5).fill(name).join(":"))
    for (const headers of [...bypass.map((value) => ({ "x-middleware-subrequest": value })), { rsc: "1" }]) {
      assert.strictEqual((await visitor.get("/handbook", headers)).status, 401)
    }
  })

  it("lets users pass, also to static pages, which no cache keeps then", async () => {
    const { user } = await signedIn()
    const reply = await user.get("/handbook", asPage)
    assert.isTrue(shows(reply, "Handbook"))
    assert.strictEqual(reply.headers["cache-control"], "no-store")
  })

  it("leaves other paths alone, also malformed ones", async () => {
    const visitor = new Browser(app.origin)
    assert.isTrue(shows(await visitor.get("/open/page"), "Any open/page"))
    assert.notStrictEqual((await visitor.get("/%E0%A4%A")).status, 401)
    assert.notInclude(app.out(), "URIError")
    assert.deepStrictEqual(outage.cookies, [])
  })
})

describe("An outage is never a sign-out", () => {
  it.each(faultNames)("%s", async (fault: Fault) => {
    const { email, user } = await signedIn()
    await outage.during(fault, async () => {
      const [page, home, route, guarded] = await Promise.all([
        user.get("/orders", asPage),
        user.get("/", asPage),
        user.get("/api/orders", asPage),
        user.get("/handbook", asPage)
      ])
      for (const reply of [page, home]) {
        assert.strictEqual(reply.status, 500)
        assert.isUndefined(reply.headers.location)
        assert.isFalse(shows(reply, email))
      }
      for (const reply of [route, guarded]) {
        assert.deepStrictEqual([reply.status, reply.json["code"]], [503, "latchkey_unavailable"])
        assert.deepStrictEqual([reply.headers["retry-after"], reply.headers["cache-control"]], ["2", "no-store"])
      }
      for (const reply of [page, home, route, guarded]) assert.deepStrictEqual(reply.setCookies, [])
      assert.strictEqual((await new Browser(app.origin).get("/", asPage)).status, 200)
    })
    assert.isTrue(shows(await user.get("/orders"), `Orders of ${email}`))
  })
})

const skipped = executablePath === undefined ? " (skipped: Chromium is not on the PATH)" : ""

describe.skipIf(executablePath === undefined)(`The app, in Chromium${skipped}`, () => {
  let chromium: Chromium
  const opened: Array<BrowserContext> = []
  beforeAll(async () => {
    chromium = await sharedBrowser(executablePath ?? "")
  })
  afterEach(() => Promise.all(opened.splice(0).map((context) => context.close())))
  afterAll(() => closePages(chromium))

  const open = async (path: string): Promise<Page> => {
    const context = await chromium.newContext({ baseURL: app.origin })
    context.setDefaultTimeout(patience)
    opened.push(context)
    const page = await context.newPage()
    await page.goto(path)
    return page
  }

  /** Fills in the sign-in page, and returns the email address of a new user. */
  const signIn = async (page: Page): Promise<string> => {
    const { email } = await signedIn()
    await page.fill("#email", email)
    await page.fill("#password", password)
    await page.click("button:not([type],.quiet)")
    return email
  }

  const heading = (page: Page, text: string) => page.getByRole("heading", { name: text, exact: true }).waitFor()
  const sessionCookie = async (page: Page) =>
    (await page.context().cookies()).find(({ name }) => name === "__session")?.value

  it("leads a visitor from a link to the sign-in page and back, and signs out", async () => {
    const page = await open("/")
    await page.getByRole("link", { name: "Orders" }).click()
    await page.waitForURL(`${service.origin}/sign-in?**`)
    const email = await signIn(page)
    await page.waitForURL(`${app.origin}/orders`)
    await heading(page, `Orders of ${email}`)
    await page.goto("/")
    await heading(page, `Welcome, ${email}`)
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")
    await page.getByRole("button", { name: "Sign out" }).click()
    await heading(page, "Welcome")
    assert.isUndefined(await sessionCookie(page))
    assert.strictEqual((await new Browser(app.origin).get("/api/orders", { cookie })).status, 401)
  })

  it("renders the session on the server, and again in the browser without a flash or a request", async () => {
    const page = await open("/orders")
    const email = await signIn(page)
    await page.waitForURL(`${app.origin}/orders`)
    await page.addInitScript(() => {
      const seen = new Set<string>()
      Object.assign(window, { seen })
      new MutationObserver(() => {
        const text = document.querySelector("h1")?.textContent
        if (text) seen.add(text)
      }).observe(document, { subtree: true, childList: true, characterData: true })
    })
    const asked: Array<string> = []
    const errors: Array<string> = []
    page.on("request", (request) => void (request.url().startsWith(service.origin) && asked.push(request.url())))
    page.on("console", (message) => void (message.type() === "error" && errors.push(message.text())))
    page.on("pageerror", (error) => void errors.push(error.message))
    await page.goto("/", { waitUntil: "networkidle" })
    await page.getByRole("button", { name: "Sign out" }).waitFor()
    assert.deepStrictEqual(await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]), [
      `Welcome, ${email}`
    ])
    assert.deepStrictEqual({ asked, errors }, { asked: [], errors: [] })
    const other = await page.context().newPage()
    await other.goto("/")
    await other.getByRole("button", { name: "Sign out" }).click()
    await heading(other, "Welcome")
    await page.bringToFront()
    await page.evaluate(() => window.dispatchEvent(new Event("focus")))
    await heading(page, "Welcome")
  })

  it("asks for the password again before a payment, and comes back", async () => {
    const page = await open("/payment")
    const email = await signIn(page)
    await heading(page, `Payment by ${email}`)
    outage.makeSessionsOld = true
    await page.getByRole("button", { name: "Pay" }).click()
    await page.waitForURL(`${service.origin}/reauthenticate?**`)
    assert.notInclude(app.out(), `${email} has paid`)
    outage.makeSessionsOld = false
    await page.fill("#password", password)
    await page.click("button:not([type],.quiet)")
    await page.waitForURL(`${app.origin}/payment`)
    await page.getByRole("button", { name: "Pay" }).click()
    while (!app.out().includes(`${email} has paid`)) await page.waitForTimeout(50)
  })

  it("leads a user whose session has ended from a form to the sign-in page, and back to the form", async () => {
    const page = await open("/note?draft=7")
    await page.getByRole("button", { name: "Save" }).click()
    await page.waitForURL(`${service.origin}/sign-in?**`)
    assert.strictEqual(returnTo(page.url()), `${app.origin}/note?draft=7`)
  })

  it("shows the error page during an outage, and keeps the user signed in, also after a failed sign-out", async () => {
    const page = await open("/orders")
    const email = await signIn(page)
    await heading(page, `Orders of ${email}`)
    const before = await sessionCookie(page)
    await outage.during("no connection", async () => {
      await page.reload()
      await heading(page, unavailable)
    })
    await page.goto("/")
    await outage.during("a page", async () => {
      await page.getByRole("button", { name: "Sign out" }).click()
      await heading(page, unavailable)
    })
    assert.strictEqual(await sessionCookie(page), before)
    await page.goto("/orders")
    await heading(page, `Orders of ${email}`)
  })

  it("runs no server action for another origin, even one that Next.js takes for its own", async () => {
    const page = await open("/orders")
    const email = await signIn(page)
    await heading(page, `Orders of ${email}`)
    await page.goto("/")
    const action = await page.locator('input[name^="$ACTION_ID_"]').getAttribute("name")
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")
    const post = async (host: string) =>
      new Browser(app.origin).send("POST", "/", {
        headers: { cookie, host, origin: `http://${host}`, "content-type": "multipart/form-data; boundary=x" },
        body: `--x\r\ncontent-disposition: form-data; name="${action}"\r\n\r\n\r\n--x--\r\n`
      })
    assert.deepStrictEqual(
      [(await post("evil.localhost")).status, (await post("evil.localhost")).setCookies],
      [500, []]
    )
    assert.strictEqual((await new Browser(app.origin).get("/api/orders", { cookie })).status, 200)
    const own = await post(new URL(app.origin).host)
    assert.match(own.setCookies.join(), /^__session=;/)
    assert.strictEqual((await new Browser(app.origin).get("/api/orders", { cookie })).status, 401)
  })
})
