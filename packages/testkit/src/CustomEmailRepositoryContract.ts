/** Contract tests of `CustomEmailRepository`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { Language } from "@latchkey/domain/language/Language"
import { CustomEmail, CustomEmailRepository } from "@latchkey/domain/mail/CustomEmailRepository"
import { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import { isNone, isSome } from "./internal/Assertions.ts"
import { concurrently } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = CustomEmailRepository | InstanceRepository | Transaction

const setUp = Effect.gen(function* () {
  const emails = yield* CustomEmailRepository
  const { id: instanceId } = yield* Samples.storedInstance
  /** Stores a custom email and returns it. */
  const put = (fields?: Partial<CustomEmail>) =>
    Effect.tap(Effect.succeed(Samples.customEmail(instanceId, fields)), emails.put)
  return { emails, instanceId, put }
})

const other = {
  kind: { kind: EmailKind.make("invitation") },
  language: { language: Language.make("pt-BR") }
}

const storing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns what was put, with every field, to the last character", () =>
    Effect.gen(function* () {
      const { emails, put } = yield* setUp
      const email = yield* put({ text: " {{link}}\n\t“ø” 日本 🎉 \n", html: `<p title='"'>&amp; \\n %s $1</p>\n` })
      isSome(yield* emails.find(email), email)
    })
  )

  it.effect("finds nothing for another kind, language or instance", () =>
    Effect.gen(function* () {
      const { emails, put } = yield* setUp
      const email = yield* put()
      isNone(yield* emails.find({ ...email, ...other.kind }))
      isNone(yield* emails.find({ ...email, ...other.language }))
      isNone(yield* emails.find({ ...email, instanceId: (yield* Samples.storedInstance).id }))
    })
  )

  it.effect("a second one replaces the first, and no other one", () =>
    Effect.gen(function* () {
      const { emails, put } = yield* setUp
      const [ofKind, ofLanguage] = [yield* put(other.kind), yield* put(other.language)]
      yield* put()
      const second = yield* put({ subject: "Another subject", html: "", updatedAt: Samples.plus(1) })
      isSome(yield* emails.find(second), second)
      isSome(yield* emails.find(ofKind), ofKind)
      isSome(yield* emails.find(ofLanguage), ofLanguage)
    })
  )

  it.effect("of concurrent ones, one remains as a whole", () =>
    Effect.gen(function* () {
      const { emails, instanceId, put } = yield* setUp
      yield* concurrently(6, (index) => put({ subject: `subject ${index}`, text: `text ${index}` }))
      const [stored, ...others] = yield* emails.list(instanceId)
      assert.lengthOf(others, 0)
      const { subject, text } = yield* Effect.flatten(emails.find(Samples.customEmail(instanceId)))
      assert.strictEqual(stored?.subject, subject)
      assert.strictEqual(text, subject.replace("subject", "text"))
    })
  )

  it.effect("is undone with its transaction", () =>
    Effect.gen(function* () {
      const { emails, put } = yield* setUp
      const { run } = yield* Transaction
      const email = yield* put()
      const changed = Effect.zipRight(put({ subject: "Another subject" }), emails.delete(email))
      yield* Effect.flip(run(Effect.zipRight(changed, Effect.fail("changed my mind"))))
      isSome(yield* emails.find(email), email)
    })
  )
}

const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  const listed = (instanceId: InstanceId) => Effect.flatMap(CustomEmailRepository, (emails) => emails.list(instanceId))

  it.effect("returns those of one instance, by kind and then by language", () =>
    Effect.gen(function* () {
      const { instanceId, put } = yield* setUp
      const portuguese = yield* put(other.language)
      const english = yield* put()
      const invitation = yield* put(other.kind)
      const stranger = yield* Samples.storedInstance
      yield* put({ instanceId: stranger.id })
      const summaries = [invitation, english, portuguese].map(({ kind, language, subject, updatedAt }) => ({
        kind,
        language,
        subject,
        updatedAt
      }))
      assert.deepStrictEqual(yield* listed(instanceId), summaries)
      assert.lengthOf(yield* listed(stranger.id), 1)
    })
  )

  it.effect("returns nothing for an instance without any", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* listed((yield* setUp).instanceId), [])
    })
  )
}

const deleting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes one, and no other one", () =>
    Effect.gen(function* () {
      const { emails, put } = yield* setUp
      const email = yield* put()
      const kept = yield* put(other.language)
      const { id } = yield* Samples.storedInstance
      const ofOther = yield* put({ instanceId: id })
      assert.isTrue(yield* emails.delete(email))
      isNone(yield* emails.find(email))
      isSome(yield* emails.find(kept), kept)
      isSome(yield* emails.find(ofOther), ofOther)
      assert.isFalse(yield* emails.delete(email))
    })
  )

  it.effect("of concurrent calls exactly one returns `true`", () =>
    Effect.gen(function* () {
      const { emails, put } = yield* setUp
      const email = yield* put()
      const outcomes = yield* concurrently(6, () => emails.delete(email))
      assert.lengthOf(
        outcomes.filter((outcome) => Either.getOrThrow(outcome)),
        1
      )
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("put and find", () => storing(it))
  describe("list", () => listing(it))
  describe("delete", () => deleting(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = ({ instanceId }: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.flatMap(CustomEmailRepository, ({ put }) => put(Samples.customEmail(instanceId)))

/**
 * Runs the contract of `CustomEmailRepository` against a layer, which must build within a minute. Call it in a test
 * file of Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`CustomEmailRepository: ${name}`, tests)
