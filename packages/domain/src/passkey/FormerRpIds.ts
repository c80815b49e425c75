/** Passkeys that are bound to a host at which the service no longer is. Browsers would not offer them. */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { traced } from "../core/Tracing.ts"
import { defaultId, type Instance } from "../instance/Instance.ts"
import { InstanceRepository } from "../instance/InstanceRepository.ts"
import { isOfOperators, OperatorInstance } from "../instance/OperatorInstance.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import { auditActions } from "./PasskeyRecords.ts"
import { PasskeyRepository } from "./PasskeyRepository.ts"
import * as RelyingParty from "./RelyingParty.ts"

/**
 * A former RP ID of an instance. `current`: the one it has now, or its host if it can have none. `passkeys`: how many
 * are bound to the former one.
 */
export interface FormerRpId {
  readonly instance: Instance
  readonly current: string
  readonly rpId: string
  readonly passkeys: number
}

/**
 * The use cases after a change of the base URL. `InstanceAdministration` refuses changes of settings that would change
 * the RP ID of passkeys, and cannot refuse this one: the service refuses to start.
 */
export class FormerRpIds extends Context.Tag("@latchkey/domain/FormerRpIds")<
  FormerRpIds,
  {
    /** Returns the former RP IDs with passkeys of the instances at the base URL. Reads one index entry of each. */
    readonly find: Effect.Effect<ReadonlyArray<FormerRpId>, PersistenceError>

    /** Returns the former RP IDs with passkeys of operators. */
    readonly findOfOperators: Effect.Effect<ReadonlyArray<FormerRpId>, PersistenceError>

    /**
     * Deletes the passkeys of these instances, and those of operators, that are bound to `rpId`, in batches, and
     * returns how many. Deletes none that browsers offer: those of an instance that has this RP ID stay. Users get no
     * notice.
     *
     * The audit log records each instance when it begins. If it fails, some are deleted: call it again.
     */
    readonly deletePasskeys: (rpId: string, by: ActingOperator) => Effect.Effect<number, PersistenceError>
  }
>() {}

const batchSize = 500

/** The default instance is at the base URL, and so is every one without hosts. That of operators is not of users. */
const isAtBaseUrl = ({ hosts, id }: Instance): boolean => id === defaultId || (hosts.length === 0 && !isOfOperators(id))

/** Makes the use cases. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const instances = yield* InstanceRepository
  const passkeys = yield* PasskeyRepository
  const urls = yield* PublicUrls

  const currentOf = (instance: Instance): string =>
    Option.match(RelyingParty.of(urls, instance), {
      onNone: () => RelyingParty.hostOf(urls.origin(instance)),
      onSome: ({ id }) => id
    })

  const formerOf = Effect.fnUntraced(function* (instance: Instance) {
    const current = currentOf(instance)
    if (!(yield* passkeys.hasOtherRpId(instance.id, current))) return []
    const counts = yield* passkeys.countByRpId(instance.id)
    return counts
      .filter(({ rpId }) => rpId !== current)
      .map((former): FormerRpId => ({ instance, current, rpId: former.rpId, passkeys: former.count }))
  })

  const find = Effect.flatMap(instances.list, (all) =>
    Effect.map(Effect.forEach(all.filter(isAtBaseUrl), formerOf, { concurrency: 4 }), Arr.flatten)
  )

  const findOfOperators = formerOf(yield* OperatorInstance)

  const deleteOf = Effect.fnUntraced(function* ({ id: instanceId }: Instance, rpId: string, by: ActingOperator) {
    yield* audit(by, "passkeys_deleted", { instanceId, detail: `bound to ${rpId}` })
    let total = 0
    let deleted: number
    do {
      deleted = yield* passkeys.deleteByRpId(instanceId, rpId, batchSize)
      total += deleted
    } while (deleted > 0)
    return total
  })

  return FormerRpIds.of({
    find: find.pipe(traced("FormerRpIds.find")),
    findOfOperators: findOfOperators.pipe(traced("FormerRpIds.findOfOperators")),
    deletePasskeys: Effect.fnUntraced(function* (rpId, by) {
      const all = [...(yield* find), ...(yield* findOfOperators)]
      const former = all.filter((found) => found.rpId === rpId)
      const counts = yield* Effect.forEach(former, ({ instance }) => deleteOf(instance, rpId, by))
      return counts.reduce((total, count) => total + count, 0)
    }, traced("FormerRpIds.deletePasskeys"))
  })
})

/** The use cases as a layer. */
export const layer = Layer.effect(FormerRpIds, make)
