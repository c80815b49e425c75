/** The settings of identity providers as the admin API and the dashboard receive them. */
import { IdentityProviderPatch, NewIdentityProvider } from "@latchkey/domain/operator/IdentityProviderSettings"
import * as Schema from "effect/Schema"

// Braces stand for a tenant.
const isUrl = (issuer: string) => URL.canParse(issuer.replace(/[{}]/g, ""))

/** Returns the issuer if it matches the domain's pattern but is not a valid URL. */
const invalidIssuer = ({ issuer }: { readonly issuer?: string }): ReadonlyArray<Schema.FilterIssue> =>
  issuer === undefined || isUrl(issuer) ? [] : [{ path: ["issuer"], message: "is not a valid URL" }]

/** Decodes the settings of a new identity provider. */
export const NewIdentityProviderInput = NewIdentityProvider.pipe(Schema.filter(invalidIssuer, { jsonSchema: {} }))

/** A change of an identity provider. */
export const IdentityProviderPatchInput = IdentityProviderPatch.pipe(Schema.filter(invalidIssuer, { jsonSchema: {} }))
