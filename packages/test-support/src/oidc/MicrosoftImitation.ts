/** An imitation of what Microsoft does in its own way: one issuer for all tenants, with the tenant in each ID token. */
import type { CleanUp } from "../process/latchkey.ts"
import * as HostileProvider from "./HostileProvider.ts"

export const tenant = "72f988bf-86f1-41af-91ab-2d7cd011db47"

/** The tenant of personal accounts. */
export const personalTenant = "9188040d-6c67-4c5b-b112-36a304b66dad"

/** Starts the imitation. Its issuer has `{tenantid}`, and its keys say which issuers they sign for. */
export const start = async (cleanUp: CleanUp): Promise<HostileProvider.HostileProvider> => {
  const provider = await HostileProvider.start(cleanUp, { path: "/{tenantid}/v2.0" })
  provider.user = { sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ", tid: tenant, email: "ada@contoso.com" }
  provider.lies = {
    metadata: ({ code_challenge_methods_supported: _, ...honest }) => ({
      ...honest,
      token_endpoint_auth_methods_supported: ["client_secret_post", "private_key_jwt", "client_secret_basic"],
      authorization_response_iss_parameter_supported: false
    }),
    sentBack: ({ iss: _, ...honest }) => honest,
    keys: (honest) => honest.map((jwk) => ({ ...jwk, issuer: provider.issuer })),
    claims: (honest) => ({ ...honest, iss: provider.issuer.replace("{tenantid}", String(honest["tid"])) })
  }
  return provider
}
