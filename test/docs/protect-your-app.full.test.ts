/**
 * Runs the programs of docs/protect-your-app.md and docs/apps, each as its own process, against a service that runs as
 * a user starts it.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { folder, type Latchkey, run } from "@latchkey/test-support/process/latchkey"
import { Browser } from "@latchkey/test-support/Browser"
import { root } from "@latchkey/test-support/files"
import { freePort } from "@latchkey/test-support/freePort"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { blockOf, isThere, succeeds } from "./programOfPage.ts"

const adminKey = "0123456789-a-key-for-the-examples"
const email = "ada@example.com"
const page = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }

interface Example {
  /** Its folder, or the page that has the program. */
  readonly name: string
  /** The program that it needs on the PATH. */
  readonly program: string
  /** Installs or compiles what it needs, in a copy of its folder. */
  readonly build?: ReadonlyArray<string>
  readonly start: (port: number) => ReadonlyArray<string>
  /** What it writes when it listens. */
  readonly listens: string
}

/** The program of a page for Node. */
const ofPage = (name: string): Example => ({
  name,
  program: "node",
  start: () => [process.execPath, "--max-http-header-size=32768", "app.mjs"],
  listens: "Listening"
})

/** Returns the Python that has the modules. Debian's packages are for its own, which another may precede on the PATH. */
const pythonWith = (modules: string, debianPackage: string): string =>
  ["python3", "/usr/bin/python3"].find((python) => succeeds(python, "-c", `import ${modules}`)) ?? debianPackage

const flask = pythonWith("flask", "python3-flask")
const django = pythonWith("django", "python3-django")
const fastapi = pythonWith("fastapi, uvicorn", "python3-fastapi")

/** The programs of the pages, and those that a reader copies, one for each language. */
const examples: ReadonlyArray<Example> = [
  ...["docs/protect-your-app.md", "docs/apps/express.md", "docs/apps/fastify.md", "docs/apps/hono.md"].map(ofPage),
  { name: "protect-python", program: "python3", start: () => ["python3", "-B", "wsgi.py"], listens: "Listening" },
  {
    name: "protect-python with ASGI",
    program: "uvicorn",
    start: (port) => ["uvicorn", "asgi:app", "--port", `${port}`],
    listens: "running on"
  },
  {
    name: "protect-python with Flask",
    program: flask,
    start: () => [flask, "-B", "flask_app.py"],
    listens: "Running on"
  },
  {
    name: "protect-python with Django",
    program: django,
    start: () => [django, "-B", "django_app.py"],
    listens: "Listening"
  },
  {
    name: "protect-python with FastAPI",
    program: fastapi,
    start: (port) => [fastapi, "-B", "-m", "uvicorn", "fastapi_app:app", "--port", `${port}`],
    listens: "running on"
  },
  {
    name: "protect-go",
    program: "go",
    build: ["go", "build", "-o", "app", "."],
    start: () => ["./app"],
    listens: "Listening"
  },
  {
    name: "protect-php",
    program: "php",
    start: (port) => ["php", "-S", `127.0.0.1:${port}`, "app.php"],
    listens: "started"
  },
  {
    name: "protect-ruby",
    program: "puma",
    start: (port) => ["puma", "-b", `tcp://127.0.0.1:${port}`],
    listens: "Listening on"
  }
]

const cleanUps: Array<() => void | Promise<void>> = []
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

const says = (child: ChildProcess, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let out = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        out += chunk
        if (out.includes(text)) resolve()
      })
    }
    child.once("error", reject)
    child.once("close", () => reject(new Error(`The example ended:\n${out}`)))
  })

const built = new Map<string, string>()

