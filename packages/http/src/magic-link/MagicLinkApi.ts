/**
 * The contract of sign-in by magic link.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { Ok, SignedIn } from "../password/PasswordApi.ts"
import * as Problem from "../core/Problem.ts"

/** Where a link leads, on the origin of its instance and below the prefix, if there is one. @since 0.1.0 */
export const verifyPath = "/v1/auth/magic-link/verify"

const MagicLinkPayload = Schema.Struct({
  email: Schema.String.annotations({ format: "email", examples: ["ada@example.com"] })
}).annotations({ identifier: "MagicLinkPayload" })

const TokenPayload = Schema.Struct({ token: Schema.String }).annotations({ identifier: "TokenPayload" })

// Lenient on purpose: the handler says what is wrong with the query, in the words of all other problems.
const TokenQuery = Schema.Struct({
  token: Schema.optional(Schema.Union(Schema.String, Schema.Array(Schema.String)))
})

const tokenParameter = { name: "token", in: "query", required: true, schema: { type: "string" } }

const request = HttpApiEndpoint.post("requestMagicLink", "/v1/auth/sign-in/magic-link")
  .setPayload(MagicLinkPayload)
  .addSuccess(Ok)
  .addError(Problem.MagicLinkDisabled)
  .addError(Problem.MagicLinkRateLimited)
  .annotate(OpenApi.Description, "Asks for a link by mail. The answer is the same whether or not there is an account.")

const verify = HttpApiEndpoint.get("verifyMagicLink", verifyPath)
  .setUrlParams(TokenQuery)
  .annotate(OpenApi.Transform, (operation) => ({ ...operation, parameters: [tokenParameter] }))
  .addSuccess(SignedIn)
  .addError(Problem.InvalidToken)
  .addError(Problem.MagicLinkDisabled)
  .addError(Problem.MagicLinkRateLimited)
  .annotate(
    OpenApi.Description,
    "Signs in with a link. A browser that follows one is signed in and sent on if it asked for the link itself; any other gets a page with a button."
  )

const verifyHead = HttpApiEndpoint.head("headMagicLink", verifyPath)
  .addSuccess(HttpApiSchema.NoContent)
  .annotate(OpenApi.Description, "Does nothing: what looks at a link does not use it.")

const confirm = HttpApiEndpoint.post("confirmMagicLink", verifyPath)
  .setPayload(TokenPayload)
  .addSuccess(SignedIn)
  .addError(Problem.InvalidToken)
  .addError(Problem.MagicLinkDisabled)
  .addError(Problem.MagicLinkRateLimited)
  .annotate(OpenApi.Description, "Signs in with a link, by the button of the page. Takes a form or JSON.")

/**
 * `POST /v1/auth/sign-in/magic-link` asks for a link. `GET` of `verifyPath` follows one, `POST` uses it by the button
 * of the page or from a program, and `HEAD` does nothing.
 *
 * @since 0.1.0
 */
export class MagicLinkApi extends HttpApiGroup.make("magicLink")
  .add(request)
  .add(verify)
  .add(verifyHead)
  .add(confirm)
  .addError(Problem.InvalidRequest)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Magic links") {}
