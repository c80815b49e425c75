/** Base32 (RFC 4648, 6) without padding: letters and digits that people do not confuse. */

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** Encodes bytes. The last letter is filled up with zero bits. */
export const encode = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/g) ?? []).map((part) => alphabet[Number.parseInt(part.padEnd(5, "0"), 2)]).join("")
}
