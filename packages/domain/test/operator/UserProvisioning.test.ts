import { createHash } from "node:crypto"
import { assert, describe } from "@effect/vitest"
import { ExternalId } from "@latchkey/domain/account/ExternalId"
import { UserName } from "@latchkey/domain/account/UserData"
import { UserId } from "@latchkey/domain/core/Ids"
import { defaultAuthConfig, defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { Language } from "@latchkey/domain/language/Language"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { type NewUser, UserProvisioning, type UserPatch } from "@latchkey/domain/operator/UserProvisioning"
import * as ForeignHash from "@latchkey/domain/password/ForeignHash"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import {
  ann,
  areSame,
  ben,
  instance,
  linkTokenFor,
  newPassword,
  otherInstance,
  otherUsers,
  outage,
  outcome,
  password,
  rightPassword,
  signedIn,
  signedUp,
  storedUser,
  test
} from "../support.ts"
import { auditLines, auditLog } from "../support/AuditTrail.ts"
import { before, countOf, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const unknownId = UserId.make("user_01890a5d-ac96-774b-bcce-b302099a8057")
const crm7 = Option.some(ExternalId.make("crm|7"))
const by = { actor: "admin_api", ipAddress: "192.0.2.9" } as const

const annsAccount: NewUser = {
  email: ann,
  emailVerified: true,
  externalId: crm7,
  password: Option.some(rightPassword),
  disabled: false
}

const create = (user: Partial<NewUser> = {}, of = defaultInstance) =>
  Effect.flatMap(UserProvisioning, (provisioning) =>
    provisioning.create({ instance: of, by, user: { ...annsAccount, ...user } })
  )

const update = (userId: UserId, patch: UserPatch, of = defaultInstance) =>
  Effect.flatMap(UserProvisioning, (provisioning) => provisioning.update({ instance: of, by, userId, patch }))

const remove = (userId: UserId, of = defaultInstance) =>
  Effect.flatMap(UserProvisioning, (provisioning) => provisioning.delete({ instance: of, by, userId }))

const signIn = (text = rightPassword, address = ann) =>
  Effect.flatMap(TestClient.make, (client) => outcome(client.signIn(address, text)))

const passwordless = { password: Option.none() }
const withoutLinks = instance({ authConfig: { ...defaultAuthConfig, password: true, magic_link: false } })

const insecureHash = (text: string, version = 1) => {
  const salt = "5a".repeat(16)
  const digest = createHash("sha256").update(salt).update(text).digest("hex")
  return ForeignHash.make(`$insecure$v=${version}$${salt}$${digest}`)
}

describe("A password hash of another system", () => {
  const hashed = (hash: ForeignHash.ForeignHash) => ({ ...passwordless, passwordHash: Option.some(hash) })
  const ofShort = insecureHash("short", 0)

  test(
    "is taken over at the creation, without the policy and without hashing, and replaced at the first sign-in",
    Effect.gen(function* () {
      const hashes = yield* countOf("PasswordHasher.hash")
      const { user } = yield* create(hashed(ofShort))
      assert.isTrue(user.hasPassword)
      assert.strictEqual(yield* countOf("PasswordHasher.hash"), hashes)
      assert.strictEqual(yield* signIn(password("wrong")), "InvalidCredentials")
      assert.strictEqual(yield* signIn(password("short")), "ok")
      const stored = Option.getOrThrow(Option.flatMap(yield* storedUser(ann), ({ passwordHash }) => passwordHash))
      assert.include(Redacted.value(stored), "$v=1$")
      assert.strictEqual(yield* signIn(password("short")), "ok")
    })
  )

  test(
    "that the hasher does not adopt is PasswordHashRejected, and nothing is created",
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(create(hashed(ForeignHash.make("$1$salt$hash")))), "PasswordHashRejected")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.lengthOf(yield* auditLog, 0)
    })
  )

  test(
    "is a way to sign in without links",
    Effect.gen(function* () {
      assert.isTrue((yield* create(hashed(ofShort), withoutLinks)).isNew)
    })
  )

  test(
    "replaces the password in a patch, which ends every session, and None removes it",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { id } = Option.getOrThrow(yield* storedUser(ann))
      yield* update(id, { passwordHash: Option.some(ofShort) })
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.strictEqual(yield* signIn(), "InvalidCredentials")
      assert.strictEqual(yield* signIn(password("short")), "ok")
      assert.isFalse((yield* update(id, { passwordHash: Option.none() })).hasPassword)
      assert.strictEqual(yield* signIn(password("short")), "InvalidCredentials")
      const details = (yield* auditLog).map(({ detail }) => detail)
      assert.sameMembers(details, ["passwordHash", "password=null"])
    })
  )
})

