import { assert, describe, it } from "@effect/vitest"
import { none, SecretKeys } from "@latchkey/domain/core/SecretKeys"
import * as Domain from "@latchkey/domain/Domain"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import { InstanceAdministration } from "@latchkey/domain/operator/InstanceAdministration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { outcome, ports, portsWithoutMailer, test } from "../support.ts"

const sessionConfig = { requireVerifiedEmail: true }
const authConfig = { magic_link: true }

const NoMailer = Layer.succeed(Mailer, { isConfigured: false, send: () => Effect.die("no provider") })
const withoutMailer = Layer.provideMerge(Domain.layer, Layer.merge(portsWithoutMailer, NoMailer))

describe("InstanceAdministration", () => {
  test(
    "lets an instance require a verified email address",
    Effect.gen(function* () {
      const { create, update } = yield* InstanceAdministration
      const created = yield* create({ name: "Bakery", sessionConfig, authConfig }, { actor: "admin_api" })
      assert.isTrue(created.sessionConfig.requireVerifiedEmail)
      assert.deepInclude(
        (yield* update(defaultId, { sessionConfig }, { actor: "admin_api" })).sessionConfig,
        sessionConfig
      )
    })
  )

  it.scoped("fails with AudiencesImpossible for an instance with audiences, if there is no server key", () =>
    Effect.gen(function* () {
      const { create, update } = yield* InstanceAdministration
      const { get, list } = yield* InstanceDirectory
      const tokenConfig = { audiences: ["https://api.example.com"] }
      const creation = create({ name: "Bakery", tokenConfig }, { actor: "admin_api" })
      assert.strictEqual(yield* outcome(creation), "AudiencesImpossible")
      const change = update(defaultId, { tokenConfig }, { actor: "admin_api" })
      assert.strictEqual(yield* outcome(change), "AudiencesImpossible")
      assert.lengthOf(yield* list, 1)
      assert.deepStrictEqual((yield* get(defaultId)).tokenConfig.audiences, [])
      const none = update(defaultId, { tokenConfig: { audiences: [], personalTokens: true } }, { actor: "admin_api" })
      assert.strictEqual(yield* outcome(none), "ok")
    }).pipe(
      Effect.provide(Domain.layer.pipe(Layer.provide(Layer.succeed(SecretKeys, none)), Layer.provideMerge(ports)))
    )
  )

  it.scoped("fails with CodesImpossible for an instance with codes, if there is no server key", () =>
    Effect.gen(function* () {
      const { create, update } = yield* InstanceAdministration
      const { get, list } = yield* InstanceDirectory
      const emailConfig = { magicLinkCodes: true }
      const creation = create({ name: "Bakery", emailConfig }, { actor: "admin_api" })
      assert.strictEqual(yield* outcome(creation), "CodesImpossible")
      const change = update(defaultId, { emailConfig }, { actor: "admin_api" })
      assert.strictEqual(yield* outcome(change), "CodesImpossible")
      assert.lengthOf(yield* list, 1)
      assert.isFalse((yield* get(defaultId)).emailConfig.magicLinkCodes)
      const off = update(defaultId, { emailConfig: { magicLinkCodes: false } }, { actor: "admin_api" })
      assert.strictEqual(yield* outcome(off), "ok")
    }).pipe(
      Effect.provide(Domain.layer.pipe(Layer.provide(Layer.succeed(SecretKeys, none)), Layer.provideMerge(ports)))
    )
  )

  test(
    "turns codes on, if there is a server key",
    Effect.gen(function* () {
      const { update } = yield* InstanceAdministration
      const updated = yield* update(defaultId, { emailConfig: { magicLinkCodes: true } }, { actor: "admin_api" })
      assert.isTrue(updated.emailConfig.magicLinkCodes)
    })
  )

  it.scoped("fails with SignInImpossible for an instance without passwords, if no email provider is configured", () =>
    Effect.gen(function* () {
      const { create, update } = yield* InstanceAdministration
      const { get, list } = yield* InstanceDirectory
      const links = { password: false, magic_link: true }
      const creation = create({ name: "Bakery", authConfig: links }, { actor: "admin_api" })
      assert.strictEqual(yield* outcome(creation), "SignInImpossible")
      const change = update(defaultId, { authConfig: { password: false } }, { actor: "admin_api" })
      assert.strictEqual(yield* outcome(change), "SignInImpossible")
      assert.lengthOf(yield* list, 1)
      assert.isTrue((yield* get(defaultId)).authConfig.password)
    }).pipe(Effect.provide(withoutMailer))
  )

  it.scoped("fails with VerificationImpossible instead, if no email provider is configured", () =>
    Effect.gen(function* () {
      const { create, update } = yield* InstanceAdministration
      const { get, list } = yield* InstanceDirectory
      const creation = create({ name: "Bakery", sessionConfig, authConfig }, { actor: "admin_api" })
      assert.strictEqual(yield* outcome(creation), "VerificationImpossible")
      assert.strictEqual(
        yield* outcome(update(defaultId, { sessionConfig }, { actor: "admin_api" })),
        "VerificationImpossible"
      )
      assert.lengthOf(yield* list, 1)
      assert.isFalse((yield* get(defaultId)).sessionConfig.requireVerifiedEmail)
      const others = { name: "Ours", sessionConfig: { requireVerifiedEmail: false } }
      assert.strictEqual(yield* outcome(update(defaultId, others, { actor: "admin_api" })), "ok")
    }).pipe(Effect.provide(withoutMailer))
  )
})
