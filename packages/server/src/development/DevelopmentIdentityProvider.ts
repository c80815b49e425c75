/**
 * An identity provider to try out, at `/dev/identity-provider`: OpenID Connect with the authorization code flow and
 * PKCE. Its users say who they are. Only `latchkey dev` has it.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Email from "@latchkey/domain/core/Email"
import { type Fragment, html, redirect } from "@latchkey/http/core/Page"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import { hiddenFields } from "@latchkey/http/identity-provider/IdentityProviderPages"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as DevelopmentPage from "./DevelopmentPage.ts"

/** The path of the provider, and the end of its issuer. */
export const path = "/dev/identity-provider"

/** Its only client. It has no secret. */
export const clientId = "latchkey"

/** A visit, as the query of the page says. */
interface Visit {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly challenge: string
}

/** A user who has said who they are, until the code is exchanged. */
interface Grant extends Visit {
  readonly email: string
  readonly isVerified: boolean
  readonly expiresAt: number
}

const codeLifetime = 60_000
const maxGrants = 1000

const people = ["ada@example.com", "grace@example.com", "lin@example.com"]

const base64Url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url")

/** Makes a key, and what signs ID tokens with it: with ES256 (RFC 7518, 3.4). */
const makeSigner = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const key = { ...publicKey.export({ format: "jwk" }), kid: "development", alg: "ES256", use: "sig" }
  const toIdToken = (claims: object): string => {
    const text = `${base64Url({ alg: key.alg, kid: key.kid, typ: "JWT" })}.${base64Url(claims)}`
    const signature = sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" })
    return `${text}.${signature.toString("base64url")}`
  }
  return { key, toIdToken }
}

const readVisit = (values: URLSearchParams, isCallback: (url: string) => boolean): Option.Option<Visit> =>
  Option.all({
    redirectUri: Option.filter(RequestReader.single(values, "redirect_uri"), isCallback),
    state: RequestReader.single(values, "state"),
    nonce: RequestReader.single(values, "nonce"),
    challenge: RequestReader.single(values, "code_challenge")
  })

/** Returns where the user goes back to. `iss`: RFC 9207. */
const back = ({ redirectUri, state }: Visit, issuer: string, answer: Readonly<Record<string, string>>): string =>
  `${redirectUri}?${new URLSearchParams({ ...answer, state, iss: issuer })}`

const choose = (query: URLSearchParams, values: Readonly<Record<string, string>>): string =>
  `${path}/authorize?${new URLSearchParams({ ...Object.fromEntries(query), ...values })}`

const page = (query: URLSearchParams): Fragment => {
  const button = (email: string) =>
    html`<p><a class="button" href="${choose(query, { email, verified: "true" })}">${email}</a></p>`
  return html`<main>
<article>
<h2>Who are you?</h2>
<p>This provider is for development. It believes everyone, and only this machine has it.</p>
${people.map(button).reduce((all, one) => html`${all}${one}`, html``)}
</article>
<article>
<h2>Someone else</h2>
<form action="${path}/authorize">${hiddenFields(Object.fromEntries(query))}
<p><label>Email address <input name="email" type="email" required></label></p>
<p><label><input name="verified" type="checkbox" value="true" checked> The provider has verified it</label></p>
<p><button>Continue</button></p>
</form>
</article>
<article>
<p><a href="${choose(query, { cancel: "true" })}">Cancel</a></p>
</article>
</main>`
}

const json = (body: object, status = 200) =>
  HttpServerResponse.unsafeJson(body, { status, headers: { "cache-control": "no-store" } })

const invalidGrant = json({ error: "invalid_grant" }, 400)

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["ES256"],
  token_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  scopes_supported: ["openid", "email"],
  claims_supported: ["sub", "email", "email_verified"]
})

