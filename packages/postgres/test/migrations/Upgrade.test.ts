import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { IdentityRepository } from "@latchkey/domain/account/IdentityRepository"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
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
import { all, applyUntil, next, nextName, tables, upgrade, upgradeWith } from "../support/Versions.ts"

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
        assert.deepStrictEqual(yield* Migrations.plan, { pending: [], unknown: next })
        assert.deepStrictEqual(yield* Migrations.apply, [])
        yield* assertReadable(before)
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )

    it.effect(
      "gives instances of the first version no identity providers, and users no data, and they can have identities",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* applyUntil(1)
          const instance = Samples.instance({ hosts: [] })
          const { branding, name, plan, rateLimits, sessionConfig } = instance
          yield* sql`
          INSERT INTO latchkey.instances (
            instance_id, name, plan, hosts, origins, branding, auth_config, session_config, rate_limits
          ) VALUES (
            ${instance.id}, ${name}, ${plan}, '{}', '{}', ${JSON.stringify(branding)}::jsonb,
            ${JSON.stringify(instance.authConfig)}::jsonb, ${JSON.stringify(sessionConfig)}::jsonb,
            ${JSON.stringify(rateLimits)}::jsonb
          )`
          const user = Samples.user(instance.id, { passwordHash: Option.none() })
          yield* sql`
          INSERT INTO latchkey.users (instance_id, user_id, email, credential_version, created_at)
          VALUES (${instance.id}, ${user.id}, ${user.email}, ${user.credentialVersion},
            ${DateTime.formatIso(user.createdAt)})`
          assert.deepStrictEqual(yield* Migrations.apply, all.slice(1))
          assert.deepStrictEqual(yield* (yield* InstanceRepository).findById(instance.id), Option.some(instance))
          assert.deepStrictEqual(yield* (yield* UserRepository).findById(instance.id, user.id), Option.some(user))
          const identity = yield* Samples.storedIdentity(user)
          const { list } = yield* IdentityRepository
          assert.deepStrictEqual(yield* list(instance.id, user.id), [identity])
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
        assert.deepStrictEqual(yield* Migrations.plan, { pending: [], unknown: [] })
        assert.deepStrictEqual(yield* upgrade, next)
        yield* assertReadable(written)
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )
  })
}
