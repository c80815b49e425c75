/** Apple's client secrets: tokens that live for minutes, signed with a key of the developer's team. */
import type { Connection } from "@latchkey/domain/identity-provider/IdentityProviderClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { createPrivateKey, sign } from "node:crypto"
import { Misconfigured } from "./failures.ts"

/** 5 minutes, in seconds: for how long a secret is valid. */
const lifetimeSeconds = 300

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url")

const keyOf = (pem: string) => {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") throw new Error("It is no P-256 key")
  return key
}

/** Makes a client secret. Fails with `Misconfigured` unless the settings have an ES256 key with its two ids. */
export const make = ({ apple, clientId, clientSecret, issuer }: Connection): Effect.Effect<string, Misconfigured> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.try({
      try: () => {
        if (apple === null) throw new Error("The ids of the key are missing")
        const key = keyOf(Redacted.value(Option.getOrThrow(clientSecret)))
        const iat = Math.floor(now / 1000)
        const claims = { iss: apple.teamId, iat, exp: iat + lifetimeSeconds, aud: issuer, sub: clientId }
        const content = `${encode({ alg: "ES256", kid: apple.keyId })}.${encode(claims)}`
        const signature = sign("sha256", Buffer.from(content), { key, dsaEncoding: "ieee-p1363" })
        return `${content}.${signature.toString("base64url")}`
      },
      catch: () => new Misconfigured("client_secret")
    })
  )
