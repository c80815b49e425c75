/**
 * How password hashes were made: with which function, at which cost. Verifying takes as long for every hash of a
 * scheme.
 */
import * as Arr from "effect/Array"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** A password hash without its salt and digest, such as `$argon2id$v=19$m=19456,t=2,p=1`. It is no secret. */
export const PasswordScheme = Schema.String.pipe(Schema.brand("PasswordScheme"))
export type PasswordScheme = typeof PasswordScheme.Type

/** bcrypt writes salt and digest as one field of 22 and 31 characters. */
const bcryptEnd = /^(.*\$2b\$[0-9]{2})\$[^$]{53}$/s
const end = /\$[^$]*\$[^$]*$/

/**
 * Returns the scheme of a hash that a hasher returned: the text before the last two fields, which `$` separates, or
 * before the last one for bcrypt. Adapters that compute it in another language must do the same.
 */
export const ofHash = (hash: Redacted.Redacted): PasswordScheme => {
  const text = Redacted.value(hash)
  return PasswordScheme.make(bcryptEnd.exec(text)?.[1] ?? text.replace(end, ""))
}

/** Returns a scheme in words for operators, such as "bcrypt cost 12" and "scrypt ln=14,r=8,p=1". */
export const describe = (scheme: PasswordScheme): string =>
  scheme
    .replace(/\$2b\$0?/, "$bcrypt cost ")
    .split("$")
    .filter((part) => part !== "" && part !== "latchkey")
    .join(" ")

/** A scheme, and its share of the accounts with a password: more than 0, at most 1. */
export interface SchemeShare {
  readonly scheme: PasswordScheme
  readonly share: number
}

/**
 * The schemes of an instance's accounts, in any order. Their shares add up to 1, or there are none. `key`: at least 32
 * random bytes as text, which stay the same for an instance and are secret.
 */
export interface PasswordSchemes {
  readonly key: Redacted.Redacted
  readonly shares: ReadonlyArray<SchemeShare>
}

/** Returns the share of each scheme among hashes. For adapters that have read all of them. */
export const sharesOf = (hashes: ReadonlyArray<Redacted.Redacted>): ReadonlyArray<SchemeShare> =>
  Object.entries(Arr.groupBy(hashes, ofHash)).map(([scheme, { length }]) => ({
    scheme: PasswordScheme.make(scheme),
    share: length / hashes.length
  }))
