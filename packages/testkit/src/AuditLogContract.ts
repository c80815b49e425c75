/**
 * Contract tests of `AuditLog`. Deletion concerns all instances, so the tests use the year 2001: no
 * other test may use that year in the same store.
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import {
  Actor,
  type AuditEntry,
  type AuditFilter,
  AuditId,
  AuditLog,
  type AuditPage,
  type AuditPosition
} from "@latchkey/domain/audit/AuditLog"
import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Arr from "effect/Array"
import { auditActions } from "@latchkey/domain/rooms"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { randomBytes } from "node:crypto"
import { failsWith, same } from "./internal/Assertions.ts"
import { concurrently, pause, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = AuditLog | Transaction

/** Appends entries with consecutive ids. */
const setUp = Effect.gen(function* () {
  const log = yield* AuditLog
  const random = randomBytes(6).toString("hex")
  const id = (number: number) =>
    AuditId.make(`audit_${random.slice(0, 8)}-${random.slice(8)}-7000-8000-${number.toString(16).padStart(12, "0")}`)
  const appended = (number: number, fields: Parameters<typeof Samples.auditEntry>[0] = {}) =>
    Effect.suspend(() => {
      const entry = Samples.auditEntry({ id: id(number), ...fields })
      return Effect.as(log.append(entry), entry)
    })
  const listBefore = (number: number, limit: number) => log.list({ before: Option.some(id(number)), limit })
  return { appended, id, listBefore, log }
})

const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns an entry with every field, with and without optional ones", () =>
    Effect.gen(function* () {
      const { appended, listBefore } = yield* setUp
      const plain = yield* appended(1)
      const full = yield* appended(2, {
        at: Samples.plus(123),
        actor: "admin_api",
        action: "sessions_revoked",
        instanceId: Option.some(Samples.instanceId()),
        userId: Option.some(Samples.userId()),
        operatorSessionId: Option.some(Samples.sessionId()),
        operatorId: Option.some(Samples.userId()),
        apiKeyId: Option.some(Samples.apiKeyId()),
        name: Option.some("Café ☕"),
        ipAddress: Option.some("2001:db8:1:2::"),
        detail: `name="Café ☕'" ${"x".repeat(1980)}`
      })
      same(yield* listBefore(3, 2), [full, plain])
    })
  )

  it.effect("returns every actor and every action", () =>
    Effect.gen(function* () {
      const { appended, listBefore } = yield* setUp
      const all = [
        ...Actor.literals.map((actor) => ({ actor })),
        ...Object.keys(auditActions).map((action) => ({ action, detail: "" }))
      ]
      const entries = yield* Effect.forEach(all, (fields, index) => appended(index, fields))
      same(yield* listBefore(all.length, all.length), [...entries].reverse())
    })
  )

  it.effect("returns the greatest id first, in any order of writing and of times, and at most `limit`", () =>
    Effect.gen(function* () {
      const { appended, listBefore } = yield* setUp
      const third = yield* appended(3, { at: Samples.plus(-5) })
      const first = yield* appended(1)
      const second = yield* appended(2, { at: Samples.plus(5) })
      same(yield* listBefore(100, 3), [third, second, first])
      same(yield* listBefore(100, 2), [third, second])
      same(yield* listBefore(3, 2), [second, first])
      same(yield* listBefore(2, 1), [first])
    })
  )

  it.effect("returns the entries that have every value of a filter, between two ids and two times", () =>
    Effect.gen(function* () {
      const { appended, id, log } = yield* setUp
      const [instanceId, userId, operatorId] = [Samples.instanceId(), Samples.userId(), Samples.userId()]
      const of = { instanceId: Option.some(instanceId), userId: Option.some(userId) }
      const first = yield* appended(1, { ...of, action: "user_viewed", at: Samples.plus(10) })
      const second = yield* appended(2, { ...of, actor: "admin_api", at: Samples.plus(20) })
      const third = yield* appended(3, { instanceId: of.instanceId, operatorId: Option.some(operatorId) })
      yield* appended(4, { instanceId: Option.some(Samples.instanceId()) })
      const list = (filter: AuditFilter) => log.list({ before: Option.some(id(9)), limit: 10, filter })
      same(yield* list({ instanceId }), [third, second, first])
      same(yield* list({ instanceId, userId }), [second, first])
      same(yield* list({ instanceId, action: "user_viewed" }), [first])
      same(yield* list({ instanceId, actor: "admin_api" }), [second])
      same(yield* list({ operatorId }), [third])
      same(yield* list({ instanceId, userId, actor: "admin_api", action: "user_viewed" }), [])
      same(yield* list({ userId, from: Samples.plus(20) }), [second])
      same(yield* list({ userId, until: Samples.plus(20) }), [first])
      same(yield* list({ userId, from: Samples.plus(10), until: Samples.plus(10) }), [])
      const between = { before: Option.some(id(3)), after: id(1), limit: 10 }
      same(yield* log.list({ ...between, filter: { instanceId } }), [second])
    })
  )

  it.effect("starts with the greatest id of all without `before`", () =>
    Effect.gen(function* () {
      const { log } = yield* setUp
      const entry = Samples.auditEntry()
      yield* log.append(entry)
      const ids = (yield* log.list({ before: Option.none(), limit: 1_000_000 })).map(({ id }) => id)
      assert.include(ids, entry.id)
      assert.deepStrictEqual(ids, [...ids].sort().reverse())
      const greatest = yield* log.list({ before: Option.none(), limit: 1 })
      assert.deepStrictEqual(
        greatest.map(({ id }) => id),
        ids.slice(0, 1)
      )
    })
  )
}

