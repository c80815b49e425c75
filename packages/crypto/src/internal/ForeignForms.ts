/**
 * Reads password hashes in the forms in which other systems keep them.
 */
import type { HashRejection } from "@latchkey/domain/password/PasswordErrors"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import {
  type Digest,
  type DigestName,
  formatSlow,
  isAffordable,
  isBase64,
  maxLength,
  parse,
  type SlowHash,
  type StoredHash
} from "./StoredHash.ts"

/** A hash that is fast to guess. `salt`: in base64, or "". `hex`: the digest in lower-case hexadecimal digits. */
export interface FastHash {
  readonly digest: Digest
  readonly salt: string
  readonly hex: string
}

/** What a text is: a hash to store, or one to hash again. */
export type Found =
  | { readonly _tag: "Slow"; readonly stored: StoredHash }
  | { readonly _tag: "Fast"; readonly fast: FastHash }

interface Form {
  /** Which texts have this form, even if they are malformed. */
  readonly prefix: RegExp
  readonly read: (text: string) => Found | undefined
}

const unpadded = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "")

const ofText = (salt: string): string => unpadded(Buffer.from(salt, "utf8"))

/** Reads base64 in the variants in use: padded or not, for URLs, and passlib's with a dot. */
const ofBase64 = (text: string): string | undefined => {
  const standard = text.replace(/=+$/, "").replace(/[-.]/g, "+").replace(/_/g, "/")
  return isBase64(standard, 0, 512) ? standard : undefined
}

const ofHex = (text: string): string | undefined =>
  /^([0-9a-f]{2})+$/i.test(text) ? unpadded(Buffer.from(text, "hex")) : undefined

/** Returns the hash in its stored form if that is valid: `StoredHash.parse` checks every part. */
const slow = (hash: SlowHash, preparation: "typed" | "nfkc" | Digest = "typed"): Found | undefined => {
  const mark = typeof preparation === "string" ? preparation : preparation.name
  return slowText(`$latchkey$${mark}${formatSlow(hash)}`)
}

const slowText = (text: string): Found | undefined =>
  Option.getOrUndefined(Option.map(parse(text), (stored) => ({ _tag: "Slow", stored }) as const))

const typed = (text: string): Found | undefined => slowText(`$latchkey$typed${text}`)

const digestLengths: Readonly<Record<DigestName, number>> = { md5: 32, sha1: 40, sha256: 64, sha384: 96, sha512: 128 }

const fast = (name: DigestName, salt: "first" | "last", saltBase64: string, hex: string): Found | undefined => {
  if (!/^[0-9a-f]+$/i.test(hex) || hex.length !== digestLengths[name]) return undefined
  const digest: Digest = { name, salt: saltBase64 === "" ? "none" : salt }
  return { _tag: "Fast", fast: { digest, salt: saltBase64, hex: hex.toLowerCase() } }
}

/**
 * PHC strings name no version for Argon2 1.0. Some programs name the parameters in another order, or pad the base64,
 * which changes nothing.
 */
const argon2: Form = {
  prefix: /^\$argon2(id|i|d)\$/,
  read: (text) => {
    const [, variant, version = "v=16", parameters = "", salt = "", digest = ""] =
      /^\$(argon2(?:id|i|d))\$(?:(v=\d+)\$)?([mtp]=\d+(?:,[mtp]=\d+){2})\$([^$=]*)={0,2}\$([^$=]*)={0,2}$/.exec(text) ??
      []
    if (variant === undefined) return undefined
    const ordered = ["m", "t", "p"].map((name) => parameters.split(",").find((part) => part.startsWith(name)) ?? "")
    return typed(`$${variant}$${version}$${ordered.join(",")}$${salt}$${digest}`)
  }
}

/** `$2a$` and `$2y$` are the same function for every password that Latchkey accepts. */
const bcrypt: Form = { prefix: /^\$2[aby]\$/, read: (text) => typed(text.replace(/^\$2[ay]\$/, "$2b$")) }

const djangoBcryptSha256: Form = {
  prefix: /^bcrypt_sha256\$/,
  read: (text) => slowText(`$latchkey$sha256${text.slice("bcrypt_sha256$".length).replace(/^\$2[ay]\$/, "$2b$")}`)
}

