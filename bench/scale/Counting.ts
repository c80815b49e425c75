import type { SqlClient } from "@effect/sql/SqlClient"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import type { Storage } from "@latchkey/domain/Domain"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Statistics from "../shared/Statistics.ts"
import type { Database } from "./Database.ts"

/** How long a statement that reads all users of an instance took, in milliseconds. */
export interface Counting {
  readonly name: string
  readonly small: number
  readonly large: number
}

const repetitions = 5

const timeOf = <A, E>(work: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const times: Array<number> = []
    for (let count = 0; count < repetitions; count++) {
      const begin = performance.now()
      yield* work
      times.push(performance.now() - begin)
    }
    return Statistics.median(times)
  })

const statements = (services: Context.Context<Storage | SqlClient>) =>
  Effect.map(Effect.provide(UserRepository, services), (users) => [
    { name: "counting the users", work: Effect.asVoid(users.count(defaultId)) },
    {
      name: "the schemes of the password hashes, of which there are two",
      work: Effect.asVoid(users.passwordSchemes(defaultId))
    }
  ])

/** Measures the statements that read every user of the largest instance, with the connections of the service. */
export const measure = (few: Database, many: Database) =>
  Effect.gen(function* () {
    const [small, large] = [yield* statements(few.pooled), yield* statements(many.pooled)]
    const all: Array<Counting> = []
    for (const [index, { name, work }] of large.entries()) {
      const other = small[index]?.work ?? Effect.void
      all.push({ name, small: yield* timeOf(other), large: yield* timeOf(work) })
    }
    return all
  })
