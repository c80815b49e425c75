/** Checks who calls the admin API, and whether their role allows it. */
import type { ActingOperator } from "@latchkey/domain/audit/AuditLog"
import type { PermissionDenied } from "@latchkey/domain/operator/OperatorErrors"
import * as ApiKeys from "@latchkey/domain/operator/ApiKeys"
import { authorize, type Permission, type Role } from "@latchkey/domain/operator/Role"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { Endpoint, type Handler, type RequestContext } from "../../core/Endpoint.ts"
import { problem } from "../../core/Problem.ts"
import * as AdminKey from "../AdminKey.ts"

const bearer = /^Bearer ([!-~]+)$/i

/** A key that is right. */
interface Authenticated {
  readonly role: Role
  readonly by: ActingOperator
}

/** Fails if the key that a request presents does not have the permission. */
export type Require = (permission: Permission) => Effect.Effect<void, PermissionDenied>

/**
 * Handles a request of the admin API. `by`: how the audit log names who made it. `require`: for a permission that
 * depends on the body.
 */
export type AdminHandler = (by: ActingOperator, require: Require) => Handler<never>

/** Makes the function that runs a handler for requests whose key has the permission. */
export const make = Effect.gen(function* () {
  const adminKey = yield* AdminKey.make
  const apiKeys = yield* ApiKeys.ApiKeys
  const endpoint = yield* Endpoint
  const limiter = yield* RateLimiter

  const checkApiKey = Effect.fnUntraced(function* ({ caller, instance }: RequestContext, presented: Redacted.Redacted) {
    // As for the admin key: before the key is looked up.
    const consumed = yield* limiter.consume(instance, LimitKey.perIp("adminKeyPerIp", caller))
    const found = yield* apiKeys.authenticate(presented)
    if (Option.isNone(found)) {
      yield* Effect.annotateLogs(Effect.logWarning("Wrong API key"), { ipAddress: caller.ipAddress })
      return yield* problem("unauthenticated", { detail: "The API key is wrong, expired or revoked." })
    }
    yield* limiter.refund(consumed)
    const { id, name, role } = found.value
    const by: ActingOperator = { actor: "admin_api", apiKeyId: id, name, ipAddress: caller.ipAddress }
    return { role, by } satisfies Authenticated
  })

  const checkAdminKey = Effect.fnUntraced(function* (
    context: RequestContext,
    presented: Option.Option<Redacted.Redacted>
  ) {
    if (!adminKey.isConfigured) return yield* problem("not_found")
    const detail = Option.isNone(presented) ? "Send the admin key as a bearer token." : "Wrong admin key."
    const given = Option.getOrElse(presented, () => Redacted.make(""))
    const name = yield* Effect.catchTag(adminKey.check(context, given), "Problem", () =>
      problem("unauthenticated", { detail })
    )
    const by: ActingOperator = { actor: "admin_api", name, ipAddress: context.caller.ipAddress }
    return { role: "admin", by } satisfies Authenticated
  })

  const check = (context: RequestContext) => {
    const text = bearer.exec(context.request.headers["authorization"] ?? "")?.[1]
    const presented = Option.map(Option.fromNullable(text), (key) => Redacted.make(key))
    const key = Option.filter(presented, ApiKeys.isKey)
    return Option.isSome(key) ? checkApiKey(context, key.value) : checkAdminKey(context, presented)
  }

  return (permission: Permission, handler: AdminHandler) =>
    endpoint.handle((context) =>
      Effect.gen(function* () {
        const { by, role } = yield* check(context)
        yield* apiKeys.recordUse(by)
        yield* authorize(role, permission)
        return yield* handler(by, (other) => authorize(role, other))(context)
      })
    )
})
