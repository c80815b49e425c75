import { assert, describe } from "@effect/vitest"
import { AttemptStatistics } from "@latchkey/domain/audit/AttemptStatistics"
import { CleanupJob } from "@latchkey/domain/CleanupJob"
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { DashboardAccess } from "@latchkey/domain/operator/DashboardAccess"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Metric from "effect/Metric"
import * as MetricState from "effect/MetricState"
import * as TestClock from "effect/TestClock"
import {
  ann,
  limited,
  linkTokenFor,
  newPassword,
  outage,
  outcome,
  rightPassword,
  signedUp,
  test,
  wrongPassword
} from "../support.ts"
import { beforeNext } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const dispatch = Effect.flatMap(EmailDispatcher, (dispatcher) => dispatcher.dispatch)

const isCounted = (state: MetricState.MetricState.Untyped): boolean =>
  MetricState.isCounterState(state as never) || MetricState.isHistogramState(state as never)

/** Returns every counter and histogram of Latchkey by name and labels, with its number of observations. */
const series = Effect.map(Metric.snapshot, (pairs) => {
  const found = pairs
    .filter(({ metricKey, metricState }) => metricKey.name.startsWith("latchkey_") && isCounted(metricState))
    .map(({ metricKey, metricState }) => {
      const labels = metricKey.tags.map(({ key, value }) => `${key}=${value}`).join(",")
      const { count } = metricState as unknown as { readonly count: number | bigint }
      return [`${metricKey.name}{${labels}}`, Number(count)] as const
    })
  return new Map(found)
})

/** Returns what `effect` added to the series. The registry is shared by all tests of the process. */
const added = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = yield* series
    yield* effect
    const after = yield* series
    const grown = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const)
    return Object.fromEntries(grown.filter(([, count]) => count !== 0))
  })

