import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { type Identity, IdentityRepository } from "@latchkey/domain/account/IdentityRepository"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { InvalidCredentials } from "@latchkey/domain/core/Errors"
import type { UserId } from "@latchkey/domain/core/Ids"
import { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { InvitationRepository } from "@latchkey/domain/invitation/InvitationRepository"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { OneTimeTokenRepository } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import { toUser } from "@latchkey/domain/operator/Operator"
import * as OperatorUsers from "@latchkey/domain/operator/OperatorUsers"
import { type Passkey, PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import { maxSessions, type SessionGrant, SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Arr from "effect/Array"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestServices from "effect/TestServices"
import { everyServerWithCitus } from "@latchkey/test-support/postgres/databases"

/** Runs `other` while a transaction in which `holder` was run is still open. Returns both results. */
const meanwhile = <A, E, B, E2>(holder: Effect.Effect<A, E>, other: Effect.Effect<B, E2>) =>
  Effect.gen(function* () {
    const { run } = yield* Transaction
    const held = yield* Deferred.make<void>()
    const released = yield* Deferred.make<void>()
    const work = holder.pipe(
      Effect.zipLeft(Deferred.succeed(held, undefined)),
      Effect.zipLeft(Deferred.await(released))
    )
    const transaction = yield* Effect.fork(run(work))
    yield* Deferred.await(held)
    const exit = yield* Effect.exit(
      TestServices.provideLive(other.pipe(Effect.disconnect, Effect.timeout("3 seconds")))
    )
    yield* Deferred.succeed(released, undefined)
    return [yield* Fiber.join(transaction), yield* exit] as const
  })

const concurrently = { concurrency: "unbounded", discard: true } as const
const rounds = Arr.range(1, 40)

for (const database of everyServerWithCitus(5)) {
  it.layer(Layer.provideMerge(Postgres.layer, database.migrated), { timeout: "60 seconds" })(
    `Locks on ${database.name}`,
    (it) => {
      it.effect("of a worker that leases requests do not block another worker, which leases others", () =>
        Effect.gen(function* () {
          const outbox = yield* EmailOutbox
          const instanceId = Samples.instanceId()
          const older = Samples.queuedEmail(instanceId)
          const newer = Samples.queuedEmail(instanceId, { requestedAt: Samples.plus(1) })
          yield* outbox.enqueue(newer)
          yield* outbox.enqueue(older)
          const lease = outbox.lease({ now: Samples.plus(1000), until: Samples.plus(2000), limit: 1 })
          const [first, second] = yield* meanwhile(lease, lease)
          assert.deepStrictEqual(
            [...first, ...second].map(({ id }) => id),
            [older.id, newer.id]
          )
        })
      )

      it.effect("of a worker that takes notices do not block another worker, which takes others", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const { takeNotices } = yield* SignInFailures
          const instanceId = Samples.instanceId()
          const [older, newer] = [Samples.userId(), Samples.userId()]
          yield* sql`
            INSERT INTO latchkey.sign_in_failures (instance_id, email, user_id, failures, notice_due_at) VALUES
              (${instanceId}, 'newer@example.com', ${newer}, 100, '2030-06-15T12:00:01Z'),
              (${instanceId}, 'older@example.com', ${older}, 100, '2030-06-15T12:00:00Z')`
          const take = takeNotices(Samples.plus(1000), 1)
          const [first, second] = yield* meanwhile(take, take)
          assert.deepStrictEqual(
            [...first, ...second].map(({ userId }) => userId),
            [older, newer]
          )
        })
      )

      it.effect("are waited for even by an interrupted statement: a cancellation could hit another one", () =>
        Effect.gen(function* () {
          const users = yield* UserRepository
          const { instanceId, email } = yield* Samples.storedUser(Samples.instanceId())
          const lock = users.findByEmailForUpdate(instanceId, email)
          const interrupted = Effect.gen(function* () {
            const waiting = yield* Effect.forkDaemon(lock)
            yield* Effect.sleep("100 millis")
            yield* Fiber.interruptFork(waiting)
            yield* Effect.sleep("300 millis")
            return yield* Fiber.poll(waiting)
          })
          const [, exit] = yield* meanwhile(lock, interrupted)
          assert.isTrue(Option.isNone(exit))
        })
      )

      it.effect("of a request do not block deleteExpired, which skips the row", () =>
        Effect.gen(function* () {
          const links = yield* MagicLinkRepository
          const instanceId = Samples.instanceId()
          const [locked, free] = [Samples.magicLink(instanceId), Samples.magicLink(instanceId)]
          yield* links.insert(locked)
          yield* links.insert(free)
          const consume = links.consume(instanceId, locked.tokenHash, Samples.now)
          const [, deleted] = yield* meanwhile(consume, links.deleteExpired(locked.expiresAt, 10))
          assert.strictEqual(deleted, 1)
        })
      )
    }
  )
}

for (const database of everyServerWithCitus(20)) {
  it.layer(Layer.provideMerge(Postgres.layer, database.migrated), { timeout: "60 seconds" })(
    `Concurrent transactions on ${database.name} never deadlock`,
    (it) => {
      it.effect("when two instances swap their hosts", () =>
        Effect.gen(function* () {
          const instances = yield* InstanceRepository
          for (const _ of rounds) {
            const [one, other] = [yield* Samples.storedInstance, yield* Samples.storedInstance]
            const take = (taker: Instance, { hosts }: Instance) =>
              instances
                .modify(taker.id, (current) => Either.right(new Instance({ ...current, hosts })))
                .pipe(
                  // The first change finds the hosts still taken.
                  Effect.catchTag("HostTaken", () => Effect.void)
                )
            yield* Effect.all([take(one, other), take(other, one)], concurrently)
          }
        })
      )

      it.effect("when one client verifies an email address and signs in to another account", () =>
        Effect.gen(function* () {
          const sessions = yield* SessionRepository
          const users = yield* UserRepository
          const { run } = yield* Transaction
          const instanceId = Samples.instanceId()
          for (const _ of rounds) {
            const [owner, other] = [yield* Samples.storedUser(instanceId), yield* Samples.storedUser(instanceId)]
            const before = Samples.grant(owner)
            yield* sessions.issue(before)
            const presentedClient = Option.some(before.clientHash)
            const verification = { instanceId, userId: owner.id, now: Samples.now, password: "drop_password" } as const
            const verify = Effect.gen(function* () {
              yield* users.findByEmailForUpdate(instanceId, owner.email)
              const verified = Option.getOrThrow(yield* users.verifyEmail(verification))
              yield* sessions.issue(Samples.grant(verified, { presentedClient }))
            })
            yield* Effect.all([run(verify), sessions.issue(Samples.grant(other, { presentedClient }))], concurrently)
          }
        })
      )

      it.effect("when a password is set, sessions are revoked one by one and the user is disabled", () =>
        Effect.gen(function* () {
          const sessions = yield* SessionRepository
          const users = yield* UserRepository
          const { run } = yield* Transaction
          const instanceId = Samples.instanceId()
          for (const _ of rounds) {
            const user = yield* Samples.storedUser(instanceId)
            const { credentialVersion, id: userId } = user
            const grants = [Samples.grant(user), Samples.grant(user), Samples.grant(user)]
            yield* Effect.forEach(grants, sessions.issue)
            const [first, second] = Arr.map(grants, ({ session }) => session.id)
            const setPassword = Effect.zipRight(
              users.setPasswordHash({ instanceId, userId, credentialVersion, next: Samples.passwordHash() }),
              sessions.revokeOthers(instanceId, userId, first ?? Samples.sessionId())
            )
            const disable = Effect.zipRight(
              users.setDisabled({ instanceId, userId, disabledAt: Option.some(Samples.now) }),
              sessions.revokeAll(instanceId, userId)
            )
            const presentedClient = Option.some(grants[2]?.clientHash ?? Samples.tokenHash())
            const signIn = Effect.ignore(sessions.issue(Samples.grant(user, { presentedClient })))
            const revokeOne = sessions.revokeById(instanceId, userId, second ?? Samples.sessionId())
            yield* Effect.all([run(setPassword), revokeOne, run(disable), signIn, run(revokeOne)], concurrently)
            assert.strictEqual(yield* sessions.revokeAll(instanceId, userId), 0)
          }
        })
      )

      it.effect(
        "when operators sign in, are invited, lose their passkeys, and are changed, disabled and deleted, which ends what they signed in",
        () =>
          Effect.gen(function* () {
            const { lockAll } = yield* OperatorUsers.make
            const passkeys = yield* PasskeyRepository
            const sessions = yield* SessionRepository
            const tokens = yield* OneTimeTokenRepository
            const users = yield* UserRepository
            const { run } = yield* Transaction
            for (const _ of rounds) {
              const [operator, other] = [Samples.operator("admin"), Samples.operator("viewer")]
              yield* Effect.forEach([operator, other], users.insert)
              const { credentialVersion, id: userId, instanceId } = operator
              const owner = Option.some({ userId, credentialVersion })
              const invitation = yield* Samples.storedOneTimeToken(instanceId, { owner })
              const rpId = Samples.host()
              const used = [
                yield* Samples.storedPasskey(operator, { rpId }),
                yield* Samples.storedPasskey(operator, { rpId })
              ]
              const signIn = ({ id }: Passkey) =>
                Effect.gen(function* () {
                  const found = yield* users.findById(instanceId, userId)
                  if (Option.isNone(found)) return
                  yield* sessions.issue(Samples.grant(found.value))
                  const use = { instanceId, id, at: Samples.now, signCount: 1, backedUp: true }
                  if (!(yield* passkeys.recordUse(use))) return yield* new InvalidCredentials()
                })
              // As an invitation that is opened, and a new one: each locks the user first, as deleting them does.
              const locked = Effect.flatMap(users.findByIdForUpdate(instanceId, userId), (user) => user)
              const consume = tokens.consume({ ...invitation, now: Samples.now })
              const openInvitation = Effect.gen(function* () {
                const user = yield* locked
                if (Option.isSome(yield* consume)) yield* sessions.issue(Samples.grant(user))
              })
              const invite = Effect.gen(function* () {
                yield* locked
                yield* consume
                yield* tokens.put(Samples.oneTimeToken(instanceId, { owner }), { maxPerSubject: 10, now: Samples.now })
              })
              const removePasskeys = Effect.all([
                users.findByIdForUpdate(instanceId, userId),
                passkeys.deleteAll(instanceId, userId),
                sessions.revokeAll(instanceId, userId)
              ])
              // As each change of an operator does.
              const change = (id: UserId, disabledAt: User["disabledAt"]) =>
                Effect.gen(function* () {
                  const current = (yield* lockAll).find((user) => user.id === id)
                  if (current === undefined) return
                  const changed = toUser({ name: "Other", role: "support", joinedAt: Option.none() })
                  const next = new User({ ...current, ...changed })
                  yield* users.update(next, current.credentialVersion)
                  yield* users.setDisabled({ instanceId, userId: id, disabledAt })
                })
              const remove = Effect.zipRight(lockAll, users.delete(instanceId, userId))
              const refused = { CredentialsChanged: () => Effect.void, InvalidCredentials: () => Effect.void }
              const gone = { CredentialsChanged: () => Effect.void, NoSuchElementException: () => Effect.void }
              const attempts = used.map((passkey) => Effect.catchTags(run(signIn(passkey)), refused))
              yield* Effect.all(
                [
                  ...attempts,
                  Effect.catchTags(run(openInvitation), gone),
                  Effect.catchTag(run(invite), "NoSuchElementException", () => Effect.void),
                  run(removePasskeys),
                  passkeys.deleteByRpId(instanceId, rpId, 1),
                  run(change(userId, Option.some(Samples.now))),
                  run(change(other.id, Option.none())),
                  run(remove)
                ],
                concurrently
              )
              assert.deepStrictEqual(yield* passkeys.list(instanceId, userId), [])
              assert.strictEqual(yield* sessions.revokeAll(instanceId, userId), 0)
              assert.deepStrictEqual(yield* users.findById(instanceId, userId), Option.none())
              const changed = Option.getOrThrow(yield* users.findById(instanceId, other.id))
              assert.deepStrictEqual(changed.name, Option.some("Other"))
              yield* users.delete(instanceId, other.id)
            }
          })
      )

      it.effect("when two admins disable or delete each other: the second one sees what the first one did", () =>
        Effect.gen(function* () {
          const { lockAll } = yield* OperatorUsers.make
          const users = yield* UserRepository
          const { run } = yield* Transaction
          for (const round of rounds) {
            const admins = [Samples.operator("admin"), Samples.operator("admin")]
            yield* Effect.forEach(admins, users.insert)
            const lose = ({ id, instanceId }: User) =>
              run(
                Effect.gen(function* () {
                  const all = (yield* lockAll).filter((user) => admins.some((admin) => admin.id === user.id))
                  if (!all.some((user) => user.id !== id && Option.isNone(user.disabledAt))) return "kept"
                  const disabledAt = Option.some(Samples.now)
                  yield* round % 2 === 0
                    ? users.delete(instanceId, id)
                    : users.setDisabled({ instanceId, userId: id, disabledAt })
                  return "lost"
                })
              )
            const outcomes = yield* Effect.forEach(admins, lose, { concurrency: "unbounded" })
            assert.deepStrictEqual([...outcomes].sort(), ["kept", "lost"])
            yield* Effect.forEach(admins, ({ id, instanceId }) => users.delete(instanceId, id))
          }
        })
      )

      it.effect("when identities sign in, one is removed, and the account is taken over or deleted", () =>
        Effect.gen(function* () {
          const identities = yield* IdentityRepository
          const sessions = yield* SessionRepository
          const users = yield* UserRepository
          const { run } = yield* Transaction
          const instanceId = Samples.instanceId()
          for (const round of rounds) {
            const user = yield* Samples.storedUser(instanceId)
            const { id: userId } = user
            const [identity, other] = [yield* Samples.storedIdentity(user), yield* Samples.storedIdentity(user)]
            const signIn = ({ id }: Identity) =>
              run(
                Effect.gen(function* () {
                  yield* sessions.issue(Samples.grant(user))
                  const use = { instanceId, userId, id, at: Samples.now }
                  if (!(yield* identities.recordUse(use))) return yield* new InvalidCredentials()
                })
              )
            const remove = Effect.zipRight(
              users.findByEmailForUpdate(instanceId, user.email),
              identities.delete(instanceId, userId, identity.id)
            )
            const verification = { instanceId, userId, now: Samples.now }
            const end =
              round % 2 === 0
                ? users.delete(instanceId, userId)
                : users.verifyEmail({ ...verification, password: "drop_password" })
            const refused = { CredentialsChanged: () => Effect.void, InvalidCredentials: () => Effect.void }
            const attempts = [identity, other].map((used) => Effect.catchTags(signIn(used), refused))
            const keep = users.verifyEmail({ ...verification, password: "keep_password" })
            yield* Effect.all([...attempts, run(remove), keep, end], concurrently)
            assert.deepStrictEqual(yield* identities.list(instanceId, userId), [])
          }
        })
      )

      it.effect(
        "when passkeys sign in, one or all are removed, and the account is taken over, which ends what they signed in",
        () =>
          Effect.gen(function* () {
            const passkeys = yield* PasskeyRepository
            const sessions = yield* SessionRepository
            const users = yield* UserRepository
            const { run } = yield* Transaction
            const instanceId = Samples.instanceId()
            for (const _ of rounds) {
              const user = yield* Samples.storedUser(instanceId)
              const { id: userId } = user
              const [passkey, other] = [yield* Samples.storedPasskey(user), yield* Samples.storedPasskey(user)]
              const signIn = ({ id }: Passkey) =>
                run(
                  Effect.gen(function* () {
                    yield* sessions.issue(Samples.grant(user))
                    const use = { instanceId, id, at: Samples.now, signCount: 1, backedUp: true }
                    if (!(yield* passkeys.recordUse(use))) return yield* new InvalidCredentials()
                  })
                )
              const remove = Effect.zipRight(
                users.findByEmailForUpdate(instanceId, user.email),
                passkeys.delete(instanceId, userId, passkey.id)
              )
              // As an operator does, and a recovery of lost factors.
              const removeAll = Effect.all([
                users.findByEmailForUpdate(instanceId, user.email),
                passkeys.deleteAll(instanceId, userId),
                sessions.revokeAll(instanceId, userId)
              ])
              const takeOver = Effect.zipRight(
                users.findByEmailForUpdate(instanceId, user.email),
                users.verifyEmail({ instanceId, userId, now: Samples.now, password: "drop_password" })
              )
              const refused = { CredentialsChanged: () => Effect.void, InvalidCredentials: () => Effect.void }
              const attempts = [passkey, other].map((used) => Effect.catchTags(signIn(used), refused))
              yield* Effect.all(
                [
                  ...attempts,
                  run(remove),
                  run(removeAll),
                  passkeys.deleteByRpId(instanceId, passkey.rpId, 1),
                  run(takeOver)
                ],
                concurrently
              )
              assert.deepStrictEqual(yield* passkeys.list(instanceId, userId), [])
              const found = yield* sessions.list({
                instanceId,
                userId,
                now: Samples.now,
                idleLifetime: Duration.days(7),
                limit: 9
              })
              assert.deepStrictEqual(found, [])
            }
          })
      )

      it.effect("when everyone is signed out while invitations are deleted by email", () =>
        Effect.gen(function* () {
          const invitations = yield* InvitationRepository
          const { revokeBatch } = yield* InstanceRemoval
          const instanceId = Samples.instanceId()
          for (const _ of rounds) {
            const all = Arr.makeBy(50, () => Samples.invitation(instanceId))
            yield* Effect.forEach(all, invitations.put, { concurrency: 10, discard: true })
            const emails = all.map(({ email }) => email)
            yield* Effect.all([revokeBatch(instanceId, 100), invitations.deleteAll(instanceId, emails)], concurrently)
            assert.strictEqual(yield* revokeBatch(instanceId, 100), 0)
          }
        })
      )

      it.effect("when attempt counts are added, each time in another order", () =>
        Effect.gen(function* () {
          const counts = yield* AttemptCounts
          const instanceId = Samples.instanceId()
          const added = Arr.makeBy(20, (index) => ({
            instanceId,
            hour: Samples.now,
            attempt: "sign_in",
            outcome: `outcome ${index}`,
            count: 1
          }))
          yield* Effect.forEach(rounds, (round) => counts.add(Arr.rotate(added, round)), concurrently)
          const found = yield* counts.since(instanceId, Samples.now)
          assert.deepStrictEqual(
            found.map(({ count }) => count),
            added.map(() => rounds.length)
          )
        })
      )

      it.effect("because attempt counts are locked in one order, in whatever order the database groups them", () =>
        Effect.gen(function* () {
          const counts = yield* AttemptCounts
          const sql = yield* SqlClient
          const { run } = yield* Transaction
          const instanceId = Samples.instanceId()
          const outcomes = Arr.makeBy(30, (index) => `outcome ${String(index).padStart(2, "0")}`)
          const added = outcomes.map((outcome) => ({
            instanceId,
            hour: Samples.now,
            attempt: "sign_in",
            outcome,
            count: 1
          }))
          yield* run(Effect.zipRight(sql`SET LOCAL enable_sort = off`, counts.add(Arr.reverse(added))))
          const stored = yield* sql<{ outcome: string }>`
            SELECT outcome FROM latchkey.attempt_counts WHERE instance_id = ${instanceId} ORDER BY ctid`
          assert.deepStrictEqual(
            stored.map(({ outcome }) => outcome),
            outcomes
          )
        })
      )

      it.effect("when sign-ins of one user delete the sessions and forget the clients of each other", () =>
        Effect.gen(function* () {
          const sessions = yield* SessionRepository
          const user = yield* Samples.storedUser(Samples.instanceId())
          let grants: ReadonlyArray<SessionGrant> = Arr.makeBy(maxSessions, () => Samples.grant(user))
          yield* Effect.forEach(grants, sessions.issue)
          for (const round of Arr.range(1, 10)) {
            const authenticatedAt = Samples.plus(round)
            // The oldest first: those that every sign-in deletes.
            const next = grants.slice(0, 20).map(({ clientHash }) => {
              const session = Samples.session(user, { authenticatedAt })
              return Samples.grant(user, { session, presentedClient: Option.some(clientHash) })
            })
            const others = Arr.makeBy(5, () =>
              Samples.grant(user, { session: Samples.session(user, { authenticatedAt }) })
            )
            yield* Effect.forEach([...next, ...others], sessions.issue, concurrently)
            grants = [...grants.slice(20), ...next]
          }
        })
      )

      it.effect("when sessions of one user are issued, revoked and deleted concurrently", () =>
        Effect.gen(function* () {
          const sessions = yield* SessionRepository
          const users = yield* UserRepository
          const instanceId = Samples.instanceId()
          const user = yield* Samples.storedUser(instanceId)
          const deleteExpired = sessions.deleteExpired({
            now: Samples.plus(Samples.day),
            idleSince: Samples.now,
            limit: 50
          })
          const signIn = Effect.gen(function* () {
            const current = Option.getOrThrow(yield* users.findById(instanceId, user.id))
            const first = Samples.grant(current)
            yield* sessions.issue(first)
            const presentedClient = Option.some(first.clientHash)
            yield* Effect.all(
              Arr.makeBy(3, () => sessions.issue(Samples.grant(current, { presentedClient }))),
              concurrently
            )
          }).pipe(Effect.catchTag("CredentialsChanged", () => Effect.void))
          const revokeAll = sessions.revokeAll(instanceId, user.id)
          const calls = [revokeAll, deleteExpired, signIn, signIn]
          yield* Effect.forEach(rounds, (round) => calls[round % 4] ?? signIn, concurrently)
          yield* revokeAll
          assert.strictEqual(yield* revokeAll, 0)
        })
      )
    }
  )
}
