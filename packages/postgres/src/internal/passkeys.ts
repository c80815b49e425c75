import { CosePublicKey, CredentialId, UserHandle } from "@latchkey/domain/passkey/Credential"
import * as Schema from "effect/Schema"
import { Base64UrlFromBytes, Time } from "./columns.ts"

/** The handle that an account has in authenticators. */
export const userHandle = Schema.compose(Base64UrlFromBytes, UserHandle)

/** How the columns of a passkey of a user or an operator are decoded, where they differ from the fields. */
export const passkeyFields = {
  credentialId: Schema.compose(Base64UrlFromBytes, CredentialId),
  publicKey: Schema.compose(Base64UrlFromBytes, CosePublicKey),
  // As text: the driver returns a bigint as such, and a counter has 32 bits.
  signCount: Schema.NumberFromString,
  createdAt: Time,
  lastUsedAt: Schema.OptionFromNullOr(Time)
}

/** The columns that passkeys of users and of operators have, of the table `p`. */
export const passkeyColumns = `
    p.passkey_id AS "id", p.credential_id AS "credentialId", p.public_key AS "publicKey", p.rp_id AS "rpId",
    p.sign_count::text AS "signCount", p.transports, p.aaguid::text AS aaguid, p.backup_eligible AS "backupEligible",
    p.backed_up AS "backedUp", p.name, p.created_at AS "createdAt", p.last_used_at AS "lastUsedAt"`
