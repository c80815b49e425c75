import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { assert, describe, it } from "@effect/vitest"
import { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as AdminKey from "@latchkey/http/operator/AdminKey"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { vi } from "vitest"
import { contextOf } from "../support/contextOf.ts"

const right = "right-admin-key-of-at-least-32-characters"
const previous = "former-admin-key-of-at-least-32-characters"

const settings = HttpSettings.layer({
  baseUrl: "https://auth.example.com",
  adminApiKey: Option.some(Redacted.make(right)),
  adminApiKeyPrevious: Option.some(Redacted.make(previous))
})
const unlimited = Layer.succeed(RateLimiter, {
  consume: (instance, keys) => Effect.succeed({ instanceId: instance.id, keys, at: DateTime.unsafeMake(0) }),
  checkRefused: () => Effect.void,
  decide: () => Effect.succeed({ isAllowed: true }),
  refund: () => Effect.void
})

const context = contextOf(HttpServerRequest.fromWeb(new Request("https://auth.example.com/")))

describe("The admin key", () => {
  it.effect("is compared by its digest, so that the time depends on no part of the key", () =>
    Effect.gen(function* () {
      const key = yield* AdminKey.make
      const digest = vi.spyOn(crypto.subtle, "digest")
      yield* Effect.addFinalizer(() => Effect.sync(() => digest.mockRestore()))
      const outcomeOf = (presented: string) =>
        Effect.match(key.check(context, Redacted.make(presented)), {
          onFailure: () => "refused",
          onSuccess: (name) => name
        })

      const presented = [
        right,
        previous,
        "",
        "r",
        right.slice(0, -1),
        `${right}x`,
        right.replace("r", "x"),
        "x".repeat(right.length)
      ]
      const outcomes = yield* Effect.forEach(presented, outcomeOf)
      assert.deepStrictEqual(outcomes, [
        "ADMIN_API_KEY",
        "ADMIN_API_KEY_PREVIOUS",
        ...Array.from({ length: 6 }, () => "refused")
      ])
      const digested = digest.mock.calls.map(([algorithm, data]) => [algorithm, new TextDecoder().decode(data)])
      assert.deepStrictEqual(
        digested,
        presented.map((text) => ["SHA-256", text])
      )
    }).pipe(Effect.scoped, Effect.provide(Layer.merge(settings, unlimited)))
  )
})