describe("UserProvisioning.create", () => {
  test(
    "creates a user who can sign in, and records it in the audit log without the address",
    Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      const { isNew, user } = yield* create()
      assert.isTrue(isNew)
      assert.deepInclude(user, { email: ann, hasPassword: true, externalId: crm7, disabledAt: Option.none() })
      assert.strictEqual(user.createdAt.epochMillis, 60_000)
      assert.isTrue(Option.isSome(user.emailVerifiedAt))
      assert.strictEqual(yield* signIn(), "ok")
      const [entry] = yield* auditLog
      assert.deepInclude(entry, { action: "user_created", actor: "admin_api", detail: "" })
      assert.deepStrictEqual(entry?.userId, Option.some(user.id))
      assert.deepStrictEqual(entry?.instanceId, Option.some(defaultId))
    })
  )

  test(
    "returns the user with that external id as it is, so that a request can be repeated",
    Effect.gen(function* () {
      const { user } = yield* create()
      const again = yield* create({ email: ben, emailVerified: false, disabled: true })
      assert.isFalse(again.isNew)
      assert.deepStrictEqual(again.user, user)
      assert.isTrue(Option.isNone(yield* storedUser(ben)))
      assert.isTrue((yield* create({}, otherInstance)).isNew)
      assert.lengthOf(yield* auditLog, 2)
    })
  )

  test(
    "fails with EmailTaken for an address that has an account, and changes nothing",
    Effect.gen(function* () {
      yield* signedUp
      assert.strictEqual(yield* outcome(create({ externalId: Option.none() })), "EmailTaken")
      assert.strictEqual(yield* outcome(create()), "EmailTaken")
      assert.lengthOf(yield* auditLog, 0)
      assert.strictEqual(yield* signIn(), "ok")
    })
  )

  test(
    "fails with PasswordRejected for a password that breaks the policy, before any change",
    Effect.gen(function* () {
      const hashes = yield* countOf("PasswordHasher.hash")
      assert.strictEqual(yield* outcome(create({ password: Option.some(password("short")) })), "PasswordRejected")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.strictEqual(yield* countOf("PasswordHasher.hash"), hashes)
    })
  )

  test(
    "creates a user without a password, who signs in with a link and keeps the account",
    Effect.gen(function* () {
      const { user } = yield* create(passwordless)
      assert.isFalse(user.hasPassword)
      assert.strictEqual(yield* signIn(), "InvalidCredentials")
      const client = yield* TestClient.make
      assert.strictEqual((yield* client.verifyLink(yield* linkTokenFor(client, ann))).userId, user.id)
    })
  )

  test(
    "fails with NoSignInMethod for a user who could never sign in",
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(create(passwordless, withoutLinks)), "NoSignInMethod")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "creates users with and without a password where passwords are off and links are on",
    Effect.gen(function* () {
      const withoutPasswords = instance({ authConfig: { ...defaultAuthConfig, password: false, magic_link: true } })
      assert.isTrue((yield* create({}, withoutPasswords)).user.hasPassword)
      const other = { ...passwordless, email: ben, externalId: Option.none() }
      assert.strictEqual(yield* outcome(create(other, withoutPasswords)), "ok")
    })
  )

  test(
    "creates a disabled user, who cannot sign in until enabled",
    Effect.gen(function* () {
      const { user } = yield* create({ disabled: true })
      assert.strictEqual(yield* signIn(), "InvalidCredentials")
      yield* update(user.id, { disabled: false })
      assert.strictEqual(yield* signIn(), "ok")
    })
  )
})

