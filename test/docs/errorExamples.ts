import { STATUS_CODES } from "node:http"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import * as SecretKeys from "@latchkey/domain/core/SecretKeys"
import { InstanceId } from "@latchkey/domain/core/Ids"
import * as AcceptedToken from "@latchkey/http/access-token/AcceptedToken"
import * as CallerMiddleware from "@latchkey/http/access-token/CallerMiddleware"
import type { ProblemCode } from "@latchkey/http/core/Problem"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { addOperator, signedInAs, withApiKey } from "@latchkey/test-support/operator"
import { setUpApp } from "@latchkey/test-support/authenticatorApp"
import { requestRecovery } from "@latchkey/test-support/factorRecovery"
import { quickCrypto } from "@latchkey/test-support/HttpService"
import { type InterceptedStorage, makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import * as Devices from "@latchkey/test-support/devices"
import { sesHook, validBody } from "@latchkey/test-support/contract"
import * as Providers from "@latchkey/test-support/oidc/scenarios"
import type { Reply } from "@latchkey/test-support/HttpClient"
import * as SesReports from "@latchkey/ses/SesReports"
import * as Tokens from "@latchkey/test-support/tokens"
import { makeAuthenticator } from "@latchkey/test-support/softwareAuthenticator"
import { adminKey, type Service, serveWith, startService } from "@latchkey/test-support/Service"

interface Request {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON, a text as it is. */
  readonly body?: string | Readonly<Record<string, unknown>>
}

const signUp = "/v1/auth/sign-up/email-password"
const signIn = "/v1/auth/sign-in/email-password"
const requestLink = "/v1/auth/sign-in/magic-link"
const beginTotp = "/v1/auth/second-factor/totp"
const credentials = { email: "ada@example.com", password: "correct horse battery" }
const token = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

const post = (
  path: string,
  body: Required<Request>["body"],
  headers: Readonly<Record<string, string>> = {}
): Request => ({
  method: "POST",
  path,
  headers: { ...(typeof body === "string" ? {} : { "content-type": "application/json" }), ...headers },
  body
})
const get = (path: string): Request => ({ method: "GET", path })

const shownHeaders = ["content-type", "retry-after", "allow"]

/** Cuts long texts, such as a body that is too large. */
const cut = (text: string): string => text.replace(/(\w{8})\w{56,}/g, "$1…")

const block = (lines: ReadonlyArray<string>): string => ["```http", ...lines, "```"].join("\n")

/** The time in the examples. Real ones differ each time. */
const sampleTime = "2026-11-24T09:42:36.723Z"

const sampled = (name: string, value: unknown) => (name === "availableAt" ? sampleTime : value)

const markdownOf = (
  { method, path, headers = {}, body }: Request,
  { headers: received, status, text }: Reply
): string =>
  [
    block([
      `${method} ${cut(path)}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value.replace(adminKey, "$ADMIN_API_KEY")}`),
      ...(body === undefined ? [] : ["", cut(typeof body === "string" ? body : JSON.stringify(body))])
    ]),
    block([
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...shownHeaders.flatMap((name) => (received[name] === undefined ? [] : `${name}: ${received[name]}`)),
      "",
      JSON.stringify(JSON.parse(text), sampled, 2)
    ])
  ].join("\n\n")

/** The ids in the examples. Real ones differ each time. */
const sampleInstance = "inst_01a1fd7d-34a5-7c1e-9f04-5b7a0d2e61c8"
const sampleUser = "user_01a1fd7d-34a5-786b-87ce-ce02f1bf2563"

/** Who sends the request, with which body, and what ends their service. */
interface Sent {
  readonly browser: ReturnType<Service["browser"]>
  readonly body: Required<Request>["body"]
  readonly stop: () => Promise<unknown>
}

/**
 * What has to happen before a request gets its error. May return what stands for `USER` or `INSTANCE` in the path and
 * headers, or who sends the request with which body.
 */
