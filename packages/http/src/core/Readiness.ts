/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Whether the service can take requests: what `GET /health/ready` says. Provide a check of the store, and `false` once
 * a shutdown has begun.
 *
 * @since 0.1.0
 */
export class Readiness extends Context.Reference<Readiness>()("../Readiness.ts", {
  defaultValue: (): { readonly isReady: Effect.Effect<boolean> } => ({ isReady: Effect.succeed(true) })
}) {}
