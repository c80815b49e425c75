import { PersistenceError } from "@latchkey/domain/core/Errors"
import * as Effect from "effect/Effect"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { start } from "@latchkey/test-support/HttpService"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { adminKey, type Service } from "@latchkey/test-support/Service"
import { FormBrowser, invite, signedIn } from "@latchkey/test-support/operator"

const storage = makeInterceptedStorage()
let service: Service
let browser: FormBrowser
beforeAll(async () => {
  service = await start({ storage: storage.layer })
  browser = await signedIn(service)
})
afterAll(() => service.stop())
// The cache keeps a failure until the clock moves.
const recover = () => {
  storage.reset()
  service.advance(1)
}
afterEach(recover)

const pages = ["", "/access", "/audit", "/instances/default", "/instances/default/settings", "/instances/default/users"]

test.each(pages)("in an outage a page says when to try again: /dashboard%s", async (path) => {
  storage.bringDown()
  for (const pause of [0, 2000]) {
    // After two seconds the instance is no longer cached.
    service.advance(pause)
    const reply = await browser.get(`/dashboard${path}`)
    expect([reply.status, reply.headers["retry-after"]]).toEqual([503, "2"])
    expect(reply.headers["content-type"]).toBe("text/html; charset=utf-8")
    expect(reply.text).toContain("The service is temporarily unavailable. Try again in 2 seconds.")
    expect(reply.text).not.toContain("sql-canary")
  }
})

test("in an outage no key is wrong, no invitation is used, and no session is revoked", async () => {
  const { token } = await invite(service)
  storage.bringDown()
  expect((await browser.submit("/dashboard/sign-in", { key: adminKey })).status).toBe(503)
  expect((await browser.submit("/dashboard/enter", { token })).status).toBe(503)
  const out = await browser.submit("/dashboard/sign-out")
  expect([out.status, out.setCookies]).toEqual([503, []])
  recover()
  expect((await browser.get("/dashboard")).status).toBe(200)
  expect((await browser.submit("/dashboard/enter", { token })).status).toBe(303)
})

test("in an outage a form that is kept stays on the sign-in page", async () => {
  storage.bringDown()
  const reply = await browser.submit("/dashboard/sign-in", { key: adminKey, form: "name=Grace" })
  expect([reply.status, reply.headers["retry-after"]]).toEqual([503, "2"])
  expect(reply.text).toContain("The service is temporarily unavailable. Try again in 2 seconds.")
  expect(reply.text).toContain('name="form" value="name=Grace"')
})

test("an invitation signs in although the limiter cannot refund the attempt", async () => {
  const { token } = await invite(service)
  storage.intercept((call) =>
    call === "RateLimitStore.refund" ? Effect.fail(new PersistenceError({ cause: "away" })) : Effect.void
  )
  const reply = await new FormBrowser(service.origin).submit("/dashboard/enter", { token })
  expect([reply.status, reply.headers.location]).toEqual([303, "/dashboard"])
})

test("signing out without a session needs no query", async () => {
  await browser.get("/dashboard/sign-in")
  const calls = await storage.callsDuring(async () => {
    expect((await new FormBrowser(service.origin).submit("/dashboard/sign-out")).status).toBe(303)
  })
  expect(calls).toEqual([])
})

test.each([
  ["SessionRepository", "/dashboard"],
  ["InstanceRepository", "/dashboard/instances/default/settings"],
  ["AuditLog", "/dashboard/audit"],
  ["AttemptCounts", "/dashboard/instances/default"],
  ["UserRepository", "/dashboard/instances/default/users"],
  ["MailDeliveryLog", "/dashboard/instances/default/emails"]
])("with an outage of %s only, %s is unavailable", async (port, path) => {
  await browser.get(path)
  storage.bringDown(port)
  expect((await browser.get(path)).status).toBe(503)
})

test("a page that needs no instance is shown without the list of instances beside it", async () => {
  storage.intercept((call) =>
    call === "InstanceRepository.list" ? Effect.fail(new PersistenceError({ cause: "away" })) : Effect.void
  )
  const reply = await browser.get("/dashboard/access")
  expect(reply.status).toBe(200)
  expect(reply.text).toContain("Audit log")
})

test.each([
  ["/dashboard", 5],
  ["/dashboard/instances/default", 9],
  ["/dashboard/instances/default/settings/general", 4],
  ["/dashboard/instances/default/users", 6],
  ["/dashboard/instances/default/emails", 7],
  ["/dashboard/audit", 7],
  ["/dashboard/access", 8],
  ["/dashboard/sign-in", 0]
])("%s takes %d queries", async (path, queries) => {
  await browser.get(path)
  const calls = await storage.callsDuring(() => browser.get(path))
  expect(calls.length, calls.join(", ")).toBe(queries)
})
