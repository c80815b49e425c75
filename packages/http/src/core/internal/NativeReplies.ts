/** The tokens of replies to apps without cookies. */
import * as Cookies from "@effect/platform/Cookies"
import * as HttpBody from "@effect/platform/HttpBody"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Token from "@latchkey/domain/core/Token"
import { RefreshTokens } from "@latchkey/domain/refresh-token/RefreshTokens"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as AccessTokenBody from "../AccessTokenBody.ts"
import { namesOf } from "../CookieNames.ts"
import type { RequestContext } from "../Endpoint.ts"
import * as NativeClient from "../NativeClient.ts"
import { problem } from "../Problem.ts"

type Response = HttpServerResponse.HttpServerResponse

const noAudience = problem("invalid_request", {
  errors: [{ field: NativeClient.names.client, reason: "requires tokenConfig.audiences of the instance" }]
})

const decoder = new TextDecoder()

/** Adds members to the JSON object of a response. */
const withMembers = (response: Response, members: object): Response =>
  response.body._tag === "Uint8Array"
    ? HttpServerResponse.setBody(
        response,
        HttpBody.unsafeJson({ ...JSON.parse(decoder.decode(response.body.body)), ...members })
      )
    : response

/** Makes the functions. */
export const make = Effect.map(RefreshTokens, (tokens) => {
  /** Refuses a request before its handler runs. */
  const check = ({ instance, request }: RequestContext) => {
    const refusal = NativeClient.refusalOf(request.headers)
    return (
      refusal ??
      Effect.catchTags(tokens.checkAvailable(instance), {
        AccessTokensDisabled: () => noAudience,
        AudienceNotAllowed: () => noAudience
      })
    )
  }

  /** Moves the tokens of a response from its cookies to its headers and its body. */
  const complete = Effect.fnUntraced(function* ({ cookies, instance }: RequestContext, response: Response) {
    const cookieNames = namesOf(cookies)
    const valueOf = (name: keyof typeof cookieNames) =>
      Option.flatMap(Cookies.getValue(response.cookies, cookieNames[name]), Token.parse)
    const setHeader = (name: string, token: Option.Option<Token.Token>) =>
      Option.isSome(token) ? { [name]: Redacted.value(token.value) } : {}
    const clientToken = valueOf("client")
    const bare = HttpServerResponse.setHeaders(HttpServerResponse.replaceCookies(response, Cookies.empty), {
      ...setHeader(NativeClient.names.clientToken, clientToken),
      ...setHeader(NativeClient.names.pendingToken, valueOf("pending"))
    })
    const issued = Option.all({ clientToken, sessionToken: valueOf("session") })
    if (Option.isNone(issued)) return bare
    return withMembers(bare, AccessTokenBody.ofNative(yield* tokens.tokensOf(instance, issued.value)))
  })

  return { check, complete }
})
