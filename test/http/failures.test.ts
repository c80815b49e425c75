import { EmailTaken } from "@latchkey/domain/account/AccountErrors"
import { InvalidCredentials, PersistenceError } from "@latchkey/domain/core/Errors"
import { HasherOverloaded } from "@latchkey/domain/password/PasswordErrors"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { cookiesOf, type Reply } from "@latchkey/test-support/HttpClient"
import { mountsUnderTest, type Service } from "@latchkey/test-support/Service"
import { quickCrypto, start } from "@latchkey/test-support/HttpService"
import { newEmail, password, session, signIn, signUp } from "@latchkey/test-support/contract"
import { type Before, makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { scenarios } from "./support/scenarios.ts"

const withPages = ["opening a magic link on the client that requested it", "opening a magic link on another client"]

/** Replaces the call at `position`, which has that name, with a failure. */
const at = (position: number, name: string, failure: Effect.Effect<never, PersistenceError>): Before => {
  let count = 0
  return (call) =>
    Effect.suspend(() => {
      if (count++ !== position) return Effect.void
      return call === name ? failure : Effect.dieMessage(`The call is ${call}, not ${name}`)
    })
}

const outage = new PersistenceError({ cause: new Error("select secret from users -- sql-canary") })
const defects = [new EmailTaken(), new InvalidCredentials(), new Error("canary-9c1 at /srv/app.ts")]

/** A hasher that a test can overload. */
const makeHasher = () => {
  let hasCapacity = true
  const guard = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.suspend(
      (): Effect.Effect<A, E | HasherOverloaded, R> =>
        hasCapacity ? work : new HasherOverloaded({ retryAfterSeconds: 7 })
    )
  const layer: Layer.Layer<PasswordHasher> = Layer.effect(
    PasswordHasher,
    Effect.map(PasswordHasher, (hasher) => ({
      ...hasher,
      withPlace: (options, use) => guard(hasher.withPlace(options, use)),
      hash: (password, options) => guard(hasher.hash(password, options)),
      verify: (password, hash, options) => guard(hasher.verify(password, hash, options))
    }))
  ).pipe(Layer.provide(quickCrypto))
  const overload = (next: boolean) => {
    hasCapacity = !next
  }
  return { layer, overload }
}

const expectProblem = (reply: Reply, status: number, code: string) => {
  expect([reply.status, reply.json["code"]]).toEqual([status, code])
  expect(Object.keys(reply.json)).toEqual(["type", "title", "status", "detail", "code"])
}

describe.each(mountsUnderTest())("Failures, mounted with %s", (mount) => {
  const storage = makeInterceptedStorage()
  const hasher = makeHasher()
  let isReady = true
  let service: Service

  beforeAll(async () => {
    service = await start({
      mount,
      storage: storage.layer,
      crypto: Layer.merge(quickCrypto, hasher.layer),
      isReady: Effect.sync(() => isReady)
    })
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))
  afterEach(() => {
    storage.reset()
    hasher.overload(false)
    isReady = true
  })

  /** Prepares the request of a scenario. It meets no cached instance. */
  const prepared = async ({ prepare }: (typeof scenarios)[number]) => {
    service.advance(3_600_000)
    const request = await prepare(service)
    service.advance(60_000)
    return request
  }

  const sendWithFailure = async (request: () => Promise<Reply>, failing: Before) => {
    storage.intercept(failing)
    const reply = await request()
    storage.reset()
    return reply
  }

  const expectDefect = (reply: Reply, call: string, isPage: boolean) => {
    const contentType = isPage ? "text/html; charset=utf-8" : "application/problem+json"
    expect([reply.status, reply.headers["content-type"]], call).toEqual([500, contentType])
    if (!isPage) expectProblem(reply, 500, "internal_error")
    expect(cookiesOf(reply)).toEqual([])
    expect(reply.text).not.toMatch(/canary|EmailTaken|account|\/src\//)
  }

  const expectOutage = (reply: Reply, call: string, isPage: boolean) => {
    expect(reply.status, call).toBe(503)
    expect(reply.headers["retry-after"]).toMatch(/^[1-9][0-9]*$/)
    expect(cookiesOf(reply)).toEqual([])
    expect(reply.text).not.toMatch(/sql-canary|Error|\/src\//)
    if (!isPage) expectProblem(reply, 503, "service_unavailable")
  }

  test.each(scenarios)(
    "$name: a store that fails at any call is 503 with Retry-After, a defect is 500 that describes nothing (trap 8), and nothing is stored",
    async (scenario) => {
      const isPage = withPages.includes(scenario.name)
      const calls = await storage.callsDuring(await prepared(scenario))
      expect(calls[0]).toBe("InstanceRepository.findByHost")
      expect(calls.length).toBeGreaterThan(1)
      for (const [position, call] of calls.entries()) {
        const request = await prepared(scenario)
        const defect = Effect.die(defects[position % defects.length])
        expectDefect(await sendWithFailure(request, at(position, call, defect)), call, isPage)
        // The failed request stored nothing: the same request makes the same calls.
        service.advance(60_000)
        // A refund that fails does not fail the request: the session exists by then, or the admin key was right.
        const isRefund = call === "RateLimitStore.refund"
        const again = isRefund ? await prepared(scenario) : request
        const failed = await sendWithFailure(again, at(position, call, outage))
        if (isRefund) expect(failed.status).toBeLessThan(300)
        else expectOutage(failed, call, isPage)
        service.advance(1)
        if (!isRefund) expect((await request()).status, `${call}, again`).toBeLessThan(400)
      }
    }
  )

  test("a rate limit store that fails is 503: no password is checked", async () => {
    const credentials = { email: newEmail(), password }
    await service.browser().post(signUp, credentials)
    storage.bringDown("RateLimitStore")
    for (const guess of [password, "wrong guess 99"]) {
      expectProblem(
        await service.browser().post(signIn, { ...credentials, password: guess }),
        503,
        "service_unavailable"
      )
    }
    expectProblem(
      await service.browser().post(signUp, { ...credentials, email: newEmail() }),
      503,
      "service_unavailable"
    )
  })

  test("in an outage, known and unknown email addresses get the same response", async () => {
    const credentials = { email: newEmail(), password }
    await service.browser().post(signUp, credentials)
    service.advance(60_000)
    storage.bringDown()
    const known = await service.browser().post(signIn, credentials)
    const unknown = await service.browser().post(signIn, { ...credentials, email: newEmail() })
    expect([known.status, known.text]).toEqual([503, unknown.text])
  })

  test("an overloaded hasher is 503 with Retry-After, at sign-up, and for known and unknown email addresses alike", async () => {
    const credentials = { email: newEmail(), password }
    await service.browser().post(signUp, credentials)
    hasher.overload(true)
    const known = await service.browser().post(signIn, credentials)
    const unknown = await service.browser().post(signIn, { ...credentials, email: newEmail() })
    const atSignUp = await service.browser().post(signUp, { ...credentials, email: newEmail() })
    for (const reply of [known, unknown, atSignUp]) {
      expectProblem(reply, 503, "service_unavailable")
      expect(reply.headers["retry-after"]).toBe("7")
    }
    expect(known.text).toBe(unknown.text)
  })

  test.each([signIn, signUp])("an overloaded hasher is 503 at %s before the body is read", async (path) => {
    const invalid = await service.browser().post(path, { email: 1 })
    expect(invalid.json["code"]).toBe("invalid_request")
    hasher.overload(true)
    expectProblem(await service.browser().post(path, { email: 1 }), 503, "service_unavailable")
  })

  test("liveness does not need the store, and readiness reports Readiness", async () => {
    storage.bringDown()
    isReady = false
    service.advance(60_000)
    const live = await service.browser().get("/health/live")
    expect([live.status, live.json]).toEqual([200, { ok: true }])
    const ready = await service.browser().get("/health/ready")
    expectProblem(ready, 503, "service_unavailable")
    expect(ready.headers["retry-after"]).toBe("2")
    expect((await service.browser().get(session)).status).toBe(503)
    isReady = true
    expect((await service.browser().get("/health/ready")).status).toBe(200)
  })
})