const writing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("appends nothing when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { appended, listBefore, log } = yield* setUp
      const { run } = yield* Transaction
      const before = yield* appended(1)
      yield* Effect.either(run(Effect.zipRight(appended(2), Effect.fail("refused"))))
      same(yield* listBefore(9, 1), [before])
      const kept = yield* run(appended(3))
      same(yield* log.list({ before: Option.some(AuditId.make(`${kept.id.slice(0, -1)}4`)), limit: 2 }), [kept, before])
    })
  )

  it.effect("loses none of thirty concurrent entries", () =>
    Effect.gen(function* () {
      const { appended, listBefore } = yield* setUp
      const entries = Arr.getRights(yield* concurrently(30, (index) => appended(index)))
      assert.lengthOf(entries, 30)
      same(yield* listBefore(30, 30), [...entries].reverse())
    })
  )
}

/** A feed that begins after the entries that there are. */
const setUpFeed = Effect.gen(function* () {
  const { appended, id, log } = yield* setUp
  /** Reads until there are so many entries: transactions of other tests in the same store may be open. */
  const read = (after: Option.Option<AuditPosition>, count: number, limit = 1000) =>
    log.page({ after, limit }).pipe(
      Effect.tap(({ entries }) => (entries.length < count ? pause(20) : Effect.void)),
      Effect.repeat({ until: ({ entries }) => entries.length >= count })
    )
  const marker = yield* appended(1)
  let start: AuditPage = yield* read(Option.none(), 1)
  while (!start.entries.some((entry) => entry.id === marker.id)) start = yield* read(start.last, 1)
  return { appended, id, log, read, start: start.last }
})

