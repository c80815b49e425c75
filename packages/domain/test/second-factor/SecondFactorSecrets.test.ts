import { assert, describe, it } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import { none } from "@latchkey/domain/core/SecretKeys"
import * as SecretKeys from "@latchkey/domain/core/SecretKeys"
import * as Domain from "@latchkey/domain/Domain"
import { CleanupJob } from "@latchkey/domain/CleanupJob"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceAdministration } from "@latchkey/domain/operator/InstanceAdministration"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { ann, ben, outcome, ports, signedUp, storedUser, test } from "../support.ts"
import * as CapturedLogs from "../support/CapturedLogs.ts"
import { argsOf } from "../support/Interception.ts"
import { keysOf } from "../support/MarkingKeys.ts"
import { appOf, codeOf, optional, pendingClient, shown, userWithApp } from "../support/SecondFactor.ts"

/** Ann's client, signed up, with the mode `optional`. */
const newUser = Effect.map(signedUp, (cookies) => cookies.at(optional))

describe("The secret of an authenticator app", () => {
  test(
    "is in no call of the store, and neither are the recovery codes",
    Effect.gen(function* () {
      const client = yield* newUser
      const enrollment = yield* client.beginTotp
      const { recoveryCodes } = yield* client.confirmTotp(
        Redacted.value(enrollment.enrollment),
        yield* appOf(enrollment)()
      )
      const [[added]] = (yield* argsOf("SecondFactorRepository.add")) as [[object]]
      const stored = JSON.stringify(added)
      const secret = Redacted.value(enrollment.secret)
      for (const plain of [secret, ...recoveryCodes.map((code) => Redacted.value(code).replaceAll("-", ""))]) {
        assert.notInclude(stored, plain)
      }
      const hex = Buffer.from(
        (
          Array.from(secret, (letter) =>
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")
          )
            .join("")
            .match(/.{8}/g) ?? []
        ).map((byte) => Number.parseInt(byte, 2))
      ).toString("hex")
      assert.lengthOf(hex, 40)
      assert.notInclude(stored, hex)
    })
  )

  test(
    "is bound to its user: copied to the row of another one, it is of no use",
    Effect.gen(function* () {
      const factors = yield* SecondFactorRepository
      const anns = yield* userWithApp()
      yield* userWithApp(ben)
      const factorOf = (address: Email) =>
        Effect.gen(function* () {
          const { id } = Option.getOrThrow(yield* storedUser(address))
          return Option.getOrThrow(yield* factors.find(defaultId, id)).factor
        })
      const { secret: next } = yield* factorOf(ann)
      const { secret: current, userId } = yield* factorOf(ben)
      assert.isTrue(yield* factors.replaceSecret({ instanceId: defaultId, userId, current, next }))
      const { client } = yield* pendingClient(optional, ben)
      assert.strictEqual(yield* outcome(client.completeSignIn(yield* shown(anns.app))), "SecondFactorKeyMissing")
    })
  )

  test(
    "requires a server key: without one, the mode cannot be turned on",
    Effect.gen(function* () {
      const administration = yield* InstanceAdministration
      for (const secondFactor of ["optional", "required"] as const) {
        const change = administration.update(defaultId, { authConfig: { secondFactor } }, { actor: "admin_api" })
        assert.strictEqual(yield* outcome(change), "ok")
      }
      const unable = Effect.gen(function* () {
        const { update } = yield* InstanceAdministration
        const by = { actor: "admin_api" } as const
        assert.strictEqual(
          yield* outcome(update(defaultId, { authConfig: { secondFactor: "optional" } }, by)),
          "SecondFactorImpossible"
        )
        assert.strictEqual(yield* outcome(update(defaultId, { authConfig: { secondFactor: "off" } }, by)), "ok")
        const client = yield* newUser
        assert.strictEqual(yield* outcome(client.beginTotp), "SecondFactorDisabled")
      })
      yield* unable.pipe(
        Effect.provide(Domain.layer.pipe(Layer.provide(SecretKeys.layer(Effect.succeed({ ...none })))))
      )
    })
  )
})

describe("A server with another key", () => {
  const withKeys = (...secrets: ReadonlyArray<string>) =>
    Effect.provide(Domain.layer.pipe(Layer.provide(keysOf(...secrets))))
  const run = Effect.provide(ports)

  const attempt = (app: ReturnType<typeof appOf>) =>
    Effect.gen(function* () {
      const { client } = yield* pendingClient()
      return yield* outcome(client.completeSignIn(yield* shown(app)))
    })

  const keyIdOf = Effect.gen(function* () {
    const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
    const found = yield* (yield* SecondFactorRepository).find(defaultId, userId)
    return Option.getOrThrow(found).factor.secret.keyId
  })

  it.scoped("opens secrets of the previous key, and encrypts them again when they are used", () =>
    Effect.gen(function* () {
      const { app } = yield* userWithApp().pipe(withKeys("aa"))
      assert.strictEqual(yield* keyIdOf, "aa")
      assert.strictEqual(yield* attempt(app).pipe(withKeys("bb", "aa")), "ok")
      assert.strictEqual(yield* keyIdOf, "bb")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* attempt(app).pipe(withKeys("bb")), "ok")
    }).pipe(run)
  )

  it.scoped("encrypts all others again in the cleanup job, so that the previous key can be dropped", () =>
    Effect.gen(function* () {
      const { app } = yield* userWithApp().pipe(withKeys("aa"))
      yield* Effect.flatMap(CleanupJob, ({ run }) => run).pipe(withKeys("bb", "aa"))
      assert.strictEqual(yield* keyIdOf, "bb")
      assert.strictEqual(yield* attempt(app).pipe(withKeys("bb")), "ok")
    }).pipe(run)
  )

  it.scoped("without the previous one, says so in the log, keeps the secret, and accepts recovery codes", () =>
    Effect.gen(function* () {
      const { app, recoveryCodes } = yield* userWithApp().pipe(withKeys("aa"))
      yield* Effect.flatMap(CleanupJob, ({ run }) => run).pipe(withKeys("bb"))
      const { entries, value } = yield* CapturedLogs.capture(attempt(app).pipe(withKeys("bb")))
      assert.strictEqual(value, "SecondFactorKeyMissing")
      const cure = "Set SECRET_KEY_PREVIOUS to the key that the server had before"
      assert.deepStrictEqual(CapturedLogs.problems(entries), [
        `ERROR The secret of an authenticator app cannot be decrypted ${cure} aa`
      ])
      assert.strictEqual(yield* keyIdOf, "aa")
      const recovered = Effect.gen(function* () {
        const { client } = yield* pendingClient()
        return yield* outcome(client.completeSignIn(codeOf(recoveryCodes[0] ?? "")))
      })
      assert.strictEqual(yield* recovered.pipe(withKeys("bb")), "ok")
      assert.strictEqual(yield* attempt(app).pipe(withKeys("aa")), "ok")
    }).pipe(run)
  )
})
