import { parse } from "@latchkey/domain/core/Token"
import { AuthenticationCredential, RegistrationCredential } from "@latchkey/domain/passkey/Credential"
import type { Expectation } from "@latchkey/domain/passkey/WebAuthn"
import { makeAuthenticator } from "@latchkey/test-support/softwareAuthenticator"
import { make as webAuthn } from "@latchkey/webauthn/SimpleWebAuthn"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as fc from "effect/FastCheck"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { expect, test } from "vitest"
import { requests, seed } from "./support/plan.ts"

const rpId = "example.com"
const origin = "https://login.example.com"
const challenge = "c".repeat(42).concat("A")
const expected: Expectation = { challenge: Option.getOrThrow(parse(challenge)), rpId, origins: [origin] }

const authenticator = makeAuthenticator(origin)
const created = authenticator.create({ challenge, rp: { id: rpId }, user: { id: "u".repeat(42).concat("A") } })
const used = authenticator.get({ challenge, rpId })

/** Heads of CBOR with lengths that do not come, endless ones, deep ones, and tags. */
const heads = ["9bffffffffffffffff", "bf", "5f", "9f", "ff", "a1", "c1", "fb7ff8000000000000", "81".repeat(600)]
const insertions = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 12 }),
  fc.constantFrom(...heads.map((text) => Uint8Array.from(Buffer.from(text, "hex"))))
)

/** Changes bytes: replaces, inserts or removes some at a place, or cuts the rest. */
const changed = (text: string): fc.Arbitrary<string> => {
  const bytes = Buffer.from(text, "base64url")
  return fc
    .tuple(fc.nat(bytes.length - 1), fc.nat(8), insertions, fc.constantFrom("put", "remove", "cut"))
    .map(([at, length, inserted, kind]) => {
      const head = bytes.subarray(0, at)
      if (kind === "cut") return head.toString("base64url")
      const rest = bytes.subarray(at + length)
      return Buffer.concat(kind === "put" ? [head, inserted, rest] : [head, rest]).toString("base64url")
    })
}

const exitOf = <A, I, B, E>(schema: Schema.Schema<A, I>, credential: unknown, verify: (a: A) => Effect.Effect<B, E>) =>
  Effect.runPromiseExit(Effect.flatMap(Schema.decodeUnknown(schema)(credential), verify))

const expectNoDefect = (exit: Exit.Exit<unknown, unknown>) =>
  expect(Exit.isFailure(exit) ? Option.getOrUndefined(Cause.dieOption(exit.cause)) : undefined).toBeUndefined()

const run = <A>(arbitrary: fc.Arbitrary<A>, check: (value: A) => Promise<void>) =>
  fc.assert(fc.asyncProperty(arbitrary, check), { numRuns: requests, seed })

const register = (credential: unknown) =>
  exitOf(RegistrationCredential, credential, (one) => webAuthn.verifyRegistration(one, expected))

test("a registration with other bytes is rejected or a passkey of this page, and never a defect", async () => {
  await run(changed(created.response.attestationObject), async (attestationObject) => {
    const exit = await register({ ...created, response: { ...created.response, attestationObject } })
    expectNoDefect(exit)
    // Nothing signs a registration: other flags or another key may be one, but never another credential.
    if (Exit.isSuccess(exit)) expect(exit.value.credentialId).toBe(created.id)
  })
  await run(changed(created.response.clientDataJSON), async (clientDataJSON) => {
    expectNoDefect(await register({ ...created, response: { ...created.response, clientDataJSON } }))
  })
})

test("an authentication with other bytes than those that were signed is rejected, and never a defect", async () => {
  const registered = await register(created)
  if (Exit.isFailure(registered)) throw new Error("The unchanged registration is rejected")
  const { publicKey } = registered.value
  const authenticate = (response: object) =>
    exitOf(AuthenticationCredential, { ...used, response: { ...used.response, ...response } }, (one) =>
      webAuthn.verifyAuthentication(one, { ...expected, publicKey })
    )
  expect(Exit.isSuccess(await authenticate({}))).toBe(true)
  for (const member of ["authenticatorData", "clientDataJSON"] as const) {
    await run(changed(used.response[member]), async (text) => {
      const exit = await authenticate({ [member]: text })
      expectNoDefect(exit)
      expect(Exit.isSuccess(exit)).toBe(text === used.response[member])
    })
  }
  await run(changed(used.response.signature), async (signature) => {
    expectNoDefect(await authenticate({ signature }))
  })
})
