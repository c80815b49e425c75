/**
 * The contract of sign-in with a magic link.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import { parse as parseCode, SignInCode } from "@latchkey/domain/magic-link/SignInCode"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { verifyPath } from "../core/BaseUrl.ts"
import { wire } from "../core/JsonEndpoint.ts"
import { Ok } from "../core/Ok.ts"
import * as Problem from "../core/Problem.ts"
import * as RequestReader from "../core/RequestReader.ts"
import { EmailInput } from "../password/Credentials.ts"
import { SignInResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

/** Requesting a magic link: the email address. @since 0.1.0 */
export const RequestLink = { payload: Schema.Struct({ email: EmailInput }), success: Ok }

/** Using a magic link: its token, as JSON or from the form of the page. @since 0.1.0 */
export const VerifyLink = {
  payload: Schema.Struct({ token: Schema.String }),
  success: SignInResponse,
  mediaTypes: [RequestReader.jsonType, RequestReader.formType]
}

/**
 * Decodes a code as users type or paste it: ignores spaces and dashes, and accepts the digits of any script. Fails with
 * "must have six digits".
 *
 * @since 0.1.0
 */
export const CodeInput: Schema.Schema<SignInCode, string> = Schema.transformOrFail(
  Schema.String.annotations({
    description: "The six digits of the code. Spaces and dashes are ignored.",
    examples: ["492817"]
  }),
  Schema.typeSchema(SignInCode),
  {
    strict: true,
    decode: (text, _, ast) =>
      Either.fromOption(parseCode(text), () => new ParseResult.Type(ast, undefined, "must have six digits")),
    encode: (code) => ParseResult.succeed(code)
  }
)

/** Using the code beside a magic link. @since 0.1.0 */
export const VerifyCode = { payload: Schema.Struct({ code: CodeInput }), success: SignInResponse }

// Lenient, because the handler reports what is wrong with the query in the same words as every other problem.
const TokenQuery = Schema.Struct({
  token: Schema.optional(Schema.Union(Schema.String, Schema.Array(Schema.String)))
})

const exampleToken = "uX3fq0Lh7WgJ2mZ9cTn4RkVbYs6DpEa1HxCo8NiQw5M"

const tokenParameter = {
  name: "token",
  in: "query",
  required: true,
  description: "The token of the link.",
  schema: { type: "string", examples: [exampleToken] }
}

const requestLink = HttpApiEndpoint.post("requestMagicLink", "/v1/auth/sign-in/magic-link")
  .setPayload(wire(RequestLink, "MagicLinkRequest", { email: "ada@example.com" }))
  .addSuccess(RequestLink.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.MagicLinkRateLimited)
  .addError(Problem.MagicLinkDisabled)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .annotate(OpenApi.Override, { security: SessionSecurity.optional })
  .annotate(OpenApi.Summary, "Request a magic link")
  .annotate(
    OpenApi.Description,
    "Sends a magic link by email. The reply is the same whether or not there is an account."
  )

const verify = HttpApiEndpoint.get("verifyMagicLink", verifyPath)
  .setUrlParams(TokenQuery)
  .annotate(OpenApi.Override, { parameters: [tokenParameter], security: SessionSecurity.optional })
  .addSuccess(VerifyLink.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.MagicLinkRateLimited)
  .addError(Problem.InvalidToken)
  .addError(Problem.MagicLinkDisabled)
  .addError(Problem.ForbiddenOrigin)
  .annotate(OpenApi.Summary, "Open a magic link")
  .annotate(
    OpenApi.Description,
    "Signs in with a magic link. A browser that requested the link is signed in and redirected; any other browser gets a page with a button."
  )

const verifyHead = HttpApiEndpoint.head("headMagicLink", verifyPath)
  .addSuccess(HttpApiSchema.NoContent.annotations({ description: "The link still works." }))
  .annotate(OpenApi.Summary, "Look at a magic link")
  .annotate(OpenApi.Description, "Does nothing, so that link previews do not consume the link.")

const confirm = HttpApiEndpoint.post("confirmMagicLink", verifyPath)
  .setPayload(wire(VerifyLink, "MagicLinkToken", { token: exampleToken }))
  .addSuccess(VerifyLink.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.MagicLinkRateLimited)
  .addError(Problem.InvalidToken)
  .addError(Problem.MagicLinkDisabled)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .annotate(OpenApi.Override, { security: SessionSecurity.optional })
  .annotate(OpenApi.Summary, "Use a magic link")
  .annotate(
    OpenApi.Description,
    "Signs in with a magic link, from the button of the page or from a program. Takes a form or JSON."
  )

const verifyCode = HttpApiEndpoint.post("verifyMagicLinkCode", "/v1/auth/magic-link/verify-code")
  .setPayload(wire(VerifyCode, "MagicLinkCode", { code: "492817" }))
  .addSuccess(VerifyCode.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.MagicLinkRateLimited)
  .addError(Problem.InvalidToken)
  .addError(Problem.MagicLinkDisabled)
  .addError(Problem.MagicLinkCodeDisabled)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .annotate(OpenApi.Override, { security: SessionSecurity.optional })
  .annotate(OpenApi.Summary, "Use the code beside a magic link")
  .annotate(
    OpenApi.Description,
    "Signs in with the code of the newest email that the client requested. The request needs the `__client` cookie of that client. All other codes and links of the address end."
  )

/**
 * `POST /v1/auth/sign-in/magic-link` requests a link. On `verifyPath`, `GET` opens one, `POST` uses one, and `HEAD`
 * does nothing. `POST /v1/auth/magic-link/verify-code` uses a code.
 *
 * @since 0.1.0
 */
export class MagicLinkApi extends HttpApiGroup.make("magicLink")
  .add(requestLink)
  .add(verify)
  .add(verifyHead)
  .add(confirm)
  .add(verifyCode)
  .addError(Problem.NotFound)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Magic links")
  .annotate(OpenApi.Description, "Request magic links, and sign in with them or with the codes beside them.") {}