/** Builds a copy of an example outside of the project, once, and returns its folder. */
const build = ({ build = [], name }: Example): string => {
  const folder = built.get(name) ?? mkdtempSync(join(tmpdir(), "latchkey-example-"))
  if (built.has(name)) return folder
  built.set(name, folder)
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  if (name.endsWith(".md")) {
    writeFileSync(join(folder, "app.mjs"), blockOf(name, "js"))
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  } else cpSync(join(root, "examples", name.replace(/ .*/, "")), folder, { recursive: true })
  const [command, ...args] = build
  if (command !== undefined) execFileSync(command, args, { cwd: folder, timeout: 600_000, stdio: "pipe" })
  return folder
}

/** Starts an example on a port, and returns the origin of the app. */
const start = async (example: Example, latchkeyUrl: string): Promise<string> => {
  const port = await freePort()
  const appUrl = `http://localhost:${port}`
  const cwd = build(example)
  const [command = "", ...args] = example.start(port)
  const env = { ...process.env, PORT: `${port}`, LATCHKEY_URL: latchkeyUrl, APP_URL: appUrl }
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  cleanUps.push(async () => {
    const ended = new Promise((resolve) => child.once("close", resolve))
    if (child.kill("SIGKILL")) await ended
  })
  await says(child, example.listens)
  return appUrl
}

let latchkey: Latchkey
let latchkeyUrl: string

beforeAll(async () => {
  const port = await freePort()
  latchkeyUrl = `http://localhost:${port}`
  const register = (undo: () => void | Promise<void>) => void cleanUps.push(undo)
  const environment = { PORT: `${port}`, ADMIN_API_KEY: adminKey }
  latchkey = run(["dev"], { directory: folder(register), environment }, register)
  await latchkey.says("Stop with Ctrl-C.")
  const { status } = await new Browser(latchkeyUrl).post("/v1/auth/sign-up/email-password", credentials)
  assert.strictEqual(status, 200)
  const often = { limit: 1_000, windowSeconds: 60 }
  await change({ rateLimits: { signInPerIp: often, signInPerEmail: often } })
})

const credentials = { email, password: "correct horse battery" }

const operator = () => new Browser(latchkeyUrl, { authorization: `Bearer ${adminKey}` })
const instance = "/v1/admin/instances/default"

const change = async (patch: object): Promise<void> => {
  const headers = { "content-type": "application/json" }
  const { status } = await operator().send("PATCH", instance, { headers, body: JSON.stringify(patch) })
  assert.strictEqual(status, 200)
}

/** Adds the app to the origins that a return URL may lead to, and keeps the others. */
const allowOrigin = async (origin: string): Promise<void> => {
  const { origins } = (await operator().get(instance)).json
  await change({ origins: [...(origins as ReadonlyArray<string>), origin] })
}

/** A browser of the app. It has the cookies of a browser that signed in at Latchkey: ports share cookies. */
const signedInBrowser = async (appUrl: string): Promise<Browser> => {
  const browser = new Browser(appUrl)
  const user = new Browser(latchkeyUrl)
  assert.strictEqual((await user.post("/v1/auth/sign-in/email-password", credentials)).status, 200)
  for (const cookie of await user.jar.getCookies(latchkeyUrl)) await browser.jar.setCookie(cookie, appUrl)
  return browser
}

const statuses = (replies: ReadonlyArray<Reply>) => replies.map(({ status }) => status)

