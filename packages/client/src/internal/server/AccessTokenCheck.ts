import { LatchkeyError } from "../../LatchkeyError.ts"
import type { Ask, Unavailable } from "./Ask.ts"
import * as Es256 from "./Es256.ts"
import type { Log } from "./Log.ts"
import type { Settings } from "./Settings.ts"

/** Ten minutes: how long keys are used before they are fetched again. Latchkey publishes a key a day before its first use. */
const freshMillis = 600_000

/** An hour: how long keys are used while Latchkey cannot be asked. */
const usableMillis = 3_600_000

/** Thirty seconds: how often a key that is not known makes the keys be fetched again. */
const unknownMillis = 30_000

/** Five seconds: how much this server's clock may be ahead of Latchkey's. */
const clockToleranceSeconds = 5

/** 65,536: the most characters of a token that is looked at. */
const maxLength = 65_536

/**
 * What an access token says (RFC 9068), after its signature, type, issuer, audience and expiry were checked. It is of a
 * session, or of a personal access token, which has scopes and no session.
 */
export interface AccessToken {
  readonly userId: string
  readonly emailVerified: boolean
  readonly sessionId: string | undefined
  /** How the user has authenticated (RFC 8176). */
  readonly amr: ReadonlyArray<string> | undefined
  /** `aal1` or `aal2`. */
  readonly acr: string | undefined
  /** When the user authenticated, in seconds since 1970. */
  readonly authTime: number | undefined
  readonly scopes: ReadonlyArray<string> | undefined
  /** All claims, with those of `tokenConfig.claims`. */
  readonly claims: Readonly<Record<string, unknown>>
}

type Json = Readonly<Record<string, unknown>>

/** Makes the error of a token that does not work (RFC 6750, 3.1). */
export const invalidToken = (message: string): LatchkeyError =>
  new LatchkeyError("invalid_bearer_token", message, { challenge: 'Bearer error="invalid_token"' })

const wrong = () => invalidToken("The access token is wrong or expired.")

const decodeJson = (text: string): Json => JSON.parse(new TextDecoder().decode(Es256.decode(text)))

/** The claims of a token that Latchkey has signed. */
interface Signed extends Json {
  readonly sub: string
  readonly email_verified: boolean
  readonly sid?: string
  readonly amr?: ReadonlyArray<string>
  readonly acr?: string
  readonly auth_time?: number
  readonly scope?: string
}

const toAccessToken = (claims: Signed): AccessToken => ({
  userId: claims.sub,
  emailVerified: claims.email_verified,
  sessionId: claims.sid,
  amr: claims.amr,
  acr: claims.acr,
  authTime: claims.auth_time,
  scopes: claims.scope?.split(" ").filter(Boolean),
  claims
})

/** Returns `true` if the claims are of a token that works now. Otherwise says what they are. */
const isRight = (claims: Json, { audience, issuer }: Settings, { hint }: Log): boolean => {
  const { aud, exp, iss, sub } = claims as { readonly [name: string]: unknown }
  const isForNow = typeof exp === "number" && exp > Date.now() / 1000 - clockToleranceSeconds
  if (iss === issuer && [aud].flat().includes(audience) && isForNow) return typeof sub === "string" && sub !== ""
  hint(
    `an access token is not from ${issuer} (issuer), not for ${audience} (audience), or expired: ${JSON.stringify([iss, aud, exp])}.`
  )
  return false
}

type Keys = ReadonlyMap<string, CryptoKey>

const importKeys = async ({ keys }: Json): Promise<Keys> => {
  const usable = (keys as ReadonlyArray<JsonWebKey & { readonly kid: string }>).filter(
    ({ alg, kid, use }) => alg === "ES256" && use === "sig" && typeof kid === "string"
  )
  return new Map(await Promise.all(usable.map(async (key) => [key.kid, await Es256.importKey(key)] as const)))
}

/** Makes the function that finds a key by its id. Fetches the keys at most once at a time. */
const makeKeys = (ask: Ask, unavailable: Unavailable) => {
  let keys: Keys = new Map()
  let fetchedAt = 0
  let fetching: Promise<void> | undefined

  const fetchKeys = async () => {
    const { body, status } = await ask("GET", "/.well-known/jwks.json", {})
    const found = status === 200 ? await importKeys(body).catch(() => undefined) : undefined
    if (found === undefined) throw unavailable(`no keys of access tokens, status ${status}`)
    keys = found
    fetchedAt = Date.now()
  }

  const refresh = () => {
    fetching ??= fetchKeys().finally(() => {
      fetching = undefined
    })
    return fetching
  }

  return async (id: string): Promise<CryptoKey | undefined> => {
    const age = Date.now() - fetchedAt
    const known = keys.get(id)
    if (known === undefined ? age < unknownMillis : age < freshMillis) return known
    const refreshed = refresh()
    // No request waits for keys that are in use, and an outage takes none away.
    if (known !== undefined && age < usableMillis) {
      refreshed.catch(() => undefined)
      return known
    }
    await refreshed
    return keys.get(id)
  }
}

/** Makes the function that verifies access tokens. Rejects with `invalid_bearer_token`, or `latchkey_unavailable`. */
export const make = (settings: Settings, ask: Ask, unavailable: Unavailable, log: Log) => {
  const keyOf = makeKeys(ask, unavailable)

  const verify = async (token: string): Promise<AccessToken> => {
    const [head = "", payload = ""] = token.split(".")
    const { alg, crit, kid, typ } = decodeJson(head)
    if (alg !== "ES256" || crit !== undefined || typeof kid !== "string") throw wrong()
    if (typeof typ !== "string" || typ.toLowerCase().replace(/^application\//, "") !== "at+jwt") throw wrong()
    const claims = decodeJson(payload)
    // What is wrong anyway fetches no keys.
    if (!isRight(claims, settings, log)) throw wrong()
    const key = await keyOf(kid)
    if (key === undefined || !(await Es256.isSigned(key, token))) throw wrong()
    return toAccessToken(claims as Signed)
  }

  return async (token: string): Promise<AccessToken> => {
    if (token.length > maxLength) throw wrong()
    return verify(token).catch((error: unknown) => {
      throw error instanceof LatchkeyError ? error : wrong()
    })
  }
}
