import { assert, describe } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { CleanupJob, grace } from "@latchkey/domain/CleanupJob"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { InstanceAdministration } from "@latchkey/domain/operator/InstanceAdministration"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { ann, ben, email, justBefore, oneMilli, outage, outcome, password, rightPassword, test } from "../support.ts"
import { auditLines, auditLog } from "../support/AuditTrail.ts"
import { argsOf, before, beforeNext, countOf, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const host = "bakery.example"
const settings = { name: "Bakery", plan: "pro", hosts: [host], authConfig: { magic_link: true } } as const

const create = Effect.flatMap(InstanceDirectory, (directory) => directory.create(settings))
const remove = (id: InstanceId) => Effect.flatMap(InstanceDirectory, (directory) => directory.delete(id))
const nameAt = (of: string) =>
  Effect.flatMap(InstanceDirectory, ({ findByHost }) => Effect.map(findByHost(of), ({ name }) => name))
const countUsers = (id: InstanceId) => Effect.flatMap(UserRepository, (users) => users.count(id))
const cleanup = Effect.flatMap(CleanupJob, ({ run }) => run)
const reads = countOf("InstanceRepository.findByHost")
/** How many users each deleted instance still has, by name. */
const remaining = Effect.flatMap(InstanceAdministration, ({ listDeleted }) =>
  Effect.map(listDeleted, (all) => all.map(({ name, users }) => [name, users] as const))
)

/** Creates an instance with two users. */
const populated = Effect.gen(function* () {
  const instance = yield* create
  const client = (yield* TestClient.make).at(instance)
  yield* client.signUp(ann, rightPassword)
  yield* client.signUp(ben, rightPassword)
  return instance
})

describe("InstanceDirectory.delete", () => {
  test(
    "makes the instance unknown by its id and in the list, and cannot be repeated",
    Effect.gen(function* () {
      const { delete: remove, get, list, update } = yield* InstanceDirectory
      const { id } = yield* create
      yield* remove(id)
      assert.deepStrictEqual(
        (yield* list).map((instance) => instance.id),
        [defaultId]
      )
      assert.strictEqual(yield* outcome(get(id)), "InstanceNotFound")
      assert.strictEqual(yield* outcome(update(id, { name: "Ours" })), "InstanceNotFound")
      assert.strictEqual(yield* outcome(remove(id)), "InstanceNotFound")
    })
  )

  test(
    "makes its hosts fail with InstanceNotFound immediately, and never shows `default` there",
    Effect.gen(function* () {
      const { id } = yield* create
      assert.strictEqual(yield* nameAt(host), "Bakery")
      yield* remove(id)
      assert.strictEqual(yield* outcome(nameAt(host)), "InstanceNotFound")
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* outcome(nameAt(host)), "InstanceNotFound")
      assert.strictEqual(yield* nameAt("other.example"), "Latchkey")
    })
  )

  test(
    "by another process takes effect within a second, after which a host costs one query a second",
    Effect.gen(function* () {
      const { id } = yield* create
      yield* nameAt(host)
      yield* (yield* InstanceRepository).delete(id, yield* DateTime.now)
      yield* TestClock.adjust("1001 millis")
      assert.strictEqual(yield* outcome(nameAt(host)), "InstanceNotFound")
      const earlier = yield* reads
      yield* Effect.replicateEffect(Effect.zipRight(oneMilli, outcome(nameAt(host))), 10)
      assert.strictEqual(yield* reads, earlier)
      yield* TestClock.adjust("1001 millis")
      yield* outcome(nameAt(host))
      assert.strictEqual(yield* reads, earlier + 1)
    })
  )

  test(
    "keeps its hosts from other instances",
    Effect.gen(function* () {
      const { create: add, update } = yield* InstanceDirectory
      const { id } = yield* create
      yield* remove(id)
      assert.strictEqual(yield* outcome(add({ name: "Butcher", hosts: [host] })), "HostTaken")
      assert.strictEqual(yield* outcome(update(defaultId, { hosts: [host] })), "HostTaken")
    })
  )

  test(
    "fails with DefaultInstanceRequired for the default instance, and changes nothing",
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(remove(defaultId)), "DefaultInstanceRequired")
      assert.strictEqual(yield* nameAt("any.example"), "Latchkey")
      assert.deepStrictEqual(yield* auditLog, [])
    })
  )

  test(
    "is in the audit log, with the actor, the name and the hosts; refused deletions are not",
    Effect.gen(function* () {
      const { delete: remove } = yield* InstanceDirectory
      const { id } = yield* create
      const other = yield* (yield* InstanceDirectory).create({ name: "Butcher" })
      yield* remove(id, { actor: "dashboard" })
      yield* outcome(remove(id, { actor: "dashboard" }))
      yield* remove(other.id)
      assert.deepStrictEqual((yield* auditLines).slice(2), [
        `dashboard instance_deleted name="Bakery", hosts=["${host}"]`,
        'program instance_deleted name="Butcher", hosts=[]'
      ])
      assert.deepStrictEqual((yield* auditLog)[2]?.instanceId, Option.some(id))
    })
  )

  test(
    "and its audit entry are one transaction",
    Effect.gen(function* () {
      const { id } = yield* create
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(remove(id)), "PersistenceError")
      yield* release("AuditLog.append")
      assert.strictEqual(yield* nameAt(host), "Bakery")
      assert.strictEqual(yield* outcome(remove(id)), "ok")
    })
  )

  test(
    "discards the emails that are queued",
    Effect.gen(function* () {
      const instance = yield* create
      yield* (yield* TestClient.make).at(instance).requestLink(ann)
      yield* remove(instance.id)
      assert.strictEqual(yield* (yield* EmailDispatcher).dispatch, 1)
      assert.deepStrictEqual(yield* (yield* Sent).sent, [])
      assert.strictEqual(yield* (yield* EmailDispatcher).dispatch, 0)
    })
  )
})

