/**
 * Runs the examples of docs/protect-your-app.md, each as its own process, against a service that runs as a user starts
 * it.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { folder, type Latchkey, run } from "@latchkey/test-support/process/latchkey"
import { Browser } from "@latchkey/test-support/Browser"
import { root } from "@latchkey/test-support/files"
import { freePort } from "@latchkey/test-support/freePort"
import type { Reply } from "@latchkey/test-support/HttpClient"

const adminKey = "0123456789-a-key-for-the-examples"
const email = "ada@example.com"
const page = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }

interface Example {
  readonly name: string
  /** The program that it needs on the PATH. */
  readonly program: string
  /** Installs or compiles what it needs, in a copy of its folder. */
  readonly build?: ReadonlyArray<string>
  readonly start: ReadonlyArray<string>
}

const install = ["npm", "install", "--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock"]

const examples: ReadonlyArray<Example> = [
  { name: "protect-express", program: "npm", build: install, start: [process.execPath, "app.js"] },
  { name: "protect-hono", program: "npm", build: install, start: [process.execPath, "app.js"] },
  { name: "protect-python", program: "python3", start: ["python3", "-B", "app.py"] },
  { name: "protect-go", program: "go", build: ["go", "build", "-o", "app", "."], start: ["./app"] }
]

const cleanUps: Array<() => void | Promise<void>> = []
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

const isThere = (program: string): boolean => spawnSync("which", [program]).status === 0

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
  cpSync(join(root, "examples", name), folder, { recursive: true })
  const [command, ...args] = build
  if (command !== undefined) execFileSync(command, args, { cwd: folder, timeout: 600_000, stdio: "pipe" })
  return folder
}

/** Starts an example on a port, and returns the origin of the app. */
const start = async (example: Example, latchkeyUrl: string): Promise<string> => {
  const port = await freePort()
  const appUrl = `http://localhost:${port}`
  const cwd = build(example)
  const [command = "", ...args] = example.start
  const env = { ...process.env, PORT: `${port}`, LATCHKEY_URL: latchkeyUrl, APP_URL: appUrl }
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
  cleanUps.push(async () => {
    const ended = new Promise((resolve) => child.once("close", resolve))
    if (child.kill("SIGKILL")) await ended
  })
  await says(child, "Listening")
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
      assert.deepStrictEqual([signedOut.status, signedOut.headers.location], [303, "/"])
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

const json = "application/json"

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
const elsewhere = { status: 200, type: json, body: '{"userId":"user_1","email":"eve@example.com"}' }

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

describe("The cookies that an example sends on", () => {
  for (const example of examples.filter(({ program }) => isThere(program))) {
    it(`${example.name} sends both of Latchkey's, and nothing without both`, async () => {
      const sent: Array<string | undefined> = []
      const latchkeyUrl = await startServer(({ headers }, response) => {
        sent.push(headers.cookie)
        response.writeHead(200, { "content-type": json }).end(JSON.stringify({ userId: "user_1", email }))
      })
      const browser = new Browser(await start(example, latchkeyUrl))
      const order = async (cookie: string) => (await browser.get("/orders", { cookie })).status
      const [client, session] = [`__client=${"a".repeat(43)}`, `__session=${"b".repeat(43)}`]
      const secure = `__Host-${client}; __Host-${session}`
      for (const cookie of [client, session, `my${client}; my${session}`]) {
        assert.strictEqual(await order(cookie), 401, cookie)
      }
      assert.strictEqual(await order(`theme=dark; ${client}; ${session}; other=1`), 200)
      assert.strictEqual(await order(secure), 200)
      assert.deepStrictEqual(sent, [`${client}; ${session}`, secure])
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

describe("latchkey.js of the examples", () => {
  it("has types for TypeScript: a strict checkJs finds nothing", () => {
    const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
    const options =
      "--ignoreConfig --noEmit --allowJs --checkJs --strict --module nodenext --target es2022 --types node"
    const file = join(root, "examples", "protect-express", "latchkey.js")
    const { status, stdout } = spawnSync(process.execPath, [compiler, ...options.split(" "), file], {
      encoding: "utf8"
    })
    assert.strictEqual(stdout, "")
    assert.strictEqual(status, 0)
  })
})
