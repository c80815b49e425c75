/**
 * Sorts what goes wrong with Amazon SES into what is worth another try and what is not.
 *
 * @since 0.1.0
 */
import { MailerError } from "@latchkey/domain/core/Errors"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/**
 * Neither the options nor the environment of the AWS SDK name a usable region. The message says what to set.
 *
 * @since 0.1.0
 */
export class RegionRequired extends Schema.TaggedError<RegionRequired>("@latchkey/ses/RegionRequired")(
  "RegionRequired",
  {}
) {
  override get message() {
    return "Amazon SES needs a region: set AWS_REGION to the one in which the sender is verified, such as eu-central-1"
  }
}

/**
 * What may be told of a failure: the name that SES or Node has for it, the HTTP status, and the id by which AWS finds
 * the request. Not what SES wrote, which quotes addresses, and not the reply, which may quote the whole mail.
 *
 * @since 0.1.0
 */
export class SesFailure extends Schema.TaggedError<SesFailure>("@latchkey/ses/SesFailure")("SesFailure", {
  exception: Schema.String,
  status: Schema.Option(Schema.Int),
  requestId: Schema.Option(Schema.String)
}) {
  override get message() {
    const status = Option.map(this.status, (status) => `HTTP ${status}`)
    const request = Option.map(this.requestId, (id) => `request ${id}`)
    return [this.exception, ...Option.toArray(status), ...Option.toArray(request)].join(", ")
  }
}

/** A policy forbids it. */
const accessDenied = ["AccessDenied", "AccessDeniedException", "NotAuthorized"]

/** The key is unknown, or the secret is not the key's. */
const keyRefused = [
  "IncompleteSignature",
  "IncompleteSignatureException",
  "InvalidClientTokenId",
  "InvalidSignatureException",
  "MissingAuthenticationToken",
  "MissingAuthenticationTokenException",
  "SignatureDoesNotMatch",
  "UnrecognizedClientException"
]

const keyExpired = ["ExpiredToken", "ExpiredTokenException"]

/**
 * Permanent is what SES has looked at and will refuse again, until somebody changes the mail or the account: longer
 * than anybody waits for a link. The names are those of SendEmail, and those common to all of AWS.
 *
 * All else is transient, names that are not known included: a try too many costs a request, one too few costs a mail,
 * and the age of a mail bounds the tries. So are, on purpose:
 *
 * - `TooManyRequestsException`, `LimitExceededException`, `ThrottlingException`: there is room again later.
 * - `SendingPausedException`: a pause ends, by hand or by itself, and nothing is wrong with the mail.
 * - `ExpiredTokenException`, `CredentialsProviderError`: the credential chain fetches new ones at the next try.
 * - Server errors, timeouts, the network, and replies that cannot be read: SES has decided nothing that is known.
 */
const permanent: ReadonlySet<string> = new Set([
  // The recipient, the content, or a sender that is not verified.
  "MessageRejected",
  // A matter of DNS records, which take hours.
  "MailFromDomainNotVerifiedException",
  // The same request is as bad the second time.
  "BadRequestException",
  "SerializationException",
  "ValidationError",
  "ValidationException",
  // The sender's identity or the endpoint does not exist.
  "NotFoundException",
  "UnknownOperationException",
  // "Permanently restricted", says SES.
  "AccountSuspendedException",
  "OptInRequired",
  ...accessDenied,
  ...keyRefused
])

const read = (from: unknown, field: string): unknown => (Predicate.hasProperty(from, field) ? from[field] : undefined)

const text = (value: unknown, form: RegExp): Option.Option<string> =>
  Option.filter(Option.some(value), (value): value is string => Predicate.isString(value) && form.test(value))

// The fields of a reply end up in the SDK's error, so each must have a form that no token and no address has.
const systemCode = /^E[A-Z_]{2,40}$/
const exceptionName = /^[A-Za-z]{1,60}$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whatever the SDK rejected with, with nothing in it that may not be told. @since 0.1.0 */
export const toFailure = (error: unknown): SesFailure => {
  const metadata = read(error, "$metadata")
  // Only the exceptions of a service have a `$fault`. What Node rejects with is called `Error` and has a code.
  const code = Predicate.hasProperty(error, "$fault") ? undefined : read(error, "code")
  return new SesFailure({
    exception: text(code, systemCode).pipe(
      Option.orElse(() => text(read(error, "name"), exceptionName)),
      Option.getOrElse(() => "UnknownError")
    ),
    status: Option.filter(Option.some(read(metadata, "httpStatusCode")), Schema.is(Schema.Int)),
    requestId: text(read(metadata, "requestId"), uuid)
  })
}

/**
 * What about the access key stands in the way.
 *
 * - `key`: SES does not accept the access key.
 * - `permission`: SES accepts the key, and its policy does not allow the call.
 * - `credentials`: no access key was found.
 * - `unknown`: SES was not reached, or its answer says nothing about the key.
 *
 * @since 0.1.0
 */
export type Obstacle = "key" | "permission" | "credentials" | "unknown"

/**
 * What stands in the way, by the name that SES has for the failure. A key that has expired is `key`, too.
 *
 * @since 0.1.0
 */
export const obstacleOf = ({ exception }: SesFailure): Obstacle => {
  if ([...keyRefused, ...keyExpired].includes(exception)) return "key"
  if (accessDenied.includes(exception)) return "permission"
  return exception === "CredentialsProviderError" ? "credentials" : "unknown"
}

/** A wrong clock looks like a wrong signature. The SDK has set its own by then. */
const isClockCorrected = (error: unknown) => read(read(error, "$metadata"), "clockSkewCorrected") === true

/**
 * Whatever the SDK rejected with, sorted, without the mail in it: `permanent` if SES will refuse it again until
 * somebody changes the mail or the account, else `transient`. `detail` is the message of the `SesFailure`.
 *
 * @since 0.1.0
 */
export const toMailerError = (error: unknown): MailerError => {
  const cause = toFailure(error)
  const isPermanent = permanent.has(cause.exception) && !isClockCorrected(error)
  return new MailerError({ reason: isPermanent ? "permanent" : "transient", cause, detail: cause.message })
}
