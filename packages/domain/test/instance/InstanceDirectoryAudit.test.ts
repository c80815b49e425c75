import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import { outage, outcome, test } from "../support.ts"
import { auditLog, deeds } from "../support/AuditTrail.ts"
import { before, release } from "../support/Interception.ts"

const unknownId = InstanceId.make("inst_01890a5d-ac96-774b-bcce-b302099a8057")

describe("The audit log of instances", () => {
  test(
    "has nothing to say about the first start",
    Effect.gen(function* () {
      assert.lengthOf(yield* auditLog, 0)
    })
  )

  test(
    "has a line for each that is created: when, by which way, which and with what",
    Effect.gen(function* () {
      const { create } = yield* Instances
      yield* TestClock.adjust("1 minute")
      const made = yield* create({ name: "Bakery", plan: "pro", authConfig: { magic_link: true } }, "dashboard")
      const [line] = yield* auditLog
      assert.deepInclude(line, { actor: "dashboard", action: "instance_created" })
      assert.strictEqual(line?.detail, 'name="Bakery", plan="pro", authConfig.magic_link=true')
      assert.strictEqual(line?.at.epochMillis, 60_000)
      assert.deepStrictEqual(line?.instanceId, Option.some(made.id))
      assert.isTrue(Option.exists(Option.fromNullable(line), ({ userId }) => Option.isNone(userId)))
    })
  )

  test(
    "has a line for each change, with every setting that it names and no other",
    Effect.gen(function* () {
      const { update: change } = yield* Instances
      yield* change(
        defaultId,
        {
          hosts: ["a.example", "b.example"],
          redirectUrl: null,
          sessionConfig: { idleLifetimeSeconds: 3600, passwordPolicy: { minLength: 12, requireNumber: true } },
          rateLimits: { signInPerEmail: { limit: 3 } }
        },
        "admin_api"
      )
      const [line] = yield* auditLog
      assert.deepInclude(line, { actor: "admin_api", action: "instance_updated" })
      assert.deepStrictEqual(line?.instanceId, Option.some(defaultId))
      assert.deepStrictEqual(line?.detail.split(", "), [
        'hosts=["a.example","b.example"]',
        "redirectUrl=null",
        "sessionConfig.idleLifetimeSeconds=3600",
        "sessionConfig.passwordPolicy.minLength=12",
        "sessionConfig.passwordPolicy.requireNumber=true",
        "rateLimits.signInPerEmail.limit=3"
      ])
    })
  )

  test(
    "says program when nobody says who it is",
    Effect.gen(function* () {
      const { update: change, create } = yield* Instances
      const { id } = yield* create({ name: "Bakery" })
      yield* change(id, { name: "Butcher" })
      assert.deepStrictEqual(yield* deeds, [
        'program instance_created name="Bakery"',
        'program instance_updated name="Butcher"'
      ])
    })
  )

  test(
    "has no line for what is refused",
    Effect.gen(function* () {
      const { update: change, create } = yield* Instances
      const { id } = yield* create({ name: "Bakery", hosts: ["bakery.example"] })
      const sessionConfig = { passwordPolicy: { minLength: 9 } }
      const refusals = [
        [create({ name: "Butcher", hosts: ["bakery.example"] }), "HostTaken"],
        [create({ name: "Butcher", sessionConfig }), "PlanDoesNotAllow"],
        [change(defaultId, { hosts: ["bakery.example"] }), "HostTaken"],
        [change(id, { sessionConfig }), "PlanDoesNotAllow"],
        [change(unknownId, { name: "Butcher" }), "InstanceNotFound"]
      ] as const
      for (const [attempt, expected] of refusals) {
        assert.strictEqual(yield* outcome<unknown, { readonly _tag: string }, never>(attempt), expected)
      }
      assert.lengthOf(yield* auditLog, 1)
    })
  )

  test(
    "cuts a detail that is too long at 2,000 characters",
    Effect.gen(function* () {
      const { update: change } = yield* Instances
      const hosts = Array.from({ length: 100 }, (_, index) => `${"a".repeat(50)}${index}.example`)
      yield* change(defaultId, { hosts })
      const [line] = yield* auditLog
      assert.lengthOf(line?.detail ?? "", 2000)
      assert.isTrue(`hosts=${JSON.stringify(hosts)}`.startsWith(line?.detail ?? "none"))
    })
  )

  test(
    "is written together with the change, or neither is",
    Effect.gen(function* () {
      const { findByHost: byHost, update: change, create, list } = yield* Instances
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(create({ name: "Bakery", hosts: ["bakery.example"] })), "PersistenceError")
      assert.strictEqual(yield* outcome(change(defaultId, { name: "Ours" })), "PersistenceError")
      yield* release("AuditLog.append")
      assert.lengthOf(yield* list, 1)
      assert.deepInclude(yield* byHost("bakery.example"), { id: defaultId, name: "Latchkey" })
      yield* create({ name: "Bakery", hosts: ["bakery.example"] })
      assert.strictEqual((yield* byHost("bakery.example")).name, "Bakery")
    })
  )
})
