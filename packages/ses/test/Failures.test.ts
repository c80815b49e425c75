import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import type { MailerError } from "@latchkey/domain/mail/MailErrors"
import * as SesErrors from "@latchkey/ses/SesErrors"
import * as SesMailer from "@latchkey/ses/SesMailer"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Endpoint from "@latchkey/test-support/ses/Endpoint"
import { awsEnvironment } from "@latchkey/test-support/ses/environment"
import { email, options, secretAccessKey, token } from "./support/samples.ts"

/** Sends an email to an endpoint that responds like that. Returns the exit, and the number of attempts. */
const exitOf = (respond: Endpoint.Respond) =>
  Effect.gen(function* () {
    const { requests, url } = yield* Endpoint.make(respond)
    const mailer = yield* SesMailer.make(options(url, { timeout: "1 second" }))
    const exit = yield* Effect.exit(mailer.send(email))
    return { exit, attempts: requests.length }
  })

const failureOf = (respond: Endpoint.Respond) =>
  Effect.gen(function* () {
    const { attempts, exit } = yield* exitOf(respond)
    return { error: yield* Effect.flip(exit), attempts }
  })

const causeOf = (error: MailerError) =>
  error.cause instanceof SesErrors.SesFailure ? error.cause : assert.fail("The cause is not a SesFailure")

const reply =
  (status: number, body: string, headers: Record<string, string> = {}): Endpoint.Respond =>
  (response) =>
    response.writeHead(status, headers).end(body)

const rejections = [
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

describe("A failure of SES", () => {
  for (const [reason, status, exception] of rejections) {
    it.scoped(`${status} ${exception} is ${reason}`, () =>
      Effect.gen(function* () {
        const { error, attempts } = yield* failureOf(Endpoint.reject(status, exception))
        assert.strictEqual(error.reason, reason)
        assert.strictEqual(causeOf(error).exception, exception)
        assert.strictEqual(Option.getOrNull(causeOf(error).status), status)
        if (reason === "permanent") assert.strictEqual(attempts, 1)
      })
    )
  }

  it.scoped("is classified by the exception in the body too", () =>
    Effect.gen(function* () {
      const { error } = yield* failureOf(reply(400, JSON.stringify({ __type: "com.amazonaws.sesv2#MessageRejected" })))
      assert.strictEqual(error.reason, "permanent")
    })
  )

  it.scoped("is not classified by any other field of the body", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ code: "ECONNRESET", name: "TimeoutError" })
      const { error } = yield* failureOf(reply(400, body, { "x-amzn-errortype": "MessageRejected" }))
      assert.strictEqual(error.reason, "permanent")
      assert.strictEqual(causeOf(error).exception, "MessageRejected")
    })
  )

  it.scoped("leads to exactly two attempts if it is transient", () =>
    Effect.gen(function* () {
      const { error, attempts } = yield* failureOf(reply(500, "oops"))
      assert.strictEqual(error.reason, "transient")
      assert.strictEqual(attempts, 2)
    })
  )

  it.scoped("is no failure if the second attempt is accepted", () =>
    Effect.gen(function* () {
      const { attempts, exit } = yield* exitOf((response, attempt) =>
        attempt === 1 ? response.writeHead(503).end() : Endpoint.accept(response, attempt)
      )
      assert.isTrue(Exit.isSuccess(exit))
      assert.strictEqual(attempts, 2)
    })
  )

  const unreadable: ReadonlyArray<readonly [string, Endpoint.Respond]> = [
    ["200 with half a body", reply(200, '{"Mess')],
    ["200 with another page", reply(200, "<html>Welcome to the WiFi</html>", { "content-type": "text/html" })],
    ["200 with an empty body", reply(200, "")],
    ["200 without a message id", reply(200, "{}")],
    ["403 of a proxy", reply(403, "<html>Forbidden</html>", { "content-type": "text/html" })],
    [
      "a connection that breaks within the body",
      (response) => {
        response.writeHead(200, { "content-length": "100" })
        response.write('{"MessageId"')
        setTimeout(() => response.destroy(), 50)
      }
    ],
    ["a connection that breaks before the response", (response) => response.destroy()]
  ]

  for (const [name, respond] of unreadable) {
    it.scoped(`is transient if it is unknown whether the email was sent: ${name}`, () =>
      Effect.gen(function* () {
        const { error } = yield* failureOf(respond)
        assert.strictEqual(error.reason, "transient")
      })
    )
  }

  it.scoped("is transient if only the clock made the signature wrong", () =>
    Effect.gen(function* () {
      const wrongDate = { "x-amzn-errortype": "InvalidSignatureException", date: "Tue, 01 Jan 2030 00:00:00 GMT" }
      const { error } = yield* failureOf(reply(403, JSON.stringify({ message: "Signature expired" }), wrongDate))
      assert.strictEqual(error.reason, "transient")
    })
  )

  it.scoped("is transient if no credentials can be loaded, and nothing is sent", () =>
    Effect.gen(function* () {
      yield* awsEnvironment({})
      const { requests, url } = yield* Endpoint.make(Endpoint.accept)
      const mailer = yield* SesMailer.make(options(url, { credentials: Option.none() }))
      const error = yield* Effect.flip(mailer.send(email))
      assert.strictEqual(error.reason, "transient")
      assert.strictEqual(causeOf(error).exception, "CredentialsProviderError")
      assert.lengthOf(requests, 0)
    })
  )

  it.scoped("is transient if the connection is refused", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.scoped(Endpoint.make(Endpoint.accept))
      const mailer = yield* SesMailer.make(options(url))
      const error = yield* Effect.flip(mailer.send(email))
      assert.strictEqual(error.reason, "transient")
      assert.strictEqual(causeOf(error).exception, "ECONNREFUSED")
    })
  )
})