describe("The removal of a deleted instance", () => {
  test(
    "begins a minute after the deletion, and frees its hosts",
    Effect.gen(function* () {
      const { id } = yield* populated
      yield* TestClock.adjust("3 days")
      yield* cleanup
      yield* remove(id)
      yield* justBefore(grace)
      assert.strictEqual(yield* cleanup, 0)
      assert.deepStrictEqual(yield* remaining, [["Bakery", 2]])
      yield* oneMilli
      assert.isAbove(yield* cleanup, 2)
      assert.deepStrictEqual([yield* remaining, yield* countUsers(id)], [[], 0])
      assert.strictEqual(yield* nameAt(host), "Latchkey")
      assert.strictEqual((yield* create).name, "Bakery")
    })
  )

  test(
    "leaves other instances as they are, and the audit log",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      const { id } = yield* populated
      yield* remove(id)
      const entries = yield* auditLog
      yield* TestClock.adjust(grace)
      yield* cleanup
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.strictEqual(yield* countUsers(defaultId), 1)
      assert.deepStrictEqual(yield* auditLog, entries)
    })
  )

  test(
    "goes in batches of 500, each of them a transaction under a separate lock",
    Effect.gen(function* () {
      const { id } = yield* create
      const client = (yield* TestClient.make).at(yield* (yield* InstanceDirectory).get(id))
      for (const number of Array(6).keys()) {
        yield* client.signUp(email(`${number}@example.com`), password("correct horse battery staple"))
      }
      yield* remove(id)
      yield* TestClock.adjust(grace)
      yield* cleanup
      const calls = yield* argsOf("InstanceRemoval.removeBatch")
      assert.deepStrictEqual(calls, [
        [id, 500],
        [id, 500]
      ])
      const locks = (yield* argsOf("Transaction.runExclusive")).map(([name]) => name)
      assert.strictEqual(locks.filter((name) => name === "instance_removal").length, 2)
    })
  )

  test(
    "continues after an interruption",
    Effect.gen(function* () {
      const { id } = yield* populated
      yield* remove(id)
      yield* TestClock.adjust(grace)
      yield* before("InstanceRemoval.removeBatch", outage)
      assert.strictEqual(yield* outcome(cleanup), "PersistenceError")
      assert.deepStrictEqual(yield* remaining, [["Bakery", 2]])
      yield* release("InstanceRemoval.removeBatch")
      yield* cleanup
      assert.deepStrictEqual(yield* remaining, [])
    })
  )

  test(
    "of one instance does not depend on that of another, nor on expired rows",
    Effect.gen(function* () {
      const { create: add } = yield* InstanceDirectory
      const instances = [yield* add({ name: "Bakery" }), yield* add({ name: "Butcher" }), yield* add({ name: "Café" })]
      for (const { id } of instances) yield* remove(id)
      yield* TestClock.adjust(grace)
      // The first one fails, as with a foreign key of an app.
      yield* beforeNext("InstanceRemoval.removeBatch", outage)
      assert.strictEqual(yield* outcome(cleanup), "PersistenceError")
      assert.lengthOf(yield* remaining, 1)
      assert.isAbove(yield* countOf("ApiKeyRepository.deleteExpired"), 0)
    })
  )

  test(
    "is left to the process that is removing it",
    Effect.gen(function* () {
      const { id } = yield* populated
      yield* remove(id)
      yield* TestClock.adjust(grace)
      const { runExclusive } = yield* Transaction
      yield* runExclusive("instance_removal", cleanup)
      assert.deepStrictEqual(yield* remaining, [["Bakery", 2]])
    })
  )
})

describe("InstanceAdministration", () => {
  test(
    "counts the users of an instance, and lists deleted ones with the users that are left",
    Effect.gen(function* () {
      const { countUsers, delete: remove } = yield* InstanceAdministration
      const { id } = yield* populated
      assert.deepStrictEqual([yield* countUsers(id), yield* countUsers(defaultId)], [2, 0])
      assert.deepStrictEqual(yield* remaining, [])
      yield* remove(id, { actor: "admin_api" })
      assert.deepStrictEqual(yield* remaining, [["Bakery", 2]])
      assert.include((yield* auditLines).at(-1) ?? "", "admin_api instance_deleted")
    })
  )
})
