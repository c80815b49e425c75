/** What an app does in the same transaction for every event. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as AppPart from "../core/AppPart.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { Event } from "./Event.ts"

/**
 * A step of the app. It runs inside the transaction of the change, after the event was stored and after the
 * `AccountHooks` of the change. Its failure or defect undoes the whole transaction, the change included. As an account
 * hook, it only writes what the transaction undoes.
 */
export type OnEvent = (event: Event) => Effect.Effect<unknown, PersistenceError>

/** The hook in use: none by default. `Domain.layer` reads it when it is built. */
export class EventHook extends Context.Reference<EventHook>()("@latchkey/domain/EventHook", {
  defaultValue: (): { readonly onEvent: Option.Option<OnEvent> } => ({ onEvent: Option.none() })
}) {}

/**
 * Makes the layer of the hook from an effect, which may use services such as a `SqlClient`. The failure of the hook is
 * an error in the log. Provide the layer to `Domain.layer`; elsewhere it has no effect, and logs a warning when the app
 * starts. With a hook, a sign-in is a transaction of several statements.
 */
export const layer = <E, R>(
  onEvent: Effect.Effect<OnEvent, E, R>
): Layer.Layer<EventHook, E, Exclude<R, Scope.Scope>> =>
  AppPart.layer(
    "EventHook.layer",
    EventHook,
    Effect.map(onEvent, (run) => ({
      onEvent: Option.some<OnEvent>((event) => AppPart.logFailure("The hook onEvent", () => run(event)))
    }))
  )
