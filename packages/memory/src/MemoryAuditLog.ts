/** The audit log in a `MemoryDatabase`. It is lost when the process ends. */
import { type AuditEntry, type AuditFilter, AuditLog } from "@latchkey/domain/audit/AuditLog"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { auditLog } from "./internal/counts.ts"
import { isExpired } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** Returns `true` if the entry has every value of the filter that is there. */
const matches =
  ({ from, until, ...values }: AuditFilter) =>
  (entry: AuditEntry): boolean => {
    const has = (value: unknown) => (Option.isOption(value) ? Option.getOrNull(value) : value)
    return (
      Object.entries(values).every(([name, value]) => has(entry[name as keyof typeof values]) === value) &&
      (from === undefined || DateTime.greaterThanOrEqualTo(entry.at, from)) &&
      (until === undefined || DateTime.lessThan(entry.at, until))
    )
  }

const greatestIdFirst = Order.reverse(Order.mapInput(Order.string, ({ id }: AuditEntry) => id))

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  AuditLog.of({
    append: (entry) => database.update((state) => auditLog.set(state, entry.id, entry)),

    list: ({ after = "", before, filter = {}, limit }) =>
      database.read((state) =>
        pipe(
          auditLog.values(state),
          Arr.filter(({ id }) => Option.match(before, { onNone: () => true, onSome: (end) => id < end })),
          Arr.filter(({ id }) => id > after),
          Arr.filter(matches(filter)),
          Arr.sort(greatestIdFirst),
          Arr.take(limit)
        )
      ),

    deleteExpired: (until, limit) =>
      database.modify((state) => auditLog.delete(state, limit, ({ at }) => isExpired(at, until)))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<AuditLog, never, MemoryDatabase> = Layer.effect(AuditLog, make)
