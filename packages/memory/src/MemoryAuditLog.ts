/** The audit log in a `MemoryDatabase`. It is lost when the process ends. */
import { type AuditEntry, type AuditFilter, AuditLog, type AuditPage } from "@latchkey/domain/audit/AuditLog"
import { CursorExpired } from "@latchkey/domain/core/FeedErrors"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { pipe } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { appendAudit, auditEntries, auditLog, type StoredAuditEntry } from "./internal/counts.ts"
import { isExpired, type MemoryState } from "./internal/MemoryState.ts"
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

const feedOrder = Order.mapInput(Order.number, ({ position }: StoredAuditEntry) => position)

const page = (
  state: MemoryState,
  { after, limit }: Parameters<(typeof AuditLog.Service)["page"]>[0]
): Either.Either<AuditPage, CursorExpired> => {
  const isStored = Option.match(after, {
    onNone: () => true,
    onSome: ({ id, position }) => Option.exists(auditLog.get(state, id), (stored) => stored.position === position)
  })
  if (!isStored) return Either.left(new CursorExpired())
  const start = Option.match(after, { onNone: () => 0, onSome: ({ position }) => position })
  const rest = Arr.sort(
    auditLog.values(state).filter(({ position }) => position > start),
    feedOrder
  )
  const found = Arr.take(rest, limit)
  const last = Option.map(Arr.last(found), ({ entry: { id }, position }) => ({ id, position }))
  return Either.right({ entries: found.map(({ entry }) => entry), last: Option.orElse(last, () => after) })
}

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  AuditLog.of({
    append: (entry) => database.update((state) => appendAudit(state, entry)),

    list: ({ after = "", before, filter = {}, limit }) =>
      database.read((state) =>
        pipe(
          auditEntries(state),
          Arr.filter(({ id }) => Option.match(before, { onNone: () => true, onSome: (end) => id < end })),
          Arr.filter(({ id }) => id > after),
          Arr.filter(matches(filter)),
          Arr.sort(greatestIdFirst),
          Arr.take(limit)
        )
      ),

    page: (query) => Effect.flatten(database.read((state) => page(state, query))),

    deleteExpired: (until, limit) =>
      database.modify((state) => auditLog.delete(state, limit, ({ entry }) => isExpired(entry.at, until)))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<AuditLog, never, MemoryDatabase> = Layer.effect(AuditLog, make)
