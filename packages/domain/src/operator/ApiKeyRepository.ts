import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PersistenceError } from "../core/Errors.ts"
import { ApiKeyId } from "../core/Ids.ts"
import type { TokenHash } from "../core/Token.ts"
import { Name } from "./Operator.ts"
import { Role } from "./Role.ts"

/**
 * A key for programs that call the admin API.
 *
 * - `expiresAt`: from when on it does not work; none if it works until it is revoked.
 * - `lastUsedAt`: when it was last used, at most a few minutes earlier than in truth; none if it never was.
 */
export class ApiKey extends Schema.Class<ApiKey>("@latchkey/domain/ApiKey")({
  id: ApiKeyId,
  name: Name,
  role: Role,
  createdAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf),
  lastUsedAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf)
}) {}

/** A key, and the SHA-256 of its token. */
export interface StoredApiKey {
  readonly apiKey: ApiKey
  readonly tokenHash: TokenHash
}

/** The port for API keys. It holds hashes of keys, never a key. */
export class ApiKeyRepository extends Context.Tag("@latchkey/domain/ApiKeyRepository")<
  ApiKeyRepository,
  {
    /** Stores a key. Others stay valid, also those with the same name. */
    readonly insert: (key: StoredApiKey) => Effect.Effect<void, PersistenceError>

    /** Returns the key with that hash, unless it has expired at `now`: from the exact millisecond on. */
    readonly findActive: (
      tokenHash: TokenHash,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<ApiKey>, PersistenceError>

    /** Records that the key was used at `now`. Never moves that time back. Does nothing if the key is gone. */
    readonly touch: (id: ApiKeyId, now: DateTime.Utc) => Effect.Effect<void, PersistenceError>

    /** Returns up to `limit` keys, expired ones too, greatest id first. */
    readonly list: (limit: number) => Effect.Effect<ReadonlyArray<ApiKey>, PersistenceError>

    /** Deletes the key with that id. Returns it, or `None` if there was none. */
    readonly revoke: (id: ApiKeyId) => Effect.Effect<Option.Option<ApiKey>, PersistenceError>

    /** Deletes every key. Returns how many there were. */
    readonly revokeAll: Effect.Effect<number, PersistenceError>

    /** Deletes up to `limit` keys that have expired at `until` or before. Returns how many it deleted. */
    readonly deleteExpired: (until: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