for (const example of examples) {
  const left = isThere(example.program) ? "" : ` (skipped: no ${example.program} on the PATH)`

  describe.skipIf(left !== "")(`The example ${example.name}${left}`, () => {
    let appUrl: string

    beforeAll(async () => {
      appUrl = await start(example, latchkeyUrl)
      await allowOrigin(appUrl)
    }, 180_000)

    it("shows orders to a signed-in user, and no cache keeps them", async () => {
      const reply = await (await signedInBrowser(appUrl)).get("/orders")
      assert.deepStrictEqual([reply.status, reply.text], [200, `Orders of ${email}`])
      assert.strictEqual(reply.headers["cache-control"], "no-store")
    })

    it("sends 401 to a program that is not signed in, also with cookies that Latchkey does not know", async () => {
      const client = new Browser(appUrl)
      const cookie = `__client=${"a".repeat(43)}; __session=${"b".repeat(43)}`
      const replies = [await client.get("/"), await client.get("/orders"), await client.get("/orders", { cookie })]
      assert.deepStrictEqual(statuses(replies), [200, 401, 401])
      assert.strictEqual((await client.post("/orders")).status, 401)
    })

    it("sends a browser to the sign-in page, which leads back to the same URL after signing in", async () => {
      const visitor = new Browser(appUrl)
      const { headers, status } = await visitor.get("/orders?year=2026", page)
      assert.strictEqual(status, 303)
      const signIn = new URL(headers.location ?? "")
      assert.strictEqual(signIn.origin, latchkeyUrl)
      const form = new URLSearchParams({ ...credentials, return_to: signIn.searchParams.get("return_to") ?? "" })
      const signedIn = await new Browser(latchkeyUrl).send("POST", signIn.pathname, {
        headers: { "content-type": "application/x-www-form-urlencoded", origin: latchkeyUrl },
        body: `${form}`
      })
      assert.deepStrictEqual([signedIn.status, signedIn.headers.location], [303, `${appUrl}/orders?year=2026`])
    })

    it("sends users to the sign-in page if they have to verify their email address first", async () => {
      const browser = await signedInBrowser(appUrl)
      await change({ sessionConfig: { requireVerifiedEmail: true } })
      const [opened, called] = [await browser.get("/orders", page), await browser.get("/orders")]
      await change({ sessionConfig: { requireVerifiedEmail: false } })
      assert.deepStrictEqual(statuses([opened, called]), [303, 401])
      assert.strictEqual(new URL(opened.headers.location ?? "").pathname, "/sign-in")
      assert.strictEqual((await browser.get("/orders")).status, 200)
    })

    it("refuses requests of other origins that change something, and accepts its own pages and programs", async () => {
      const browser = await signedInBrowser(appUrl)
      const order = async (headers: Record<string, string>) =>
        (await browser.post("/orders", undefined, headers)).status
      for (const origin of ["http://localhost:1", "http://evil.localhost"]) {
        assert.strictEqual(await order({ origin }), 403)
        assert.strictEqual(await order({ origin, "sec-fetch-site": "same-site" }), 403)
        assert.strictEqual(await order({ origin, "sec-fetch-site": "same-origin" }), 403)
      }
      assert.strictEqual(await order({ origin: "null", "sec-fetch-site": "cross-site" }), 403)
      assert.strictEqual(await order({ origin: "null" }), 403)
      assert.strictEqual(await order({ "sec-fetch-site": "cross-site" }), 403)
      assert.strictEqual(await order({ "sec-fetch-site": "same-site" }), 403)
      assert.strictEqual(await order({ origin: appUrl, "sec-fetch-site": "same-origin" }), 201)
      assert.strictEqual(await order({ origin: "null", "sec-fetch-site": "same-origin" }), 201)
      assert.strictEqual(await order({ origin: appUrl }), 201)
      assert.strictEqual(await order({}), 201)
    })

    it("signs the user out: clears the cookie, and a copy of it is worthless", async () => {
      const browser = await signedInBrowser(appUrl)
      const cookie = await browser.jar.getCookieString(appUrl)
      const signedOut = await browser.post("/sign-out")
      const leadsTo = new URL(signedOut.headers.location ?? "", appUrl).href
      assert.deepStrictEqual([signedOut.status, leadsTo], [303, `${appUrl}/`])
      assert.isUndefined(await browser.cookie("__session"))
      assert.isDefined(await browser.cookie("__client"))
      assert.strictEqual((await new Browser(appUrl).get("/orders", { cookie })).status, 401)
    })

    it("sends 503 while Latchkey does not reply, and 200 again afterwards", async () => {
      const browser = await signedInBrowser(appUrl)
      latchkey.kill("SIGSTOP")
      const started = Date.now()
      const during = await browser.get("/orders", page)
      assert.isBelow(Date.now() - started, 5_000)
      const signOut = await browser.post("/sign-out")
      const home = await browser.get("/")
      latchkey.kill("SIGCONT")
      assert.deepStrictEqual(statuses([during, signOut, home]), [503, 503, 200])
      assert.strictEqual(during.headers["retry-after"], "2")
    })
  })
}

