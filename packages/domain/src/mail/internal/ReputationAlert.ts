/**
 * Says in the log when emails to unknown addresses stop because of a poor reputation, and when they go on: once each
 * time, not for every email.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { InstanceId } from "../../core/Ids.ts"
import type { PoorReputation } from "../MailDeliveryLog.ts"
import * as SenderReputation from "../SenderReputation.ts"

const words = { bounce: "Too many emails bounce", complaint: "Too many recipients complain about emails" } as const

const logStop = (instance: InstanceId, { report, scope }: PoorReputation) =>
  Effect.logError(`${words[report]}: links for addresses without a verified account are not sent`).pipe(
    Effect.annotateLogs({ instance, report, scope })
  )

const logEnd = (instance: InstanceId) =>
  Effect.annotateLogs(Effect.logInfo("Links for addresses without a verified account are sent again"), { instance })

/** Makes the function that returns why the reputation is poor, as `SenderReputation` does, and logs each change. */
export const make = Effect.gen(function* () {
  const poorReputation = yield* SenderReputation.make
  const stopped = new Set<InstanceId>()

  return Effect.fnUntraced(function* (instanceId: InstanceId) {
    const poor = yield* poorReputation(instanceId)
    if (Option.isSome(poor) === stopped.has(instanceId)) return poor
    if (Option.isNone(poor)) {
      stopped.delete(instanceId)
      yield* logEnd(instanceId)
      return poor
    }
    stopped.add(instanceId)
    yield* logStop(instanceId, poor.value)
    return poor
  })
})
