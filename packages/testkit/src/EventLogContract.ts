/**
 * Contract tests of `EventLog`. Deletion concerns all instances, so the tests use the year 2001: no other test may use
 * that year in the same store.
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { UserData, UserName } from "@latchkey/domain/account/UserData"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { type Details, type Event, EventActor, type EventType, eventTypes } from "@latchkey/domain/event/Event"
import { EventLog, type EventPosition } from "@latchkey/domain/event/EventLog"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { Language } from "@latchkey/domain/language/Language"
import { ExternalId } from "@latchkey/domain/account/ExternalId"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { failsWith, same } from "./internal/Assertions.ts"
import { concurrently, pause, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = EventLog | InstanceRepository | SessionRepository | Transaction | UserRepository

/** Details of each type, with every field that there is. */
const details: { readonly [Type in EventType]: Details<Type> } = {
  "user.created": {},
  "user.updated": { changed: ["email", "externalId"], sessions: "all" },
  "user.verified": { sessions: "all" },
  "user.claimed": { sessions: "all" },
  "user.disabled": { sessions: "all" },
  "user.enabled": {},
  "user.deletion_scheduled": { sessions: "others" },
  "user.deletion_cancelled": {},
  "user.deleted": {},
  "session.created": { session: { id: "sess_1", methods: ["password", "authenticator"] } },
  "session.revoked": { session: { id: "sess_1" }, sessions: "others" },
  "password.changed": { sessions: "others" },
  "passkey.added": { passkey: { id: "passkey_1" } },
  "passkey.removed": { passkey: { id: "passkey_1" }, sessions: "all" },
  "second_factor.added": { sessions: "others" },
  "second_factor.removed": { sessions: "all" },
  "identity.added": { identity: { id: "ident_1", issuer: "https://accounts.example.com" } },
  "identity.removed": { identity: { id: "ident_1" }, sessions: "others" },
  "personal_token.created": { personalToken: { id: "pat_1" } },
  "personal_token.revoked": { personalToken: { id: "pat_1" } },
  "email.suppressed": { reason: "bounce" }
}

const setUp = Effect.gen(function* () {
  const log = yield* EventLog
  const users = yield* UserRepository
  const { run } = yield* Transaction
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId)
  const append = (...events: Parameters<typeof log.append>[1]) => log.append(instanceId, events)
  const page = (
    after: Option.Option<EventPosition>,
    { limit = 1000, of = instanceId, type }: { limit?: number; of?: InstanceId; type?: EventType } = {}
  ) => log.page({ instanceId: of, after, limit, type: Option.fromNullable(type) })
  /** Waits for transactions of other tests in the same store. */
  const settled = <A>(count: number, read: Effect.Effect<ReadonlyArray<A>, unknown>) =>
    read.pipe(
      Effect.tap((found) => (found.length < count ? pause(20) : Effect.void)),
      Effect.repeat({ until: (found) => found.length >= count })
    )
  const feed = (count: number, of = instanceId) =>
    settled(
      count,
      Effect.map(page(Option.none(), { of }), ({ events }) => events)
    )
  return { append, feed, instanceId, log, page, run, user, users }
})

const versionsOf = (events: ReadonlyArray<Event>, { id }: User) =>
  events.filter(({ userId }) => userId === id).map(({ version }) => version)