type Prepare = (
  service: Service,
  storage: InterceptedStorage,
  ada: ReturnType<Service["browser"]>,
  providers: Providers.Scenarios
) => unknown

const repeat =
  (times: number, { method, path, headers, body }: Request): Prepare =>
  async (service) => {
    for (let count = 0; count < times; count++) {
      await service.browser().send(method, path, { ...(headers && { headers }), body: JSON.stringify(body) })
    }
  }

const instanceWithoutLinks: Prepare = (service) =>
  service
    .browser()
    .post(
      "/v1/admin/instances",
      { name: "Acme", hosts: ["login.acme.example"] },
      { authorization: `Bearer ${adminKey}` }
    )

const asAdmin = { authorization: `Bearer ${adminKey}` }
const users = "/v1/admin/instances/default/users"

/** Returns the id of the new user. */
const createUser = async (service: Service, user: object) =>
  String((await service.browser().post(users, user, asAdmin)).json["id"])

const change = (patch: object) => (service: Service) =>
  service.browser().send("PATCH", "/v1/admin/instances/default", {
    headers: { "content-type": "application/json", ...asAdmin },
    body: JSON.stringify(patch)
  })

/** Sets up an authenticator app for the signed-in user. */
const withApp: Prepare = async (service, _, ada) => {
  await change({ authConfig: { secondFactor: "optional" } })(service)
  await ada.post("/v1/auth/reauthenticate", { password: credentials.password })
  await setUpApp(service, ada)
}

const passkeys = "/v1/auth/passkeys"
const passkeyOptions: Request = { method: "POST", path: `${passkeys}/registration/options` }

/** A new user with passkeys, who has signed in with one of them, and that one's authenticator. */
const withPasskeys = async (service: Service, count: number, id?: Buffer) => {
  const browser = service.browser()
  const authenticator = makeAuthenticator(service.origin)
  await browser.post(signUp, { ...credentials, email: `${count}@example.com` })
  const create = async () => authenticator.create((await browser.post(passkeyOptions.path, {})).json as never, id)
  await browser.post(passkeys, { credential: await create() })
  const { json: options } = await browser.post(`${passkeys}/sign-in/options`, {})
  await browser.post("/v1/auth/reauthenticate", { credential: authenticator.get(options as never) })
  for (let left = count - 1; left > 0; left--) await browser.post(passkeys, { credential: await create() })
  return { browser, create }
}

const withTwentyPasskeys: Prepare = async (service) => ({ browser: (await withPasskeys(service, 20)).browser })

const withTheSamePasskey: Prepare = async (service) => {
  const { browser, create } = await withPasskeys(service, 1, Buffer.alloc(16, 1))
  return { browser, body: { credential: await create() } }
}

/** A new user of a service that has tokens turned on, with as many as a user can have. */
const withAllTokens: Prepare = async (service) => {
  await Tokens.turnOn(service)
  const browser = service.browser()
  await browser.post(signUp, { ...credentials, email: "tokens@example.com" })
  await Tokens.createAll(browser)
  return { browser }
}

/** A token without scopes. */
const withoutScope: Prepare = async (service) => {
  await Tokens.turnOn(service)
  const browser = service.browser()
  await browser.post(signUp, { ...credentials, email: "backups@example.com" })
  return String((await browser.post("/v1/auth/tokens", { name: "Backups" })).json["token"])
}

/** An endpoint of an app that requires a scope. */
const reports = HttpLayerRouter.add("GET", "/reports", HttpServerResponse.empty()).pipe(
  Layer.provide(CallerMiddleware.routerToken({ tokens: [AcceptedToken.personalToken], scopes: ["reports:read"] }).layer)
)

/** A program that has asked for codes. */
const startedDevice = async (service: Service) => {
  await Devices.allow(service)
  const { deviceCode, userCode } = (await service.browser().post("/v1/auth/device", {})).json
  return { body: { deviceCode }, userCode }
}