const scryptOf = (
  [n, r, p]: readonly [string | undefined, string | undefined, string | undefined],
  salt: string,
  digest: string | undefined
): Found | undefined => {
  const logN = Math.log2(Number(n))
  if (!Number.isInteger(logN) || digest === undefined) return undefined
  return slow({ name: "scrypt", logN, r: Number(r), p: Number(p), salt, digest })
}

const phcScrypt: Form = {
  prefix: /^\$scrypt\$/,
  read: (text) => {
    const [, scheme, salt = "", digest = ""] =
      /^(\$scrypt\$ln=[0-9]+,r=[0-9]+,p=[0-9]+)\$([^$]+)\$([^$]+)$/.exec(text) ?? []
    return typed(`${scheme}$${ofBase64(salt)}$${ofBase64(digest)}`)
  }
}

const djangoScrypt: Form = {
  prefix: /^scrypt\$/,
  read: (text) => {
    const [, n, salt = "", r, p, digest = ""] =
      /^scrypt\$([0-9]{1,10})\$([^$]+)\$([0-9]{1,10})\$([0-9]{1,10})\$([^$]+)$/.exec(text) ?? []
    return scryptOf([n, r, p], ofText(salt), ofBase64(digest))
  }
}

const werkzeugScrypt: Form = {
  prefix: /^scrypt:/,
  read: (text) => {
    const [, n, r, p, salt = "", digest = ""] =
      /^scrypt:([0-9]{1,10}):([0-9]{1,10}):([0-9]{1,10})\$([^$]+)\$([^$]+)$/.exec(text) ?? []
    return scryptOf([n, r, p], ofText(salt), ofHex(digest))
  }
}

/** better-auth hashes with the hexadecimal digits of the salt, not with the bytes. */
const betterAuth: Form = {
  prefix: /^[0-9a-f]{32}:[0-9a-f]*$/,
  read: (text) => {
    const [salt = "", hex = ""] = text.split(":")
    const digest = hex.length === 128 ? ofHex(hex) : undefined
    if (digest === undefined) return undefined
    return slow({ name: "scrypt", logN: 14, r: 16, p: 1, salt: ofText(salt), digest }, "nfkc")
  }
}

const firebaseOf = (
  [logN, r, p]: readonly [string | undefined, string | undefined, string | undefined],
  texts: readonly [salt: string, separator: string, signerKey: string, digest: string]
): Found | undefined => {
  const [salt, separator, signerKey, digest] = texts.map(ofBase64)
  if (salt === undefined || separator === undefined || signerKey === undefined || digest === undefined) return undefined
  return slow({ name: "firebase", logN: Number(logN), r: Number(r), p: Number(p), salt, separator, signerKey, digest })
}

const supabaseFirebase: Form = {
  prefix: /^\$fbscrypt\$/,
  read: (text) => {
    const [, n, r, p, separator = "", key = "", salt = "", digest = ""] =
      /^\$fbscrypt\$v=1,n=([0-9]{1,10}),r=([0-9]{1,10}),p=([0-9]{1,10}),ss=([^,$]*),sk=([^,$]+)\$([^$]+)\$([^$]+)$/.exec(
        text
      ) ?? []
    return firebaseOf([n, r, p], [salt, separator, key, digest]) ?? slowText(text)
  }
}

const zitadelFirebase: Form = {
  prefix: /^\$firebasescrypt\$/,
  read: (text) => {
    const [, n, r, salt = "", digest = "", separator = "", key = ""] =
      /^\$firebasescrypt\$ln=([0-9]{1,10}),r=([0-9]{1,10})\$([^$]+)\$([^$]+)\$([^$]*)\$([^$]+)$/.exec(text) ?? []
    return firebaseOf([n, r, "1"], [salt, separator, key, digest])
  }
}

const pbkdf2Of = (
  name: string | undefined,
  iterations: string | undefined,
  salt: string | undefined,
  digest: string | undefined
): Found | undefined =>
  name === undefined || salt === undefined || digest === undefined
    ? undefined
    : slow({ name: "pbkdf2", function: name as "sha1", iterations: Number(iterations), salt, digest })

/**
 * passlib writes the number of iterations, and leaves the name of SHA-1 out; PHC strings write `i=` and perhaps `l=`.
 */
