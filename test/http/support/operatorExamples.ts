import { Email } from "@latchkey/domain/core/Email"
import { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import { EventId } from "@latchkey/domain/event/Event"
import { WebhookId } from "@latchkey/domain/webhook/Webhook"
import { WebhookQueue } from "@latchkey/domain/webhook/WebhookQueue"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import * as DateTime from "effect/DateTime"
import { operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { setUpApp } from "@latchkey/test-support/authenticatorApp"
import type { Browser } from "@latchkey/test-support/Browser"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { FormBrowser } from "@latchkey/test-support/operator"
import type { Service } from "@latchkey/test-support/Service"
import * as contract from "@latchkey/test-support/contract"
import * as Samples from "@latchkey/testkit/Samples"
import { type Json, requestExample } from "@latchkey/test-support/openapiDocument"
import { named, sendJson, tokenIn, userAgent } from "./exampleRequests.ts"

/** Returns the id at the end of the path of an instance. */
const idOf = (instance: string) => InstanceId.make(instance.slice(instance.lastIndexOf("/") + 1))

/** Sends each operation for identity providers, with the example of its body. */
const sendForIdentityProviders = async (service: Service, operator: Browser, instance: string) => {
  const path = `${instance}/identity-providers`
  const createIdentityProvider = await operator.post(
    path,
    requestExample("identityProviderAdmin.createIdentityProvider")
  )
  const listIdentityProviderSettings = await operator.get(path)
  const provider = `${path}/${createIdentityProvider.json["id"]}`
  const getIdentityProvider = await operator.get(provider)
  const change = requestExample("identityProviderAdmin.updateIdentityProvider")
  const updateIdentityProvider = await sendJson(operator, "PATCH", provider, change)
  const unreachable = { kind: "oidc", name: "Unreachable", issuer: "http://127.0.0.1:9", clientId: "client" }
  await operator.post(path, unreachable)
  const checkIdentityProvider = await operator.send("POST", `${path}/unreachable/check`)
  const { json } = await operator.post(`${instance}/users`, { email: "ada@example.com", password: "violet ladder 92" })
  const identity = await service.run(
    Samples.storedIdentity(
      { instanceId: idOf(instance), id: UserId.make(String(json["id"])) },
      {
        issuer: "https://accounts.google.com",
        subject: "110169484474386276334",
        lastUsedAt: Option.some(DateTime.unsafeMake(service.now()))
      }
    )
  )
  const user = `${instance}/users/${json["id"]}`
  const listUserIdentities = await operator.get(`${user}/identities`)
  const removeUserIdentity = await operator.send("DELETE", `${user}/identities/${identity.id}`)
  await operator.send("DELETE", user)
  const deleteIdentityProvider = await operator.send("DELETE", provider)
  return {
    createIdentityProvider,
    listIdentityProviderSettings,
    getIdentityProvider,
    updateIdentityProvider,
    checkIdentityProvider,
    deleteIdentityProvider,
    listUserIdentities,
    removeUserIdentity
  }
}

/** Sends each operation for the users of an instance, with the example of its body. */
const sendForUsers = async (service: Service, operator: Browser, instance: string) => {
  const path = `${instance}/users`
  const newUser = requestExample("user.createUser")
  const { json: before } = await operator.get(`${instance}/events?limit=100`)
  await operator.post(path, newUser)
  const after = before["next"] === null ? "" : `&after=${before["next"]}`
  const listEvents = await operator.get(`${instance}/events?limit=1${after}`)
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
  await service.run(
    Samples.storedPasskey({ instanceId: idOf(instance), id: UserId.make(String(createUser.json["id"])) })
  )
  const removeUserPasskeys = await operator.send("DELETE", `${user}/passkeys`)
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
    listEvents,
    listUsers,
    getUser,
    updateUser,
    listUserSessions,
    createUserSignInLink,
    revokeUserSession,
    revokeUserSessions,
    resetUserSecondFactor,
    removeUserPasskeys,
    deleteUser
  }
}

/** The same for the invitations of an instance, of which the second one is accepted. */
const sendForInvitations = async (service: Service, operator: Browser, instance: string) => {
  const path = `${instance}/invitations`
  const newInvitation = requestExample("invitation.createInvitation")
  const email = String(newInvitation["email"])
  await operator.post(path, newInvitation)
  // 200, because the address has an invitation by then.
  const createInvitation = await operator.post(path, newInvitation)
  const listInvitations = await operator.get(path)
  const withdrawInvitation = await operator.send("DELETE", `${path}/${createInvitation.json["id"]}`)
  await operator.post(path, newInvitation)
  const token = tokenIn(await service.lastInvitation(email))
  const [host = ""] = [requestExample("instance.createInstance")["hosts"]].flat() as ReadonlyArray<string>
  const acceptance = { ...requestExample("acceptance.acceptInvitation"), token }
  const acceptInvitation = await service.browser({ host }).post(contract.acceptInvitation, acceptance)
  return {
    ...named("invitation", { createInvitation, listInvitations, withdrawInvitation }),
    ...named("acceptance", { acceptInvitation })
  }
}

/** The same for the suppressed addresses of an instance, and for the reports that suppress them. */
const sendForSuppressions = async (service: Service, operator: Browser, instance: string) => {
  const path = `${instance}/email-suppressions`
  const suppression = Samples.emailSuppression(idOf(instance), { email: Email.make("grace@example.com") })
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
const sendForOperators = async (service: Service, admin: Browser) => {
  const path = "/v1/admin/operators"
  const createOperator = await admin.post(path, requestExample("operator.createOperator"))
  const { id } = createOperator.json["operator"] as { readonly id: string }
  const one = `${path}/${id}`
  const inviteOperator = await admin.post(`${one}/invitations`, requestExample("operator.inviteOperator"))
  const signIn = async () => {
    const { json } = await admin.post(`${one}/invitations`, { delivery: "link" })
    const { url } = json["invitation"] as { readonly url: string }
    const token = tokenIn(url)
    await new FormBrowser(service.origin).submit("/dashboard/enter", { token })
  }
  service.advance(12 * 60_000)
  await signIn()
  service.advance((2 * 24 * 60 - 12) * 60_000)
  await signIn()
  await service.run(Samples.storedPasskey({ id: UserId.make(id), instanceId: operatorInstanceId }))
  const listOperators = await admin.get(path)
  const getOperator = await admin.get(one)
  const updateOperator = await sendJson(admin, "PATCH", one, requestExample("operator.updateOperator"))
  const removeOperatorPasskeys = await admin.send("DELETE", `${one}/passkeys`)
  const deleteOperator = await admin.send("DELETE", one)
  return {
    createOperator,
    inviteOperator,
    listOperators,
    getOperator,
    updateOperator,
    removeOperatorPasskeys,
    deleteOperator
  }
}

/** The same for API keys. */
const sendForApiKeys = async (service: Service, admin: Browser) => {
  const path = "/v1/admin/api-keys"
  // The example has its own day.
  const expiresAt = new Date(service.now() + 90 * 24 * 3_600_000).toISOString()
  const createApiKey = await admin.post(path, { ...requestExample("apiKey.createApiKey"), expiresAt })
  const listApiKeys = await admin.get(path)
  const revokeApiKey = await admin.send("DELETE", `${path}/${String(createApiKey.json["id"])}`)
  return { createApiKey, listApiKeys, revokeApiKey }
}

/** The same for the audit log, which has the entry of an instance that is changed. */
const sendForAuditLog = async (operator: Browser, instance: string) => {
  const path = "/v1/admin/audit-log"
  const end = async (after = ""): Promise<string> => {
    const { json } = await operator.get(`${path}?limit=100${after}`)
    const entries = [json["entries"]].flat()
    return entries.length < 100 ? `&after=${String(json["next"])}` : end(`&after=${String(json["next"])}`)
  }
  const after = await end()
  await sendJson(operator, "PATCH", instance, { name: "Acme Shop" })
  return { listAuditLog: await operator.get(`${path}?limit=1${after}`) }
}

/** The same for the webhooks of an instance, one of which gets an event. */
const sendForWebhooks = async (service: Service, operator: Browser, instance: string) => {
  const path = `${instance}/webhooks`
  const createWebhook = await operator.post(path, requestExample("webhook.createWebhook"))
  const listWebhooks = await operator.get(path)
  const one = `${path}/${createWebhook.json["id"]}`
  const getWebhook = await operator.get(one)
  const updateWebhook = await sendJson(operator, "PATCH", one, requestExample("webhook.updateWebhook"))
  const rotateWebhookSecret = await operator.post(`${one}/rotate-secret`, requestExample("webhook.rotateWebhookSecret"))
  const testWebhook = await operator.send("POST", `${one}/test`)
  await operator.post(`${instance}/users`, { email: "hopper@example.com" })
  const now = DateTime.unsafeMake(service.now())
  await service.run(Effect.flatMap(WebhookQueue, ({ distribute }) => distribute(now)))
  const listWebhookDeliveries = await operator.get(`${one}/deliveries`)
  const [delivery] = [listWebhookDeliveries.json["deliveries"]].flat() as ReadonlyArray<Json>
  const eventId = EventId.make(String(delivery?.["eventId"]))
  const redeliverWebhookEvent = await operator.send("POST", `${one}/deliveries/${eventId}/redeliver`)
  const key = {
    instanceId: idOf(instance),
    webhookId: WebhookId.make(String(createWebhook.json["id"])),
    eventId,
    attempts: 0
  }
  const result = { at: now, status: Option.some(500), reason: Option.none() }
  await service.run(Effect.flatMap(WebhookQueue, ({ complete }) => complete(key, "failed", result)))
  const redeliverFailedWebhookEvents = await operator.send("POST", `${one}/redeliver-failed`)
  const deleteWebhook = await operator.send("DELETE", one)
  return {
    createWebhook,
    listWebhooks,
    getWebhook,
    updateWebhook,
    rotateWebhookSecret,
    testWebhook,
    listWebhookDeliveries,
    redeliverWebhookEvent,
    redeliverFailedWebhookEvents,
    deleteWebhook
  }
}

/** Sends each operation for operators, and the health checks, with the example of its body. */
export const sendAsOperator = async (service: Service): Promise<Readonly<Record<string, Reply>>> => {
  const operator = service.browser(contract.asAdmin)
  const createInstance = await operator.post(contract.instances, requestExample("instance.createInstance"))
  const listInstances = await operator.get(contract.instances)
  const path = `${contract.instances}/${createInstance.json["id"]}`
  const getInstance = await operator.get(path)
  // The example turns magic links on again.
  await sendJson(operator, "PATCH", path, { authConfig: { magic_link: false } }, "application/merge-patch+json")
  const updateInstance = await sendJson(operator, "PATCH", path, requestExample("instance.updateInstance"))
  const { listEvents, ...users } = await sendForUsers(service, operator, path)
  const invitations = await sendForInvitations(service, operator, path)
  const suppressions = await sendForSuppressions(service, operator, path)
  const emailTexts = await sendForEmailTexts(operator, path)
  const identityProviders = await sendForIdentityProviders(service, operator, path)
  const webhooks = await sendForWebhooks(service, operator, path)
  const auditLog = await sendForAuditLog(operator, path)
  const deleteInstance = await operator.send("DELETE", path)
  const live = await operator.get("/health/live")
  const ready = await operator.get("/health/ready")
  return {
    ...named("instance", { createInstance, listInstances, getInstance, updateInstance, deleteInstance }),
    ...named("user", users),
    ...named("audit", auditLog),
    ...named("event", { listEvents }),
    ...invitations,
    ...suppressions,
    ...named("emailText", emailTexts),
    ...named("identityProviderAdmin", identityProviders),
    ...named("webhook", webhooks),
    ...named("operator", await sendForOperators(service, operator)),
    ...named("apiKey", await sendForApiKeys(service, operator)),
    ...named("health", { live, ready })
  }
}
