import * as fc from "effect/FastCheck"
import { json, marker, text } from "./text.ts"

export type Value = Record<string, unknown>

/** The accounts that requests use. Few, so that requests affect each other. */
export const accounts = ["ada@example.com", "eve@example.com", "grace@example.com"] as const
export const password = "correct horse battery"

const rate = { limit: 30, windowSeconds: 60 }
const email = fc.constantFrom(...accounts)
const credentials = fc.record({ email, password: fc.constantFrom(password, "wrong horse battery") })
const settings = fc.constantFrom<Value>(
  { name: "Acme" },
  { name: "Acme", plan: "pro", sessionConfig: { passwordPolicy: { minLength: 12 } } },
  { name: "Acme", origins: ["https://app.acme.example"], redirectUrl: "https://app.acme.example/" },
  { name: "Acme", authConfig: { secondFactor: "optional" } },
  { name: "Acme", authConfig: { magic_link: true }, rateLimits: { signInPerIp: rate, signUpPerIp: rate } }
)

const firstCode = fc.record({
  enrollment: fc.constantFrom("0f1e2d3c4b5a6978.bm9uY2U", `${"0".repeat(16)}.${"A".repeat(120)}`),
  code: fc.constantFrom("492817", "000000")
})

const emailText = fc.record({
  subject: fc.constantFrom("Hello", "{{instanceName}}"),
  text: fc.constantFrom("{{link}}", "{{link}} {{host}}"),
  html: fc.constantFrom(
    '<a href="{{link}}">Sign in</a>',
    '<p style="color:{{accentColor}}"><a href="{{link}}">x</a></p>'
  )
})

const providerSettings = {
  clientId: fc.constantFrom("client", "1234.apps.googleusercontent.com"),
  clientSecret: fc.constantFrom("secret", "-----BEGIN PRIVATE KEY-----\nMIGT\n-----END PRIVATE KEY-----", null),
  apple: fc.constantFrom(null, { teamId: "ABCDE12345", keyId: "FGHIJ67890" }),
  enabled: fc.boolean()
}
const newProvider = fc.record({
  kind: fc.constantFrom("oidc", "google", "microsoft", "apple", "github"),
  name: fc.constantFrom("Example", "日本", "🔑"),
  issuer: fc.constantFrom("https://id.example.com", "https://[::1", "http://localhost:99999", "https://a.b/{tenantid}"),
  ...providerSettings
})

const role = fc.constantFrom("viewer", "support", "admin")
const delivery = fc.constantFrom("email", "link")
const credentialId = fc.constantFrom("kXv3d1cR0mZqY8sT5uWnPg", "AA", "A".repeat(1364))
const clientDataJSON = fc
  .record({
    type: fc.constantFrom("webauthn.create", "webauthn.get"),
    challenge: fc.constantFrom("A".repeat(43), ""),
    origin: fc.constantFrom("http://localhost", "https://evil.test")
  })
  .map((data) => Buffer.from(JSON.stringify(data)).toString("base64url"))
// Truncated, nested and endless CBOR among them.
const cbor = fc.constantFrom(
  "oA",
  "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVgl",
  "gYGBgYE",
  "v2",
  "m___________",
  "A".repeat(21_846)
)

const credentialOf = <T extends Value>(response: fc.Arbitrary<T>) =>
  fc.record({ id: credentialId, response }).map(({ id, response }) => ({ id, rawId: id, type: "public-key", response }))

const registration = fc.record({
  credential: credentialOf(
    fc.record({ clientDataJSON, attestationObject: cbor, transports: fc.constantFrom(["internal"], []) })
  ),
  name: fc.constantFrom("My laptop", "🔑")
})

const authentication = fc.record({
  credential: credentialOf(
    fc.record({
      clientDataJSON,
      authenticatorData: cbor.filter((text) => text.length < 5462),
      signature: fc.constantFrom("MAYCAQECAQE", "AA"),
      userHandle: fc.constantFrom("A".repeat(43), null)
    })
  )
})

const webhook = {
  url: fc.constantFrom(
    "https://app.example.com/hooks?key=1",
    "http://app.example.com",
    "https://127.0.0.1",
    "https://a:b@app.example.com"
  ),
  types: fc.constantFrom(null, ["user.created"], ["user.created", "user.created"], [], ["webhook.test"])
}

