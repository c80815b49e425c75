import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type * as Option from "effect/Option"
import type { PasswordScheme } from "../account/PasswordScheme.ts"
import type { PasswordHash } from "../account/UserRepository.ts"
import type { HasherOverloaded, PasswordHashRejected } from "./PasswordErrors.ts"
import type { ForeignHash } from "./ForeignHash.ts"
import type { Password } from "./Password.ts"

/**
 * `fairnessKey`: on whose behalf a password is hashed, usually the widest network of the caller's IP address. Keys
 * take turns, so that one caller cannot use up all the capacity.
 */
export interface HashingOptions {
  readonly fairnessKey: string
}

/** A place in the hashing queue. Its work waits for its turn, and is never refused. */
export interface HashingPlace {
  /** Returns a new hash with a random salt and the current parameters. */
  readonly hash: (password: Password) => Effect.Effect<PasswordHash>

  /**
   * Compares a password with a hash in constant time. Returns `false` for a hash that cannot be read, and logs an
   * error.
   */
  readonly verify: (password: Password, hash: PasswordHash) => Effect.Effect<boolean>
}

/**
 * The port for hashing passwords (Argon2id, RFC 9106, with parameters from the OWASP Password Storage Cheat Sheet).
 * Hashing and verifying a new hash cost the same; a hash that was adopted costs what its own scheme costs.
 */
export class PasswordHasher extends Context.Tag("@latchkey/domain/PasswordHasher")<
  PasswordHasher,
  {
    /**
     * Takes a place in the queue for `use`, so that an attempt finds out whether its password can be hashed before it
     * costs anything else. Fails with `HasherOverloaded`, without waiting and without running `use`, if the queue is
     * full.
     *
     * A place counts as queued until its first work begins, and occupies no thread before. It is free again when `use`
     * ends, however it ends.
     */
    readonly withPlace: <A, E, R>(
      options: HashingOptions,
      use: (place: HashingPlace) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | HasherOverloaded, R>

    /** Takes a place, and hashes in it. */
    readonly hash: (password: Password, options: HashingOptions) => Effect.Effect<PasswordHash, HasherOverloaded>

    /** Takes a place, and verifies in it. */
    readonly verify: (
      password: Password,
      hash: PasswordHash,
      options: HashingOptions
    ) => Effect.Effect<boolean, HasherOverloaded>

    /** Returns `true` if the hash was not made with the current parameters, or was adopted. */
    readonly needsRehash: (hash: PasswordHash) => boolean

    /**
     * Takes over a hash that another system made, and returns what to store. `verify` then accepts the passwords that
     * the other system would accept. A fast hash (such as MD5) is hashed again, so that what is stored is slow to
     * guess; it takes a place in the queue for that. Any other hash is only rewritten, which takes microseconds.
     *
     * Fails with `PasswordHashRejected` for a hash of an unknown form, and for one that would cost too much.
     */
    readonly adopt: (
      hash: ForeignHash,
      options: HashingOptions
    ) => Effect.Effect<PasswordHash, PasswordHashRejected | HasherOverloaded>

    /**
     * Returns what `adopt` returns, if that hashes nothing, and `None` for a fast hash. Returns the error of `adopt`
     * for a hash that it rejects. Takes microseconds.
     */
    readonly rewrite: (hash: ForeignHash) => Either.Either<Option.Option<PasswordHash>, PasswordHashRejected>

    /**
     * Returns a hash that no password matches and that takes as long to verify as any of that scheme. `None` for a
     * scheme that cannot be verified. Hashes nothing.
     */
    readonly decoy: (scheme: PasswordScheme) => Option.Option<PasswordHash>

    /** The scheme of the hashes that `hash` returns. */
    readonly scheme: PasswordScheme

    /**
     * Returns how many passwords this machine verifies in a second with hashes of that scheme, while it does nothing
     * else. Verifies one hash of the scheme, and remembers the result; it takes a place in the queue for that. A scheme
     * that cannot be verified costs as much as a new hash.
     */
    readonly speed: (scheme: PasswordScheme) => Effect.Effect<number, HasherOverloaded>
  }
>() {}
