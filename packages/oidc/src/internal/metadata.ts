/** What a provider publishes about itself: its metadata (OpenID Connect Discovery 1.0) and its keys (RFC 7517). */
import type { Connection } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as Effect from "effect/Effect"
import * as oauth from "oauth4webapi"
import type { OutgoingRequests } from "@latchkey/outgoing/OutgoingRequests"
import { Misconfigured, NotVerified } from "./failures.ts"
import * as Issuers from "./issuers.ts"
import * as Library from "./library.ts"
import * as Published from "./published.ts"

export type Metadata = oauth.AuthorizationServer

type Json = Readonly<Record<string, unknown>>

/** Keys as JWKs. */
export interface KeySet {
  readonly keys: ReadonlyArray<Json>
}

/** The metadata are of another issuer than the settings say. `actual`: what they name. */
export class IssuerMismatch extends Misconfigured {
  readonly actual: string

  constructor(actual: string) {
    super("issuer")
    this.actual = actual
  }
}

/** What a provider publishes, fetched or kept. */
export interface Sources {
  readonly metadata: (connection: Connection) => Effect.Effect<Metadata, unknown>
  readonly keys: (connection: Connection, metadata: Metadata) => Effect.Effect<KeySet, unknown>
  /** Returns the keys as they are now, if one fetch a minute allows it, and otherwise those that are kept. */
  readonly newKeys: (connection: Connection, metadata: Metadata) => Effect.Effect<KeySet, unknown>
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

/** Fetches the metadata. Their issuer has to be equal: the library would ignore a slash at its end. */
export const fetchMetadata = (requests: OutgoingRequests, connection: Connection): Effect.Effect<Metadata, unknown> =>
  Library.make(requests)(connection.issuer, async (transport) => {
    const response = await oauth.discoveryRequest(Issuers.discoveryBase(connection), transport)
    if (response.status === 200) {
      const published: unknown = await response.clone().json()
      const issuer = isObject(published) ? published["issuer"] : undefined
      if (typeof issuer === "string" && issuer !== connection.issuer) throw new IssuerMismatch(issuer)
    }
    return oauth.processDiscoveryResponse(new URL(connection.issuer), response)
  })

/** Fetches the keys. */
export const fetchKeys = (
  requests: OutgoingRequests,
  { issuer }: Connection,
  { jwks_uri }: Metadata
): Effect.Effect<KeySet, unknown> =>
  Effect.gen(function* () {
    if (typeof jwks_uri !== "string") return yield* Effect.fail(new Misconfigured("jwks_uri"))
    const got = yield* Library.get(requests)({ pool: issuer, url: jwks_uri })
    const document = yield* Library.succeeded(jwks_uri, got)
    const keys = isObject(document) ? document["keys"] : undefined
    if (!Array.isArray(keys)) return yield* Effect.fail(new NotVerified("keys"))
    return { keys: keys.filter(isObject) }
  })

interface OfKeys {
  readonly connection: Connection
  readonly metadata: Metadata
}

/** Makes the sources, which keep nothing yet. */
export const make = (requests: OutgoingRequests): Sources => {
  const metadata = Published.make<Connection, Metadata>(
    ({ issuer, kind }) => `${kind} ${issuer}`,
    (connection) => fetchMetadata(requests, connection)
  )
  const keys = Published.make<OfKeys, KeySet>(
    ({ connection: { issuer, kind } }) => `${kind} ${issuer}`,
    ({ connection, metadata }) => fetchKeys(requests, connection, metadata)
  )
  return {
    metadata: metadata.get,
    keys: (connection, metadata) => keys.get({ connection, metadata }),
    newKeys: (connection, metadata) => keys.renew({ connection, metadata })
  }
}
