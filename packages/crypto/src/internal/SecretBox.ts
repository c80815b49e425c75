/** Authenticated encryption of short texts (AES-256-GCM, NIST SP 800-38D), by `node:crypto`. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto"
import { SealedText } from "@latchkey/domain/core/SecretKeys"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

const algorithm = "aes-256-gcm"
const nonceBytes = 12
const tagBytes = 16

/**
 * Returns 64 bits that name a key, of 64 hexadecimal digits. They are an HMAC under it, which reveals nothing of it.
 */
export const keyIdOf = (key: Redacted.Redacted): string =>
  createHmac("sha256", Buffer.from(Redacted.value(key), "hex"))
    .update("key id")
    .digest("hex")
    .slice(0, 16)

/** Encrypts a text under a key of 64 hexadecimal digits, with a random nonce of 96 bits. */
export const seal = (key: Redacted.Redacted, context: string, text: Redacted.Redacted): SealedText => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, Buffer.from(Redacted.value(key), "hex"), nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(Redacted.value(text), "utf8"), cipher.final()])
  const box = Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString("base64url")
  return new SealedText({ keyId: keyIdOf(key), box })
}

/** Decrypts a text. `None` unless the tag proves that the key, the context and the box are those of `seal`. */
export const open = (
  key: Redacted.Redacted,
  context: string,
  { box }: SealedText
): Option.Option<Redacted.Redacted> => {
  const bytes = Buffer.from(box, "base64url")
  if (bytes.length < nonceBytes + tagBytes) return Option.none()
  const nonce = bytes.subarray(0, nonceBytes)
  const cipher = createDecipheriv(algorithm, Buffer.from(Redacted.value(key), "hex"), nonce, {
    authTagLength: tagBytes
  })
  cipher.setAAD(Buffer.from(context))
  cipher.setAuthTag(bytes.subarray(-tagBytes))
  const encrypted = bytes.subarray(nonceBytes, -tagBytes)
  try {
    return Option.some(Redacted.make(Buffer.concat([cipher.update(encrypted), cipher.final()]).toString("utf8")))
  } catch {
    return Option.none()
  }
}
