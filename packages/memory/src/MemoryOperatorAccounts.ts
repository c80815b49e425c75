/** Operators in a `MemoryDatabase`. */
import { OperatorEmailTaken } from "@latchkey/domain/operator/OperatorErrors"
import { Operator } from "@latchkey/domain/operator/Operator"
import { OperatorAccounts } from "@latchkey/domain/operator/OperatorAccounts"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { type MemoryState } from "./internal/MemoryState.ts"
import { operatorHandles, operators } from "./internal/operators.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const byId = Order.mapInput(Order.string, ({ id }: Operator) => id)

const all = (state: MemoryState): ReadonlyArray<Operator> => Arr.sort(operators.values(state), byId)

const set = (state: MemoryState, operator: Operator): MemoryState => operators.set(state, operator.id, operator)

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  OperatorAccounts.of({
    insert: (operator) =>
      Effect.flatten(
        database.modify((state): readonly [Effect.Effect<void, OperatorEmailTaken>, MemoryState] =>
          all(state).some(({ email }) => email === operator.email)
            ? [new OperatorEmailTaken(), state]
            : [Effect.void, set(state, operator)]
        )
      ),

    findById: (id) => database.read((state) => operators.get(state, id)),

    findByEmail: (email) => database.read((state) => Arr.findFirst(all(state), (operator) => operator.email === email)),

    list: database.read(all),

    // A transaction runs while all others wait.
    listForUpdate: database.read(all),

    update: ({ disabledAt, id, name, role }) =>
      database.modify((state) =>
        Option.match(operators.get(state, id), {
          onNone: () => [false, state],
          onSome: (stored) => [true, set(state, new Operator({ ...stored, name, role, disabledAt }))]
        })
      ),

    recordSignIn: (id, at) =>
      database.modify((state) =>
        pipe(
          operators.get(state, id),
          Option.filter(({ disabledAt }) => Option.isNone(disabledAt)),
          Option.map(
            (stored) =>
              new Operator({
                ...stored,
                joinedAt: Option.orElse(stored.joinedAt, () => Option.some(at)),
                signedInAt: Option.some(at)
              })
          ),
          Option.match({
            onNone: () => [Option.none(), state],
            onSome: (operator) => [Option.some(operator), set(state, operator)]
          })
        )
      ),

    delete: (id) =>
      database.modify((state) => [operators.has(state, id), operatorHandles.remove(operators.remove(state, id), id)])
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<OperatorAccounts, never, MemoryDatabase> = Layer.effect(OperatorAccounts, make)
