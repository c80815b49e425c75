import { assert, it } from "@effect/vitest"
import { SqlClient } from "@effect/sql/SqlClient"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { ApiKeyRepository } from "@latchkey/domain/operator/ApiKeyRepository"
import { WebhookQueue } from "@latchkey/domain/webhook/WebhookQueue"
import { WebhookRepository } from "@latchkey/domain/webhook/WebhookRepository"
import * as Distributed from "@latchkey/postgres/Distributed"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as PortsContract from "@latchkey/testkit/PortsContract"
import * as Samples from "@latchkey/testkit/Samples"
import * as PgClient from "@effect/sql-pg/PgClient"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import type { Nodes } from "@latchkey/test-support/postgres/CitusCluster"
import * as CitusDatabase from "@latchkey/test-support/postgres/CitusDatabase"
import { inject } from "vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { newestServer, noCitus, onCitus, onServer, type TestDatabase } from "@latchkey/test-support/postgres/databases"
import { type Sent, statementsOf } from "@latchkey/test-support/postgres/Recording"
import { tables as declaredTables } from "../src/internal/migrations/all.ts"
import type { Table } from "../src/internal/Table.ts"
import * as PortCalls from "./support/PortCalls.ts"
import { applyUntil, next, upgrade } from "./support/Versions.ts"

const citus = onCitus()

interface Partition {
  readonly name: string
  readonly method: string
}

const partitions = Effect.flatMap(
  SqlClient,
  (sql) => sql<Partition>`
    SELECT c.relname AS name, p.partmethod AS method
    FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid
    WHERE c.relnamespace = 'latchkey'::regnamespace ORDER BY c.relname`
)

const copied = Object.values<Table>(declaredTables)
  .flatMap(({ name, ofInstance }) => (ofInstance ? [] : [name]))
  .sort()

const bytes = (value: Uint8Array): string => `\\x${Buffer.from(value).toString("hex")}`

const element = (value: unknown): string =>
  value === null ? "NULL" : JSON.stringify(value instanceof Uint8Array ? bytes(value) : `${value}`)

const literal = (value: unknown): string => {
  if (value === null) return "NULL"
  const text = value instanceof Uint8Array ? bytes(value) : `${value}`
  return `'${(Array.isArray(value) ? `{${value.map(element).join(",")}}` : text).replaceAll("'", "''")}'`
}

/** Citus explains some statements only without parameters. */
const withValues = (text: string, parameters: ReadonlyArray<unknown>): string =>
  text.replaceAll(/\$(\d+)/g, (_, place: string) => literal(parameters[Number(place) - 1]))

/** The numbers of shards that a statement and its steps are sent to. */
const shardsOf = ({ parameters, text }: Sent) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const lines = yield* sql.unsafe<{ "QUERY PLAN": string }>(`EXPLAIN (COSTS OFF) ${withValues(text, parameters)}`)
    return lines.flatMap((line) => /Task Count: (\d+)/.exec(line["QUERY PLAN"])?.[1] ?? []).map(Number)
  })

const isPlanned = ({ text }: Sent): boolean => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text)

/** Whether the shards of a statement are more than one, or cannot be told. */
const isSpread = (sent: Sent) => Effect.map(shardsOf(sent), (shards) => shards.some((count) => count !== 1))

