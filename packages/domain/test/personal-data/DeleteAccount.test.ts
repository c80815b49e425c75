import { assert, describe } from "@effect/vitest"
import { CleanupJob, grace } from "@latchkey/domain/CleanupJob"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { defaultAuthConfig, defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { InvitationRepository } from "@latchkey/domain/invitation/InvitationRepository"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import type * as Limit from "@latchkey/domain/rate-limit/Limit"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  email,
  instance,
  justBefore,
  limited,
  linkTokenFor,
  newPassword,
  oneMilli,
  otherUsers,
  outcome,
  resetTokenFor,
  rightPassword,
  sentLinkToken,
  signedIn,
  signedUp,
  signInOnNewClient,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { beforeNext, callNames, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { accountExportPerAccount } from "@latchkey/domain/personal-data/PersonalDataLimits"
import { emailChangePerAccount } from "@latchkey/domain/email-change/EmailChangeLimits"
import { magicLinkPerEmail, magicLinkPerEmailPerDay } from "@latchkey/domain/magic-link/MagicLinkLimits"
import { signInPerEmail } from "@latchkey/domain/session/SignInLimits"

const immediately = instance({ accountConfig: { deletionGraceDays: 0 } })

/** Ann's account with a password and a verified address, and its client, eleven minutes after a link. */
const verifiedAccount = signedUp.pipe(
  Effect.tap((client) => Effect.flatMap(linkTokenFor(client, ann), client.verifyLink)),
  Effect.tap(() => TestClock.adjust("11 minutes"))
)

/** A client that has just signed in with a magic link. */
const byLink = Effect.tap(TestClient.make, (client) => Effect.flatMap(linkTokenFor(client, ann), client.verifyLink))

const deletionOf = Effect.map(
  storedUser(ann),
  Option.flatMap((user) => user.deletionAt)
)
const isDeleted = Effect.map(storedUser(ann), Option.isNone)

const subjects = Effect.gen(function* () {
  yield* (yield* EmailDispatcher).dispatch
  const sent = yield* (yield* MemoryMailer.Sent).sent
  return sent.map(({ subject }) => subject)
})

describe("DeleteAccount.request", () => {
  test(
    "sets when the account will be deleted, after the days of the instance",
    Effect.gen(function* () {
      const client = yield* signedUp
      const now = yield* DateTime.now
      const { deletionAt, isDeleted } = yield* client.deleteAccount(rightPassword)
      assert.isFalse(isDeleted)
      assert.deepStrictEqual(deletionAt, DateTime.add(now, { days: 7 }))
      assert.deepStrictEqual(yield* deletionOf, Option.some(deletionAt))
      const month = instance({ accountConfig: { deletionGraceDays: 30 } })
      assert.deepStrictEqual((yield* client.at(month).deleteAccount(rightPassword)).deletionAt, deletionAt)
      const day = instance({ accountConfig: { deletionGraceDays: 1 } })
      const earlier = (yield* client.at(day).deleteAccount(rightPassword)).deletionAt
      assert.deepStrictEqual(earlier, DateTime.add(now, { days: 1 }))
    })
  )

  test(
    "revokes every other session, and keeps the one that asked for it",
    Effect.gen(function* () {
      const client = yield* signedUp
      const other = yield* signedIn
      const { bensClient, namesake } = yield* otherUsers
      yield* client.deleteAccount(rightPassword)
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.strictEqual(yield* outcome(other.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(bensClient.authenticate), "ok")
      assert.strictEqual(yield* outcome(namesake.authenticate), "ok")
    })
  )

  test(
    "tells the user by email when, and records it without address and IP address",
    Effect.gen(function* () {
      const client = yield* verifiedAccount
      yield* client.deleteAccount(rightPassword)
      yield* client.keepAccount
      assert.sameMembers((yield* subjects).slice(-2), [
        "Your account at Latchkey: deletion scheduled",
        "Your account at Latchkey: deletion cancelled"
      ])
      assert.deepStrictEqual(yield* auditLines, [
        "user user_deletion_scheduled deletionAt=1970-01-08T00:11:00.000Z",
        "user user_deletion_cancelled"
      ])
    })
  )

  test(
    "deletes the account immediately if the instance keeps none, and frees the address",
    Effect.gen(function* () {
      const client = yield* signedUp
      const other = yield* signedIn
      assert.isTrue((yield* client.at(immediately).deleteAccount(rightPassword)).isDeleted)
      assert.isTrue(yield* isDeleted)
      for (const one of [client, other]) assert.strictEqual(yield* outcome(one.authenticate), "Unauthenticated")
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "InvalidCredentials")
      assert.strictEqual(yield* outcome(other.signUp(ann, newPassword)), "ok")
      assert.deepStrictEqual(yield* auditLines, ["user user_deleted"])
    })
  )

  test(
    "withdraws the invitation of a verified address, and leaves that of an unverified one to its owner",
    Effect.gen(function* () {
      const invitations = yield* InvitationRepository
      const isInvited = Effect.gen(function* () {
        return Option.isSome(yield* invitations.find(defaultId, ann, yield* DateTime.now))
      })
      const invite = Effect.gen(function* () {
        const createdAt = yield* DateTime.now
        const expiresAt = DateTime.add(createdAt, { days: 7 })
        yield* invitations.put(Samples.invitation(defaultId, { email: ann, createdAt, expiresAt }))
      })
      yield* invite
      yield* (yield* signedUp).at(immediately).deleteAccount(rightPassword)
      assert.isTrue(yield* isInvited)
      const client = yield* verifiedAccount
      yield* invite
      yield* client.at(immediately).deleteAccount(rightPassword)
      assert.isFalse(yield* isInvited)
    })
  )

  test(
    "fails with InvalidCredentials with a wrong current password, counts it, and changes nothing",
    Effect.gen(function* () {
      const client = yield* signedUp
      assert.strictEqual(yield* outcome(client.deleteAccount(wrongPassword)), "InvalidCredentials")
      assert.strictEqual(yield* countOf("SignInFailures.record"), 1)
      assert.isTrue(Option.isNone(yield* deletionOf))
    })
  )

  test(
    "limits guesses at the current password as sign-ins, together with them",
    Effect.gen(function* () {
      const client = yield* signedUp
      const strict = limited({ signInPerKnownClient: { limit: 2, windowSeconds: 60 } })
      assert.strictEqual(yield* outcome(client.at(strict).deleteAccount(wrongPassword)), "InvalidCredentials")
      assert.strictEqual(
        yield* outcome(client.at(strict).changePassword(newPassword, wrongPassword)),
        "InvalidCredentials"
      )
      for (const text of [wrongPassword, rightPassword]) {
        assert.strictEqual(yield* outcome(client.at(strict).deleteAccount(text)), "RateLimited")
      }
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* outcome(client.at(strict).deleteAccount(rightPassword)), "ok")
      for (let count = 0; count < 3; count++) yield* client.at(strict).deleteAccount(rightPassword)
    })
  )

  test(
    "limits guesses per IP address, before any hashing",
    Effect.gen(function* () {
      const client = yield* signedUp
      const strict = limited({ signInPerIp: { limit: 1, windowSeconds: 60 } })
      const here = client.at(strict, "192.0.2.77")
      assert.strictEqual(yield* outcome(here.deleteAccount(wrongPassword)), "InvalidCredentials")
      const verified = yield* countOf("PasswordHasher.withPlace")
      assert.strictEqual(yield* outcome(here.deleteAccount(rightPassword)), "RateLimited")
      assert.strictEqual(yield* countOf("PasswordHasher.withPlace"), verified + 1)
    })
  )

  test(
    "requires the current password, or a sign-in with a link in the last ten minutes",
    Effect.gen(function* () {
      const client = yield* signedUp
      assert.strictEqual(yield* outcome(client.deleteAccount()), "ReauthenticationRequired")
      const recent = yield* byLink
      yield* justBefore("10 minutes")
      assert.isFalse((yield* recent.account).needsReauthentication)
      assert.strictEqual(yield* outcome(recent.deleteAccount()), "ok")
      yield* recent.keepAccount
      yield* oneMilli
      assert.isTrue((yield* recent.account).needsReauthentication)
      assert.strictEqual(yield* outcome(recent.deleteAccount()), "ReauthenticationRequired")
      assert.isTrue(Option.isNone(yield* deletionOf))
    })
  )

  test(
    "requires the current password of requests from pages of other origins, right after a link, too",
    Effect.gen(function* () {
      yield* signedUp
      const recent = yield* byLink
      assert.strictEqual(yield* outcome(recent.deleteAccount(undefined, false)), "ReauthenticationRequired")
    })
  )

  test(
    "accepts no password while passwords are turned off, only a link",
    Effect.gen(function* () {
      const client = yield* verifiedAccount
      const off = instance({ authConfig: { ...defaultAuthConfig, password: false, magic_link: true } })
      assert.strictEqual(yield* outcome(client.at(off).deleteAccount(rightPassword)), "ReauthenticationRequired")
      const recent = yield* byLink
      assert.strictEqual(yield* outcome(recent.at(off).deleteAccount()), "ok")
    })
  )

  test(
    "fails with Unauthenticated without a session, and if the session was revoked meanwhile",
    Effect.gen(function* () {
      const client = yield* signedUp
      const other = yield* TestClient.make
      assert.strictEqual(yield* outcome(other.deleteAccount(rightPassword)), "Unauthenticated")
      assert.notInclude(yield* callNames, "PasswordHasher.verify")
      for (const at of [defaultInstance, immediately]) {
        const holder = yield* signedIn
        yield* beforeNext("UserRepository.findByIdForUpdate", Effect.orDie(holder.signOut))
        assert.strictEqual(yield* outcome(holder.at(at).deleteAccount(rightPassword)), "Unauthenticated")
      }
      assert.isTrue(Option.isNone(yield* deletionOf))
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )
})

describe("An account that will be deleted", () => {
  test(
    "signs in as always, which does not cancel the deletion, and says when",
    Effect.gen(function* () {
      const client = yield* verifiedAccount
      const { deletionAt } = yield* client.deleteAccount(rightPassword)
      const other = yield* TestClient.make
      assert.deepStrictEqual((yield* other.signIn(ann, rightPassword)).deletionAt, Option.some(deletionAt))
      assert.deepStrictEqual(
        (yield* byLink.pipe(Effect.flatMap(({ account }) => account))).user.deletionAt,
        Option.some(deletionAt)
      )
      assert.deepStrictEqual(yield* deletionOf, Option.some(deletionAt))
    })
  )

  test(
    "is kept by any session that was issued since, and by none from before",
    Effect.gen(function* () {
      const client = yield* verifiedAccount
      const before = yield* signedIn
      yield* client.deleteAccount(rightPassword)
      assert.strictEqual(yield* outcome(before.keepAccount), "Unauthenticated")
      assert.isTrue(Option.isSome(yield* deletionOf))
      const since = yield* signedIn
      yield* since.keepAccount
      assert.isTrue(Option.isNone(yield* deletionOf))
      yield* since.keepAccount
      yield* TestClock.adjust("8 days")
      yield* (yield* CleanupJob).run
      assert.isFalse(yield* isDeleted)
    })
  )

  test(
    "is usable until the millisecond at which it is to be deleted, and then by no sign-in method",
    Effect.gen(function* () {
      const client = yield* verifiedAccount
      yield* client.deleteAccount(rightPassword)
      yield* justBefore("7 days")
      const late = yield* signedIn
      assert.strictEqual(yield* outcome(late.authenticate), "ok")
      const link = yield* linkTokenFor(yield* TestClient.make, ann)
      const reset = yield* resetTokenFor(yield* TestClient.make, ann)
      yield* oneMilli
      for (const one of [client, late]) assert.strictEqual(yield* outcome(one.authenticate), "Unauthenticated")
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "InvalidCredentials")
      const fresh = yield* TestClient.make
      assert.strictEqual(yield* outcome(fresh.verifyLink(link)), "InvalidToken")
      assert.strictEqual(yield* outcome(fresh.resetPassword(reset, newPassword)), "InvalidToken")
      assert.strictEqual(yield* outcome(late.keepAccount), "Unauthenticated")
      assert.isFalse(yield* isDeleted)
    })
  )

  test(
    "fails the sign-in if it is due between the check of the password and the session",
    Effect.gen(function* () {
      const client = yield* verifiedAccount
      yield* client.deleteAccount(rightPassword)
      yield* justBefore("7 days")
      const late = yield* TestClient.make
      yield* beforeNext("UserRepository.findForSignIn", oneMilli)
      assert.strictEqual(yield* outcome(late.signIn(ann, rightPassword)), "InvalidCredentials")
    })
  )

  test(
    "is kept for the owner who claims it: someone else has asked for the deletion",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      yield* attacker.deleteAccount(rightPassword)
      const owner = yield* TestClient.make
      const { deletionAt } = yield* owner.verifyLink(yield* linkTokenFor(owner, ann))
      assert.isTrue(Option.isNone(deletionAt))
      assert.isTrue(Option.isNone(yield* deletionOf))
    })
  )

  test(
    "is kept by an operator, who tells the user",
    Effect.gen(function* () {
      const client = yield* verifiedAccount
      yield* client.deleteAccount(rightPassword)
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      const patch = { deletionAt: Option.none() as Option.None<never> }
      const provisioning = yield* UserProvisioning
      const by = { actor: "admin_api" } as const
      const user = yield* provisioning.update({ instance: defaultInstance, userId, patch, by })
      assert.isTrue(Option.isNone(user.deletionAt))
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.include(yield* subjects, "Your account at Latchkey: deletion cancelled")
      assert.match((yield* auditLines).at(-1) ?? "", /^admin_api user_updated deletionAt=null was=\d{4}-[^ ]+Z$/)
    })
  )
})