describe.skipIf(!isThere(django))("The example protect-python with Django", () => {
  it("leads back to a path in any language: Django decodes it", () => {
    const program = [
      "import django, django_app",
      "from django.conf import settings",
      "from django.test import RequestFactory",
      "settings.configure()",
      "django.setup()",
      "print(django_app.request_of(RequestFactory().get('/%E6%97%A5?x=%C3%BC')).target)"
    ]
    const cwd = join(root, "examples/protect-python")
    const out = execFileSync(django, ["-B", "-c", program.join("\n")], { cwd, encoding: "utf8" })
    assert.strictEqual(out, "/%E6%97%A5?x=%C3%BC\n")
  })
})

const json = "application/json"

/** What Latchkey replies for a signed-in user. */
const session = {
  userId: "user_1",
  sessionId: "sess_1",
  instanceId: "default",
  email,
  emailVerified: true,
  claimedAt: null,
  amr: ["pwd"],
  aal: 1,
  authenticatedAt: "2026-11-30T08:00:00.000Z",
  expiresAt: "2026-12-30T08:00:00.000Z"
}

/** Replies that do not come from Latchkey, or do not say whether the user is signed in. */
const useless = [
  { status: 200, type: "text/html", body: "<h1>Welcome to the network</h1>" },
  { status: 200, type: json, body: "{}" },
  { status: 302, type: json, body: "{}" },
  { status: 401, type: json, body: '{"error":"proxy authentication"}' },
  { status: 401, type: "text/html", body: "Unauthorized" },
  { status: 503, type: json, body: '{"code":"service_unavailable"}' }
]

/** What an app gets if it follows the redirect. It must not. */
const elsewhere = { status: 200, type: json, body: JSON.stringify({ ...session, email: "eve@example.com" }) }

/** Starts a server in front of an example's Latchkey. Returns its origin. */
const startServer = async (onRequest: RequestListener): Promise<string> => {
  const server = createServer(onRequest)
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  cleanUps.push(() => void server.close())
  return `http://127.0.0.1:${port}`
}

/** Starts a server that sends the useless replies, one after the other. */
const startProxy = (): Promise<string> => {
  const replies = useless.values()
  return startServer(({ url }, response) => {
    const reply = url === "/elsewhere" ? elsewhere : replies.next().value
    const { body, status, type } = reply ?? { body: "", status: 500, type: json }
    response.writeHead(status, { "content-type": type, location: "/elsewhere" }).end(body)
  })
}

const clientCookie = `__client=${"a".repeat(43)}`
const sessionCookie = `__session=${"b".repeat(43)}`
const bothCookies = `${clientCookie}; ${sessionCookie}`

describe("The cookies that an example sends on", () => {
  for (const example of examples.filter(({ program }) => isThere(program))) {
    it(`${example.name} sends both of Latchkey's, and nothing without both`, async () => {
      const sent: Array<string | undefined> = []
      const latchkeyUrl = await startServer(({ headers }, response) => {
        sent.push(headers.cookie)
        response.writeHead(200, { "content-type": json }).end(JSON.stringify(session))
      })
      const browser = new Browser(await start(example, latchkeyUrl))
      const order = async (cookie: string) => (await browser.get("/orders", { cookie })).status
      const secure = `__Host-${clientCookie}; __Host-${sessionCookie}`
      for (const cookie of [clientCookie, sessionCookie, `my${clientCookie}; my${sessionCookie}`]) {
        assert.strictEqual(await order(cookie), 401, cookie)
      }
      assert.strictEqual(await order(`theme=dark; ${clientCookie}; ${sessionCookie}; other=1`), 200)
      assert.strictEqual(await order(secure), 200)
      assert.deepStrictEqual(sent, [bothCookies, secure])
    })
  }
})

