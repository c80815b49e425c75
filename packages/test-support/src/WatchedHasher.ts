import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import * as CommonPasswordBlocklist from "@latchkey/crypto/CommonPasswordBlocklist"
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import * as NodeTokenGenerator from "@latchkey/crypto/NodeTokenGenerator"
import type { PasswordHash } from "@latchkey/domain/account/UserRepository"
import type { HasherOverloaded } from "@latchkey/domain/password/PasswordErrors"
import { type HashingPlace, PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

export interface HasherCall {
  readonly operation: "hash" | "verify"
  /** Algorithm and parameters of the verified hash, such as `$argon2id$v=19$m=19456,t=2,p=1`. */
  readonly parameters?: string
}

type Outcome = Effect.Effect<void, HasherOverloaded>

const parametersOf = (phc: string): string => phc.split("$").slice(0, 4).join("$")

/** Makes real Argon2id, tokens and ids, which record every call of the hasher, and can make calls fail. */
export const makeWatchedHasher = () => {
  let calls: Array<HasherCall> = []
  let outcome: Outcome = Effect.void
  const record = (call: HasherCall) => Effect.sync(() => void calls.push(call))
  const verification = (hash: PasswordHash): HasherCall => ({
    operation: "verify",
    parameters: parametersOf(Redacted.value(hash))
  })
  const instead = Effect.suspend(() => outcome)

  const hasher = Layer.effect(
    PasswordHasher,
    Effect.map(PasswordHasher, (real) => {
      const watched = (place: HashingPlace): HashingPlace => ({
        hash: (password) => Effect.zipRight(record({ operation: "hash" }), place.hash(password)),
        verify: (password, hash) => Effect.zipRight(record(verification(hash)), place.verify(password, hash))
      })
      const withPlace: (typeof PasswordHasher.Service)["withPlace"] = (options, use) =>
        Effect.zipRight(
          instead,
          real.withPlace(options, (place) => use(watched(place)))
        )
      return PasswordHasher.of({
        withPlace,
        hash: (password, options) => withPlace(options, (place) => place.hash(password)),
        verify: (password, hash, options) => withPlace(options, (place) => place.verify(password, hash)),
        needsRehash: real.needsRehash,
        adopt: real.adopt,
        rewrite: real.rewrite,
        decoy: real.decoy,
        scheme: real.scheme,
        speed: real.speed
      })
    })
  ).pipe(Layer.provide(Argon2PasswordHasher.layer), Layer.orDie)

  return {
    layer: Layer.mergeAll(CommonPasswordBlocklist.layer, hasher, NodeIdGenerator.layer, NodeTokenGenerator.layer),
    /** Returns the calls during `use`. */
    callsDuring: async (use: () => Promise<unknown>): Promise<ReadonlyArray<HasherCall>> => {
      calls = []
      await use()
      return calls
    },
    /** Runs `instead` before every place is taken during `use`. */
    failingDuring: async <A>(instead: Outcome, use: () => Promise<A>): Promise<A> => {
      outcome = instead
      try {
        return await use()
      } finally {
        outcome = Effect.void
      }
    }
  }
}
