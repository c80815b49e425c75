import { setTimeout as sleep } from "node:timers/promises"
import { patienceMillis } from "@latchkey/server/database/ServerDatabase"
import { assert, describe, it } from "vitest"
import { send } from "../../../../../test/support/HttpClient.ts"
import type { Replica } from "../../support/Replica.ts"
import * as Consumption from "./Consumption.ts"
import { faultyServer } from "./faultyServer.ts"
import { Load, type Person } from "./Load.ts"
import * as service from "./service.ts"

const pauseMillis = 20_000
const poolSize = 10
const waveSize = 80
const shutdownMillis = 25_000

const never = () => false

/** Requests of every kind at once. Half of them come for hosts of their own, and each of these looks for its instance. */
const sendWave = (load: Load, person: Person, round: number): Promise<unknown> =>
  Promise.all(
    Array.from({ length: waveSize }, (_, index) => {
      const host = index % 2 === 0 ? "localhost" : `app-${round}-${index}.example.com`
      const options = { headers: { ...service.admin, cookie: person.cookie, host } }
      const requests = [
        () => load.ask("session", "GET", "/v1/auth/session", options, never),
        () => load.ask("admin", "GET", "/v1/admin/instances", options, never),
        () => load.signIn(person),
        () => load.signUp()
      ]
      return requests[(index >> 1) % requests.length]?.()
    })
  )

/** What a service takes and says of itself, looked at until `isOver`. */
const watch = async ({ origin, pid }: Replica, databaseUrl: string, isOver: () => boolean) => {
  const port = Number(new URL(databaseUrl).port)
  const memoryBefore = Consumption.memory(pid)
  const seen = { memory: 0, sockets: 0, ready: new Set<number>(), live: new Set<number>() }
  while (!isOver()) {
    seen.memory = Math.max(seen.memory, Consumption.memory(pid) - memoryBefore)
    if (Consumption.canCountSockets) seen.sockets = Math.max(seen.sockets, Consumption.socketsTo(pid, port))
    seen.ready.add((await send("GET", `${origin}/health/ready`)).status)
    seen.live.add((await send("GET", `${origin}/health/live`)).status)
    await sleep(200)
  }
  return seen
}

/** Tells a service to end while it is asked something, and answers what came of both. */
const endWhileAsked = async ({ origin, kill, ended }: Replica) => {
  const asked = new Load(origin)
  const asking = Promise.all(Array.from({ length: 5 }, () => asked.signUp()))
  // When later ones have been answered, these have arrived.
  for (let later = 0; later < 3; later++) await send("GET", `${origin}/health/live`)
  kill("SIGTERM")
  const code = await Promise.race([ended, sleep(shutdownMillis, "not yet", { ref: false })])
  await asking
  return { code, statuses: asked.answers.map(({ status }) => status), wrong: asked.wrong }
}

describe("A database that stops answering for 20 seconds", () => {
  it("is waited for as long as the documentation says", () => {
    assert.strictEqual(patienceMillis, 10_000)
  })

  it("costs an honest 503 in bounded time, memory and connections, and is over by itself", {
    timeout: 90_000
  }, async (context) => {
    const server = await faultyServer(context, context.onTestFinished)
    const [latchkey, leaving] = await Promise.all([
      service.start(context.onTestFinished, server.url, { poolSize }),
      service.start(context.onTestFinished, server.url)
    ])
    await service.limit(latchkey, service.wideLimits)
    const load = new Load(latchkey.origin)
    const person = await load.signUp()
    assert.isDefined(person)
    load.start()
    await sleep(500)

    server.pause()
    const pausedAt = performance.now()
    const elapsed = () => performance.now() - pausedAt
    const watching = watch(latchkey, server.url, () => elapsed() > pauseMillis)
    const end = endWhileAsked(leaving)
    const paused = new Load(latchkey.origin)
    const waves: Array<Promise<unknown>> = []
    // The last ones have their answer before the pause ends.
    for (let round = 0; elapsed() < pauseMillis / 2; round++) {
      waves.push(sendWave(paused, person, round))
      await sleep(2_000)
    }
    await Promise.all(waves)
    const seen = await watching
    assert.deepStrictEqual(await end, { code: 0, statuses: [503, 503, 503, 503, 503], wrong: [] })
    server.resume()
    await load.untilRight(15_000)
    await load.stop()

    assert.deepStrictEqual([...load.wrong, ...paused.wrong], [])
    assert.isAtLeast(paused.answers.length, 300)
    assert.deepStrictEqual(new Set(paused.answers.map(({ status }) => status)), new Set([503]))
    assert.deepStrictEqual([seen.ready, seen.live], [new Set([503]), new Set([200])])
    assert.isAtMost(seen.sockets, 2 * poolSize)
    assert.isBelow(seen.memory, 64)
    assert.deepStrictEqual(await load.lost(), [])
    assert.deepStrictEqual(service.indiscretions(latchkey), [])
  })
})
