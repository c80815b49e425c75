import { createHmac } from "node:crypto"
import type { Browser } from "./Browser.ts"
import { secondFactor } from "./contract.ts"
import type { Service } from "./Service.ts"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** Decodes a secret as a user types it into an app (RFC 4648, Base32). */
const bytesOf = (secret: string): Buffer => {
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Returns the code that an authenticator app shows at a time in milliseconds (RFC 6238), computed independently. */
export const codeAt = (secret: string, time: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)))
  const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}

/** Sets up an authenticator app for the user who is signed in, on an instance that allows it. */
export const setUpApp = async (service: Pick<Service, "now">, browser: Pick<Browser, "post">) => {
  const begun = await browser.post(`${secondFactor}/totp`)
  const { enrollment, secret } = begun.json as { readonly enrollment: string; readonly secret: string }
  const code = codeAt(secret, service.now())
  const confirmed = await browser.post(`${secondFactor}/totp/confirm`, { enrollment, code })
  const { recoveryCodes } = confirmed.json as { readonly recoveryCodes: ReadonlyArray<string> }
  return { begun, confirmed, secret, recoveryCodes, code }
}
