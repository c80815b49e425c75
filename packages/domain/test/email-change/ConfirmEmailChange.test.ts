import { assert, describe, it } from "@effect/vitest"
import * as AccountHooks from "@latchkey/domain/account/AccountHooks"
import { FormerEmail, FormerEmails, lifetime } from "@latchkey/domain/account/FormerEmails"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import type { Email } from "@latchkey/domain/core/Email"
import { parse as parseToken } from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as Domain from "@latchkey/domain/Domain"
import { defaultAuthConfig, defaultId, defaultInstance, defaultSignUpConfig } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  instance,
  isKnown,
  justBefore,
  limited,
  linkTokenFor,
  newPassword,
  oneMilli,
  outage,
  outcome,
  ports,
  rightPassword,
  sentEmailChangeToken,
  sentEmailRestoreToken,
  sentInvitationToken,
  signedUp,
  signInOnNewClient,
  storedUser,
  test
} from "../support.ts"
import { beforeNext, callNames } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { annsNew, annsThird, changed, changeTokenFor, dispatch, results, verified } from "./support.ts"

const mails = Effect.flatMap(MemoryMailer.Sent, ({ sent }) => sent)

/** Reserves an address for the user with another one. */
const reserve = (address: Email, owner: Email) =>
  Effect.gen(function* () {
    const { credentialVersion, id: userId, instanceId } = Option.getOrThrow(yield* storedUser(owner))
    const expiresAt = DateTime.addDuration(yield* DateTime.now, lifetime)
    const { put } = yield* FormerEmails
    yield* put(new FormerEmail({ instanceId, email: address, userId, credentialVersion, expiresAt }))
  })

