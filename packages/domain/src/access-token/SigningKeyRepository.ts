import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { PersistenceError } from "../core/Errors.ts"
import { InstanceId } from "../core/Ids.ts"
import { SealedText } from "../core/SecretKeys.ts"

/**
 * A key that access tokens of an instance are signed with.
 *
 * - `number`: one more than that of the key before it. The first one has 1.
 * - `id`: the `kid` of tokens: the SHA-256 thumbprint of the public key (RFC 7638).
 * - `publicKey`: the JSON Web Key that verifies, as JSON.
 * - `privateKey`: the one that signs, encrypted under a key of the server.
 * - `createdAt`: from when on it is published.
 * - `activeFrom`: from when on it signs, until the next key does.
 */
export class SigningKey extends Schema.Class<SigningKey>("@latchkey/domain/SigningKey")({
  instanceId: InstanceId,
  number: Schema.Int,
  id: Schema.String,
  publicKey: Schema.String,
  privateKey: SealedText,
  createdAt: Schema.DateTimeUtcFromSelf,
  activeFrom: Schema.DateTimeUtcFromSelf
}) {}

/** The port for signing keys. */
export class SigningKeyRepository extends Context.Tag("@latchkey/domain/SigningKeyRepository")<
  SigningKeyRepository,
  {
    /** Returns the keys of the instance, newest first. */
    readonly list: (instanceId: InstanceId) => Effect.Effect<ReadonlyArray<SigningKey>, PersistenceError>

    /**
     * Stores a key, unless the instance has one with its number. Returns `true` if it was stored. Of any number of
     * concurrent calls with one number, exactly one stores its key.
     */
    readonly insert: (key: SigningKey) => Effect.Effect<boolean, PersistenceError>

    /** Deletes the keys of the instance with that number, and those before it. Returns how many it deleted. */
    readonly deleteUpTo: (instanceId: InstanceId, number: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