/** A new user of a service without a server key. */
const withoutServerKey: Prepare = async () => {
  const service = await startService({
    storage: makeInterceptedStorage().layer,
    crypto: quickCrypto,
    secretKeys: Layer.succeed(SecretKeys.SecretKeys, SecretKeys.none)
  })
  await Tokens.turnOn(service)
  const browser = service.browser()
  await browser.post(signUp, credentials)
  return { browser, stop: service.stop }
}

/** Returns the token of a recovery that a new user with an authenticator app has requested. */
const requestedRecovery = async (service: Service): Promise<string> => {
  await change({ authConfig: { secondFactor: "optional" } })(service)
  return (await requestRecovery(service, { ...credentials, email: "hopper@example.com" })).token
}

/** Returns the id of a new instance with a user who has a passkey. */
const instanceWithPasskey: Prepare = async (service) => {
  const instance = { name: "Globex", hosts: ["login.globex.example"] }
  const { json } = await service.browser().post("/v1/admin/instances", instance, asAdmin)
  const id = InstanceId.make(String(json["id"]))
  const store = Effect.gen(function* () {
    yield* Samples.storedPasskey(yield* Samples.storedUser(id), { rpId: "login.globex.example" })
  })
  await service.run(store)
  return id
}

/** Of the time before the database was restored from an older backup. */
const cursorOfNoEvent = Buffer.from(
  JSON.stringify({ instanceId: "default", position: 4711, userId: sampleUser, version: 3 })
).toString("base64url")

const guess = post(signIn, { ...credentials, password: "a wrong guess" })
const newAccount = post(signUp, { email: "grace@example.com", password: "short" })
const link = post(requestLink, { email: "ada@example.com" })

