/**
 * Email addresses in the one form that Latchkey stores, compares and sends to: lower-case ASCII, exactly one `@`,
 * an unquoted local part of at most 64 characters, a domain of at least two labels in IDNA ASCII, at most 254 octets
 * in all (RFC 5321, 4.5.3.1). Dots and plus tags are kept: they make different addresses.
 */
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

// RFC 5322 dot-atom: no quotes, commas or angle brackets, so that one address can never become two recipients.
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const onlyDigits = /^[0-9]+$/

const isDomain = (domain: string): boolean => {
  const labels = domain.split(".")
  const last = labels[labels.length - 1]
  return labels.length >= 2 && labels.every((part) => label.test(part)) && last !== undefined && !onlyDigits.test(last)
}

const isCanonical = (address: string): boolean => {
  if (address.length > 254) return false
  const at = address.indexOf("@")
  const local = address.slice(0, at)
  return at > 0 && local.length <= 64 && localPart.test(local) && isDomain(address.slice(at + 1))
}

/** Validates an address in that one form, and changes nothing. Use `parse` for what users type. */
export const Email = Schema.String.pipe(
  Schema.filter(isCanonical, { message: () => "is not an email address" }),
  Schema.brand("Email")
)
export type Email = typeof Email.Type

/** Returns the domain of an address. */
export const domainOf = (email: Email): string => email.slice(email.indexOf("@") + 1)

// What is pasted with an address and cannot be seen: spaces, marks of direction, zero-width and variation characters.
const invisible = "[\\p{White_Space}\\p{Cf}\\p{Default_Ignorable_Code_Point}]"
const hasInvisible = new RegExp(invisible, "u")
// The look-behind keeps this linear: a long run of spaces inside is tried once, not at each of its characters.
const outerInvisible = new RegExp(`^${invisible}+|(?<!${invisible})${invisible}+$`, "gu")
const trim = (text: string): string => text.replace(outerInvisible, "")

// The address of a link that was copied (RFC 6068), without header fields.
const mailto = /^mailto:(?=[^/?#]*$)/i
const decodeMailto = (text: string): Option.Option<string> =>
  mailto.test(text)
    ? Option.map(Option.liftThrowable(decodeURIComponent)(text.replace(mailto, "")), trim)
    : Option.some(text)

// What an input method types for an ASCII key. NFKC would map other letters, too, and so change whose mailbox it is.
const narrow = (text: string): string =>
  text
    .replace(/[\u3002\uff61]/g, ".")
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

// Lower-casing only ASCII letters: `toLowerCase` would fold U+212A (Kelvin sign) into "k".
const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** Returns what users meant to type, in lower case. `None`: a broken link, or invisible characters inside. */
const read = (input: string): Option.Option<string> =>
  decodeMailto(trim(input)).pipe(
    Option.filter((text) => !hasInvisible.test(text)),
    Option.map((text) => lowerAscii(narrow(text)))
  )

// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is what is meant
const ascii = /^[\x00-\x7f]*$/

/**
 * Parses an address as users type or paste it: ignores space and invisible characters around it and `mailto:` before
 * it, reads full-width forms as ASCII, and lower-cases ASCII letters. Converts a domain with other letters by
 * `domainToAscii` (IDNA, UTS 46), which returns `""` for a domain it refuses; without that function only ASCII domains
 * are accepted. Returns `None` for anything that is not an address, as for one with invisible characters inside.
 */
export const parse = (input: string, domainToAscii: (domain: string) => string = identity): Option.Option<Email> => {
  // No address is longer, and no pattern should run over 100 kB.
  if (input.length > 1024) return Option.none()
  return Option.flatMap(read(input), (address) => {
    const at = address.lastIndexOf("@")
    const domain = address.slice(at + 1)
    const stored = ascii.test(domain) ? domain : lowerAscii(domainToAscii(domain))
    return Schema.decodeOption(Email)(address.slice(0, at + 1) + stored)
  })
}

/**
 * Punycode begins with the ASCII letters of a label, in their order (RFC 3492, 3.1), so those of its beginning, too.
 */
const beginningOf = (label: string, domainToAscii: (domain: string) => string): string =>
  ascii.test(label) ? label : lowerAscii(domainToAscii(label)).replace(/^(xn--(?:.*(?=-))?).*$/, "$1")

/**
 * Returns how stored addresses begin that users would type with this beginning: reads it as `parse` does, also where it
 * ends within the domain. The last label may be incomplete, so addresses with others of the same ASCII letters match,
 * too, if it has other letters. Text that begins no address is returned as it is.
 */
export const toPrefix = (input: string, domainToAscii: (domain: string) => string = identity): string => {
  if (input.length > 1024) return input
  const text = Option.getOrElse(read(input), () => input)
  const at = text.lastIndexOf("@")
  const labels = text.slice(at + 1).split(".")
  if (at === -1 || ascii.test(text.slice(at))) return text
  const stored = labels.map((label, index) => {
    if (index === labels.length - 1) return beginningOf(label, domainToAscii)
    return ascii.test(label) ? label : lowerAscii(domainToAscii(label))
  })
  // A label that cannot be converted is in no address.
  return stored.some((label, index) => label === "" && labels[index] !== "")
    ? text
    : text.slice(0, at + 1) + stored.join(".")
}