/** Valid bodies for each endpoint. */
const valid: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  signUp: credentials,
  signIn: credentials,
  requestMagicLink: fc.record({ email }),
  confirmMagicLink: fc.constant({ token: "A".repeat(43) }),
  verifyMagicLinkCode: fc.record({
    code: fc.constantFrom(
      "492817",
      "492 817",
      "\uff14\uff19\uff12\uff18\uff11\uff17",
      "49281",
      "4928170",
      "٤٩٢٨١٧",
      "۴۹۲۸۱۷"
    )
  }),
  registerPasskey: registration,
  signInWithPasskey: authentication,
  renamePasskey: fc.record({ name: fc.constantFrom("My laptop", "a".repeat(100)) }),
  completeSignIn: fc.record({
    code: fc.constantFrom(
      "492817",
      "492 817",
      "٤٩٢٨١٧",
      "49281",
      "k7m2p-3xq5a-rw6tn-b4dge-yfh2ca",
      "K7M2P3XQ5ARW6TNB4DGEYFH2CA"
    )
  }),
  confirmPendingTotp: firstCode,
  confirmTotp: firstCode,
  reauthenticate: fc.oneof(
    fc.record({ password: fc.constantFrom(password, "wrong horse battery") }),
    fc.record({ code: fc.constantFrom("492817", "k7m2p-3xq5a-rw6tn-b4dge-yfh2ca") }),
    authentication
  ),
  changeEmail: fc.record({ email, currentPassword: fc.constantFrom(password, "wrong horse battery") }),
  confirmEmail: fc.constant({ token: "A".repeat(43) }),
  restoreEmail: fc.constant({ token: "A".repeat(43) }),
  confirmFactorRecovery: fc.constant({ token: "A".repeat(43) }),
  cancelFactorRecoveryWithLink: fc.constant({ token: "A".repeat(43) }),
  acceptInvitation: fc.constant({ token: "A".repeat(43) }),
  verifySignUp: fc.constant({ token: "A".repeat(43) }),
  createInvitation: fc.record({ email }),
  receiveSesNotification: fc.record({
    Type: fc.constantFrom("Notification", "SubscriptionConfirmation"),
    MessageId: fc.string(),
    TopicArn: fc.string(),
    Message: fc.string(),
    Timestamp: fc.string(),
    SignatureVersion: fc.constantFrom("1", "2", "3"),
    Signature: fc.base64String(),
    SigningCertURL: fc.webUrl()
  }),
  putEmailText: emailText,
  previewEmailText: emailText,
  sendTestEmail: fc.record({ email }),
  createIdentityProvider: newProvider,
  updateIdentityProvider: fc.record(providerSettings),
  createWebhook: fc.record(webhook),
  updateWebhook: fc.record({ ...webhook, enabled: fc.boolean() }),
  rotateWebhookSecret: fc.record({ previousValidForSeconds: fc.constantFrom(0, 86_400, 604_800, 604_801, -1, 0.5) }),
  createOperator: fc.record({ email, name: fc.constantFrom("Grace", "Ada"), role, delivery }),
  updateOperator: fc.record({ name: fc.constantFrom("Grace", "Ada"), role, disabled: fc.boolean() }),
  inviteOperator: fc.record({ delivery }),
  createApiKey: fc.record({
    name: fc.constantFrom("Billing sync", "Provisioning"),
    role,
    expiresAt: fc.constantFrom("2027-02-22T09:24:51.327Z", "2020-01-01T00:00:00.000Z", null)
  }),
  createInstance: settings,
  updateInstance: settings
}

/** Replaces a field at some depth of the body with `value`; `undefined` removes it. */
const put = (body: Value, path: number, value: unknown): Value => {
  const keys = Object.keys(body)
  const key = keys[path % Math.max(1, keys.length)] ?? marker
  const inner = body[key]
  const isNested = typeof inner === "object" && inner !== null && !Array.isArray(inner) && path % 3 !== 0
  return { ...body, [key]: isNested ? put(inner as Value, Math.floor(path / 3), value) : value }
}

const mutations = (body: Value): fc.Arbitrary<unknown> => {
  const where = fc.nat(1_000)
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(where, json).map(([path, value]) => put(body, path, value)) },
    { weight: 3, arbitrary: fc.tuple(where, text).map(([path, value]) => put(body, path, value)) },
    { weight: 2, arbitrary: where.map((path) => put(body, path, undefined)) },
    { weight: 2, arbitrary: fc.tuple(text, json).map(([key, value]) => ({ ...body, [key]: value })) },
    { weight: 1, arbitrary: json }
  )
}

/** Invalid JSON, encodings and sizes. */
const spellings: ReadonlyArray<(text: string) => Uint8Array> = [
  (text) => Buffer.from(text.slice(0, -1)),
  (text) => Buffer.from(`${text}${text}`),
  (text) => Buffer.from(text.replace("{", `{"email":"${marker}","password":"${marker}",`)),
  (text) => Buffer.from(text.replace("{", `{"__proto__":{"email":"${marker}"},`)),
  (text) => Buffer.from(text.replaceAll('"', "'")),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(text, "utf16le"),
  (text) => Buffer.from(`${text}\xff\xfe`, "latin1"),
  (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xc0, 0x80, 0xed, 0xa0, 0x80])]),
  (text) => Buffer.from(`${text}${" ".repeat(64 * 1024)}`),
  (text) => Buffer.from(`${" ".repeat(64 * 1024 - text.length)}${text}`),
  () => Buffer.from(`${"[".repeat(30_000)}"${marker}"`),
  (text) => Buffer.from(`token=${marker}&${encodeURIComponent(text)}`),
  () => Buffer.from(`1e999${marker}`),
  () => Buffer.from("")
]

const serialized = (value: unknown): fc.Arbitrary<Uint8Array> => {
  const valid = JSON.stringify(value) ?? "null"
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<Uint8Array>(Buffer.from(valid)) },
    { weight: 1, arbitrary: fc.constantFrom(...spellings).map((spell) => spell(valid)) }
  )
}

/** Makes bodies for an endpoint, valid and invalid ones. */
export const bodyFor = (endpoint: string): fc.Arbitrary<Uint8Array | undefined> => {
  const body = valid[endpoint] ?? fc.constant<Value>({})
  return fc.oneof(
    { weight: 2, arbitrary: body.chain((value) => serialized(value)) },
    { weight: 7, arbitrary: body.chain(mutations).chain(serialized) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    { weight: 1, arbitrary: fc.constant(undefined) }
  )
}
