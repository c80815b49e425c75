/** Calls of the ports for users and what belongs to them. */
import { FormerEmails } from "@latchkey/domain/account/FormerEmails"
import { IdentityRepository } from "@latchkey/domain/account/IdentityRepository"
import { PersonalTokenRepository } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import { SigningKeyRepository } from "@latchkey/domain/access-token/SigningKeyRepository"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { ExternalId } from "@latchkey/domain/account/ExternalId"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { Email } from "@latchkey/domain/core/Email"
import { PersonalData } from "@latchkey/domain/personal-data/PersonalData"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { largest } from "../ManyRows.ts"
import { type Calls, deleteLimit, listLimit, searchLimit } from "./Calls.ts"
import { limits } from "@latchkey/domain/rooms"

const { now } = Samples
const noticeLimit = 100

/**
 * Every order with its cursor, every status, prefixes and a range. The search for a part of an address reads every
 * address.
 */
const listQueries = (user: User) => {
  const all = { order: "newest", after: Option.some(user) } as const
  return [
    ...(["newest", "oldest", "email", "email_descending"] as const).map((order) => ({ ...all, order })),
    ...(["unverified", "disabled", "deleting"] as const).map((status) => ({ ...all, status: Option.some(status) })),
    { order: "email", after: Option.none() },
    { order: "email", after: Option.none(), prefix: "1" },
    { order: "email", after: Option.some({ ...user, email: Email.make("12@example.com") }), prefix: "1" },
    { ...all, order: "oldest", from: Option.some(now), until: Option.none() }
  ] as const
}

const users = Effect.gen(function* () {
  const port = yield* UserRepository
  const user = yield* Samples.storedUser(largest)
  const leaver = yield* Samples.storedUser(largest)
  const { email, id: userId, instanceId } = user
  const client = Option.some(Samples.tokenHash())
  const verification = { instanceId, userId, now }
  const calls: Calls<UserRepository["Type"]> = {
    insert: port.insert(Samples.user(largest)),
    insertAll: port.insertAll(largest, [Samples.user(largest), Samples.user(largest)]),
    findMatches: port.findMatches({ instanceId, emails: [email], externalIds: [ExternalId.make("crm|7")] }),
    findByEmail: port.findByEmail(instanceId, email),
    findByEmailForUpdate: port.findByEmailForUpdate(instanceId, email),
    findByIdForUpdate: port.findByIdForUpdate(instanceId, userId),
    findById: port.findById(instanceId, userId),
    findAll: port.findAll(instanceId, [userId, leaver.id]),
    findByExternalId: port.findByExternalId(instanceId, ExternalId.make("crm|7")),
    list: Effect.forEach(listQueries(user), (query) => port.list({ instanceId, limit: searchLimit, ...query })),
    countCreated: port.countCreated({
      instanceId,
      since: { all: Option.none(), later: Option.some(now) },
      limit: searchLimit
    }),
    listDueDeletions: Effect.zip(
      port.listDueDeletions({ until: now, after: Option.none(), limit: listLimit }),
      port.listDueDeletions({
        until: now,
        after: Option.some(new User({ ...user, deletionAt: Option.some(now) })),
        limit: listLimit
      })
    ),
    update: Effect.zip(
      Effect.either(port.update(new User({ ...user, externalId: Option.some(ExternalId.make("crm|7")) }), 0)),
      Effect.either(port.update(new User({ ...user, credentialVersion: 1 }), 0))
    ),
    delete: port.delete(largest, leaver.id),
    count: port.count(largest),
    findForSignIn: port.findForSignIn({ instanceId, email, clientHash: client, now }),
    passwordSchemes: port.passwordSchemes(instanceId),
    replacePasswordHash: port.replacePasswordHash({
      instanceId,
      userId,
      current: Samples.passwordHash(),
      next: Samples.passwordHash()
    }),
    setPasswordHash: port.setPasswordHash({ instanceId, userId, credentialVersion: 0, next: Samples.passwordHash() }),
    setDisabled: Effect.zip(
      port.setDisabled({ instanceId, userId, disabledAt: Option.some(now) }),
      port.setDisabled({ instanceId, userId, disabledAt: Option.none() })
    ),
    verifyEmail: Effect.zip(
      port.verifyEmail({ ...verification, password: "keep_password" }),
      port.verifyEmail({ ...verification, password: "drop_password" })
    )
  }
  return calls
})

