import { assert, describe, it } from "@effect/vitest"
import { AttemptStatistics } from "@latchkey/domain/audit/AttemptStatistics"
import * as Domain from "@latchkey/domain/Domain"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import * as SenderRecords from "@latchkey/domain/mail/SenderRecords"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  ann,
  ben,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  ports,
  portsWithoutMailer,
  signedUp,
  test
} from "../support.ts"
import { before } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

describe("OperatorReports.auditLog", () => {
  test(
    "returns entries newest first, in pages that begin before an id",
    Effect.gen(function* () {
      const { auditLog } = yield* OperatorReports
      const { create } = yield* InstanceDirectory
      for (const name of ["Bakery", "Butcher", "Florist"]) yield* create({ name })
      const first = yield* auditLog({ before: Option.none(), limit: 2 })
      assert.deepStrictEqual(
        first.map(({ detail }) => detail),
        ['name="Florist"', 'name="Butcher"']
      )
      const last = Option.map(Option.fromNullable(first.at(-1)), ({ id }) => id)
      const second = yield* auditLog({ before: last, limit: 2 })
      assert.deepStrictEqual(
        second.map(({ detail }) => detail),
        ['name="Bakery"']
      )
    })
  )
})

describe("OperatorReports.emailDeliveries", () => {
  test(
    "returns sent and queued emails of the instance, newest first, and at most `limit`",
    Effect.gen(function* () {
      const { emailDeliveries } = yield* OperatorReports
      const client = yield* TestClient.make
      yield* client.requestLink(ann)
      yield* (yield* EmailDispatcher).dispatch
      yield* oneMilli
      yield* client.requestLink(ben)
      yield* client.at(otherInstance).requestLink(ann)
      const read = (limit: number) =>
        Effect.map(emailDeliveries(defaultId, limit), (all) => all.map(({ email, state }) => `${email} ${state}`))
      assert.deepStrictEqual(yield* read(10), [`${ben} queued`, `${ann} sent`])
      assert.deepStrictEqual(yield* read(1), [`${ben} queued`])
      assert.lengthOf(yield* emailDeliveries(otherInstance.id, 10), 1)
    })
  )
})

describe("OperatorReports.attempts", () => {
  test(
    "returns the stored numbers of attempts of the instance",
    Effect.gen(function* () {
      const { attempts } = yield* OperatorReports
      yield* signedUp
      yield* (yield* AttemptStatistics).flush
      assert.deepStrictEqual(
        (yield* attempts.lastDay(defaultId)).map(({ attempt, count, outcome }) => `${attempt} ${outcome} ${count}`),
        ["sign_up ok 1"]
      )
      assert.deepStrictEqual(yield* attempts.lastDay(otherInstance.id), [])
    })
  )
})

describe("OperatorReports.canSendEmail", () => {
  test(
    "is `true` with an email provider",
    Effect.gen(function* () {
      assert.isTrue((yield* OperatorReports).canSendEmail)
    })
  )

  it.effect("is `false` without an email provider", () =>
    Effect.gen(function* () {
      assert.isFalse((yield* OperatorReports).canSendEmail)
    }).pipe(
      Effect.provide(Domain.layer.pipe(Layer.provide(Layer.merge(portsWithoutMailer, MemoryMailer.layerUnconfigured))))
    )
  )
})

describe("OperatorReports.senderRecords", () => {
  const record = { kind: "SPF", state: "ok", detail: "example.com has a record", toAdd: [] } as const

  test(
    "is empty by default",
    Effect.gen(function* () {
      assert.isEmpty(yield* (yield* OperatorReports).senderRecords)
    })
  )

  it.effect("is what the app examines", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* (yield* OperatorReports).senderRecords, [record])
    }).pipe(
      Effect.provide(
        Domain.layer.pipe(Layer.provide([ports, SenderRecords.layer(Effect.succeed(Effect.succeed([record])))]))
      )
    )
  )
})

describe("OperatorReports: outage", () => {
  for (const [method, read] of [
    ["AuditLog.list", ({ auditLog }: OperatorReports["Type"]) => auditLog({ before: Option.none(), limit: 1 })],
    ["MailDeliveryLog.list", ({ emailDeliveries }: OperatorReports["Type"]) => emailDeliveries(defaultId, 1)],
    ["AttemptCounts.since", ({ attempts }: OperatorReports["Type"]) => attempts.lastDay(defaultId)]
  ] as const) {
    test(
      `fails with PersistenceError in ${method}`,
      Effect.gen(function* () {
        const reports = yield* OperatorReports
        yield* before(method, outage)
        assert.strictEqual(yield* outcome<unknown, { readonly _tag: string }, never>(read(reports)), "PersistenceError")
      })
    )
  }
})
