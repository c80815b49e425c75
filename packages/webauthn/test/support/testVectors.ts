/**
 * Derives the test vectors of Web Authentication Level 3 (section "Test Vectors"). Every random value is HKDF-SHA-256 of
 * one input key: the info is the name of the vector, and the salt is the number of the value, counted from 0.
 *
 * Two things differ from the published vectors. The attestation objects have no statement, because Latchkey drops them.
 * The nonces of ECDSA are random.
 */
import { createHash, hkdfSync, type KeyObject, sign } from "node:crypto"
import * as Cbor from "./cbor.ts"
import { ed25519, ed448, es256, es384, es512, type KeyKind, rs256 } from "./vectorKeys.ts"

/** Derives the next value of a vector, of `length` bytes. */
type Draw = (length: number) => Buffer

interface Plan {
  /** The info of its derivations. */
  readonly name: string
  readonly kind?: KeyKind
  readonly origins?: { readonly crossOrigin: true; readonly topOrigin?: string }
  readonly challengeLength?: number
  readonly credentialIdLength?: number
  /** The number of values that only the certificate of its attestation needs. They are counted, and not derived. */
  readonly certificateValues?: number
  /** U2F authenticators do not verify users, and their credentials are not backed up. By default `false`. */
  readonly isU2f?: boolean
}

const topOrigin = "https://example.com"

const plans: ReadonlyArray<Plan> = [
  { name: "none.ES256" },
  { name: "packed-self.ES256" },
  { name: "none.ES256.crossOrigin", origins: { crossOrigin: true } },
  { name: "none.ES256.topOrigin", origins: { crossOrigin: true, topOrigin } },
  { name: "none.ES256.long-credential-id", credentialIdLength: 1023 },
  { name: "packed.ES256", certificateValues: 2 },
  { name: "packed.ES384", kind: es384, certificateValues: 2 },
  { name: "packed.ES512", kind: es512, certificateValues: 2, challengeLength: 128 },
  { name: "packed.RS256", kind: rs256, certificateValues: 2 },
  { name: "packed.EdDSA", kind: ed25519, certificateValues: 2 },
  { name: "packed.Ed448", kind: ed448, certificateValues: 2 },
  { name: "tpm.ES256", certificateValues: 2 },
  { name: "android-key.ES256", certificateValues: 1 },
  { name: "apple.ES256", certificateValues: 1 },
  { name: "fido-u2f.ES256", certificateValues: 2, isU2f: true }
]

const valuesOf = (name: string) => {
  let count = 0
  const draw: Draw = (length) =>
    Buffer.from(hkdfSync("sha256", "WebAuthn test vectors", Buffer.of(count++), name, length))
  const skip = (values: number) => {
    count += values
  }
  return { draw, skip }
}

const encode = (data: Uint8Array) => Buffer.from(data).toString("base64url")
const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest()

const clientDataOf = (type: string, challenge: Buffer, { origins }: Plan, draw: Draw): Buffer => {
  const data = {
    type,
    challenge: encode(challenge),
    origin: "https://example.org",
    ...(origins ?? { crossOrigin: false })
  }
  if ((draw(1).readUInt8() & 1) === 0) return Buffer.from(JSON.stringify(data))
  const note = "clientDataJSON may be extended with additional fields in the future, such as this: "
  return Buffer.from(JSON.stringify({ ...data, extraData: `${note}${encode(draw(16))}` }))
}

const flag = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, attested: 0x40 } as const

/** Returns what authenticator data begin with: the hash of the relying party, the flags, and the counter, which is 0. */
const headOf = (flags: number) => Buffer.concat([sha256("example.org"), Buffer.of(flags), Buffer.alloc(4)])

const attestationOf = (authData: Buffer): Buffer =>
  Buffer.concat([
    Buffer.of(0xa3),
    ...["fmt", "none", "attStmt"].map(Cbor.text),
    Buffer.of(0xa0),
    Cbor.text("authData"),
    Cbor.bytes(authData)
  ])

const registrationOf = (plan: Plan, draw: Draw) => {
  const { challengeLength = 32, credentialIdLength = 32, isU2f = false, kind = es256 } = plan
  const challenge = draw(challengeLength)
  const privateKey = kind.privateKey(kind.length === 0 ? Buffer.alloc(0) : draw(kind.length))
  const clientDataJSON = clientDataOf("webauthn.create", challenge, plan, draw)
  const aaguid = draw(16)
  const credentialId = draw(credentialIdLength)
  const random = isU2f ? 0 : draw(1).readUInt8()
  const isEligible = (random & flag.eligible) !== 0
  const backup = isEligible ? random & (flag.eligible | flag.backedUp) : 0
  const idLength = Buffer.of(credentialId.length >> 8, credentialId.length & 0xff)
  const head = headOf(flag.present | flag.attested | (random & flag.verified) | backup)
  const authenticatorData = Buffer.concat([head, aaguid, idLength, credentialId, kind.publicKey(privateKey)])
  return { authenticatorData, challenge, clientDataJSON, credentialId, isEligible, privateKey }
}

const authenticationOf = (plan: Plan, draw: Draw, privateKey: KeyObject, isEligible: boolean) => {
  const { challengeLength = 32, kind = es256 } = plan
  const challenge = draw(challengeLength)
  const clientDataJSON = clientDataOf("webauthn.get", challenge, plan, draw)
  const random = draw(1).readUInt8()
  const backup = isEligible ? flag.eligible | (random & flag.backedUp) : 0
  const authenticatorData = headOf(flag.present | (random & flag.verified) | backup)
  const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)])
  return {
    challenge: encode(challenge),
    clientDataJSON: encode(clientDataJSON),
    authenticatorData: encode(authenticatorData),
    signature: encode(sign(kind.hash, signed, privateKey))
  }
}

const vectorOf = (plan: Plan) => {
  const { draw, skip } = valuesOf(plan.name)
  const made = registrationOf(plan, draw)
  skip(plan.certificateValues ?? 0)
  return {
    name: plan.name,
    registration: {
      challenge: encode(made.challenge),
      credentialId: encode(made.credentialId),
      clientDataJSON: encode(made.clientDataJSON),
      authenticatorData: encode(made.authenticatorData),
      attestationObject: encode(attestationOf(made.authenticatorData))
    },
    authentication: authenticationOf(plan, draw, made.privateKey, made.isEligible)
  }
}

/** A vector. Byte strings are base64url. */
export type Vector = ReturnType<typeof vectorOf>

/** The vectors, in the order of the section. */
export const vectors: ReadonlyArray<Vector> = plans.map(vectorOf)
