/** The contract of sign-in with a magic link. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { parse as parseCode, SignInCode } from "@latchkey/domain/magic-link/SignInCode"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { verifyPath } from "../core/BaseUrl.ts"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import * as RequestReader from "../core/RequestReader.ts"
import { EmailInput } from "../password/Credentials.ts"
import { SignInResponse } from "../session/SessionApi.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"

/**
 * Decodes a code as users type or paste it: ignores spaces and dashes, and accepts the digits of any script. Fails with
 * "must have six digits".
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

// The handler reads the token: what is wrong with a link differs for browsers and programs.
const TokenQuery = Schema.Struct({ token: Schema.optional(Schema.String), app: Schema.optional(Schema.String) })

const exampleToken = "uX3fq0Lh7WgJ2mZ9cTn4RkVbYs6DpEa1HxCo8NiQw5M"

const tokenParameter = {
  name: "token",
  in: "query",
  required: true,
  description: "The token of the link.",
  schema: { type: "string", examples: [exampleToken] }
}

const requestLink = Contract.endpoint(HttpApiEndpoint.post("requestMagicLink", "/v1/auth/sign-in/magic-link"), {
  summary: "Request a magic link",
  description:
    "Sends a magic link by email. The reply is the same whether or not there is an account. With `returnTo` the link opens a native client, and works for that client only.",
  security: SessionSecurity.optional,
  body: Contract.body(
    Schema.Struct({
      email: EmailInput,
      returnTo: Schema.optionalWith(Schema.String, { exact: true }).annotations({
        description: "For native clients: the app link that the email leads to, one of `tokenConfig.appLinks`."
      })
    }),
    "MagicLinkRequest",
    { email: "ada@example.com" }
  ),
  success: Ok,
  errors: ["magic_link_rate_limited", "magic_link_disabled"]
})

const verify = Contract.endpoint(HttpApiEndpoint.get("verifyMagicLink", verifyPath), {
  summary: "Open a magic link",
  description:
    "Signs in with a magic link. A browser that requested the link is signed in and redirected; any other browser gets a page with a button. The link of a native client has the parameter `app`, and leads a browser there.",
  security: SessionSecurity.optional,
  override: { parameters: [tokenParameter] },
  query: TokenQuery,
  success: SignInResponse,
  errors: ["forbidden_origin", "magic_link_rate_limited", "invalid_token", "magic_link_disabled"]
})

const verifyHead = Contract.endpoint(HttpApiEndpoint.head("headMagicLink", verifyPath), {
  summary: "Look at a magic link",
  description: "Does nothing, so that link previews do not consume the link.",
  success: HttpApiSchema.NoContent.annotations({ description: "The link still works." })
})

const confirm = Contract.endpoint(HttpApiEndpoint.post("confirmMagicLink", verifyPath), {
  summary: "Use a magic link",
  description: "Signs in with a magic link, from the button of the page or from a program. Takes a form or JSON.",
  security: SessionSecurity.optional,
  body: Contract.body(
    Schema.Struct({ token: Schema.String }),
    "MagicLinkToken",
    { token: exampleToken },
    { form: (fields, request) => Effect.map(RequestReader.presentedToken(fields, request), (token) => ({ token })) }
  ),
  success: SignInResponse,
  errors: ["magic_link_rate_limited", "invalid_token", "magic_link_disabled"]
})

const verifyCode = Contract.endpoint(HttpApiEndpoint.post("verifyMagicLinkCode", "/v1/auth/magic-link/verify-code"), {
  summary: "Use the code beside a magic link",
  description:
    "Signs in with the code of the newest email that the client requested. The request needs the `__client` cookie of that client. All other codes and links of the address end.",
  security: SessionSecurity.optional,
  body: Contract.body(Schema.Struct({ code: CodeInput }), "MagicLinkCode", { code: "492817" }),
  success: SignInResponse,
  errors: ["magic_link_rate_limited", "invalid_token", "magic_link_disabled", "magic_link_code_disabled"]
})

/**
 * `POST /v1/auth/sign-in/magic-link` requests a link. On `verifyPath`, `GET` opens one, `POST` uses one, and `HEAD`
 * does nothing. `POST /v1/auth/magic-link/verify-code` uses a code.
 */
export class MagicLinkApi extends Contract.group(
  "magicLink",
  { title: "Magic links", description: "Request magic links, and sign in with them or with the codes beside them." },
  {
    requestMagicLink: requestLink,
    verifyMagicLink: verify,
    headMagicLink: verifyHead,
    confirmMagicLink: confirm,
    verifyMagicLinkCode: verifyCode
  }
) {}
