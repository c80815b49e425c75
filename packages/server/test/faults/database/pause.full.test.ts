import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it } from "vitest"
import { send } from "@latchkey/test-support/HttpClient"
import { maxWaitMillis } from "../../../src/database/ServerDatabase.ts"
import type { Replica } from "@latchkey/test-support/process/Replica"
import * as Consumption from "./Consumption.ts"
import { faultyServer } from "@latchkey/test-support/postgres/disturbed"
import { Load, type SignedInUser } from "./Load.ts"
import * as service from "./service.ts"

const pauseMillis = 20_000
const poolSize = 10
const waveSize = 80
const shutdownMillis = 25_000

const never = () => false

/**
 * Sends requests of every kind concurrently. Half of them have a new host, so that the service looks up its instance.
 */
const sendWave = (load: Load, user: SignedInUser, round: number): Promise<unknown> =>
  Promise.all(
    Array.from({ length: waveSize }, (_, index) => {
      const host = index % 2 === 0 ? "localhost" : `app-${round}-${index}.example.com`
      const options = { headers: { ...service.admin, cookie: user.cookie, host } }
      const requests = [
        () => load.ask("session", "GET", "/v1/auth/session", options, never),
        () => load.ask("admin", "GET", "/v1/admin/instances", options, never),
        () => load.signIn(user),
        () => load.signUp()
      ]
      return requests[(index >> 1) % requests.length]?.()
    })
  )

/** Observes memory, sockets and health of a service until `hasEnded`. */
const watch = async ({ origin, pid }: Replica, databaseUrl: string, hasEnded: () => boolean) => {
  const port = Number(new URL(databaseUrl).port)
  const memoryBefore = Consumption.memory(pid)
  const seen = { memory: 0, sockets: 0, ready: new Set<number>(), live: new Set<number>() }
  while (!hasEnded()) {
    seen.memory = Math.max(seen.memory, Consumption.memory(pid) - memoryBefore)
    if (Consumption.canCountSockets) seen.sockets = Math.max(seen.sockets, Consumption.socketsTo(pid, port))
    seen.ready.add((await send("GET", `${origin}/health/ready`)).status)
    seen.live.add((await send("GET", `${origin}/health/live`)).status)
    await sleep(200)
  }
  return seen
}

/** Terminates a service with requests in flight. Returns the exit code and the responses. */
const terminateInFlight = async ({ origin, kill, ended }: Replica) => {
  const load = new Load(origin)
  const inFlight = Promise.all(Array.from({ length: 5 }, () => load.signUp()))
  // When later requests have been answered, these have arrived.
  for (let later = 0; later < 3; later++) await send("GET", `${origin}/health/live`)
  kill("SIGTERM")
  const code = await Promise.race([ended, sleep(shutdownMillis, "not yet", { ref: false })])
  await inFlight
  return { code, statuses: load.responses.map(({ status }) => status), wrong: load.wrong }
}

describe("A database that stops answering for 20 seconds", () => {
  it("delays a response by at most ten seconds, as documented", () => {
    assert.strictEqual(maxWaitMillis, 10_000)
  })

  it("causes 503 in bounded time, memory and connections, and recovery without a restart", async (context) => {
    const server = await faultyServer(context, context.onTestFinished)
    const [latchkey, terminated] = await Promise.all([
      service.start(context.onTestFinished, server.url, { poolSize }),
      service.start(context.onTestFinished, server.url)
    ])
    await service.limit(latchkey, service.wideLimits)
    const load = new Load(latchkey.origin)
    const user = await load.signUp()
    assert.isDefined(user)
    load.start()
    await sleep(500)

    server.pause()
    const pausedAt = performance.now()
    const elapsed = () => performance.now() - pausedAt
    const watching = watch(latchkey, server.url, () => elapsed() > pauseMillis)
    const end = terminateInFlight(terminated)
    const paused = new Load(latchkey.origin)
    const waves: Array<Promise<unknown>> = []
    // The last requests are answered before the pause ends.
    for (let round = 0; elapsed() < pauseMillis / 2; round++) {
      waves.push(sendWave(paused, user, round))
      await sleep(2_000)
    }
    await Promise.all(waves)
    const seen = await watching
    assert.deepStrictEqual(await end, { code: 0, statuses: [503, 503, 503, 503, 503], wrong: [] })
    server.resume()
    await load.untilItWorks(15_000)
    await load.stop()

    assert.deepStrictEqual([...load.wrong, ...paused.wrong], [])
    assert.isAtLeast(paused.responses.length, 300)
    assert.deepStrictEqual(new Set(paused.responses.map(({ status }) => status)), new Set([503]))
    assert.deepStrictEqual([seen.ready, seen.live], [new Set([503]), new Set([200])])
    assert.isAtMost(seen.sockets, 2 * poolSize)
    assert.isBelow(seen.memory, 64)
    assert.deepStrictEqual(await load.lost(), [])
    assert.deepStrictEqual(service.leaks(latchkey), [])
  })
})
