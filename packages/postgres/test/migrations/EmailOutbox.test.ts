import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { EmailKind, MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { databases } from "@latchkey/test-support/postgres/databases"
import * as initial from "../../src/internal/migrations/0001_initial.ts"
import * as migrator from "../../src/internal/migrator.ts"
import { all } from "../support/Versions.ts"

for (const database of databases()) {
  describe(`The upgrade to one outbox, on ${database.name}`, () => {
    /** The statements of the version before it, word for word. */
    const before = Effect.map(SqlClient, (sql) => ({
      createInstance: sql`
        INSERT INTO latchkey.instances (
          instance_id, name, plan, hosts, origins, redirect_url, branding, auth_config, session_config, rate_limits
        ) VALUES (
          'default', 'Latchkey', 'pro', '{}', '{}', NULL, ${JSON.stringify(defaultInstance.branding)}::jsonb,
          ${JSON.stringify(defaultInstance.authConfig)}::jsonb, ${JSON.stringify(defaultInstance.sessionConfig)}::jsonb,
          ${JSON.stringify(defaultInstance.rateLimits)}::jsonb
        )`,
      enqueue: (id: string) => sql`
        INSERT INTO latchkey.magic_link_requests (
          instance_id, request_id, email, client_hash, requested_at, due_at, attempts
        ) VALUES ('default', ${id}, 'ann@example.com', NULL, '2030-06-15T12:00:00.000Z', '-infinity', 0)`,
      lease: sql<{ id: string }>`
        WITH due AS MATERIALIZED (
          SELECT instance_id, request_id FROM latchkey.magic_link_requests
          WHERE due_at <= '2030-06-15T12:00:00.000Z'
          ORDER BY requested_at, request_id
          LIMIT 10
          FOR UPDATE SKIP LOCKED
        ), leased AS (
          UPDATE latchkey.magic_link_requests r SET due_at = '2030-06-15T12:01:00.000Z', attempts = r.attempts + 1
          FROM due
          WHERE r.instance_id = due.instance_id AND r.request_id = due.request_id
          RETURNING r.request_id AS "id", r.requested_at AS "requestedAt"
        )
        SELECT id FROM leased ORDER BY "requestedAt", "id"`,
      complete: (id: string) => sql`
        WITH completed AS (
          DELETE FROM latchkey.magic_link_requests WHERE instance_id = 'default' AND request_id = ${id}
          RETURNING email, requested_at, attempts
        )
        INSERT INTO latchkey.email_deliveries (
          instance_id, request_id, email, requested_at, attempts, state, ended_at, reason, detail
        )
        SELECT 'default', ${id}, email, requested_at, attempts, 'sent', '2030-06-15T12:00:00.000Z', NULL, NULL
        FROM completed`,
      deleteExpired: sql`
        DELETE FROM latchkey.magic_link_requests WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM latchkey.magic_link_requests WHERE requested_at <= '2030-06-15T12:00:00.000Z'
          ORDER BY requested_at LIMIT 10 FOR UPDATE SKIP LOCKED
        ))
        RETURNING 1`
    }))
    const [first, second, third] = [1, 2, 3].map((n) => `mlr_01890a5d-ac96-774b-bcce-00000000000${n}`) as [
      string,
      string,
      string
    ]

    it.effect(
      "keeps queued requests and instances, and the version before it uses the queue, without the other emails",
      () =>
        Effect.gen(function* () {
          yield* migrator.apply({ "0001_initial": initial.migration })
          const previous = yield* before
          const outbox = yield* EmailOutbox
          const deliveries = yield* MailDeliveryLog
          yield* previous.enqueue(first)
          yield* previous.createInstance
          assert.deepStrictEqual(yield* Migrations.apply, all.slice(1))
          const instances = yield* InstanceRepository
          assert.deepStrictEqual(yield* instances.findById(defaultInstance.id), Option.some(defaultInstance))

          const at = Samples.now
          const leased = yield* outbox.lease({ now: at, until: at, limit: 10 })
          assert.deepStrictEqual(
            leased.map(({ id, kind, expiresAt }) => [id, kind, expiresAt]),
            [[first, "magic_link", Samples.plus(5 * Samples.minute)]]
          )

          yield* previous.enqueue(second)
          yield* previous.enqueue(third)
          const notice = Samples.queuedEmail(InstanceId.make("default"), { kind: EmailKind.make("password_changed") })
          yield* outbox.enqueue(notice)
          assert.deepStrictEqual(
            (yield* previous.lease).map(({ id }) => id),
            [first, second, third]
          )
          yield* previous.complete(second)
          assert.lengthOf(yield* previous.deleteExpired, 2)
          assert.deepStrictEqual(
            (yield* deliveries.list(notice.instanceId, 9)).map(({ id, kind, state }) => [id, kind, state]).sort(),
            [
              [notice.id, "password_changed", "queued"],
              [second, "magic_link", "sent"]
            ]
          )
        }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, database.empty)))
    )
  })
}
