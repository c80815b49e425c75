/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Secret, SecretHash } from "./Token.ts"

/**
 * The port for bearer secrets: a cryptographically secure random source and SHA-256.
 *
 * @since 0.1.0
 */
export class Secrets extends Context.Tag("@latchkey/domain/Secrets")<
  Secrets,
  {
    /** 32 fresh random bytes. */
    readonly make: Effect.Effect<Secret>

    /** What is stored of a secret: SHA-256 of its 43 characters. The same secret always gives the same hash. */
    readonly hash: (secret: Secret) => SecretHash
  }
>() {}
