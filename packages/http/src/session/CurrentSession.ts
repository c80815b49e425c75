/**
 * Who is signed in, as the endpoints of an app get to know it.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Option from "effect/Option"
import type { ActiveSessionResponse } from "../password/PasswordApi.ts"

/**
 * The user and the session, what `GET /v1/auth/session` answers: `userId`, `sessionId`, `email`, `emailVerified`,
 * `authenticatedAt`, `expiresAt`.
 *
 * @since 0.1.0
 */
export type ActiveSessionResponse = typeof ActiveSessionResponse.Type

/**
 * The session of the request, where there has to be one. `RequireSession` and `SessionMiddleware.router` provide it.
 *
 * @since 0.1.0
 */
export class CurrentSession extends Context.Tag("../CurrentSession.ts")<CurrentSession, ActiveSessionResponse>() {}

/** The session of the request, where there may be one. `LoadSession` provides it. @since 0.1.0 */
export class OptionalSession extends Context.Tag("../OptionalSession.ts")<
  OptionalSession,
  Option.Option<ActiveSessionResponse>
>() {}
