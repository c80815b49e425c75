/**
 * One connection to one file, which belongs to this process alone. What a repository does between two `yield*`s is one
 * transaction; while somebody's longer transaction runs, everybody else waits.
 */
import { PersistenceError } from "@latchkey/domain/core/Errors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import Database from "libsql"
import { schema } from "./schema.ts"

export type Value = number | string | null

export interface Connection {
  /** The rows that a statement answers. */
  readonly all: (statement: string, ...values: ReadonlyArray<Value>) => ReadonlyArray<unknown>
  /** How many rows a statement has changed. */
  readonly run: (statement: string, ...values: ReadonlyArray<Value>) => number
}

export class SqliteDatabase extends Context.Tag("SqliteDatabase")<
  SqliteDatabase,
  {
    /** Does the work in one step, all of it or none. */
    readonly use: <A>(work: (connection: Connection) => A) => Effect.Effect<A, PersistenceError>

    /** Runs `effect` alone. What it did is undone unless it succeeds. Fibers that it forks belong to it. */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | PersistenceError, R>
  }
>() {}

/** Where a fiber is: in the database itself, or in a transaction in another level. */
interface Level {
  readonly parent?: Level
  readonly gate: Effect.Semaphore
  readonly depth: number
  isOpen: boolean
}

// A fiber can outlive the transaction that it was forked in.
const innermost = (level: Level): Level =>
  level.isOpen || level.parent === undefined ? level : innermost(level.parent)

const attempt = <A>(work: () => A) => Effect.try({ try: work, catch: (cause) => new PersistenceError({ cause }) })

const make = (database: Database.Database) => {
  const connection: Connection = {
    all: (statement, ...values) => database.prepare(statement).all(...values),
    run: (statement, ...values) => database.prepare(statement).run(...values).changes
  }
  const root: Level = { gate: Effect.unsafeMakeSemaphore(1), depth: 0, isOpen: true }
  const current = FiberRef.unsafeMake(root)

  const begin = (name: string) => database.exec(`SAVEPOINT ${name}`)
  const keep = (name: string) => database.exec(`RELEASE ${name}`)
  const undo = (name: string) => database.exec(`ROLLBACK TO ${name}; RELEASE ${name}`)

  const inTurn = <A, E, R>(body: (level: Level) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(FiberRef.get(current), (level) => {
      const open = innermost(level)
      return open.gate.withPermits(1)(Effect.suspend(() => (open.isOpen ? body(open) : inTurn(body))))
    })

  return SqliteDatabase.of({
    use: (work) =>
      inTurn(() =>
        attempt(() => {
          begin("work")
          try {
            const answer = work(connection)
            keep("work")
            return answer
          } catch (error) {
            undo("work")
            throw error
          }
        })
      ),

    transaction: (effect) =>
      inTurn((parent) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            const name = `level_${parent.depth}`
            const level: Level = { parent, gate: yield* Effect.makeSemaphore(1), depth: parent.depth + 1, isOpen: true }
            yield* attempt(() => begin(name))
            const exit = yield* Effect.exit(restore(Effect.locally(effect, current, level)))
            level.isOpen = false
            if (Exit.isFailure(exit)) yield* attempt(() => undo(name))
            // What cannot be kept, on a full disk say, must not stay open.
            else
              yield* Effect.onError(
                attempt(() => keep(name)),
                () => Effect.ignore(attempt(() => undo(name)))
              )
            return yield* exit
          })
        )
      )
  })
}

const open = (path: string) => {
  const database = new Database(path)
  // The first write takes the file's lock and keeps it: no other process comes in, so `runExclusive` is true of all of them.
  database.exec("PRAGMA locking_mode = EXCLUSIVE")
  database.exec("PRAGMA synchronous = FULL")
  database.exec("PRAGMA foreign_keys = ON")
  database.exec(`BEGIN EXCLUSIVE; ${schema} COMMIT`)
  return database
}

const close = (database: Database.Database) => {
  // The driver keeps the file open until its statements are collected, and the lock with it, unless it is given back.
  database.exec("PRAGMA locking_mode = NORMAL; SELECT 1 FROM instances LIMIT 1")
  database.close()
}

/** `path` of a file, or `":memory:"`. */
export const layer = (path: string): Layer.Layer<SqliteDatabase, PersistenceError> =>
  Layer.scoped(
    SqliteDatabase,
    Effect.map(
      Effect.acquireRelease(
        attempt(() => open(path)),
        (database) => Effect.sync(() => close(database))
      ),
      make
    )
  )
