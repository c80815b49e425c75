/**
 * One connection to one file, which only this process can open. Each `use` is a transaction; while a longer transaction
 * runs, all other fibers wait.
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
  /** Returns the rows of a statement. */
  readonly all: (statement: string, ...values: ReadonlyArray<Value>) => ReadonlyArray<unknown>
  /** Returns how many rows a statement changed. */
  readonly run: (statement: string, ...values: ReadonlyArray<Value>) => number
}

export class SqliteDatabase extends Context.Tag("SqliteDatabase")<
  SqliteDatabase,
  {
    /** Runs `work` as a transaction. */
    readonly use: <A>(work: (connection: Connection) => A) => Effect.Effect<A, PersistenceError>

    /** Runs `effect` exclusively, and rolls it back unless it succeeds. Fibers that it forks belong to it. */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | PersistenceError, R>
  }
>() {}

/** The transaction that a fiber runs in, or the database itself. */
interface Level {
  readonly parent?: Level
  readonly gate: Effect.Semaphore
  readonly depth: number
  isOpen: boolean
}

// A fiber can outlive the transaction that forked it.
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
  const commit = (name: string) => database.exec(`RELEASE ${name}`)
  const rollBack = (name: string) => database.exec(`ROLLBACK TO ${name}; RELEASE ${name}`)

  const exclusively = <A, E, R>(body: (level: Level) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(FiberRef.get(current), (level) => {
      const open = innermost(level)
      return open.gate.withPermits(1)(Effect.suspend(() => (open.isOpen ? body(open) : exclusively(body))))
    })

  return SqliteDatabase.of({
    use: (work) =>
      exclusively(() =>
        attempt(() => {
          begin("work")
          try {
            const result = work(connection)
            commit("work")
            return result
          } catch (error) {
            rollBack("work")
            throw error
          }
        })
      ),

    transaction: (effect) =>
      exclusively((parent) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            const name = `level_${parent.depth}`
            const level: Level = { parent, gate: yield* Effect.makeSemaphore(1), depth: parent.depth + 1, isOpen: true }
            yield* attempt(() => begin(name))
            const exit = yield* Effect.exit(restore(Effect.locally(effect, current, level)))
            level.isOpen = false
            if (Exit.isFailure(exit)) yield* attempt(() => rollBack(name))
            // If the commit fails, as on a full disk, the transaction must not stay open.
            else
              yield* Effect.onError(
                attempt(() => commit(name)),
                () => Effect.ignore(attempt(() => rollBack(name)))
              )
            return yield* exit
          })
        )
      )
  })
}

const open = (path: string) => {
  const database = new Database(path)
  // The first write locks the file until it is closed. No other process can open it, so `runExclusive` holds for all.
  database.exec("PRAGMA locking_mode = EXCLUSIVE")
  database.exec("PRAGMA synchronous = FULL")
  database.exec("PRAGMA foreign_keys = ON")
  database.exec(`BEGIN EXCLUSIVE; ${schema} COMMIT`)
  return database
}

const close = (database: Database.Database) => {
  // The driver keeps file and lock until its statements are collected. This releases the lock now.
  database.exec("PRAGMA locking_mode = NORMAL; SELECT 1 FROM instances LIMIT 1")
  database.close()
}

/** `path`: a file, or `":memory:"`. */
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
