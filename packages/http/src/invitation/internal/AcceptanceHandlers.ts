import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { AcceptInvitation } from "@latchkey/domain/invitation/AcceptInvitation"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Endpoint } from "../../core/Endpoint.ts"
import { jsonHandler } from "../../core/JsonEndpoint.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import * as AcceptanceApi from "../AcceptanceApi.ts"

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<HttpApiGroup.ApiGroup<"latchkey", "acceptance">, never, AcceptInvitation | Endpoint> =>
  HttpApiBuilder.group(api, "acceptance", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const { accept } = yield* AcceptInvitation

      const onAccept = jsonHandler(AcceptanceApi.AcceptInvitation, ({ token }, { caller, cookies, instance }) =>
        Effect.map(accept({ instance, caller, linkToken: token }), (issued) => SessionCookies.signedIn(cookies, issued))
      )

      return handlers.handleRaw("acceptInvitation", () => endpoint.handle(onAccept))
    })
  )
