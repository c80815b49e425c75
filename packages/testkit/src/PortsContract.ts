/** The contracts of all ports that store data, for one layer. The layer is built once. */
import { describe, it, type Vitest } from "@effect/vitest"
import { type User, UserRepository } from "@latchkey/domain/account/UserRepository"
import type { Storage } from "@latchkey/domain/Domain"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as contracts from "./internal/contracts.ts"

/** The ports that store data. */
export type Ports = Storage

type NameOf<Id extends string> = Id extends `@latchkey/domain/${infer Name}` ? Name : never

interface Contract {
  readonly tests: (it: Vitest.MethodsNonLive<Ports>) => void
  /** Stores a row of every kind that the port has: one that names the user, or else one of the user's instance. */
  readonly writeRows?: (user: User) => Effect.Effect<unknown, unknown, Ports>
}

// A port without a contract does not compile.
const all: Readonly<Record<NameOf<Ports["Id"]>, Contract>> = contracts

/**
 * Runs every contract against a layer, which must build within a minute. Call it in a test file of Vitest. The tests
 * create their own data with random ids, so the store need not be empty. Nothing else may use its outbox meanwhile, nor
 * times of the year 2001. `without`: ports that the layer does not support.
 */
export const suite = <E>(
  name: string,
  layer: Layer.Layer<Ports, E>,
  { without = [] }: { readonly without?: ReadonlyArray<NameOf<Ports["Id"]>> } = {}
): void =>
  it.layer(layer, { timeout: "60 seconds" })(name, (it) => {
    for (const [port, { tests }] of Record.toEntries(all)) {
      if (!without.includes(port)) describe(port, () => tests(it))
    }
  })

/**
 * Stores a row of every kind that a user of an instance, or the instance itself, can have: one that names the user by
 * id or address, if there is such. For tests of what must concern all rows. The user must be stored. Returns the user
 * as it is stored afterwards, with a second factor.
 */
export const writeRows = (user: User): Effect.Effect<User, unknown, Ports> =>
  Effect.gen(function* () {
    const { findById } = yield* UserRepository
    const current = Effect.map(findById(user.instanceId, user.id), Option.getOrThrow)
    for (const { writeRows } of Object.values<Contract>(all)) {
      if (writeRows !== undefined) yield* Effect.flatMap(current, writeRows)
    }
    return yield* current
  })