/** One request per code, and what its example shows in the place of `USER`, in an account `ada@example.com` that is signed in. */
const requests: Readonly<Record<ProblemCode, readonly [request: Request, prepare?: Prepare, shown?: string]>> = {
  password_too_short: [newAccount],
  email_already_exists: [post(signUp, credentials)],
  external_id_already_exists: [
    { ...post(`${users}/USER`, { externalId: "crm|4711" }, asAdmin), method: "PATCH" },
    async (service) => {
      await createUser(service, { email: "grace@example.com", externalId: "crm|4711" })
      return createUser(service, { email: "lin@example.com" })
    }
  ],
  plan_does_not_allow: [
    post(
      "/v1/admin/instances",
      { name: "Acme", plan: "free", sessionConfig: { passwordPolicy: { minLength: 12 } } },
      { authorization: `Bearer ${adminKey}` }
    )
  ],
  cursor_expired: [{ ...get(`/v1/admin/instances/default/events?after=${cursorOfNoEvent}`), headers: asAdmin }],
  invalid_request: [post(signIn, { email: "ada@", password: 7 })],
  invalid_credentials: [guess],
  magic_link_disabled: [
    post(requestLink, { email: "ada@example.com" }, { host: "login.acme.example" }),
    instanceWithoutLinks
  ],
  invalid_token: [get(`/v1/auth/magic-link/verify?token=${token}`)],
  unauthenticated: [get("/v1/auth/session")],
  reauthentication_required: [{ ...post("/v1/auth/password", { password: "another horse battery" }), method: "PUT" }],
  email_not_verified: [get("/v1/auth/session"), change({ sessionConfig: { requireVerifiedEmail: true } })],
  email_report_rejected: [
    post(
      sesHook,
      {
        ...validBody["receiveSesNotification"]?.(),
        TopicArn: "arn:aws:sns:eu-central-1:210987654321:another-topic"
      },
      { "content-type": "text/plain" }
    )
  ],
  forbidden_origin: [post(signIn, credentials, { origin: "https://shop.example" })],
  not_found: [get("/v1/auth/sign-in")],
  method_not_allowed: [get(signIn)],
  permission_denied: [
    { method: "DELETE", path: `${users}/${sampleUser}`, headers: { authorization: "USER" } },
    async (service) => (await withApiKey(service, "viewer")).headers.authorization,
    "Bearer latchkey_b2Zf…"
  ],
  last_admin_required: [
    { method: "DELETE", path: "/v1/admin/operators/USER", headers: asAdmin },
    async (service) => (await signedInAs(service, "admin")).id,
    "user_01a20d52-9a3e-7c41-b6f0-2d8e71a5c394"
  ],
  operator_already_exists: [
    post("/v1/admin/operators", { email: "support@example.com", name: "Grace Hopper", role: "support" }, asAdmin),
    (service) => addOperator(service, "support")
  ],
  default_instance_required: [{ method: "DELETE", path: "/v1/admin/instances/default", headers: asAdmin }],
  payload_too_large: [post(signIn, { ...credentials, password: "a".repeat(65_536) })],
  unsupported_media_type: [
    post(signIn, "email=ada%40example.com", { "content-type": "application/x-www-form-urlencoded" })
  ],
  signup_rate_limited: [newAccount, repeat(20, newAccount)],
  signin_rate_limited: [guess, repeat(10, guess)],
  magic_link_rate_limited: [link, repeat(5, link)],
  internal_error: [post(signIn, credentials), (_, storage) => storage.intercept(() => Effect.dieMessage("a defect"))],
  service_unavailable: [
    post(signIn, credentials),
    (_, storage) => storage.intercept(() => new PersistenceError({ cause: new Error("connection refused") }))
  ],
  second_factor_disabled: [post(beginTotp, {})],
  passkey_already_exists: [
    post(passkeys, { credential: { type: "public-key", id: "AQEBAQEBAQEBAQEBAQEBAQ", response: {} } }),
    withTheSamePasskey
  ],
  too_many_passkeys: [passkeyOptions, withTwentyPasskeys],
  passkey_rp_id_in_use: [
    { ...post("/v1/admin/instances/INSTANCE", { hosts: ["id.globex.example"] }, asAdmin), method: "PATCH" },
    instanceWithPasskey
  ],
  identity_provider_disabled: [post(Providers.beginVisit, { provider: "facebook" })],
  identity_provider_unavailable: [post(Providers.beginVisit, { provider: "gone" })],
  identity_rejected: [
    post(Providers.callback, { state: token, error: "access_denied" }),
    (service, _storage, _ada, { cancelled }) => cancelled(service)
  ],
  proof_required: [
    post(Providers.callback, { state: token, code: token }),
    (service, _storage, _ada, { ofVerifiedUser }) => ofVerifiedUser(service)
  ],
  identity_already_exists: [
    post(Providers.callback, { state: token, code: token }),
    (service, _storage, _ada, { ofAnotherUser }) => ofAnotherUser(service)
  ],
  too_many_identities: [
    post(Providers.identities, { provider: "acme" }),
    (service, _storage, _ada, { withTwentyIdentities }) => withTwentyIdentities(service)
  ],
  device_sign_in_disabled: [post("/v1/auth/device", {})],
  authorization_pending: [post("/v1/auth/device/token", { deviceCode: token }), startedDevice],
  slow_down: [
    post("/v1/auth/device/token", { deviceCode: token }),
    async (service) => {
      const { body } = await startedDevice(service)
      await service.browser().post("/v1/auth/device/token", body)
      return { body }
    }
  ],
  access_denied: [
    post("/v1/auth/device/token", { deviceCode: token }),
    async (service, _storage, ada) => {
      const { body, userCode } = await startedDevice(service)
      await Devices.decide(service, ada, "deny", userCode)
      return { body }
    }
  ],
  personal_tokens_disabled: [post("/v1/auth/tokens", { name: "Backups" })],
  audience_not_allowed: [
    post("/v1/auth/token", { audience: "https://other.example" }),
    change({ sessionConfig: { requireVerifiedEmail: false } })
  ],
  factor_recovery_disabled: [post("/v1/auth/second-factor/recovery", {})],
  // Last, because they change the instance.
  factor_recovery_not_needed: [
    post("/v1/auth/second-factor/recovery", {}),
    change({ authConfig: { factorRecovery: "email" } })
  ],
  factor_recovery_too_early: [
    post("/v1/auth/second-factor/recovery/confirm", { token }),
    async (service) => ({ body: { token: await requestedRecovery(service) } })
  ],
  access_tokens_disabled: [post("/v1/auth/token", { audience: Tokens.audience }), withoutServerKey],
  unsupported_token_type: [
    post("/v1/auth/revoke", { token: "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJqdGkiOiJhdF8wMWEyYSJ9.c2lnbmF0dXJl" })
  ],
  insufficient_scope: [{ ...get("/reports"), headers: { authorization: "Bearer USER" } }, withoutScope, "lk_b2Zf…"],
  too_many_personal_tokens: [post("/v1/auth/tokens", { name: "One more" }), withAllTokens],
  second_factor_exists: [post(beginTotp, {}), withApp],
  sign_up_refused: [newAccount, change({ signUp: { refusedDomains: ["example.com"] } })],
  sign_up_closed: [newAccount, change({ signUp: { mode: "closed" } })],
  magic_link_code_disabled: [post("/v1/auth/magic-link/verify-code", { code: "492817" })],
  password_disabled: [post(signIn, credentials), change({ authConfig: { password: false } })],
  passkey_disabled: [
    { method: "POST", path: `${passkeys}/sign-in/options` },
    change({ authConfig: { passkey: false } })
  ],
  no_sign_in_method: [
    post(users, { email: "jo@example.com" }, asAdmin),
    change({ authConfig: { password: true, magic_link: false }, sessionConfig: { requireVerifiedEmail: false } })
  ]
}

