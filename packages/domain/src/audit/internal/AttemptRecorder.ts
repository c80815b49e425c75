import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { InstanceId } from "../../core/Ids.ts"

/** The outcome of one attempt in an instance. */
export interface RecordedAttempt {
  readonly instanceId: InstanceId
  readonly attempt: string
  readonly outcome: string
}

/** Where attempts are counted in addition to the metrics. By default nowhere. */
export class AttemptRecorder extends Context.Reference<AttemptRecorder>()("@latchkey/domain/AttemptRecorder", {
  defaultValue: (): { readonly record: (attempt: RecordedAttempt) => Effect.Effect<void> } => ({
    record: () => Effect.void
  })
}) {}
