/** GitHub: OAuth 2.0, and an API of its own for who the user is. It has no ID tokens. */
import type {
  AuthorizationResponse,
  Connection,
  ProvidedUser,
  Visit
} from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { OutgoingFailed, type OutgoingRequests } from "@latchkey/outgoing/OutgoingRequests"
import { Misconfigured, NotVerified, ProviderError } from "./failures.ts"
import * as Library from "./library.ts"
import * as OpenId from "./openId.ts"
import * as Users from "./users.ts"

/** Returns the root of the API: of github.com, of a company's `ghe.com`, or of an Enterprise Server. */
export const apiOf = ({ issuer }: Pick<Connection, "issuer">): string => {
  const { host, protocol } = new URL(issuer)
  return host === "github.com" || host.endsWith(".ghe.com") ? `${protocol}//api.${host}` : `${issuer}/api/v3`
}

const metadataOf = ({ issuer }: Connection) => ({
  issuer,
  authorization_endpoint: `${issuer}/login/oauth/authorize`,
  token_endpoint: `${issuer}/login/oauth/access_token`,
  token_endpoint_auth_methods_supported: ["client_secret_post"]
})

const Tokens = Schema.Union(
  Schema.Struct({ error: Schema.String }),
  Schema.Struct({ access_token: Schema.NonEmptyString })
)

const User = Schema.Struct({
  id: Schema.Int.pipe(Schema.positive()),
  login: Schema.String,
  name: Schema.optional(Schema.NullOr(Schema.String))
})

const Emails = Schema.Array(Schema.Struct({ email: Schema.String, primary: Schema.Boolean, verified: Schema.Boolean }))

const decode = <A, I>(schema: Schema.Schema<A, I>, word: string) => {
  const decodeAs = Schema.decodeUnknown(schema)
  return (document: unknown) => Effect.mapError(decodeAs(document), () => new NotVerified(word))
}

const decodeTokens = decode(Tokens, "access_token")
const decodeUser = decode(User, "user")
const decodeEmails = decode(Emails, "emails")

/** GitHub's limits of requests have the status of a missing permission. */
const isLimited = ({ headers, status }: Library.Got) => status === 403 && headers["x-ratelimit-remaining"] === "0"

/** Makes the functions. */
export const make = (requests: OutgoingRequests) => {
  const get = (connection: Connection, accessToken: string, path: string) => {
    const url = `${apiOf(connection)}${path}`
    const headers = {
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
      authorization: `Bearer ${accessToken}`
    }
    return Effect.flatMap(Library.get(requests)({ pool: connection.issuer, url, headers }), (got) =>
      isLimited(got)
        ? new OutgoingFailed({ reason: "network", detail: `${new URL(url).hostname}: too many requests` })
        : Effect.succeed(got)
    )
  }

  /** Returns the address that GitHub has verified, unless the user or the app does not allow it to be read. */
  const emailOf = (connection: Connection, accessToken: string) =>
    Effect.flatMap(get(connection, accessToken, "/user/emails?per_page=100"), ({ json, status }) =>
      status >= 400
        ? Effect.succeedNone
        : Effect.map(decodeEmails(json), (emails) =>
            Option.fromNullable(emails.find(({ primary, verified }) => primary && verified)?.email)
          )
    )

  const authorizationUrl = (connection: Connection, visit: Visit): Effect.Effect<string, Misconfigured> => {
    const { authorization_endpoint } = metadataOf(connection)
    const parameters = OpenId.authorizationParameters(connection, visit, ["read:user", "user:email"])
    return requests.isAllowed(authorization_endpoint)
      ? Effect.succeed(OpenId.withParameters(authorization_endpoint, parameters))
      : Effect.fail(new Misconfigured("issuer"))
  }

  const exchange = (connection: Connection, response: AuthorizationResponse): Effect.Effect<ProvidedUser, unknown> =>
    Effect.gen(function* () {
      const metadata = metadataOf(connection)
      const replied = yield* OpenId.exchangeCode(requests, { connection, metadata, response })
      // GitHub says errors with the status of a success.
      const tokens = yield* Effect.flatMap(
        Library.process(() => replied.json()),
        decodeTokens
      )
      if ("error" in tokens) return yield* Effect.fail(new ProviderError(tokens.error))
      const { json, status } = yield* get(connection, tokens.access_token, "/user")
      if (status >= 400) return yield* Effect.fail(new NotVerified("user"))
      const user = yield* decodeUser(json)
      const email = yield* emailOf(connection, tokens.access_token)
      return {
        key: Users.keyOf(connection.issuer, String(user.id)),
        email,
        emailVerified: Option.isSome(email),
        hostedDomain: Option.none(),
        isDomainVerified: false,
        label: Users.labelOf([user.login, user.name]),
        amr: []
      }
    })

  return { authorizationUrl, exchange }
}
