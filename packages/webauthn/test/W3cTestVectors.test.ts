/** The test vectors of Web Authentication Level 3, and what Latchkey says of each of them. */
import { assert, describe, it } from "@effect/vitest"
import type { Token } from "@latchkey/domain/core/Token"
import { AuthenticationCredential, CosePublicKey, RegistrationCredential } from "@latchkey/domain/passkey/Credential"
import { WebAuthn } from "@latchkey/domain/passkey/WebAuthn"
import * as SimpleWebAuthn from "@latchkey/webauthn/SimpleWebAuthn"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { publishedDigests } from "./support/publishedDigests.ts"
import { type Vector, vectors } from "./support/testVectors.ts"

const bytes = (text: string) => Buffer.from(text, "base64url")
const digest = (text: string) => createHash("sha256").update(bytes(text)).digest("hex")

const isVerified = (authData: Buffer): boolean => (authData.readUInt8(32) & 4) !== 0
const isFramed = (clientDataJSON: string): boolean => JSON.parse(bytes(clientDataJSON).toString()).crossOrigin === true

const publicKeyOf = ({ registration }: Vector): CosePublicKey => {
  const authData = bytes(registration.authenticatorData)
  return CosePublicKey.make(authData.subarray(55 + authData.readUInt16BE(53)).toString("base64url"))
}

const expected = (challenge: string) => ({
  challenge: Redacted.make(challenge) as Token,
  rpId: "example.org",
  origins: ["https://example.org"]
})

const registration = ({ registration: { attestationObject, challenge, clientDataJSON, credentialId: id } }: Vector) =>
  Effect.gen(function* () {
    const response = { clientDataJSON, attestationObject }
    const credential = Schema.decodeUnknownSync(RegistrationCredential)({ id, rawId: id, type: "public-key", response })
    return yield* (yield* WebAuthn).verifyRegistration(credential, expected(challenge))
  })

const authentication = (vector: Vector) =>
  Effect.gen(function* () {
    const { authenticatorData, challenge, clientDataJSON, signature } = vector.authentication
    const { credentialId: id } = vector.registration
    const response = { clientDataJSON, authenticatorData, signature }
    const credential = Schema.decodeUnknownSync(AuthenticationCredential)({
      id,
      rawId: id,
      type: "public-key",
      response
    })
    const publicKey = publicKeyOf(vector)
    return yield* (yield* WebAuthn).verifyAuthentication(credential, { ...expected(challenge), publicKey })
  })

const accepted = <A, E>(attempt: Effect.Effect<A, E, WebAuthn>) =>
  attempt.pipe(Effect.match({ onFailure: () => false, onSuccess: () => true }), Effect.provide(SimpleWebAuthn.layer))

/** Latchkey supports every algorithm of the vectors but Ed448, which no browser asks authenticators for. */
const isSupported = ({ name }: Vector) => !name.includes("Ed448")

/** What is published of a vector as digests. */
const digestsOf = ({ authentication, name, registration }: Vector) => {
  const ofCeremony = ({ authenticatorData, clientDataJSON }: Vector["authentication"] | Vector["registration"]) => ({
    clientDataJSON: digest(clientDataJSON),
    authenticatorData: digest(authenticatorData)
  })
  return { name, registration: ofCeremony(registration), authentication: ofCeremony(authentication) }
}

describe("The test vectors of WebAuthn Level 3", () => {
  it("are 15 credentials, and some of each ceremony are to be accepted and some to be rejected", () => {
    assert.lengthOf(vectors, 15)
    const verified = vectors.filter(({ registration }) => isVerified(bytes(registration.authenticatorData)))
    assert.deepStrictEqual([verified.length, vectors.filter(isSupported).length], [7, 14])
  })

  it("have the client data and the authenticator data that are published", () => {
    assert.deepStrictEqual<ReadonlyArray<unknown>>(vectors.map(digestsOf), publishedDigests)
  })

  for (const vector of vectors) {
    it.effect(`registration: ${vector.name}`, () =>
      Effect.gen(function* () {
        const { registration: given } = vector
        const authData = bytes(given.authenticatorData)
        const isDue = isVerified(authData) && !isFramed(given.clientDataJSON) && isSupported(vector)
        assert.strictEqual(yield* accepted(registration(vector)), isDue)
        if (!isDue) return
        const registered = yield* registration(vector).pipe(Effect.provide(SimpleWebAuthn.layer))
        const flags = authData.readUInt8(32)
        const aaguid = authData.subarray(37, 53).toString("hex")
        assert.deepStrictEqual(
          { ...registered, aaguid: registered.aaguid.replaceAll("-", "") },
          {
            credentialId: given.credentialId as typeof registered.credentialId,
            publicKey: publicKeyOf(vector),
            aaguid,
            signCount: 0,
            backupEligible: (flags & 8) !== 0,
            backedUp: (flags & 16) !== 0
          }
        )
      })
    )

    it.effect(`authentication: ${vector.name}`, () =>
      Effect.gen(function* () {
        const { authenticatorData, clientDataJSON } = vector.authentication
        const isDue = isVerified(bytes(authenticatorData)) && !isFramed(clientDataJSON) && isSupported(vector)
        assert.strictEqual(yield* accepted(authentication(vector)), isDue)
        const other = vectors[(vectors.indexOf(vector) + 1) % vectors.length] ?? vector
        const swapped = { ...vector.authentication, signature: other.authentication.signature }
        assert.isFalse(yield* accepted(authentication({ ...vector, authentication: swapped })))
      })
    )
  }
})