const feeding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("goes on after a place in the order of writing, and at the end returns the place again", () =>
    Effect.gen(function* () {
      const { appended, read, start } = yield* setUpFeed
      const written = yield* Effect.forEach([9, 5, 7], (number) => appended(number, { at: Samples.plus(-number) }))
      same((yield* read(start, 3)).entries, written)
      const first = yield* read(start, 2, 2)
      const second = yield* read(first.last, 1, 2)
      same([first.entries, second.entries], [written.slice(0, 2), written.slice(2)])
      const end = yield* read(second.last, 0)
      same([end.entries, end.last], [[], second.last])
    })
  )

  it.effect("serves every entry once, while transactions commit late", () =>
    Effect.gen(function* () {
      const { appended, read, start } = yield* setUpFeed
      const { run } = yield* Transaction
      const writers = yield* Effect.fork(
        concurrently(8, (writer) =>
          run(Effect.zipLeft(appended(100 + 2 * writer), pause(5 * (writer % 4)))).pipe(
            Effect.zipRight(run(appended(101 + 2 * writer)))
          )
        )
      )
      const served: Array<AuditEntry> = []
      for (let place = start; served.length < 16; ) {
        const { entries, last } = yield* read(place, 1, 3)
        served.push(...entries)
        place = last
      }
      yield* Fiber.join(writers)
      assert.lengthOf(new Set(served.map(({ id }) => id)), 16)
    })
  )

  it.effect("has the entries of one transaction in the order of their ids", () =>
    Effect.gen(function* () {
      const { appended, read, start } = yield* setUpFeed
      const { run } = yield* Transaction
      const written = yield* run(Effect.forEach([2, 3, 4], (number) => appended(number)))
      same((yield* read(start, 3)).entries, written)
    })
  )

  it.effect("fails for a place whose entry is not stored, or was deleted", () =>
    Effect.gen(function* () {
      const { appended, id, log, read, start } = yield* setUpFeed
      const outcome = (after: Option.Option<AuditPosition>) => Effect.either(log.page({ after, limit: 1 }))
      const old = yield* appended(2, { at: Samples.longAgo })
      const place = (yield* read(start, 1)).last
      assert.isTrue(Either.isRight(yield* outcome(place)))
      yield* untilNoneLeft(log.deleteExpired(old.at, 1000))
      failsWith(yield* outcome(place), "CursorExpired")
      for (const by of [1_000_000, -1]) {
        const moved = Option.map(start, (at) => ({ ...at, position: at.position + by }))
        failsWith(yield* outcome(moved), "CursorExpired")
      }
      failsWith(yield* outcome(Option.map(start, (at) => ({ ...at, id: id(99) }))), "CursorExpired")
    })
  )
}

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  const old = (millis: number) => Samples.plus(millis, Samples.longAgo)

  it.effect("deletes entries made at `until` or before, and keeps later ones", () =>
    Effect.gen(function* () {
      const { appended, listBefore, log } = yield* setUp
      yield* untilNoneLeft(log.deleteExpired(old(Samples.day), 1000))
      yield* appended(1, { at: old(10) })
      yield* appended(3, { at: old(9) })
      const later = yield* appended(2, { at: old(11) })
      assert.strictEqual(yield* log.deleteExpired(old(8), 100), 0)
      assert.strictEqual(yield* log.deleteExpired(old(10), 100), 2)
      assert.strictEqual(yield* log.deleteExpired(old(10), 100), 0)
      same(yield* listBefore(9, 1), [later])
    })
  )

  it.effect("deletes at most `limit` entries per call", () =>
    Effect.gen(function* () {
      const { appended, log } = yield* setUp
      yield* untilNoneLeft(log.deleteExpired(old(Samples.day), 1000))
      yield* Effect.forEach(Arr.range(1, 5), (number) => appended(number, { at: old(number) }))
      const batch = log.deleteExpired(old(5), 3)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch], [3, 2, 0])
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("list", () => listing(it))
  describe("append", () => writing(it))
  describe("page", () => feeding(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = ({ id, instanceId }: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.flatMap(AuditLog, ({ append }) =>
    append(Samples.auditEntry({ instanceId: Option.some(instanceId), userId: Option.some(id) }))
  )

/**
 * Runs the contract of `AuditLog` against a layer, which must build within a minute. Call it in a test file of Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`AuditLog: ${name}`, tests)
