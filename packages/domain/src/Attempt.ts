/**
 * The log line of an attempt: what was tried, by which method, in which instance, from where, and how it ended
 * (OWASP ASVS 5.0, 16.3.1). Never who: an email address does not belong in a log.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Caller } from "./Caller.ts"
import type { Instance } from "./Instance.ts"

/** @since 0.1.0 */
export type AttemptName = "sign_up" | "sign_in" | "magic_link_request" | "magic_link_verify" | "sign_out_all"

const outcomeOf = (exit: Exit.Exit<unknown, { readonly _tag: string }>): string =>
  Exit.match(exit, {
    onSuccess: () => "ok",
    onFailure: (cause) =>
      Option.match(Cause.failureOption(cause), {
        onNone: () => (Cause.isInterruptedOnly(cause) ? "interrupted" : "defect"),
        onSome: (error) => error._tag
      })
  })

/** Logs how `attempt` ended, and leaves it as it is. @since 0.1.0 */
export const logged =
  (name: AttemptName, request: { readonly instance: Instance; readonly caller: Caller }) =>
  <A, E extends { readonly _tag: string }, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.onExit(attempt, (exit) =>
      Effect.annotateLogs(Effect.logInfo(name), {
        outcome: outcomeOf(exit),
        instance: request.instance.id,
        address: request.caller.address
      })
    )
