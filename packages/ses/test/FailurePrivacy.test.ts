import { inspect } from "node:util"
import * as SesMailer from "@latchkey/ses/SesMailer"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Endpoint from "./support/Endpoint.ts"
import { mail, options, secretAccessKey, token } from "./support/samples.ts"

const requestId = "0b8bd2c4-5a5c-4cd5-8a0c-6b1f0c0a7e11"

/** Everything that a log, a trace or a debugger shows of a failure. */
const shown = (cause: Cause.Cause<unknown>) => {
  const lines: Array<string> = []
  const logger = Logger.make((entry) => lines.push(Logger.jsonLogger.log(entry), Logger.logfmtLogger.log(entry)))
  Effect.runSync(Effect.logError("failed", cause).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger))))
  const error = Cause.squash(cause)
  return [...lines, Cause.pretty(cause), inspect(error, { depth: 20, showHidden: true }), JSON.stringify(error)].join(
    "\n"
  )
}

const failureAt = (answer: Endpoint.Answer) =>
  Effect.gen(function* () {
    const { url } = yield* Endpoint.make(answer)
    const mailer = yield* SesMailer.make(options(url))
    const exit = yield* Effect.exit(mailer.send(mail))
    return Exit.isFailure(exit) ? shown(exit.cause) : assert.fail("The mail was accepted")
  })

const words = `Not verified: ${mail.to}. ${mail.subject} ${token}`

/** Quotes the mail wherever a reply can. */
const quoting: Record<string, Endpoint.Answer> = {
  "in the message": Endpoint.refuse(400, "MessageRejected", words),
  "in fields of the body": (response) => {
    response
      .writeHead(400, { "x-amzn-errortype": "StrangeException" })
      .end(JSON.stringify({ message: words, code: token, mail: { to: mail.to }, $metadata: { requestId: token } }))
  },
  "as the exception's name": Endpoint.refuse(400, encodeURIComponent(`${mail.to} ${token}`)),
  "as the request's id": (response) =>
    response.writeHead(400, { "x-amzn-errortype": "MessageRejected", "x-amzn-requestid": token }).end("{}"),
  "on a page that is not JSON": (response) => response.writeHead(502).end(`<p>${words}</p>`),
  "in an answer that seems a success": (response) => response.writeHead(200).end(JSON.stringify({ mail: words }))
}

describe("What a failure tells", () => {
  for (const [where, answer] of Object.entries(quoting)) {
    it.scoped(`is neither the mail nor the secret, when SES quotes the mail ${where}`, () =>
      Effect.gen(function* () {
        const text = yield* failureAt(answer)
        for (const secret of [mail.to, encodeURIComponent(mail.to), token, "Café", secretAccessKey]) {
          assert.notInclude(text, secret)
        }
      })
    )
  }

  it.scoped("is enough to find the reason: the exception, the status, and the id of the request at AWS", () =>
    Effect.gen(function* () {
      const text = yield* failureAt((response) =>
        response.writeHead(400, { "x-amzn-errortype": "MessageRejected", "x-amzn-requestid": requestId }).end("{}")
      )
      assert.include(text, `MessageRejected, HTTP 400, request ${requestId}`)
    })
  )
})
