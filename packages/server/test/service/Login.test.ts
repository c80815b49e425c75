import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Runtime from "effect/Runtime"
import * as TestClock from "effect/TestClock"
import { hostname } from "node:os"
import { login } from "../../src/command/Login.ts"

const url = "https://auth.example.com"
const started = {
  deviceCode: "d".repeat(43),
  userCode: "WDJB-MJHT",
  verificationUri: `${url}/device`,
  verificationUriComplete: `${url}/device?code=WDJB-MJHT`,
  expiresIn: 600,
  interval: 5
}
const userId = "user_01a1eef9-ae17-7c3e-9b17-4d2a6e80f5c3"
const sessionId = "sess_01a1fd9b-b057-7f19-8a64-e1b95c37d402"
const signedIn = { userId, sessionId, refreshToken: "lkr_x" }

const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } })
const problem = (code: string, status = 400) =>
  json({ type: `urn:latchkey:problem:${code}`, title: code, status, detail: `${code}.`, code }, status)

/** Lets promises settle. */
const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Runs `latchkey login` against a service that answers questions with these replies, and with the last one from then on. */
const running = (...replies: ReadonlyArray<() => Response>) =>
  Effect.gen(function* () {
    const left = [...replies]
    const asked: Array<number> = []
    const bodies: Array<string> = []
    const printed = { out: "", err: "" }
    const runtime = yield* Effect.runtime()
    const fetch = (async (input: URL | string, init?: RequestInit) => {
      bodies.push(new TextDecoder().decode(init?.body as Uint8Array | undefined))
      if (!String(input).endsWith("/token")) return json(started)
      asked.push((await Runtime.runPromise(runtime)(Clock.currentTimeMillis)) / 1000)
      const reply = left.length > 1 ? left.shift() : left[0]
      return reply?.() ?? problem("authorization_pending")
    }) as typeof globalThis.fetch
    const console = {
      ...(yield* Console.consoleWith(Effect.succeed)),
      log: (line: string) =>
        Effect.sync(() => {
          printed.out = line
        }),
      error: (line: string) =>
        Effect.sync(() => {
          printed.err = line
        })
    } as Console.Console
    const fiber = yield* login({ json: true, url }).pipe(
      Effect.provideService(FetchHttpClient.Fetch, fetch),
      Console.withConsole(console),
      Effect.fork
    )
    /** Advances the clock second by second, so that each reply arrives at its time. */
    const pass = (seconds: number) =>
      Effect.forEach(
        Array.from({ length: seconds }),
        () => Effect.zipRight(TestClock.adjust("1 second"), Effect.repeatN(turn, 5)),
        { discard: true }
      )
    yield* Effect.repeat(turn, { until: () => printed.err !== "" })
    return { asked, bodies, fiber, pass, printed }
  })

const refused = () => {
  throw new TypeError("fetch failed")
}

describe("latchkey login", () => {
  it.effect("shows the page and the code, and what asks is this computer", () =>
    Effect.gen(function* () {
      const { bodies, pass, printed } = yield* running(() => json(signedIn))
      assert.strictEqual(printed.err, `Open ${url}/device and enter the code WDJB-MJHT`)
      assert.deepStrictEqual(JSON.parse(bodies[0] ?? ""), { name: `latchkey on ${hostname()}` })
      yield* pass(6)
      assert.deepStrictEqual(JSON.parse(bodies[1] ?? ""), { deviceCode: started.deviceCode })
      assert.deepStrictEqual(JSON.parse(printed.out), signedIn)
    })
  )

  it.effect("asks every five seconds, and five seconds less often after slow_down or without a reply", () =>
    Effect.gen(function* () {
      const pending = () => problem("authorization_pending")
      const slowDown = () => problem("slow_down")
      const { asked, fiber, pass } = yield* running(pending, pending, slowDown, pending, refused, () => json(signedIn))
      yield* pass(62)
      assert.deepStrictEqual(asked, [5, 10, 15, 25, 35, 50])
      yield* Fiber.join(fiber)
    })
  )

  it.effect("stops when the user has refused, when the code is void, and when it has expired", () =>
    Effect.gen(function* () {
      for (const code of ["access_denied", "invalid_token"]) {
        const { fiber, pass } = yield* running(() => problem(code, code === "invalid_token" ? 401 : 400))
        yield* pass(6)
        assert.strictEqual((yield* Effect.flip(Fiber.join(fiber))).message, `${code}.`)
      }
      const { fiber, pass } = yield* running(() => problem("authorization_pending"))
      yield* pass(601)
      assert.strictEqual((yield* Effect.flip(Fiber.join(fiber))).message, "The code has expired. Start again.")
    })
  )
})
