import { FormerEmails } from "@latchkey/domain/account/FormerEmails"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { ExternalId } from "@latchkey/domain/account/ExternalId"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { Email } from "@latchkey/domain/core/Email"
import { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { InvitationRepository } from "@latchkey/domain/invitation/InvitationRepository"
import { CustomEmailRepository } from "@latchkey/domain/mail/CustomEmailRepository"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { ApiKeyRepository } from "@latchkey/domain/operator/ApiKeyRepository"
import { OperatorAccounts } from "@latchkey/domain/operator/OperatorAccounts"
import { OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import { maxPerEmail, PendingSignUpRepository } from "@latchkey/domain/pending-sign-up/PendingSignUpRepository"
import { PersonalData } from "@latchkey/domain/personal-data/PersonalData"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import { PasskeyChallengeRepository } from "@latchkey/domain/passkey/PasskeyChallengeRepository"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import { PendingSignInRepository } from "@latchkey/domain/session/PendingSignInRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import {
  another,
  largest,
  lastMinute,
  middleOfAuditLog,
  middleOfInvitations,
  middleOfSuppressions
} from "./ManyRows.ts"

/** For each method, calls that send all of its statements: several if they depend on what is stored. */
export type Calls<Port> = { readonly [Method in keyof Port]: Effect.Effect<unknown, unknown> }

const { now } = Samples
/** The limits of the cleanup job, of the dispatcher and of the dashboard. */
const deleteLimit = 500
const leaseLimit = 20
const searchLimit = 51
const noticeLimit = 100
const listLimit = 100

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
    findById: port.findById(instanceId, userId),
    findByExternalId: port.findByExternalId(instanceId, ExternalId.make("crm|7")),
    listCreated: port.listCreated({
      instanceId,
      from: Option.some(now),
      until: Option.none(),
      after: Option.some(user),
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
    search: Effect.all([
      port.search({ instanceId, prefix: "", after: Option.none(), limit: searchLimit }),
      port.search({ instanceId, prefix: "1", after: Option.none(), limit: searchLimit }),
      port.search({ instanceId, prefix: "1", after: Option.some(Email.make("12@example.com")), limit: searchLimit })
    ]),
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
  const calls: Calls<SessionRepository["Type"]> = {
    issue: port.issue(Samples.grant(user, { presentedClient: Option.some(clientHash) })),
    findActive: port.findActive({ instanceId, tokenHash, clientHash, now, idleLifetime }),
    touch: port.touch(instanceId, id, now),
    revoke: port.revoke(instanceId, tokenHash),
    list: port.list({ instanceId, userId: user.id, now, idleLifetime, limit: listLimit }),
    revokeById: port.revokeById(instanceId, user.id, id),
    revokeOthers: port.revokeOthers(instanceId, user.id, id),
    revokeAll: port.revokeAll(instanceId, user.id),
    // It deletes idle sessions if there are fewer expired ones than the limit.
    deleteExpired: Effect.zip(
      port.deleteExpired({ now, idleSince: now, limit: deleteLimit }),
      port.deleteExpired({ now: Samples.longAgo, idleSince: now, limit: deleteLimit })
    )
  }
  return calls
})

const links = Effect.gen(function* () {
  const port = yield* MagicLinkRepository
  const { tokenHash } = Samples.magicLink(largest)
  const calls: Calls<MagicLinkRepository["Type"]> = {
    insert: port.insert(Samples.magicLink(largest)),
    find: port.find(largest, tokenHash, now),
    findCode: port.findCode(largest, tokenHash, now),
    consume: port.consume(largest, tokenHash, now),
    deleteAll: port.deleteAll(largest, Samples.magicLink(largest).email),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const invitations = Effect.gen(function* () {
  const port = yield* InvitationRepository
  const { email, id } = yield* port.put(Samples.invitation(largest))
  const query = { instanceId: largest, now, limit: listLimit }
  const calls: Calls<InvitationRepository["Type"]> = {
    put: Effect.zip(port.put(Samples.invitation(largest)), port.put(Samples.invitation(largest, { email }))),
    find: port.find(largest, email, now),
    findById: port.findById(largest, id, now),
    list: Effect.zip(
      port.list({ ...query, before: Option.none() }),
      port.list({ ...query, before: Option.some(middleOfInvitations) })
    ),
    consume: port.consume(largest, email, now),
    deleteAll: port.deleteAll(largest, [email]),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const customEmails = Effect.gen(function* () {
  const port = yield* CustomEmailRepository
  const email = Samples.customEmail(largest)
  const calls: Calls<CustomEmailRepository["Type"]> = {
    put: port.put(email),
    find: port.find(email),
    list: port.list(largest),
    delete: port.delete(email)
  }
  return calls
})

const pendingSignUps = Effect.gen(function* () {
  const port = yield* PendingSignUpRepository
  const { email } = Samples.pendingSignUp(largest)
  // The last ones replace others.
  const puts = Array.from({ length: maxPerEmail + 1 }, () => port.put(Samples.pendingSignUp(largest, { email })))
  const calls: Calls<PendingSignUpRepository["Type"]> = {
    put: Effect.all(puts, { discard: true }),
    list: port.list(largest, email, now),
    consumeAll: port.consumeAll(largest, email, now),
    deleteAll: port.deleteAll(largest, [email]),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const pendingSignIns = Effect.gen(function* () {
  const port = yield* PendingSignInRepository
  const pending = Samples.pendingSignIn(yield* Samples.storedUser(largest))
  const calls: Calls<PendingSignInRepository["Type"]> = {
    put: Effect.zip(port.put(pending, now), port.put(pending, now)),
    find: port.find({ ...pending, now }),
    consume: port.consume({ ...pending, now }),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const passkeys = Effect.gen(function* () {
  const port = yield* PasskeyRepository
  const user = yield* Samples.storedUser(largest)
  const passkey = yield* Samples.storedPasskey(user)
  const { id } = passkey
  const calls: Calls<PasskeyRepository["Type"]> = {
    findHandle: port.findHandle(largest, user.id),
    assignHandle: port.assignHandle(largest, user.id, Samples.userHandle()),
    insert: port.insert(Samples.passkey(user)),
    find: port.find(largest, passkey.credentialId),
    recordUse: port.recordUse({ instanceId: largest, id, at: now, signCount: 1, backedUp: true }),
    list: port.list(largest, user.id),
    rename: port.rename({ instanceId: largest, userId: user.id, id, name: "My phone" }),
    delete: port.delete(largest, user.id, id),
    deleteAll: port.deleteAll(largest, user.id),
    hasOtherRpId: port.hasOtherRpId(largest, "example.com"),
    countByRpId: port.countByRpId(largest),
    deleteByRpId: port.deleteByRpId(largest, "example.org", deleteLimit)
  }
  return calls
})

const passkeyChallenges = Effect.gen(function* () {
  const port = yield* PasskeyChallengeRepository
  const challenge = Samples.passkeyChallenge(largest)
  const calls: Calls<PasskeyChallengeRepository["Type"]> = {
    put: port.put(challenge),
    consume: port.consume({ ...challenge, now }),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const secondFactors = Effect.gen(function* () {
  const port = yield* SecondFactorRepository
  const user = yield* Samples.storedUser(largest)
  const factor = Samples.secondFactor(user)
  const code = Samples.tokenHash()
  const { secret } = factor
  const calls: Calls<SecondFactorRepository["Type"]> = {
    add: port.add({ factor, recoveryCodes: [code], credentialVersion: 0 }),
    find: port.find(largest, user.id),
    acceptStep: port.acceptStep(largest, user.id, 2000),
    consumeRecoveryCode: port.consumeRecoveryCode(largest, user.id, code),
    replaceRecoveryCodes: port.replaceRecoveryCodes(largest, user.id, [code]),
    remove: port.remove({ instanceId: largest, userId: user.id, credentialVersion: 1 }),
    replaceSecret: port.replaceSecret({ instanceId: largest, userId: user.id, current: secret, next: secret }),
    listOfOtherKeys: port.listOfOtherKeys({ keyId: secret.keyId, after: Option.none(), limit: listLimit })
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

const outbox = Effect.gen(function* () {
  const port = yield* EmailOutbox
  const { id } = Samples.queuedEmail(largest)
  const update = { at: now, reason: Option.some("unavailable" as const), detail: Option.none() }
  const calls: Calls<EmailOutbox["Type"]> = {
    enqueue: port.enqueue(Samples.queuedEmail(largest)),
    lease: port.lease({ now, until: Samples.plus(Samples.minute), limit: leaseLimit }),
    complete: port.complete(largest, id, { state: "failed", ...update }),
    reschedule: port.reschedule(largest, id, update),
    deleteAll: port.deleteAll(largest, Samples.email()),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const deliveries = Effect.gen(function* () {
  const port = yield* MailDeliveryLog
  const ofAll = { instanceId: Option.none(), since: lastMinute }
  const ofLargest = { ...ofAll, instanceId: Option.some(largest) }
  const calls: Calls<MailDeliveryLog["Type"]> = {
    list: port.list(largest, listLimit),
    find: port.find(largest, Samples.queuedEmailId()),
    report: port.report(largest, Samples.queuedEmailId(), { report: "bounce", at: now }),
    countReports: Effect.zip(port.countReports(ofLargest), port.countReports(ofAll)),
    countSent: Effect.zip(
      port.countSent({ ...ofLargest, limit: listLimit }),
      port.countSent({ ...ofAll, limit: listLimit })
    ),
    deleteAll: port.deleteAll(largest, Samples.email()),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const emailSuppressions = Effect.gen(function* () {
  const port = yield* EmailSuppressions
  const suppression = Samples.emailSuppression(largest)
  const query = { instanceId: largest, limit: searchLimit }
  const calls: Calls<EmailSuppressions["Type"]> = {
    put: Effect.zip(port.put(suppression), port.put(suppression)),
    find: port.find(largest, suppression.email),
    list: Effect.zip(
      port.list({ ...query, before: Option.none() }),
      port.list({ ...query, before: Option.some(middleOfSuppressions) })
    ),
    lift: port.lift(largest, suppression.emailId),
    delete: port.delete(largest, suppression.email),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const limits = Effect.gen(function* () {
  const port = yield* RateLimitStore
  const rate = { limit: 30, windowSeconds: 60 }
  const roomy = { key: "signInPerIp:192.0.2.1", rate }
  const full = { key: "signInPerEmail:ada@example.com", rate: { ...rate, limit: 1 } }
  yield* port.consume(largest, [full], now)
  const calls: Calls<RateLimitStore["Type"]> = {
    // The second window refuses, and the first is refunded.
    consume: Effect.zip(port.consume(largest, [roomy], now), port.consume(largest, [roomy, full], now)),
    refund: port.refund(largest, roomy.key, now),
    deleteAll: port.deleteAll(largest, LimitKey.ofEmail(Email.make("ada@example.com"))),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const personalData = Effect.gen(function* () {
  const port = yield* PersonalData
  const user = yield* Samples.storedUser(largest)
  const calls: Calls<PersonalData["Type"]> = {
    read: port.read({ user, windows: LimitKey.ofEmail(user.email), limit: 1000 })
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

const instances = Effect.gen(function* () {
  const port = yield* InstanceRepository
  const stored = yield* Samples.storedInstance
  const deleted = yield* Samples.storedInstance
  const onAnotherHost = (instance: Instance) => Either.right(new Instance({ ...instance, hosts: [Samples.host()] }))
  const calls: Calls<InstanceRepository["Type"]> = {
    insert: port.insert(Samples.instance()),
    insertIfAbsent: port.insertIfAbsent(Samples.instance()),
    findById: port.findById(stored.id),
    findByHost: port.findByHost(stored.hosts[0] ?? ""),
    list: port.list,
    modify: port.modify(stored.id, onAnotherHost),
    delete: port.delete(deleted.id, now),
    listDeleted: port.listDeleted
  }
  return calls
})

const removal = Effect.gen(function* () {
  const port = yield* InstanceRemoval
  yield* (yield* InstanceRepository).delete(another, now)
  const calls: Calls<InstanceRemoval["Type"]> = {
    // Everything of an instance with few rows, so that it sends all of its statements.
    removeBatch: port.removeBatch(another, deleteLimit),
    revokeBatch: port.revokeBatch(another, deleteLimit)
  }
  return calls
})

const auditLog = Effect.gen(function* () {
  const port = yield* AuditLog
  const calls: Calls<AuditLog["Type"]> = {
    append: port.append(Samples.auditEntry()),
    list: Effect.zip(
      port.list({ before: Option.none(), limit: listLimit }),
      port.list({ before: Option.some(middleOfAuditLog), limit: listLimit })
    ),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const attemptCounts = Effect.gen(function* () {
  const port = yield* AttemptCounts
  const count = { instanceId: largest, hour: now, attempt: "sign_in", outcome: "ok", count: 1 }
  const calls: Calls<AttemptCounts["Type"]> = {
    add: port.add([count, { ...count, outcome: "RateLimited" }]),
    since: port.since(largest, now),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const operators = Effect.gen(function* () {
  const port = yield* OperatorRepository
  const { id } = Samples.operatorSession()
  const tokenHashes = [Samples.tokenHash(), Samples.tokenHash(), Samples.tokenHash()]
  const operatorId = Samples.operatorId()
  const times = { now, idleLifetime: Duration.minutes(30) }
  const calls: Calls<OperatorRepository["Type"]> = {
    insertInvitation: port.insertInvitation(Samples.operatorInvitation()),
    consumeInvitation: port.consumeInvitation(tokenHashes, now),
    listInvitations: port.listInvitations(now, listLimit),
    withdrawInvitation: port.withdrawInvitation(Samples.operatorInvitationId()),
    withdrawInvitationsOf: port.withdrawInvitationsOf(operatorId),
    insertSession: port.insertSession(Samples.operatorSession()),
    findActive: port.findActive(tokenHashes, times),
    touch: port.touch(id, now),
    listSessions: port.listSessions(times, listLimit),
    revokeSession: port.revokeSession(tokenHashes),
    revokeSessionById: port.revokeSessionById(id),
    revokeSessionsOf: port.revokeSessionsOf(operatorId),
    revokeOtherSessions: port.revokeOtherSessions(id),
    revokeAll: port.revokeAll,
    // It deletes sessions if there are fewer expired invitations than the limit.
    deleteExpired: port.deleteExpired(Samples.longAgo, deleteLimit)
  }
  return calls
})

const accounts = Effect.gen(function* () {
  const port = yield* OperatorAccounts
  const operator = Samples.operator()
  yield* port.insert(operator)
  const leaver = Samples.operator()
  yield* port.insert(leaver)
  const calls: Calls<OperatorAccounts["Type"]> = {
    insert: port.insert(Samples.operator()),
    findById: port.findById(operator.id),
    findByEmail: port.findByEmail(operator.email),
    list: port.list,
    listForUpdate: port.listForUpdate,
    update: port.update(operator),
    recordSignIn: port.recordSignIn(operator.id, now),
    delete: port.delete(leaver.id)
  }
  return calls
})

const apiKeys = Effect.gen(function* () {
  const port = yield* ApiKeyRepository
  const key = Samples.apiKey()
  yield* port.insert(key)
  const calls: Calls<ApiKeyRepository["Type"]> = {
    insert: port.insert(Samples.apiKey()),
    findActive: port.findActive(key.tokenHash, now),
    touch: port.touch(key.apiKey.id, now),
    list: port.list(listLimit),
    revoke: port.revoke(key.apiKey.id),
    revokeAll: port.revokeAll,
    deleteExpired: port.deleteExpired(Samples.longAgo, deleteLimit)
  }
  return calls
})

/** Returns the calls of every port that stores data, by the key of its tag. */
export const make = Effect.gen(function* () {
  const calls: Record<string, Record<string, Effect.Effect<unknown, unknown>>> = {
    [AttemptCounts.key]: yield* attemptCounts,
    [AuditLog.key]: yield* auditLog,
    [CustomEmailRepository.key]: yield* customEmails,
    [FormerEmails.key]: yield* formerEmails,
    [InstanceRemoval.key]: yield* removal,
    [InstanceRepository.key]: yield* instances,
    [InvitationRepository.key]: yield* invitations,
    [EmailSuppressions.key]: yield* emailSuppressions,
    [PasskeyChallengeRepository.key]: yield* passkeyChallenges,
    [PasskeyRepository.key]: yield* passkeys,
    [PendingSignInRepository.key]: yield* pendingSignIns,
    [PendingSignUpRepository.key]: yield* pendingSignUps,
    [SecondFactorRepository.key]: yield* secondFactors,
    [EmailOutbox.key]: yield* outbox,
    [MagicLinkRepository.key]: yield* links,
    [MailDeliveryLog.key]: yield* deliveries,
    [ApiKeyRepository.key]: yield* apiKeys,
    [OperatorAccounts.key]: yield* accounts,
    [OperatorRepository.key]: yield* operators,
    [PersonalData.key]: yield* personalData,
    [RateLimitStore.key]: yield* limits,
    [SessionRepository.key]: yield* sessions,
    [SignInFailures.key]: yield* failures,
    [UserRepository.key]: yield* users
  }
  return calls
})
