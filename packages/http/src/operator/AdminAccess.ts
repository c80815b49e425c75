/** Checks who calls the admin API, and whether their role allows it. */
import type { ActingOperator } from "@latchkey/domain/audit/AuditLog"
import { InstanceId } from "@latchkey/domain/core/Ids"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceNotFound } from "@latchkey/domain/instance/InstanceErrors"
import * as ApiKeys from "@latchkey/domain/operator/ApiKeys"
import type { PermissionDenied } from "@latchkey/domain/operator/OperatorErrors"
import { adminKeyPerIp } from "@latchkey/domain/operator/OperatorLimits"
import { authorize, type Permission, type Role } from "@latchkey/domain/operator/Role"
import { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Contract from "../core/Contract.ts"
import type { RequestContext } from "../core/Endpoint.ts"
import type * as Implementation from "../core/Implementation.ts"
import { parseId } from "../core/parseId.ts"
import { problem } from "../core/Problem.ts"
import * as RequestReader from "../core/RequestReader.ts"
import * as AdminKey from "./AdminKey.ts"

/** A key that is right. */
interface Authenticated {
  readonly role: Role
  readonly by: ActingOperator
}

/** Fails if the key that a request presents does not have the permission. */
export type Require = (permission: Permission) => Effect.Effect<void, PermissionDenied>

/**
 * What handlers of the admin API get in addition. `by`: how the audit log names who made the request. `require`: for a
 * permission that depends on the body.
 */
export interface Acting {
  readonly by: ActingOperator
  readonly require: Require
}

/** The same below an instance, whose id is in the path. */
export interface OfInstance extends Acting {
  readonly instance: Instance
}

/** Makes the function that finds out who calls. */
const makeCheck = Effect.gen(function* () {
  const adminKey = yield* AdminKey.make
  const apiKeys = yield* ApiKeys.ApiKeys
  const limiter = yield* RateLimiter

  const checkApiKey = Effect.fnUntraced(function* ({ caller, instance }: RequestContext, presented: Redacted.Redacted) {
    // As for the admin key: before the key is looked up.
    const consumed = yield* limiter.consume(instance, adminKeyPerIp.keys(caller))
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

  return (context: RequestContext) => {
    const presented = RequestReader.bearerToken(context.request.headers)
    const key = Option.filter(presented, ApiKeys.isKey)
    return Option.isSome(key) ? checkApiKey(context, key.value) : checkAdminKey(context, presented)
  }
})

const makeAuthorize = Effect.gen(function* () {
  const apiKeys = yield* ApiKeys.ApiKeys
  const check = yield* makeCheck
  return ({ declaration: { permission } }: Contract.Any, context: RequestContext) =>
    Effect.gen(function* () {
      const { by, role } = yield* check(context)
      yield* apiKeys.recordUse(by)
      if (permission === undefined) return yield* Effect.dieMessage("An endpoint of the admin API has no permission")
      yield* authorize(role, permission)
      return { by, require: (other: Permission) => authorize(role, other) }
    })
})

/** Lets requests pass whose key has the permission that the endpoint declares. */
export const guard = makeAuthorize satisfies Implementation.Guard<Acting, unknown>

/** The same for endpoints below an instance, which it finds. */
export const guardOfInstance = Effect.gen(function* () {
  const authorizeRequest = yield* makeAuthorize
  const instances = yield* InstanceDirectory
  return (contract: Contract.Any, context: RequestContext & { readonly path: { readonly id: string } }) =>
    Effect.gen(function* () {
      const acting = yield* authorizeRequest(contract, context)
      const id = yield* parseId(InstanceId, context.path.id, () => new InstanceNotFound())
      return { ...acting, instance: yield* instances.get(id) }
    })
})
