/**
 * Logs and counts attempts: what was tried, in which instance, from which IP address, and the outcome (OWASP ASVS 5.0,
 * 16.3.1). Never by whom: an email address does not belong in a log.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Caller } from "../core/Caller.ts"
import type { InstanceId } from "../core/Ids.ts"
import * as Metrics from "../core/Metrics.ts"
import { AttemptRecorder } from "./internal/AttemptRecorder.ts"

const outcomeOf = <A>(
  exit: Exit.Exit<A, { readonly _tag: string }>,
  outcomeOfSuccess: (success: A) => string
): string =>
  Exit.match(exit, {
    onSuccess: outcomeOfSuccess,
    onFailure: (cause) =>
      Option.match(Cause.failureOption(cause), {
        onNone: () => (Cause.isInterruptedOnly(cause) ? "interrupted" : "defect"),
        onSome: (error) => error._tag
      })
  })

/**
 * Makes the function that records the outcome of an effect and leaves its result unchanged. The outcome of a success is
 * `ok`, unless `outcomeOfSuccess` returns another word. `names`: the attempts of the room, so that it records no other.
 */
export const makeRecorder = <Name extends string>(_names: ReadonlyArray<Name>) =>
  Effect.map(
    AttemptRecorder,
    ({ record }) =>
      <Success = unknown>(
        name: Name,
        { caller, instance }: { readonly instance: { readonly id: InstanceId }; readonly caller: Caller },
        outcomeOfSuccess: (success: Success) => string = () => "ok"
      ) =>
      <A extends Success, E extends { readonly _tag: string }, R>(
        attempt: Effect.Effect<A, E, R>
      ): Effect.Effect<A, E, R> =>
        Effect.onExit(attempt, (exit) => {
          const outcome = outcomeOf(exit, outcomeOfSuccess)
          return Effect.logInfo(name).pipe(
            Effect.annotateLogs({ outcome, instance: instance.id, ipAddress: caller.ipAddress }),
            Effect.zipRight(Metrics.attempts({ attempt: name, outcome })),
            Effect.zipRight(record({ instanceId: instance.id, attempt: name, outcome }))
          )
        })
  )

/**
 * Makes the function that counts what is no attempt of a user, such as an email, for the dashboard only: it is neither
 * in the log nor in the metrics of attempts.
 */
export const makeCounter = Effect.map(
  AttemptRecorder,
  ({ record }) =>
    (instanceId: InstanceId, attempt: string, outcome: string): Effect.Effect<void> =>
      record({ instanceId, attempt, outcome })
)

/** A refusal that cost no query. */
interface Refusal {
  readonly instanceId: InstanceId
  readonly attempt: string
  readonly outcome: string
}

/** Counts refusals, and returns the number for the log once a second: nothing in between. */
const makeSummary = () => {
  const interval = 1000
  // Of an earlier flood: its last second is in the metrics only.
  const isOld = (loggedAt: number, now: number) => now >= loggedAt + 10 * interval
  const summaries = new Map<string, { readonly loggedAt: number; readonly count: number }>()
  return ({ attempt, instanceId, outcome }: Refusal, now: number): Option.Option<number> => {
    const key = [instanceId, attempt, outcome].join(" ")
    const { count, loggedAt } = summaries.get(key) ?? { count: 0, loggedAt: Number.NEGATIVE_INFINITY }
    const isDue = now >= loggedAt + interval
    const refused = isOld(loggedAt, now) ? 1 : count + 1
    summaries.set(key, isDue ? { count: 0, loggedAt: now } : { count: refused, loggedAt })
    return isDue ? Option.some(refused) : Option.none()
  }
}

/**
 * Makes the function that counts failures like any attempt, but logs at most one line a second for each instance and
 * outcome, with their number: in a flood, a line for each would cost more than the refusal itself.
 */
export const makeRefusalRecorder = Effect.map(AttemptRecorder, ({ record }) => {
  const summarize = makeSummary()
  return (attempt: string, instance: { readonly id: InstanceId }) =>
    <A, E extends { readonly _tag: string }, R>(check: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.tapError(check, ({ _tag: outcome }) => {
        const refusal = { instanceId: instance.id, attempt, outcome }
        const log = Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Option.match(summarize(refusal, now), {
            onNone: () => Effect.void,
            onSome: (refused) =>
              Effect.annotateLogs(Effect.logInfo(attempt), { outcome, instance: instance.id, refused })
          })
        )
        return Effect.zipRight(log, Effect.zipRight(Metrics.attempts({ attempt, outcome }), record(refusal)))
      })
})
