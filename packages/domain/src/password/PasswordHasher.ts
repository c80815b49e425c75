/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PasswordHash } from "../account/UserRepository.ts"
import type { HasherOverloaded } from "../core/Errors.ts"
import type { Password } from "./Password.ts"

/**
 * `fairnessKey`: on whose behalf a password is hashed, usually the caller's IP address. Keys take turns, so that one
 * caller cannot use up all the capacity.
 *
 * @since 0.1.0
 */
export interface HashingOptions {
  readonly fairnessKey: string
}

/**
 * The port for hashing passwords (Argon2id, RFC 9106, with parameters from the OWASP Password Storage Cheat Sheet).
 * `hash` and `verify` cost the same. Both fail with `HasherOverloaded`, without waiting, if the queue is full.
 *
 * @since 0.1.0
 */
export class PasswordHasher extends Context.Tag("@latchkey/domain/PasswordHasher")<
  PasswordHasher,
  {
    /** Returns a new hash with a random salt and the current parameters. */
    readonly hash: (password: Password, options: HashingOptions) => Effect.Effect<PasswordHash, HasherOverloaded>

    /**
     * Compares a password with a hash in constant time. Returns `false` for a hash that cannot be read, and logs an
     * error.
     */
    readonly verify: (
      password: Password,
      hash: PasswordHash,
      options: HashingOptions
    ) => Effect.Effect<boolean, HasherOverloaded>

    /** Returns `true` if the hash was not made with the current parameters. */
    readonly needsRehash: (hash: PasswordHash) => boolean
  }
>() {}
