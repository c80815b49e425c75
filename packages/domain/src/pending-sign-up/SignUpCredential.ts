/** What a user has chosen to sign in with, before their address was verified. The account gets it. */
import * as Schema from "effect/Schema"
import { IdentityKey, IdentityLabel } from "../account/IdentityRepository.ts"
import { PasswordHash } from "../account/UserRepository.ts"

/** The hash of a password. */
const PasswordCredential = Schema.TaggedStruct("Password", { passwordHash: PasswordHash })

const IdentityCredential = Schema.TaggedStruct("Identity", {
  key: IdentityKey,
  label: Schema.OptionFromNullOr(IdentityLabel)
})
/** An account at an identity provider. */
export type IdentityCredential = typeof IdentityCredential.Type

/** Either of them. */
export const SignUpCredential = Schema.Union(PasswordCredential, IdentityCredential)
export type SignUpCredential = typeof SignUpCredential.Type
