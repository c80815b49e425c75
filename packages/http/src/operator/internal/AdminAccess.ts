/**
 * The key to the admin API.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as AdminKey from "../AdminKey.ts"
import type { RequestContext } from "../../core/Endpoint.ts"
import { problem } from "../../core/Problem.ts"

const bearer = /^Bearer ([!-~]+)$/i

/**
 * Makes the check for `Authorization: Bearer …` (RFC 6750). Without a configured key there is no admin API: 404.
 *
 * @since 0.1.0
 */
export const make = Effect.map(AdminKey.make, ({ check, isConfigured }) =>
  Effect.fnUntraced(function* (context: RequestContext) {
    if (!isConfigured) return yield* problem("not_found")
    const presented = bearer.exec(context.request.headers["authorization"] ?? "")?.[1]
    const detail = presented === undefined ? "Send the admin key as a bearer token." : "This is not the admin key."
    yield* Effect.catchTag(check(context, Redacted.make(presented ?? "")), "Problem", () =>
      problem("unauthenticated", { detail })
    )
  })
)
