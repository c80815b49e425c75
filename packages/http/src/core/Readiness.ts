import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Whether the service can take requests, which `GET /health/ready` reports. Provide a check of the store, and `false`
 * during a shutdown.
 */
export class Readiness extends Context.Reference<Readiness>()("@latchkey/http/Readiness", {
  defaultValue: (): { readonly isReady: Effect.Effect<boolean> } => ({ isReady: Effect.succeed(true) })
}) {}
