import { assert, describe, it } from "@effect/vitest"
import { SigningKeyAdministration } from "@latchkey/domain/access-token/SigningKeyAdministration"
import { SigningKeyRepository } from "@latchkey/domain/access-token/SigningKeyRepository"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { justBefore, oneMilli, otherInstance, rightPassword, ann } from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import * as CapturedLogs from "../support/CapturedLogs.ts"
import { beforeNext, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { isKnown, issue, process, publishedIds, shared, test, withAudience } from "./support.ts"

/** Sessions that last for years, so that one client can see keys change. */
const lasting = withAudience(
  {},
  {
    sessionConfig: {
      ...defaultInstance.sessionConfig,
      absoluteLifetimeSeconds: 34_560_000,
      idleLifetimeSeconds: 34_560_000
    }
  }
)

const kidOf = (client: Pick<TestClient.TestClient, "caller">) =>
  Effect.map(issue(client, { at: lasting }), ({ isRight, kid }) => {
    assert.isTrue(isRight)
    return kid
  })

const clientWithSession = Effect.gen(function* () {
  const client = (yield* TestClient.make).at(lasting)
  yield* client.signUp(ann, rightPassword)
  return client
})

const published = publishedIds(lasting)

const rotate = (urgency: "after_publication" | "immediately") =>
  Effect.flatMap(SigningKeyAdministration, (administration) =>
    administration.rotate({ instance: lasting, urgency, by: { actor: "command_line" } })
  )

describe("SigningKeys", () => {
  test(
    "has one key for an instance, made with the first token or the first look at the keys, however many ask concurrently",
    Effect.gen(function* () {
      const client = yield* clientWithSession
      assert.deepStrictEqual(yield* publishedIds(defaultInstance), [])
      assert.strictEqual(yield* countOf("SigningKeyRepository.list"), 0)
      const kids = yield* Effect.all(
        Array.from({ length: 10 }, () => kidOf(client)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(kids).size, 1)
      assert.deepStrictEqual(yield* published, [kids[0]])
      assert.strictEqual(yield* countOf("SigningKeyRepository.insert"), 1)
      const other = publishedIds(withAudience({}, { id: otherInstance.id }))
      assert.notDeepEqual(yield* other, yield* published)
    })
  )

  test(
    "reads the keys once in ten seconds",
    Effect.gen(function* () {
      const client = yield* clientWithSession
      const kid = yield* kidOf(client)
      const read = countOf("SigningKeyRepository.list")
      const before = yield* read
      yield* justBefore("10 seconds")
      yield* kidOf(client)
      assert.isTrue(yield* isKnown(kid, lasting))
      assert.strictEqual(yield* read, before)
      yield* TestClock.adjust("2 millis")
      yield* kidOf(client)
      assert.strictEqual(yield* read, before + 1)
    })
  )

  test(
    "publishes the next key a day before it signs, and the one before until a day after its last token",
    Effect.gen(function* () {
      const client = yield* clientWithSession
      const first = yield* kidOf(client)
      yield* TestClock.adjust("89 days")
      assert.strictEqual(yield* kidOf(client), first)
      const [next, ...others] = yield* published
      assert.deepStrictEqual(others, [first])
      yield* justBefore("1 day")
      assert.strictEqual(yield* kidOf(client), first)
      yield* oneMilli
      assert.strictEqual(yield* kidOf(client), next)
      yield* justBefore("1445 minutes")
      assert.deepStrictEqual(yield* published, [next, first])
      yield* oneMilli
      assert.deepStrictEqual(yield* published, [next])
      yield* TestClock.adjust("1 minute")
      yield* kidOf(client)
      const stored = yield* (yield* SigningKeyRepository).list(defaultId)
      assert.deepStrictEqual(
        stored.map(({ id }) => id),
        [next]
      )
    })
  )

  test(
    "goes on with the old key when no one has asked for a token in time, and publishes the next one for a day first",
    Effect.gen(function* () {
      const client = yield* clientWithSession
      const first = yield* kidOf(client)
      yield* TestClock.adjust("200 days")
      assert.strictEqual(yield* kidOf(client), first)
      assert.lengthOf(yield* published, 2)
      yield* TestClock.adjust("1 day")
      assert.notStrictEqual(yield* kidOf(client), first)
    })
  )

  test(
    "notices keys older than those it knows, says so, and signs with a new one",
    Effect.gen(function* () {
      const { deleteUpTo, insert, list } = yield* SigningKeyRepository
      const client = yield* clientWithSession
      yield* kidOf(client)
      const backup = yield* list(defaultId)
      yield* TestClock.adjust("95 days")
      const second = yield* Effect.zipRight(kidOf(client), Effect.zipRight(TestClock.adjust("1 day"), kidOf(client)))
      yield* deleteUpTo(defaultId, 99)
      yield* Effect.forEach(backup, insert)
      yield* TestClock.adjust("61 seconds")
      const { entries } = yield* CapturedLogs.capture(kidOf(client))
      const third = yield* kidOf(client)
      assert.isFalse([second, backup[0]?.id].includes(third))
      assert.deepStrictEqual(
        (yield* list(defaultId)).map(({ number }) => number),
        [3, 1]
      )
      assert.include(
        CapturedLogs.problems(entries),
        "WARN The signing keys of an instance are older than before: was a backup restored?"
      )
      assert.strictEqual((yield* published)[0], third)
    })
  )
})

describe("SigningKeys of several processes and server keys", () => {
  it.scoped("use the same key, and one of them creates it", () =>
    Effect.gen(function* () {
      const first = yield* Layer.build(process("secret"))
      const second = yield* Layer.build(Layer.fresh(process("secret")))
      const client = yield* Effect.provide(clientWithSession, first)
      const kids = yield* Effect.all([Effect.provide(kidOf(client), first), Effect.provide(kidOf(client), second)], {
        concurrency: "unbounded"
      })
      assert.strictEqual(kids[0], kids[1])
      assert.lengthOf(yield* (yield* SigningKeyRepository).list(defaultId), 1)
    }).pipe(Effect.provide(shared))
  )

  it.scoped("publish and know a key as soon as another one signs with it", () =>
    Effect.gen(function* () {
      const serving = yield* Layer.build(process("secret"))
      const client = yield* Effect.provide(clientWithSession, serving)
      yield* Effect.provide(kidOf(client), serving)
      const other = yield* Layer.build(Layer.fresh(process("secret")))
      for (const urgency of ["after_publication", "immediately"] as const) {
        const { id } = yield* Effect.provide(rotate(urgency), other)
        assert.include(yield* Effect.provide(published, serving), id)
        assert.isTrue(yield* Effect.provide(isKnown(id, lasting), serving))
        yield* TestClock.adjust("1001 millis")
      }
    }).pipe(Effect.provide(shared))
  )

  test(
    "look for keys that tokens name, and no one has, once a second",
    Effect.gen(function* () {
      yield* kidOf(yield* clientWithSession)
      const read = countOf("SigningKeyRepository.list")
      const before = yield* read
      for (let token = 0; token < 10; token++) assert.isFalse(yield* isKnown(`key-of-no-one-${token}`, lasting))
      assert.strictEqual(yield* read, before + 1)
      yield* TestClock.adjust("1001 millis")
      assert.isFalse(yield* isKnown("key-of-no-one", lasting))
      assert.strictEqual(yield* read, before + 2)
      assert.isFalse(yield* isKnown("key-of-no-one", defaultInstance))
      assert.strictEqual(yield* read, before + 2)
    })
  )

  it.scoped("sign within ten seconds with a key that another one has created immediately", () =>
    Effect.gen(function* () {
      const serving = yield* Layer.build(process("secret"))
      const client = yield* Effect.provide(clientWithSession, serving)
      const first = yield* Effect.provide(kidOf(client), serving)
      const command = yield* Layer.build(Layer.fresh(process("secret")))
      const { id } = yield* Effect.provide(rotate("immediately"), command)
      yield* justBefore("10 seconds")
      assert.strictEqual(yield* Effect.provide(kidOf(client), serving), first)
      yield* TestClock.adjust("2 millis")
      assert.strictEqual(yield* Effect.provide(kidOf(client), serving), id)
      assert.deepStrictEqual(yield* Effect.provide(published, serving), [id])
    }).pipe(Effect.provide(shared))
  )

  it.scoped("create one key, while an old server key is replaced in one process after the other", () =>
    Effect.gen(function* () {
      const old = yield* Layer.build(process("old"))
      const client = yield* Effect.provide(clientWithSession, old)
      const first = yield* Effect.provide(kidOf(client), old)
      const rotating = yield* Layer.build(Layer.fresh(process("new", "old")))
      for (let minute = 0; minute < 3; minute++) {
        for (const one of [rotating, old]) assert.strictEqual(yield* Effect.provide(kidOf(client), one), first)
        yield* TestClock.adjust("61 seconds")
      }
      assert.lengthOf(yield* (yield* SigningKeyRepository).list(defaultId), 2)
    }).pipe(Effect.provide(shared))
  )

  it.scoped("make the next key under a new server key, while the old one still opens the present key", () =>
    Effect.gen(function* () {
      const old = yield* Layer.build(process("old"))
      const client = yield* Effect.provide(clientWithSession, old)
      const first = yield* Effect.provide(kidOf(client), old)
      const rotating = yield* Layer.build(Layer.fresh(process("new", "old")))
      assert.strictEqual(yield* Effect.provide(kidOf(client), rotating), first)
      yield* TestClock.adjust("1 day")
      const second = yield* Effect.provide(kidOf(client), rotating)
      assert.notStrictEqual(second, first)
      const alone = yield* Layer.build(Layer.fresh(process("new")))
      assert.strictEqual(yield* Effect.provide(kidOf(client), alone), second)
      const lost = yield* Layer.build(Layer.fresh(process("lost")))
      assert.isFalse([first, second].includes(yield* Effect.provide(kidOf(client), lost)))
    }).pipe(Effect.provide(shared))
  )
})

describe("SigningKeyAdministration", () => {
  test(
    "creates the next key, which is published for a day before it signs, and the audit log says so",
    Effect.gen(function* () {
      const client = yield* clientWithSession
      const first = yield* kidOf(client)
      const { id } = yield* rotate("after_publication")
      assert.deepStrictEqual(yield* published, [id, first])
      assert.strictEqual(yield* kidOf(client), first)
      yield* TestClock.adjust("1 day")
      assert.strictEqual(yield* kidOf(client), id)
      assert.include(yield* auditLines, `command_line signing_key_rotated ${id} after_publication`)
      const listed = yield* Effect.flatMap(SigningKeyAdministration, ({ list }) => list(lasting))
      assert.deepStrictEqual(
        listed.map((key) => [key.id, "privateKey" in key]),
        [
          [id, false],
          [first, false]
        ]
      )
    })
  )

  test(
    "creates its own key while another process creates one",
    Effect.gen(function* () {
      const client = yield* clientWithSession
      yield* kidOf(client)
      const { insert } = yield* SigningKeyRepository
      const due = Samples.signingKey(defaultId, { number: 2, activeFrom: DateTime.unsafeMake("2100-01-01") })
      yield* beforeNext("SigningKeyRepository.insert", insert(due))
      const { id, number } = yield* rotate("immediately")
      assert.deepStrictEqual([number, yield* kidOf(client)], [3, id])
    })
  )

  test(
    "replaces a key that others may know immediately, and publishes no other",
    Effect.gen(function* () {
      const client = yield* clientWithSession
      yield* kidOf(client)
      const { id } = yield* rotate("immediately")
      assert.strictEqual(yield* kidOf(client), id)
      assert.deepStrictEqual(yield* published, [id])
    })
  )
})