describe("Metrics", () => {
  test(
    "count attempts by outcome, and decisions of the rate limiter",
    Effect.gen(function* () {
      const client = (yield* TestClient.make).at(limited({ signInPerEmail: { limit: 1, windowSeconds: 60 } }))
      const counted = yield* added(
        Effect.gen(function* () {
          yield* client.signUp(ann, rightPassword)
          const unknownClient = (yield* TestClient.make).at(
            limited({ signInPerEmail: { limit: 1, windowSeconds: 60 } })
          )
          yield* outcome(unknownClient.signIn(ann, wrongPassword))
          yield* outcome(unknownClient.signIn(ann, wrongPassword))
          yield* client.signIn(ann, rightPassword)
        })
      )
      assert.deepStrictEqual(counted, {
        "latchkey_attempts_total{attempt=sign_up,outcome=ok}": 1,
        "latchkey_attempts_total{attempt=sign_in,outcome=InvalidCredentials}": 1,
        "latchkey_attempts_total{attempt=sign_in,outcome=RateLimited}": 1,
        "latchkey_attempts_total{attempt=sign_in,outcome=ok}": 1,
        "latchkey_rate_limit_total{action=sign_up,decision=allowed}": 1,
        "latchkey_rate_limit_total{action=sign_in,decision=allowed}": 5,
        "latchkey_rate_limit_total{action=sign_in,decision=refused}": 1,
        "latchkey_rate_limit_refused_total{limit=signInPerEmail}": 1
      })
    })
  )

  test(
    "count password changes by outcome, within the limits of sign-ins",
    Effect.gen(function* () {
      const client = yield* signedUp
      const counted = yield* added(
        Effect.gen(function* () {
          yield* outcome(client.changePassword(newPassword, wrongPassword))
          yield* client.changePassword(newPassword, rightPassword)
        })
      )
      assert.deepStrictEqual(counted, {
        "latchkey_attempts_total{attempt=password_set,outcome=InvalidCredentials}": 1,
        "latchkey_attempts_total{attempt=password_set,outcome=ok}": 1,
        "latchkey_rate_limit_total{action=sign_in,decision=allowed}": 4
      })
    })
  )

  test(
    "count a magic link that needs confirmation as such, not as a sign-in",
    Effect.gen(function* () {
      const token = yield* linkTokenFor(yield* TestClient.make, ann)
      const counted = yield* added((yield* TestClient.make).openLink(token))
      assert.deepStrictEqual(counted, {
        "latchkey_attempts_total{attempt=magic_link_verify,outcome=ConfirmationNeeded}": 1,
        "latchkey_rate_limit_total{action=magic_link,decision=allowed}": 1
      })
    })
  )

  test(
    "count emails sent, rescheduled, failed and discarded, and their age at the end",
    Effect.gen(function* () {
      const { failNext } = yield* Sent
      const request = Effect.flatMap(TestClient.make, (client) => client.requestLink(ann))
      yield* Effect.all([request, request, request])
      const counted = yield* added(
        Effect.gen(function* () {
          yield* failNext(1, new MailerError({ reason: "permanent", cause: new Error() }))
          yield* beforeNext("Mailer.send", new MailerError({ reason: "transient", cause: new Error() }))
          yield* dispatch
          yield* TestClock.adjust("5 minutes")
          yield* dispatch
        })
      )
      assert.deepStrictEqual(counted, {
        "latchkey_emails_total{kind=magic_link,outcome=sent,reason=ok}": 1,
        "latchkey_emails_total{kind=magic_link,outcome=rescheduled,reason=unavailable}": 1,
        "latchkey_emails_total{kind=magic_link,outcome=failed,reason=rejected}": 1,
        "latchkey_emails_total{kind=magic_link,outcome=discarded,reason=expired}": 1,
        "latchkey_email_age_seconds{kind=magic_link,outcome=sent}": 1,
        "latchkey_email_age_seconds{kind=magic_link,outcome=failed}": 1,
        "latchkey_email_age_seconds{kind=magic_link,outcome=discarded}": 1
      })
    })
  )

  test(
    "count deleted rows by kind, and cleanup runs by outcome",
    Effect.gen(function* () {
      const { run } = yield* CleanupJob
      yield* (yield* TestClient.make).requestLink(ann)
      yield* TestClock.adjust("1 hour")
      const counted = yield* added(
        Effect.gen(function* () {
          yield* run
          yield* beforeNext("SessionRepository.deleteExpired", outage)
          yield* outcome(run)
        })
      )
      assert.deepStrictEqual(counted, {
        "latchkey_expired_rows_deleted_total{kind=rate_limits}": 2,
        "latchkey_expired_rows_deleted_total{kind=queued_emails}": 1,
        "latchkey_cleanup_runs_total{outcome=ok}": 1,
        "latchkey_cleanup_runs_total{outcome=failed}": 1
      })
    })
  )

  test(
    "have a kind for everything that the cleanup job deletes",
    Effect.gen(function* () {
      const { run } = yield* CleanupJob
      const client = yield* signedUp
      yield* linkTokenFor(client, ann)
      yield* (yield* DashboardAccess).invite({ actor: "command_line", adminKey: Option.none() })
      yield* (yield* AttemptStatistics).flush
      // A request that is never sent.
      yield* client.requestLink(ann)
      const { create, delete: remove } = yield* InstanceDirectory
      yield* remove((yield* create({ name: "Bakery" })).id)
      yield* TestClock.adjust("401 days")
      const kinds = Object.keys(yield* added(run)).filter((name) => name.includes("expired_rows_deleted"))
      assert.deepStrictEqual(
        kinds.sort(),
        [
          "attempt_counts",
          "audit_log",
          "deleted_instances",
          "email_deliveries",
          "events",
          "magic_links",
          "one_time_tokens",
          "queued_emails",
          "rate_limits",
          "sessions"
        ].map((kind) => `latchkey_expired_rows_deleted_total{kind=${kind}}`)
      )
    })
  )
})
