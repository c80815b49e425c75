/** Passkeys of operators, and their user handles, in a `MemoryDatabase`. */
import type { CredentialId } from "@latchkey/domain/passkey/Credential"
import { PasskeyExists } from "@latchkey/domain/passkey/PasskeyErrors"
import type { OperatorId } from "@latchkey/domain/core/Ids"
import type { PasskeyId } from "@latchkey/domain/passkey/PasskeyRepository"
import { OperatorPasskey, OperatorPasskeyRepository } from "@latchkey/domain/operator/OperatorPasskeyRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { type MemoryState, Table } from "./internal/MemoryState.ts"
import { operatorHandles, operators } from "./internal/operators.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const operatorPasskeys = new Table<CredentialId, OperatorPasskey>("operator_passkeys")

const oldestFirst = Order.mapInput(Order.string, ({ id }: OperatorPasskey) => id)

const matching = (state: MemoryState, matches: (passkey: OperatorPasskey) => boolean) =>
  Arr.sort(operatorPasskeys.values(state).filter(matches), oldestFirst)

const findById = (state: MemoryState, id: PasskeyId) => Arr.head(matching(state, (passkey) => passkey.id === id))

const withPasskey = (state: MemoryState, passkey: OperatorPasskey): MemoryState =>
  operatorPasskeys.set(state, passkey.credentialId, passkey)

/** Changes a passkey. Returns whether there is one, and the next state. */
const change = (
  state: MemoryState,
  found: Option.Option<OperatorPasskey>,
  to: (passkey: OperatorPasskey) => OperatorPasskey
): readonly [boolean, MemoryState] =>
  Option.match(found, {
    onNone: () => [false, state],
    onSome: (passkey) => [true, withPasskey(state, to(passkey))]
  })

/** Returns how many passkeys have each value of a field, in the order of the values. */
const countBy = (state: MemoryState, field: "operatorId" | "rpId"): ReadonlyArray<readonly [string, number]> => {
  const groups = Arr.groupBy(operatorPasskeys.values(state), (passkey): string => passkey[field])
  return Arr.sortWith(Object.entries(groups), ([value]) => value, Order.string).map(([value, all]) => [
    value,
    all.length
  ])
}

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  OperatorPasskeyRepository.of({
    findHandle: (id) => database.read((state) => operatorHandles.get(state, id)),

    assignHandle: (id, fresh) =>
      database.modify((state) => {
        if (!operators.has(state, id)) return [Option.none(), state]
        const handle = Option.getOrElse(operatorHandles.get(state, id), () => fresh)
        return [Option.some(handle), operatorHandles.set(state, id, handle)]
      }),

    insert: (passkey) =>
      Effect.flatten(
        database.modify<Either.Either<void, PasskeyExists>>((state) =>
          operatorPasskeys.has(state, passkey.credentialId)
            ? [Either.left(new PasskeyExists()), state]
            : [Either.void, withPasskey(state, passkey)]
        )
      ),

    find: (credentialId) =>
      database.read((state) =>
        Option.gen(function* () {
          const passkey = yield* operatorPasskeys.get(state, credentialId)
          const userHandle = yield* operatorHandles.get(state, passkey.operatorId)
          return { passkey, userHandle }
        })
      ),

    recordUse: ({ at, backedUp, id, signCount }) =>
      database.modify((state) =>
        change(state, findById(state, id), (passkey) => {
          const lastUsedAt = Option.match(passkey.lastUsedAt, {
            onNone: () => at,
            onSome: (last) => DateTime.max(last, at)
          })
          return new OperatorPasskey({ ...passkey, backedUp, signCount, lastUsedAt: Option.some(lastUsedAt) })
        })
      ),

    list: (id) => database.read((state) => matching(state, ({ operatorId }) => operatorId === id)),

    countByOperator: database.read((state) =>
      countBy(state, "operatorId").map(([id, count]) => ({ operatorId: id as OperatorId, count }))
    ),

    rename: ({ id, name, operatorId }) =>
      database.modify((state) => {
        const own = Option.filter(findById(state, id), (passkey) => passkey.operatorId === operatorId)
        return change(state, own, (passkey) => new OperatorPasskey({ ...passkey, name }))
      }),

    delete: (operatorId, id) =>
      database.modify((state) => {
        const [deleted, next] = operatorPasskeys.delete(
          state,
          Infinity,
          (passkey) => passkey.operatorId === operatorId && passkey.id === id
        )
        return [deleted > 0, next]
      }),

    deleteAll: (id) =>
      database.modify((state) => operatorPasskeys.delete(state, Infinity, ({ operatorId }) => operatorId === id)),

    countByRpId: database.read((state) => countBy(state, "rpId").map(([rpId, count]) => ({ rpId, count }))),

    deleteByRpId: (rpId) =>
      database.modify((state) => operatorPasskeys.delete(state, Infinity, (passkey) => passkey.rpId === rpId))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<OperatorPasskeyRepository, never, MemoryDatabase> = Layer.effect(
  OperatorPasskeyRepository,
  make
)
