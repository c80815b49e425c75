import * as fc from "effect/FastCheck"
import { json, marker, text } from "./text.ts"

export type Value = Record<string, unknown>

/** The accounts that requests know. Few, so that requests meet. */
export const people = ["ada@example.com", "eve@example.com", "grace@example.com"] as const
export const password = "correct horse battery"

const rate = { limit: 30, windowSeconds: 60 }
const email = fc.constantFrom(...people)
const credentials = fc.record({ email, password: fc.constantFrom(password, "wrong horse battery") })
const settings = fc.constantFrom<Value>(
  { name: "Acme" },
  { name: "Acme", plan: "pro", sessionConfig: { passwordPolicy: { minLength: 12 } } },
  { name: "Acme", origins: ["https://app.acme.example"], redirectUrl: "https://app.acme.example/" },
  { name: "Acme", authConfig: { magic_link: true }, rateLimits: { signInPerIp: rate, signUpPerIp: rate } }
)

/** A body that each endpoint of the contract takes. */
const valid: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  signUp: credentials,
  signIn: credentials,
  requestMagicLink: fc.record({ email }),
  confirmMagicLink: fc.constant({ token: "A".repeat(43) }),
  createInstance: settings,
  changeInstance: settings
}

/** Writes `value` to a field, however deep in the body; `undefined` takes it away. */
const put = (body: Value, path: number, value: unknown): Value => {
  const keys = Object.keys(body)
  const key = keys[path % Math.max(1, keys.length)] ?? marker
  const inner = body[key]
  const goesOn = typeof inner === "object" && inner !== null && !Array.isArray(inner) && path % 3 !== 0
  return { ...body, [key]: goesOn ? put(inner as Value, Math.floor(path / 3), value) : value }
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

/** Mistakes in the spelling of JSON, in the encoding, and in the size. */
const spellings: ReadonlyArray<(spelled: string) => Uint8Array> = [
  (spelled) => Buffer.from(spelled.slice(0, -1)),
  (spelled) => Buffer.from(`${spelled}${spelled}`),
  (spelled) => Buffer.from(spelled.replace("{", `{"email":"${marker}","password":"${marker}",`)),
  (spelled) => Buffer.from(spelled.replace("{", `{"__proto__":{"email":"${marker}"},`)),
  (spelled) => Buffer.from(spelled.replaceAll('"', "'")),
  (spelled) => Buffer.from(`\ufeff${spelled}`),
  (spelled) => Buffer.from(spelled, "utf16le"),
  (spelled) => Buffer.from(`${spelled}\xff\xfe`, "latin1"),
  (spelled) => Buffer.concat([Buffer.from(spelled), Buffer.from([0xc0, 0x80, 0xed, 0xa0, 0x80])]),
  (spelled) => Buffer.from(`${spelled}${" ".repeat(64 * 1024)}`),
  (spelled) => Buffer.from(`${" ".repeat(64 * 1024 - spelled.length)}${spelled}`),
  () => Buffer.from(`${"[".repeat(30_000)}"${marker}"`),
  (spelled) => Buffer.from(`token=${marker}&${encodeURIComponent(spelled)}`),
  () => Buffer.from(`1e999${marker}`),
  () => Buffer.from("")
]

const spelled = (value: unknown): fc.Arbitrary<Uint8Array> => {
  const right = JSON.stringify(value) ?? "null"
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant<Uint8Array>(Buffer.from(right)) },
    { weight: 1, arbitrary: fc.constantFrom(...spellings).map((spell) => spell(right)) }
  )
}

/** Bodies for an endpoint, from what it takes to what nobody takes. */
export const bodyFor = (endpoint: string): fc.Arbitrary<Uint8Array | undefined> => {
  const body = valid[endpoint] ?? fc.constant<Value>({})
  return fc.oneof(
    { weight: 2, arbitrary: body.chain((value) => spelled(value)) },
    { weight: 7, arbitrary: body.chain(mutations).chain(spelled) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    { weight: 1, arbitrary: fc.constant(undefined) }
  )
}