describe("UserProvisioning.update", () => {
  test(
    "changes only the given fields",
    Effect.gen(function* () {
      const { user } = yield* create()
      const stored = yield* storedUser(ann)
      assert.deepStrictEqual(yield* update(user.id, {}), user)
      assert.isTrue(areSame(yield* storedUser(ann), stored))
      assert.lengthOf(yield* auditLog, 1)
      const changed = yield* update(user.id, { externalId: Option.none() })
      assert.deepStrictEqual(changed, { ...user, externalId: Option.none() })
      assert.strictEqual(yield* signIn(), "ok")
    })
  )

  test(
    "moves the account to another address: links to the former one are void, and sessions end",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { userId } = yield* client.authenticate
      const link = yield* linkTokenFor(client, ann)
      const moved = yield* update(userId, { email: ben })
      assert.deepInclude(moved, { email: ben, emailVerifiedAt: Option.none() })
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(client.verifyLink(link)), "InvalidToken")
      assert.deepStrictEqual([yield* signIn(), yield* signIn(rightPassword, ben)], ["InvalidCredentials", "ok"])
    })
  )

  test(
    "keeps the verification of the same address, and sets and removes it when asked",
    Effect.gen(function* () {
      const { user } = yield* create({ emailVerified: false })
      const isVerified = (patch: UserPatch) =>
        Effect.map(update(user.id, patch), ({ emailVerifiedAt }) => Option.isSome(emailVerifiedAt))
      assert.isTrue(yield* isVerified({ emailVerified: true }))
      assert.isTrue(yield* isVerified({ email: ann }))
      assert.isFalse(yield* isVerified({ email: ben }))
      assert.isTrue(yield* isVerified({ email: ann, emailVerified: true }))
      assert.isFalse(yield* isVerified({ emailVerified: false }))
    })
  )

  test(
    "sets a password that meets the policy, and ends every session",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { userId } = yield* client.authenticate
      assert.strictEqual(
        yield* outcome(update(userId, { password: Option.some(password("short")) })),
        "PasswordRejected"
      )
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      yield* update(userId, { password: Option.some(newPassword) })
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.deepStrictEqual([yield* signIn(), yield* signIn(newPassword)], ["InvalidCredentials", "ok"])
    })
  )

  test(
    "removes the password, unless that is the last way to sign in",
    Effect.gen(function* () {
      yield* signedUp
      const { userId } = yield* (yield* signedIn).authenticate
      assert.strictEqual(yield* outcome(update(userId, passwordless, withoutLinks)), "NoSignInMethod")
      assert.strictEqual(yield* signIn(), "ok")
      assert.isFalse((yield* update(userId, passwordless)).hasPassword)
      assert.strictEqual(yield* signIn(), "InvalidCredentials")
    })
  )

  test(
    "fails for an address or an external id of another user, and changes nothing",
    Effect.gen(function* () {
      const { user } = yield* create()
      yield* create({ email: ben, externalId: Option.some(ExternalId.make("crm|8")) })
      const stored = yield* storedUser(ann)
      assert.strictEqual(yield* outcome(update(user.id, { email: ben, disabled: true })), "EmailTaken")
      const taken = { externalId: Option.some(ExternalId.make("crm|8")), disabled: true }
      assert.strictEqual(yield* outcome(update(user.id, taken)), "ExternalIdTaken")
      assert.isTrue(areSame(yield* storedUser(ann), stored))
      assert.lengthOf(yield* auditLog, 2)
    })
  )

  test(
    "records the changed fields with their former values, and no address, external id, data or password",
    Effect.gen(function* () {
      const { user } = yield* create()
      const data = Option.some({ secret: "5a5a" })
      yield* update(user.id, { name: Option.some(UserName.make("Ann")), metadata: data, userMetadata: data })
      yield* update(user.id, { email: ben, emailVerified: true, externalId: Option.none(), disabled: true })
      yield* update(user.id, { disabled: true, language: Option.some(Language.make("de")) })
      yield* update(user.id, { language: Option.some(Language.make("fr")) })
      yield* update(user.id, passwordless)
      assert.deepStrictEqual((yield* auditLines).slice(1), [
        "admin_api user_updated name, metadata, userMetadata",
        "admin_api user_updated email, emailVerified=true, externalId, disabled=true was=false",
        "admin_api user_updated disabled=true, language=de was=null",
        "admin_api user_updated language=fr was=de",
        "admin_api user_updated password=null"
      ])
    })
  )
})

describe("UserProvisioning.delete", () => {
  test(
    "leaves nothing of the user and of emails to the address, and other users as they were",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { bensClient, namesake } = yield* otherUsers
      const { userId } = yield* client.authenticate
      const link = yield* linkTokenFor(client, ann)
      const { list } = yield* MailDeliveryLog
      assert.isNotEmpty(yield* list(defaultId, 100))
      yield* remove(userId)
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.deepStrictEqual(
        (yield* list(defaultId, 100)).filter((sent) => sent.email === ann),
        []
      )
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(client.verifyLink(link)), "InvalidToken")
      assert.strictEqual(yield* signIn(), "InvalidCredentials")
      for (const other of [bensClient, namesake]) assert.strictEqual(yield* outcome(other.authenticate), "ok")
      assert.deepStrictEqual(yield* auditLines, ["admin_api user_deleted"])
      yield* client.signUp(ann, newPassword)
      assert.notStrictEqual((yield* client.authenticate).userId, userId)
    })
  )
})

describe("UserProvisioning", () => {
  test(
    "fails with UserNotFound for an unknown user and for a user of another instance",
    Effect.gen(function* () {
      const { userId } = yield* (yield* signedUp).authenticate
      for (const attempt of [update(unknownId, {}), remove(unknownId)]) {
        assert.strictEqual(yield* outcome(attempt), "UserNotFound")
      }
      for (const attempt of [update(userId, { email: ben }, otherInstance), remove(userId, otherInstance)]) {
        assert.strictEqual(yield* outcome(attempt), "UserNotFound")
      }
      assert.isTrue(Option.isSome(yield* storedUser(ann)))
      assert.lengthOf(yield* auditLog, 0)
    })
  )

  test(
    "changes nothing if the audit log cannot be written",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { userId } = yield* client.authenticate
      yield* before("AuditLog.append", outage)
      for (const attempt of [create({ email: ben }), update(userId, { email: ben }), remove(userId)]) {
        assert.strictEqual(yield* outcome(attempt), "PersistenceError")
      }
      yield* release("AuditLog.append")
      assert.isTrue(Option.isNone(yield* storedUser(ben)))
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )
})