describe("ConfirmEmailChange.confirm", () => {
  test(
    "changes the address, verifies it, and keeps the password and the id",
    Effect.gen(function* () {
      const client = yield* verified()
      const before = Option.getOrThrow(yield* storedUser(ann))
      const token = yield* changeTokenFor(client, annsNew)
      yield* TestClock.adjust("1 minute")
      yield* client.confirmEmailChange(token)
      const after = Option.getOrThrow(yield* storedUser(annsNew))
      assert.strictEqual(after.id, before.id)
      assert.strictEqual(Option.getOrThrow(after.emailVerifiedAt).epochMillis, 60_000)
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.deepInclude(yield* client.authenticate, { email: annsNew, emailVerified: true })
      assert.strictEqual(yield* signInOnNewClient(annsNew, rightPassword), "ok")
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "InvalidCredentials")
    })
  )

  test(
    "ends every session, also the presented one, raises the credential version, and forgets the known clients",
    Effect.gen(function* () {
      const client = yield* verified()
      const other = yield* TestClient.make
      yield* other.signIn(ann, rightPassword)
      const copy = yield* TestClient.copyOf(client)
      const before = Option.getOrThrow(yield* storedUser(ann))
      yield* client.confirmEmailChange(yield* changeTokenFor(client, annsNew))
      assert.strictEqual(yield* outcome(other.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(copy.authenticate), "Unauthenticated")
      assert.isFalse(yield* isKnown(other, annsNew))
      assert.isTrue(yield* isKnown(client, annsNew))
      const after = Option.getOrThrow(yield* storedUser(annsNew))
      assert.strictEqual(after.credentialVersion, before.credentialVersion + 1)
    })
  )

  test(
    "works once, until the millisecond before fifteen minutes have passed since the email was written",
    Effect.gen(function* () {
      const client = yield* verified()
      const token = yield* changeTokenFor(client, annsNew)
      yield* justBefore("15 minutes")
      assert.strictEqual(yield* outcome(client.confirmEmailChange(token)), "ok")
      assert.strictEqual(yield* outcome(client.confirmEmailChange(token)), "InvalidToken")
      const second = yield* changeTokenFor(client, annsThird)
      yield* justBefore("15 minutes")
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.confirmEmailChange(second)), "InvalidToken")
    })
  )

  test(
    "works in a session of the user only: the owner of a mistyped address gets no further",
    Effect.gen(function* () {
      const client = yield* verified()
      const token = yield* changeTokenFor(client, annsNew)
      const stranger = yield* TestClient.make
      assert.strictEqual(yield* outcome(stranger.openEmailChange(token)), "Unauthenticated")
      assert.strictEqual(yield* outcome(stranger.confirmEmailChange(token)), "Unauthenticated")
      const other = yield* verified(ben)
      assert.strictEqual(yield* outcome(other.openEmailChange(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(other.confirmEmailChange(token)), "InvalidToken")
      assert.isTrue(Option.isNone(yield* storedUser(annsNew)))
      const phone = yield* TestClient.make
      yield* phone.signIn(ann, rightPassword)
      assert.strictEqual(yield* outcome(phone.confirmEmailChange(token)), "ok")
    })
  )

  test(
    "is void after any change of the credentials, such as a new password or signing out everywhere",
    Effect.gen(function* () {
      const client = yield* verified()
      const token = yield* changeTokenFor(client, annsNew)
      yield* client.changePassword(newPassword, rightPassword)
      assert.strictEqual(yield* outcome(client.confirmEmailChange(token)), "InvalidToken")
      yield* client.requestEmailChange(annsNew, newPassword)
      const second = yield* sentEmailChangeToken(annsNew)
      yield* client.signOutAll
      yield* client.signIn(ann, newPassword)
      assert.strictEqual(yield* outcome(client.confirmEmailChange(second)), "InvalidToken")
    })
  )

  test(
    "is void once the owner has claimed the account: a change requested before takes nothing over",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      const token = yield* changeTokenFor(attacker, annsNew)
      const owner = yield* TestClient.make
      yield* owner.verifyLink(yield* linkTokenFor(owner, ann))
      assert.strictEqual(yield* outcome(attacker.confirmEmailChange(token)), "Unauthenticated")
      assert.strictEqual(yield* outcome(owner.confirmEmailChange(token)), "InvalidToken")
    })
  )

  test(
    "lets exactly one of twenty concurrent calls with two links change the address",
    Effect.gen(function* () {
      const client = yield* verified()
      const first = yield* changeTokenFor(client, annsNew)
      const second = yield* changeTokenFor(client, annsThird)
      const outcomes = yield* Effect.all(
        Array.from({ length: 20 }, (_, index) => outcome(client.confirmEmailChange(index % 2 === 0 ? first : second))),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(outcomes.filter((result) => result === "ok").length, 1)
      const users = [yield* storedUser(annsNew), yield* storedUser(annsThird)]
      assert.strictEqual(users.filter(Option.isSome).length, 1)
    })
  )

  test(
    "fails with EmailTaken if the address got an account meanwhile, and changes and uses up nothing",
    Effect.gen(function* () {
      const client = yield* verified()
      const token = yield* changeTokenFor(client, annsNew)
      yield* (yield* TestClient.make).signUp(annsNew, newPassword)
      assert.strictEqual(yield* outcome(client.confirmEmailChange(token)), "EmailTaken")
      assert.deepInclude(yield* client.authenticate, { email: ann })
      assert.strictEqual((yield* client.openEmailChange(token)).next, annsNew)
    })
  )

  test(
    "fails with EmailTaken for an address that became reserved meanwhile",
    Effect.gen(function* () {
      const client = yield* verified()
      const token = yield* changeTokenFor(client, annsThird)
      yield* verified(ben)
      yield* reserve(annsThird, ben)
      assert.strictEqual(yield* outcome(client.confirmEmailChange(token)), "EmailTaken")
    })
  )

  test(
    "ends links and invitations of both addresses",
    Effect.gen(function* () {
      const by = { actor: "program" } as const
      const client = yield* verified()
      const link = yield* linkTokenFor(client, ann)
      const token = yield* changeTokenFor(client, annsNew)
      yield* (yield* Invitations).create({ instance: defaultInstance, by, email: annsNew })
      const invitation = yield* sentInvitationToken(annsNew)
      yield* client.confirmEmailChange(token)
      const hash = (yield* TokenGenerator).hash(Option.getOrThrow(parseToken(link)))
      const { find } = yield* MagicLinkRepository
      assert.isTrue(Option.isNone(yield* find(defaultId, hash, yield* DateTime.now)))
      assert.strictEqual(yield* outcome((yield* TestClient.make).acceptInvitation(invitation)), "InvalidToken")
    })
  )

  test(
    "changes nothing if the store fails meanwhile, and can be repeated",
    Effect.gen(function* () {
      const client = yield* verified()
      const token = yield* changeTokenFor(client, annsNew)
      for (const method of ["FormerEmails.put", "SessionRepository.issue", "AuditLog.append"] as const) {
        yield* beforeNext(method, outage)
        assert.strictEqual(yield* outcome(client.confirmEmailChange(token)), "PersistenceError")
        assert.deepInclude(yield* client.authenticate, { email: ann })
      }
      assert.strictEqual(yield* outcome(client.confirmEmailChange(token)), "ok")
    })
  )

  test(
    "is limited per IP address, before any lookup, together with magic links",
    Effect.gen(function* () {
      const client = yield* verified()
      const here = client.at(limited({ magicLinkVerifyPerIp: { limit: 1, windowSeconds: 60 } }))
      assert.strictEqual(yield* outcome(here.openEmailChange("malformed")), "InvalidToken")
      const previous = (yield* callNames).length
      assert.strictEqual(yield* outcome(here.confirmEmailChange("malformed")), "RateLimited")
      assert.deepStrictEqual((yield* callNames).slice(previous), ["RateLimitStore.consume"])
    })
  )

  test(
    "a token to change the address signs in nowhere, and sets no password",
    Effect.gen(function* () {
      const client = yield* verified()
      const token = yield* changeTokenFor(client, annsNew)
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.resetPassword(token, newPassword)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.acceptInvitation(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.restoreEmail(token)), "InvalidToken")
      const link = yield* linkTokenFor(client, ann)
      assert.strictEqual(yield* outcome(client.confirmEmailChange(link)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.confirmEmailChange(token)), "ok")
    })
  )

  test(
    "writes an entry in the audit log, without an address",
    Effect.gen(function* () {
      const client = yield* verified()
      yield* client.confirmEmailChange(yield* changeTokenFor(client, annsNew))
      const [entry] = yield* (yield* AuditLog).list({ before: Option.none(), limit: 1 })
      const { id } = Option.getOrThrow(yield* storedUser(annsNew))
      assert.deepInclude(entry, { action: "email_changed", actor: "user", detail: "" })
      assert.deepStrictEqual(entry?.userId, Option.some(id))
    })
  )

  test(
    "works with magic links or passwords turned off",
    Effect.gen(function* () {
      const client = yield* verified()
      const withoutLinks = instance({ authConfig: { ...defaultAuthConfig, password: true, magic_link: false } })
      const token = yield* changeTokenFor(client, annsNew)
      assert.strictEqual(yield* outcome(client.at(withoutLinks).confirmEmailChange(token)), "ok")
      const withoutPasswords = instance({ authConfig: { ...defaultAuthConfig, password: false, magic_link: true } })
      const next = yield* changeTokenFor(client, annsThird)
      assert.strictEqual(yield* outcome(client.at(withoutPasswords).confirmEmailChange(next)), "ok")
    })
  )
})

