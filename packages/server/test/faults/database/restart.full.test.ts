import { setTimeout as sleep } from "node:timers/promises"
import { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { assert, describe, it, type TestContext } from "vitest"
import type { FaultyServer } from "@latchkey/test-support/postgres/FaultyServer"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import type { Replica } from "@latchkey/test-support/process/Replica"
import { faultyServer } from "@latchkey/test-support/postgres/disturbed"
import { Load } from "./Load.ts"
import * as service from "./service.ts"

const recoveryMillis = 15_000
const quickRecoveryMillis = 5_000
const patience = 60_000

/** Ends every connection of Latchkey repeatedly for a second, and returns how many it ended. */
const terminate = Effect.gen(function* () {
  const sql = yield* SqlClient
  let terminated = 0
  for (let round = 0; round < 50; round++) {
    const rows = yield* sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'latchkey'`
    terminated += rows.length
    yield* Effect.sleep("20 millis")
  }
  return terminated
})

describe("Under load, the database", () => {
  const cleanUp = afterTests()
  let parts: { readonly server: FaultyServer; readonly latchkey: Replica } | undefined

  const start = async (context: TestContext) => {
    const server = await faultyServer(context, cleanUp)
    const latchkey = await service.start(cleanUp, server.url)
    await service.limit(latchkey, service.wideLimits)
    return { server, latchkey }
  }

  const survive = async (
    context: TestContext,
    fault: (server: FaultyServer) => Promise<void>,
    recovery = recoveryMillis
  ) => {
    parts ??= await start(context)
    const { server, latchkey } = parts
    const load = new Load(latchkey.origin)
    assert.isTrue(await load.works())
    load.start()
    await sleep(300)
    await fault(server)
    await load.untilItWorks(recovery)
    await sleep(300)
    await load.stop()
    assert.deepStrictEqual(load.wrong, [])
    assert.deepStrictEqual(await load.lost(), [])
    assert.deepStrictEqual(service.leaks(latchkey), [])
    assert.strictEqual(latchkey.err(), "")
    return load
  }

  it.for(["fast", "crash"] as const)(
    "can restart (%s): nothing acknowledged is lost, and the service recovers",
    { timeout: patience },
    async (how, context) => {
      const load = await survive(context, async (server) => {
        await server.takeDown(how)
        await sleep(500)
        await server.bringUp()
      })
      assert.isTrue(load.responses.some(({ status }) => status === 503))
    }
  )

  it("can end every connection: nothing acknowledged is lost, and the service recovers within five seconds", {
    timeout: patience
  }, async (context) => {
    const administrator = (url: string) => PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })
    const fault = async ({ url }: FaultyServer) => {
      assert.isAbove(await Effect.runPromise(Effect.provide(terminate, administrator(url))), 5)
    }
    await survive(context, fault, quickRecoveryMillis)
  })
})
