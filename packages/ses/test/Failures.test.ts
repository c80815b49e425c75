import type { MailerError } from "@latchkey/domain/core/Errors"
import * as SesErrors from "@latchkey/ses/SesErrors"
import * as SesMailer from "@latchkey/ses/SesMailer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Endpoint from "./support/Endpoint.ts"
import { awsEnvironment } from "./support/environment.ts"
import { mail, options } from "./support/samples.ts"

const failureAt = (answer: Endpoint.Answer) =>
  Effect.gen(function* () {
    const { seen, url } = yield* Endpoint.make(answer)
    const mailer = yield* SesMailer.make(options(url, { timeout: "1 second" }))
    const error = yield* Effect.flip(mailer.send(mail))
    return { error, attempts: seen.length }
  })

const causeOf = (error: MailerError) =>
  error.cause instanceof SesErrors.SesFailure ? error.cause : assert.fail("The cause is not a SesFailure")

const reply =
  (status: number, body: string, headers: Record<string, string> = {}): Endpoint.Answer =>
  (response) =>
    response.writeHead(status, headers).end(body)

const refusals = [
  ["permanent", 400, "MessageRejected"],
  ["permanent", 400, "MailFromDomainNotVerifiedException"],
  ["permanent", 400, "BadRequestException"],
  ["permanent", 404, "NotFoundException"],
  ["permanent", 400, "AccountSuspendedException"],
  ["permanent", 403, "AccessDeniedException"],
  ["permanent", 403, "UnrecognizedClientException"],
  ["permanent", 403, "InvalidClientTokenId"],
  ["permanent", 403, "InvalidSignatureException"],
  ["permanent", 403, "SignatureDoesNotMatch"],
  ["permanent", 403, "MissingAuthenticationTokenException"],
  ["permanent", 400, "ValidationException"],
  ["transient", 400, "SendingPausedException"],
  ["transient", 429, "TooManyRequestsException"],
  ["transient", 400, "LimitExceededException"],
  ["transient", 400, "ThrottlingException"],
  ["transient", 403, "ExpiredTokenException"],
  ["transient", 500, "InternalServiceErrorException"],
  ["transient", 503, "ServiceUnavailable"],
  ["transient", 400, "SomethingNewException"]
] as const

describe("Failures of SES", () => {
  for (const [reason, status, exception] of refusals) {
    it.scoped(`${status} ${exception} is ${reason}`, () =>
      Effect.gen(function* () {
        const { error, attempts } = yield* failureAt(Endpoint.refuse(status, exception))
        assert.strictEqual(error.reason, reason)
        assert.strictEqual(causeOf(error).exception, exception)
        assert.strictEqual(Option.getOrNull(causeOf(error).status), status)
        if (reason === "permanent") assert.strictEqual(attempts, 1)
      })
    )
  }

  it.scoped("knows the exception from the body too", () =>
    Effect.gen(function* () {
      const { error } = yield* failureAt(reply(400, JSON.stringify({ __type: "com.amazonaws.sesv2#MessageRejected" })))
      assert.strictEqual(error.reason, "permanent")
    })
  )

  it.scoped("takes no other field of the body for the exception", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ code: "ECONNRESET", name: "TimeoutError" })
      const { error } = yield* failureAt(reply(400, body, { "x-amzn-errortype": "MessageRejected" }))
      assert.strictEqual(error.reason, "permanent")
      assert.strictEqual(causeOf(error).exception, "MessageRejected")
    })
  )

  it.scoped("tries twice what may pass, and no more", () =>
    Effect.gen(function* () {
      const { error, attempts } = yield* failureAt(reply(500, "oops"))
      assert.strictEqual(error.reason, "transient")
      assert.strictEqual(attempts, 2)
    })
  )

  it.scoped("does not fail when the second try is accepted", () =>
    Effect.gen(function* () {
      const { seen, url } = yield* Endpoint.make((response, attempt) =>
        attempt === 1 ? response.writeHead(503).end() : Endpoint.accept(response, attempt)
      )
      const mailer = yield* SesMailer.make(options(url))
      yield* mailer.send(mail)
      assert.lengthOf(seen, 2)
    })
  )

  const unreadable: ReadonlyArray<readonly [string, Endpoint.Answer]> = [
    ["200 with half a body", reply(200, '{"Mess')],
    ["200 with another page", reply(200, "<html>Welcome to the WiFi</html>", { "content-type": "text/html" })],
    ["200 with nothing", reply(200, "")],
    ["200 without a message id", reply(200, "{}")],
    ["403 of a proxy", reply(403, "<html>Forbidden</html>", { "content-type": "text/html" })],
    [
      "a connection that breaks in the middle of the body",
      (response) => {
        response.writeHead(200, { "content-length": "100" })
        response.write('{"MessageId"')
        setTimeout(() => response.destroy(), 50)
      }
    ],
    ["a connection that breaks before the answer", (response) => response.destroy()]
  ]

  for (const [name, answer] of unreadable) {
    it.scoped(`${name} is transient: nobody knows whether the mail went out`, () =>
      Effect.gen(function* () {
        const { error } = yield* failureAt(answer)
        assert.strictEqual(error.reason, "transient")
      })
    )
  }

  it.scoped("a signature that is wrong only because the clock was is transient", () =>
    Effect.gen(function* () {
      const wrongDate = { "x-amzn-errortype": "InvalidSignatureException", date: "Tue, 01 Jan 2030 00:00:00 GMT" }
      const { error } = yield* failureAt(reply(403, JSON.stringify({ message: "Signature expired" }), wrongDate))
      assert.strictEqual(error.reason, "transient")
    })
  )

  it.scoped("credentials that cannot be loaded are transient, and nothing is sent", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({})
      const { seen, url } = yield* Endpoint.make(Endpoint.accept)
      const mailer = yield* SesMailer.make(options(url, { credentials: Option.none() }))
      const error = yield* Effect.flip(mailer.send(mail))
      assert.strictEqual(error.reason, "transient")
      assert.strictEqual(causeOf(error).exception, "CredentialsProviderError")
      assert.lengthOf(seen, 0)
    })
  )

  it.scoped("a port where nobody listens is transient", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.scoped(Endpoint.make(Endpoint.accept))
      const mailer = yield* SesMailer.make(options(url))
      const error = yield* Effect.flip(mailer.send(mail))
      assert.strictEqual(error.reason, "transient")
      assert.strictEqual(causeOf(error).exception, "ECONNREFUSED")
    })
  )
})
