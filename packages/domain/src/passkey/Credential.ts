/**
 * Credentials as browsers return them: the JSON forms of `PublicKeyCredential.toJSON()` (WebAuthn Level 3, 5.1). Only
 * the members that Latchkey uses; others are ignored.
 */
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { parse as parseToken, type Token } from "../core/Token.ts"

/** Bytes as base64url without padding, of at most `maxBytes`. */
const base64Url = (maxBytes: number) => {
  const maxLength = Math.ceil((maxBytes * 4) / 3)
  return Schema.String.pipe(
    Schema.pattern(/^[A-Za-z0-9_-]*$/, { message: () => "must be base64url without padding" }),
    Schema.maxLength(maxLength, { message: () => `must be at most ${maxLength} characters` })
  )
}

const nonEmpty = <A extends string>(schema: Schema.Schema<A>) =>
  schema.pipe(Schema.minLength(1, { message: () => "must not be empty" }))

/** The id of a credential, which the authenticator chooses: 1 to 1,023 bytes as base64url (WebAuthn Level 3, 4). */
export const CredentialId = nonEmpty(base64Url(1023)).pipe(Schema.brand("CredentialId"))
export type CredentialId = typeof CredentialId.Type

/** A public key in COSE form (RFC 9052, 7), as base64url. An RSA key of 4,096 bits has 540 bytes. */
export const CosePublicKey = nonEmpty(base64Url(1040)).pipe(Schema.brand("CosePublicKey"))
export type CosePublicKey = typeof CosePublicKey.Type

/**
 * What an authenticator stores for the account in the place of a name: 32 random bytes as base64url. It says nothing
 * about the user, and no other account has it.
 */
export const UserHandle = Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9_-]{43}$/), Schema.brand("UserHandle"))
export type UserHandle = typeof UserHandle.Type

/** How browsers reach an authenticator, such as `internal` or `hybrid`. Values that are not known are kept. */
export const Transport = Schema.String.pipe(
  Schema.pattern(/^[a-z0-9-]{1,32}$/, { message: () => "must be 1 to 32 lower-case letters, digits and hyphens" })
)

const clientDataJSON = nonEmpty(base64Url(4096))
const type = Schema.Literal("public-key")
const transports = Schema.Array(Transport).pipe(Schema.maxItems(16, { message: () => "must be at most 16" }))

/**
 * A credential that was just created: the registration response. `transports` is absent where a browser does not know
 * them.
 */
export const RegistrationCredential = Schema.Struct({
  id: CredentialId,
  rawId: CredentialId,
  type,
  response: Schema.Struct({
    clientDataJSON,
    attestationObject: nonEmpty(base64Url(16_384)),
    transports: Schema.optionalWith(transports, { exact: true, default: () => [] })
  })
})
export type RegistrationCredential = typeof RegistrationCredential.Type

/**
 * A credential that was just used: the authentication response. `userHandle` is absent or `null` if the authenticator
 * returns none.
 */
export const AuthenticationCredential = Schema.Struct({
  id: CredentialId,
  rawId: CredentialId,
  type,
  response: Schema.Struct({
    clientDataJSON,
    authenticatorData: nonEmpty(base64Url(4096)),
    signature: nonEmpty(base64Url(2048)),
    userHandle: Schema.optionalWith(Schema.NullOr(base64Url(64)), { exact: true })
  })
})
export type AuthenticationCredential = typeof AuthenticationCredential.Type

const decodeChallenge = Schema.decodeUnknownOption(Schema.parseJson(Schema.Struct({ challenge: Schema.String })))

/**
 * Reads the challenge that a credential answers, unchecked: whether Latchkey issued it, the store knows. Returns `None`
 * if there is none of 32 bytes.
 */
export const challengeOf = ({ response }: RegistrationCredential | AuthenticationCredential): Option.Option<Token> =>
  Option.flatMap(Either.getRight(Encoding.decodeBase64UrlString(response.clientDataJSON)), (json) =>
    Option.flatMap(decodeChallenge(json), ({ challenge }) => parseToken(challenge))
  )
