import { createHash } from "node:crypto"
import { STATUS_CODES } from "node:http"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { Email } from "@latchkey/domain/core/Email"
import * as EmailReference from "@latchkey/domain/mail/EmailReference"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { codeAt } from "@latchkey/test-support/authenticatorApp"
import { Browser } from "@latchkey/test-support/Browser"
import { introspect, revoke } from "@latchkey/test-support/contract"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { withApiKey } from "@latchkey/test-support/operator"
import { setSecondFactorMode } from "@latchkey/test-support/secondFactorMode"
import { adminKey, type Service } from "@latchkey/test-support/Service"
import * as Devices from "@latchkey/test-support/devices"
import * as Tokens from "@latchkey/test-support/tokens"
import { makeAuthenticator } from "@latchkey/test-support/softwareAuthenticator"

export interface Example {
  readonly name: string
  readonly markdown: string
}

interface Request {
  readonly method: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
  /** The fields of the reply that are shown; all of them by default. `…` stands for the others. */
  readonly shown?: ReadonlyArray<string>
}

const shownHeaders = ["content-type", "set-cookie", "location", "retry-after", "allow"]

const pretty = (text: string, shown: Request["shown"]): string => {
  if (text.startsWith("<!doctype html>")) return "<!doctype html>…"
  const json: Record<string, unknown> = JSON.parse(text)
  if (shown === undefined) return JSON.stringify(json, null, 2)
  return JSON.stringify(json, [...shown], 2).replace(/\n\}$/, ",\n  …\n}")
}

const hash = (text: string) => createHash("sha256").update(text)

/** Makes the function that returns the position of a value among those that it has seen. */
const makeOrder = () => {
  const seen: Array<string> = []
  return (value: string): number => (seen.includes(value) ? seen.indexOf(value) : seen.push(value) - 1)
}

