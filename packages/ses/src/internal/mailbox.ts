// RFC 5322, 3.2.3: the characters of atoms, which need no quotes, with spaces between atoms.
const atoms = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+$/
const ascii = /^[ -~]*$/

const withoutQuotes = (name: string): string => (/^".*"$/.test(name) ? name.slice(1, -1).replace(/\\(.)/g, "$1") : name)

/** Splits at 45 octets, which are 60 characters of base64: an encoded word has at most 75 (RFC 2047, 2). */
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

/** Returns the address in `Name <address>`, or the text itself if it is an address only. */
export const addressOf = (sender: string): string => /<([^<>]*)>$/s.exec(sender)?.[1] ?? sender

/**
 * Returns `Name <address>` in the form that SES accepts: unchanged, with quotes if the name has characters such as
 * commas, or with encoded words if it is not ASCII. Returns an address without a name unchanged.
 */
export const format = (sender: string): string => {
  const [, name = "", address] = /^(.*?)\s*<([^<>]*)>$/s.exec(sender) ?? []
  if (address === undefined) return sender
  return name === "" ? address : `${displayName(withoutQuotes(name))} <${address}>`
}