const phcPbkdf2: Form = {
  prefix: /^\$pbkdf2(-sha1|-sha256|-sha512)?\$/,
  read: (text) => {
    const [, name = "sha1", iterations, length, salt = "", digest = ""] =
      /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?([0-9]{1,10})(?:,l=([0-9]{1,3}))?\$([^$]+)\$([^$]+)$/.exec(text) ??
      []
    const found = ofBase64(digest)
    if (length !== undefined && Buffer.from(digest, "base64").length !== Number(length)) return undefined
    return pbkdf2Of(name, iterations, ofBase64(salt), found)
  }
}

const djangoPbkdf2: Form = {
  prefix: /^pbkdf2_(sha1|sha256|sha512)\$/,
  read: (text) => {
    const [, name, iterations, salt = "", digest = ""] =
      /^pbkdf2_(sha1|sha256|sha512)\$([0-9]{1,10})\$([^$]+)\$([^$]+)$/.exec(text) ?? []
    return pbkdf2Of(name, iterations, ofText(salt), ofBase64(digest))
  }
}

const werkzeugPbkdf2: Form = {
  prefix: /^pbkdf2:/,
  read: (text) => {
    const [, name, iterations, salt = "", digest = ""] =
      /^pbkdf2:(sha1|sha256|sha512):([0-9]{1,10})\$([^$]+)\$([^$]+)$/.exec(text) ?? []
    return pbkdf2Of(name, iterations, ofText(salt), ofHex(digest))
  }
}

/** Django puts the salt before the password. */
const djangoFast: Form = {
  prefix: /^(md5|sha1|sha256|sha512)\$/,
  read: (text) => {
    const [name = "", salt = "", hex = "", ...rest] = text.split("$")
    return rest.length > 0 ? undefined : fast(name as DigestName, "first", ofText(salt), hex)
  }
}

/** LDAP servers append the salt to the password, and to the digest (RFC 2307, 5.3, and its salted relatives). */
const ldap: Form = {
  prefix: /^\{S?(MD5|SHA|SHA256|SHA384|SHA512)\}/i,
  read: (text) => {
    const [, salted, name = "", encoded = ""] = /^\{(S?)(MD5|SHA(?:256|384|512)?)\}([A-Za-z0-9+/=]+)$/i.exec(text) ?? []
    const base64 = ofBase64(encoded)
    if (base64 === undefined || encoded === "") return undefined
    const digest = (name.toLowerCase() === "sha" ? "sha1" : name.toLowerCase()) as DigestName
    const bytes = Buffer.from(base64, "base64")
    const length = digestLengths[digest] / 2
    if (salted === "" ? bytes.length !== length : bytes.length <= length) return undefined
    return fast(digest, "last", unpadded(bytes.subarray(length)), bytes.subarray(0, length).toString("hex"))
  }
}

const plainDigest: Form = {
  prefix: /^([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i,
  read: (text) => {
    const name = (Object.keys(digestLengths) as Array<DigestName>).find((name) => digestLengths[name] === text.length)
    return name === undefined ? undefined : fast(name, "first", "", text)
  }
}

const forms: ReadonlyArray<Form> = [
  { prefix: /^\$latchkey\$/, read: slowText },
  argon2,
  { prefix: /^argon2\$/, read: (text) => argon2.read(text.slice("argon2".length)) },
  bcrypt,
  { prefix: /^bcrypt\$/, read: (text) => bcrypt.read(text.slice("bcrypt$".length)) },
  djangoBcryptSha256,
  phcScrypt,
  djangoScrypt,
  werkzeugScrypt,
  betterAuth,
  supabaseFirebase,
  zitadelFirebase,
  phcPbkdf2,
  djangoPbkdf2,
  werkzeugPbkdf2,
  djangoFast,
  ldap,
  plainDigest
]

/** Reads a hash of another system, or one that Latchkey has stored. */
export const read = (text: string): Either.Either<Found, HashRejection> => {
  const form = text.length > maxLength ? undefined : forms.find(({ prefix }) => prefix.test(text))
  if (form === undefined) return Either.left("unknown_format")
  const found = form.read(text)
  if (found === undefined) return Either.left("malformed")
  return found._tag === "Fast" || isAffordable(found.stored) ? Either.right(found) : Either.left("too_expensive")
}
