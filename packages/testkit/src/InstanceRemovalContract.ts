/**
 * Contract tests of `InstanceRemoval`. Limits and numbers of attempts may be in another store, where they expire by
 * themselves, so the tests do not look at them.
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { AuditId, AuditLog } from "@latchkey/domain/audit/AuditLog"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { InvitationRepository } from "@latchkey/domain/invitation/InvitationRepository"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { OneTimeTokenRepository } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import { FactorRecoveryRepository } from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isSome } from "./internal/Assertions.ts"
import { concurrently } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports =
  | AuditLog
  | EmailOutbox
  | InstanceRemoval
  | InstanceRepository
  | InvitationRepository
  | MagicLinkRepository
  | MailDeliveryLog
  | FactorRecoveryRepository
  | OneTimeTokenRepository
  | SessionRepository
  | SignInFailures
  | Transaction
  | UserRepository

const usersPerInstance = 3

/** Stores rows of every kind for a user of the instance. */
const populate = Effect.fnUntraced(function* (instanceId: InstanceId) {
  const user = yield* Samples.storedUser(instanceId)
  const grant = Samples.grant(user)
  const link = Samples.magicLink(instanceId, { email: user.email })
  const queued = Samples.queuedEmail(instanceId, { email: user.email })
  const sent = Samples.queuedEmail(instanceId, { email: user.email })
  yield* (yield* SessionRepository).issue(grant)
  yield* (yield* MagicLinkRepository).insert(link)
  const outbox = yield* EmailOutbox
  yield* outbox.enqueue(queued)
  yield* outbox.enqueue(sent)
  const result = { state: "sent", at: Samples.now, reason: Option.none(), detail: Option.none() } as const
  yield* outbox.complete(instanceId, sent.id, result)
  const failures = yield* SignInFailures
  yield* failures.record({ instanceId, email: user.email, now: Samples.now })
  return { grant, link, user }
})

/** Stores an instance with rows of every kind, and returns what the ports find of it. */
const populated = Effect.gen(function* () {
  const deliveries = yield* MailDeliveryLog
  const failures = yield* SignInFailures
  const links = yield* MagicLinkRepository
  const sessions = yield* SessionRepository
  const users = yield* UserRepository
  const instance = yield* Samples.storedInstance
  const { id: instanceId } = instance
  const rows = yield* Effect.replicateEffect(populate(instanceId), usersPerInstance)

  const foundOf = Effect.fnUntraced(function* ({ grant, link, user }: (typeof rows)[number]) {
    const { clientHash, session } = grant
    const active = { instanceId, tokenHash: session.tokenHash, clientHash, now: Samples.now }
    const account = { instanceId, email: user.email, clientHash: Option.some(clientHash), now: Samples.now }
    return [
      Option.isSome(yield* users.findById(instanceId, user.id)),
      Option.isSome((yield* users.findForSignIn(account)).knownClient),
      Option.isSome(yield* sessions.findActive({ ...active, idleLifetime: Duration.days(1) })),
      Option.isSome(yield* links.find(instanceId, link.tokenHash, Samples.now)),
      (yield* failures.count(user)) > 0
    ]
  })

  /** Whether each row of each user is found, and the numbers of users and emails. */
  const found = Effect.gen(function* () {
    const ofUsers = yield* Effect.forEach(rows, foundOf)
    const counts = [yield* users.count(instanceId), (yield* deliveries.list(instanceId, 100)).length]
    return { ofUsers, counts }
  })
  return { found, instance }
})

const everything = {
  ofUsers: Array.from({ length: usersPerInstance }, () => [true, true, true, true, true]),
  counts: [usersPerInstance, 2 * usersPerInstance]
}

/** The same in an instance with a user more. */
const withOneMore = ({ counts: [users = 0, ...rest], ofUsers }: typeof everything): typeof everything => ({
  ofUsers,
  counts: [users + 1, ...rest]
})

const nothing = {
  ofUsers: Array.from({ length: usersPerInstance }, () => [false, false, false, false, false]),
  counts: [0, 0]
}

const setUp = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const { removeBatch } = yield* InstanceRemoval
  const { found, instance } = yield* populated
  const { id } = instance
  const markDeleted = instances.delete(id, Samples.now)
  const isRemaining = Effect.map(instances.listDeleted, (all) => all.some((deleted) => deleted.id === id))
  return { found, id, instance, instances, isRemaining, markDeleted, removeBatch }
})

