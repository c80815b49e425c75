import { defaultId } from "@latchkey/domain/instance/Instance"
import { expect, test } from "vitest"
import {
  asAdmin,
  instances,
  jsonType,
  newEmail,
  optionalSession,
  password,
  session,
  signUp
} from "@latchkey/test-support/contract"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { errorOf } from "@latchkey/test-support/actions"

const allowed = "https://app.example.com"
const storage = makeInterceptedStorage()
const nobody = { session: null, emailVerificationRequired: false }

onBothMounts(
  "The optional session",
  (service) => {
    const signedUp = async () => {
      const browser = service().browser()
      await browser.post(signUp, { email: newEmail(), password })
      return browser
    }

    const requireVerifiedEmail = (isRequired: boolean) =>
      service().instances((all) =>
        all.update(defaultId, { sessionConfig: { requireVerifiedEmail: isRequired }, authConfig: { magic_link: true } })
      )

    test("is the session of the cookies", async () => {
      const browser = await signedUp()
      const reply = await browser.get(optionalSession)
      const checked = await browser.get(session)
      expect([reply.status, checked.status]).toEqual([200, 200])
      expect(reply.json).toEqual({ session: checked.json, emailVerificationRequired: false })
    })

    test("is null with 200 wherever the session check is 401", async () => {
      const browser = await signedUp()
      const client = `__client=${await browser.cookie("__client")}`
      const own = `__session=${await browser.cookie("__session")}`
      const other = `__session=${"A".repeat(43)}`
      const cookies = [
        "",
        client,
        own,
        `${client}; ${other}`,
        `${client}; ${own}; ${own}`,
        `${client}; ${own}; ${other}`
      ]
      for (const cookie of [...cookies, `${client}; __session=%`]) {
        const visitor = service().browser({ cookie })
        expect(errorOf(await visitor.get(session)), cookie).toEqual([401, "unauthenticated"])
        const { json, status } = await visitor.get(optionalSession)
        expect([status, json], cookie).toEqual([200, nobody])
      }
    })

    test("is null after signing out", async () => {
      const browser = await signedUp()
      await browser.post("/v1/auth/sign-out")
      expect((await browser.get(optionalSession)).json).toEqual(nobody)
    })

    test("is null at the host of another instance", async () => {
      const host = "shop.example.com"
      const body = JSON.stringify({ id: "shop", name: "Shop", hosts: [host] })
      await service()
        .browser()
        .send("POST", instances, { headers: { ...asAdmin, ...jsonType }, body })
      const browser = await signedUp()
      expect((await browser.get(optionalSession, { host })).json).toEqual(nobody)
      expect((await browser.get(optionalSession)).json["session"]).not.toBeNull()
    })

    test("is null, and says why, for a session that apps get only with a verified email address", async () => {
      const browser = await signedUp()
      await requireVerifiedEmail(true)
      const checked = await browser.get(session)
      const { json, status } = await browser.get(optionalSession)
      const visitor = await service().browser().get(optionalSession)
      await requireVerifiedEmail(false)
      expect(errorOf(checked)).toEqual([403, "email_not_verified"])
      expect([status, json]).toEqual([200, { session: null, emailVerificationRequired: true }])
      expect(visitor.json).toEqual(nobody)
    })

    test("reads no bearer token, and needs none to be right", async () => {
      const headers = { authorization: "Bearer lk_wrong" }
      expect(errorOf(await service().browser().get(session, headers))).toEqual([401, "unauthenticated"])
      const { json, status } = await service().browser().get(optionalSession, headers)
      expect([status, json]).toEqual([200, nobody])
    })

    test.each(["SessionRepository", ""])("is 503 in an outage, never null: %s", async (port) => {
      const browser = await signedUp()
      service().advance(2_000)
      storage.bringDown(...(port === "" ? [] : [port]))
      const reply = await browser.get(optionalSession)
      storage.reset()
      expect(errorOf(reply)).toEqual([503, "service_unavailable"])
      expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0)
      expect(reply.json).not.toHaveProperty("session")
    })

    test("costs what the session check costs: one query with the cookies, and none without", async () => {
      const browser = await signedUp()
      const costOf = (path: string, from = browser) => storage.callsDuring(() => from.get(path))
      await browser.get(session)
      expect(await costOf(optionalSession)).toEqual(["SessionRepository.findActive"])
      expect(await costOf(session)).toEqual(["SessionRepository.findActive"])
      expect(await costOf(optionalSession, service().browser())).toEqual([])
    })

    test("sets no cookie, is never stored, and is for allowed origins only", async () => {
      const browser = await signedUp()
      for (const [origin, allow] of [
        [allowed, allowed],
        ["https://evil.example", undefined]
      ]) {
        const reply = await browser.get(optionalSession, { origin: origin ?? "" })
        const checked = await browser.get(session, { origin: origin ?? "" })
        expect(reply.setCookies).toEqual([])
        expect(reply.headers["cache-control"]).toBe("no-store")
        expect(reply.headers["access-control-allow-origin"]).toBe(allow)
        for (const name of ["vary", "access-control-allow-origin", "access-control-allow-credentials"]) {
          expect(reply.headers[name]).toBe(checked.headers[name])
        }
      }
    })
  },
  () => ({ storage: storage.layer, settings: { allowedOrigins: [allowed] } })
)