describe("The cleanup job", () => {
  const cleanup = Effect.flatMap(CleanupJob, ({ run }) => run)

  test(
    "deletes the accounts that are due for a minute, and frees their addresses",
    Effect.gen(function* () {
      const client = yield* verifiedAccount
      yield* client.deleteAccount(rightPassword)
      const { bensClient } = yield* otherUsers
      yield* TestClock.adjust("7 days")
      yield* justBefore(grace)
      yield* cleanup
      assert.isFalse(yield* isDeleted)
      assert.strictEqual(yield* outcome(client.at(defaultInstance).signUp(ann, newPassword)), "EmailTaken")
      yield* oneMilli
      yield* cleanup
      assert.isTrue(yield* isDeleted)
      assert.isTrue(Option.isSome(yield* storedUser(ben)))
      assert.strictEqual(yield* outcome(client.signUp(ann, newPassword)), "ok")
      assert.strictEqual((yield* auditLines).at(-1), "user user_deleted")
      assert.strictEqual(yield* outcome(bensClient.signIn(ben, rightPassword)), "ok")
    })
  )

  test(
    "keeps an account that its owner keeps while the job runs",
    Effect.gen(function* () {
      const client = yield* verifiedAccount
      const late = instance({ accountConfig: { deletionGraceDays: 1 } })
      yield* client.at(late).deleteAccount(rightPassword)
      const user = Option.getOrThrow(yield* storedUser(ann))
      yield* TestClock.adjust("2 days")
      const provisioning = yield* UserProvisioning
      const patch = { deletionAt: Option.none() as Option.None<never> }
      const keep = provisioning.update({ instance: late, userId: user.id, patch, by: { actor: "program" } })
      yield* beforeNext("UserRepository.findById", Effect.orDie(keep))
      yield* cleanup
      assert.isFalse(yield* isDeleted)
    })
  )
})

