import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { ActingOperator } from "@latchkey/domain/audit/AuditLog"
import { ApiKeyNotFound } from "@latchkey/domain/operator/OperatorErrors"
import { ApiKeyId } from "@latchkey/domain/core/Ids"
import type { ApiKey } from "@latchkey/domain/operator/ApiKeyRepository"
import { ApiKeys } from "@latchkey/domain/operator/ApiKeys"
import type { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Endpoint } from "../../core/Endpoint.ts"
import type { HttpSettings } from "../../core/HttpSettings.ts"
import { jsonHandler, jsonReader } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as ApiKeyApi from "../ApiKeyApi.ts"
import * as AdminAccess from "./AdminAccess.ts"
import { parseId } from "./ofInstance.ts"

const toResponse = ({ createdAt, expiresAt, id, lastUsedAt, name, role }: ApiKey): ApiKeyApi.ApiKeyResponse => ({
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

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<HttpApiGroup.ApiGroup<"latchkey", "apiKey">, never, ApiKeys | Endpoint | HttpSettings | RateLimiter> =>
  HttpApiBuilder.group(api, "apiKey", (handlers) =>
    Effect.gen(function* () {
      const authorized = yield* AdminAccess.make
      const keys = yield* ApiKeys

      const onList = () =>
        jsonReader(ApiKeyApi.ListApiKeys, () =>
          Effect.map(keys.list, (all) => ({ body: { apiKeys: all.map(toResponse) } }))
        )

      const onCreate = (by: ActingOperator) =>
        jsonHandler(ApiKeyApi.CreateApiKey, ({ expiresAt: given, name, role }) =>
          Effect.gen(function* () {
            const expiresAt = Option.fromNullable(given)
            yield* checkExpiry(expiresAt)
            const { apiKey, secret } = yield* keys.create({ name, role, expiresAt }, by)
            return { body: { ...toResponse(apiKey), key: Redacted.value(secret) } }
          })
        )

      const onRevoke = (text: string) => (by: ActingOperator) =>
        jsonReader(ApiKeyApi.RevokeApiKey, () =>
          parseId(ApiKeyId, text, () => new ApiKeyNotFound()).pipe(
            Effect.flatMap((id) => keys.revoke(id, by)),
            Effect.as({ body: ok })
          )
        )

      return handlers
        .handleRaw("listApiKeys", () => authorized("api_keys.read", onList))
        .handleRaw("createApiKey", () => authorized("api_keys.write", onCreate))
        .handleRaw("revokeApiKey", ({ path }) => authorized("api_keys.write", onRevoke(path.apiKeyId)))
    })
  )
