/** An imitation of what Apple does in its own way: `form_post`, a signed client secret, and booleans that are texts. */
import { exportPKCS8, generateKeyPair, jwtVerify } from "jose"
import type { CleanUp } from "../process/latchkey.ts"
import * as HostileProvider from "./HostileProvider.ts"

export interface AppleImitation {
  readonly provider: HostileProvider.HostileProvider
  readonly clientId: string
  readonly teamId: string
  readonly keyId: string
  /** The private key of the client secrets, as PEM. */
  readonly privateKey: string
}

/** Starts the imitation, which knows the client only by a secret that Apple would accept. */
export const start = async (cleanUp: CleanUp): Promise<AppleImitation> => {
  const provider = await HostileProvider.start(cleanUp)
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true })
  const clientId = "com.example.web"
  const teamId = "TEAM123456"
  const keyId = "KEY1234567"
  provider.user = {
    sub: "001234.abcdef.0123",
    email: "k2x9@privaterelay.appleid.com",
    email_verified: "true",
    is_private_email: "true"
  }
  provider.lies = {
    metadata: ({ userinfo_endpoint: _, code_challenge_methods_supported: __, ...honest }) => ({
      ...honest,
      id_token_signing_alg_values_supported: ["RS256"],
      response_modes_supported: ["query", "fragment", "form_post"],
      token_endpoint_auth_methods_supported: ["client_secret_post"],
      authorization_response_iss_parameter_supported: false
    }),
    sentBack: ({ iss: _, ...honest }) => ({ ...honest, user: '{"name":{"firstName":"Ada"}}' }),
    isKnown: async ({ form }) => {
      const secret = form.get("client_secret") ?? ""
      const { payload, protectedHeader } = await jwtVerify(secret, publicKey, {
        algorithms: ["ES256"],
        issuer: teamId,
        subject: clientId,
        audience: provider.issuer,
        requiredClaims: ["iat", "exp"]
      })
      return (
        protectedHeader.kid === keyId &&
        form.get("client_id") === clientId &&
        (payload.exp ?? 0) - (payload.iat ?? 0) <= 300
      )
    }
  }
  return { provider, clientId, teamId, keyId, privateKey: await exportPKCS8(privateKey) }
}