describe("The rate limits of a deleted account", () => {
  const day = 86_400
  const consumed = Effect.fnUntraced(function* (...keys: ReadonlyArray<Limit.LimitKey>) {
    const encode = LimitKey.makeEncode(yield* TokenGenerator)
    const store = yield* RateLimitStore
    const now = yield* DateTime.now
    return yield* Effect.forEach(keys, (key) =>
      Effect.map(
        store.consume(defaultId, [{ key: encode(key), rate: { limit: 1, windowSeconds: day } }], now),
        ({ isAllowed }) => !isAllowed
      )
    )
  })

  const addresses = [
    ["of the mailbox", "ann@example.com", "ann@example.com"],
    ["of another spelling of it", "ann+b@example.com", "ann@example.com"],
    ["of another spelling at Gmail", "a.nn@gmail.com", "ann@gmail.com"]
  ] as const

  for (const isVerified of [true, false]) {
    for (const [what, own, guessed] of addresses) {
      test(
        `stay with an account ${what}, ${isVerified ? "verified" : "not verified"}: they protect the mailbox from guesses`,
        Effect.gen(function* () {
          const attacker = yield* TestClient.make
          yield* outcome((yield* TestClient.make).signIn(email(guessed), wrongPassword))
          yield* attacker.requestLink(email(guessed))
          yield* attacker.signUp(email(own), rightPassword)
          if (isVerified) {
            yield* attacker.requestLink(email(own))
            yield* attacker.verifyLink(yield* sentLinkToken(email(own)))
          }
          yield* attacker.at(immediately).deleteAccount(rightPassword)
          const limits = [signInPerEmail, magicLinkPerEmail, magicLinkPerEmailPerDay]
          assert.deepStrictEqual(
            yield* consumed(...limits.flatMap((limit) => limit.keys(email(guessed)))),
            limits.map(() => true)
          )
        })
      )
    }
  }

  test(
    "end if they count the user and no address",
    Effect.gen(function* () {
      const client = yield* verifiedAccount
      const { id } = Option.getOrThrow(yield* storedUser(ann))
      yield* client.reauthenticate(rightPassword)
      yield* client.requestEmailChange(ben, rightPassword)
      yield* client.exportAccount
      const keys: ReadonlyArray<Limit.LimitKey> = [
        ...emailChangePerAccount.keys(id),
        ...accountExportPerAccount.keys(id)
      ]
      assert.deepStrictEqual(yield* consumed(...keys), [true, true])
      yield* client.at(immediately).deleteAccount(rightPassword)
      assert.deepStrictEqual(yield* consumed(...keys), [false, false])
    })
  )
})
