/** The kinds of tokens that endpoints of an app can accept, each as a value. */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { isPersistenceError } from "@latchkey/domain/core/ErrorGuards"
import * as FailureReason from "@latchkey/domain/core/FailureReason"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { CheckPersonalToken } from "@latchkey/domain/personal-token/CheckPersonalToken"
import * as PersonalTokenText from "@latchkey/domain/personal-token/PersonalTokenText"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { toProblem } from "../core/Endpoint.ts"
import { HttpSettings } from "../core/HttpSettings.ts"
import * as IpAddress from "../core/IpAddress.ts"
import * as OutageLog from "../core/OutageLog.ts"
import { type Problem, problem, schemaOf } from "../core/Problem.ts"
import * as RequestReader from "../core/RequestReader.ts"
import * as BearerToken from "../session/BearerToken.ts"
import * as RemoteCheck from "../session/RemoteCheck.ts"
import { ActiveTokenResponse } from "../session/SessionApi.ts"
import { AccessTokenVerifier } from "./AccessTokenVerifier.ts"
import type { AccessTokenCaller, PersonalTokenCaller, TokenCaller } from "./CurrentCaller.ts"

/** What is read of a request. */
export type PresentedRequest = Pick<RequestReader.IncomingRequest, "headers" | "method" | "remoteAddress" | "source">

/**
 * A kind of tokens.
 *
 * - `isOfKind`: returns `true` for a text in the form of such a token.
 * - `isForPages`: whether pages may present one, and not only programs.
 * - `check`: returns the caller, or fails with the problem of the request.
 */
export interface AcceptedToken<C extends TokenCaller = TokenCaller> {
  readonly isOfKind: (text: string) => boolean
  readonly isForPages: boolean
  readonly check: (token: Redacted.Redacted, request: PresentedRequest) => Effect.Effect<C, Problem>
}

const personal = {
  isOfKind: (text: string) => text.startsWith(PersonalTokenText.prefix),
  isForPages: false
}

const toCaller = (token: ActiveTokenResponse): PersonalTokenCaller => ({
  _tag: "PersonalToken",
  userId: token.userId,
  token
})

/**
 * Personal access tokens of this process: one query for each request. The request's host chooses the instance. Wrong
 * ones are limited per IP address.
 */
export const personalToken: Effect.Effect<
  AcceptedToken<PersonalTokenCaller>,
  never,
  CheckPersonalToken | HttpSettings | InstanceDirectory
> = Effect.gen(function* () {
  const instances = yield* InstanceDirectory
  const networksOf = IpAddress.make((yield* HttpSettings).trustedProxies)
  const tokens = yield* CheckPersonalToken
  const logOutage = OutageLog.make("The store is unavailable")

  const check = (presented: Redacted.Redacted, request: PresentedRequest) =>
    Effect.gen(function* () {
      const instance = yield* instances.findByHost(yield* RequestReader.host(request))
      const peer = Option.isSome(request.remoteAddress) ? request.remoteAddress : yield* IpAddress.RemoteAddress
      const caller = networksOf(peer, request.headers["x-forwarded-for"])
      return toCaller(yield* BearerToken.check(tokens, { instance, caller, presented }))
    }).pipe(
      // The instance was deleted, and its tokens with it.
      Effect.catchTag("InstanceNotFound", () => BearerToken.invalidPersonalToken),
      Effect.tapError((error) => (isPersistenceError(error) ? logOutage(FailureReason.ofOutage(error)) : Effect.void)),
      Effect.mapError(toProblem)
    )

  return { ...personal, check }
})

const decodeToken = HttpClientResponse.schemaBodyJson(ActiveTokenResponse)
const decodeRefused = HttpClientResponse.schemaBodyJson(schemaOf("unauthenticated"))
const decodeNotVerified = HttpClientResponse.schemaBodyJson(schemaOf("email_not_verified"))
const decodeLimited = HttpClientResponse.schemaBodyJson(schemaOf("signin_rate_limited"))

const limited = ({ headers }: HttpClientResponse.HttpClientResponse) =>
  problem("signin_rate_limited", { retryAfterSeconds: Number(headers["retry-after"]) || 1 })

// A proxy between the two services may respond with 401, 403 or 429, too.
const interpret = HttpClientResponse.matchStatus({
  200: (response) => Effect.map(decodeToken(response), (token) => Effect.succeed(toCaller(token))),
  401: (response) => Effect.as(decodeRefused(response), BearerToken.invalidPersonalToken),
  403: (response) => Effect.as(decodeNotVerified(response), problem("email_not_verified")),
  429: (response) => Effect.as(decodeLimited(response), limited(response)),
  orElse: RemoteCheck.unexpectedStatus
})

/**
 * Personal access tokens of a Latchkey that runs elsewhere: one request to it for each request. Sends the token and
 * nothing else, and caches nothing, so that a revocation takes effect immediately.
 */
export const remotePersonalToken = (
  options: RemoteCheck.RemoteOptions
): Effect.Effect<AcceptedToken<PersonalTokenCaller>, never, HttpClient.HttpClient> =>
  Effect.map(RemoteCheck.make(options, "tokens", interpret), (ask) => ({
    ...personal,
    check: (token) => ask({ authorization: `Bearer ${Redacted.value(token)}` })
  }))

/** Access tokens, by the provided `AccessTokenVerifier`. Pages present them, too: no browser adds one by itself. */
export const accessToken: Effect.Effect<AcceptedToken<AccessTokenCaller>, never, AccessTokenVerifier> = Effect.map(
  AccessTokenVerifier,
  ({ verify }) => ({
    isOfKind: (text) => text.split(".", 4).length === 3,
    isForPages: true,
    check: (presented) =>
      Effect.map(verify(presented), (token) => ({ _tag: "AccessToken", userId: token.userId, token }))
  })
)
