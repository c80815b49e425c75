/** What a failure becomes: an outage of the provider, or a rejection with one word in the log. */
import type { Connection } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import {
  IdentityProviderUnavailable,
  IdentityRejected
} from "@latchkey/domain/identity-provider/IdentityProviderErrors"
import * as Effect from "effect/Effect"
import * as oauth from "oauth4webapi"
import { OutgoingFailed } from "@latchkey/outgoing/OutgoingRequests"

export type Failure = IdentityProviderUnavailable | IdentityRejected

/** What the provider said does not verify. `word`: what exactly, never its value. */
export class NotVerified extends Error {
  readonly word: string

  constructor(word: string) {
    super(word)
    this.word = word
  }
}

/** The settings of the provider are wrong, here or at the provider. `word`: what exactly. */
export class Misconfigured extends NotVerified {}

/** The provider says no, by an error code of OAuth, or one that only it has. */
export class ProviderError extends Error {
  readonly code: string

  constructor(code: string) {
    super("The provider returned an error")
    this.code = code
  }
}

/** `user_cancelled_authorize` is Apple's. */
const denials = new Set(["access_denied", "user_cancelled_authorize"])

const outages = new Set(["server_error", "temporarily_unavailable"])

/** The last two are GitHub's. */
const misconfigurations = new Set([
  "invalid_client",
  "unauthorized_client",
  "invalid_scope",
  "invalid_request",
  "unsupported_response_type",
  "incorrect_client_credentials",
  "redirect_uri_mismatch"
])

/** Only codes that are known are logged: a provider could put anything there. */
const known = new Set([...misconfigurations, "invalid_grant", "bad_verification_code"])

const unavailable = ({ name }: Connection, detail: string, cause: unknown) =>
  new IdentityProviderUnavailable({ provider: name, detail, cause })

const log = ({ id, kind }: Connection, reason: string, isMisconfigured: boolean) =>
  (isMisconfigured
    ? Effect.logWarning("An identity provider is misconfigured", "Check its settings in the dashboard")
    : Effect.logInfo("An identity was not verified")
  ).pipe(Effect.annotateLogs({ provider: id, kind, reason }))

const rejected = (connection: Connection, reason: string, isMisconfigured = false) =>
  Effect.zipRight(
    log(connection, reason, isMisconfigured),
    Effect.fail(new IdentityRejected({ reason: "not_verified" }))
  )

const ofCode = (connection: Connection, code: string): Effect.Effect<never, Failure> => {
  if (denials.has(code)) return new IdentityRejected({ reason: "access_denied" })
  if (outages.has(code)) return unavailable(connection, code, undefined)
  return rejected(connection, known.has(code) ? code : "error", misconfigurations.has(code))
}

/** Returns the name of what the library rejects, from its message: that quotes names, and never values. */
const wordOf = ({ message }: Error): string => /"(\w+)"(?! body)/.exec(message)?.[1] ?? "form"

const statusOf = (cause: unknown) => (cause instanceof Response ? `: HTTP ${cause.status}` : "")

/** Turns anything that a flow has failed with into an outcome of the port. Logs what operators need to know. */
export const toOutcome = (connection: Connection, error: unknown): Effect.Effect<never, Failure> => {
  if (error instanceof IdentityProviderUnavailable || error instanceof IdentityRejected) return Effect.fail(error)
  if (error instanceof OutgoingFailed) return unavailable(connection, error.detail, error)
  if (error instanceof ProviderError) return ofCode(connection, error.code)
  if (error instanceof NotVerified) return rejected(connection, error.word, error instanceof Misconfigured)
  if (error instanceof oauth.AuthorizationResponseError) return ofCode(connection, error.error)
  if (error instanceof oauth.ResponseBodyError) return ofCode(connection, error.error)
  if (error instanceof oauth.WWWAuthenticateChallengeError) return ofCode(connection, "invalid_client")
  if (error instanceof oauth.UnsupportedOperationError) return rejected(connection, wordOf(error))
  // Such as a key or an encoding that is none.
  if (!(error instanceof oauth.OperationProcessingError)) return rejected(connection, "form")
  if (error.code === oauth.RESPONSE_IS_NOT_CONFORM || error.code === oauth.RESPONSE_IS_NOT_JSON) {
    return unavailable(connection, `a response is not as it has to be${statusOf(error.cause)}`, undefined)
  }
  if (error.code === oauth.MISSING_SERVER_METADATA || error.code === oauth.INVALID_SERVER_METADATA) {
    return rejected(connection, wordOf(error), true)
  }
  return rejected(connection, wordOf(error))
}
