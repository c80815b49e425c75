/**
 * Everything that a database in memory holds, as immutable data: a snapshot is a reference. Each adapter declares its
 * tables, and what is done to all tables follows from what they declare.
 */
import type { User } from "@latchkey/domain/account/UserRepository"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

/** The whole state: the rows of each table that has ever had any. */
export interface MemoryState extends HashMap.HashMap<Table<string, unknown>, HashMap.HashMap<string, unknown>> {}

/** A database that holds nothing, not even the `default` instance. */
export const empty: MemoryState = HashMap.empty()

interface Options<Row> {
  /** Whether its rows let someone in: signing everyone out deletes them. */
  readonly letsIn?: boolean
  /** Returns `true` if the row is one of the user, with whom it is deleted. */
  isOf?(row: Row, user: Pick<User, "id" | "instanceId">, key: string): boolean
}

/**
 * Rows of a database in memory, by a key. The key of what belongs to an instance begins with the instance: it comes
 * from `key`. The name is that of the table of `@latchkey/postgres`, if there is one.
 */
export class Table<Key extends string, Row> {
  readonly name: string
  readonly options: Options<Row>

  constructor(name: string, options: Options<Row> = {}) {
    this.name = name
    this.options = options
  }

  rows(state: MemoryState): HashMap.HashMap<Key, Row> {
    return Option.getOrElse(HashMap.get(state, this as Table<string, unknown>), HashMap.empty) as never
  }

  values(state: MemoryState): Array<Row> {
    return HashMap.toValues(this.rows(state))
  }

  get(state: MemoryState, key: Key): Option.Option<Row> {
    return HashMap.get(this.rows(state), key)
  }

  has(state: MemoryState, key: Key): boolean {
    return HashMap.has(this.rows(state), key)
  }

  set(state: MemoryState, key: Key, row: Row): MemoryState {
    return this.update(state, HashMap.set(key, row))
  }

  remove(state: MemoryState, key: Key): MemoryState {
    return this.update(state, HashMap.remove(key))
  }

  update(state: MemoryState, change: (rows: HashMap.HashMap<Key, Row>) => HashMap.HashMap<Key, Row>): MemoryState {
    return HashMap.set(state, this as Table<string, unknown>, change(this.rows(state)))
  }

  /** Deletes up to `limit` rows that match. Returns how many it deleted, and the next state. */
  delete(state: MemoryState, limit: number, matches: (row: Row, key: Key) => boolean): readonly [number, MemoryState] {
    const keys = Arr.take(HashMap.keys(HashMap.filter(this.rows(state), matches)), limit)
    return [keys.length, this.update(state, HashMap.removeMany(keys))]
  }

  /** Deletes every row that matches. */
  without(state: MemoryState, matches: (row: Row, key: Key) => boolean): MemoryState {
    return this.delete(state, Infinity, matches)[1]
  }
}

/**
 * Returns the key of something in an instance. Instance ids contain no space, so keys of two instances never collide.
 */
export const key = (instanceId: InstanceId, name: string): string => `${instanceId} ${name}`

/** Deletes up to `limit` rows of an instance from the tables. Returns how many it deleted, and the next state. */
export const deleteOfInstance = (
  before: MemoryState,
  id: InstanceId,
  limit: number,
  isIncluded: (table: Table<string, unknown>) => boolean = () => true
): readonly [number, MemoryState] => {
  const prefix = key(id, "")
  return Arr.reduce(
    Arr.filter(HashMap.keys(before), isIncluded),
    [0, before] as readonly [number, MemoryState],
    ([removed, state], table) => {
      const [more, next] = table.delete(state, limit - removed, (_, name) => name.startsWith(prefix))
      return [removed + more, next]
    }
  )
}

/** Deletes the rows of a user in all tables that have such. */
export const withoutRowsOf = (before: MemoryState, user: Pick<User, "id" | "instanceId">): MemoryState =>
  Arr.reduce(HashMap.keys(before), before, (state, table) =>
    table.without(state, (row, name) => table.options.isOf?.(row, user, name) === true)
  )

/** Returns `true` from the exact millisecond `expiresAt` on. */
export const isExpired = (expiresAt: DateTime.Utc, now: DateTime.Utc): boolean =>
  DateTime.lessThanOrEqualTo(expiresAt, now)

/** Returns `true` if a row has the user's id and instance. For `isOf`. */
export const isOfUser = (
  row: { readonly instanceId: InstanceId; readonly userId: User["id"] },
  user: Pick<User, "id" | "instanceId">
): boolean => row.instanceId === user.instanceId && row.userId === user.id
