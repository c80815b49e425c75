/**
 * The forms in which hashes of other systems are stored, one for each function:
 *
 * - `$argon2i$v=19$m=…,t=…,p=…$salt$digest`, also `argon2d`, and version 16
 * - `$2b$12$` with salt and digest (bcrypt)
 * - `$scrypt$ln=14,r=8,p=1$salt$digest`
 * - `$pbkdf2-sha256$i=600000,l=32$salt$digest`, also `sha1` and `sha512`
 * - `$fbscrypt$ln=14,r=8,p=1$salt.separator.signerKey$digest` (Firebase)
 *
 * `$latchkey$` and a preparation may stand before each: what is hashed instead of the text that the user typed. Salts
 * and digests are base64 without padding, except bcrypt's. What precedes them is the scheme.
 */
import * as Option from "effect/Option"
import type { Argon2Parameters } from "../Argon2Parameters.ts"
import * as Argon2 from "../Argon2Parameters.ts"

/** The digests of fast hashes. Their names are Node's. */
export type DigestName = "md5" | "sha1" | "sha256" | "sha384" | "sha512"

/** A digest of the password in lower-case hexadecimal digits, with a salt before or after it. */
export interface Digest {
  readonly name: DigestName
  readonly salt: "none" | "first" | "last"
}

/**
 * What is hashed: the text as the user typed it, its NFKC, or a digest of it. `typed` is written only where the form
 * would be that of Latchkey's own hashes, which are of the NFC.
 */
export type Preparation = "typed" | "nfkc" | Digest

/** A slow hash with its costs. Salts and digests are base64. */
export type SlowHash =
  | {
      readonly name: "argon2"
      readonly variant: "argon2id" | "argon2i" | "argon2d"
      readonly version: 16 | 19
      readonly parameters: Argon2Parameters
      readonly salt: string
      readonly digest: string
    }
  | { readonly name: "bcrypt"; readonly cost: number; readonly saltAndDigest: string }
  | ({ readonly name: "scrypt"; readonly salt: string; readonly digest: string } & ScryptCost)
  | ({
      readonly name: "firebase"
      readonly salt: string
      readonly separator: string
      readonly signerKey: string
      readonly digest: string
    } & ScryptCost)
  | {
      readonly name: "pbkdf2"
      readonly function: "sha1" | "sha256" | "sha512"
      readonly iterations: number
      readonly salt: string
      readonly digest: string
    }

/** The cost of scrypt (RFC 7914, 2): the binary logarithm of N, the block size and the parallelization. */
export interface ScryptCost {
  readonly logN: number
  readonly r: number
  readonly p: number
}

/** A hash of another system, as it is stored. `digestSalt`: the salt of the preparation in base64, or "". */
export interface StoredHash {
  readonly preparation: Preparation
  readonly digestSalt: string
  readonly hash: SlowHash
}

/** Returns the number of bytes of a text in base64 without padding. */
export const byteLength = (base64: string): number => Math.floor((base64.length * 3) / 4)

/** Returns `true` if the text is exactly what encoding its bytes in base64 without padding gives. */
export const isBase64 = (text: string, minimum: number, maximum: number): boolean =>
  /^[A-Za-z0-9+/]*$/.test(text) &&
  byteLength(text) >= minimum &&
  byteLength(text) <= maximum &&
  Buffer.from(text, "base64").toString("base64").replace(/=+$/, "") === text

const isSalt = (text: string, minimum = 1): boolean => isBase64(text, minimum, 96)
const isDigest = (text: string, maximum = 64): boolean => isBase64(text, 16, maximum)

const number = "(0|[1-9][0-9]{0,9})"
const field = "([A-Za-z0-9+/]*)"
const argon2 = new RegExp(
  `^\\$(argon2id|argon2i|argon2d)\\$v=(16|19)\\$m=${number},t=${number},p=${number}\\$${field}\\$${field}$`
)
const bcrypt = /^\$2b\$([0-9]{2})\$([./A-Za-z0-9]{53})$/
const scrypt = new RegExp(`^\\$scrypt\\$ln=${number},r=${number},p=${number}\\$${field}\\$${field}$`)
const firebase = new RegExp(
  `^\\$fbscrypt\\$ln=${number},r=${number},p=${number}\\$${field}\\.${field}\\.${field}\\$${field}$`
)
const pbkdf2 = new RegExp(`^\\$pbkdf2-(sha1|sha256|sha512)\\$i=${number},l=${number}\\$${field}\\$${field}$`)

