import { assert, describe, it } from "@effect/vitest"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import type { Email } from "@latchkey/domain/core/Email"
import * as Domain from "@latchkey/domain/Domain"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { Language } from "@latchkey/domain/language/Language"
import * as Languages from "@latchkey/domain/language/Languages"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import type { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import { ChangeLanguage } from "@latchkey/domain/personal-data/ChangeLanguage"
import { EmailChangeTemplate } from "@latchkey/domain/email-change/EmailChangeTemplate"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { InvitationTemplate } from "@latchkey/domain/invitation/InvitationTemplate"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import {
  ann,
  ben,
  email,
  linkTokenFor,
  noAccount,
  outcome,
  ports,
  rightPassword,
  signedUp,
  storedUser
} from "../support.ts"
import * as Interception from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const [de, en, fr, ja] = ["de", "en", "fr", "ja"].map((tag) => Language.make(tag)) as [
  Language,
  Language,
  Language,
  Language
]

const content = (language: Language, url: string) => ({ subject: language, text: url, html: "" })

/** Emails whose subject is their language. */
const layer = Layer.provideMerge(
  Domain.layer,
  Interception.around(
    Layer.mergeAll(
      ports,
      Layer.succeed(Languages.Languages, Languages.make([en, de, fr])),
      Layer.succeed(MagicLinkTemplate, { render: ({ language, verifyUrl }) => content(language, verifyUrl) }),
      Layer.succeed(InvitationTemplate, { render: ({ language, invitationUrl }) => content(language, invitationUrl) }),
      Layer.succeed(EmailChangeTemplate, {
        render: ({ confirmUrl, language }) => content(language, confirmUrl),
        renderChanged: ({ language, restoreUrl }) => content(language, restoreUrl)
      })
    )
  )
)
const test = <A, E>(name: string, body: Effect.Effect<A, E, Layer.Layer.Success<typeof layer> | Scope.Scope>) =>
  it.scoped(name, () => Effect.provide(body, layer))

const clientPreferring = (...languages: ReadonlyArray<Language>) =>
  Effect.map(TestClient.make, (client) =>
    client.at(defaultInstance, { ipAddress: TestClient.newIpAddress(), languages })
  )

/** Sends what is queued, and returns the languages of the emails to the address. */
const sentTo = (address: Email) =>
  Effect.gen(function* () {
    yield* (yield* EmailDispatcher).dispatch
    const sent = yield* (yield* Sent).sent
    return sent.filter(({ to }) => to === address).map(({ subject }) => subject)
  })

const choose = (client: Pick<TestClient.TestClient, "caller">, language: Language | null) =>
  Effect.gen(function* () {
    const caller = yield* client.caller
    const change = { instance: defaultInstance, caller, language: Option.fromNullable(language) }
    yield* (yield* ChangeLanguage).change(change)
  })

const setDefault = (defaultLanguage: Language) =>
  Effect.flatMap(InstanceDirectory, (instances) => instances.update(defaultId, { defaultLanguage }))

const languageOf = (user: Option.Option<User>) => Option.getOrNull(Option.flatMap(user, ({ language }) => language))

describe("The language of an email", () => {
  test(
    "is the one that the user has chosen, before those of the request and the instance",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* choose(client, de)
      yield* setDefault(en)
      yield* (yield* clientPreferring(fr)).requestLink(ann)
      assert.deepStrictEqual(yield* sentTo(ann), [de])
    })
  )

  test(
    "is the first available one of the request, before that of the instance",
    Effect.gen(function* () {
      yield* setDefault(de)
      yield* (yield* clientPreferring(ja, fr, en)).requestLink(ann)
      assert.deepStrictEqual(yield* sentTo(ann), [fr])
    })
  )

  test(
    "is that of the instance, if the user has chosen none and the request prefers none that is available",
    Effect.gen(function* () {
      yield* signedUp
      yield* setDefault(de)
      yield* (yield* clientPreferring(ja)).requestLink(ann)
      yield* (yield* clientPreferring()).requestLink(ben)
      assert.deepStrictEqual([...(yield* sentTo(ann)), ...(yield* sentTo(ben))], [de, de])
    })
  )

  test(
    "is the first available one, if that of the instance is not available",
    Effect.gen(function* () {
      yield* setDefault(ja)
      yield* (yield* clientPreferring(ja)).requestLink(ann)
      assert.deepStrictEqual(yield* sentTo(ann), [en])
    })
  )

  test(
    "is that of the request, although the user has chosen one that is not available",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* choose(client, ja)
      yield* (yield* clientPreferring(fr)).requestLink(ann)
      assert.deepStrictEqual(yield* sentTo(ann), [fr])
    })
  )

  test(
    "is stored as what the request prefers, the same for addresses with and without an account",
    Effect.gen(function* () {
      const known = yield* signedUp
      yield* choose(known, de)
      const client = yield* clientPreferring(fr, en)
      const previous = (yield* Interception.callNames).length
      yield* client.requestLink(ann)
      const names = (yield* Interception.callNames).slice(previous)
      yield* client.requestLink(noAccount)
      assert.deepStrictEqual((yield* Interception.callNames).slice(previous), [...names, ...names])
      const queued = (yield* Interception.argsOf("EmailOutbox.enqueue")).map(([request]) => request as QueuedEmail)
      assert.deepStrictEqual(
        queued.map(({ languages, parameters }) => ({ languages, parameters })),
        Array.from({ length: 2 }, () => ({ languages: [fr, en], parameters: {} }))
      )
    })
  )

  test(
    "is the choice of the user also at addresses that are not the user's, before and after a change",
    Effect.gen(function* () {
      const client = yield* signedUp
      const next = email("ann@example.org")
      yield* Effect.flatMap(linkTokenFor(client, ann), client.verifyLink)
      yield* choose(client, de)
      yield* client.requestEmailChange(next, rightPassword)
      assert.deepStrictEqual(yield* sentTo(next), [de])
      const sent = yield* (yield* Sent).sent
      const token = new URL(sent.at(-1)?.text ?? "").searchParams.get("token") ?? ""
      yield* client.confirmEmailChange(token)
      assert.deepStrictEqual((yield* sentTo(ann)).at(-1), de)
    })
  )

  test(
    "is that of the instance in an invitation, whatever the administrator's browser prefers",
    Effect.gen(function* () {
      yield* setDefault(fr)
      const instance = yield* Effect.flatMap(InstanceDirectory, (instances) => instances.get(defaultId))
      const by = { actor: "admin_api", ipAddress: "192.0.2.1" } as const
      yield* (yield* Invitations).create({ instance, by, email: ben })
      assert.deepStrictEqual(yield* sentTo(ben), [fr])
    })
  )
})

