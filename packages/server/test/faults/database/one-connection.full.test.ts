import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it, onTestFinished } from "vitest"
import { Browser } from "@latchkey/test-support/Browser"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { database } from "@latchkey/test-support/postgres/database"
import { openSesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"
import { until } from "@latchkey/test-support/process/until"
import * as service from "./service.ts"

const password = "correct horse battery"

type Call = () => Promise<Reply>

describe("A pool of one connection", () => {
  it("is enough for thirty users who do everything concurrently", async () => {
    const ses = await openSesEndpoint(onTestFinished)
    const latchkey = await service.start(onTestFinished, await database(), { poolSize: 1, emailProvider: ses.url })
    await service.limit(latchkey, service.wideLimits)

    /** Retries after `Retry-After` until the response is not 503. */
    const retry = async (call: Call): Promise<Reply> => {
      const reply = await call()
      if (reply.status !== 503) return reply
      assert.match(reply.headers["retry-after"] ?? "", /^[1-9]$/)
      await sleep(Number(reply.headers["retry-after"]) * 1_000)
      return retry(call)
    }

    const useEverything = async (email: string) => {
      const browser = new Browser(latchkey.origin)
      const expect = async (status: number, call: Call) => {
        const reply = await retry(call)
        assert.strictEqual(reply.status, status, reply.text)
        return reply.json
      }
      const session = (status: number) => expect(status, () => browser.get("/v1/auth/session"))
      const signIn = () => browser.post("/v1/auth/sign-in/email-password", { email, password })
      const { userId } = await expect(200, () => browser.post("/v1/auth/sign-up/email-password", { email, password }))
      assert.strictEqual((await session(200))["userId"], userId)
      assert.strictEqual((await expect(200, signIn))["userId"], userId)
      await expect(200, () => browser.post("/v1/auth/sign-in/magic-link", { email }))
      await expect(200, () => browser.get("/v1/admin/instances", service.admin))
      const { path } = await until("the email", () => ses.emailsTo(email)[0], 50)
      assert.strictEqual((await expect(200, () => browser.get(path)))["userId"], userId)
      assert.deepInclude(await session(200), { userId, emailVerified: true })
      await expect(200, () => browser.post("/v1/auth/sign-out/all"))
      await session(401)
    }

    await Promise.all(Array.from({ length: 30 }, (_, index) => useEverything(`user-${index}@example.com`)))
    assert.deepStrictEqual(service.leaks(latchkey), [])
  })
})