const requestId = "0b8bd2c4-5a5c-4cd5-8a0c-6b1f0c0a7e11"

/** Returns everything that a log, a trace or a debugger shows of a failure. */
const shown = (cause: Cause.Cause<unknown>) => {
  const lines: Array<string> = []
  const logger = Logger.make((entry) => lines.push(Logger.jsonLogger.log(entry), Logger.logfmtLogger.log(entry)))
  Effect.runSync(Effect.logError("failed", cause).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger))))
  const error = Cause.squash(cause)
  return [...lines, Cause.pretty(cause), inspect(error, { depth: 20, showHidden: true }), JSON.stringify(error)].join(
    "\n"
  )
}

const shownFailureOf = (respond: Endpoint.Respond) =>
  Effect.map(exitOf(respond), ({ exit }) =>
    Exit.isFailure(exit) ? shown(exit.cause) : assert.fail("The email was accepted")
  )

const words = `Not verified: ${email.to}. ${email.subject} ${token}`

/** Responses that quote the email, wherever a response can. */
const quoting: Record<string, Endpoint.Respond> = {
  "in the message": Endpoint.reject(400, "MessageRejected", words),
  "in fields of the body": (response) => {
    response
      .writeHead(400, { "x-amzn-errortype": "StrangeException" })
      .end(JSON.stringify({ message: words, code: token, mail: { to: email.to }, $metadata: { requestId: token } }))
  },
  "as the name of the exception": Endpoint.reject(400, encodeURIComponent(`${email.to} ${token}`)),
  "as the id of the request": (response) =>
    response.writeHead(400, { "x-amzn-errortype": "MessageRejected", "x-amzn-requestid": token }).end("{}"),
  "on a page that is not JSON": (response) => response.writeHead(502).end(`<p>${words}</p>`),
  "in a response that looks successful": (response) => response.writeHead(200).end(JSON.stringify({ mail: words }))
}

describe("What a failure of SES shows", () => {
  for (const [where, respond] of Object.entries(quoting)) {
    it.scoped(`contains neither the email nor the access key, even if SES quotes the email ${where}`, () =>
      Effect.gen(function* () {
        const text = yield* shownFailureOf(respond)
        for (const privateText of [email.to, encodeURIComponent(email.to), token, "Café", secretAccessKey]) {
          assert.notInclude(text, privateText)
        }
      })
    )
  }

  it.scoped("is enough to find the reason: the exception, the status, and the id of the request at AWS", () =>
    Effect.gen(function* () {
      const text = yield* shownFailureOf((response) =>
        response.writeHead(400, { "x-amzn-errortype": "MessageRejected", "x-amzn-requestid": requestId }).end("{}")
      )
      assert.include(text, `MessageRejected, HTTP 400, request ${requestId}`)
    })
  )
})
