/** `oidc-provider`, a certified OpenID provider, on a port of this machine. */
import { randomBytes } from "node:crypto"
import type { RequestListener } from "node:http"
import { exportJWK, type JWK } from "jose"
import type { CleanUp } from "../process/latchkey.ts"
import { sharedKey } from "./HostileProvider.ts"
import { type LocalServer, openLocalServer } from "./localServer.ts"
import { formOf, type SentBack, Visit } from "./visit.ts"

/** The claims of a user, such as `email`, `email_verified` and `name`. `sub` is their login, unless it is here. */
export type Claims = Readonly<Record<string, unknown>>

export interface Registration {
  readonly redirectUris: ReadonlyArray<string>
  /** `client_secret_basic` unless it says otherwise. `none`: a public client. */
  readonly authentication?: "client_secret_basic" | "client_secret_post" | "none"
  readonly clientId?: string
}

export interface RegisteredClient {
  readonly clientId: string
  /** Empty for a public client. */
  readonly clientSecret: string
}

export interface GoodProvider extends LocalServer {
  /** The same as `origin`. */
  readonly issuer: string
  /** The claims by login. A login that is not here has an unverified address: `<login>@example.com`. */
  readonly users: Map<string, Claims>
  /** The requests so far, such as `POST /token`. */
  readonly requests: ReadonlyArray<string>
  readonly register: (registration: Registration) => RegisteredClient
  /** Signs in and consents on the provider's own pages, as a browser does. Returns where they send the user back to. */
  readonly signIn: (url: string, login: string) => Promise<SentBack>
  /** Leaves the sign-in page by "Cancel". */
  readonly cancel: (url: string) => Promise<SentBack>
  /** Signs with a new key from now on, and publishes only that one. */
  readonly rotateKeys: () => Promise<void>
}

export interface Options {
  /** Where the email address is. `userinfo` is the standard's default for the code flow. */
  readonly emailIn?: "id_token" | "userinfo"
  readonly algorithm?: "RS256" | "ES256" | "Ed25519"
}

interface ProviderClass {
  new (issuer: string, configuration: object): { readonly callback: () => RequestListener }
}

/** The package has no types. It warns that its pages and its Node version are for development. */
const makeProvider = async (issuer: string, configuration: object): Promise<RequestListener> => {
  const { info, warn } = console
  console.info = console.warn = () => {}
  try {
    const name: string = "oidc-provider"
    const { Provider }: { readonly Provider: ProviderClass } = await import(name)
    return new Provider(issuer, configuration).callback()
  } finally {
    Object.assign(console, { info, warn })
  }
}

const newKey = async (alg: string): Promise<JWK> => {
  const { privateKey, publicJwk } = await sharedKey(alg)
  return { ...publicJwk, ...(await exportJWK(privateKey)) }
}

const metadataOf = (
  { authentication = "client_secret_basic", clientId, redirectUris }: Registration,
  alg: string
): Claims => ({
  client_id: clientId ?? `client-${randomBytes(8).toString("hex")}`,
  ...(authentication === "none" ? {} : { client_secret: randomBytes(32).toString("base64url") }),
  token_endpoint_auth_method: authentication,
  id_token_signed_response_alg: alg,
  redirect_uris: [...redirectUris],
  response_types: ["code"],
  grant_types: ["authorization_code"]
})

/** Keeps what `oidc-provider` stores: each of its models has one. */
class Store {
  readonly #records: Map<string, Claims>

  constructor(records: Map<string, Claims>) {
    this.#records = records
  }

  async upsert(id: string, record: Claims) {
    this.#records.set(id, record)
  }

  async find(id: string) {
    return this.#records.get(id)
  }

  async findByUid(uid: string) {
    return [...this.#records.values()].find((record) => record["uid"] === uid)
  }

  async consume(id: string) {
    const record = this.#records.get(id)
    if (record !== undefined) this.#records.set(id, { ...record, consumed: Math.floor(Date.now() / 1000) })
  }

  async destroy(id: string) {
    this.#records.delete(id)
  }

  async revokeByGrantId(grantId: string) {
    for (const [id, record] of this.#records) if (record["grantId"] === grantId) this.#records.delete(id)
  }
}

/** Starts the provider. `cleanUp` gets how to stop it. */
export const start = async (
  cleanUp: CleanUp,
  { algorithm = "RS256", emailIn = "userinfo" }: Options = {}
): Promise<GoodProvider> => {
  const users = new Map<string, Claims>()
  const clients = new Map<string, Claims>()
  const stores = new Map<string, Store>()
  const requests: Array<string> = []
  let handle: RequestListener = (_, response) => void response.writeHead(503).end()
  const server = await openLocalServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split("?", 1)[0]}`)
    return handle(request, response)
  }, cleanUp)

  // A rotation makes another provider with the same records.
  const adapter = (name: string) => {
    const store = stores.get(name) ?? new Store(name === "Client" ? clients : new Map())
    stores.set(name, store)
    return store
  }

  const rotateKeys = async () => {
    handle = await makeProvider(server.origin, {
      adapter,
      jwks: { keys: [await newKey(algorithm)] },
      cookies: { keys: ["a key that signs the cookies of a test"] },
      claims: {
        openid: ["sub"],
        email: ["email", "email_verified"],
        profile: ["name", "preferred_username"]
      },
      conformIdTokenClaims: emailIn === "userinfo",
      enabledJWA: { idTokenSigningAlgValues: [algorithm] },
      clientDefaults: { id_token_signed_response_alg: algorithm },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      findAccount: (_: unknown, login: string) => ({
        accountId: login,
        claims: () => ({
          sub: login,
          ...(users.get(login) ?? { email: `${login}@example.com`, email_verified: false })
        })
      })
    })
  }
  await rotateKeys()

  const signIn = async (url: string, login: string) => {
    const visit = new Visit()
    let page = await visit.open(url)
    while (typeof page === "string") {
      const { action, fields } = formOf(page)
      if (action === "") throw new Error(`The provider shows a page without a form: ${page.slice(0, 2000)}`)
      page = await visit.open(
        new URL(action, server.origin).href,
        new URLSearchParams(fields["prompt"] === "login" ? { ...fields, login, password: "any" } : fields)
      )
    }
    return page
  }

  const cancel = async (url: string) => {
    const visit = new Visit()
    const page = await visit.open(url)
    if (typeof page !== "string") return page
    const [, abort = ""] = /href="([^"]*\/abort)"/.exec(page) ?? []
    const sentBack = await visit.open(new URL(abort, server.origin).href)
    if (typeof sentBack === "string") throw new Error("The provider has not sent the user back")
    return sentBack
  }

  const register = (registration: Registration): RegisteredClient => {
    const metadata = metadataOf(registration, algorithm)
    const clientId = String(metadata["client_id"])
    clients.set(clientId, metadata)
    return { clientId, clientSecret: String(metadata["client_secret"] ?? "") }
  }

  return { ...server, issuer: server.origin, users, requests, register, signIn, cancel, rotateKeys }
}
