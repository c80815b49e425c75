import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Number from "effect/Number"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { Database } from "./Database.ts"
import * as EmailEndpoint from "./EmailEndpoint.ts"
import type { WorkerOptions } from "./emailWorker.ts"
import * as ProcessorTime from "./ProcessorTime.ts"

/** How many emails per second a number of processes send, with a provider that responds after a delay. */
export interface EmailThroughput {
  readonly processes: number
  readonly delayMillis: number
  readonly perSecond: number
  /** CPU time per email, in milliseconds. */
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

/** Starts a process that dispatches emails until the scope closes. Returns its id when it is ready. */
const worker = (options: WorkerOptions): Effect.Effect<number | undefined, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => fork(new URL("./emailWorker.js", import.meta.url), { execArgv: ["--no-warnings"] })),
    (child) => Effect.promise(() => ended(child))
  ).pipe(
    Effect.flatMap((child) =>
      Effect.promise(async () => {
        child.send(options)
        await once(child, "message")
        return child.pid
      })
    ),
    Effect.timeoutFail({ duration: "30 seconds", onTimeout: () => new Error("An email worker did not start") }),
    Effect.orDie
  )

/** Of users with a verified address: emails to others are limited for each instance. */
const enqueue = (emails: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    yield* sql`
      INSERT INTO latchkey.queued_emails
      SELECT
        instance_id, overlay(overlay('email_' || gen_random_uuid() placing '7' from 21) placing '8' from 26), email, NULL,
        now(), '-infinity', 0
      FROM latchkey.users
      WHERE email_verified_at IS NOT NULL
      LIMIT ${emails}`
  })

const run = (database: Database, emails: number, { processes, delayMillis }: (typeof runs)[number]) =>
  Effect.gen(function* () {
    const { url, arrivals } = yield* EmailEndpoint.make(delayMillis)
    const options = { databaseUrl: Redacted.value(database.url), emailProviderUrl: url }
    const ids = yield* Effect.forEach(Array.from({ length: processes }), () => worker(options), {
      concurrency: "unbounded"
    })
    const processorTime = Effect.map(Effect.forEach(ids, ProcessorTime.ofProcess), Number.sumAll)
    const before = yield* processorTime
    yield* Effect.provide(enqueue(emails), database.administrative)
    yield* Effect.sync(() => arrivals.length >= emails).pipe(
      Effect.repeat({ until: (all) => all, schedule: Schedule.spaced("100 millis") }),
      Effect.timeoutFail({
        duration: "4 minutes",
        onTimeout: () => new Error("The emails were not sent within four minutes")
      })
    )
    const seconds = ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)) / 1000
    const measured: EmailThroughput = {
      processes,
      delayMillis,
      perSecond: (arrivals.length - 1) / seconds,
      processor: ((yield* processorTime) - before) / emails
    }
    return measured
  }).pipe(Effect.scoped)

export const measure = (database: Database, emails: number) => Effect.forEach(runs, (of) => run(database, emails, of))