const parsers: ReadonlyArray<(text: string) => SlowHash | undefined> = [
  (text) => {
    const [, variant, version, m, t, p, salt = "", digest = ""] = argon2.exec(text) ?? []
    // The library refuses shorter and longer ones.
    if (variant === undefined || !isSalt(salt, 8) || byteLength(salt) > 48 || !isDigest(digest)) return undefined
    const parameters = { memorySize: Number(m), passes: Number(t), parallelism: Number(p) }
    if (parameters.passes < 1 || parameters.parallelism < 1) return undefined
    if (parameters.memorySize < 8 * parameters.parallelism) return undefined
    return {
      name: "argon2",
      variant: variant as "argon2id",
      version: version === "16" ? 16 : 19,
      parameters,
      salt,
      digest
    }
  },
  (text) => {
    const [, cost = "0", saltAndDigest = ""] = bcrypt.exec(text) ?? []
    return Number(cost) < 4 || Number(cost) > 31 ? undefined : { name: "bcrypt", cost: Number(cost), saltAndDigest }
  },
  (text) => {
    const [, logN, r, p, salt = "", digest = ""] = scrypt.exec(text) ?? []
    const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
    return isScrypt(cost) && isSalt(salt) && isDigest(digest) ? { name: "scrypt", ...cost, salt, digest } : undefined
  },
  (text) => {
    const [, logN, r, p, salt = "", separator = "", signerKey = "", digest = ""] = firebase.exec(text) ?? []
    const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
    const isValid = isScrypt(cost) && isSalt(salt) && isBase64(separator, 0, 96) && isDigest(digest, 96)
    return isValid && isDigest(signerKey, 96) && byteLength(signerKey) === byteLength(digest)
      ? { name: "firebase", ...cost, salt, separator, signerKey, digest }
      : undefined
  },
  (text) => {
    const [, digestName, iterations, length, salt = "", digest = ""] = pbkdf2.exec(text) ?? []
    if (digestName === undefined || Number(iterations) < 1 || !isSalt(salt) || !isDigest(digest)) return undefined
    if (byteLength(digest) !== Number(length)) return undefined
    return { name: "pbkdf2", function: digestName as "sha1", iterations: Number(iterations), salt, digest }
  }
]

/** RFC 7914 has no other bounds that matter below the ceiling. */
const isScrypt = ({ logN, p, r }: ScryptCost): boolean => logN >= 1 && r >= 1 && p >= 1

const parseSlow = (text: string): SlowHash | undefined => {
  for (const parse of parsers) {
    const found = parse(text)
    if (found !== undefined) return found
  }
  return undefined
}

const marked = /^\$latchkey\$([a-z0-9-]+)(\$.*)$/s
const digestMark = /^(md5|sha1|sha256|sha384|sha512)(?:-salt-(first|last))?$/

const parsePreparation = (mark: string): Preparation | undefined => {
  if (mark === "typed" || mark === "nfkc") return mark
  const [, name, salt = "none"] = digestMark.exec(mark) ?? []
  return name === undefined ? undefined : { name: name as DigestName, salt: salt as Digest["salt"] }
}

const formatPreparation = (preparation: Preparation): string => {
  if (typeof preparation === "string") return preparation
  return preparation.salt === "none" ? preparation.name : `${preparation.name}-salt-${preparation.salt}`
}

const isSalted = (preparation: Preparation): preparation is Digest =>
  typeof preparation !== "string" && preparation.salt !== "none"

/** The salt field of a hash whose preparation has a salt. */
const saltField = /^(.*\$[A-Za-z0-9+/]+)\.([A-Za-z0-9+/]+)(\$[^$]*)$/s

/** Longer texts are no hash, whatever they begin with. */
export const maxLength = 1024

/** Parses a hash in its stored form. Returns `None` for Latchkey's own hashes and for anything else. */
export const parse = (text: string): Option.Option<StoredHash> => {
  if (text.length > maxLength) return Option.none()
  const [, mark, rest = ""] = marked.exec(text) ?? []
  const preparation = mark === undefined ? "typed" : parsePreparation(mark)
  if (preparation === undefined) return Option.none()
  const [, before = "", digestSalt = "", after = ""] = isSalted(preparation) ? (saltField.exec(rest) ?? []) : []
  if (isSalted(preparation) !== isBase64(digestSalt, 1, 384)) return Option.none()
  const hash = parseSlow(mark === undefined ? text : isSalted(preparation) ? before + after : rest)
  if (hash === undefined || (mark === undefined && isOwn(hash))) return Option.none()
  return Option.some({ preparation, digestSalt, hash })
}

/** Returns `true` if the form is that of Latchkey's own hashes. */
const isOwn = (hash: SlowHash): boolean => hash.name === "argon2" && hash.variant === "argon2id" && hash.version === 19

