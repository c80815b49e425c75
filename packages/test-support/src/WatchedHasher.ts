import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import * as NodeTokenGenerator from "@latchkey/crypto/NodeTokenGenerator"
import type { HasherOverloaded } from "@latchkey/domain/core/Errors"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
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
  const during = <A, E, R>(call: HasherCall, effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      calls.push(call)
      return Effect.zipRight(outcome, effect)
    })

  const hasher = Layer.effect(
    PasswordHasher,
    Effect.map(PasswordHasher, (real) =>
      PasswordHasher.of({
        hash: (password, options) => during({ operation: "hash" }, real.hash(password, options)),
        verify: (password, hash, options) => {
          const call = { operation: "verify", parameters: parametersOf(Redacted.value(hash)) } as const
          return during(call, real.verify(password, hash, options))
        },
        needsRehash: real.needsRehash
      })
    )
  ).pipe(Layer.provide(Argon2PasswordHasher.layer), Layer.orDie)

  return {
    layer: Layer.mergeAll(hasher, NodeIdGenerator.layer, NodeTokenGenerator.layer),
    /** Returns the calls during `use`. */
    callsDuring: async (use: () => Promise<unknown>): Promise<ReadonlyArray<HasherCall>> => {
      calls = []
      await use()
      return calls
    },
    /** Runs `instead` before every call during `use`. */
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
