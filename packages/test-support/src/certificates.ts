/** Certificates for tests of TLS (X.509, RFC 5280): what Node's `crypto` can read, but not write. */
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { isIP } from "node:net"

/** A certificate and its key, in PEM, as `node:tls` accepts them. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** What a certificate is for. By default it is valid from an hour ago, for a day, and has a key of P-256. */
export interface Subject {
  readonly names: ReadonlyArray<string>
  readonly key?: "ec" | "rsa"
  readonly from?: Date
  readonly until?: Date
}

/** An authority that signs certificates. */
export interface Authority {
  readonly cert: string
  readonly issue: (subject: Subject) => Certificate
}

const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const hex = (text: string) => Buffer.from(text, "hex")
const sequence = (...parts: ReadonlyArray<Uint8Array>) => der(0x30, ...parts)
const oid = (text: string) => der(0x06, hex(text))
const time = (date: Date) =>
  der(
    0x17,
    Buffer.from(
      `${date
        .toISOString()
        .replace(/[-:T]|\.\d+/g, "")
        .slice(2)}`
    )
  )
const name = (text: string) => sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(text)))))
const extension = (id: string, value: Uint8Array) => sequence(oid(id), der(0x04, value))
const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"))

const alternativeName = (text: string) =>
  isIP(text) === 4 ? der(0x87, Buffer.from(text.split(".").map(Number))) : der(0x82, Buffer.from(text))

interface Content extends Subject {
  readonly issuer: string
  readonly isAuthority: boolean
}

let serial = 0

const certificate = (content: Content, publicKey: KeyObject, issuerKey: KeyObject): string => {
  const { from = new Date(Date.now() - 3_600_000), issuer, isAuthority, names } = content
  const { until = new Date(Date.now() + 86_400_000) } = content
  const constraints = isAuthority ? sequence(der(0x01, hex("ff"))) : sequence()
  serial += 1
  const toSign = sequence(
    der(0xa0, der(0x02, hex("02"))),
    der(0x02, hex("01"), Buffer.from([0, 0, 0, serial])),
    ecdsaWithSha256,
    name(issuer),
    sequence(time(from), time(until)),
    name(names[0] ?? ""),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extension("551d13", constraints), extension("551d11", sequence(...names.map(alternativeName)))))
  )
  const signature = sign("sha256", toSign, issuerKey)
  const bytes = sequence(toSign, ecdsaWithSha256, der(0x03, hex("00"), signature))
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`
}

const keyPair = (key: Subject["key"] = "ec") =>
  key === "ec"
    ? generateKeyPairSync("ec", { namedCurve: "P-256" })
    : generateKeyPairSync("rsa", { modulusLength: 2048 })
const pem = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString()

/** Makes an authority with a new key. */
export const authority = (issuer = "Test authority"): Authority => {
  const { privateKey, publicKey } = keyPair()
  return {
    cert: certificate({ names: [issuer], issuer, isAuthority: true }, publicKey, privateKey),
    issue: (subject) => {
      const own = keyPair(subject.key)
      return {
        cert: certificate({ ...subject, issuer, isAuthority: false }, own.publicKey, privateKey),
        key: pem(own.privateKey)
      }
    }
  }
}

/** Makes a certificate that no authority has signed. */
export const selfSigned = (...names: ReadonlyArray<string>): Certificate => {
  const { privateKey, publicKey } = keyPair()
  const content = { names, issuer: names[0] ?? "", isAuthority: false }
  return { cert: certificate(content, publicKey, privateKey), key: pem(privateKey) }
}
