import { assert, describe, it } from "@effect/vitest"
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import * as Domain from "@latchkey/domain/Domain"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { type MagicLinkEmail, MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { ann, ports } from "../support.ts"
import * as TestClient from "../support/TestClient.ts"

describe("MagicLinkTemplate", () => {
  const rendered: Array<MagicLinkEmail> = []
  const template = MagicLinkTemplate.of({
    render: (email) => {
      rendered.push(email)
      return { subject: `${email.instanceName}!`, text: `${email.lifetimeMinutes} ${email.verifyUrl}`, html: "" }
    }
  })
  const layer = Domain.layer.pipe(Layer.provide(Layer.succeed(MagicLinkTemplate, template)), Layer.provideMerge(ports))

  it.effect("renders the email that is sent, from instance, link and lifetime", () =>
    Effect.gen(function* () {
      yield* (yield* TestClient.make).requestLink(ann)
      yield* TestClock.adjust("1 minute")
      yield* (yield* EmailDispatcher).dispatch
      const [message] = yield* (yield* Sent).sent
      assert.deepInclude(message, { to: ann, subject: "Latchkey!", html: "" })
      assert.match(
        message?.text ?? "",
        /^15 https:\/\/auth\.example\.com\/v1\/auth\/magic-link\/verify\?token=[\w-]{43}$/
      )
      const [email] = rendered
      assert.deepInclude(email, { instanceName: "Latchkey", host: "auth.example.com", lifetimeMinutes: 15 })
      assert.deepStrictEqual(email?.branding, defaultBranding)
      assert.strictEqual(email?.requestedAt.epochMillis, 0)
      assert.strictEqual(email?.expiresAt.epochMillis, 16 * 60_000)
      assert.lengthOf(rendered, 1)
    }).pipe(Effect.provide(layer))
  )
})
