import { Email } from "@latchkey/domain/core/Email"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { EmailReportReader } from "@latchkey/domain/mail/EmailReports"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import { makeAuthenticator } from "@latchkey/test-support/softwareAuthenticator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { codeAt, setUpApp } from "@latchkey/test-support/authenticatorApp"
import type { Browser } from "@latchkey/test-support/Browser"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { FormBrowser } from "@latchkey/test-support/operator"
import type { Service } from "@latchkey/test-support/Service"
import { start } from "@latchkey/test-support/HttpService"
import * as contract from "@latchkey/test-support/contract"
import * as Samples from "@latchkey/testkit/Samples"
import { exampleIn, type Json, membersOf, operations, requestExample, successOf } from "./support/openapiDocument.ts"

/** The fields that contain random values. */
const unpredictable = ["secret", "uri", "qrCode", "enrollment", "recoveryCodes", "key"]

/** Replaces ids and links by their kinds, and times by the milliseconds since the first one. */
const comparable = (value: unknown): unknown => {
  let first: number | undefined
  const since = (time: string) => {
    first ??= Date.parse(time)
    return String(Date.parse(time) - first)
  }
  const text = JSON.stringify(value, (name, inner) => (unpredictable.includes(name) ? name : inner))
    ?.replace(/(user|sess|inst|inv|client|email|op|apikey)_[0-9a-f-]{36}/g, "$1")
    // The service of the tests has its own hasher.
    .replace(/("passwordScheme":)"[^"]+"/g, '$1""')
    .replace(/https?:\/\/[^/"]+(\/[^"]*token=)[\w-]{43}/g, "$1")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, since)
  return text === undefined ? undefined : JSON.parse(text)
}

let service: Service

const reports = Layer.succeed(EmailReportReader, { isConfigured: true, read: () => Effect.succeedNone })
beforeAll(async () => {
  service = await start({ reports, host: "localhost" })
})
afterAll(() => service.stop())
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

const sendJson = (browser: Browser, method: string, path: string, body: Json, contentType = "application/json") =>
  browser.send(method, path, { headers: { "content-type": contentType }, body: JSON.stringify(body) })

const userAgent = (): string => {
  const { sessions } = exampleIn(successOf("session.listSessions")[1].content) ?? {}
  const [summary] = Array.isArray(sessions) ? sessions : []
  return summary.userAgent
}

