import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"

export interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

export interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

/**
 * What an authenticator and its browser say about themselves.
 *
 * - `flags`: by default that the user was present and verified (0x05); 0x01 is present, 0x04 verified, 0x08 that the
 *   passkey may be copied, 0x10 that it was.
 * - `clientData`: members of the client data that differ.
 */
interface Behaviour {
  readonly flags?: number
  readonly signCount?: number
  readonly clientData?: Readonly<Record<string, unknown>>
}

interface Key {
  readonly id: Buffer
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly userHandle: string
}

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest()
const encode = (data: Buffer) => data.toString("base64url")
const bytes = (text: string) => Buffer.from(text, "hex")

/** Returns a P-256 key as a map of CBOR (RFC 9053, 7.1.1). */
const cose = (publicKey: KeyObject): Buffer => {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  const coordinate = (text: string) => Buffer.from(text, "base64url")
  return Buffer.concat([bytes("a5010203262001215820"), coordinate(x), bytes("225820"), coordinate(y)])
}

/** Returns an attestation object without a statement: `{ fmt: "none", attStmt: {}, authData }`. */
const attestation = (authData: Buffer): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  const head = [
    bytes("a363"),
    Buffer.from("fmt"),
    bytes("64"),
    Buffer.from("none"),
    bytes("67"),
    Buffer.from("attStmt")
  ]
  return Buffer.concat([...head, bytes("a068"), Buffer.from("authData"), bytes("59"), length, authData])
}

/**
 * Makes an authenticator in this process, for a page of `origin`: what a browser returns for the options of the server,
 * without a browser. `create` takes the id of the credential, so that two users can present the same one.
 */
export const makeAuthenticator = (origin: string, behaviour: Behaviour = {}) => {
  const { clientData: changes = {}, flags = 0x05, signCount = 0 } = behaviour
  const keys: Array<Key> = []
  const clientDataOf = (type: "webauthn.create" | "webauthn.get", challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...changes }))
  const head = (rpId: string, added: number) => {
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags | added)
    rest.writeUInt32BE(signCount, 1)
    return Buffer.concat([sha256(rpId), rest])
  }

  const create = ({ challenge, rp, user }: CreationOptions, id: Buffer = randomBytes(16)) => {
    const key: Key = { id, userHandle: user.id, ...generateKeyPairSync("ec", { namedCurve: "P-256" }) }
    keys.push(key)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    // With credential data, and a model of zeros.
    const authData = [head(rp.id, 0x40), Buffer.alloc(16), length, id, cose(key.publicKey)]
    const response = {
      clientDataJSON: encode(clientDataOf("webauthn.create", challenge)),
      attestationObject: encode(attestation(Buffer.concat(authData))),
      transports: ["internal"]
    }
    return { id: encode(id), rawId: encode(id), type: "public-key", response } as const
  }

  const get = ({ challenge, rpId }: RequestOptions) => {
    const key = keys.at(-1)
    if (key === undefined) throw new Error("The authenticator has no passkey")
    const clientData = clientDataOf("webauthn.get", challenge)
    const authData = head(rpId, 0)
    const response = {
      clientDataJSON: encode(clientData),
      authenticatorData: encode(authData),
      signature: encode(sign("sha256", Buffer.concat([authData, sha256(clientData)]), key.privateKey)),
      userHandle: key.userHandle
    }
    return { id: encode(key.id), rawId: encode(key.id), type: "public-key", response } as const
  }

  return { create, get }
}
