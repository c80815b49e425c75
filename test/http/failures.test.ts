import { EmailTaken, HasherOverloaded, InvalidCredentials, PersistenceError } from "@latchkey/domain/core/Errors"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Reply } from "../support/HttpClient.ts"
import { type Mount, mounts, type Service } from "../support/Service.ts"
import { quickCrypto, start } from "./support/conformance.ts"
import { newEmail, password, session, signIn, signUp } from "./support/contract.ts"
import { type Before, makeInterceptedStorage } from "./support/InterceptedStorage.ts"
import { scenarios } from "./support/scenarios.ts"

const inBrowser = ["opening a link in the browser that asked", "opening a link in another browser"]

/** Lets all calls through but the one at `position`. */
const at = (position: number, trouble: Effect.Effect<never, PersistenceError>): Before => {
  let count = 0
  return () => Effect.suspend(() => (count++ === position ? trouble : Effect.void))
}

/** The hasher, until it is overloaded. */
const makeHasher = () => {
  let isOverloaded = false
  const guard = <A>(work: Effect.Effect<A, HasherOverloaded>) =>
    Effect.suspend(() => (isOverloaded ? Effect.fail(new HasherOverloaded()) : work))
  const layer: Layer.Layer<PasswordHasher> = Layer.effect(
    PasswordHasher,
    Effect.map(PasswordHasher, (hasher) => ({
      ...hasher,
      hash: (plain) => guard(hasher.hash(plain)),
      verify: (plain, stored) => guard(hasher.verify(plain, stored))
    }))
  ).pipe(Layer.provide(quickCrypto))
  const overload = (next: boolean) => {
    isOverloaded = next
  }
  return { layer, overload }
}

const expectProblem = (reply: Reply, status: number, code: string) => {
  expect([reply.status, reply.json["code"]]).toEqual([status, code])
  expect(Object.keys(reply.json)).toEqual(["type", "title", "status", "detail", "code"])
}

describe.each(Object.keys(mounts) as Array<Mount>)("failures, mounted by %s", (mount) => {
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

  /** Makes the request of a scenario once for each call to the store that it consists of, with trouble in its place. */
  const troubled = async (
    { prepare }: (typeof scenarios)[number],
    troubleAt: (position: number) => Effect.Effect<never, PersistenceError>,
    check: (reply: Reply, call: string, again: () => Promise<Reply>) => unknown
  ) => {
    const undisturbed = await prepare(service)
    service.advance(60_000)
    const calls = await storage.callsDuring(undisturbed)
    for (const [position, call] of calls.entries()) {
      service.advance(3_600_000)
      const disturbed = await prepare(service)
      service.advance(60_000)
      storage.intercept(at(position, troubleAt(position)))
      const reply = await disturbed()
      storage.reset()
      service.advance(1)
      await check(reply, call, disturbed)
    }
    return calls
  }

  test.each(scenarios)("a store that fails anywhere during $name is 503 with Retry-After", async (scenario) => {
    const trouble = new PersistenceError({ cause: new Error("select secret from users -- sql-canary") })
    const calls = await troubled(
      scenario,
      () => trouble,
      async (reply, call, again) => {
        // The session is made by then: an attempt that still counts is no reason to refuse it.
        if (scenario.name === "sign-in" && call === "RateLimitStore.refund") return expect(reply.status).toBe(200)
        expect(reply.status, call).toBe(503)
        expect(reply.headers["retry-after"]).toMatch(/^[1-9][0-9]*$/)
        expect(reply.setCookies).toEqual([])
        expect(reply.text).not.toMatch(/sql-canary|Error|\/src\//)
        if (!inBrowser.includes(scenario.name)) expectProblem(reply, 503, "service_unavailable")
        // Nothing was done by halves: the same request succeeds as soon as the store is back.
        expect((await again()).status, `${call}, again`).toBeLessThan(400)
      }
    )
    expect(calls[0]).toBe("InstanceRepository.findByHost")
  })

  test.each(scenarios)("trap 8: a defect anywhere during $name is 500 and tells nothing", async (scenario) => {
    const defects = [new EmailTaken(), new InvalidCredentials(), new Error("canary-9c1 at /srv/app.ts")]
    const calls = await troubled(
      scenario,
      (position) => Effect.die(defects[position % defects.length]),
      (reply, call) => {
        const isPage = inBrowser.includes(scenario.name)
        const contentType = isPage ? "text/html; charset=utf-8" : "application/problem+json"
        expect([reply.status, reply.headers["content-type"]], call).toEqual([500, contentType])
        if (!isPage) expectProblem(reply, 500, "internal_error")
        expect(reply.setCookies).toEqual([])
        expect(reply.text).not.toMatch(/canary|EmailTaken|account|\/src\//)
      }
    )
    expect(calls.length).toBeGreaterThan(1)
  })

  test("a limiter store that fails is never a free pass: no password is checked", async () => {
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

  test("an outage looks the same for known and unknown addresses", async () => {
    const credentials = { email: newEmail(), password }
    await service.browser().post(signUp, credentials)
    service.advance(60_000)
    storage.bringDown()
    const known = await service.browser().post(signIn, credentials)
    const unknown = await service.browser().post(signIn, { ...credentials, email: newEmail() })
    expect([known.status, known.text]).toEqual([503, unknown.text])
  })

  test("an overloaded hasher is 503 with Retry-After, for known and unknown addresses, and at sign-up", async () => {
    const credentials = { email: newEmail(), password }
    await service.browser().post(signUp, credentials)
    hasher.overload(true)
    const known = await service.browser().post(signIn, credentials)
    const unknown = await service.browser().post(signIn, { ...credentials, email: newEmail() })
    const newcomer = await service.browser().post(signUp, { ...credentials, email: newEmail() })
    for (const reply of [known, unknown, newcomer]) {
      expectProblem(reply, 503, "service_unavailable")
      expect(reply.headers["retry-after"]).toBe("1")
    }
    expect(known.text).toBe(unknown.text)
  })

  test("liveness needs no store, readiness says what it is told", async () => {
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