/** Forgets the oldest codes, so that their number is bounded. */
const makeGrants = () => {
  const grants = new Map<string, Grant>()
  const add = (grant: Grant): string => {
    const code = randomBytes(32).toString("base64url")
    grants.set(code, grant)
    for (const oldest of grants.keys()) {
      if (grants.size <= maxGrants) break
      grants.delete(oldest)
    }
    return code
  }
  /** Returns the grant of a code, once. */
  const take = (code: string): Grant | undefined => {
    const grant = grants.get(code)
    grants.delete(code)
    return grant
  }
  return { add, take }
}

/** What the routes need to know. `isAllowed`: whether a request may use the provider. */
interface Options {
  readonly baseUrl: string
  readonly isAllowed: (request: RequestReader.IncomingRequest) => boolean
}

/** The routes. Anyone who can reach the port can sign in as any user, so `serve` must not have them. */
export const layer = ({ baseUrl, isAllowed }: Options): Layer.Layer<never, never, HttpLayerRouter.HttpRouter> =>
  HttpLayerRouter.use((router) => {
    const issuer = `${baseUrl}${path}`
    const { add, take } = makeGrants()
    const { key, toIdToken } = makeSigner()
    const { port } = new URL(baseUrl)
    // Of every instance: they are at other hosts, on the same port.
    const isCallback = (url: string) =>
      URL.canParse(url) && new URL(url).port === port && new URL(url).pathname.endsWith("/identity-providers/callback")

    type Handler = (request: RequestReader.IncomingRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse>

    const route = (method: "GET" | "POST", name: string, handle: Handler) =>
      HttpLayerRouter.route(
        method,
        `${path}${name}` as `/${string}`,
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          isAllowed(request) ? handle(request) : Effect.succeed(DevelopmentPage.misdirected)
        )
      )

    const authorize: Handler = Effect.fnUntraced(function* (request) {
      const query = RequestReader.query(request)
      const found = readVisit(query, isCallback)
      if (Option.isNone(found)) return HttpServerResponse.text("Open this page from a sign-in page.\n", { status: 400 })
      const visit = found.value
      if (query.has("cancel")) return redirect(back(visit, issuer, { error: "access_denied" }))
      const email = Option.flatMap(RequestReader.single(query, "email"), (text) => Email.parse(text))
      if (Option.isNone(email))
        return DevelopmentPage.toResponse("Development provider", page(query), { allows: "form" })
      const expiresAt = (yield* Clock.currentTimeMillis) + codeLifetime
      const code = add({ ...visit, email: email.value, isVerified: query.get("verified") === "true", expiresAt })
      return redirect(back(visit, issuer, { code }))
    })

    const token: Handler = (request) =>
      Effect.gen(function* () {
        const form = yield* RequestReader.form(request)
        const now = yield* Clock.currentTimeMillis
        const grant = take(form.get("code") ?? "")
        const isValid =
          grant !== undefined &&
          now < grant.expiresAt &&
          form.get("client_id") === clientId &&
          form.get("redirect_uri") === grant.redirectUri &&
          sha256(form.get("code_verifier") ?? "") === grant.challenge
        if (!isValid) return invalidGrant
        const seconds = Math.floor(now / 1000)
        const idToken = toIdToken({
          iss: issuer,
          aud: clientId,
          sub: sha256(grant.email),
          iat: seconds,
          exp: seconds + 300,
          nonce: grant.nonce,
          email: grant.email,
          email_verified: grant.isVerified
        })
        return json({
          access_token: randomBytes(32).toString("base64url"),
          token_type: "Bearer",
          expires_in: 300,
          id_token: idToken
        })
      }).pipe(Effect.catchTag("Problem", () => Effect.succeed(json({ error: "invalid_request" }, 400))))

    return router.addAll([
      route("GET", "/.well-known/openid-configuration", () => Effect.succeed(json(metadata(issuer)))),
      route("GET", "/jwks", () => Effect.succeed(json({ keys: [key] }))),
      route("GET", "/authorize", authorize),
      route("POST", "/token", token)
    ])
  })
