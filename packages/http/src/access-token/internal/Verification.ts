import * as Option from "effect/Option"
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose"

/** Five seconds: how much the clock of a verifier may be ahead of Latchkey's. */
const clockToleranceSeconds = 5

/** 65,536: the most characters of a token that is looked at. */
const maxLength = 64 * 1024

const headerOf = Option.liftThrowable(decodeProtectedHeader)

/** Returns the id of the key that a token names (RFC 7515, 4.1.4). */
export const keyIdOf = (token: string): Option.Option<string> =>
  token.length > maxLength ? Option.none() : Option.flatMapNullable(headerOf(token), ({ kid }) => kid)

/** What a token must be, and the keys that verify it. */
export interface Expected {
  readonly issuer: string
  readonly audience: string
  readonly keys: JWTVerifyGetKey
}

/** Returns the claims of an access token (RFC 9068, 4), or rejects with an error of `jose`. */
export const verify = async (
  { audience, issuer, keys }: Expected,
  token: string,
  currentDate: Date
): Promise<JWTPayload> => {
  if (token.length > maxLength) throw new errors.JWTInvalid("The token is too long")
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience,
    currentDate,
    algorithms: ["ES256"],
    typ: "at+jwt",
    requiredClaims: ["exp", "sub"],
    clockTolerance: clockToleranceSeconds
  })
  return payload
}

// What `jose` says of the response of a key server, and not of a token.
const outages: ReadonlyArray<string> = [errors.JOSEError.code, errors.JWKSInvalid.code, errors.JWKSTimeout.code]

/** Returns `true` if the keys could not be fetched or read: that says nothing about the token. */
export const isOutage = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) || outages.includes(error.code)
