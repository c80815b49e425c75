import { AccessTokens } from "@latchkey/domain/access-token/AccessTokens"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AccessTokenBody from "../../core/AccessTokenBody.ts"
import * as Implementation from "../../core/Implementation.ts"
import * as BearerToken from "../../session/BearerToken.ts"
import { AccessTokenApi, KeySetResponse } from "../AccessTokenApi.ts"

/** Latchkey has written the keys. */
const decodeKey = Schema.decodeSync(Schema.parseJson(KeySetResponse.fields.keys.value))

const publicFor5Minutes = HttpServerResponse.setHeader("cache-control", "public, max-age=300")

export const implementation = Implementation.make(
  AccessTokenApi,
  Effect.map(AccessTokens, (tokens) => ({
    issueAccessToken: ({ body: { audience }, caller, cookies, instance, request }) =>
      Effect.gen(function* () {
        const presented = yield* BearerToken.read(cookies, request)
        const issued = tokens.issue({ instance, caller, audience, presented })
        const refused = Option.isSome(presented) ? BearerToken.refused(issued) : issued
        return { body: AccessTokenBody.of(yield* refused) }
      }),
    getKeySet: ({ instance }) =>
      Effect.map(tokens.publishedKeys(instance), (all) => ({
        body: { keys: all.map(({ publicKey }) => decodeKey(publicKey)) },
        // Without keys, the first one may be created with the next request.
        ...(all.length === 0 ? {} : { mapResponse: publicFor5Minutes })
      }))
  }))
)
