import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import { FormerEmails } from "@latchkey/domain/account/FormerEmails"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { Storage } from "@latchkey/domain/Domain"
import { EventLog } from "@latchkey/domain/event/EventLog"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { InvitationRepository } from "@latchkey/domain/invitation/InvitationRepository"
import { CustomEmailRepository } from "@latchkey/domain/mail/CustomEmailRepository"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { ApiKeyRepository } from "@latchkey/domain/operator/ApiKeyRepository"
import { OneTimeTokenRepository } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import { SigningKeyRepository } from "@latchkey/domain/access-token/SigningKeyRepository"
import { PersonalTokenRepository } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import { FactorRecoveryRepository } from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { WebhookQueue } from "@latchkey/domain/webhook/WebhookQueue"
import { WebhookRepository } from "@latchkey/domain/webhook/WebhookRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { onServer, servers } from "@latchkey/test-support/postgres/databases"
import { type Sent, statementsOf } from "@latchkey/test-support/postgres/Recording"
import * as ManyRows from "./support/ManyRows.ts"
import * as PortCalls from "./support/PortCalls.ts"
import * as QueryPlan from "./support/QueryPlan.ts"

interface Recorded extends Sent {
  readonly method: string
}

/** Every statement that the ports send to a database with many rows. */
class Statements extends Context.Tag("@latchkey/postgres/test/Statements")<Statements, ReadonlyArray<Recorded>>() {}

/** Returns the statement for the largest instance. What others removed was of a small one, so that rows are left. */
const ofLargest = ({ parameters, text }: Sent): Sent => ({
  text,
  parameters: parameters.map((value) => (value === ManyRows.another ? ManyRows.largest : value))
})

const record = Effect.gen(function* () {
  yield* ManyRows.insert
  const recorded: Array<Recorded> = []
  for (const [port, methods] of Object.entries(yield* PortCalls.make)) {
    for (const [method, call] of Object.entries(methods)) {
      const sent = (yield* statementsOf(call)).filter(hasPlan).map(ofLargest)
      recorded.push(...sent.map((statement) => ({ method: `${port}.${method}`, ...statement })))
    }
  }
  return recorded
})

/** Reads all instances, of which there are few, once a minute. */
const readsAll = `${InstanceRepository.key}.list`
const readsDeleted = `${InstanceRepository.key}.listDeleted`
/** Reads all users of an instance, when an administrator deletes it. */
const countsUsers = `${UserRepository.key}.count`
/** Reads the hours of a day, or adds up those of a month, by the primary key: the cleanup job deletes older ones. */
const readsDay = `${AttemptCounts.key}.since`
/** Reads all API keys, of which there are few. */
const readsKeys = `${ApiKeyRepository.key}.revokeAll`
/** Counts the accounts of an instance by an index, every two minutes at most, while they have several schemes. */
const countsAccounts = `${UserRepository.key}.passwordSchemes`
/** Counts the passkeys of an instance, for the error of a service that does not start. */
const countsPasskeys = `${PasskeyRepository.key}.countByRpId`
/** Counts the authenticator apps under a key of the server, for `doctor`. */
const countsFactors = `${SecondFactorRepository.key}.countOfKey`
/** Reads the texts of an instance by the primary key: one per kind and language at most. */
const readsTexts = `${CustomEmailRepository.key}.list`
/** Count the emails of a day by an index, no further than needed, also of the whole service, for the dispatcher. */
const reputation = [`${MailDeliveryLog.key}.countReports`, `${MailDeliveryLog.key}.countSent`]
/** Looks at a thousand events of a type at once, which is much of a table of ten thousand. */
const readsEvents = `${EventLog.key}.page`
/** Deletes the former signing keys of an instance, which has three at most. */
const deletesKeys = `${SigningKeyRepository.key}.deleteUpTo`
const wide = [
  deletesKeys,
  readsTexts,
  ...reputation,
  readsAll,
  readsDeleted,
  countsFactors,
  countsPasskeys,
  countsUsers,
  readsDay,
  readsKeys,
  countsAccounts
]
/** Its best plan depends on its limit. */
const lease = `${EmailOutbox.key}.lease`
const takeNotices = `${SignInFailures.key}.takeNotices`
/** The users of all instances whose deletion is due, for the cleanup job. */
const dueDeletions = `${UserRepository.key}.listDueDeletions`
const otherKeys = `${SecondFactorRepository.key}.listOfOtherKeys`
/** They look for work in all instances. */
const webhookWork = [`${WebhookQueue.key}.distribute`, `${WebhookQueue.key}.lease`]
/** Reads all webhooks, for the cleanup job after a change of the server key. */
const webhookPage = `${WebhookRepository.key}.page`
/** Its table is almost empty, and therefore vacuumed all the time. The list of emails has those in it, too. */
const isOfOutbox = ({ method }: Recorded) =>
  method.startsWith(EmailOutbox.key) || method === `${MailDeliveryLog.key}.list`

/** Each of their rows names its instance. */
const batches = [`${AttemptCounts.key}.add`, `${SessionRepository.key}.touch`]
const isBatchOfChecks = ({ method, text }: Recorded) =>
  method === `${SessionRepository.key}.findActive` && text.includes("WITH ORDINALITY")

/** What reads no table tells which transactions are open. */
const readsTable = ({ text }: Sent) => text.includes('"latchkey"."')

const hasPlan = ({ text }: Sent) => !text.trimStart().startsWith("LOCK TABLE")

const yearMillis = 365 * 24 * 3600 * 1000

