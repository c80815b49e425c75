import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as Http from "@latchkey/http/Http"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as InsecurePasswordBlocklist from "@latchkey/memory/InsecurePasswordBlocklist"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as Pages from "@latchkey/pages/Pages"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { codeAt, setUpApp } from "@latchkey/test-support/authenticatorApp"
import { signIn, signUp } from "@latchkey/test-support/contract"
import { read } from "@latchkey/test-support/files"
import { type Reply, send } from "@latchkey/test-support/HttpClient"
import { addOperator, inviteAgain } from "@latchkey/test-support/operator"
import { adminKey, type Service, startService } from "@latchkey/test-support/Service"

const page = read("docs/cookies.md")

const seconds = { minute: 60, hour: 3600, day: 86_400 }

/** Returns `Max-Age` in seconds, or `undefined` if the cookie has none. */
const maxAgeOf = (text: string): number | undefined => {
  const [, count, unit] = /^(\d+) (minute|hour|day)s?$/.exec(text) ?? []
  return unit === undefined ? undefined : Number(count) * seconds[unit as keyof typeof seconds]
}

/** The attributes of each cookie, as the first table of the page has them. */
const documented = Object.fromEntries(
  [...page.matchAll(/^\| `(__[\w-]+)` \| .* \| (.+) \| `(.+)` \| `(.+)` \|$/gm)].map(
    ([, name = "", maxAge = "", path = "", sameSite = ""]) => [
      name,
      [maxAgeOf(maxAge), path, sameSite, "HttpOnly", "Secure", undefined]
    ]
  )
)

const attributesOf = (setCookie: string) => {
  const value = (name: string) => new RegExp(`; ${name}=([^;]*)`).exec(setCookie)?.[1]
  const flag = (name: string) => new RegExp(`; (${name})(;|$)`).exec(setCookie)?.[1]
  const maxAge = value("Max-Age")
  return [
    maxAge === undefined ? undefined : Number(maxAge),
    value("Path"),
    value("SameSite"),
    flag("HttpOnly"),
    flag("Secure"),
    value("Domain")
  ]
}

const nameOf = (setCookie: string): string => setCookie.slice(0, setCookie.indexOf("="))

const app = HttpLayerRouter.serve(
  Layer.mergeAll(Http.layerRoutes, Pages.layerRoutes, Dashboard.layerRoutes).pipe(
    Layer.provide(Pages.layerMagicLinkPages)
  ),
  { disableLogger: true, disableListenLog: true }
)

const baseUrl = "https://auth.example.com"

const crypto = Layer.mergeAll(
  InsecurePasswordBlocklist.layer,
  InsecurePasswordHasher.layer,
  MemoryIdGenerator.layer,
  MemoryTokenGenerator.layer
)

const start = (cookieDomain: Option.Option<string>): Promise<Service> =>
  startService({ storage: Memory.layer, crypto, app, settings: { baseUrl, cookieDomain } })

const form = { "content-type": "application/x-www-form-urlencoded", origin: baseUrl, host: "auth.example.com" }

const json = { "content-type": "application/json", host: "auth.example.com" }

const cookieOf = ({ setCookies }: Reply): string =>
  setCookies.map((text) => text.slice(0, text.indexOf(";"))).join("; ")

/** Opens the page that sets up an authenticator app, sets one up, and signs in to the account with it. */
const signInWithApp = async (service: Service): Promise<ReadonlyArray<Reply>> => {
  const secondFactor = "optional"
  await service.instances((directory) => directory.update(defaultId, { authConfig: { secondFactor } }))
  const body = JSON.stringify({ email: "grace@example.com", password: "correct horse battery" })
  const cookie = cookieOf(await send("POST", `${service.origin}${signUp}`, { headers: json, body }))
  const post = (path: string, fields?: unknown) =>
    send("POST", `${service.origin}${path}`, {
      headers: { ...json, cookie },
      ...(fields === undefined ? {} : { body: JSON.stringify(fields) })
    })
  const page = await send("GET", `${service.origin}/account/second-factor/set-up`, { headers: { ...json, cookie } })
  await setUpApp(service, { post })
  return [page, await send("POST", `${service.origin}${signIn}`, { headers: json, body })]
}

/** The same for an administrator, who signs in with links. */
const openDashboardWithApp = async (service: Service): Promise<ReadonlyArray<Reply>> => {
  const post = (path: string, fields: Record<string, string>, cookie = "") =>
    send("POST", `${service.origin}/dashboard${path}`, {
      headers: { ...form, ...(cookie === "" ? {} : { cookie }) },
      body: `${new URLSearchParams(fields)}`
    })
  const { id, token } = await addOperator(service, "admin")
  const opened = await post("/enter", { token })
  const own = cookieOf(opened)
  const headers = { host: "auth.example.com", cookie: own }
  const page = await send("GET", `${service.origin}/dashboard/account/second-factor/set-up`, { headers })
  const [, secret = ""] = /secret=([A-Z2-7]+)/.exec(page.text) ?? []
  const [, enrollment = ""] = /name="enrollment" value="([^"]+)"/.exec(page.text) ?? []
  await post("/account/second-factor/confirm", { enrollment, code: codeAt(secret, service.now()) }, own)
  return [opened, page, await post("/enter", { token: await inviteAgain(service, id) })]
}

/**
 * Opens the pages and posts the forms that set the cookies, each in a new browser. Returns the `Set-Cookie` headers.
 */
const setCookies = async (service: Service): Promise<ReadonlyArray<string>> => {
  const post = (path: string, fields: Record<string, string>) =>
    send("POST", `${service.origin}${path}`, { headers: form, body: `${new URLSearchParams(fields)}` })
  const replies = await Promise.all([
    post("/sign-up", { email: "ada@example.com", password: "correct horse battery" }),
    post("/sign-in/link", { email: "ada@example.com", passkeys: "1" }),
    post("/dashboard/sign-in", { key: adminKey }),
    post("/dashboard/language", { language: "de" }),
    send("GET", `${service.origin}/sign-in`, { headers: { host: "auth.example.com" } }),
    signInWithApp(service),
    openDashboardWithApp(service)
  ])
  return replies
    .flat()
    .flatMap((reply) => reply.setCookies)
    .filter((cookie) => !cookie.includes("Max-Age=0"))
}

describe("docs/cookies.md", () => {
  let service: Service
  let shared: Service
  beforeAll(async () => {
    service = await start(Option.none())
    shared = await start(Option.some("example.com"))
  })
  afterAll(async () => {
    await service.stop()
    await shared.stop()
  })

  it("lists every cookie, with the attributes that the service sets", async () => {
    const cookies = await setCookies(service)
    // The script of the pages sets the time zone.
    const ofServer = Object.keys(documented).filter((name) => name !== "__Host-dashboard_zone")
    assert.sameMembers([...new Set(cookies.map(nameOf))], ofServer)
    for (const cookie of cookies) assert.deepStrictEqual(attributesOf(cookie), documented[nameOf(cookie)], cookie)
  })

  it("says which cookies COOKIE_DOMAIN shares with other hosts", async () => {
    const isShared = (cookie: string) => attributesOf(cookie).at(-1) === "example.com"
    const names = (await setCookies(shared)).filter(isShared).map(nameOf)
    assert.sameMembers([...new Set(names)], ["__client", "__session", "__pending"])
    assert.match(page, /Both settings apply to `__client`, `__session` and `__pending` only/)
  })
})
