/**
 * The text of tokens that programs keep: a prefix, the 43 characters of each token, and a checksum of six characters,
 * so that scanners for secrets recognize a leaked one without asking Latchkey.
 */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { parse as parseToken, type Token } from "./Token.ts"

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

/** Returns the checksum of the characters of the tokens: their CRC-32 in base 62, with leading zeros. */
export const checksumOf = (characters: string): string => {
  let rest = crc32(characters)
  let text = ""
  for (let index = 0; index < checksumLength; index++) {
    text = `${digits[rest % 62] ?? ""}${text}`
    rest = Math.floor(rest / 62)
  }
  return text
}

/** Returns the text of the tokens, which is the only copy of them. */
export const format = (prefix: string, ...tokens: ReadonlyArray<Token>): Redacted.Redacted => {
  const characters = tokens.map(Redacted.value).join("")
  return Redacted.make(`${prefix}${characters}${checksumOf(characters)}`)
}

/** Returns the tokens of a text, or `None` if it has another number of them, or its checksum is wrong. */
export const parse = (
  prefix: string,
  count: number,
  presented: Redacted.Redacted
): Option.Option<ReadonlyArray<Token>> => {
  const text = Redacted.value(presented)
  const length = count * tokenLength
  if (!text.startsWith(prefix) || text.length !== prefix.length + length + checksumLength) return Option.none()
  const characters = text.slice(prefix.length, prefix.length + length)
  if (!text.endsWith(checksumOf(characters))) return Option.none()
  return Option.all(
    Array.from({ length: count }, (_, index) =>
      parseToken(characters.slice(index * tokenLength, (index + 1) * tokenLength))
    )
  )
}
