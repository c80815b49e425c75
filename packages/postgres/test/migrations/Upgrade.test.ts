import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { databases } from "@latchkey/test-support/postgres/databases"
import { migrations } from "../../src/internal/migrations/all.ts"
import * as migrator from "../../src/internal/migrator.ts"
import { all, next, nextName, tables, upgrade, upgradeWith } from "../support/Versions.ts"

/** Writes a row to each table that the upgrade changes. */
const write = Effect.gen(function* () {
  const instance = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instance.id)
  const grant = Samples.grant(user)
  yield* (yield* SessionRepository).issue(grant)
  const request = Samples.queuedEmail(instance.id)
  yield* (yield* EmailOutbox).enqueue(request)
  return { grant, instance, request, user }
})

const assertReadable = ({ grant, instance, request, user }: Effect.Effect.Success<typeof write>) =>
  Effect.gen(function* () {
    const { id } = instance
    const instances = yield* InstanceRepository
    const users = yield* UserRepository
    const sessions = yield* SessionRepository
    const deliveries = yield* MailDeliveryLog
    assert.deepStrictEqual(yield* instances.findById(id), Option.some(instance))
    assert.deepStrictEqual(yield* users.findById(id, user.id), Option.some(user))
    const query = { instanceId: id, userId: user.id, now: Samples.now, idleLifetime: Duration.days(1), limit: 9 }
    assert.deepStrictEqual(
      (yield* sessions.list(query)).map((session) => session.id),
      [grant.session.id]
    )
    assert.deepStrictEqual(
      (yield* deliveries.list(id, 9)).map((delivery) => [delivery.id, delivery.state]),
      [[request.id, "queued"]]
    )
  })