describe("ConfirmEmailChange.open", () => {
  test(
    "returns both addresses, and uses nothing up",
    Effect.gen(function* () {
      const client = yield* verified()
      const token = yield* changeTokenFor(client, annsNew)
      for (const _ of [1, 2]) {
        assert.deepStrictEqual(yield* client.openEmailChange(token), { current: ann, next: annsNew })
      }
      assert.strictEqual(yield* outcome(client.confirmEmailChange(token)), "ok")
    })
  )
})

describe("An unverified account that changes its address", () => {
  test(
    "is verified by the change; the mistyped address gets no email and no link, and is free",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.confirmEmailChange(yield* changeTokenFor(client, annsNew))
      yield* dispatch
      assert.deepInclude(yield* client.authenticate, { email: annsNew, emailVerified: true })
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(annsNew)).claimedAt))
      assert.notInclude(
        (yield* mails).map(({ to }) => to),
        ann
      )
      assert.strictEqual(yield* outcome((yield* TestClient.make).signUp(ann, newPassword)), "ok")
    })
  )

  it.scoped("runs onVerified of the app, which a later change does not", () =>
    Effect.gen(function* () {
      const ran = yield* Ref.make<ReadonlyArray<string>>([])
      const hooks = AccountHooks.layer(
        Effect.succeed({ onVerified: ({ email }) => Ref.update(ran, (all) => [...all, email]) })
      )
      yield* Effect.gen(function* () {
        const client = yield* signedUp
        yield* client.confirmEmailChange(yield* changeTokenFor(client, annsNew))
        yield* client.confirmEmailChange(yield* changeTokenFor(client, annsThird))
      }).pipe(Effect.provide(Layer.provideMerge(Domain.layer.pipe(Layer.provide(hooks)), ports)))
      assert.deepStrictEqual(yield* Ref.get(ran), [annsNew])
    })
  )
})