/** Times are texts, or milliseconds since 1970. */
const earlier = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(earlier)
  if (typeof value === "number" && value > yearMillis) return value % yearMillis
  return typeof value === "string" ? value.replace(/^20\d\d(?=-\d\d-\d\dT)/, "2001") : value
}

/** Returns the statement at a time before anything had expired, as if the cleanup job had kept up. */
const early = ({ text, parameters }: Sent): Sent => ({
  text,
  parameters: parameters.map(earlier)
})

const plans = (explain: typeof QueryPlan.custom, except: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const statements = (yield* Statements).filter(({ method }) => !except.includes(method))
    return yield* Effect.forEach(statements, (statement) =>
      Effect.map(explain(statement), (plan) => ({ ...statement, plan }))
    )
  })

const assertNoWideScans = (planned: Effect.Effect.Success<ReturnType<typeof plans>>) => {
  assert.isAbove(planned.length, 30)
  const found = planned.flatMap(({ method, plan }) => {
    const wideScans = QueryPlan.wideScans(plan)
    return wideScans.length === 0 ? [] : [`${method}: ${wideScans.join(", ")}\n${QueryPlan.describe(plan)}`]
  })
  assert.isEmpty(found, found.join("\n"))
}

for (const server of servers()) {
  const ports = Layer.provideMerge(Postgres.layer, onServer(server).migrated)
  const layer = Layer.provideMerge(Layer.effect(Statements, record), ports)

  it.layer(layer, { timeout: "3 minutes" })(`Query plans on ${server.name}`, (it) => {
    it.effect("are checked for every method of every port that stores data", () =>
      Effect.gen(function* () {
        const context: Context.Context<Storage> = yield* Layer.build(Postgres.layer)
        const expected = [...context.unsafeMap]
          .filter(([port]) => port !== Transaction.key)
          .flatMap(([port, service]) => Object.keys(service).map((method) => `${port}.${method}`))
        const recorded = (yield* Statements).map(({ method }) => method)
        assert.isAbove(expected.length, 25)
        assert.sameMembers([...new Set(recorded)], expected)
      }).pipe(Effect.scoped)
    )

    it.effect("find rows by indexes, and sort no table", () =>
      Effect.map(plans(QueryPlan.custom, [...wide, readsEvents]), assertNoWideScans)
    )

    it.effect("find rows by indexes also when they are generic", () =>
      Effect.map(plans(QueryPlan.generic, [...wide, lease]), assertNoWideScans)
    )

    it.effect("are made without reading deleted rows", () =>
      Effect.gen(function* () {
        const found: Array<string> = []
        for (const statement of (yield* Statements).filter((statement) => !isOfOutbox(statement))) {
          const blocks = yield* QueryPlan.blocksOfPlanning(early(statement))
          if (blocks !== 0) found.push(`${statement.method}: ${blocks} blocks`)
        }
        assert.deepStrictEqual(found, [])
      })
    )

    it.effect("concern one instance each, except those of batches and of background jobs", () =>
      Effect.gen(function* () {
        const others = (yield* Statements).filter(
          (statement) =>
            readsTable(statement) && !statement.parameters.includes(ManyRows.largest) && !isBatchOfChecks(statement)
        )
        const methods = new Set(others.map(({ method }) => method))
        const ofNoInstance = [ApiKeyRepository, AuditLog, InstanceRepository, OneTimeTokenRepository].map(
          ({ key }) => `${key}.`
        )
        const withExpiry = [
          AttemptCounts,
          EmailOutbox,
          EmailSuppressions,
          EventLog,
          FactorRecoveryRepository,
          FormerEmails,
          InvitationRepository,
          MagicLinkRepository,
          MailDeliveryLog,
          PersonalTokenRepository,
          RateLimitStore,
          SessionRepository,
          SignInFailures,
          WebhookQueue
        ]
        assert.sameMembers(
          [...methods].filter((method) => !ofNoInstance.some((port) => method.startsWith(port))),
          [
            lease,
            takeNotices,
            dueDeletions,
            countsFactors,
            otherKeys,
            ...webhookWork,
            webhookPage,
            ...reputation,
            ...batches,
            ...withExpiry.map(({ key }) => `${key}.deleteExpired`)
          ]
        )
      })
    )

    it.effect("follow foreign keys by indexes, within an instance", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const keys = yield* sql<{ name: string; indexed: boolean; within: boolean }>`
          SELECT
            k.conname AS name,
            EXISTS (
              SELECT FROM pg_index i
              WHERE i.indrelid = k.conrelid AND i.indpred IS NULL
                AND (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
            ) AS indexed,
            a.attname = 'instance_id' AND b.attname = 'instance_id' AS within
          FROM pg_constraint k
          JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
          JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = k.confkey[1]
          WHERE k.contype = 'f' AND k.connamespace = 'latchkey'::regnamespace`
        assert.isAbove(keys.length, 4)
        assert.deepStrictEqual(
          keys.filter(({ indexed, within }) => !indexed || !within),
          []
        )
      })
    )

    it.effect("use every index", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const used = (yield* plans(QueryPlan.custom, [])).flatMap(({ plan }) =>
          QueryPlan.nodes(plan).map((node) => node["Index Name"])
        )
        // Cascades use the indexes of foreign keys, and no plan shows that.
        const optional = yield* sql<{ name: string }>`
          SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
          WHERE NOT i.indisunique AND c.relnamespace = 'latchkey'::regnamespace AND NOT EXISTS (
            SELECT FROM pg_constraint k
            WHERE k.contype = 'f' AND k.conrelid = i.indrelid AND (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
          )`
        assert.isAbove(optional.length, 5)
        assert.deepStrictEqual(
          optional.filter(({ name }) => !used.includes(name)),
          []
        )
      })
    )
  })
}