describe("ChangeLanguage.change", () => {
  test(
    "stores the language of the user, or removes it, and changes nothing else",
    Effect.gen(function* () {
      const client = yield* signedUp
      const before = yield* storedUser(ann)
      yield* choose(client, ja)
      assert.strictEqual(languageOf(yield* storedUser(ann)), ja)
      yield* choose(client, null)
      assert.deepStrictEqual(yield* storedUser(ann), before)
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "changes no other user who has got the address meanwhile",
    Effect.gen(function* () {
      const users = yield* UserRepository
      const client = yield* signedUp
      yield* (yield* TestClient.make).signUp(ben, rightPassword)
      const [own, other] = [Option.getOrThrow(yield* storedUser(ann)), Option.getOrThrow(yield* storedUser(ben))]
      const swap = users
        .update(new User({ ...own, email: email("ann@example.org") }), 0)
        .pipe(Effect.zipRight(users.update(new User({ ...other, email: ann }), 0)))
      yield* Interception.beforeNext("UserRepository.findByIdForUpdate", swap)
      assert.strictEqual(yield* outcome(choose(client, ja)), "ok")
      assert.strictEqual(languageOf(yield* storedUser(email("ann@example.org"))), "ja")
      assert.strictEqual(languageOf(yield* storedUser(ann)), null)
    })
  )

  test(
    "fails without an active session, and changes nothing",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.signOut
      assert.strictEqual(yield* outcome(choose(client, ja)), "Unauthenticated")
      assert.strictEqual(languageOf(yield* storedUser(ann)), null)
    })
  )
})
