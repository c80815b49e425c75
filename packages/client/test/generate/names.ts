/** Where the names of the client differ from those of the contract. Everything else follows from the contract. */

/**
 * Endpoints for users without a method: the client posts the token of a link, pages link to the download, Latchkey's own
 * pages manage tokens, only native clients refresh theirs, and programs sign in with a code and present tokens.
 */
export const withoutMethod = [
  "verifyMagicLink",
  "headMagicLink",
  "exportAccount",
  "startDevice",
  "signInDevice",
  "listPersonalTokens",
  "createPersonalToken",
  "revokePersonalToken",
  "refreshTokens",
  "introspectToken",
  "revokeToken",
  "identityProviderCallback",
  "postIdentityProviderCallback"
]

/** The method of an endpoint, if it is not the name of the endpoint without `get` or `list`. */
export const methods: Readonly<Record<string, string>> = {
  confirmMagicLink: "verifyMagicLink",
  passkeyRegistrationOptions: "newPasskeyOptions",
  registerPasskey: "addPasskey",
  passkeySignInOptions: "passkeyOptions",
  beginPendingTotp: "beginTotpAtSignIn",
  confirmPendingTotp: "confirmTotpAtSignIn",
  issueAccessToken: "accessToken",
  getPendingFactorRecovery: "factorRecoveryAtSignIn",
  beginPendingFactorRecovery: "beginFactorRecoveryAtSignIn"
}

/** The type of a schema, if it is not the name of the schema. */
export const types: Readonly<Record<string, string>> = {
  AccountLanguage: "LanguageChoice",
  EmailConfirmation: "EmailToken",
  EmailRestoration: "EmailToken",
  PasskeySignIn: "PasskeyCredential"
}

/** The type of the input of a method whose endpoint has a path with parameters and no body; by default `<Method>Input`. */
export const references: Readonly<Record<string, string>> = {
  device: "DeviceReference",
  revokeSession: "SessionReference",
  removePasskey: "PasskeyReference",
  removeIdentity: "IdentityReference"
}

/** The interface of the methods of a group, if it is not `<Group>Methods`. */
export const interfaces: Readonly<Record<string, string>> = {
  personalData: "AccountMethods",
  reauthentication: "SecondFactorMethods"
}

const ofNativeClients = ["refreshToken", "accessToken", "tokenType", "expiresIn"]

/**
 * What only programs get, which send a token: the client sends cookies. Types, the fields of a type, and the errors of
 * an endpoint.
 */
export const ofPrograms: {
  readonly types: ReadonlyArray<string>
  readonly fields: Readonly<Record<string, ReadonlyArray<string>>>
  readonly codes: Readonly<Record<string, ReadonlyArray<string>>>
} = {
  types: ["ActiveToken"],
  fields: { SessionResponse: ofNativeClients, EnrolledSession: ofNativeClients, MagicLinkRequest: ["returnTo"] },
  codes: { getSession: ["invalid_request", "signin_rate_limited"], issueAccessToken: ["signin_rate_limited"] }
}

/** Fields of inputs that the client passes on as the browser makes them. */
export const opaque = ["credential"]

/** Types with mutable arrays, because the types of browsers require it. */
export const mutable = ["PasskeyCreationOptions", "PasskeyRequestOptions"]