const needsSession: ReadonlyArray<string> = [
  "audience_not_allowed",
  "email_not_verified",
  "factor_recovery_disabled",
  "factor_recovery_not_needed",
  "personal_tokens_disabled",
  "reauthentication_required",
  "second_factor_disabled",
  "second_factor_exists"
]

/** Makes a request for each code, in a service whose clock stands still, and returns request and reply as Markdown. */
export const makeErrorExamples = async (): Promise<ReadonlyMap<string, string>> => {
  const storage = makeInterceptedStorage()
  const providers = await Providers.start()
  const service = await startService({
    app: serveWith(reports),
    storage: storage.layer,
    crypto: quickCrypto,
    identityProviders: providers.layer,
    // Passkeys need a host name.
    host: "localhost",
    reports: SesReports.layer({ topicArn: "arn:aws:sns:eu-central-1:123456789012:latchkey-emails" })
  })
  const ada = service.browser()
  await ada.post(signUp, credentials)
  await providers.configure(service)
  const examples = new Map<string, string>()
  for (const [code, [template, prepare, shown]] of Object.entries(requests)) {
    service.advance(3_600_000)
    const prepared = await prepare?.(service, storage, ada, providers)
    const sent = typeof prepared === "object" && prepared !== null ? (prepared as Partial<Sent>) : {}
    const requestFor = (id: string) => {
      const fill = (text: string) => text.replace(/USER|INSTANCE/, id)
      const headers = Object.entries(template.headers ?? {}).map(([name, value]) => [name, fill(value)])
      return { ...template, path: fill(template.path), headers: Object.fromEntries(headers) }
    }
    const { method, path, headers, body } = { ...requestFor(String(prepared)), ...(sent.body && { body: sent.body }) }
    const browser = sent.browser ?? (needsSession.includes(code) ? ada : service.browser())
    const reply = await browser.send(method, path, {
      ...(headers && { headers }),
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
    storage.reset()
    await sent.stop?.()
    if (reply.json["code"] !== code) throw new Error(`The example of ${code} got ${reply.status} ${reply.text}`)
    const sample = template.path.endsWith("INSTANCE") ? sampleInstance : sampleUser
    examples.set(code, markdownOf(requestFor(shown ?? sample), reply))
  }
  await service.stop()
  await providers.stop()
  return examples
}
