/** Signatures of Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks */
import { createHmac } from "node:crypto"

/** What a signature covers. `timestamp`: seconds since 1970. */
export interface Signed {
  readonly id: string
  readonly timestamp: number
  readonly body: string
}

const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ""), "base64")

/** Returns a signature with the key of a secret, which is base64, with or without `whsec_`. */
export const sign = (secret: string, { body, id, timestamp }: Signed): string =>
  `v1,${createHmac("sha256", keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest("base64")}`
