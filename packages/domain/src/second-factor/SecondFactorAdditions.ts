/** The authenticator app and recovery codes as what users add to their accounts. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { byUser } from "../audit/AuditLog.ts"
import type { Addition } from "../account/Additions.ts"
import { User } from "../account/UserRepository.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import { accountChanges, auditActions } from "./SecondFactorRecords.ts"
import { SecondFactorRepository } from "./SecondFactorRepository.ts"

const entryOf = AuditWriter.entryOf(auditActions)

/** Makes the kinds: the app, and then the codes, which are removed with it. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const events = yield* EventRecorder
  const factors = yield* SecondFactorRepository

  return [
    {
      added: {
        change: accountChanges.second_factor_added,
        isPresent: ({ secondFactorAt }) => Effect.succeed(Option.isSome(secondFactorAt))
      },
      removed: accountChanges.second_factor_removed,
      removeSince: Effect.fnUntraced(function* (user, since) {
        const { credentialVersion, id: userId, instanceId, secondFactorAt } = user
        if (!Option.exists(secondFactorAt, (at) => DateTime.greaterThan(at, since))) return Option.none()
        yield* factors.remove({ instanceId, userId, credentialVersion })
        const removed = { by: byUser, details: { sessions: "all" }, audit: entryOf("second_factor_removed") } as const
        yield* events.record({ type: "second_factor.removed", user, ...removed })
        return Option.some(
          new User({ ...user, secondFactorAt: Option.none(), credentialVersion: credentialVersion + 1 })
        )
      })
    },
    {
      removed: accountChanges.recovery_codes_removed,
      removeSince: Effect.fnUntraced(function* (user, since) {
        const { id: userId, instanceId } = user
        const isRemoved = yield* factors.deleteRecoveryCodes(instanceId, userId, since)
        if (!isRemoved) return Option.none()
        yield* audit(byUser, "recovery_codes_removed", { instanceId, userId })
        return Option.some(user)
      })
    }
  ] satisfies ReadonlyArray<Addition>
})
