/** Classifies failures of Amazon SES: which are worth another attempt, and which are permanent. */
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** Neither the options nor the environment of the AWS SDK name a valid region. The message says what to set. */
export class RegionRequired extends Schema.TaggedError<RegionRequired>("@latchkey/ses/RegionRequired")(
  "RegionRequired",
  {}
) {
  override get message() {
    return "Amazon SES needs a region: set AWS_REGION to the one in which the sender is verified, such as eu-central-1"
  }
}

/** `from` is not an email address, alone or with a name before it. */
export class InvalidSender extends Schema.TaggedError<InvalidSender>("@latchkey/ses/InvalidSender")(
  "InvalidSender",
  {}
) {
  override get message() {
    return 'SesMailer has no valid sender. Set an email address, such as from: "Example <no-reply@example.com>"'
  }
}

/**
 * What may be logged of a failure. It contains neither the message of SES, which quotes addresses, nor the response,
 * which may quote the whole email.
 *
 * - `exception`: the name that SES or Node has for the failure.
 * - `status`: the HTTP status, if there was a response.
 * - `requestId`: the id by which AWS finds the request.
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

/** A policy denies the call. */
const accessDenied = ["AccessDenied", "AccessDeniedException", "NotAuthorized"]

/** The key is unknown, or its secret part is wrong. */
const keyRejected = [
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
 * The failures that are permanent: SES will reject the email again until its content or the account is changed, which
 * takes longer than users wait for a link. The names are those of SendEmail, and those common to all of AWS.
 *
 * All others are transient, unknown names included: one attempt too many costs a request, one too few loses an email,
 * and the age of an email limits the attempts. These are transient on purpose:
 *
 * - `TooManyRequestsException`, `LimitExceededException`, `ThrottlingException`: the limit has room again later.
 * - `SendingPausedException`: a pause ends, and the email itself is fine.
 * - `ExpiredTokenException`, `CredentialsProviderError`: the credential chain loads new credentials at the next
 *   attempt.
 * - Server errors, timeouts, network errors and unreadable responses: the decision of SES is unknown.
 */
const permanent: ReadonlySet<string> = new Set([
  // The recipient, the content, or a sender that is not verified.
  "MessageRejected",
  // Caused by DNS records, which take hours to change.
  "MailFromDomainNotVerifiedException",
  // The same request is just as invalid the second time.
  "BadRequestException",
  "SerializationException",
  "ValidationError",
  "ValidationException",
  // The sender's identity or the endpoint does not exist.
  "NotFoundException",
  "UnknownOperationException",
  // "Permanently restricted", according to SES.
  "AccountSuspendedException",
  "OptInRequired",
  ...accessDenied,
  ...keyRejected
])

const read = (from: unknown, field: string): unknown => (Predicate.hasProperty(from, field) ? from[field] : undefined)

const text = (value: unknown, form: RegExp): Option.Option<string> =>
  Option.filter(Option.some(value), (value): value is string => Predicate.isString(value) && form.test(value))

// Fields of the response become fields of the SDK's error, so each must have a form that no token and no address has.
const systemCode = /^E[A-Z_]{2,40}$/
const exceptionName = /^[A-Za-z]{1,60}$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Converts a rejection of the SDK, and keeps only what may be logged. */
export const toFailure = (error: unknown): SesFailure => {
  const metadata = read(error, "$metadata")
  // Only exceptions of a service have a `$fault`. Errors of Node are named `Error` and have a code.
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
 * What is wrong with the access to SES.
 *
 * - `key`: SES does not accept the access key.
 * - `permission`: SES accepts the key, but its policy does not allow the call.
 * - `credentials`: no access key was found.
 * - `unknown`: SES was not reached, or its response says nothing about the key.
 */
export type AccessProblem = "key" | "permission" | "credentials" | "unknown"

/** Returns what is wrong with the access, by the name of the failure. An expired key is `key`. */
export const accessProblemOf = ({ exception }: SesFailure): AccessProblem => {
  if ([...keyRejected, ...keyExpired].includes(exception)) return "key"
  if (accessDenied.includes(exception)) return "permission"
  return exception === "CredentialsProviderError" ? "credentials" : "unknown"
}

/** A wrong clock makes a wrong signature. By then, the SDK has corrected its clock. */
const isClockCorrected = (error: unknown) => read(read(error, "$metadata"), "clockSkewCorrected") === true

/**
 * Classifies a rejection of the SDK, without the email in it: `permanent` if SES will reject the email again until its
 * content or the account is changed, otherwise `transient`. `detail` is the message of the `SesFailure`.
 */
export const toMailerError = (error: unknown): MailerError => {
  const cause = toFailure(error)
  const isPermanent = permanent.has(cause.exception) && !isClockCorrected(error)
  return new MailerError({ reason: isPermanent ? "permanent" : "transient", cause, detail: cause.message })
}
