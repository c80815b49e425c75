/** Calls of the ports for instances, the audit log and statistics. */
import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { EventLog } from "@latchkey/domain/event/EventLog"
import { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { another, largest, middleOfAuditLog } from "../ManyRows.ts"
import { type Calls, deleteLimit, listLimit } from "./Calls.ts"

const { now } = Samples

const instances = Effect.gen(function* () {
  const port = yield* InstanceRepository
  const stored = yield* Samples.storedInstance
  const deleted = yield* Samples.storedInstance
  const onAnotherHost = (instance: Instance) => Either.right(new Instance({ ...instance, hosts: [Samples.host()] }))
  const calls: Calls<InstanceRepository["Type"]> = {
    insert: port.insert(Samples.instance()),
    insertIfAbsent: port.insertIfAbsent(Samples.instance()),
    findById: port.findById(stored.id),
    findByHost: port.findByHost(stored.hosts[0] ?? ""),
    list: port.list,
    modify: port.modify(stored.id, onAnotherHost),
    delete: port.delete(deleted.id, now),
    listDeleted: port.listDeleted
  }
  return calls
})

const removal = Effect.gen(function* () {
  const port = yield* InstanceRemoval
  yield* (yield* InstanceRepository).delete(another, now)
  const calls: Calls<InstanceRemoval["Type"]> = {
    // Everything of an instance with few rows, so that it sends all of its statements.
    removeBatch: port.removeBatch(another, deleteLimit),
    revokeBatch: port.revokeBatch(another, deleteLimit)
  }
  return calls
})

const filters = [
  { action: "user_deleted" },
  { actor: "command_line" },
  { userId: Samples.userId() },
  { instanceId: largest, userId: Samples.userId() },
  { operatorId: Samples.userId() }
] as const

const auditLog = Effect.gen(function* () {
  const port = yield* AuditLog
  const calls: Calls<AuditLog["Type"]> = {
    append: port.append(Samples.auditEntry()),
    list: Effect.all([
      port.list({ before: Option.none(), limit: listLimit }),
      port.list({ before: Option.some(middleOfAuditLog), limit: listLimit }),
      port.list({
        before: Option.some(middleOfAuditLog),
        after: middleOfAuditLog,
        limit: listLimit,
        filter: { from: now, until: now }
      }),
      ...filters.map((filter) => port.list({ before: Option.none(), limit: listLimit, filter }))
    ]),
    page: Effect.zip(
      port.page({ after: Option.none(), limit: listLimit }),
      Effect.either(port.page({ after: Option.some({ position: 0, id: middleOfAuditLog }), limit: listLimit }))
    ),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const attemptCounts = Effect.gen(function* () {
  const port = yield* AttemptCounts
  const count = { instanceId: largest, hour: now, attempt: "sign_in", outcome: "ok", count: 1 }
  const calls: Calls<AttemptCounts["Type"]> = {
    add: port.add([count, { ...count, outcome: "RateLimited" }]),
    since: Effect.zip(
      port.since(largest, now),
      port.since(largest, now, { step: "day", until: DateTime.add(now, { days: 30 }) })
    ),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

const eventLog = Effect.gen(function* () {
  const port = yield* EventLog
  const user = yield* Samples.storedUser(largest)
  const at = { instanceId: largest, position: 5000, userId: user.id, version: 1 }
  const query = { instanceId: largest, after: Option.none(), type: Option.none(), limit: listLimit }
  const calls: Calls<EventLog["Type"]> = {
    append: port.append(largest, [Samples.newEvent(user)]),
    page: Effect.all([
      port.page(query),
      Effect.either(port.page({ ...query, after: Option.some(at) })),
      port.page({ ...query, type: Option.some("user.deleted") })
    ]),
    erase: port.erase(largest, user.id),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

/** Returns them by the key of the tag of each port. */
export const make = Effect.gen(function* () {
  return {
    [InstanceRepository.key]: yield* instances,
    [InstanceRemoval.key]: yield* removal,
    [AuditLog.key]: yield* auditLog,
    [AttemptCounts.key]: yield* attemptCounts,
    [EventLog.key]: yield* eventLog
  }
})
