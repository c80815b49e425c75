/** Writes what attestation objects and keys need of CBOR (RFC 8949). */

const head = (type: number, length: number): Buffer => {
  if (length < 24) return Buffer.of(type + length)
  return length < 256 ? Buffer.of(type + 24, length) : Buffer.of(type + 25, length >> 8, length & 0xff)
}

/** Returns a byte string of less than 65,536 bytes. */
export const bytes = (data: Uint8Array): Buffer => Buffer.concat([head(0x40, data.length), data])

/** Returns a text string, of ASCII. */
export const text = (value: string): Buffer => Buffer.concat([head(0x60, value.length), Buffer.from(value)])