const appending = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns and stores events of every type, with every detail, in their order", () =>
    Effect.gen(function* () {
      const { append, feed, user } = yield* setUp
      const given = eventTypes.map((type, index) =>
        Samples.newEvent(user, { type, details: details[type], occurredAt: Samples.plus(index) })
      )
      const stored = yield* append(...given)
      assert.deepStrictEqual(
        stored.map(({ data: { user: _, ...rest }, id, type, version }) => ({ id, type, version, rest })),
        given.map(({ details, id, type }, index) => ({ id, type, version: index + 1, rest: details })) as never
      )
      same(yield* feed(given.length), stored)
    })
  )

  it.effect("keeps every actor", () =>
    Effect.gen(function* () {
      const { append, user } = yield* setUp
      const stored = yield* append(...EventActor.literals.map((actor) => Samples.newEvent(user, { actor })))
      assert.deepStrictEqual(
        stored.map(({ actor }) => actor),
        [...EventActor.literals]
      )
    })
  )

  it.effect("has the user as it is stored, with and without optional fields, and none for user.deleted", () =>
    Effect.gen(function* () {
      const { append, instanceId, user } = yield* setUp
      const full = yield* Samples.storedUser(instanceId, {
        emailVerifiedAt: Option.some(Samples.plus(1)),
        externalId: Option.some(ExternalId.make("crm|1")),
        disabledAt: Option.some(Samples.plus(2)),
        deletionAt: Option.some(Samples.plus(3)),
        language: Option.some(Language.make("de")),
        name: Option.some(UserName.make("Ada Lovelace")),
        metadata: UserData.make(`{"plan":"pro","limits":[1,2.5]}`),
        userMetadata: UserData.make(`{"theme":"dark"}`),
        createdAt: Samples.plus(-123),
        passwordHash: Option.some(Samples.passwordHash())
      })
      const [ofFull, ofPlain, gone] = yield* append(
        Samples.newEvent(full),
        Samples.newEvent(user),
        Samples.newEvent(user, { type: "user.deleted" })
      )
      assert.deepStrictEqual(ofFull?.data.user, {
        id: full.id,
        email: full.email,
        emailVerified: true,
        externalId: ExternalId.make("crm|1"),
        disabled: true,
        hasPassword: true,
        createdAt: Samples.plus(-123),
        secondFactorAt: null,
        deletionAt: Samples.plus(3),
        language: Language.make("de"),
        name: UserName.make("Ada Lovelace"),
        metadata: { plan: "pro", limits: [1, 2.5] },
        userMetadata: { theme: "dark" }
      })
      assert.deepInclude(ofPlain?.data.user, { emailVerified: false, externalId: null, disabled: false })
      assert.isNull(gone?.data.user)
    })
  )

  it.effect("shows what the transaction has changed before, and no password hash", () =>
    Effect.gen(function* () {
      const { append, instanceId, run, user, users } = yield* setUp
      const [stored] = yield* run(
        Effect.gen(function* () {
          yield* users.setDisabled({ instanceId, userId: user.id, disabledAt: Option.some(Samples.now) })
          return yield* append(Samples.newEvent(user, { type: "user.disabled" }))
        })
      )
      assert.isTrue(stored?.data.user?.disabled)
      assert.notInclude(JSON.stringify(stored), "argon2")
    })
  )

  it.effect("leaves out events of users that do not exist in the instance", () =>
    Effect.gen(function* () {
      const { append, instanceId, user } = yield* setUp
      const other = yield* Effect.flatMap(Samples.storedInstance, ({ id }) => Samples.storedUser(id))
      const unknown = Samples.newEvent({ instanceId, id: Samples.userId() })
      const elsewhere = { ...Samples.newEvent(other), instanceId }
      const known = Samples.newEvent(user)
      const stored = yield* append(unknown, known, elsewhere)
      assert.deepStrictEqual(
        stored.map(({ id }) => id),
        [known.id]
      )
      same(yield* append(), [])
    })
  )
}

