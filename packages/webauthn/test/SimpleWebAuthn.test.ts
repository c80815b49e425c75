import { assert, describe, it } from "@effect/vitest"
import { parse } from "@latchkey/domain/core/Token"
import { AuthenticationCredential, RegistrationCredential } from "@latchkey/domain/passkey/Credential"
import { type Expectation, WebAuthn } from "@latchkey/domain/passkey/WebAuthn"
import * as SimpleWebAuthn from "@latchkey/webauthn/SimpleWebAuthn"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { makeAuthenticator } from "@latchkey/test-support/softwareAuthenticator"
import { randomBytes } from "node:crypto"

const rpId = "example.com"
const origin = "https://login.example.com"
const challenge = randomBytes(32).toString("base64url")
const user = { id: randomBytes(32).toString("base64url") }
const expected: Expectation = {
  challenge: Option.getOrThrow(parse(challenge)),
  rpId,
  origins: ["https://example.com", origin]
}

type Changes = NonNullable<Parameters<typeof makeAuthenticator>[1]>

const createdBy = (changes: Changes = {}, at = origin) =>
  makeAuthenticator(at, changes).create({ challenge, rp: { id: rpId }, user })

const usedBy = (changes: Changes = {}, at = origin) => {
  const authenticator = makeAuthenticator(at, changes)
  const created = authenticator.create({ challenge, rp: { id: rpId }, user })
  return { created, used: authenticator.get({ challenge, rpId }) }
}

const decodeCreated = Schema.decodeUnknown(RegistrationCredential)
const decodeUsed = Schema.decodeUnknown(AuthenticationCredential)

const register = (credential: unknown, expectation: Partial<Expectation> = {}) =>
  Effect.gen(function* () {
    const decoded = yield* decodeCreated(credential)
    return yield* (yield* WebAuthn).verifyRegistration(decoded, { ...expected, ...expectation })
  }).pipe(Effect.provide(SimpleWebAuthn.layer))

/** Verifies a use with the key of a registration by an authenticator that does everything right. */
const authenticate = (
  { created, used }: { readonly created: unknown; readonly used: unknown },
  expectation: Partial<Expectation> = {}
) =>
  Effect.gen(function* () {
    const { attestationObject } = (created as ReturnType<typeof createdBy>).response
    const object = Buffer.from(attestationObject, "base64url")
    const publicKey = object.subarray(object.length - 77).toString("base64url")
    const decoded = yield* decodeUsed(used)
    const { verifyAuthentication } = yield* WebAuthn
    return yield* verifyAuthentication(decoded, { ...expected, ...expectation, publicKey: publicKey as never })
  }).pipe(Effect.provide(SimpleWebAuthn.layer))

const reasonOf = <A, E>(attempt: Effect.Effect<A, E>) =>
  Effect.match(attempt, {
    onFailure: (error) => (error as { reason?: string; _tag: string }).reason ?? (error as { _tag: string })._tag,
    onSuccess: () => "verified"
  })

const withResponse = <A extends { readonly response: object }>(credential: A, response: object) => ({
  ...credential,
  response: { ...credential.response, ...response }
})

/** What the client data of both ceremonies may not say. */
const rejectedClientData: ReadonlyArray<readonly [string, Changes["clientData"], string]> = [
  ["another type", { type: "payment.get" }, "not_verified"],
  ["another challenge", { challenge: randomBytes(32).toString("base64url") }, "not_verified"],
  ["an origin that ends alike", { origin: "https://evilexample.com" }, "origin"],
  ["an origin that begins alike", { origin: "https://login.example.com.evil.test" }, "origin"],
  ["another port", { origin: "https://login.example.com:8443" }, "origin"],
  ["http", { origin: "http://login.example.com" }, "origin"],
  ["a subdomain that is not allowed", { origin: "https://shop.example.com" }, "origin"],
  ["no origin", { origin: undefined }, "not_verified"],
  ["a frame of another origin", { crossOrigin: true }, "not_verified"],
  ["the origin of another top page", { topOrigin: "https://evil.test" }, "not_verified"]
]

/** What the authenticator may not say. */
const rejectedFlags: ReadonlyArray<readonly [string, number]> = [
  ["the user was not verified", 0x01],
  ["the user was not present", 0x04],
  ["nothing", 0x00],
  ["copied, and may not be copied", 0x15]
]

