import { defaultId } from "@latchkey/domain/instance/Instance"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { EmailReportReader } from "@latchkey/domain/mail/EmailReports"
import { makeAuthenticator } from "@latchkey/test-support/softwareAuthenticator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { codeAt, setUpApp } from "@latchkey/test-support/authenticatorApp"
import { recoveryTokenTo, requestRecovery } from "@latchkey/test-support/factorRecovery"
import type { Reply } from "@latchkey/test-support/HttpClient"
import * as Providers from "@latchkey/test-support/oidc/scenarios"
import type { Service } from "@latchkey/test-support/Service"
import { start } from "@latchkey/test-support/HttpService"
import * as Tokens from "@latchkey/test-support/tokens"
import * as contract from "@latchkey/test-support/contract"
import * as Devices from "@latchkey/test-support/devices"
import { exampleIn, membersOf, operations, requestExample, successOf } from "@latchkey/test-support/openapiDocument"
import { named, sendJson, tokenIn, userAgent } from "./support/exampleRequests.ts"
import { sendAsOperator } from "./support/operatorExamples.ts"

/** The fields that contain random values. */
const unpredictable = [
  "secret",
  "uri",
  "qrCode",
  "enrollment",
  "recoveryCodes",
  "key",
  "next",
  "token",
  "deviceCode",
  "userCode",
  "ipAddress",
  "verificationUri",
  "verificationUriComplete",
  "accessToken",
  "refreshToken",
  "kid",
  "iat",
  "exp",
  "iss",
  "x",
  "y"
]