const withSessions = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("are stored with the session, with the next version and the user as it is, and not if it is refused", () =>
    Effect.gen(function* () {
      const { append, feed, instanceId, user, users } = yield* setUp
      const sessions = yield* SessionRepository
      const event = (session: { readonly id: string }) =>
        Samples.newEvent(user, {
          type: "session.created",
          details: { session: { id: session.id, methods: ["password"] } }
        })
      const issue = (of: User) => {
        const grant = Samples.grant(of)
        return Effect.as(sessions.issue({ ...grant, event: Option.some(event(grant.session)) }), grant.session.id)
      }
      yield* append(Samples.newEvent(user))
      // The caller has read the user before.
      const changed = new User({ ...user, language: Option.some(Language.make("de")) })
      yield* users.update(changed, user.credentialVersion)
      const id = yield* issue(user)
      failsWith(yield* Effect.either(issue(new User({ ...user, credentialVersion: 7 }))), "CredentialsChanged")
      yield* append(Samples.newEvent({ instanceId, id: user.id }))
      const events = yield* feed(3)
      assert.deepStrictEqual(
        events.map(({ type, version }) => [type, version]),
        [
          ["user.updated", 1],
          ["session.created", 2],
          ["user.updated", 3]
        ]
      )
      assert.deepInclude(events[1]?.data, { session: { id, methods: ["password"] } })
      assert.strictEqual(events[1]?.data.user?.language, "de")
    })
  )

  it.effect("gives concurrent sign-ins of one user versions without gaps", () =>
    Effect.gen(function* () {
      const { feed, user } = yield* setUp
      const sessions = yield* SessionRepository
      yield* concurrently(20, () => {
        const grant = Samples.grant(user)
        const details = { session: { id: grant.session.id, methods: ["password"] } }
        const event = Option.some(Samples.newEvent(user, { type: "session.created", details }))
        return sessions.issue({ ...grant, event })
      })
      assert.deepStrictEqual(versionsOf(yield* feed(20), user), Arr.range(1, 20))
    })
  )
}

const counting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("counts the versions of each user from 1, also of several events in one call", () =>
    Effect.gen(function* () {
      const { append, feed, instanceId, user } = yield* setUp
      const other = yield* Samples.storedUser(instanceId)
      yield* append(Samples.newEvent(user), Samples.newEvent(other), Samples.newEvent(user))
      yield* append(Samples.newEvent(user))
      const events = yield* feed(4)
      assert.deepStrictEqual(versionsOf(events, user), [1, 2, 3])
      assert.deepStrictEqual(versionsOf(events, other), [1])
    })
  )

  it.effect(
    "gives fifty concurrent transactions of one user the versions 1 to 50, and the feed has them in order",
    () =>
      Effect.gen(function* () {
        const { append, feed, run, user } = yield* setUp
        yield* concurrently(50, (index) =>
          run(Effect.zipRight(pause(index % 3), append(Samples.newEvent(user, { occurredAt: Samples.plus(-index) }))))
        )
        assert.deepStrictEqual(versionsOf(yield* feed(50), user), Arr.range(1, 50))
      })
  )

  it.effect("leaves no event and no version of a transaction that fails", () =>
    Effect.gen(function* () {
      const { append, feed, run, user } = yield* setUp
      yield* append(Samples.newEvent(user))
      yield* Effect.either(run(Effect.zipRight(append(Samples.newEvent(user)), Effect.fail("refused"))))
      const after = Samples.newEvent(user)
      yield* append(after)
      const events = yield* feed(2)
      assert.deepStrictEqual(versionsOf(events, user), [1, 2])
      assert.strictEqual(events[1]?.id, after.id)
    })
  )

  it.effect("goes on counting while the user exists, also if all events have expired", () =>
    Effect.gen(function* () {
      const { append, log, user } = yield* setUp
      yield* append(Samples.newEvent(user, { occurredAt: Samples.plus(1, Samples.longAgo) }))
      yield* untilNoneLeft(log.deleteExpired(Samples.plus(Samples.day, Samples.longAgo), 1000))
      const [next] = yield* append(Samples.newEvent(user))
      assert.strictEqual(next?.version, 2)
    })
  )
}

