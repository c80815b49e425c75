import { STATUS_CODES } from "node:http"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import type { ProblemCode } from "@latchkey/http/core/Problem"
import * as Effect from "effect/Effect"
import { setUpApp } from "@latchkey/test-support/authenticatorApp"
import { quickCrypto } from "@latchkey/test-support/HttpService"
import { type InterceptedStorage, makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { sesHook, validBody } from "@latchkey/test-support/contract"
import type { Reply } from "@latchkey/test-support/HttpClient"
import * as SesReports from "@latchkey/ses/SesReports"
import { adminKey, type Service, startService } from "@latchkey/test-support/Service"

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
      JSON.stringify(JSON.parse(text), null, 2)
    ])
  ].join("\n\n")

/** What has to happen before a request gets its error. May return the id of the user in the path. */
type Prepare = (service: Service, storage: InterceptedStorage, ada: ReturnType<Service["browser"]>) => unknown

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

const change =
  (patch: object): Prepare =>
  (service) =>
    service.browser().send("PATCH", "/v1/admin/instances/default", {
      headers: { "content-type": "application/json", ...asAdmin },
      body: JSON.stringify(patch)
    })

/** Sets up an authenticator app for the signed-in user. */
const withApp: Prepare = async (service, _, ada) => {
  await change({ authConfig: { secondFactor: "optional" } })(service, _, ada)
  await ada.post("/v1/auth/reauthenticate", { password: credentials.password })
  await setUpApp(service, ada)
}

const guess = post(signIn, { ...credentials, password: "a wrong guess" })
const newAccount = post(signUp, { email: "grace@example.com", password: "short" })
const link = post(requestLink, { email: "ada@example.com" })

/** One request per code, in an account `ada@example.com` that is signed in. */
const requests: Readonly<Record<ProblemCode, readonly [request: Request, prepare?: Prepare]>> = {
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
    post(sesHook, validBody["receiveSesNotification"]?.() ?? {}, { "content-type": "text/plain" })
  ],
  forbidden_origin: [post(signIn, credentials, { origin: "https://shop.example" })],
  not_found: [get("/v1/auth/sign-in")],
  method_not_allowed: [get(signIn)],
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
  // Last, because they change the instance.
  second_factor_exists: [post(beginTotp, {}), withApp],
  sign_up_closed: [newAccount, change({ signUp: { mode: "closed" } })],
  magic_link_code_disabled: [post("/v1/auth/magic-link/verify-code", { code: "492817" })],
  password_disabled: [post(signIn, credentials), change({ authConfig: { password: false } })],
  no_sign_in_method: [
    post(users, { email: "jo@example.com" }, asAdmin),
    change({ authConfig: { password: true, magic_link: false }, sessionConfig: { requireVerifiedEmail: false } })
  ]
}

/** The id in the examples. Real ones differ each time. */
const sampleUser = "user_01a1fd7d-34a5-786b-87ce-ce02f1bf2563"

const needsSession: ReadonlyArray<string> = [
  "email_not_verified",
  "reauthentication_required",
  "second_factor_disabled",
  "second_factor_exists"
]

/** Makes a request for each code, in a service whose clock stands still, and returns request and reply as Markdown. */
export const makeErrorExamples = async (): Promise<ReadonlyMap<string, string>> => {
  const storage = makeInterceptedStorage()
  const service = await startService({
    storage: storage.layer,
    crypto: quickCrypto,
    reports: SesReports.layer({ topicArn: "arn:aws:sns:eu-central-1:123456789012:latchkey-emails" })
  })
  const ada = service.browser()
  await ada.post(signUp, credentials)
  const examples = new Map<string, string>()
  for (const [code, [template, prepare]] of Object.entries(requests)) {
    service.advance(3_600_000)
    const userId = await prepare?.(service, storage, ada)
    const requestFor = (id: string) => ({ ...template, path: template.path.replace("USER", id) })
    const { method, path, headers, body } = requestFor(String(userId))
    const browser = needsSession.includes(code) ? ada : service.browser()
    const reply = await browser.send(method, path, {
      ...(headers && { headers }),
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
    storage.reset()
    if (reply.json["code"] !== code) throw new Error(`The example of ${code} got ${reply.status} ${reply.text}`)
    examples.set(code, markdownOf(requestFor(sampleUser), reply))
  }
  await service.stop()
  return examples
}
