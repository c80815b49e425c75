/**
 * The key to the admin API.
 *
 * @since 0.1.0
 */
import { RateLimiter } from "@latchkey/domain/RateLimiter"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Visit } from "./Endpoint.ts"
import { HttpSettings } from "../HttpSettings.ts"
import { problem } from "../Problem.ts"

const digest = (text: string) =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
    (buffer) => new Uint8Array(buffer)
  )

/** Compares digests, each byte of them: how long it takes says nothing about the key. */
const isEqual = (left: Uint8Array, right: Uint8Array): boolean =>
  left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), left.length ^ right.length) === 0

const bearer = /^Bearer ([!-~]+)$/i

/**
 * Makes the check for `Authorization: Bearer …` (RFC 6750). Wrong keys are counted like wrong passwords, by address.
 * Without a configured key there is no admin API: 404.
 *
 * @since 0.1.0
 */
export const make = Effect.gen(function* () {
  const { adminApiKey } = yield* HttpSettings
  const limiter = yield* RateLimiter
  const expected = Option.isSome(adminApiKey) ? yield* digest(Redacted.value(adminApiKey.value)) : undefined

  return Effect.fnUntraced(function* ({ instance, caller, request }: Visit) {
    if (expected === undefined) return yield* problem("not_found")
    const spending = { budget: "signInPerAddress", subject: `admin:${caller.address}` } as const
    const admission = yield* limiter.admit(instance, "sign_in", [spending])
    const presented = yield* digest(bearer.exec(request.headers["authorization"] ?? "")?.[1] ?? "")
    if (!isEqual(presented, expected)) {
      return yield* problem("unauthenticated", { detail: "Send the admin key as a bearer token." })
    }
    yield* limiter.giveBack(instance, admission, spending)
  })
})