const paging = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("begins with the oldest event, goes on after a place, and at the end returns the place again", () =>
    Effect.gen(function* () {
      const { append, feed, page, user } = yield* setUp
      yield* Effect.forEach(Arr.range(1, 5), () => append(Samples.newEvent(user)))
      yield* feed(5)
      const first = yield* page(Option.none(), { limit: 2 })
      const second = yield* page(first.last, { limit: 2 })
      const third = yield* page(second.last, { limit: 2 })
      const end = yield* page(third.last, { limit: 2 })
      assert.deepStrictEqual(
        [first, second, third, end].map(({ events, isComplete }) => [versionsOf(events, user), isComplete]),
        [
          [[1, 2], false],
          [[3, 4], false],
          [[5], true],
          [[], true]
        ]
      )
      same(end.last, third.last)
    })
  )

  it.effect("has nothing of another instance, and no place without events", () =>
    Effect.gen(function* () {
      const { append, feed, page, user } = yield* setUp
      yield* append(Samples.newEvent(user))
      yield* feed(1)
      const { id: other } = yield* Samples.storedInstance
      same(yield* page(Option.none(), { of: other }), { events: [], last: Option.none(), isComplete: true })
    })
  )

  it.effect("returns the events of a type, and a place after the others", () =>
    Effect.gen(function* () {
      const { append, feed, page, user } = yield* setUp
      const types = ["user.created", "user.enabled", "user.created", "user.verified", "user.enabled"] as const
      yield* append(...types.map((type) => Samples.newEvent(user, { type })))
      yield* feed(5)
      const one = yield* page(Option.none(), { type: "user.created", limit: 1 })
      const rest = yield* page(one.last, { type: "user.created", limit: 2 })
      assert.deepStrictEqual([versionsOf(one.events, user), versionsOf(rest.events, user)], [[1], [3]])
      assert.isTrue(rest.isComplete)
      same((yield* page(rest.last)).events, [])
    })
  )

  it.effect("serves every event once, and those of each user in order, while transactions commit late", () =>
    Effect.gen(function* () {
      const { append, instanceId, page, run } = yield* setUp
      const users = yield* Effect.forEach(Arr.range(1, 4), () => Samples.storedUser(instanceId))
      const writers = concurrently(40, (index) => {
        const [one, another] = [users[index % 4] ?? users[0], users[(index + 1) % 4] ?? users[0]] as [User, User]
        // In one order, as use cases lock users.
        const [first, second] = one.id < another.id ? [one, another] : [another, one]
        const write = (user: User) => append(Samples.newEvent(user))
        return run(
          pause(index % 5).pipe(
            Effect.zipRight(write(first)),
            Effect.zipRight(pause(index % 7)),
            Effect.zipRight(write(second))
          )
        )
      })
      const writing = yield* Effect.fork(writers)
      const read: Array<Event> = []
      let last: Option.Option<EventPosition> = Option.none()
      while (read.length < 80) {
        const part: Effect.Effect.Success<ReturnType<typeof page>> = yield* page(last, { limit: 7 })
        read.push(...part.events)
        last = part.last
        yield* pause(1)
      }
      yield* writing
      for (const user of users) assert.deepStrictEqual(versionsOf(read, user), Arr.range(1, 20))
      assert.strictEqual(new Set(read.map(({ id }) => id)).size, 80)
    })
  )
}