describe("Without a usable reply from Latchkey", () => {
  for (const example of examples.filter(({ program }) => isThere(program))) {
    it(`${example.name} sends 503 to a signed-in user, never 401 or a redirect`, async () => {
      const appUrl = await start(example, `http://localhost:${await freePort()}`)
      const browser = await signedInBrowser(appUrl)
      const replies = [await browser.get("/orders", page), await browser.post("/orders"), await browser.get("/")]
      assert.deepStrictEqual(statuses(replies), [503, 503, 200])

      const behindProxy = await start(example, await startProxy())
      const cookie = await browser.jar.getCookieString(appUrl)
      for (const { body, status } of useless) {
        const reply = await new Browser(behindProxy).get("/orders", { ...page, cookie })
        assert.strictEqual(reply.status, 503, `${status} ${body}`)
      }
    })
  }
})

/** Cookies that are none of a session. */
const noSession = [
  `${bothCookies}; ${sessionCookie}`,
  `${bothCookies}; __session=${"c".repeat(43)}`,
  `${bothCookies}; __client=`,
  `__client=${"a".repeat(42)}; ${sessionCookie}`,
  `__client=${"a".repeat(44)}; ${sessionCookie}`,
  `__client=${"a".repeat(42)}.; ${sessionCookie}`,
  `${clientCookie}; __session="${"b".repeat(43)}"`,
  `__Host-${clientCookie}; ${sessionCookie}`
]

