// RFC 5322 section 3.2.3: the characters of an atom, which need no quotes, with spaces between atoms.
const atoms = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+$/
const ascii = /^[ -~]*$/

const withoutQuotes = (name: string): string => (/^".*"$/.test(name) ? name.slice(1, -1).replace(/\\(.)/g, "$1") : name)

/** At most 45 octets, which are 60 characters of base64: an encoded word has at most 75 (RFC 2047 section 2). */
const chunks = (text: string): ReadonlyArray<string> => {
  const parts: Array<string> = [""]
  for (const char of text) {
    const longer = (parts.at(-1) ?? "") + char
    if (Buffer.byteLength(longer) <= 45) parts[parts.length - 1] = longer
    else parts.push(char)
  }
  return parts
}

const encodedWords = (text: string): string =>
  chunks(text)
    .map((chunk) => `=?UTF-8?B?${Buffer.from(chunk).toString("base64")}?=`)
    .join(" ")

const displayName = (name: string): string => {
  if (atoms.test(name)) return name
  return ascii.test(name) ? `"${name.replace(/["\\]/g, "\\$&")}"` : encodedWords(name)
}

/** The address of `Name <address>`, or of an address alone. */
export const addressOf = (sender: string): string => /<([^<>]*)>$/s.exec(sender)?.[1] ?? sender

/**
 * `Name <address>` in the form that SES takes: as it is, with quotes where the name has commas and the like, or in
 * encoded words where it is not ASCII. An address alone stays as it is.
 */
export const format = (sender: string): string => {
  const [, name = "", address] = /^(.*?)\s*<([^<>]*)>$/s.exec(sender) ?? []
  if (address === undefined) return sender
  return name === "" ? address : `${displayName(withoutQuotes(name))} <${address}>`
}