/** Random bytes of passkeys, credentials and enrollments: no id with a prefix, and no name of a field. */
const randomBytes =
  /(?<=__pending=|"(?:id|rawId|userId|challenge|clientDataJSON|attestationObject|authenticatorData|signature|userHandle|enrollment)": "|^ +")(?![a-z]+_[0-9a-f]{8}-)[\w.-]{22,}(?![\w.-]|":)/gm

/**
 * Makes the function that replaces what differs each time by samples. Times keep their distance. Each id and each token
 * has its own sample, and ids contain the time at which they were created (RFC 9562, 5.7).
 */
const makeSampler = () => {
  const orderOfId = makeOrder()
  const orderOfToken = makeOrder()
  let first: number | undefined
  const sampleMillis = (millis: number): number => {
    first ??= millis
    return Date.UTC(2026, 10, 21, 9, 30, 12, 418) + millis - first
  }
  const sampleId = (id: string): string => {
    const millis = sampleMillis(Number.parseInt(id.slice(0, 13).replace("-", ""), 16))
    const time = millis.toString(16).padStart(12, "0")
    const random = hash(`id ${orderOfId(id)}`).digest("hex")
    const groups = [time.slice(0, 8), time.slice(8), `7${random.slice(0, 3)}`, `8${random.slice(3, 6)}`]
    return [...groups, random.slice(6, 18)].join("-")
  }
  const sampleToken = (token: string): string =>
    `${hash(`token ${orderOfToken(token)}`)
      .digest("base64url")
      .slice(0, 4)}…`
  const sampleRecoveryCode = (code: string): string => {
    const letters = hash(`recovery code ${orderOfToken(code)}`)
      .digest("hex")
      .replace(/[0189]/g, "z")
    return Array.from({ length: 6 }, (_, group) => letters.slice(5 * group, 5 * group + 5)).join("-")
  }
  return (text: string): string =>
    text
      .replace(/lk_[\w-]{49}/g, "lk_F7lj…")
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, sampleId)
      .replace(/(?<=(__client|__session|token)=|"token": "|latchkey_)[\w-]{43}/g, sampleToken)
      .replace(/(?<="deviceCode": ")[\w-]{43}/g, sampleToken)
      .replace(/(?<="userCode": "|[cC]ode=)[B-Z]{4}-[B-Z]{4}/g, "WDJB-MJHT")
      .replace(/(?<="accessToken": ")[^"]+/g, "eyJhbGciOiJFUzI1NiIs…")
      .replace(/(?<="refreshToken": ")[^"]+/g, "lkr_…")
      .replace(/(?<="(?:kid|x|y)": ")[\w-]{43}/g, sampleToken)
      .replace(/(?<="iat": )\d+/g, "1795254648")
      .replace(/(?<="exp": )\d+/g, "1803030648")
      .replace(/(?<="code": ")\d{6}(?=")/g, "492817")
      .replace(/whsec_[A-Za-z0-9+/]{43}=/g, "whsec_MfKQ…")
      .replace(/[A-Z2-7]{32}/g, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
      .replace(/(?<="qrCode": ")(?:\\.|[^"])*/g, "<svg …</svg>")
      .replace(/[a-z2-7]{5}(?:-[a-z2-7]{5}){5}/g, sampleRecoveryCode)
      .replace(/(?<="next": ")[\w-]{43,}/g, sampleToken)
      .replace(randomBytes, sampleToken)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) =>
        new Date(sampleMillis(Date.parse(time))).toISOString()
      )
      .replaceAll(adminKey, "$ADMIN_API_KEY")
}

const markdownOf = ({ method, path, headers = {}, body, shown }: Request, reply: Reply): string => {
  const requestHeaders = { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers }
  const lines = [
    "```http",
    `${method} ${path}`,
    ...Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ["", JSON.stringify(body, null, 2)]),
    "```",
    "",
    "```http",
    `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status]}`,
    ...shownHeaders.flatMap((name) => [reply.headers[name] ?? []].flat().map((value) => `${name}: ${value}`)),
    ...(reply.text === "" ? [] : ["", pretty(reply.text, shown)]),
    "```"
  ]
  return lines.join("\n")
}

/** Sends a request, and adds it to the examples under a name. */
type Show = (browser: Browser, name: string, request: Request) => Promise<Reply>

const laptop = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
const phone = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
const signIn = "/v1/auth/sign-in/email-password"
const credentials = { email: "ada@example.com", password: "correct horse battery" }

const showUsers = async (service: Service, show: Show) => {
  const ada = service.browser({ "user-agent": laptop })
  const mobile = service.browser({ "user-agent": phone })
  const requestLink = { method: "POST", path: "/v1/auth/sign-in/magic-link", body: { email: credentials.email } }

  await show(ada, "sign-up", { method: "POST", path: "/v1/auth/sign-up/email-password", body: credentials })
  await show(ada, "sign-in", { method: "POST", path: signIn, body: credentials })
  await show(ada, "session", { method: "GET", path: "/v1/auth/session" })
  await show(service.browser(), "optional-session", { method: "GET", path: "/v1/auth/session/optional" })
  await show(ada, "magic-link", requestLink)
  await show(ada, "verify", { method: "GET", path: await service.lastLink(credentials.email) })
  await ada.post(requestLink.path, requestLink.body)
  const link = await service.lastLink(credentials.email)
  await show(ada, "verify-browser", { method: "GET", path: link, headers: { accept: "text/html" } })
  const setCodes = (magicLinkCodes: boolean) =>
    service.instances((instances) => instances.update(defaultId, { emailConfig: { magicLinkCodes } }))
  await setCodes(true)
  await ada.post(requestLink.path, requestLink.body)
  const code = { code: await service.lastCode(credentials.email) }
  await show(ada, "verify-code", { method: "POST", path: "/v1/auth/magic-link/verify-code", body: code })
  await setCodes(false)
  service.advance(7 * 60_000)
  const { json } = await mobile.post(signIn, credentials)
  service.advance(19_884)
  await show(ada, "sessions", { method: "GET", path: "/v1/auth/sessions" })
  await show(ada, "revoke-session", { method: "DELETE", path: `/v1/auth/sessions/${json["sessionId"]}` })
  const changed = { password: "another horse battery", currentPassword: credentials.password }
  await show(ada, "set-password", { method: "PUT", path: "/v1/auth/password", body: changed })
  const forgotten = { method: "POST", path: "/v1/auth/password/forgot", body: { email: credentials.email } }
  await show(ada, "forgot-password", forgotten)
  const resetLink = new URL(await service.lastResetLink(credentials.email), service.origin)
  const reset = { token: resetLink.searchParams.get("token"), password: "a third horse battery" }
  await show(ada, "reset-password", { method: "POST", path: "/v1/auth/password/reset", body: reset })
  await show(ada, "account", { method: "GET", path: "/v1/auth/account" })
  const update = { name: "Ada Lovelace", userMetadata: { theme: "dark" } }
  await show(ada, "account-update", { method: "PATCH", path: "/v1/auth/account", body: update })
  await show(ada, "account-export", { method: "GET", path: "/v1/auth/account/export" })
  const confirmed = { currentPassword: reset.password }
  await show(ada, "account-delete", { method: "POST", path: "/v1/auth/account/delete", body: confirmed })
  await show(ada, "account-keep", { method: "POST", path: "/v1/auth/account/delete/cancel" })
  const next = { email: "ada@new.example", currentPassword: reset.password }
  await show(ada, "change-email", { method: "POST", path: "/v1/auth/email", body: next })
  const changeLink = new URL(await service.lastEmailChange(next.email), service.origin)
  const confirmation = { token: changeLink.searchParams.get("token") }
  await show(ada, "confirm-email", { method: "POST", path: "/v1/auth/email/confirm", body: confirmation })
  const restoreLink = new URL(await service.lastEmailRestore(credentials.email), service.origin)
  const restoration = { token: restoreLink.searchParams.get("token") }
  await show(service.browser(), "restore-email", { method: "POST", path: "/v1/auth/email/restore", body: restoration })
  await ada.post(requestLink.path, requestLink.body)
  await ada.get(await service.lastLink(credentials.email))
  await show(ada, "sign-out", { method: "POST", path: "/v1/auth/sign-out" })
  await ada.post(requestLink.path, requestLink.body)
  await ada.get(await service.lastLink(credentials.email))
  await show(ada, "sign-out-all", { method: "POST", path: "/v1/auth/sign-out/all" })
}

const showPasskeys = async (service: Service, show: Show) => {
  const { origin } = new URL("https://auth.example.com")
  const authenticator = makeAuthenticator(origin)
  const marie = service.browser({ "user-agent": laptop })
  const path = "/v1/auth/passkeys"
  await marie.post("/v1/auth/sign-up/email-password", { email: "marie@example.com", password: credentials.password })
  const offered = await show(marie, "passkey-options", { method: "POST", path: `${path}/registration/options` })
  const body = { credential: authenticator.create(offered.json as never), name: "My laptop" }
  await show(marie, "passkey-add", { method: "POST", path, body })
  await show(marie, "passkey-list", { method: "GET", path })
  const asked = await show(marie, "passkey-sign-in-options", { method: "POST", path: `${path}/sign-in/options` })
  const answer = { credential: authenticator.get(asked.json as never) }
  await show(marie, "passkey-sign-in", { method: "POST", path: `${path}/sign-in`, body: answer })
}

const showTokens = async (service: Service, show: Show) => {
  await Tokens.turnOn(service)
  const emmy = service.browser({ "user-agent": laptop })
  const expiresAt = new Date(service.now() + 90 * 86_400_000).toISOString()
  const body = { name: "Nightly backup", scopes: ["reports:read"], expiresAt }
  await emmy.post("/v1/auth/sign-up/email-password", { email: "emmy@example.com", password: credentials.password })
  const created = await show(emmy, "create-personal-token", { method: "POST", path: "/v1/auth/tokens", body })
  const headers = { authorization: `Bearer ${String(created.json["token"])}` }
  await show(service.browser(), "check-personal-token", { method: "GET", path: "/v1/auth/session", headers })
  const request = { audience: Tokens.audience }
  await show(emmy, "access-token", { method: "POST", path: "/v1/auth/token", body: request })
  const native = { "x-latchkey-client": "native" }
  const app = service.browser({ "user-agent": "Example/1.0 (iOS)" })
  const own = { email: "emmy@example.com", password: credentials.password }
  const signedIn = await show(app, "native-sign-in", {
    method: "POST",
    path: "/v1/auth/sign-in/email-password",
    body: own,
    headers: native
  })
  const { refreshToken } = signedIn.json
  await show(app, "refresh-tokens", { method: "POST", path: "/v1/auth/token/refresh", body: { refreshToken } })
  const token = created.json["token"]
  const api = service.browser()
  const asked = { path: introspect, headers: (await withApiKey(service, "viewer")).headers, body: { token } }
  await show(api, "introspect-token", { method: "POST", ...asked })
  await show(api, "revoke-token", { method: "POST", path: revoke, body: { token } })
  await show(api, "introspect-revoked-token", { method: "POST", ...asked })
  await show(emmy, "key-set", { method: "GET", path: "/.well-known/jwks.json" })
  await Tokens.turnOff(service)
}

const showDevices = async (service: Service, show: Show) => {
  await Devices.allow(service)
  const chien = service.browser({ "user-agent": laptop })
  await chien.post("/v1/auth/sign-up/email-password", { email: "chien@example.com", password: credentials.password })
  const program = service.browser({ "user-agent": "acme/2.1" })
  const name = "Acme for the command line"
  const started = await show(program, "start-device", { method: "POST", path: "/v1/auth/device", body: { name } })
  const { deviceCode, userCode } = started.json
  const ask = { method: "POST", path: "/v1/auth/device/token", body: { deviceCode } }
  await show(program, "device-pending", ask)
  await show(chien, "get-device", { method: "GET", path: `/v1/auth/device?userCode=${String(userCode)}` })
  const decision = { userCode, approve: true }
  await show(chien, "decide-device", { method: "POST", path: "/v1/auth/device/decision", body: decision })
  service.advance(5000)
  await show(program, "sign-in-device", ask)
  await Devices.allow(service, false)
}

const showSecondFactor = async (service: Service, show: Show) => {
  await setSecondFactorMode(service, "optional")
  const lise = service.browser({ "user-agent": laptop })
  const own = { email: "lise@example.com", password: credentials.password }
  const path = "/v1/auth/second-factor"
  await lise.post("/v1/auth/sign-up/email-password", own)
  const begun = await show(lise, "totp-begin", { method: "POST", path: `${path}/totp` })
  const { enrollment, secret } = begun.json as { readonly enrollment: string; readonly secret: string }
  const next = () => ({ code: codeAt(secret, service.now()) })
  const first = { enrollment, ...next() }
  await show(lise, "totp-confirm", { method: "POST", path: `${path}/totp/confirm`, body: first })
  await show(lise, "second-factor", { method: "GET", path })
  service.advance(60_000)
  await show(lise, "sign-in-pending", { method: "POST", path: signIn, body: own })
  await show(lise, "second-factor-complete", { method: "POST", path: "/v1/auth/sign-in/second-factor", body: next() })
  service.advance(60_000)
  await show(lise, "reauthenticate", { method: "POST", path: "/v1/auth/reauthenticate", body: next() })
  await setSecondFactorMode(service, "off")
}

const showWebhooks = async (service: Service, show: Show, operator: Browser) => {
  const headers = { authorization: `Bearer ${adminKey}` }
  const path = "/v1/admin/instances/default/webhooks"
  const body = { url: "https://app.example.com/hooks/latchkey", types: ["user.created", "user.deleted"] }
  const { json } = await show(operator, "webhook-create", { method: "POST", path, headers, body })
  const webhook = `${path}/${json["id"]}`
  await show(operator, "webhook-test", { method: "POST", path: `${webhook}/test`, headers })
  await operator.post("/v1/admin/instances/default/users", { email: "edith@example.com" }, headers)
  await service.deliverEvents()
  await show(operator, "webhook-deliveries", { method: "GET", path: `${webhook}/deliveries`, headers })
}

const showOperators = async (service: Service, show: Show) => {
  const operator = service.browser()
  const headers = { authorization: `Bearer ${adminKey}` }
  const path = "/v1/admin/instances"
  const settings = { name: "Acme", plan: "pro", hosts: ["login.acme.example"] }
  const created = await show(operator, "admin-create", { method: "POST", path, headers, body: settings })
  await show(operator, "admin-update", {
    method: "PATCH",
    path: `${path}/${created.json["id"]}`,
    headers,
    body: { authConfig: { magic_link: true } },
    shown: ["id", "authConfig", "magic_link"]
  })
  await show(operator, "admin-delete", { method: "DELETE", path: `${path}/${created.json["id"]}`, headers })
  const users = `${path}/default/users`
  const grace = {
    email: "grace@example.com",
    emailVerified: true,
    externalId: "crm|4711",
    password: "a fourth battery"
  }
  const { json } = await show(operator, "user-create", { method: "POST", path: users, headers, body: grace })
  await show(operator, "user-list", { method: "GET", path: `${users}?externalId=crm%7C4711`, headers })
  const moved = { email: "grace.hopper@example.com", emailVerified: true }
  await show(operator, "user-update", { method: "PATCH", path: `${users}/${json["id"]}`, headers, body: moved })
  const inResponse = { delivery: "response" }
  const links = `${users}/${json["id"]}/sign-in-links`
  await show(operator, "user-link", { method: "POST", path: links, headers, body: inResponse })
  await show(operator, "user-delete", { method: "DELETE", path: `${users}/${json["id"]}`, headers })
  const moving = {
    users: [
      {
        email: "joan@example.com",
        emailVerified: true,
        externalId: "legacy|4711",
        passwordHash: "$2b$12$bIRGj4QPPoSUMWsJE.4Pk.T1qTpDWz7HhMnuiQhGzGinKPsx/HQdq"
      },
      { email: "jo@" }
    ]
  }
  await show(operator, "user-import", { method: "POST", path: `${users}/import`, headers, body: moving })
  const providers = `${path}/default/identity-providers`
  const google = {
    kind: "google",
    clientId: "1234.apps.googleusercontent.com",
    clientSecret: "GOCSPX-uX3fq0Lh7WgJ2mZ9cTn4"
  }
  await show(operator, "provider-create", { method: "POST", path: providers, headers, body: google })
  const off = { enabled: false }
  await show(operator, "provider-update", {
    method: "PATCH",
    path: `${providers}/google`,
    headers,
    body: off,
    shown: ["id", "enabled", "hasClientSecret"]
  })
  const keycloak = { kind: "oidc", name: "Keycloak", issuer: "http://id.example.com/realms/main", clientId: "latchkey" }
  await show(operator, "provider-mistakes", { method: "POST", path: providers, headers, body: keycloak })
  await operator.send("DELETE", `${providers}/google`, { headers })
  const invitations = `${path}/default/invitations`
  const lin = { email: "lin@example.com" }
  const invited = await show(operator, "invitation-create", { method: "POST", path: invitations, headers, body: lin })
  await show(operator, "invitation-list", { method: "GET", path: invitations, headers })
  const withdrawal = `${invitations}/${invited.json["id"]}`
  await show(operator, "invitation-withdraw", { method: "DELETE", path: withdrawal, headers })
  await operator.post(invitations, lin, headers)
  const texts = `${path}/default/email-texts`
  const text = `${texts}/magic_link/en`
  const own = {
    subject: "Your sign-in link for {{instanceName}}",
    text: "Hello!\n\n{{link}}\n\nThe link works for {{lifetimeMinutes}} minutes.",
    html: '<p>Hello! <a href="{{link}}">Sign in</a></p>'
  }
  await show(operator, "email-text-get", { method: "GET", path: `${texts}/invitation/en`, headers })
  await show(operator, "email-text-put", { method: "PUT", path: text, headers, body: own })
  await show(operator, "email-text-mistakes", {
    method: "PUT",
    path: text,
    headers,
    body: { ...own, text: "Hello {{firstName}}!" }
  })
  await show(operator, "email-text-preview", { method: "POST", path: `${text}/preview`, headers, body: own })
  await show(operator, "email-text-test", { method: "POST", path: `${text}/test`, headers, body: lin })
  await show(operator, "email-text-delete", { method: "DELETE", path: text, headers })
  const acceptance = new URL(await service.lastInvitation(lin.email), service.origin)
  await show(service.browser(), "accept-invitation", {
    method: "POST",
    path: "/v1/auth/invitation/accept",
    body: { token: acceptance.searchParams.get("token") }
  })
  const reported = (await service.emails()).at(-1)?.reference ?? ""
  const suppression = Samples.emailSuppression(defaultId, {
    emailId: Option.getOrThrow(EmailReference.parse(reported)).emailId,
    email: Email.make("ada@example.net"),
    suppressedAt: await service.run(DateTime.now)
  })
  await service.run(Effect.flatMap(EmailSuppressions, ({ put }) => put(suppression)))
  const suppressions = `${path}/default/email-suppressions`
  await show(operator, "audit-log", { method: "GET", path: "/v1/admin/audit-log?limit=1", headers })
  await show(operator, "event-list", { method: "GET", path: `${path}/default/events?limit=1`, headers })
  await show(operator, "suppression-list", { method: "GET", path: suppressions, headers })
  const lift = `${suppressions}/${suppression.emailId}`
  await show(operator, "suppression-lift", { method: "DELETE", path: lift, headers })
  const change = (verification: string) =>
    operator.send("PATCH", `${path}/default`, {
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ signUp: { verification } })
    })
  await change("before")
  const mary = service.browser()
  const signUp = { email: "mary@example.com", password: "correct horse battery" }
  await show(mary, "sign-up-before", { method: "POST", path: "/v1/auth/sign-up/email-password", body: signUp })
  const completion = new URL(await service.lastSignUpLink(signUp.email), service.origin)
  await show(mary, "sign-up-verify", {
    method: "POST",
    path: "/v1/auth/sign-up/verify",
    body: { token: completion.searchParams.get("token") }
  })
  await change("after")
  const operators = "/v1/admin/operators"
  const administrator = { email: "grace@example.com", name: "Grace Hopper", role: "support" }
  const added = await show(operator, "operator-create", {
    method: "POST",
    path: operators,
    headers,
    body: administrator
  })
  const one = `${operators}/${(added.json["operator"] as { readonly id: string }).id}`
  await show(operator, "operator-update", { method: "PATCH", path: one, headers, body: { role: "viewer" } })
  const keys = "/v1/admin/api-keys"
  const key = { name: "Billing sync", role: "viewer" }
  await show(operator, "api-key-create", { method: "POST", path: keys, headers, body: key })
  await show(operator, "api-key-list", { method: "GET", path: keys, headers })
  await showWebhooks(service, show, operator)
  await show(operator, "ready", { method: "GET", path: "/health/ready" })
}

/** Makes every request of the page, in an order in which each has what it needs. */
export const makeExamples = async (service: Service): Promise<ReadonlyArray<Example>> => {
  const examples: Array<Example> = []
  const sampled = makeSampler()
  const show: Show = async (browser, name, request) => {
    const body = request.body === undefined ? {} : { body: JSON.stringify(request.body) }
    const type = request.body === undefined ? {} : { "content-type": "application/json" }
    const reply = await browser.send(request.method, request.path, {
      headers: { ...type, ...request.headers },
      ...body
    })
    examples.push({ name, markdown: sampled(markdownOf(request, reply)) })
    service.advance(23_417)
    return reply
  }
  await showUsers(service, show)
  await showPasskeys(service, show)
  await showTokens(service, show)
  await showSecondFactor(service, show)
  await showOperators(service, show)
  await showDevices(service, show)
  return examples
}
