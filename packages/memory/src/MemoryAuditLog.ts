/**
 * The audit log in a `MemoryDatabase`. It is gone when the process ends.
 *
 * @since 0.1.0
 */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { type AuditEntry, AuditLog } from "@latchkey/domain/audit/AuditLog"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import { isOver, removeUpTo } from "./internal/MemoryState.ts"

const newestFirst = Order.reverse(Order.mapInput(Order.string, ({ id }: AuditEntry) => id))

/** The adapter over a `MemoryDatabase`, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof AuditLog.Service, never, MemoryDatabase> = Effect.map(
  MemoryDatabase,
  (database) =>
    AuditLog.of({
      append: (entry) =>
        database.update((state) => ({ ...state, auditLog: HashMap.set(state.auditLog, entry.id, entry) })),

      list: ({ before, limit }) =>
        database.read((state) =>
          pipe(
            HashMap.toValues(state.auditLog),
            Arr.filter(({ id }) => Option.match(before, { onNone: () => true, onSome: (end) => id < end })),
            Arr.sort(newestFirst),
            Arr.take(limit)
          )
        ),

      deleteExpired: (until, limit) =>
        database.modify((state) => {
          const [count, auditLog] = removeUpTo(state.auditLog, limit, ({ at }) => isOver(at, until))
          return [count, { ...state, auditLog }]
        })
    })
)

/** The adapter over a `MemoryDatabase`. Those that are to see the same data need the same one. @since 0.1.0 */
export const layer: Layer.Layer<AuditLog, never, MemoryDatabase> = Layer.effect(AuditLog, make)
