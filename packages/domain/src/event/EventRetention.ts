/** How long events are kept. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as AppPart from "../core/AppPart.ts"

/**
 * How long events are kept, and what webhooks have of them: 30 days by default. A reader that stops for longer misses
 * some, and its cursor expires. `Domain.layer` reads it when it is built.
 */
export class EventRetention extends Context.Reference<EventRetention>()("@latchkey/domain/EventRetention", {
  defaultValue: (): { readonly keptFor: Duration.Duration } => ({ keptFor: Duration.days(30) })
}) {}

/**
 * Keeps events for as long as an app wants. Provide the layer to `Domain.layer`; elsewhere it has no effect, and logs a
 * warning when the app starts.
 *
 * @example
 * ```ts
 * EventRetention.layer("7 days")
 * ```
 */
export const layer = (keptFor: Duration.DurationInput): Layer.Layer<EventRetention> =>
  AppPart.layer("EventRetention.layer", EventRetention, Effect.succeed({ keptFor: Duration.decode(keptFor) }))