describe("The former address", () => {
  test(
    "is told with a link, also with account notices turned off, and the email does not name the new address",
    Effect.gen(function* () {
      const client = yield* verified()
      const token = yield* changeTokenFor(client, annsNew)
      const quiet = instance({ emailConfig: { ...defaultInstance.emailConfig, accountNotices: false } })
      yield* client.at(quiet, undefined, "Firefox").confirmEmailChange(token)
      assert.lengthOf(yield* sentEmailRestoreToken(ann), 43)
      const mail = (yield* mails).filter(({ to }) => to === ann).at(-1)
      assert.notInclude(JSON.stringify(mail), annsNew)
      assert.deepStrictEqual((yield* results).at(-1), ["sent", null])
    })
  )

  test(
    "is reserved for seven days to the millisecond: a sign-up fails as for a taken address, after the same work",
    Effect.gen(function* () {
      const client = yield* verified()
      yield* changed(client, ann, annsNew)
      yield* justBefore("7 days")
      const work: Array<ReadonlyArray<string>> = []
      for (const address of [ann, annsNew]) {
        const stranger = yield* TestClient.make
        const previous = (yield* callNames).length
        assert.strictEqual(yield* outcome(stranger.signUp(address, newPassword)), "EmailTaken")
        work.push((yield* callNames).slice(previous))
        assert.isTrue(Option.isNone((yield* stranger.caller).sessionToken))
      }
      const [reserved, taken] = work
      // The check of the reservation takes the place of the query that tells a taken address from a taken id.
      assert.deepStrictEqual(
        reserved?.filter((call) => call !== "FormerEmails.find"),
        taken
      )
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      yield* oneMilli
      assert.strictEqual(yield* outcome((yield* TestClient.make).signUp(ann, newPassword)), "ok")
    })
  )

  test(
    "gets no sign-in link, and none creates an account for it",
    Effect.gen(function* () {
      const client = yield* verified()
      const stranger = yield* TestClient.make
      yield* changed(client, ann, annsNew)
      yield* stranger.requestLink(ann)
      yield* dispatch
      assert.deepStrictEqual((yield* results).at(-1), ["discarded", "no_account"])
      // A link that was written while the address was free.
      const token = yield* linkTokenFor(stranger, annsThird)
      yield* reserve(annsThird, annsNew)
      assert.strictEqual(yield* outcome(stranger.verifyLink(token)), "InvalidToken")
      assert.isTrue(Option.isNone(yield* storedUser(annsThird)))
    })
  )

  test(
    "gets no email about a sign-up that is verified first, either",
    Effect.gen(function* () {
      const client = yield* verified()
      yield* changed(client, ann, annsNew)
      const before = instance({ signUp: { ...defaultSignUpConfig, verification: "before" } })
      yield* Effect.flatMap(InstanceDirectory, ({ update }) => update(defaultId, { signUp: before.signUp }))
      yield* (yield* TestClient.make).at(before).requestSignUp(ann, newPassword)
      yield* dispatch
      assert.deepStrictEqual((yield* results).at(-1), ["discarded", "no_account"])
    })
  )

  test(
    "is refused to operators, too: no user is created or moved there, and no one is invited",
    Effect.gen(function* () {
      const by = { actor: "program" } as const
      const client = yield* verified()
      yield* changed(client, ann, annsNew)
      yield* (yield* TestClient.make).signUp(ben, rightPassword)
      const { id: userId } = Option.getOrThrow(yield* storedUser(ben))
      const { create, update } = yield* UserProvisioning
      const none = Option.none()
      const user = { email: ann, emailVerified: true, externalId: none, password: none, disabled: false }
      assert.strictEqual(yield* outcome(create({ instance: defaultInstance, by, user })), "EmailTaken")
      const moved = update({ instance: defaultInstance, by, userId, patch: { email: ann } })
      assert.strictEqual(yield* outcome(moved), "EmailTaken")
      const invited = (yield* Invitations).create({ instance: defaultInstance, by, email: ann })
      assert.strictEqual(yield* outcome(invited), "EmailTaken")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "can be the user's own again, which releases it",
    Effect.gen(function* () {
      const client = yield* verified()
      const restore = yield* changed(client, ann, annsNew)
      yield* client.confirmEmailChange(yield* changeTokenFor(client, ann))
      assert.deepInclude(yield* client.authenticate, { email: ann })
      assert.strictEqual(yield* outcome((yield* TestClient.make).restoreEmail(restore)), "InvalidToken")
      const formers = yield* (yield* FormerEmails).list(defaultId, Option.getOrThrow(yield* storedUser(ann)).id)
      assert.deepStrictEqual(
        formers.map((former) => former.email),
        [annsNew]
      )
    })
  )
})