/** The same for a sign-up of an instance that verifies addresses first. */
const sendToComplete = async () => {
  const browser = service.browser()
  const email = contract.newEmail()
  await change({ signUp: { verification: "before" } })
  await browser.post(contract.signUp, { ...requestExample("password.signUp"), email })
  const token = new URL(await service.lastSignUpLink(email), service.origin).searchParams.get("token") ?? ""
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
  const listSessions = await ada.get(contract.sessions)
  const changed = await sendJson(ada, "PUT", contract.passwordPath, setPassword)
  await ada.post(contract.requestLink, requestExample("magicLink.requestMagicLink"))
  // Every link has another token: the example shows only its form.
  const token = new URL(await lastLink(), service.origin).searchParams.get("token") ?? ""
  const confirmMagicLink = await ada.post(contract.verify, { ...requestExample("magicLink.confirmMagicLink"), token })
  const forgotPassword = await ada.post(contract.forgotPassword, requestExample("passwordReset.forgotPassword"))
  const resetToken = new URL(await service.lastResetLink(String(email)), service.origin).searchParams.get("token") ?? ""
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
    ...named("session", { getSession, listSessions, revokeSession, signOut, signOutAll })
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

/** Replaces every value by its type, and keeps no elements of lists: authenticators make up most of them. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return "list"
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]))
}

/** Returns the token of a link. */
const tokenIn = (link: string) => new URL(link, service.origin).searchParams.get("token") ?? ""
/** The same for the account of a user with a verified address. */
const sendAboutAccount = async (): Promise<Readonly<Record<string, Reply>>> => {
  const { email } = exampleIn(successOf("personalData.getAccount")[1].content) ?? {}
  const deletion = requestExample("personalData.deleteAccount")
  const grace = service.browser({ "user-agent": userAgent() })
  await grace.post(contract.signUp, { email, password: deletion["currentPassword"] })
  await grace.post(contract.requestLink, { email })
  await grace.get(await service.lastLink(String(email)))
  service.advance(11 * 60_000)
  const getAccount = await grace.get(contract.account)
  const setLanguage = await grace.send("PUT", contract.accountLanguage, {
    headers: contract.jsonType,
    body: JSON.stringify({ language: null })
  })
  const exportAccount = await grace.get(contract.exportAccount)
  const deleteAccount = await grace.post(contract.deleteAccount, deletion)
  const keepAccount = await grace.post(contract.keepAccount)
  return named("personalData", { getAccount, setLanguage, exportAccount, deleteAccount, keepAccount })
}

/** The same for the users of an instance. */
const sendForUsers = async (operator: Browser, instance: string) => {
  const path = `${instance}/users`
  const newUser = requestExample("user.createUser")
  await operator.post(path, newUser)
  // 200, because the user exists by then.
  const createUser = await operator.post(path, newUser)
  const listUsers = await operator.get(path)
  const user = `${path}/${createUser.json["id"]}`
  const getUser = await operator.get(user)
  const updateUser = await sendJson(operator, "PATCH", user, requestExample("user.updateUser"))
  const [host = ""] = [requestExample("instance.createInstance")["hosts"]].flat() as ReadonlyArray<string>
  const browser = service.browser({ host, "user-agent": userAgent() })
  const { json } = await browser.post(contract.signIn, { email: newUser["email"], password: newUser["password"] })
  service.advance(7 * 60_000)
  await browser.get(contract.session)
  const listUserSessions = await operator.get(`${user}/sessions`)
  const createUserSignInLink = await operator.post(`${user}/sign-in-links`, requestExample("user.createUserSignInLink"))
  const revokeUserSession = await operator.send("DELETE", `${user}/sessions/${json["sessionId"]}`)
  const revokeUserSessions = await operator.send("DELETE", `${user}/sessions`)
  await sendJson(operator, "PATCH", instance, { authConfig: { secondFactor: "optional" } })
  const password = newUser["password"]
  await browser.post(contract.signIn, { email: newUser["email"], password })
  await setUpApp(service, browser)
  const resetUserSecondFactor = await operator.send("DELETE", `${user}/second-factor`)
  const deleteUser = await operator.send("DELETE", user)
  // The hasher of the tests takes over no bcrypt.
  const importUsers = await operator.post(
    `${path}/import`,
    JSON.parse(
      JSON.stringify(requestExample("user.importUsers"), (name, value) => (name === "passwordHash" ? undefined : value))
    )
  )
  return {
    createUser,
    importUsers,
    listUsers,
    getUser,
    updateUser,
    listUserSessions,
    createUserSignInLink,
    revokeUserSession,
    revokeUserSessions,
    resetUserSecondFactor,
    deleteUser
  }
}

/** The same for the invitations of an instance, of which the second one is accepted. */
const sendForInvitations = async (operator: Browser, instance: string) => {
  const path = `${instance}/invitations`
  const newInvitation = requestExample("invitation.createInvitation")
  const email = String(newInvitation["email"])
  await operator.post(path, newInvitation)
  // 200, because the address has an invitation by then.
  const createInvitation = await operator.post(path, newInvitation)
  const listInvitations = await operator.get(path)
  const withdrawInvitation = await operator.send("DELETE", `${path}/${createInvitation.json["id"]}`)
  await operator.post(path, newInvitation)
  const token = new URL(await service.lastInvitation(email), service.origin).searchParams.get("token") ?? ""
  const [host = ""] = [requestExample("instance.createInstance")["hosts"]].flat() as ReadonlyArray<string>
  const acceptance = { ...requestExample("acceptance.acceptInvitation"), token }
  const acceptInvitation = await service.browser({ host }).post(contract.acceptInvitation, acceptance)
  return {
    ...named("invitation", { createInvitation, listInvitations, withdrawInvitation }),
    ...named("acceptance", { acceptInvitation })
  }
}

/** The same for the suppressed addresses of an instance, and for the reports that suppress them. */
const sendForSuppressions = async (operator: Browser, instance: string) => {
  const path = `${instance}/email-suppressions`
  const [, instanceId = ""] = /([^/]+)$/.exec(instance) ?? []
  const suppression = Samples.emailSuppression(InstanceId.make(instanceId), { email: Email.make("grace@example.com") })
  await service.run(Effect.flatMap(EmailSuppressions, ({ put }) => put(suppression)))
  const listEmailSuppressions = await operator.get(path)
  const liftEmailSuppression = await operator.send("DELETE", `${path}/${suppression.emailId}`)
  const receiveSesNotification = await operator.post(
    contract.sesHook,
    requestExample("emailReport.receiveSesNotification")
  )
  return {
    ...named("emailSuppression", { listEmailSuppressions, liftEmailSuppression }),
    ...named("emailReport", { receiveSesNotification })
  }
}

/** Leaves out what an example shows in part: other kinds and placeholders, and the HTML. */
const abridged = (reply: Reply): Reply => {
  const text = JSON.stringify(reply.json, (name, value) => {
    if (name === "languages") return ["en"]
    if (name === "kinds") return value.filter(({ kind }: Json) => kind === "magic_link")
    if (name === "placeholders")
      return value.filter((one: Json) => ["link", "instanceName"].includes(String(one["name"])))
    return name === "html" ? "<!doctype html>…" : value
  })
    .replace(/http:[^#]*#example/, "https://auth.example.com/sign-in#example")
    .replace(/until [^"]* UTC/, "until December 1, 2026 at 10:03 UTC")
  return { ...reply, json: JSON.parse(text) }
}

/** The same for the email texts of an instance. */
const sendForEmailTexts = async (operator: Browser, instance: string) => {
  const path = `${instance}/email-texts/magic_link/en`
  const putEmailText = await sendJson(operator, "PUT", path, requestExample("emailText.putEmailText"))
  const listEmailTexts = abridged(await operator.get(`${instance}/email-texts`))
  const getEmailText = await operator.get(path)
  const previewEmailText = abridged(
    await operator.post(`${path}/preview`, requestExample("emailText.previewEmailText"))
  )
  const sendTestEmail = await operator.post(`${path}/test`, requestExample("emailText.sendTestEmail"))
  const deleteEmailText = await operator.send("DELETE", path)
  return { putEmailText, listEmailTexts, getEmailText, previewEmailText, sendTestEmail, deleteEmailText }
}

/** The same for operators. */
const sendForOperators = async (admin: Browser) => {
  const path = "/v1/admin/operators"
  const createOperator = await admin.post(path, requestExample("operator.createOperator"))
  const { id } = createOperator.json["operator"] as { readonly id: string }
  const one = `${path}/${id}`
  const inviteOperator = await admin.post(`${one}/invitations`, requestExample("operator.inviteOperator"))
  const signIn = async () => {
    const { json } = await admin.post(`${one}/invitations`, { delivery: "link" })
    const { url } = json["invitation"] as { readonly url: string }
    const token = new URL(url).searchParams.get("token") ?? ""
    await new FormBrowser(service.origin).submit("/dashboard/enter", { token })
  }
  service.advance(12 * 60_000)
  await signIn()
  service.advance((2 * 24 * 60 - 12) * 60_000)
  await signIn()
  const listOperators = await admin.get(path)
  const getOperator = await admin.get(one)
  const updateOperator = await sendJson(admin, "PATCH", one, requestExample("operator.updateOperator"))
  const deleteOperator = await admin.send("DELETE", one)
  return { createOperator, inviteOperator, listOperators, getOperator, updateOperator, deleteOperator }
}

/** The same for API keys. */
const sendForApiKeys = async (admin: Browser) => {
  const path = "/v1/admin/api-keys"
  // The example has its own day.
  const expiresAt = new Date(service.now() + 90 * 24 * 3_600_000).toISOString()
  const createApiKey = await admin.post(path, { ...requestExample("apiKey.createApiKey"), expiresAt })
  const listApiKeys = await admin.get(path)
  const revokeApiKey = await admin.send("DELETE", `${path}/${String(createApiKey.json["id"])}`)
  return { createApiKey, listApiKeys, revokeApiKey }
}

/** The same for operators and health checks. */
const sendAsOperator = async (): Promise<Readonly<Record<string, Reply>>> => {
  const operator = service.browser(contract.asAdmin)
  const createInstance = await operator.post(contract.instances, requestExample("instance.createInstance"))
  const listInstances = await operator.get(contract.instances)
  const path = `${contract.instances}/${createInstance.json["id"]}`
  const getInstance = await operator.get(path)
  // The example turns magic links on again.
  await sendJson(operator, "PATCH", path, { authConfig: { magic_link: false } }, "application/merge-patch+json")
  const updateInstance = await sendJson(operator, "PATCH", path, requestExample("instance.updateInstance"))
  const users = await sendForUsers(operator, path)
  const invitations = await sendForInvitations(operator, path)
  const suppressions = await sendForSuppressions(operator, path)
  const emailTexts = await sendForEmailTexts(operator, path)
  const deleteInstance = await operator.send("DELETE", path)
  const live = await operator.get("/health/live")
  const ready = await operator.get("/health/ready")
  return {
    ...named("instance", { createInstance, listInstances, getInstance, updateInstance, deleteInstance }),
    ...named("user", users),
    ...invitations,
    ...suppressions,
    ...named("emailText", emailTexts),
    ...named("operator", await sendForOperators(operator)),
    ...named("apiKey", await sendForApiKeys(operator)),
    ...named("health", { live, ready })
  }
}

const named = (group: string, replies: Readonly<Record<string, Reply>>) =>
  Object.fromEntries(Object.entries(replies).map(([name, reply]) => [`${group}.${name}`, reply]))

describe("The example of a success", () => {
  let replies: Readonly<Record<string, Reply>> = {}
  beforeAll(async () => {
    replies = {
      ...(await sendAsUser()),
      ...(await sendAboutAccount()),
      ...(await sendAboutSecondFactor()),
      ...(await sendAboutPasskeys()),
      ...(await sendAsOperator())
    }
  })

  test.each(operations.map(({ operationId }) => operationId))("%s is a reply to the example of its body", (id) => {
    const [status, { content }] = successOf(id)
    const reply = replies[id]
    expect(String(reply?.status)).toBe(status)
    if (content === undefined) expect(reply?.text).toBe("")
    else if (id.startsWith("passkey.")) expect(shapeOf(reply?.json)).toEqual(shapeOf(exampleIn(content)))
    else expect(comparable(reply?.json)).toEqual(comparable(exampleIn(content)))
  })
})
