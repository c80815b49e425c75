import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { mountsUnderTest, type Service } from "@latchkey/test-support/Service"
import { start } from "@latchkey/test-support/HttpService"
import { newEmail, password, requestLink, signIn, signUp } from "@latchkey/test-support/contract"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { hangUp, rawPost } from "@latchkey/test-support/wire"

const getRaw = (path: string) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`

const settled = () => new Promise((resolve) => setTimeout(resolve, 25))

describe.each(mountsUnderTest())("trap 10: A client that disconnects, mounted with %s", (mount) => {
  const storage = makeInterceptedStorage()
  let service: Service
  beforeAll(async () => {
    service = await start({ mount, storage: storage.layer })
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))
  afterEach(() => storage.reset())

  /** Disconnects when a call to the store begins, then lets the call continue. Returns every call that was made. */
  const hangUpAt = async (call: string, request: string) => {
    const calls: Array<string> = []
    const reached = Effect.runSync(Deferred.make<void>())
    const gate = Effect.runSync(Deferred.make<void>())
    storage.intercept((name) => {
      calls.push(name)
      return name === call ? Effect.zipRight(Deferred.succeed(reached, undefined), Deferred.await(gate)) : Effect.void
    })
    await hangUp(service.port, request, Effect.runPromise(Deferred.await(reached)))
    await settled()
    await Effect.runPromise(Deferred.succeed(gate, undefined))
    await settled()
    storage.reset()
    return calls
  }

  const link = async (email: string) => {
    await service.browser().post(requestLink, { email })
    return service.lastLink(email)
  }

  test("before the magic link is consumed does not consume it", async () => {
    const path = await link(newEmail())
    const calls = await hangUpAt("RateLimitStore.consume", getRaw(path))
    expect(calls).not.toContain("MagicLinkRepository.consume")
    expect((await service.browser().get(path)).status).toBe(200)
  })

  test.each([
    "Transaction.run",
    "MagicLinkRepository.consume",
    "UserRepository.findByEmailForUpdate",
    "UserRepository.insert",
    "SessionRepository.issue"
  ])(
    "while the magic link is consumed, at %s, does not interrupt: the link is consumed and the session issued",
    async (call) => {
      const email = newEmail()
      const path = await link(email)
      const calls = await hangUpAt(call, getRaw(path))
      expect(calls.at(-1)).toBe("SessionRepository.issue")
      const again = await service.browser().get(path)
      expect([again.status, again.json["code"]]).toEqual([401, "invalid_token"])
      expect((await service.browser().post(signUp, { email, password })).json["code"]).toBe("email_already_exists")
    }
  )

  test.each(["UserRepository.insert", "SessionRepository.issue"])(
    "during sign-up, at %s, has an account that can sign in",
    async (call) => {
      const credentials = { email: newEmail(), password }
      await hangUpAt(call, rawPost(signUp, credentials))
      expect((await service.browser().post(signIn, credentials)).status).toBe(200)
    }
  )

  test("cannot guess without limit: every attempt is counted before its password is checked", async () => {
    const credentials = { email: newEmail(), password }
    await service.browser().post(signUp, credentials)
    const guess = rawPost(signIn, { ...credentials, password: "wrong guess 99" })
    // The client disconnects while the attempt is counted: nothing was counted, and no password checked.
    expect((await hangUpAt("RateLimitStore.consume", guess)).at(-1)).toBe("RateLimitStore.consume")
    for (let times = 0; times < 10; times++) {
      const reached = Effect.runSync(Deferred.make<void>())
      storage.intercept((name) =>
        name === "RateLimitStore.consume" ? Effect.asVoid(Deferred.succeed(reached, undefined)) : Effect.void
      )
      await hangUp(service.port, guess, Effect.runPromise(Deferred.await(reached)))
    }
    await settled()
    const limited = await service.browser().post(signIn, credentials)
    expect([limited.status, limited.json["code"]]).toEqual([429, "signin_rate_limited"])
  })

  test("in the middle of its body causes no calls, and the service keeps running", async () => {
    const request = rawPost(signIn, { email: newEmail(), password })
    const calls = await storage.callsDuring(async () => {
      await hangUp(service.port, request.slice(0, -5), settled())
      await settled()
    })
    expect(calls.filter((call) => !call.startsWith("InstanceRepository"))).toEqual([])
    expect((await service.browser().get("/health/live")).status).toBe(200)
  })
})
