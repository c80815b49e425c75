/** The session of a request, for the endpoints of an app. */
import * as Context from "effect/Context"
import type * as Option from "effect/Option"
import type { ActiveSessionResponse } from "./SessionApi.ts"

/** The session of the request, where one is required. `RequireSession` and `SessionMiddleware.router` provide it. */
export class CurrentSession extends Context.Tag("@latchkey/http/CurrentSession")<
  CurrentSession,
  ActiveSessionResponse
>() {}

/** The session of the request, if there is one. `LoadSession` provides it. */
export class OptionalSession extends Context.Tag("@latchkey/http/OptionalSession")<
  OptionalSession,
  Option.Option<ActiveSessionResponse>
>() {}
