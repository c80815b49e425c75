import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Browser } from "../support/Browser.ts"
import { type Mount, mounts, type Service } from "../support/Service.ts"
import { start } from "./support/conformance.ts"
import {
  type ContractEndpoint,
  newEmail,
  password,
  requestLink,
  session,
  signUp,
  unsafeEndpoints,
  validBody,
  verify,
  withKey
} from "./support/contract.ts"
import { makeInterceptedStorage } from "./support/InterceptedStorage.ts"

const listed = "https://app.example.com"

const foreign: ReadonlyArray<Record<string, string>> = [
  { origin: "https://evil.example" },
  { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  { origin: "https://evil.example", "sec-fetch-site": "same-site" },
  { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  { origin: "null" },
  { origin: "null", "sec-fetch-site": "cross-site" },
  { origin: "null", "sec-fetch-site": "same-site" },
  { origin: "" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: `${listed}.evil.example` }
]

const welcome = (own: string): ReadonlyArray<Record<string, string>> => [
  {},
  { "sec-fetch-site": "none" },
  { "sec-fetch-site": "same-origin" },
  { origin: own },
  { origin: own, "sec-fetch-site": "same-origin" },
  { origin: listed, "sec-fetch-site": "cross-site" },
  { origin: "null", "sec-fetch-site": "same-origin" }
]

describe.each(Object.keys(mounts) as Array<Mount>)("CSRF, mounted by %s", (mount) => {
  const storage = makeInterceptedStorage()
  let service: Service
  let signedIn: Browser
  beforeAll(async () => {
    service = await start({ mount, storage: storage.layer, settings: { allowedOrigins: [listed] } })
    signedIn = service.browser()
    await signedIn.post(signUp, { email: newEmail(), password })
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))
  afterEach(() => storage.reset())

  const submit = (endpoint: ContractEndpoint, browser: Browser, headers: Record<string, string>) => {
    const body = validBody[endpoint.name]?.()
    const type = body === undefined ? {} : { "content-type": "application/json" }
    return browser.send(endpoint.method, endpoint.path, {
      headers: { ...type, ...withKey(endpoint), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  }

  test("these are all the endpoints that change something", () => {
    expect(unsafeEndpoints.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /v1/auth/sign-up/email-password",
      "POST /v1/auth/sign-in/email-password",
      "POST /v1/auth/sign-out",
      "POST /v1/auth/sign-out/all",
      "PUT /v1/auth/password",
      "DELETE /v1/auth/sessions/default",
      "POST /v1/auth/sign-in/magic-link",
      "POST /v1/auth/magic-link/verify",
      "POST /v1/admin/instances",
      "PATCH /v1/admin/instances/default"
    ])
  })

  test.each(unsafeEndpoints)(
    "$name does nothing for a foreign page: no change, no cookie, no mail",
    async (endpoint) => {
      const mails = (await service.mails()).length
      for (const headers of foreign) {
        for (const browser of [service.browser(), signedIn]) {
          const calls = await storage.callsDuring(async () => {
            const reply = await submit(endpoint, browser, headers)
            expect([reply.status, reply.json["code"]], JSON.stringify(headers)).toEqual([403, "forbidden_origin"])
            expect(reply.setCookies).toEqual([])
            expect(reply.headers["access-control-allow-origin"]).toBeUndefined()
          })
          expect(calls.filter((call) => !call.startsWith("InstanceRepository.find"))).toEqual([])
        }
      }
      await service.deliver()
      expect(await service.mails()).toHaveLength(mails)
      expect((await signedIn.get(session)).status).toBe(200)
    }
  )

  test.each(unsafeEndpoints)("$name goes on for a program, our own page, and a listed one", async (endpoint) => {
    for (const headers of welcome(service.origin)) {
      const reply = await submit(endpoint, service.browser(), headers)
      expect(reply.json["code"], JSON.stringify(headers)).not.toBe("forbidden_origin")
    }
  })

  test("a foreign page is refused before its request is read", async () => {
    const reply = await service.browser().send("POST", signUp, { headers: foreign[1] ?? {}, body: "{" })
    expect(reply.status).toBe(403)
  })

  test("trap 26: the form of our own page is taken with Origin: null, and nobody else's", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded", origin: "null" }
    const body = `token=${"t".repeat(42)}A`
    const post = (headers: Record<string, string>) =>
      service.browser().send("POST", verify, { headers: { ...form, ...headers }, body })
    expect((await post({ "sec-fetch-site": "same-origin" })).json["code"]).toBe("invalid_token")
    for (const site of ["cross-site", "same-site", "none", "", "same-origin, same-origin"]) {
      expect((await post({ "sec-fetch-site": site })).status, site).toBe(403)
    }
    expect((await post({})).status).toBe(403)
  })

  test("an image on a foreign page signs nobody in by somebody else's link, and does not use it up", async () => {
    const email = newEmail()
    const attacker = service.browser()
    await attacker.post(requestLink, { email })
    const link = await service.lastLink(email)
    const image = { accept: "image/avif,image/webp,*/*;q=0.8", "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" }
    for (const headers of foreign) {
      const reply = await signedIn.get(link, { ...image, ...headers })
      expect([reply.status, reply.json["code"], reply.setCookies]).toEqual([403, "forbidden_origin", []])
    }
    expect((await attacker.get(link, { origin: listed, "sec-fetch-site": "cross-site" })).status).toBe(200)
  })

  test("a frame or a foreign link with somebody else's token gets a question, and no session", async () => {
    const email = newEmail()
    await service.browser().post(requestLink, { email })
    const link = await service.lastLink(email)
    for (const dest of ["document", "iframe", "object"]) {
      const navigation = { accept: "text/html,*/*;q=0.8", "sec-fetch-site": "cross-site", "sec-fetch-dest": dest }
      const page = await signedIn.get(link, navigation)
      expect([page.status, page.setCookies]).toEqual([200, []])
      expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'")
      expect(page.headers["x-frame-options"]).toBe("DENY")
    }
  })

  test("reading is not refused to a foreign page; its browser keeps the answer from it", async () => {
    const reply = await signedIn.get(session, { origin: "https://evil.example", "sec-fetch-site": "cross-site" })
    expect(reply.status).toBe(200)
    expect(reply.headers["access-control-allow-origin"]).toBeUndefined()
  })
})
