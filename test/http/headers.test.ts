import { EmailTaken } from "@latchkey/domain/account/AccountErrors"
import * as Effect from "effect/Effect"
import { expect, test } from "vitest"
import { send } from "@latchkey/test-support/HttpClient"
import type { Reply } from "@latchkey/test-support/HttpClient"
import type { Mount, Service } from "@latchkey/test-support/Service"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import {
  asAdmin,
  exportAccount,
  instances,
  newEmail,
  password,
  requestLink,
  session,
  signIn,
  signOut,
  signUp,
  verify
} from "@latchkey/test-support/contract"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"

/** Returns a reply of every kind, by name. */
const repliesOfEveryKind = async (service: Service, storage: ReturnType<typeof makeInterceptedStorage>) => {
  const email = newEmail()
  const ada = service.browser()
  const replies: Record<string, Reply> = {}
  replies["200"] = await ada.post(signUp, { email, password })
  replies["200, no session"] = await service.browser().post(signOut)
  replies["200, a magic link requested"] = await ada.post(requestLink, { email })
  const link = await service.lastLink(email)
  replies["200, a page"] = await service.browser().get(link, { accept: "text/html" })
  replies["204, HEAD"] = await ada.send("HEAD", link)
  replies["204, prefetch"] = await ada.get(link, { "sec-purpose": "prefetch" })
  replies["303"] = await ada.get(link, { accept: "text/html" })
  replies["401, a page"] = await ada.get(link, { accept: "text/html" })
  replies["201"] = await ada.post(instances, { name: "Acme" }, asAdmin)
  replies["204, preflight"] = await ada.send("OPTIONS", signIn)
  replies["400"] = await ada.post(signIn, {})
  replies["401"] = await service.browser().get(session)
  replies["403"] = await ada.post(signOut, undefined, { origin: "https://evil.example" })
  replies["404"] = await ada.get("/nope")
  replies["404, malformed path"] = await ada.get("/%ZZ")
  replies["404, TRACE"] = await ada.send("TRACE", "/")
  replies["405"] = await ada.send("DELETE", session)
  replies["413"] = await send("POST", `${service.origin}${signIn}`, {
    headers: { "content-type": "application/json" },
    body: Buffer.alloc(70_000)
  })
  replies["415"] = await ada.send("POST", signIn, { body: "x", headers: { "content-type": "text/plain" } })
  for (let times = 0; times < 31; times++) replies["429"] = await service.browser().get(`${verify}?token=x`)
  replies["429, a page"] = await ada.get(`${verify}?token=${"x".repeat(42)}A`, { accept: "text/html" })
  service.advance(3_600_000)
  storage.intercept(() => Effect.die(new EmailTaken()))
  replies["500"] = await ada.get(session)
  service.advance(60_000)
  storage.bringDown()
  replies["503"] = await ada.get(session)
  replies["503, 404"] = await ada.get("/nope")
  storage.reset()
  replies["200, live"] = await ada.get("/health/live")
  replies["200, ready"] = await ada.get("/health/ready")
  return replies
}

const overHttp = makeInterceptedStorage()
const overHttps = makeInterceptedStorage()
const publicOrigin = "https://auth.example.com"

onBothMounts(
  "Headers with an http base URL",
  (service) => {
    test("every reply forbids caching, referrers and type sniffing, and names no software", async () => {
      for (const [kind, reply] of Object.entries(await repliesOfEveryKind(service(), overHttp))) {
        expect(String(reply.status), kind).toBe(kind.includes("503") ? "503" : kind.slice(0, 3))
        const isPage = reply.headers["content-type"]?.startsWith("text/html") === true
        expect(reply.headers, kind).toMatchObject({
          "cache-control": "no-store",
          // A form of a page sends its origin, and no URL leaves the page.
          "referrer-policy": isPage ? "strict-origin" : "no-referrer",
          "x-content-type-options": "nosniff",
          "cross-origin-resource-policy": /live|ready/.test(kind) ? "cross-origin" : "same-origin"
        })
        // No response may be framed, and responses other than pages load nothing.
        expect(reply.headers["content-security-policy"], kind).toMatch(
          isPage
            ? /^default-src 'none'; style-src 'nonce-.*; frame-ancestors 'none'$/
            : /^default-src 'none'; frame-ancestors 'none'$/
        )
        expect(reply.headers, kind).not.toHaveProperty("strict-transport-security")
        expect(reply.headers, kind).not.toHaveProperty("server")
        expect(reply.headers, kind).not.toHaveProperty("x-powered-by")
      }
    })

    test("no header of one reply is in another", async () => {
      const read = async () => {
        const { headers, setCookies } = await service().browser(asAdmin).get(instances)
        return { headers: { ...headers, date: "" }, setCookies }
      }
      const first = await read()
      expect(first.setCookies).toEqual([])
      const ada = service().browser({ origin: service().origin })
      expect((await ada.post(signUp, { email: newEmail(), password })).setCookies).toHaveLength(2)
      const download = await ada.get(exportAccount)
      expect(download.headers).toHaveProperty("content-disposition")
      expect(download.headers).toHaveProperty("access-control-allow-origin")
      expect((await ada.post(signOut)).setCookies).toHaveLength(1)
      expect(await read()).toEqual(first)
    })

    test("every error is a problem with a code, or a page", async () => {
      for (const [kind, reply] of Object.entries(await repliesOfEveryKind(service(), overHttp))) {
        if (reply.status < 400) continue
        if (kind.includes("page")) {
          expect(reply.headers["content-type"], kind).toBe("text/html; charset=utf-8")
          continue
        }
        expect(reply.headers["content-type"], kind).toBe("application/problem+json")
        expect(reply.json, kind).toMatchObject({
          status: reply.status,
          type: `urn:latchkey:problem:${reply.json["code"]}`
        })
        expect(reply.text, kind).not.toMatch(/node_modules|\.ts|\.js|at \w+ \(|select |insert /i)
        if ([429, 503].includes(reply.status)) expect(reply.headers["retry-after"], kind).toMatch(/^[1-9][0-9]*$/)
      }
    })
  },
  () => ({ storage: overHttp.layer })
)

onBothMounts(
  "Headers with an https base URL",
  (service) => {
    test("every reply has HSTS", async () => {
      for (const [kind, reply] of Object.entries(await repliesOfEveryKind(service(), overHttps))) {
        expect(reply.headers["strict-transport-security"], kind).toBe("max-age=31536000; includeSubDomains")
        expect(reply.headers["cache-control"], kind).toBe("no-store")
      }
    })
  },
  () => ({ storage: overHttps.layer, settings: { baseUrl: publicOrigin } })
)

const docs = (mount: Mount) => (mount !== "HttpApiBuilder" ? ["/openapi.json", "/docs"] : [])

onBothMounts("The API reference", (service, mount) => {
  test.each(docs(mount))(
    "%s forbids type sniffing, too, and pages of other origins get nothing of it",
    async (path) => {
      const { headers, status } = await service().browser().get(path)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-robots-tag": "noindex",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin"
      })
    }
  )

  test("is served only if it is mounted", async () => {
    const expected = mount !== "HttpApiBuilder" ? 200 : 404
    expect((await service().browser().get("/openapi.json")).status).toBe(expected)
  })
})
