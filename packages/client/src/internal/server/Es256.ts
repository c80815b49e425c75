/** ES256 (RFC 7518, 3.4) with the platform's Web Crypto. */

/** Decodes base64url without padding (RFC 7515, 2). Throws for any other text. */
export const decode = (text: string): Uint8Array<ArrayBuffer> => {
  if (!/^[\w-]*$/.test(text)) throw new TypeError("Use base64url")
  const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0))
  return bytes
}

const curve = { name: "ECDSA", namedCurve: "P-256" }

/** Imports a public key. Rejects if it is none of P-256, or not for signatures. */
export const importKey = (key: JsonWebKey): Promise<CryptoKey> =>
  crypto.subtle.importKey("jwk", key, curve, false, ["verify"])

/** Returns `true` if a token in the compact form of JWS (RFC 7515, 7.1) is signed with a key. Rejects if it is malformed. */
export const isSigned = async (key: CryptoKey, token: string): Promise<boolean> => {
  const [, signed = "", signature = ""] = /^([^.]*\.[^.]*)\.([^.]*)$/.exec(token) ?? []
  const bytes = decode(signature)
  // The spare bits of the last character must be zero: 512 bits end in one of these.
  if (!/[AQgw]$/.test(signature)) return false
  return crypto.subtle.verify({ name: "ECDSA", hash: "SHA-256" }, key, bytes, new TextEncoder().encode(signed))
}