const sessions = Effect.gen(function* () {
  const port = yield* SessionRepository
  const user = yield* Samples.storedUser(largest)
  const grant = Samples.grant(user)
  yield* port.issue(grant)
  const { instanceId, id, tokenHash } = grant.session
  const { clientHash } = grant
  const idleLifetime = Duration.days(7)
  const native = Samples.grant(user, { session: Samples.session(user, { rotatedAt: Option.some(now) }) })
  yield* port.issue(native)
  const rotation = {
    instanceId,
    clientHash,
    tokenHash: native.session.tokenHash,
    nextHash: Samples.tokenHash(),
    now,
    idleLifetime,
    repeatableSince: now
  }
  const findActive = port.findActive({ instanceId, tokenHash, clientHash, now, idleLifetime })
  const calls: Calls<SessionRepository["Type"]> = {
    issue: port.issue(Samples.grant(user, { presentedClient: Option.some(clientHash) })),
    // A single check, and a batch.
    findActive: Effect.zip(findActive, Effect.all([findActive, findActive], { concurrency: "unbounded" })),
    // Of a native client, and of none.
    rotate: Effect.zip(port.rotate(rotation), port.rotate({ ...rotation, clientHash: native.clientHash })),
    touch: port.touch(instanceId, id, now),
    revoke: port.revoke(instanceId, tokenHash),
    lastSignIns: port.lastSignIns(instanceId, [user.id, Samples.userId()]),
    // All, and one.
    list: Effect.zip(
      port.list({ instanceId, userId: user.id, now, idleLifetime, limit: listLimit }),
      port.list({ instanceId, userId: user.id, id, now, idleLifetime, limit: 1 })
    ),
    revokeById: port.revokeById(instanceId, user.id, id),
    revokeOthers: port.revokeOthers(instanceId, user.id, id),
    revokeAll: port.revokeAll(instanceId, user.id),
    // It deletes idle sessions if there are fewer expired ones than the limit.
    deleteExpired: Effect.zip(
      port.deleteExpired({ now, idleSince: now, limit: deleteLimit }),
      port.deleteExpired({ now: Samples.longAgo, idleSince: now, limit: deleteLimit })
    ),
    deleteUnusedClients: port.deleteUnusedClients({ instanceId, after: Option.none(), limit: deleteLimit })
  }
  return calls
})

const formerEmails = Effect.gen(function* () {
  const port = yield* FormerEmails
  const user = yield* Samples.storedUser(largest)
  const former = Samples.formerEmail(user)
  const calls: Calls<FormerEmails["Type"]> = {
    put: Effect.zip(port.put(former), port.put(former)),
    find: port.find(largest, former.email, now),
    findAll: port.findAll(largest, [former.email], now),
    list: port.list(largest, user.id),
    release: port.release(largest, user.id, 0),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const identities = Effect.gen(function* () {
  const port = yield* IdentityRepository
  const user = yield* Samples.storedUser(largest)
  const identity = yield* Samples.storedIdentity(user)
  const { id, instanceId } = identity
  const calls: Calls<IdentityRepository["Type"]> = {
    insert: port.insert(Samples.identity(user)),
    insertAll: port.insertAll(instanceId, [Samples.identity(user), Samples.identity(user)]),
    findAll: port.findAll(instanceId, [identity, Samples.identity(user)]),
    listOfUsers: port.listOfUsers(instanceId, [user.id]),
    find: port.find(instanceId, identity),
    list: port.list(instanceId, user.id),
    recordUse: port.recordUse({ instanceId, userId: user.id, id, at: now }),
    delete: port.delete(instanceId, user.id, id)
  }
  return calls
})

const personalTokens = Effect.gen(function* () {
  const port = yield* PersonalTokenRepository
  const user = yield* Samples.storedUser(largest)
  const stored = Samples.personalToken(user)
  const { id } = stored.token
  const calls: Calls<PersonalTokenRepository["Type"]> = {
    insert: port.insert(stored),
    // By its hash, and by its id.
    findActive: Effect.zip(
      port.findActive({ instanceId: largest, tokenHash: stored.tokenHash, now }),
      port.findActive({ instanceId: largest, id, now })
    ),
    touch: port.touch(largest, id, now),
    list: port.list(largest, user.id),
    delete: port.delete(largest, user.id, id),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const signingKeys = Effect.gen(function* () {
  const port = yield* SigningKeyRepository
  const calls: Calls<SigningKeyRepository["Type"]> = {
    list: port.list(largest),
    insert: port.insert(Samples.signingKey(largest, { number: 1_000_000 })),
    deleteUpTo: port.deleteUpTo(largest, 0)
  }
  return calls
})

const failures = Effect.gen(function* () {
  const port = yield* SignInFailures
  const user = yield* Samples.storedUser(largest)
  const { email, instanceId } = user
  const calls: Calls<SignInFailures["Type"]> = {
    record: Effect.zip(
      port.record({ instanceId, email, now }),
      port.record({ instanceId, email: Samples.email(), now })
    ),
    reset: port.reset(instanceId, email),
    delete: port.delete(instanceId, email),
    count: port.count(user),
    takeNotices: port.takeNotices(now, noticeLimit),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const personalData = Effect.gen(function* () {
  const port = yield* PersonalData
  const user = yield* Samples.storedUser(largest)
  const calls: Calls<PersonalData["Type"]> = {
    read: port.read({ user, addresses: [user.email], limit: 1000 }),
    readLimits: port.readLimits({
      instanceId: largest,
      keys: LimitKey.ofEmail(limits, user.email, []).map(LimitKey.format)
    })
  }
  return calls
})

/** Returns them by the key of the tag of each port. */
export const make = Effect.gen(function* () {
  return {
    [UserRepository.key]: yield* users,
    [SessionRepository.key]: yield* sessions,
    [FormerEmails.key]: yield* formerEmails,
    [IdentityRepository.key]: yield* identities,
    [PersonalTokenRepository.key]: yield* personalTokens,
    [SigningKeyRepository.key]: yield* signingKeys,
    [SignInFailures.key]: yield* failures,
    [PersonalData.key]: yield* personalData
  }
})