describe("A new credential", () => {
  it.effect("is verified, with what the authenticator says of it", () =>
    Effect.gen(function* () {
      const created = createdBy({ flags: 0x1d, signCount: 7 })
      const registered = yield* register(created)
      assert.deepInclude(registered, {
        credentialId: created.id as never,
        aaguid: "00000000-0000-0000-0000-000000000000",
        signCount: 7,
        backupEligible: true,
        backedUp: true
      })
      assert.deepInclude(yield* register(createdBy()), { signCount: 0, backupEligible: false, backedUp: false })
    })
  )

  for (const [name, clientData = {}, reason] of rejectedClientData) {
    it.effect(`is rejected from ${name}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* reasonOf(register(createdBy({ clientData }))), reason)
      })
    )
  }

  for (const [name, flags] of rejectedFlags) {
    it.effect(`is rejected if the authenticator says that ${name}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* reasonOf(register(createdBy({ flags }))), "not_verified")
      })
    )
  }

  it.effect("is rejected for another RP ID, and with the answer of another ceremony", () =>
    Effect.gen(function* () {
      const created = createdBy()
      assert.strictEqual(yield* reasonOf(register(created, { rpId: "login.example.com" })), "not_verified")
      const { used } = usedBy()
      const { clientDataJSON } = used.response
      assert.strictEqual(yield* reasonOf(register(withResponse(created, { clientDataJSON }))), "not_verified")
      assert.strictEqual(yield* reasonOf(register({ ...created, rawId: used.id })), "not_verified")
      assert.strictEqual(yield* reasonOf(register({ ...created, id: used.id, rawId: used.id })), "not_verified")
    })
  )

  it.effect("is rejected as CBOR that is cut, nests deeply, or is no CBOR, without a defect", () =>
    Effect.gen(function* () {
      const created = createdBy()
      const object = Buffer.from(created.response.attestationObject, "base64url")
      const texts = [
        ...Array.from({ length: object.length - 1 }, (_, length) => object.subarray(0, length + 1)),
        Buffer.from([0xa0]),
        Buffer.from([0xbf]),
        Buffer.from([0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
        Buffer.alloc(12_000, 0x81),
        Buffer.alloc(12_000, 0xc1),
        randomBytes(12_000)
      ]
      for (const text of texts) {
        const attestationObject = text.toString("base64url")
        const outcome = yield* reasonOf(register(withResponse(created, { attestationObject })))
        assert.strictEqual(outcome, "not_verified", `${text.length} bytes`)
      }
    })
  )

  it.effect("is refused by its form if it is larger than any authenticator makes one", () =>
    Effect.gen(function* () {
      const created = createdBy()
      const tooLarge = [
        withResponse(created, { attestationObject: "A".repeat(21_847) }),
        withResponse(created, { clientDataJSON: "A".repeat(5463) }),
        withResponse(created, { clientDataJSON: "" }),
        withResponse(created, { attestationObject: "not base64url=" }),
        withResponse(created, { transports: Array.from({ length: 17 }, () => "usb") }),
        withResponse(created, { transports: ["<script>"] }),
        { ...created, id: "A".repeat(1365), rawId: "A".repeat(1365) },
        { ...created, type: "password" }
      ]
      for (const one of tooLarge) assert.strictEqual(yield* reasonOf(register(one)), "ParseError")
    })
  )

  it.effect("is verified whatever its attestation statement says, which is not read", () =>
    Effect.gen(function* () {
      const created = createdBy()
      const object = Buffer.from(created.response.attestationObject, "base64url")
      const authData = object.subarray(object.indexOf("authData") - 1)
      // { fmt: "packed", attStmt: { x5c: [h'00'] }, authData }
      const packed = Buffer.concat([
        Buffer.from("a363666d74667061636b6564" + "6761747453746d74" + "a163783563814100", "hex"),
        authData
      ])
      const attestationObject = packed.toString("base64url")
      assert.strictEqual(yield* reasonOf(register(withResponse(created, { attestationObject }))), "verified")
    })
  )
})

describe("A used credential", () => {
  it.effect("is verified, with what the authenticator says of it", () =>
    Effect.gen(function* () {
      const verified = yield* authenticate(usedBy({ flags: 0x0d, signCount: 4_294_967_295 }))
      assert.deepStrictEqual(verified, { signCount: 4_294_967_295, backupEligible: true, backedUp: false })
    })
  )

  for (const [name, clientData = {}, reason] of rejectedClientData) {
    it.effect(`is rejected from ${name}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* reasonOf(authenticate(usedBy({ clientData }))), reason)
      })
    )
  }

  for (const [name, flags] of rejectedFlags) {
    it.effect(`is rejected if the authenticator says that ${name}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* reasonOf(authenticate(usedBy({ flags }))), "not_verified")
      })
    )
  }

  it.effect("is rejected for another RP ID, with another key, and if one bit differs", () =>
    Effect.gen(function* () {
      const { created, used } = usedBy()
      assert.strictEqual(yield* reasonOf(authenticate({ created, used })), "verified")
      assert.strictEqual(
        yield* reasonOf(authenticate({ created, used }, { rpId: "login.example.com" })),
        "not_verified"
      )
      assert.strictEqual(yield* reasonOf(authenticate({ created: createdBy(), used })), "not_verified")
      for (const member of ["authenticatorData", "signature"] as const) {
        const data = Buffer.from(used.response[member], "base64url")
        for (const at of [0, data.length - 1]) {
          const changed = Buffer.from(data)
          changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
          const other = withResponse(used, { [member]: changed.toString("base64url") })
          assert.strictEqual(yield* reasonOf(authenticate({ created, used: other })), "not_verified", `${member} ${at}`)
        }
      }
    })
  )

  it.effect("is rejected if its data are cut or too many, without a defect", () =>
    Effect.gen(function* () {
      const { created, used } = usedBy()
      for (const member of ["authenticatorData", "signature", "clientDataJSON"] as const) {
        const data = Buffer.from(used.response[member], "base64url")
        const longer = Buffer.concat([data, Buffer.alloc(9, 0xff)])
        // What follows the two numbers of an ECDSA signature is no part of it.
        for (const cut of [data.subarray(0, 1), data.subarray(0, -1), ...(member === "signature" ? [] : [longer])]) {
          const other = withResponse(used, { [member]: cut.toString("base64url") })
          assert.strictEqual(yield* reasonOf(authenticate({ created, used: other })), "not_verified", member)
        }
      }
    })
  )
})
