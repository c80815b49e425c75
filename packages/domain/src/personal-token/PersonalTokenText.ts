/**
 * The text of a personal access token: `lk_`, the 43 characters of a token, and a checksum of six characters, so that
 * scanners for secrets recognize a leaked one without asking Latchkey.
 */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { parse as parseToken, type Token } from "../core/Token.ts"

/** What every personal access token begins with. */
export const prefix = "lk_"

const tokenLength = 43
const checksumLength = 6

const table = Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1
  return remainder >>> 0
})

/** Returns the CRC-32 (ISO 3309, as in gzip and PNG) of ASCII text. */
const crc32 = (text: string): number => {
  let remainder = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    const byte = (remainder ^ text.charCodeAt(index)) & 0xff
    remainder = (remainder >>> 8) ^ (table[byte] ?? 0)
  }
  return (remainder ^ 0xffffffff) >>> 0
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Returns the checksum of a token's 43 characters: their CRC-32 in base 62, with leading zeros. */
export const checksumOf = (characters: string): string => {
  let rest = crc32(characters)
  let text = ""
  for (let index = 0; index < checksumLength; index++) {
    text = `${digits[rest % 62] ?? ""}${text}`
    rest = Math.floor(rest / 62)
  }
  return text
}

/** Returns the text of a token, which is the only copy of it. */
export const format = (token: Token): Redacted.Redacted => {
  const characters = Redacted.value(token)
  return Redacted.make(`${prefix}${characters}${checksumOf(characters)}`)
}

/** Returns the token of a text, or `None` if the text is none or its checksum is wrong. */
export const parse = (presented: Redacted.Redacted): Option.Option<Token> => {
  const text = Redacted.value(presented)
  if (!text.startsWith(prefix) || text.length !== prefix.length + tokenLength + checksumLength) return Option.none()
  const characters = text.slice(prefix.length, prefix.length + tokenLength)
  return text.endsWith(checksumOf(characters)) ? parseToken(characters) : Option.none()
}
