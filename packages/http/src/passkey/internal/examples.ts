/**
 * The values of the examples in the OpenAPI document. They do not verify.
 */

const challenge = "q1iYFv5tCXhW3ZQ7b0mPzKeu8n2TsGdRyVx4LJ9oAcE"
const credentialId = "kXv3d1cR0mZqY8sT5uWnPg"
const userHandle = "Zt4m0Qn8yVb2Xc6KjH1sLwRfEoPiUaDgTzMvYxC3BqI"

const origin = "https://login.example.com"

const clientData = (type: string): string =>
  btoa(JSON.stringify({ type, challenge, origin, crossOrigin: false })).replaceAll("=", "")

/** What the browser gets to create a passkey. */
export const creationOptions = {
  rp: { id: "login.example.com", name: "Acme" },
  user: { id: userHandle, name: "ada@example.com", displayName: "ada@example.com" },
  challenge,
  pubKeyCredParams: [-8, -7, -35, -36, -257].map((alg) => ({ type: "public-key" as const, alg })),
  timeout: 300_000,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required"
  },
  attestation: "none"
} as const

/** What the browser gets to ask for a passkey. */
export const requestOptions = {
  challenge,
  timeout: 300_000,
  rpId: "login.example.com",
  allowCredentials: [],
  userVerification: "required"
} as const

/** What the signal methods of the browser get. */
export const signal = {
  rpId: "login.example.com",
  userId: userHandle,
  name: "ada@example.com",
  displayName: "ada@example.com",
  allAcceptedCredentialIds: [credentialId]
}

/** A credential that a browser has created. */
export const registration = {
  id: credentialId,
  rawId: credentialId,
  type: "public-key",
  response: {
    clientDataJSON: clientData("webauthn.create"),
    attestationObject: "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVgl",
    transports: ["hybrid", "internal"]
  }
} as const

/** A credential that a browser has used. */
export const authentication = {
  id: credentialId,
  rawId: credentialId,
  type: "public-key",
  response: {
    clientDataJSON: clientData("webauthn.get"),
    authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MdAAAAAA",
    signature: "MEUCIQDx3FqJ7pKxhRzWmNn0vL1yTt2cAbE8sUo5gI6dYkZqPwIgK4m9XvQr3jHfCeB7lOa0nDuSiVtGyZxM2WpR5sT1cYo",
    userHandle
  }
} as const
