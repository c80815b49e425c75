/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { HasherOverloaded } from "../core/Errors.ts"
import type { Password, PasswordHash } from "./Password.ts"

/**
 * The port for hashing passwords (Argon2id, RFC 9106; parameters by the OWASP Password Storage Cheat Sheet).
 * `hash` and `verify` cost the same. Both fail with `HasherOverloaded`, at once, when too much is waiting.
 *
 * @since 0.1.0
 */
export class PasswordHasher extends Context.Tag("@latchkey/domain/PasswordHasher")<
  PasswordHasher,
  {
    /** A new hash with a random salt and today's parameters. */
    readonly hash: (password: Password) => Effect.Effect<PasswordHash, HasherOverloaded>

    /** Whether the password is the hash's, in constant time. A hash that cannot be read is "no", and an error in the log. */
    readonly verify: (password: Password, hash: PasswordHash) => Effect.Effect<boolean, HasherOverloaded>

    /** Whether the hash was made with other parameters than today's. */
    readonly needsRehash: (hash: PasswordHash) => boolean
  }
>() {}

/**
 * For whom a password is hashed: the address of the caller. An adapter keeps one caller from taking all there is by it.
 * `""`, which it is unless somebody provides it, is nobody in particular.
 *
 * @since 0.1.0
 */
export class HashingFor extends Context.Reference<HashingFor>()("@latchkey/domain/HashingFor", {
  defaultValue: () => ""
}) {}
