/**
 * An OpenID provider that does everything right, except for the lies that a test tells it. It shows no page: it sends
 * every user back immediately.
 */
import { createHash, randomBytes } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT
} from "jose"
import type { CleanUp } from "../process/latchkey.ts"
import { type LocalServer, openLocalServer } from "./localServer.ts"
import type { SentBack } from "./visit.ts"

export type Algorithm = "RS256" | "ES256" | "EdDSA"

type Json = Readonly<Record<string, unknown>>

/** A pair of keys. Without `kid` in the JWK and in the header, the key has no id. */
export interface SigningKey {
  readonly alg: string
  readonly privateKey: CryptoKey
  readonly publicJwk: JWK
}

/** Makes a pair of keys. `kid`: random, unless it is given. */
export const makeKey = async (alg: string, kid = randomBytes(8).toString("hex")): Promise<SigningKey> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), alg, use: "sig", kid } }
}

const shared = new Map<string, Promise<SigningKey>>()

/**
 * Returns a pair of keys with an id that no other has. The pair is the same for all providers of the process: making
 * one for RSA takes longer than a test.
 */
export const sharedKey = async (alg: string): Promise<SigningKey> => {
  const made = shared.get(alg) ?? makeKey(alg)
  shared.set(alg, made)
  const key = await made
  return { ...key, publicJwk: { ...key.publicJwk, kid: randomBytes(8).toString("hex") } }
}

/** A response of the provider: JSON, unless `body` is a text. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Json | ReadonlyArray<Json> | string
}

export interface TokenRequest {
  readonly form: URLSearchParams
  readonly authorization: string | undefined
}

/** No response, with the connection open. */
export const silence = Symbol("silence")

