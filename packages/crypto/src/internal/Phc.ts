/**
 * Reads Argon2id hashes in the PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<tag>`, salt and tag in base64
 * without padding.
 *
 * @since 0.1.0
 */
import * as Option from "effect/Option"
import type { Argon2Parameters } from "../Argon2Parameters.ts"

/** What a PHC string says of its hash, without the hash. @since 0.1.0 */
export interface Phc {
  readonly parameters: Argon2Parameters
  /** Bytes. */
  readonly saltLength: number
  /** Bytes. */
  readonly tagLength: number
}

const number = "([1-9][0-9]{0,9})"
const base64 = "([A-Za-z0-9+/]{11,128})"
const pattern = new RegExp(`^\\$argon2id\\$v=19\\$m=${number},t=${number},p=${number}\\$${base64}\\$${base64}$`)

const byteLength = (base64: string): number => Math.floor((base64.length * 3) / 4)

/** None for anything but an Argon2id hash of version 1.3. @since 0.1.0 */
export const parse = (text: string): Option.Option<Phc> => {
  const [, memorySize, passes, parallelism, salt, tag] = pattern.exec(text) ?? []
  return salt === undefined || tag === undefined
    ? Option.none()
    : Option.some({
        parameters: { memorySize: Number(memorySize), passes: Number(passes), parallelism: Number(parallelism) },
        saltLength: byteLength(salt),
        tagLength: byteLength(tag)
      })
}
