/** What a user has chosen to sign in with, before their address was verified. The account gets it. */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { IdentityKey, IdentityLabel } from "../account/IdentityRepository.ts"
import type { NewIdentity } from "./LinkIdentity.ts"
import { PasswordHash } from "../account/UserRepository.ts"

/**
 * The hash of a password, or an account at an identity provider. A hash is stored as by versions without identities, so
 * that either version completes the sign-ups of the other.
 */
export const SignUpCredential = Schema.Union(
  PasswordHash,
  Schema.Struct({ key: IdentityKey, label: Schema.OptionFromNullOr(IdentityLabel) })
)
export type SignUpCredential = typeof SignUpCredential.Type

/** Returns `true` for the hash of a password. */
export const isPassword = (credential: SignUpCredential): credential is PasswordHash => Redacted.isRedacted(credential)

/** Returns `true` for an account at an identity provider. */
export const isIdentity = (credential: SignUpCredential): credential is NewIdentity => !isPassword(credential)
