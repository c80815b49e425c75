/** The token that a request presents in place of a session (RFC 6750). */
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { AppToken, CheckPersonalToken, PresentedToken } from "@latchkey/domain/personal-token/CheckPersonalToken"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type { RateLimited } from "@latchkey/domain/rate-limit/RateLimited"
import type { EmailNotVerified, Unauthenticated } from "@latchkey/domain/session/SessionErrors"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { namesOf } from "../core/CookieNames.ts"
import type { HttpOptions } from "../core/HttpSettings.ts"
import { type Problem, problem } from "../core/Problem.ts"
import * as NativeClient from "../core/NativeClient.ts"
import * as RequestReader from "../core/RequestReader.ts"
import { included } from "./included.ts"
import type { ActiveTokenResponse } from "./SessionApi.ts"

/** What is read of a request. */
type Request = Pick<RequestReader.IncomingRequest, "headers" | "source">

/** Returns the outcome of reading the token of a request without one. */
const absent: Either.Either<Option.Option<Redacted.Redacted>, never> = Either.right(Option.none())

type Read = Either.Either<Option.Option<Redacted.Redacted>, Problem<"invalid_request">>

const hasCookie = (headers: Request["headers"], prefixes: ReadonlyArray<HttpOptions["cookiePrefix"]>): boolean => {
  const valuesOf = RequestReader.cookies(headers)
  return prefixes.some((cookiePrefix) =>
    Object.values(namesOf({ cookiePrefix })).some((name) => valuesOf(name).length > 0)
  )
}

const readBeside = (request: Request, prefixes: ReadonlyArray<HttpOptions["cookiePrefix"]>): Read => {
  const { headers } = request
  if (headers["authorization"] === undefined || hasCookie(headers, prefixes)) return absent
  return RequestReader.hasSeveralAuthorizations(request)
    ? Either.left(
        problem("invalid_request", { errors: [{ field: "authorization", reason: "was given more than once" }] })
      )
    : Either.right(RequestReader.bearerToken(headers))
}

/**
 * Returns the token of a program: `None` if the request has none, if a browser sends it (`Origin`, `Sec-Fetch-Site`),
 * or if it has one of Latchkey's cookies. Then only the cookies count, so that a page cannot change whose request it
 * is. Fails with `invalid_request` if there are several `Authorization` lines, of which others may read another one.
 */
export const read = ({ cookiePrefix }: Pick<HttpOptions, "cookiePrefix">, request: Request): Read =>
  NativeClient.isOfPage(request.headers) ? absent : readBeside(request, [cookiePrefix])

/** What a request presents. `isOfProgram`: whether no browser sends it. */
export interface Presented {
  readonly token: Redacted.Redacted
  readonly isOfProgram: boolean
}

/** Returns the token of a program or a page, as `read` does, for an app that need not know the names of the cookies. */
export const readOfApp = (request: Request): Either.Either<Option.Option<Presented>, Problem<"invalid_request">> =>
  Either.map(
    readBeside(request, ["none", "host"]),
    Option.map((token) => ({ token, isOfProgram: !NativeClient.isOfPage(request.headers) }))
  )

/** Makes the problem of a token that does not work, which says that it is the token, as RFC 6750 has it. */
export const invalid = (detail: string): Problem<"unauthenticated"> =>
  problem("unauthenticated", { detail, challenge: 'Bearer error="invalid_token"' })

/** The problem of a personal access token that does not work. */
export const invalidPersonalToken = invalid("The personal access token is wrong, expired or revoked.")

/** Says of a personal access token that does not work that it is the token. */
export const refused = <A, E extends { readonly _tag: string }>(
  checked: Effect.Effect<A, E | Unauthenticated>
): Effect.Effect<A, Exclude<E, Unauthenticated> | Problem<"unauthenticated">> =>
  Effect.catchIf(
    checked,
    (error): error is Unauthenticated => error._tag === "Unauthenticated",
    () => invalidPersonalToken
  ) as Effect.Effect<A, Exclude<E, Unauthenticated> | Problem<"unauthenticated">>

/** Returns what an app learns of the token that a program presents. */
export const check = (
  { checkForApp }: typeof CheckPersonalToken.Service,
  request: PresentedToken
): Effect.Effect<
  ActiveTokenResponse,
  EmailNotVerified | PersistenceError | Problem<"unauthenticated"> | RateLimited<"sign_in">
> => refused(Effect.map(checkForApp(request), (checked) => toResponse(request.instance, checked)))

const toResponse = ({ id: instanceId }: Instance, { data, scopes, token }: AppToken): ActiveTokenResponse => {
  const { claimedAt, email, emailVerified, expiresAt, id: tokenId, userId } = token
  return {
    userId,
    tokenId,
    instanceId,
    email,
    emailVerified,
    claimedAt,
    scopes,
    expiresAt: Option.getOrNull(expiresAt),
    ...(data === undefined ? {} : included(data))
  }
}