const testsOn = ({ empty, migrated, name }: TestDatabase): void => {
  PortsContract.suite(name, Layer.provide(Postgres.layer, migrated))

  it.layer(Layer.provideMerge(Postgres.layer, migrated), { timeout: "1 minute" })("Statements on Citus", (it) => {
    it.effect("go to one shard if they serve a request, and if they change rows", () =>
      Effect.gen(function* () {
        const spread = new Set<string>()
        for (const [port, methods] of Object.entries(yield* PortCalls.make)) {
          for (const [method, call] of Object.entries(methods)) {
            const sent = (yield* statementsOf(call)).filter(isPlanned)
            for (const statement of yield* Effect.filter(sent, isSpread)) {
              spread.add(`${port}.${method}`)
              assert.match(statement.text, /^\s*SELECT\b/, `${port}.${method}`)
              assert.notMatch(statement.text, /FOR (UPDATE|SHARE)/)
            }
          }
        }
        const background = [...spread].filter((method) => !method.endsWith(".deleteExpired"))
        assert.sameMembers(background, [
          `${EmailOutbox.key}.lease`,
          `${MailDeliveryLog.key}.countReports`,
          `${MailDeliveryLog.key}.countSent`,
          `${SecondFactorRepository.key}.countOfKey`,
          `${SecondFactorRepository.key}.listOfOtherKeys`,
          `${SignInFailures.key}.takeNotices`,
          `${UserRepository.key}.listDueDeletions`,
          `${WebhookQueue.key}.distribute`,
          `${WebhookQueue.key}.lease`,
          `${WebhookRepository.key}.page`
        ])
      })
    )

    it.effect("go to every shard without their instance, which the test above reports", () =>
      Effect.gen(function* () {
        const text = "DELETE FROM latchkey.sessions WHERE session_id = $1"
        assert.isTrue(yield* isSpread({ text, parameters: ["sess_1"] }))
        const withInstance = `${text} AND instance_id = $2`
        assert.isFalse(yield* isSpread({ text: withInstance, parameters: ["sess_1", "inst_1"] }))
      })
    )

    it.effect("leave the same rows in every copy of a table without instances", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const log = yield* AuditLog
        const keys = yield* ApiKeyRepository
        const at = Samples.longAgo
        for (let entries = 0; entries < 9; entries++) {
          yield* log.append(Samples.auditEntry({ at }))
          yield* keys.insert(Samples.apiKey({ expiresAt: Option.some(at) }))
        }
        yield* Effect.all([log.deleteExpired(at, 4), log.deleteExpired(at, 4)], { concurrency: "unbounded" })
        yield* keys.deleteExpired(at, 4)
        for (const table of ["audit_log", "api_keys"]) {
          const copies = yield* sql<{ result: string }>`
              SELECT result FROM run_command_on_placements(
                ${`latchkey.${table}`}, 'SELECT md5(string_agg(t::text, '','' ORDER BY t::text)) || count(*) FROM %s t'
              )`
          assert.strictEqual(copies.length, 3)
          assert.strictEqual(new Set(copies.map(({ result }) => result)).size, 1, table)
        }
      })
    )
  })

  it.scoped("Migrations.distribute distributes by instance, keeps what is stored, and can be repeated", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* Migrations.apply
      assert.isFalse(yield* Distributed.read)
      const user = yield* Effect.provide(Samples.storedUser(Samples.instance().id), Postgres.layer)
      const tables = yield* Migrations.distribute
      assert.isTrue(yield* Distributed.read)
      const found = yield* partitions
      assert.sameMembers(
        [...tables],
        found.map(({ name }) => name)
      )
      assert.deepStrictEqual(
        found.filter(({ method }) => method === "n").map(({ name }) => name),
        copied
      )
      assert.isTrue(found.every(({ method, name }) => method === (copied.includes(name) ? "n" : "h")))
      const [groups] = yield* sql<{ count: number }>`
        SELECT count(DISTINCT colocationid)::int AS count FROM pg_dist_partition WHERE partmethod = 'h'`
      assert.strictEqual(groups?.count, 1)
      const users = UserRepository.pipe(Effect.provide(Postgres.layer))
      assert.deepStrictEqual(yield* (yield* users).findById(user.instanceId, user.id), Option.some(user))
      assert.deepStrictEqual(yield* Migrations.distribute, [])
      const [local] = yield* sql<{ bytes: number }>`
        SELECT pg_relation_size('latchkey.users')::int AS bytes`
      assert.strictEqual(local?.bytes, 0)
    }).pipe(Effect.provide(empty))
  )

  it.scoped("Migrations.apply distributes a table that refers to users, if the users are distributed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* applyUntil(1)
      yield* Migrations.distribute
      yield* Migrations.apply
      const user = yield* Effect.provide(Samples.storedUser(Samples.instance().id), Postgres.layer)
      assert.deepInclude(yield* partitions, { name: "identities", method: "h" })
      assert.notInclude(yield* Migrations.distribute, "identities")
      yield* Effect.provide(Samples.storedIdentity(user), Postgres.layer)
      yield* sql`DELETE FROM latchkey.users WHERE instance_id = ${user.instanceId} AND user_id = ${user.id}`
      assert.deepStrictEqual(yield* sql`SELECT identity_id FROM latchkey.identities`, [])
    }).pipe(Effect.provide(empty))
  )

  it.scoped("Migrations.apply changes distributed tables", () =>
    Effect.gen(function* () {
      yield* Migrations.apply
      yield* Migrations.distribute
      assert.deepStrictEqual(yield* upgrade, next)
    }).pipe(Effect.provide(empty))
  )
}

const afterCitus = (nodes: Nodes) =>
  it.scoped("Migrations.distribute makes a store of a database that had the tables before it had Citus", () =>
    Effect.gen(function* () {
      const { join, url } = yield* CitusDatabase.makeSeparate(nodes)
      const consumed = Effect.gen(function* () {
        yield* Migrations.apply
        yield* join
        yield* Migrations.distribute
        const store = yield* Effect.provide(RateLimitStore, Layer.provide(Postgres.layer, Distributed.layer))
        const { id } = Samples.instance()
        const window = { key: "key", rate: { limit: 1, windowSeconds: 60 } }
        const attempt = store.consume(id, [window], Samples.longAgo)
        return [(yield* attempt).isAllowed, (yield* attempt).isAllowed]
      })
      const client = PgClient.layer({ url, maxConnections: 3 })
      assert.deepStrictEqual(yield* Effect.provide(consumed, client), [true, false])
    })
  )

const nodes = inject("citusCluster")
if (nodes !== null) afterCitus(nodes)
if (citus === undefined) it.skip(noCitus, () => {})
else testsOn(citus)

it.scoped("Migrations.distribute fails without Citus, and changes nothing", () =>
  Effect.gen(function* () {
    yield* Migrations.apply
    const failure = yield* Effect.flip(Migrations.distribute)
    assert.include(failure.message, 'Run "CREATE EXTENSION citus"')
    assert.isFalse(yield* Distributed.read)
  }).pipe(Effect.provide(onServer(newestServer()).empty))
)