/** Removes batches until one is empty, and returns the sizes of the others. */
const removeAll = Effect.fnUntraced(function* (id: InstanceId, limit: number) {
  const { removeBatch } = yield* InstanceRemoval
  const sizes: Array<number> = []
  while (true) {
    const size = yield* removeBatch(id, limit)
    if (size === 0) return sizes
    sizes.push(size)
  }
})

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

const removing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("removes everything of a deleted instance, and then itself: its id and hosts are free", () =>
    Effect.gen(function* () {
      const { found, id, instance, instances, isRemaining, markDeleted } = yield* setUp
      assert.deepStrictEqual(yield* found, everything)
      yield* markDeleted
      yield* removeAll(id, 1000)
      assert.isFalse(yield* isRemaining)
      for (const host of instance.hosts) assert.isTrue(Option.isNone(yield* instances.findByHost(host)))
      yield* instances.insert(instance)
      isSome(yield* instances.findById(id), instance)
      assert.deepStrictEqual(yield* found, nothing)
    })
  )

  it.effect("removes no more rows than the limit in one batch, and the instance last", () =>
    Effect.gen(function* () {
      const { id, isRemaining, markDeleted, removeBatch } = yield* setUp
      yield* markDeleted
      const sizes: Array<number> = []
      while (yield* isRemaining) sizes.push(yield* removeBatch(id, 2))
      assert.isAbove(sizes.length, usersPerInstance)
      assert.deepStrictEqual(
        sizes.filter((size) => size < 1 || size > 2),
        []
      )
      assert.isTrue(sizes.slice(0, -1).every((size) => size === 2))
      const users = yield* UserRepository
      assert.strictEqual(yield* users.count(id), 0)
      assert.strictEqual(yield* removeBatch(id, 2), 0)
    })
  )

  it.effect("removes nothing of an instance that is not deleted, or that does not exist", () =>
    Effect.gen(function* () {
      const { found, id, instance, instances, removeBatch } = yield* setUp
      assert.strictEqual(yield* removeBatch(id, 1000), 0)
      assert.strictEqual(yield* removeBatch(Samples.instanceId(), 1000), 0)
      isSome(yield* instances.findById(id), instance)
      assert.deepStrictEqual(yield* found, everything)
    })
  )

  it.effect("removes nothing of other instances, deleted or not", () =>
    Effect.gen(function* () {
      const { id, instances, markDeleted } = yield* setUp
      const [active, deleted] = [yield* populated, yield* populated]
      yield* markDeleted
      yield* instances.delete(deleted.instance.id, Samples.now)
      yield* removeAll(id, 3)
      isSome(yield* instances.findById(active.instance.id), active.instance)
      assert.deepStrictEqual(yield* active.found, everything)
      assert.deepStrictEqual(yield* deleted.found, everything)
    })
  )

  it.effect("keeps the entries of the audit log", () =>
    Effect.gen(function* () {
      const { id, markDeleted } = yield* setUp
      const log = yield* AuditLog
      const beginning = Samples.auditId().slice(0, -1)
      const entry = Samples.auditEntry({ id: AuditId.make(`${beginning}0`), instanceId: Option.some(id) })
      yield* log.append(entry)
      yield* markDeleted
      yield* removeAll(id, 1000)
      const [kept] = yield* log.list({ before: Option.some(AuditId.make(`${beginning}1`)), limit: 1 })
      isSome(Option.fromNullable(kept), entry)
    })
  )
}

const interrupting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("restores a batch when the surrounding transaction fails, and the next one continues", () =>
    Effect.gen(function* () {
      const { found, id, isRemaining, markDeleted, removeBatch } = yield* setUp
      const { run } = yield* Transaction
      const failing = (limit: number) =>
        Effect.either(run(Effect.zipRight(removeBatch(id, limit), Effect.fail("stopped"))))
      yield* markDeleted
      for (const limit of [1000, 4, 9]) yield* failing(limit)
      assert.deepStrictEqual(yield* found, everything)
      yield* removeBatch(id, 2)
      for (const limit of [1000, 7]) yield* failing(limit)
      assert.isTrue(yield* isRemaining)
      yield* removeAll(id, 2)
      assert.isFalse(yield* isRemaining)
    })
  )

  it.effect("removes and counts each row once, whatever the number of workers", () =>
    Effect.gen(function* () {
      const remove = (instance: Instance, workers: number) =>
        Effect.gen(function* () {
          yield* (yield* InstanceRepository).delete(instance.id, Samples.now)
          const outcomes = yield* concurrently(workers, () => removeAll(instance.id, 2))
          // Workers stop when others have locked the rest.
          const rest = yield* removeAll(instance.id, 2)
          return sum([...outcomes.flatMap(Either.getOrThrow), ...rest])
        })
      const [one, other] = [yield* populated, yield* populated]
      assert.strictEqual(yield* remove(other.instance, 10), yield* remove(one.instance, 1))
      const { listDeleted } = yield* InstanceRepository
      const remaining = (yield* listDeleted).map(({ id }) => id)
      assert.notIncludeMembers(remaining, [one.instance.id, other.instance.id])
    })
  )
}

