/** The caller of a request, for endpoints of an app that take tokens. */
import type { UserId } from "@latchkey/domain/core/Ids"
import * as Context from "effect/Context"
import type { ActiveSessionResponse, ActiveTokenResponse } from "../session/SessionApi.ts"
import type { VerifiedAccessToken } from "./AccessTokenVerifier.ts"

/** The user in person, with a session. */
export interface SessionCaller {
  readonly _tag: "Session"
  readonly userId: UserId
  readonly session: ActiveSessionResponse
}

/** A program of the user, with a personal access token. */
export interface PersonalTokenCaller {
  readonly _tag: "PersonalToken"
  readonly userId: UserId
  readonly token: ActiveTokenResponse
}

/** A page or a program, with an access token. */
export interface AccessTokenCaller {
  readonly _tag: "AccessToken"
  readonly userId: UserId
  readonly token: VerifiedAccessToken
}

/** A caller with a token. */
export type TokenCaller = AccessTokenCaller | PersonalTokenCaller

/** Who makes a request, and in whose name. */
export type Caller = SessionCaller | TokenCaller

/** The caller of the request. `RequireToken`, `RequireSessionOrToken` and the middleware of routers provide it. */
export class CurrentCaller extends Context.Tag("@latchkey/http/CurrentCaller")<CurrentCaller, Caller>() {}

/**
 * Returns `true` if the caller may do what the scopes are for. The user in person may: a session has no scopes, nor has
 * the access token of one. Any other token must have all of them.
 */
export const hasScopes = (caller: Caller, scopes: ReadonlyArray<string>): boolean => {
  if (caller._tag === "Session") return true
  if (caller._tag === "AccessToken" && caller.token.sessionId !== undefined && caller.token.scopes === undefined) {
    return true
  }
  const granted = caller.token.scopes ?? []
  return scopes.every((scope) => granted.includes(scope))
}
