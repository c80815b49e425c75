/** Codes as users type or paste them. */

/** What people paste between the characters: spaces, dashes and invisible characters. */
const separators = /[\s\p{Pd}\p{Cf}]/gu
const digit = /\p{Nd}/u
const digits = new RegExp(digit, "gu")

// No code is longer, and no pattern should run over 64 kB.
const maxLength = 256

/** Returns the value of a decimal digit: Unicode encodes those of each script in a row of ten (UAX 44, 5.7.4). */
const valueOf = (text: string): string => {
  const code = text.codePointAt(0) ?? 0
  let before = code
  while (digit.test(String.fromCodePoint(before - 1))) before--
  return String((code - before) % 10)
}

/** Returns a text with the digits 0 to 9 for those of any script, and with ASCII for full-width characters. */
export const withAsciiDigits = (text: string): string => text.normalize("NFKC").replace(digits, valueOf)

/**
 * Returns a code without spaces, dashes and invisible characters, with the digits 0 to 9 for those of any script, and
 * ASCII letters for full-width ones. Returns `""` for a text longer than any code.
 */
export const read = (input: string): string =>
  input.length > maxLength ? "" : withAsciiDigits(input).replace(separators, "")