/** Replaces ids and links by their kinds, and times by the milliseconds since the first one. */
const comparable = (value: unknown): unknown => {
  let first: number | undefined
  const since = (time: string) => {
    first ??= Date.parse(time)
    return String(Date.parse(time) - first)
  }
  const text = JSON.stringify(value, (name, inner) => (unpredictable.includes(name) ? name : inner))
    ?.replace(/(audit|evt|user|sess|inst|inv|client|email|op|apikey|webhook|pat)_[0-9a-f-]{36}/g, "$1")
    // The service of the tests has its own hasher.
    .replace(/("passwordScheme":)"[^"]+"/g, '$1""')
    .replace(/https?:\/\/[^/"]+(\/[^"]*token=)[\w-]{43}/g, "$1")
    .replace(/https?:\/\/[^/"]+(\/v1\/auth\/identity-providers\/callback)/g, "$1")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, since)
  return text === undefined ? undefined : JSON.parse(text)
}

let service: Service
let providers: Providers.Scenarios

const reports = Layer.succeed(EmailReportReader, { isConfigured: true, read: () => Effect.succeedNone })
beforeAll(async () => {
  providers = await Providers.start()
  service = await start({ reports, host: "localhost", identityProviders: providers.layer })
})
afterAll(async () => {
  await service.stop()
  await providers.stop()
})
beforeEach(() => service.advance(3_600_000))

const change = (patch: InstancePatch) => service.instances((directory) => directory.update(defaultId, patch))

describe("The examples of the OpenAPI document", () => {
  test("exist for every body and every reply", () => {
    const contents = operations.flatMap(({ operationId, requestBody, responses }) =>
      [...Object.values(responses), ...(requestBody === undefined ? [] : [requestBody])].flatMap(({ content = {} }) =>
        Object.values(content).map((media) => ({ operationId, media }))
      )
    )
    expect(contents.length).toBeGreaterThan(100)
    for (const { media, operationId } of contents)
      for (const { examples } of membersOf(media)) expect(examples, operationId).toHaveLength(1)
  })
})

/** Signs up on an instance that verifies addresses first, and completes the sign-up. */
const sendToComplete = async () => {
  const browser = service.browser()
  const email = contract.newEmail()
  await change({ signUp: { verification: "before" } })
  await browser.post(contract.signUp, { ...requestExample("password.signUp"), email })
  const token = tokenIn(await service.lastSignUpLink(email))
  await change({ signUp: { verification: "after" } })
  return browser.post(contract.verifySignUp, { ...requestExample("pendingSignUp.verifySignUp"), token })
}

/** Sends each operation for users with the example of its body. Each request has what it needs from those before it. */
const sendAsUser = async (): Promise<Readonly<Record<string, Reply>>> => {
  const ada = service.browser({ "user-agent": userAgent() })
  const setPassword = requestExample("password.setPassword")
  const { email } = requestExample("password.signUp")
  const lastLink = () => service.lastLink(String(email))

  const signUp = await ada.post(contract.signUp, requestExample("password.signUp"))
  const verifySignUp = await sendToComplete()
  const signIn = await ada.post(contract.signIn, requestExample("password.signIn"))
  const requestMagicLink = await ada.post(contract.requestLink, requestExample("magicLink.requestMagicLink"))
  const link = await lastLink()
  const headMagicLink = await ada.send("HEAD", link)
  const verifyMagicLink = await ada.get(link)
  service.advance(7 * 60_000)
  const getSession = await ada.get(contract.session)
  const findSession = await service.browser().get(contract.optionalSession)
  const listSessions = await ada.get(contract.sessions)
  const changed = await sendJson(ada, "PUT", contract.passwordPath, setPassword)
  await ada.post(contract.requestLink, requestExample("magicLink.requestMagicLink"))
  // Every link has another token: the example shows only its form.
  const token = tokenIn(await lastLink())
  const confirmMagicLink = await ada.post(contract.verify, { ...requestExample("magicLink.confirmMagicLink"), token })
  const forgotPassword = await ada.post(contract.forgotPassword, requestExample("passwordReset.forgotPassword"))
  const resetToken = tokenIn(await service.lastResetLink(String(email)))
  const { password: newPassword, ...ofReset } = requestExample("passwordReset.resetPassword")
  const reset = { ...ofReset, password: newPassword, token: resetToken }
  const resetPassword = await ada.post(contract.resetPassword, reset)
  const revokeSession = await ada.send("DELETE", `${contract.sessions}/${resetPassword.json["sessionId"]}`)
  // The example has the password from before.
  const again = { password: requestExample("password.signUp")["password"], currentPassword: newPassword }
  await ada.post(contract.signIn, { email, password: newPassword })
  await sendJson(ada, "PUT", contract.passwordPath, again)
  const newEmail = requestExample("emailChange.changeEmail")
  const changeEmail = await ada.post(contract.changeEmail, newEmail)
  const changeToken = tokenIn(await service.lastEmailChange(String(newEmail["email"])))
  const confirmation = { ...requestExample("emailChange.confirmEmail"), token: changeToken }
  const confirmEmail = await ada.post(contract.confirmEmail, confirmation)
  const restoreToken = tokenIn(await service.lastEmailRestore(String(email)))
  const restoration = { ...requestExample("emailChange.restoreEmail"), token: restoreToken }
  const restoreEmail = await ada.post(contract.restoreEmail, restoration)
  const signOut = await ada.post(contract.signOut)
  await ada.post(contract.requestLink, { email })
  await ada.get(await lastLink())
  const signOutAll = await ada.post(contract.signOutAll)
  const { code: _, ...ofCode } = requestExample("magicLink.verifyMagicLinkCode")
  await change({ emailConfig: { magicLinkCodes: true } })
  await ada.post(contract.requestLink, { email })
  const code = await service.lastCode(String(email))
  const verifyMagicLinkCode = await ada.post(contract.verifyCode, { ...ofCode, code })
  await change({ emailConfig: { magicLinkCodes: false } })
  return {
    ...named("password", { signUp, signIn, setPassword: changed }),
    ...named("passwordReset", { forgotPassword, resetPassword }),
    ...named("pendingSignUp", { verifySignUp }),
    ...named("emailChange", { changeEmail, confirmEmail, restoreEmail }),
    ...named("magicLink", { requestMagicLink, headMagicLink, verifyMagicLink, confirmMagicLink, verifyMagicLinkCode }),
    ...named("session", { getSession, findSession, listSessions, revokeSession, signOut, signOutAll })
  }
}

/** The same for the second factor: of a user who wants one, and of one who has to set one up. */
const sendAboutSecondFactor = async (): Promise<Readonly<Record<string, Reply>>> => {
  const { password } = requestExample("password.signUp")
  const credentials = () => ({ email: contract.newEmail(), password })
  await change({ authConfig: { secondFactor: "optional" } })
  const own = credentials()
  const ada = service.browser()
  await ada.post(contract.signUp, own)
  const getSecondFactor = await ada.get(contract.secondFactor)
  const { begun: beginTotp, confirmed: confirmTotp, secret } = await setUpApp(service, ada)
  service.advance(60_000)
  const code = () => codeAt(secret, service.now())
  const other = service.browser()
  await other.post(contract.signIn, own)
  const getPendingSignIn = await other.get(contract.completeSignIn)
  const completeSignIn = await other.post(contract.completeSignIn, {
    ...requestExample("secondFactor.completeSignIn"),
    code: code()
  })
  service.advance(60_000)
  const reauthentication = { ...requestExample("reauthentication.reauthenticate"), code: code() }
  const reauthenticate = await ada.post(contract.reauthenticate, reauthentication)
  const renewRecoveryCodes = await ada.post(`${contract.secondFactor}/recovery-codes`)
  const removeTotp = await ada.send("DELETE", `${contract.secondFactor}/totp`)
  await change({ authConfig: { secondFactor: "required" } })
  const grace = service.browser()
  await grace.post(contract.signUp, credentials())
  const beginPendingTotp = await grace.post(`${contract.completeSignIn}/totp`)
  const { enrollment, secret: next } = beginPendingTotp.json
  const first = { enrollment, code: codeAt(String(next), service.now()) }
  const confirmPendingTotp = await grace.post(`${contract.completeSignIn}/totp/confirm`, first)
  await change({ authConfig: { secondFactor: "off" } })
  return {
    ...named("secondFactor", { getSecondFactor, beginTotp, confirmTotp, getPendingSignIn, completeSignIn }),
    ...named("secondFactor", { renewRecoveryCodes, removeTotp, beginPendingTotp, confirmPendingTotp }),
    ...named("reauthentication", { reauthenticate })
  }
}

/** The same for recoveries of lost factors. */
const sendAboutRecovery = async (): Promise<Readonly<Record<string, Reply>>> => {
  await change({ authConfig: { secondFactor: "optional", factorRecovery: "email" } })
  const { password } = requestExample("password.signUp")
  const credentials = { email: contract.newEmail(), password: String(password) }
  const { browser, owner, reply: beginPendingFactorRecovery, token } = await requestRecovery(service, credentials)
  const getPendingFactorRecovery = await browser.get(contract.signInFactorRecovery)
  const reader = service.browser()
  const cancellation = { ...requestExample("factorRecovery.cancelFactorRecoveryWithLink"), token }
  const cancelFactorRecoveryWithLink = await reader.post(`${contract.factorRecovery}/cancel`, cancellation)
  service.advance(11 * 60_000)
  await owner.post(contract.factorRecovery)
  const cancelFactorRecovery = await owner.send("DELETE", contract.factorRecovery)
  const beginFactorRecovery = await owner.post(contract.factorRecovery)
  const next = await recoveryTokenTo(service, credentials.email)
  service.advance(72 * 3_600_000)
  const confirmation = { ...requestExample("factorRecovery.confirmFactorRecovery"), token: next }
  const confirmFactorRecovery = await reader.post(`${contract.factorRecovery}/confirm`, confirmation)
  await change({ authConfig: { secondFactor: "off", factorRecovery: "off" } })
  return {
    ...named("factorRecovery", { getPendingFactorRecovery, beginPendingFactorRecovery, beginFactorRecovery }),
    ...named("factorRecovery", { cancelFactorRecovery, confirmFactorRecovery, cancelFactorRecoveryWithLink })
  }
}

/** The same for tokens. */
const sendAboutTokens = async (): Promise<Readonly<Record<string, Reply>>> => {
  await Tokens.turnOn(service)
  const ada = service.browser()
  const { password } = requestExample("password.signUp")
  const { json: user } = await ada.post(contract.signUp, { email: contract.newEmail(), password })
  const { expiresAt: _, ...ofNew } = requestExample("personalToken.createPersonalToken")
  const expiresAt = new Date(service.now() + 90 * 86_400_000).toISOString()
  const createPersonalToken = await ada.post(contract.tokens, { ...ofNew, expiresAt })
  const listPersonalTokens = await ada.get(contract.tokens)
  const issueAccessToken = await ada.post(contract.accessToken, requestExample("accessToken.issueAccessToken"))
  const getKeySet = await ada.get(contract.keySet)
  const native = await service
    .browser()
    .post(contract.signUp, { email: contract.newEmail(), password }, { "x-latchkey-client": "native" })
  const { refreshToken } = native.json
  const refreshTokens = await ada.post(contract.refreshTokens, {
    ...requestExample("refreshToken.refreshTokens"),
    refreshToken
  })
  const revokeToken = await ada.post(contract.revoke, requestExample("revocation.revokeToken"))
  const ofUser = `${contract.instances}/default/users/${user["userId"]}/tokens`
  const operator = service.browser(contract.asAdmin)
  const listUserTokens = await operator.get(ofUser)
  const asked = { ...requestExample("introspection.introspectToken"), token: createPersonalToken.json["token"] }
  const introspectToken = await operator.post(contract.introspect, asked)
  const revokePersonalToken = await ada.send("DELETE", `${contract.tokens}/${createPersonalToken.json["id"]}`)
  const { id } = (await ada.post(contract.tokens, { ...ofNew, expiresAt })).json
  const revokeUserToken = await operator.send("DELETE", `${ofUser}/${String(id)}`)
  await Tokens.turnOff(service)
  return {
    ...named("accessToken", { issueAccessToken, getKeySet }),
    ...named("refreshToken", { refreshTokens }),
    ...named("introspection", { introspectToken }),
    ...named("revocation", { revokeToken }),
    ...named("personalToken", { listPersonalTokens, createPersonalToken, revokePersonalToken }),
    ...named("personalTokenAdmin", { listUserTokens, revokeUserToken })
  }
}

/** The same for devices. */
const sendAboutDevices = async (): Promise<Readonly<Record<string, Reply>>> => {
  await Devices.allow(service)
  const { password } = requestExample("password.signUp")
  const ada = service.browser()
  await ada.post(contract.signUp, { email: contract.newEmail(), password })
  const program = service.browser({ "user-agent": "acme/2.1" })
  const startDevice = await program.post(contract.device, requestExample("deviceSignIn.startDevice"))
  const { deviceCode, userCode } = startDevice.json
  const getDevice = await ada.get(`${contract.device}?userCode=${String(userCode)}`)
  const decideDevice = await ada.post(contract.deviceDecision, {
    ...requestExample("deviceSignIn.decideDevice"),
    userCode
  })
  const signInDevice = await program.post(contract.deviceToken, { deviceCode })
  await Devices.allow(service, false)
  return named("deviceSignIn", { startDevice, getDevice, decideDevice, signInDevice })
}

/** The same for passkeys. */
const sendAboutPasskeys = async (): Promise<Readonly<Record<string, Reply>>> => {
  const passkeys = "/v1/auth/passkeys"
  const { password } = requestExample("password.signUp")
  const ada = service.browser()
  await ada.post(contract.signUp, { email: contract.newEmail(), password })
  const authenticator = makeAuthenticator(service.origin)
  const passkeyRegistrationOptions = await ada.post(`${passkeys}/registration/options`)
  const { credential: _, ...ofNew } = requestExample("passkey.registerPasskey")
  const created = authenticator.create(passkeyRegistrationOptions.json as never)
  const registerPasskey = await ada.post(passkeys, { ...ofNew, credential: created })
  const listPasskeys = await ada.get(passkeys)
  const passkeySignInOptions = await ada.post(`${passkeys}/sign-in/options`)
  const used = authenticator.get(passkeySignInOptions.json as never)
  const signInWithPasskey = await ada.post(`${passkeys}/sign-in`, { credential: used })
  const path = `${passkeys}/${registerPasskey.json["id"]}`
  const renamePasskey = await sendJson(ada, "PATCH", path, requestExample("passkey.renamePasskey"))
  const removePasskey = await ada.send("DELETE", path)
  return {
    ...named("passkey", { passkeyRegistrationOptions, registerPasskey, listPasskeys, passkeySignInOptions }),
    ...named("passkey", { signInWithPasskey, renamePasskey, removePasskey })
  }
}

/** The same for identity providers. */
const sendAboutIdentityProviders = async (): Promise<Readonly<Record<string, Reply>>> => {
  await providers.configure(service)
  const browser = service.browser()
  const listIdentityProviders = await browser.get("/v1/auth/identity-providers")
  const { login } = providers.knownAs()
  const first = await providers.visit(browser, login)
  const identityProviderCallback = await browser.get(Providers.pathOf(first.sentBack))
  const other = service.browser()
  const posted = await providers.returned(other, login)
  const postIdentityProviderCallback = await other.post(Providers.callback, posted.body)
  const identityProviderNonce = await service.browser().post(`${Providers.beginVisit}/nonce`)
  const listIdentities = await browser.get(Providers.identities)
  const { begun: addIdentity, sentBack } = await providers.visit(
    browser,
    providers.knownAs().login,
    Providers.identities
  )
  const { json } = await browser.get(Providers.pathOf(sentBack))
  const reauthenticateWithIdentityProvider = await browser.post(Providers.reauthentication, { provider: "acme" })
  const removeIdentity = await browser.send("DELETE", `${Providers.identities}/${json["id"]}`)
  const signInWithIdentityProvider = first.begun
  return {
    ...named("identityProvider", { listIdentityProviders, signInWithIdentityProvider, identityProviderCallback }),
    ...named("identityProvider", { postIdentityProviderCallback, identityProviderNonce, listIdentities, addIdentity }),
    ...named("identityProvider", { reauthenticateWithIdentityProvider, removeIdentity }),
    ...named("identityProvider", { signInWithIdToken: postIdentityProviderCallback })
  }
}

/** Replaces every value by its type, and keeps no elements of lists: others make up most of them. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return "list"
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]))
}

/** Authenticators and identity providers choose what these say. */
const isOfOthers = (id: string) =>
  /^(passkey|identityProvider)\.|\.(checkIdentityProvider|listUserIdentities|testWebhook)$/.test(id)

/** The same for the account of a user with a verified address. */
const sendAboutAccount = async (): Promise<Readonly<Record<string, Reply>>> => {
  const { email } = exampleIn(successOf("personalData.getAccount")[1].content) ?? {}
  const deletion = requestExample("personalData.deleteAccount")
  const grace = service.browser({ "user-agent": userAgent() })
  await grace.post(contract.signUp, { email, password: deletion["currentPassword"] })
  await grace.post(contract.requestLink, { email })
  await grace.get(await service.lastLink(String(email)))
  service.advance(9 * 60_000)
  const exportAccount = await grace.get(contract.exportAccount)
  service.advance(2 * 60_000)
  const updateAccount = await grace.send("PATCH", contract.account, {
    headers: contract.jsonType,
    body: JSON.stringify(requestExample("personalData.updateAccount"))
  })
  const getAccount = await grace.get(contract.account)
  const setLanguage = await grace.send("PUT", contract.accountLanguage, {
    headers: contract.jsonType,
    body: JSON.stringify({ language: null })
  })
  const deleteAccount = await grace.post(contract.deleteAccount, deletion)
  const keepAccount = await grace.post(contract.keepAccount)
  return named("personalData", { getAccount, updateAccount, setLanguage, exportAccount, deleteAccount, keepAccount })
}

describe("The example of a success", () => {
  let replies: Readonly<Record<string, Reply>> = {}
  beforeAll(async () => {
    replies = {
      ...(await sendAsUser()),
      ...(await sendAboutAccount()),
      ...(await sendAboutSecondFactor()),
      ...(await sendAboutRecovery()),
      ...(await sendAboutPasskeys()),
      ...(await sendAboutTokens()),
      ...(await sendAboutDevices()),
      ...(await sendAboutIdentityProviders()),
      ...(await sendAsOperator(service))
    }
  })

  test.each(operations.map(({ operationId }) => operationId))("%s is a reply to the example of its body", (id) => {
    const [status, { content }] = successOf(id)
    const reply = replies[id]
    expect(String(reply?.status)).toBe(status)
    if (content === undefined) expect(reply?.text).toBe("")
    else if (isOfOthers(id)) expect(shapeOf(reply?.json)).toEqual(shapeOf(exampleIn(content)))
    else expect(comparable(reply?.json)).toEqual(comparable(exampleIn(content)))
  })
})