for (const example of examples.filter(({ program }) => isThere(program))) {
  describe(`What a reader copies of ${example.name}`, () => {
    /** What Latchkey receives, and how it replies. */
    const received: Array<string> = []
    let reply: RequestListener
    let appUrl: string

    beforeAll(async () => {
      const fakeLatchkey = await startServer((request, response) => {
        received.push(`${request.method} ${request.url} ${request.headers.cookie}`)
        reply(request, response)
      })
      appUrl = await start(example, fakeLatchkey)
    }, 180_000)

    beforeEach(() => {
      received.length = 0
      reply = (_, response) => void response.writeHead(200, { "content-type": json }).end(JSON.stringify(session))
    })

    const get = (headers: Record<string, string>) => new Browser(appUrl).get("/orders", headers)
    const codes = (replies: ReadonlyArray<Reply>) => replies.map(({ json, status }) => [status, json["code"]])

    it("asks nothing about doubled, malformed and mixed cookies, and is not signed in by them", async () => {
      for (const cookie of noSession) {
        assert.deepStrictEqual(codes([await get({ cookie })]), [[401, "sign_in_required"]], cookie)
      }
      assert.deepStrictEqual(received, [])
    })

    it("finds both cookies in a header of 16 kB, and sends no other on", async () => {
      const others = Array.from({ length: 160 }, (_, index) => `other${index}=${"x".repeat(90)}`).join("; ")
      const { status } = await get({ cookie: `${others};${clientCookie} ;  ${sessionCookie}` })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(received, [`GET /v1/auth/session ${bothCookies}`])
    })

    it("replies with its own codes, as JSON that no cache keeps", async () => {
      const browser = new Browser(appUrl)
      const refused = await browser.post("/orders", undefined, { cookie: bothCookies, origin: "http://evil.localhost" })
      const signOut = await browser.post("/sign-out", undefined, { cookie: bothCookies, "sec-fetch-site": "same-site" })
      assert.deepStrictEqual(received, [])
      reply = (_, response) => void response.writeHead(503, { "content-type": json }).end("{}")
      const down = await get({ cookie: bothCookies })
      const replies = [await get({}), refused, signOut, down]
      assert.deepStrictEqual(codes(replies), [
        [401, "sign_in_required"],
        [403, "cross_origin_refused"],
        [403, "cross_origin_refused"],
        [503, "latchkey_unavailable"]
      ])
      for (const { headers, json } of replies) {
        assert.strictEqual(headers["cache-control"], "no-store")
        assert.match(headers["content-type"] ?? "", /^application\/json/)
        assert.isString(json["detail"])
      }
      assert.strictEqual(down.headers["retry-after"], "2")
    })

    it("leads back to this app only, whatever host and path a request names", async () => {
      const browser = new Browser(appUrl)
      const paths = ["/orders?next=//evil.example", "/orders?a=%22%0d%0aset-cookie:x=1&return_to=http://evil.example"]
      for (const path of paths) {
        for (const headers of [page, { ...page, host: "evil.example", "x-forwarded-host": "evil.example" }]) {
          const { headers: sent, setCookies, status } = await browser.get(path, headers)
          assert.deepStrictEqual([status, setCookies], [303, []])
          const { searchParams } = new URL(sent.location ?? "")
          assert.deepStrictEqual(searchParams.getAll("return_to"), [appUrl + path])
        }
      }
    })

    it("sends 401 to a script that asks for a page", async () => {
      assert.strictEqual((await get({ ...page, "sec-fetch-mode": "cors" })).status, 401)
      assert.strictEqual((await get({ ...page, "sec-fetch-mode": "navigate" })).status, 303)
    })

    it("waits for two seconds of silence only, before the headers and in the body", async () => {
      const silent: ReadonlyArray<RequestListener> = [
        () => undefined,
        (_, response) => void response.writeHead(200, { "content-type": json, "content-length": 999 }).write("{}")
      ]
      for (reply of silent) {
        const started = Date.now()
        assert.deepStrictEqual(codes([await get({ cookie: bothCookies })]), [[503, "latchkey_unavailable"]])
        assert.isBelow(Date.now() - started, 4_000)
      }
    }, 20_000)

    it("is not signed in by a reply that is no session", async () => {
      const bodies = ["[]", "null", '"text"', '{"userId":1,"sessionId":1,"email":1}', '{"userId":"user_1"}', "", "{"]
      for (const body of bodies) {
        reply = (_, response) => void response.writeHead(200, { "content-type": json }).end(body)
        assert.deepStrictEqual(codes([await get({ cookie: bothCookies })]), [[503, "latchkey_unavailable"]], body)
      }
    })

    it("revokes a session that has lost its other cookie, and asks nothing without cookies", async () => {
      const browser = new Browser(appUrl)
      reply = (_, response) => {
        const cleared = ["__session=; Max-Age=0", "other=; Max-Age=0"]
        response.writeHead(200, { "content-type": json, "set-cookie": cleared }).end('{"ok":true}')
      }
      const signedOut = await browser.post("/sign-out", undefined, { cookie: `theme=dark; ${sessionCookie}` })
      assert.deepStrictEqual(signedOut.setCookies, ["__session=; Max-Age=0", "other=; Max-Age=0"])
      assert.strictEqual((await browser.post("/sign-out")).status, 303)
      assert.deepStrictEqual(received, [`POST /v1/auth/sign-out ${sessionCookie}`])
    })

    it("says that it is an outage if Latchkey does not confirm the sign-out", async () => {
      for (const [status, body] of [
        [200, "{}"],
        [200, '{"ok":1}'],
        [200, "[]"],
        [401, '{"ok":true}']
      ] as const) {
        reply = (_, response) => void response.writeHead(status, { "content-type": json }).end(body)
        const signedOut = await new Browser(appUrl).post("/sign-out", undefined, { cookie: bothCookies })
        assert.deepStrictEqual(codes([signedOut]), [[503, "latchkey_unavailable"]], body)
      }
    })
  })
}
