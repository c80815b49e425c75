import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Number from "effect/Number"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { Database } from "./Database.ts"
import * as MailEndpoint from "./MailEndpoint.ts"
import type { Orders } from "./mailWorker.ts"
import * as ProcessorTime from "./ProcessorTime.ts"

/** How many mails a second so many processes send, by a provider that takes so long to answer. */
export interface Mailing {
  readonly processes: number
  readonly delayMillis: number
  readonly perSecond: number
  /** Milliseconds of the processor that a mail costs the process that sends it. */
  readonly processor: number
}

const runs = [
  { processes: 1, delayMillis: 0 },
  { processes: 2, delayMillis: 0 },
  { processes: 1, delayMillis: 100 },
  { processes: 2, delayMillis: 100 }
]

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, "exit")
  child.kill("SIGKILL")
  await exit
}

/** The id of a process that dispatches until the scope closes. By the time this succeeds it is at work. */
const worker = (orders: Orders): Effect.Effect<number | undefined, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => fork(new URL("./mailWorker.js", import.meta.url), { execArgv: ["--no-warnings"] })),
    (child) => Effect.promise(() => ended(child))
  ).pipe(
    Effect.flatMap((child) =>
      Effect.promise(async () => {
        child.send(orders)
        await once(child, "message")
        return child.pid
      })
    ),
    Effect.timeoutFail({ duration: "30 seconds", onTimeout: () => new Error("A mail worker did not start") }),
    Effect.orDie
  )

const enqueue = (mails: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    yield* sql`
      INSERT INTO latchkey.magic_link_requests
      SELECT
        instance_id, overlay(overlay('mlr_' || gen_random_uuid() placing '7' from 20) placing '8' from 25), email, NULL,
        now(), '-infinity', 0
      FROM latchkey.users
      LIMIT ${mails}`
  })

const run = (database: Database, mails: number, { processes, delayMillis }: (typeof runs)[number]) =>
  Effect.gen(function* () {
    const { url, arrivals } = yield* MailEndpoint.make(delayMillis)
    const orders = { databaseUrl: Redacted.value(database.url), mailUrl: url }
    const ids = yield* Effect.forEach(Array.from({ length: processes }), () => worker(orders), {
      concurrency: "unbounded"
    })
    const processorTime = Effect.map(Effect.forEach(ids, ProcessorTime.ofProcess), Number.sumAll)
    const before = yield* processorTime
    yield* Effect.provide(enqueue(mails), database.patient)
    yield* Effect.sync(() => arrivals.length >= mails).pipe(
      Effect.repeat({ until: (all) => all, schedule: Schedule.spaced("100 millis") }),
      Effect.timeoutFail({
        duration: "4 minutes",
        onTimeout: () => new Error("The mails did not go out in four minutes")
      })
    )
    const seconds = ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1000
    const measured: Mailing = {
      processes,
      delayMillis,
      perSecond: (arrivals.length - 1) / seconds,
      processor: ((yield* processorTime) - before) / mails
    }
    return measured
  }).pipe(Effect.scoped)

export const measure = (database: Database, mails: number) => Effect.forEach(runs, (of) => run(database, mails, of))