for (const database of databases()) {
  describe(`An upgrade of ${database.name}`, () => {
    it.effect("keeps all rows, and the previous version keeps working", () =>
      Effect.gen(function* () {
        yield* Migrations.apply
        const before = yield* write
        assert.deepStrictEqual(yield* upgrade, next)
        yield* assertReadable(before)
        yield* assertReadable(yield* write)
        assert.deepStrictEqual(yield* Migrations.plan, { pending: [], newer: next })
        assert.deepStrictEqual(yield* Migrations.apply, [])
        yield* assertReadable(before)
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )

    it.effect(
      "ignores invitations and dashboard sessions that the version before stores, and deletes them in time",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const operators = yield* OperatorRepository
          const { expiresAt, tokenHash } = Samples.operatorInvitation()
          const insert = (table: string) => sql`
          INSERT INTO latchkey.${sql.literal(table)} (token_hash, expires_at)
          VALUES (decode(${tokenHash}, 'hex'), ${DateTime.formatIso(expiresAt)})`
          const entry = Samples.auditEntry()
          yield* Migrations.apply
          yield* insert("operator_invitations")
          yield* insert("operator_sessions")
          yield* sql`
          INSERT INTO latchkey.audit_log (audit_id, at, actor, action, detail)
          VALUES (${entry.id}, ${DateTime.formatIso(entry.at)}, ${entry.actor}, ${entry.action}, ${entry.detail})`
          const times = { now: Samples.now, idleLifetime: Duration.minutes(30) }
          assert.isTrue(Option.isNone(yield* operators.findActive([tokenHash], times)))
          assert.isTrue(Option.isNone(yield* operators.consumeInvitation([tokenHash], Samples.now)))
          assert.isTrue(Option.isNone(yield* operators.revokeSession([tokenHash])))
          assert.deepStrictEqual(yield* operators.listSessions(times, 9), [])
          assert.deepStrictEqual(yield* operators.listInvitations(Samples.now, 9), [])
          assert.deepStrictEqual(yield* (yield* AuditLog).list({ before: Option.none(), limit: 9 }), [entry])
          assert.strictEqual(yield* operators.deleteExpired(expiresAt, 9), 2)
        }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )

    it.effect("to operators with names keeps sessions and invitations without one", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const before = Object.entries(migrations).filter(([name]) => name < "0020")
        yield* migrator.apply(Object.fromEntries(before))
        const [invited, session] = [Samples.tokenHash(), Samples.tokenHash()]
        const [invitationId, sessionId] = [Samples.operatorInvitationId(), Samples.operatorSession().id]
        const [start, end] = [DateTime.formatIso(Samples.now), DateTime.formatIso(Samples.plus(Samples.day))]
        yield* sql`
          INSERT INTO latchkey.operator_invitations (token_hash, invitation_id, created_by, created_at, expires_at)
          VALUES (decode(${invited}, 'hex'), ${invitationId}, 'dashboard', ${start}, ${end})`
        yield* sql`
          INSERT INTO latchkey.operator_sessions (
            token_hash, operator_session_id, method, ip_address, user_agent, authenticated_at, last_seen_at, expires_at
          ) VALUES (
            decode(${session}, 'hex'), ${sessionId}, 'admin_key', '192.0.2.7', 'Firefox', ${start}, ${start}, ${end}
          )`
        yield* Migrations.apply
        const operators = yield* OperatorRepository
        const times = { now: Samples.now, idleLifetime: Duration.minutes(30) }
        const found = Option.getOrThrow(yield* operators.findActive([session], times))
        assert.deepStrictEqual([found.id, found.operator], [sessionId, Option.none()])
        const invitation = Option.getOrThrow(yield* operators.consumeInvitation([invited], Samples.now))
        assert.deepStrictEqual(invitation.operatorId, Option.none())
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )

    it.effect("to passkeys of operators keeps sessions, and the version before reads those with a passkey", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const before = Object.entries(migrations).filter(([name]) => name < "0021")
        yield* migrator.apply(Object.fromEntries(before))
        const operator = Samples.operator()
        const [start, end] = [DateTime.formatIso(Samples.now), DateTime.formatIso(Samples.plus(Samples.day))]
        yield* sql`
          INSERT INTO latchkey.operators (operator_id, email, name, role, created_at)
          VALUES (${operator.id}, ${operator.email}, ${operator.name}, ${operator.role}, ${start})`
        /** As the version before does. */
        const insert = (tokenHash: string) => sql`
          INSERT INTO latchkey.operator_sessions (
            token_hash, operator_session_id, operator_id, method, ip_address, user_agent, authenticated_at, last_seen_at,
            expires_at
          ) VALUES (
            decode(${tokenHash}, 'hex'), ${Samples.operatorSession().id}, ${operator.id}, 'invitation', '192.0.2.7',
            'Firefox', ${start}, ${start}, ${end}
          )`
        const [earlier, later] = [Samples.tokenHash(), Samples.tokenHash()]
        yield* insert(earlier)
        yield* Migrations.apply
        yield* insert(later)
        const operators = yield* OperatorRepository
        const withPasskey = Samples.operatorSession({ operatorId: Option.some(operator.id), method: "passkey" })
        yield* operators.insertSession(withPasskey)
        const times = { now: Samples.now, idleLifetime: Duration.minutes(30) }
        const methods = yield* Effect.forEach([earlier, later, withPasskey.tokenHash], (hash) =>
          Effect.map(operators.findActive([hash], times), (found) => Option.getOrThrow(found).method)
        )
        assert.deepStrictEqual(methods, ["invitation", "invitation", "passkey"])
        const stored = yield* sql<{ readonly method: string }>`SELECT DISTINCT method FROM latchkey.operator_sessions`
        assert.deepStrictEqual(stored, [{ method: "invitation" }])
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )

    it.effect(
      "to recovery codes with times keeps older codes as those of the app, and dates those of the version before",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const factors = yield* SecondFactorRepository
          const before = Object.entries(migrations).filter(([name]) => name < "0025")
          yield* migrator.apply(Object.fromEntries(before))
          const { id, instanceId } = yield* Samples.storedUser((yield* Samples.storedInstance).id)
          /** As the version before does. */
          const insert = (hash: string) => sql`
            INSERT INTO latchkey.recovery_codes (instance_id, user_id, code_hash)
            VALUES (${instanceId}, ${id}, decode(${hash}, 'hex'))`
          const [earlier, later] = [Samples.tokenHash(), Samples.tokenHash()]
          yield* insert(earlier)
          yield* Migrations.apply
          yield* insert(later)
          assert.isTrue(yield* factors.deleteRecoveryCodes(instanceId, id, DateTime.unsafeMake(0)))
          assert.isTrue(Option.isNone(yield* factors.consumeRecoveryCode(instanceId, id, later)))
          assert.isTrue(Option.isSome(yield* factors.consumeRecoveryCode(instanceId, id, earlier)))
        }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )

    it.effect("applies all migrations to an empty database, in order", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* upgrade, [...all, ...next])
        yield* assertReadable(yield* write)
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )

    it.effect("changes nothing if a migration fails, and can be repeated", () =>
      Effect.gen(function* () {
        yield* Migrations.apply
        const before = yield* tables
        const written = yield* write
        const error = yield* Effect.flip(
          upgradeWith("CREATE TABLE latchkey.gadgets (gadget_id text)", "ALTER TABLE latchkey.missing ADD a text")
        )
        assert.strictEqual(error.migration, nextName)
        assert.include(
          error.message,
          `Migration ${nextName} failed: relation "latchkey.missing" does not exist (42P01)`
        )
        assert.deepStrictEqual(yield* tables, before)
        assert.deepStrictEqual(yield* Migrations.plan, { pending: [], newer: [] })
        assert.deepStrictEqual(yield* upgrade, next)
        yield* assertReadable(written)
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )
  })
}