/** What differs from an honest provider. Each gets what the honest one would say. */
export interface Lies {
  readonly metadata?: (honest: Json) => Json
  readonly keys?: (honest: ReadonlyArray<JWK>) => ReadonlyArray<JWK>
  readonly claims?: (honest: JWTPayload) => JWTPayload
  readonly header?: (honest: JWTHeaderParameters) => JWTHeaderParameters
  /** The whole ID token. */
  readonly idToken?: (claims: JWTPayload) => Promise<string> | string
  readonly tokens?: (honest: Json) => Json
  readonly userInfo?: (honest: Json) => Json
  /** The parameters that the user is sent back with. */
  readonly sentBack?: (honest: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  /** Returns `true` for a client that the token endpoint knows. Without it, everyone is known. */
  readonly isKnown?: (request: TokenRequest) => boolean | Promise<boolean>
  /** A response in the place of the honest one, by path. With `silence` the test answers, or the provider never does. */
  readonly replies?: (path: string, response: ServerResponse) => Reply | typeof silence | undefined
}

interface Grant {
  readonly parameters: URLSearchParams
  isUsed: boolean
}

export interface HostileProvider extends LocalServer {
  readonly issuer: string
  readonly keys: Readonly<Record<Algorithm, SigningKey>>
  /** Which key signs. */
  algorithm: Algorithm
  /** The claims about the user, beside those that belong to the visit. */
  user: JWTPayload
  lies: Lies
  /** The requests so far, such as `POST /token`. */
  readonly requests: ReadonlyArray<string>
  /** The token requests so far. */
  readonly tokenRequests: ReadonlyArray<TokenRequest>
  /** Goes to an authorization URL. Returns what the user is sent back with. */
  readonly signIn: (url: string) => SentBack
  /** Signs an ID token for a client, as native SDKs get it. */
  readonly idToken: (claims: JWTPayload) => Promise<string>
}

const now = () => Math.floor(Date.now() / 1000)

const send = (response: ServerResponse, { body, headers = {}, status = 200 }: Reply) => {
  const isText = typeof body === "string"
  response.writeHead(status, { "content-type": isText ? "text/html" : "application/json", ...headers })
  response.end(isText ? body : JSON.stringify(body))
}

const error = (error: string, status = 400): Reply => ({ status, body: { error } })

const escapeHtml = (value: string) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")

/** The page of `response_mode=form_post`: with a button, for a browser without scripts. */
const formPost = ({ parameters, url }: SentBack): Reply => ({
  body: `<!doctype html><title>Sign in</title><form method="post" action="${escapeHtml(url)}">${Object.entries(
    parameters
  )
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("")}<button>Continue</button></form><script>document.forms[0].submit()</script>`
})

/** Starts the provider. `cleanUp` gets how to stop it. `path`: of the issuer. */
export const start = async (cleanUp: CleanUp, { path = "" } = {}): Promise<HostileProvider> => {
  const grants = new Map<string, Grant>()
  const requests: Array<string> = []
  const tokenRequests: Array<TokenRequest> = []
  const keys = { RS256: await sharedKey("RS256"), ES256: await sharedKey("ES256"), EdDSA: await sharedKey("EdDSA") }
  const server = await openLocalServer((request, response) => {
    // What the lie of a test throws.
    respond(request, response).catch(() => response.destroy())
  }, cleanUp)
  const { origin } = server

  const metadata = (): Json => ({
    issuer: provider.issuer,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    userinfo_endpoint: `${origin}/userinfo`,
    jwks_uri: `${origin}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: Object.keys(keys),
    scopes_supported: ["openid", "email"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true
  })

  const signed = async (claims: JWTPayload) => {
    const { lies } = provider
    const told = lies.claims?.(claims) ?? claims
    if (lies.idToken !== undefined) return lies.idToken(told)
    const { alg, privateKey, publicJwk } = provider.keys[provider.algorithm]
    const header = { alg, ...(publicJwk.kid === undefined ? {} : { kid: publicJwk.kid }) }
    return new SignJWT(told).setProtectedHeader(lies.header?.(header) ?? header).sign(privateKey)
  }

  const idToken = (claims: JWTPayload) =>
    signed({ iss: provider.issuer, iat: now(), exp: now() + 300, ...provider.user, ...claims })

  const token = async (request: TokenRequest): Promise<Reply> => {
    tokenRequests.push(request)
    const { form } = request
    if (!((await provider.lies.isKnown?.(request)) ?? true)) return error("invalid_client", 401)
    const grant = grants.get(form.get("code") ?? "")
    const verifier = form.get("code_verifier") ?? ""
    const challenge = createHash("sha256").update(verifier).digest("base64url")
    if (grant === undefined || grant.isUsed || challenge !== grant.parameters.get("code_challenge"))
      return error("invalid_grant")
    if (form.get("redirect_uri") !== grant.parameters.get("redirect_uri")) return error("invalid_grant")
    grant.isUsed = true
    const aud = grant.parameters.get("client_id") ?? ""
    const nonce = grant.parameters.get("nonce") ?? ""
    const honest = {
      access_token: randomBytes(16).toString("base64url"),
      token_type: "Bearer",
      expires_in: 300,
      id_token: await idToken({ aud, nonce })
    }
    return { body: provider.lies.tokens?.(honest) ?? honest }
  }

  const signIn = (url: string): SentBack => {
    const parameters = new URL(url).searchParams
    const code = randomBytes(16).toString("base64url")
    grants.set(code, { parameters, isUsed: false })
    const honest = { code, state: parameters.get("state") ?? "", iss: provider.issuer }
    const told = provider.lies.sentBack?.(honest) ?? honest
    const redirectUri = new URL(parameters.get("redirect_uri") ?? "")
    if (parameters.get("response_mode") === "form_post")
      return { method: "POST", url: redirectUri.href, parameters: told }
    for (const [name, value] of Object.entries(told)) redirectUri.searchParams.append(name, value)
    return { method: "GET", url: redirectUri.href, parameters: told }
  }

  const replyTo = async (request: IncomingMessage, path: string): Promise<Reply> => {
    const { lies } = provider
    if (path.endsWith("/.well-known/openid-configuration")) {
      return { body: lies.metadata?.(metadata()) ?? metadata() }
    }
    if (path === "/jwks") {
      const honest = Object.values(provider.keys).map(({ publicJwk }) => publicJwk)
      return { body: { keys: lies.keys?.(honest) ?? honest } }
    }
    if (path === "/token") {
      const form = new URLSearchParams(await text(request))
      return token({ form, authorization: request.headers.authorization })
    }
    if (path === "/userinfo") return { body: lies.userInfo?.({ ...provider.user }) ?? { ...provider.user } }
    if (path !== "/authorize") return { status: 404, body: "Not found" }
    const sentBack = signIn(new URL(request.url ?? "", origin).href)
    return sentBack.method === "POST"
      ? formPost(sentBack)
      : { status: 303, headers: { location: sentBack.url }, body: "" }
  }

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const [path = ""] = request.url?.split("?", 1) ?? []
    requests.push(`${request.method} ${path}`)
    const lie = provider.lies.replies?.(path, response)
    if (lie !== silence) send(response, lie ?? (await replyTo(request, path)))
  }

  const provider: HostileProvider = {
    ...server,
    issuer: `${origin}${path}`,
    keys,
    algorithm: "RS256",
    user: { sub: "user-1", email: "ada@example.com", email_verified: true },
    lies: {},
    requests,
    tokenRequests,
    signIn,
    idToken
  }
  return provider
}
