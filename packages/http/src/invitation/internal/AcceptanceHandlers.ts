import { AcceptInvitation } from "@latchkey/domain/invitation/AcceptInvitation"
import * as Effect from "effect/Effect"
import * as Implementation from "../../core/Implementation.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import { AcceptanceApi } from "../AcceptanceApi.ts"

export const implementation = Implementation.make(
  AcceptanceApi,
  Effect.map(AcceptInvitation, ({ accept }) => ({
    acceptInvitation: ({ body, caller, cookies, instance }) =>
      Effect.map(accept({ instance, caller, linkToken: body.token }), (issued) =>
        SessionCookies.signedIn(cookies, issued)
      )
  }))
)