/**
 * Stores an invitation, a one-time token, a recovery and a code in an instance, and returns which of them are found.
 */
const waiting = Effect.fnUntraced(function* (instanceId: InstanceId) {
  const invitations = yield* InvitationRepository
  const links = yield* MagicLinkRepository
  const invitation = Samples.invitation(instanceId)
  const tokens = yield* OneTimeTokenRepository
  const token = yield* Samples.storedOneTimeToken(instanceId)
  const user = yield* Samples.storedUser(instanceId)
  const recoveries = yield* FactorRecoveryRepository
  yield* recoveries.insert(Samples.factorRecovery(user), Samples.now)
  const clientHash = Samples.tokenHash()
  const code = { clientHash: Option.some(clientHash), requestId: Option.some(Samples.queuedEmailId()) }
  yield* invitations.put(invitation)
  yield* links.insert(Samples.magicLink(instanceId, code))
  return Effect.gen(function* () {
    return [
      Option.isSome(yield* invitations.find(instanceId, invitation.email, Samples.now)),
      Option.isSome(yield* tokens.find({ ...token, now: Samples.now })),
      Option.isSome(yield* recoveries.find(instanceId, user.id, Samples.now)),
      Option.isSome(yield* links.findCode(instanceId, clientHash, Samples.now))
    ]
  })
})

const revoking = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect(
    "removes sessions, links, codes, invitations, one-time tokens and recoveries, and keeps accounts and emails",
    () =>
      Effect.gen(function* () {
        const { revokeBatch } = yield* InstanceRemoval
        const [one, other] = [yield* populated, yield* populated]
        const [ofOne, ofOther] = [yield* waiting(one.instance.id), yield* waiting(other.instance.id)]
        assert.strictEqual(yield* revokeBatch(one.instance.id, 1000), 2 * usersPerInstance + 4)
        // The account and its known client, no session, no link, and the count of failed sign-ins.
        const kept = Array.from({ length: usersPerInstance }, () => [true, true, false, false, true])
        assert.deepStrictEqual(yield* one.found, withOneMore({ ...everything, ofUsers: kept }))
        assert.deepStrictEqual(yield* ofOne, [false, false, false, false])
        assert.deepStrictEqual(yield* other.found, withOneMore(everything))
        assert.deepStrictEqual(yield* ofOther, [true, true, true, true])
        assert.strictEqual(yield* revokeBatch(one.instance.id, 1000), 0)
      })
  )

  it.effect("removes no more rows than the limit in one batch, and all of them in several", () =>
    Effect.gen(function* () {
      const { revokeBatch } = yield* InstanceRemoval
      const { instance } = yield* populated
      const sizes: Array<number> = []
      do sizes.push(yield* revokeBatch(instance.id, 4))
      while (sizes.at(-1) === 4)
      assert.deepStrictEqual(sizes, [4, 2])
      assert.strictEqual(yield* revokeBatch(instance.id, 4), 0)
    })
  )

  it.effect("removes what was created after an earlier call, too", () =>
    Effect.gen(function* () {
      const { revokeBatch } = yield* InstanceRemoval
      const { instance } = yield* populated
      for (let times = 0; times < 3; times++) {
        yield* populate(instance.id)
        const isFirst = times === 0
        assert.strictEqual(yield* revokeBatch(instance.id, 1000), isFirst ? 2 * (usersPerInstance + 1) : 2)
      }
    })
  )

  it.effect("restores everything when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { revokeBatch } = yield* InstanceRemoval
      const { run } = yield* Transaction
      const { found, instance } = yield* populated
      yield* Effect.either(run(Effect.zipRight(revokeBatch(instance.id, 1000), Effect.fail("stopped"))))
      assert.deepStrictEqual(yield* found, everything)
      assert.strictEqual(yield* revokeBatch(instance.id, 1000), 2 * usersPerInstance)
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("removeBatch", () => removing(it))
  describe("revokeBatch", () => revoking(it))
  describe("interrupted and concurrent removals", () => interrupting(it))
}

/**
 * Runs the contract of `InstanceRemoval` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`InstanceRemoval: ${name}`, tests)
