/**
 * Reads Argon2id hashes in the PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<tag>`, with salt and tag in
 * base64 without padding.
 */
import * as Option from "effect/Option"
import type { Argon2Parameters } from "../Argon2Parameters.ts"

/** The parameters and lengths in a PHC string, without salt and tag. Lengths are in bytes. */
export interface Phc {
  readonly parameters: Argon2Parameters
  readonly saltLength: number
  readonly tagLength: number
}

const number = "([1-9][0-9]{0,9})"
const base64 = "([A-Za-z0-9+/]{11,128})"
const pattern = new RegExp(`^\\$argon2id\\$v=19\\$m=${number},t=${number},p=${number}\\$${base64}\\$${base64}$`)

const byteLength = (base64: string): number => Math.floor((base64.length * 3) / 4)

/** Parses an Argon2id hash of version 1.3. Returns `None` for anything else. */
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