const expiring = (it: Vitest.MethodsNonLive<Ports>) => {
  const old = (millis: number) => Samples.plus(millis, Samples.longAgo)

  /** Events of a user long ago, at each of the milliseconds, and the place of each. */
  const setUpOld = Effect.fnUntraced(function* (millis: ReadonlyArray<number>) {
    const all = yield* setUp
    yield* untilNoneLeft(all.log.deleteExpired(old(Samples.day), 1000))
    yield* all.append(...millis.map((at) => Samples.newEvent(all.user, { occurredAt: old(at) })))
    yield* all.feed(millis.length)
    const places: Array<Option.Option<EventPosition>> = []
    for (const _ of millis) {
      const { last } = yield* all.page(places.at(-1) ?? Option.none(), { limit: 1 })
      places.push(last)
    }
    const outcome = (after: Option.Option<EventPosition> = Option.none()) => Effect.either(all.page(after))
    return { ...all, outcome, places }
  })

  it.effect("deletes events that occurred at `until` or before, at most `limit` per call", () =>
    Effect.gen(function* () {
      const { log, page, user } = yield* setUpOld([1, 2, 3, 4])
      assert.strictEqual(yield* log.deleteExpired(old(0), 10), 0)
      assert.strictEqual(yield* log.deleteExpired(old(3), 2), 2)
      assert.strictEqual(yield* log.deleteExpired(old(3), 2), 1)
      assert.strictEqual(yield* log.deleteExpired(old(3), 2), 0)
      assert.deepStrictEqual(versionsOf((yield* page(Option.none())).events, user), [4])
    })
  )

  it.effect("lets a reader go on who has read every deleted event, and fails for one who has not", () =>
    Effect.gen(function* () {
      const { log, outcome, places, user } = yield* setUpOld([1, 2, 3])
      yield* log.deleteExpired(old(2), 10)
      failsWith(yield* outcome(places[0]), "CursorExpired")
      const atLast = yield* outcome(places[1])
      assert.deepStrictEqual(versionsOf(Either.getOrThrow(atLast).events, user), [3])
      yield* log.deleteExpired(old(3), 10)
      failsWith(yield* outcome(places[1]), "CursorExpired")
      same(Either.getOrThrow(yield* outcome(places[2])).events, [])
    })
  )

  it.effect("counts what is deleted out of the order of the feed, too", () =>
    Effect.gen(function* () {
      const { log, outcome, places } = yield* setUpOld([9, 1])
      yield* log.deleteExpired(old(1), 10)
      failsWith(yield* outcome(places[0]), "CursorExpired")
      yield* log.deleteExpired(old(9), 10)
      failsWith(yield* outcome(places[0]), "CursorExpired")
      assert.isTrue(Either.isRight(yield* outcome(places[1])))
    })
  )

  it.effect("fails for a place of no event, as after a restored backup", () =>
    Effect.gen(function* () {
      const { outcome, places } = yield* setUpOld([1])
      const moved = (by: number) =>
        Option.map(places[0] ?? Option.none(), (at) => ({ ...at, position: at.position + by }))
      failsWith(yield* outcome(moved(1_000_000)), "CursorExpired")
      failsWith(yield* outcome(moved(-1)), "CursorExpired")
      const later = Option.map(places[0] ?? Option.none(), (at) => ({ ...at, version: at.version + 1 }))
      failsWith(yield* outcome(later), "CursorExpired")
    })
  )

  it.effect("forgets the versions of a deleted user with the last event", () =>
    Effect.gen(function* () {
      const { append, instanceId, log, user, users } = yield* setUpOld([1])
      yield* append(Samples.newEvent(user, { type: "user.deleted", occurredAt: old(2) }))
      yield* users.delete(instanceId, user.id)
      yield* untilNoneLeft(log.deleteExpired(old(2), 10))
      yield* users.insert(user)
      const [again] = yield* append(Samples.newEvent(user))
      assert.strictEqual(again?.version, 1)
    })
  )
}

const erasing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("leaves the events of the user without the user, and those of others as they are", () =>
    Effect.gen(function* () {
      const { append, feed, instanceId, log, user } = yield* setUp
      const other = yield* Samples.storedUser(instanceId)
      const before = yield* append(Samples.newEvent(user), Samples.newEvent(other), Samples.newEvent(user))
      yield* log.erase(instanceId, user.id)
      const after = yield* feed(3)
      const expected = before.map((event) =>
        event.userId === user.id ? { ...event, data: { ...event.data, user: null } } : event
      )
      same([...after].sort(byId), [...(expected as ReadonlyArray<Event>)].sort(byId))
      assert.notInclude(JSON.stringify(after), user.email)
    })
  )
}

const byId = ({ id }: Event, { id: other }: Event) => (id < other ? -1 : id > other ? 1 : 0)

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("append", () => appending(it))
  describe("events of sessions", () => withSessions(it))
  describe("versions", () => counting(it))
  describe("page", () => paging(it))
  describe("deleteExpired", () => expiring(it))
  describe("erase", () => erasing(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = (user: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.gen(function* () {
    const { append, deleteExpired } = yield* EventLog
    yield* append(user.instanceId, [Samples.newEvent(user, { occurredAt: Samples.longAgo }), Samples.newEvent(user)])
    yield* untilNoneLeft(deleteExpired(Samples.longAgo, 1000))
  })

/**
 * Runs the contract of `EventLog` against a layer, which must build within a minute. Call it in a test file of Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`EventLog: ${name}`, tests)
