/** Who makes a request to an app, for endpoints that take tokens. */
import type { AccessToken } from "./internal/server/AccessTokenCheck.ts"
import type { ActiveSession } from "./Schemas.ts"
import type { Session } from "./Session.ts"

export type { AccessToken }

/** What an app keeps with a user. */
type Data = NonNullable<ActiveSession["metadata"]>

/** An active personal access token, and its user. `scopes`: what it is limited to. `expiresAt`: `null` if never. */
export type PersonalToken<Metadata = Data, UserMetadata = Data> = Pick<
  Session<Metadata, UserMetadata>,
  "claimedAt" | "email" | "emailVerified" | "instanceId" | "metadata" | "name" | "userId" | "userMetadata"
> & {
  readonly tokenId: string
  readonly scopes: ReadonlyArray<string>
  readonly expiresAt: string | null
}

/** The user in person, with a session; or a page or a program of the user, with a token. */
export type Caller<Metadata = Data, UserMetadata = Data> =
  | { readonly type: "session"; readonly userId: string; readonly session: Session<Metadata, UserMetadata> }
  | { readonly type: "access_token"; readonly userId: string; readonly token: AccessToken }
  | { readonly type: "personal_token"; readonly userId: string; readonly token: PersonalToken<Metadata, UserMetadata> }

/**
 * Returns `true` if the caller may do what the scopes are for. The user in person may: a session has no scopes, nor has
 * the access token of one. Any other token must have all of them.
 *
 * ```ts
 * import { type Caller, hasScopes } from "@latchkey/client/server"
 *
 * const actionsOf = (caller: Caller) => (hasScopes(caller, ["orders:write"]) ? ["read", "pay"] : ["read"])
 * ```
 */
export const hasScopes = (caller: Caller<unknown, unknown>, scopes: ReadonlyArray<string>): boolean => {
  if (caller.type === "session") return true
  const { scopes: granted } = caller.token
  if (caller.type === "access_token" && caller.token.sessionId !== undefined && granted === undefined) return true
  return scopes.every((scope) => granted?.includes(scope))
}
