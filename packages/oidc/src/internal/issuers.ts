/** Issuers: most providers have one, and Microsoft has one for each tenant. */
import type { Connection } from "@latchkey/domain/identity-provider/IdentityProviderClient"

const template = "{tenantid}"

const tenantId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Settings = Pick<Connection, "issuer" | "kind">

/** Returns the URL below which the provider publishes its metadata. Microsoft has those of all tenants at `common`. */
export const discoveryBase = ({ issuer, kind }: Settings): URL =>
  new URL(kind === "microsoft" ? issuer.replace(template, "common") : issuer)

/** Returns whether the provider issues identities of several tenants. */
export const isShared = ({ issuer, kind }: Settings): boolean => kind === "microsoft" && issuer.includes(template)

/** Returns the issuer that a document names for a tenant. */
export const ofTenant = (issuer: string, tenant: string): string => issuer.replace(template, tenant)

/**
 * Returns the issuer that an ID token has to have, by its claims; `undefined` if it can have none. Google's may be
 * without `https://`, as its documentation says.
 */
export const expected = (settings: Settings, { iss, tid }: Readonly<Record<string, unknown>>): string | undefined => {
  const { issuer, kind } = settings
  if (isShared(settings)) return typeof tid === "string" && tenantId.test(tid) ? ofTenant(issuer, tid) : undefined
  return kind === "google" && iss === issuer.replace("https://", "") ? iss : issuer
}

/** Returns the issuer of the identity: that of the settings, with the tenant in its place. */
export const ofIdentity = (settings: Settings, claims: Readonly<Record<string, unknown>>): string =>
  isShared(settings) ? ofTenant(settings.issuer, String(claims["tid"])) : settings.issuer

/** Returns the issuer that the response of the authorization endpoint has to name, if it names one (RFC 9207). */
export const ofResponse = (settings: Settings, named: string | undefined): string => {
  const { issuer, kind } = settings
  if (named === undefined) return issuer
  if (isShared(settings)) {
    const [before = "", after = ""] = issuer.split(template)
    const tenant = named.slice(before.length, named.length - after.length)
    return tenantId.test(tenant) ? ofTenant(issuer, tenant) : issuer
  }
  return kind === "github" && named === `${issuer}/login/oauth` ? named : issuer
}
