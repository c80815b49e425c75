/**
 * The contract of sign-in with a magic link.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { verifyPath } from "../core/BaseUrl.ts"
import { wire } from "../core/JsonEndpoint.ts"
import { Ok } from "../core/Ok.ts"
import * as Problem from "../core/Problem.ts"
import * as RequestReader from "../core/RequestReader.ts"
import { EmailInput } from "../password/Credentials.ts"
import { SessionResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

/** Requesting a magic link: the email address. @since 0.1.0 */
export const RequestLink = { payload: Schema.Struct({ email: EmailInput }), success: Ok }

/** Using a magic link: its token, as JSON or from the form of the page. @since 0.1.0 */
export const VerifyLink = {
  payload: Schema.Struct({ token: Schema.String }),
  success: SessionResponse,
  mediaTypes: [RequestReader.jsonType, RequestReader.formType]
}

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

/**
 * `POST /v1/auth/sign-in/magic-link` requests a link. On `verifyPath`, `GET` opens one, `POST` uses one, and `HEAD`
 * does nothing.
 *
 * @since 0.1.0
 */
export class MagicLinkApi extends HttpApiGroup.make("magicLink")
  .add(requestLink)
  .add(verify)
  .add(verifyHead)
  .add(confirm)
  .addError(Problem.NotFound)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Magic links")
  .annotate(OpenApi.Description, "Request magic links and sign in with them.") {}
