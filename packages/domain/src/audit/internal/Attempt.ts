/**
 * The log line of an attempt, and its count: what was tried, by which method, in which instance, from where, and how it ended
 * (OWASP ASVS 5.0, 16.3.1). Never who: an email address does not belong in a log.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Caller } from "../../core/Caller.ts"
import type { Instance } from "../../instance/Instance.ts"
import * as Metrics from "../../core/Metrics.ts"
import { AttemptRecorder } from "./AttemptRecorder.ts"

/** @since 0.1.0 */
export type AttemptName =
  | "sign_up"
  | "sign_in"
  | "magic_link_request"
  | "magic_link_verify"
  | "sign_out_all"
  | "password_set"

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
 * Makes the function that logs and counts how an attempt ended, and leaves it as it is. What has succeeded is "ok",
 * unless `outcomeOfSuccess` has another word for it.
 *
 * @since 0.1.0
 */
export const makeLogged = Effect.map(
  AttemptRecorder,
  ({ record }) =>
    <Success = unknown>(
      name: AttemptName,
      request: { readonly instance: Instance; readonly caller: Caller },
      outcomeOfSuccess: (success: Success) => string = () => "ok"
    ) =>
    <A extends Success, E extends { readonly _tag: string }, R>(
      attempt: Effect.Effect<A, E, R>
    ): Effect.Effect<A, E, R> =>
      Effect.onExit(attempt, (exit) => {
        const outcome = outcomeOf(exit, outcomeOfSuccess)
        const { caller, instance } = request
        return Effect.logInfo(name).pipe(
          Effect.annotateLogs({ outcome, instance: instance.id, address: caller.address }),
          Effect.zipRight(Metrics.attempts({ attempt: name, outcome })),
          Effect.zipRight(record({ instanceId: instance.id, attempt: name, outcome }))
        )
      })
)