/** Writes a slow hash without a preparation. `digestSalt` is added to its salt. */
export const formatSlow = (hash: SlowHash, digestSalt = ""): string => {
  const added = digestSalt === "" ? "" : `.${digestSalt}`
  switch (hash.name) {
    case "argon2": {
      const { memorySize, parallelism, passes } = hash.parameters
      const scheme = `$${hash.variant}$v=${hash.version}$m=${memorySize},t=${passes},p=${parallelism}`
      return `${scheme}$${hash.salt}${added}$${hash.digest}`
    }
    case "bcrypt":
      return `$2b$${String(hash.cost).padStart(2, "0")}$${hash.saltAndDigest}`
    case "scrypt":
      return `$scrypt$ln=${hash.logN},r=${hash.r},p=${hash.p}$${hash.salt}${added}$${hash.digest}`
    case "firebase": {
      const salts = `${hash.salt}.${hash.separator}.${hash.signerKey}`
      return `$fbscrypt$ln=${hash.logN},r=${hash.r},p=${hash.p}$${salts}$${hash.digest}`
    }
    case "pbkdf2": {
      const scheme = `$pbkdf2-${hash.function}$i=${hash.iterations},l=${byteLength(hash.digest)}`
      return `${scheme}$${hash.salt}${added}$${hash.digest}`
    }
  }
}

/** Writes a hash in its stored form. `parse` reads it. */
export const format = ({ digestSalt, hash, preparation }: StoredHash): string => {
  const text = formatSlow(hash, digestSalt)
  return preparation === "typed" && !isOwn(hash) ? text : `$latchkey$${formatPreparation(preparation)}${text}`
}

/** 2 GiB: the most memory in KiB that one Argon2 hash may write, over all passes. */
const maxArgon2Work = 2_097_152
const maxBcryptCost = 14
const maxScryptLogN = 17
/** Of N, r and p: 256 MiB with p = 1, because scrypt takes 128 bytes for each. */
const maxScryptWork = 2 ** 21
const maxPbkdf2Work = 2_000_000
const outputLengths = { sha1: 20, sha256: 32, sha512: 64 } as const

const isScryptAffordable = ({ logN, p, r }: ScryptCost): boolean =>
  logN <= maxScryptLogN && 2 ** logN * r * p <= maxScryptWork

/** Returns `true` if a stored hash may be verified. A wrapped digest may cost as much as a new hash. */
export const isVerifiable = ({ hash }: Pick<StoredHash, "hash">): boolean => {
  switch (hash.name) {
    case "argon2":
      return Argon2.isWithinCeiling(hash.parameters)
    case "bcrypt":
      return hash.cost <= maxBcryptCost
    case "scrypt":
    case "firebase":
      return isScryptAffordable(hash)
    case "pbkdf2":
      return hash.iterations * Math.ceil(byteLength(hash.digest) / outputLengths[hash.function]) <= maxPbkdf2Work
  }
}

/**
 * Returns `true` if a hash may be adopted: verifying it takes about a second or two on a core of a small server, and
 * 256 MiB at most.
 */
export const isAffordable = ({ hash, preparation }: StoredHash): boolean =>
  isVerifiable({ hash }) &&
  (hash.name !== "argon2" ||
    typeof preparation !== "string" ||
    hash.parameters.memorySize * hash.parameters.passes <= maxArgon2Work)

/** Returns how many bytes of memory verifying a stored hash takes. Those without a cost in memory take none. */
export const memoryOf = ({ hash }: Pick<StoredHash, "hash">): number => {
  switch (hash.name) {
    case "argon2":
      return hash.parameters.memorySize * 1024
    case "scrypt":
    case "firebase":
      return 128 * hash.r * (2 ** hash.logN + hash.p)
    case "bcrypt":
    case "pbkdf2":
      return 0
  }
}

const zeros = (bytes: number): string => Buffer.alloc(bytes).toString("base64").replace(/=+$/, "")

/** Returns what to put after a scheme, so that a hash of that scheme results that no password matches. */
export const decoyEnd = (scheme: string): string => {
  if (/\$2b\$[0-9]{2}$/.test(scheme)) return `$${".".repeat(53)}`
  const [, length = "32"] = /,l=([0-9]{1,3})$/.exec(scheme) ?? []
  const isFirebase = scheme.includes("$fbscrypt$")
  const extra = isFirebase ? `.${zeros(1)}.${zeros(64)}` : scheme.includes("-salt-") ? `.${zeros(16)}` : ""
  return `$${zeros(16)}${extra}$${zeros(isFirebase ? 64 : Number(length))}`
}
