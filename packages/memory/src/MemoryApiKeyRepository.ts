/** API keys in a `MemoryDatabase`. */
import { ApiKey, ApiKeyRepository, type StoredApiKey } from "@latchkey/domain/operator/ApiKeyRepository"
import type { ApiKeyId } from "@latchkey/domain/core/Ids"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { isExpired, Table } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const apiKeys = new Table<ApiKeyId, StoredApiKey>("api_keys")

const greatestIdFirst = Order.reverse(Order.mapInput(Order.string, ({ id }: ApiKey) => id))

const hasExpired =
  (now: DateTime.Utc) =>
  ({ apiKey }: StoredApiKey): boolean =>
    Option.exists(apiKey.expiresAt, (at) => isExpired(at, now))

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  ApiKeyRepository.of({
    insert: (key) => database.update((state) => apiKeys.set(state, key.apiKey.id, key)),

    findActive: (tokenHash, now) =>
      database.read((state) =>
        pipe(
          apiKeys.values(state),
          Arr.findFirst((key) => key.tokenHash === tokenHash && !hasExpired(now)(key)),
          Option.map(({ apiKey }) => apiKey)
        )
      ),

    touch: (id, now) =>
      database.update((state) =>
        apiKeys.update(
          state,
          HashMap.modify(id, (key) => {
            const lastUsedAt = Option.some(
              Option.match(key.apiKey.lastUsedAt, { onNone: () => now, onSome: DateTime.max(now) })
            )
            return { ...key, apiKey: new ApiKey({ ...key.apiKey, lastUsedAt }) }
          })
        )
      ),

    list: (limit) =>
      database.read((state) =>
        pipe(
          apiKeys.values(state),
          Arr.map(({ apiKey }) => apiKey),
          Arr.sort(greatestIdFirst),
          Arr.take(limit)
        )
      ),

    revoke: (id) =>
      database.modify((state) => [
        Option.map(apiKeys.get(state, id), ({ apiKey }) => apiKey),
        apiKeys.remove(state, id)
      ]),

    revokeAll: database.modify((state) => apiKeys.delete(state, Infinity, () => true)),

    deleteExpired: (until, limit) => database.modify((state) => apiKeys.delete(state, limit, hasExpired(until)))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<ApiKeyRepository, never, MemoryDatabase> = Layer.effect(ApiKeyRepository, make)
