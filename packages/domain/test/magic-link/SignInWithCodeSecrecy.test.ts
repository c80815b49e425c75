import { assert, describe, it } from "@effect/vitest"
import { type Keys, none, SecretKeys } from "@latchkey/domain/core/SecretKeys"
import * as Domain from "@latchkey/domain/Domain"
import { QueuedEmailId } from "@latchkey/domain/core/Ids"
import { defaultAuthConfig, defaultId } from "@latchkey/domain/instance/Instance"
import { SignInCode } from "@latchkey/domain/magic-link/SignInCode"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as CodeDerivation from "../../src/magic-link/internal/CodeDerivation.ts"
import { ann, instance, otherInstance, outcome, ports, sentLinkToken, test, withCodes } from "../support.ts"
import { argsOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { codeFor, newClient } from "../support/SignInCodes.ts"

describe("SignInWithMagicLink.verifyCode: secrecy", () => {
  test(
    "finds no code in what the store gets",
    Effect.gen(function* () {
      const client = yield* newClient()
      const code = yield* codeFor(client)
      const stored = JSON.stringify([
        yield* argsOf("MagicLinkRepository.insert"),
        yield* argsOf("EmailOutbox.enqueue"),
        yield* argsOf("EmailOutbox.complete")
      ])
      assert.include(stored, ann)
      assert.notInclude(stored, code)
    })
  )

  const keysOf = (...secrets: ReadonlyArray<string>): Layer.Layer<SecretKeys> =>
    Layer.succeed(SecretKeys, {
      ...none,
      isConfigured: true,
      derive: (use) => secrets.map((secret) => Redacted.make(`${secret} ${use}`))
    } satisfies Keys)

  const withKeys = (keys: Layer.Layer<SecretKeys>) => Effect.provide(Domain.layer.pipe(Layer.provide(keys)))

  /** Requests a code in a process, and presents it in another one with the same store. */
  const across = (first: Layer.Layer<SecretKeys>, second: Layer.Layer<SecretKeys>) =>
    Effect.gen(function* () {
      const { caller, code } = yield* Effect.gen(function* () {
        const client = yield* newClient()
        const code = yield* codeFor(client)
        return { caller: yield* client.caller, code }
      }).pipe(withKeys(first))
      return yield* Effect.gen(function* () {
        const client = yield* TestClient.withCookies(caller)
        return yield* outcome(client.at(withCodes).verifyCode(code))
      }).pipe(withKeys(second))
    }).pipe(Effect.provide(ports))

  it.scoped("accepts codes of the previous key, and no others", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* across(keysOf("a"), keysOf("a")), "ok")
      assert.strictEqual(yield* across(keysOf("a"), keysOf("b", "a")), "ok")
      assert.strictEqual(yield* across(keysOf("b", "a"), keysOf("b")), "ok")
      assert.strictEqual(yield* across(keysOf("a"), keysOf("b")), "InvalidToken")
    })
  )

  it.scoped("sends no code, and fails with MagicLinkCodeDisabled, without a key", () =>
    Effect.gen(function* () {
      const client = (yield* TestClient.make).at(withCodes)
      yield* client.requestLink(ann)
      yield* (yield* EmailDispatcher).dispatch
      assert.isTrue(Option.isNone(yield* (yield* MemoryMailer.Sent).lastCodeTo(ann)))
      assert.strictEqual(yield* outcome(client.verifyCode(SignInCode.make("000000"))), "MagicLinkCodeDisabled")
      yield* client.verifyLink(yield* sentLinkToken(ann))
    }).pipe(withKeys(Layer.succeed(SecretKeys, none)), Effect.provide(ports))
  )

  test(
    "sends no code, and fails with MagicLinkCodeDisabled, in an instance without codes",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.requestLink(ann)
      yield* (yield* EmailDispatcher).dispatch
      assert.isTrue(Option.isNone(yield* (yield* MemoryMailer.Sent).lastCodeTo(ann)))
      assert.strictEqual(yield* outcome(client.verifyCode(SignInCode.make("000000"))), "MagicLinkCodeDisabled")
    })
  )

  test(
    "refuses a code that was sent before codes, or magic links, were turned off",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const code = yield* codeFor(client.at(withCodes))
      assert.strictEqual(yield* outcome(client.verifyCode(code)), "MagicLinkCodeDisabled")
      const off = client.at(
        instance({ ...withCodes, authConfig: { ...defaultAuthConfig, password: true, magic_link: false } })
      )
      assert.strictEqual(yield* outcome(off.verifyCode(code)), "MagicLinkDisabled")
    })
  )

  it.effect("derives another code for each instance, request and key", () =>
    Effect.gen(function* () {
      const { derive } = yield* CodeDerivation.make
      const id = QueuedEmailId.make("email_01890000-0000-7000-8000-000000000000")
      const next = QueuedEmailId.make("email_01890000-0000-7000-8000-000000000001")
      const other = yield* CodeDerivation.make.pipe(Effect.provide(keysOf("another secret")))
      const codes = [
        derive({ instanceId: defaultId, id }),
        derive({ instanceId: defaultId, id: next }),
        derive({ instanceId: otherInstance.id, id }),
        other.derive({ instanceId: defaultId, id })
      ]
      assert.strictEqual(new Set(Arr.getSomes(codes)).size, 4)
    }).pipe(Effect.provide(Layer.merge(keysOf("a fixed secret"), MemoryTokenGenerator.layer)))
  )

  it.effect("derives codes that are spread evenly: each digit is in each place about as often as any other", () =>
    Effect.gen(function* () {
      const { derive } = yield* CodeDerivation.make
      const ids = Arr.makeBy(10_000, (n) =>
        QueuedEmailId.make(`email_01890000-0000-7000-8000-${`${n}`.padStart(12, "0")}`)
      )
      const codes = Arr.getSomes(ids.map((id) => derive({ instanceId: defaultId, id })))
      assert.lengthOf(codes, 10_000)
      for (const place of Arr.range(0, 5)) {
        for (const digit of "0123456789") {
          // 1,000 are expected, with a standard deviation of 30.
          const count = codes.filter((code) => code[place] === digit).length
          assert.isAbove(count, 850)
          assert.isBelow(count, 1150)
        }
      }
    }).pipe(Effect.provide(Layer.merge(keysOf("a fixed secret"), MemoryTokenGenerator.layer)))
  )
})
