import { ApiKeyId } from "@latchkey/domain/core/Ids"
import type { ApiKey } from "@latchkey/domain/operator/ApiKeyRepository"
import { ApiKeys } from "@latchkey/domain/operator/ApiKeys"
import { ApiKeyNotFound } from "@latchkey/domain/operator/OperatorErrors"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Implementation from "../../core/Implementation.ts"
import { ok } from "../../core/Ok.ts"
import { parseId } from "../../core/parseId.ts"
import { problem } from "../../core/Problem.ts"
import { ApiKeyApi, type ApiKeyResponse } from "../ApiKeyApi.ts"
import * as AdminAccess from "../AdminAccess.ts"

const toResponse = ({ createdAt, expiresAt, id, lastUsedAt, name, role }: ApiKey): ApiKeyResponse => ({
  id,
  name,
  role,
  createdAt,
  expiresAt: Option.getOrNull(expiresAt),
  lastUsedAt: Option.getOrNull(lastUsedAt)
})

const inThePast = problem("invalid_request", { errors: [{ field: "expiresAt", reason: "must be in the future" }] })

const checkExpiry = Effect.fnUntraced(function* (expiresAt: Option.Option<DateTime.Utc>) {
  const now = yield* DateTime.now
  if (Option.exists(expiresAt, (at) => DateTime.lessThanOrEqualTo(at, now))) return yield* inThePast
})

export const implementation = Implementation.makeGuarded(
  ApiKeyApi,
  AdminAccess.guard,
  Effect.map(ApiKeys, (keys) => ({
    listApiKeys: () => Effect.map(keys.list, (all) => ({ body: { apiKeys: all.map(toResponse) } })),
    createApiKey: ({ body: { expiresAt: given, name, role }, by }) => {
      const expiresAt = Option.fromNullable(given)
      return checkExpiry(expiresAt).pipe(
        Effect.zipRight(keys.create({ name, role, expiresAt }, by)),
        Effect.map(({ apiKey, secret }) => ({ body: { ...toResponse(apiKey), key: Redacted.value(secret) } }))
      )
    },
    revokeApiKey: ({ by, path }) =>
      parseId(ApiKeyId, path.apiKeyId, () => new ApiKeyNotFound()).pipe(
        Effect.flatMap((id) => keys.revoke(id, by)),
        Effect.as({ body: ok })
      )
  }))
)
