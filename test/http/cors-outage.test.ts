import { expect, test } from "vitest"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { newEmail, password, signIn } from "@latchkey/test-support/contract"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"

const allowed = "https://app.example.com"
const storage = makeInterceptedStorage()

onBothMounts(
  "CORS in an outage",
  (service) => {
    const asPage = (origin: string) => {
      const preflightHeaders = {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type"
      }
      const body = JSON.stringify({ email: newEmail(), password })
      return Promise.all([
        service().browser().send("OPTIONS", signIn, { headers: preflightHeaders }),
        service()
          .browser()
          .send("POST", signIn, { headers: { origin, "content-type": "application/json" }, body })
      ])
    }

    test("a page of an allowed origin can read the 503", async () => {
      storage.bringDown()
      const [preflight, reply] = await asPage(allowed)
      storage.reset()
      expect([preflight.status, preflight.headers["access-control-allow-origin"]]).toEqual([204, allowed])
      expect(preflight.headers["access-control-allow-headers"]).toBe("Content-Type, Authorization")
      expect([reply.status, reply.json["code"]]).toEqual([503, "service_unavailable"])
      expect(reply.headers["access-control-allow-origin"]).toBe(allowed)
    })

    test("a page of another origin cannot", async () => {
      storage.bringDown()
      const [preflight, reply] = await asPage("https://evil.example")
      storage.reset()
      expect([preflight.status, reply.status]).toEqual([503, 503])
      expect(preflight.headers).not.toHaveProperty("access-control-allow-origin")
      expect(reply.headers).not.toHaveProperty("access-control-allow-origin")
    })
  },
  () => ({ storage: storage.layer, settings: { allowedOrigins: [allowed] } })
)
