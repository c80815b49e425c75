/** What an instance sets about tokens for programs and for APIs on other hosts. */
import * as Schema from "effect/Schema"
import { distinct } from "./internal/distinct.ts"

/** A scope (RFC 6749, 3.3): 1 to 100 visible ASCII characters without quotation marks and backslashes. */
export const TokenScope = Schema.String.pipe(
  Schema.pattern(/^[!#-[\]-~]{1,100}$/, {
    message: () => "must be 1 to 100 visible ASCII characters, without quotation marks and backslashes"
  })
)

/** An audience (RFC 7519, 4.1.3), such as the URL of an API: 1 to 200 visible ASCII characters. */
export const TokenAudience = Schema.String.pipe(
  Schema.pattern(/^[!-~]{1,200}$/, { message: () => "must be 1 to 200 visible ASCII characters" })
)

/** The claims of access tokens that Latchkey sets, or to which standards give a meaning (RFC 7519, 8693, 9068). */
const registered = [
  "acr",
  "act",
  "amr",
  "aud",
  "auth_time",
  "azp",
  "client_id",
  "cnf",
  "email",
  "email_verified",
  "exp",
  "iat",
  "iss",
  "jti",
  "may_act",
  "nbf",
  "nonce",
  "scope",
  "sid",
  "sub"
]

/** The name of a claim, which is the key of `metadata` that it is read from: 1 to 100 visible ASCII characters. */
export const ClaimName = Schema.String.pipe(
  Schema.pattern(/^[!-~]{1,100}$/, { message: () => "must be 1 to 100 visible ASCII characters" }),
  Schema.filter((name) => !registered.includes(name), {
    message: () => "must not be a claim that Latchkey sets, or that a standard defines",
    jsonSchema: { not: { enum: registered } }
  })
)

/**
 * An address at which a native client is opened: an `https` URL that it has claimed, or one with its own scheme, which
 * is a domain name in reverse, such as `com.example.app:/sign-in` (RFC 8252, 7.1 and 7.2). At most 200 characters,
 * without a query.
 */
export const AppLink = Schema.String.pipe(
  Schema.pattern(/^(?:https:\/\/[a-z0-9.-]+(?::[0-9]{1,5})?|[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:)\/[\w./~-]*$/, {
    message: () => "must be an https URL, or a URL of a scheme such as com.example.app, without a query"
  }),
  Schema.maxLength(200, { message: () => "must be at most 200 characters" })
)

const atMost = (count: number, noun: string) => ({ message: () => `must be at most ${count} ${noun}` })

/**
 * Tokens.
 *
 * - `appLinks`: where links and identity providers lead back to native clients, at most 20; none by default.
 * - `audiences`: the audiences of access tokens, which are the APIs that accept them, at most 100; none by default, so
 *   that there are no access tokens.
 * - `claims`: the keys of a user's `metadata` whose values access tokens have as claims, at most 20; none by default.
 * - `deviceSignIn`: whether users can sign in command lines and televisions with a code; off by default.
 * - `personalTokens`: whether users can create personal access tokens; off by default. With `false`, those that exist
 *   do not work.
 * - `scopes`: what personal access tokens can be limited to, at most 100; none by default.
 */
export const TokenConfig = Schema.Struct({
  appLinks: distinct(AppLink, "an app link").pipe(Schema.maxItems(20, atMost(20, "app links"))),
  audiences: distinct(TokenAudience, "an audience").pipe(Schema.maxItems(100, atMost(100, "audiences"))),
  claims: distinct(ClaimName, "a claim").pipe(Schema.maxItems(20, atMost(20, "claims"))),
  deviceSignIn: Schema.Boolean,
  personalTokens: Schema.Boolean,
  scopes: distinct(TokenScope, "a scope").pipe(Schema.maxItems(100, atMost(100, "scopes")))
})
export type TokenConfig = typeof TokenConfig.Type

/** The tokens of an instance that has set nothing about them: none. */
export const defaultTokenConfig: TokenConfig = {
  appLinks: [],
  audiences: [],
  claims: [],
  deviceSignIn: false,
  personalTokens: false,
  scopes: []
}
