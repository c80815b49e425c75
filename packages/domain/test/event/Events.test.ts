/** What use cases write into the feed. */
import { assert, describe, it } from "@effect/vitest"
import { type Event, type EventType, eventTypes } from "@latchkey/domain/event/Event"
import * as EventHook from "@latchkey/domain/event/EventHook"
import { Events } from "@latchkey/domain/event/Events"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import * as Arr from "effect/Array"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import { readdirSync, readFileSync } from "node:fs"
import {
  ann,
  layer,
  linkTokenFor,
  newPassword,
  otherInstance,
  outage,
  outcome,
  rightPassword,
  storedUser
} from "../support.ts"
import * as TestClient from "../support/TestClient.ts"

const by = { actor: "admin_api" } as const
const feed = { instance: defaultInstance, after: Option.none(), limit: 100 }

const read = Effect.flatMap(Events, ({ page }) => page(feed))
const typesOf = (events: ReadonlyArray<Event>) => events.map(({ type }) => type)
const types = Effect.map(read, ({ events }) => typesOf(events))

const user = Effect.map(storedUser(ann), Option.getOrThrow)

describe("Events", () => {
  it.scoped("have what a user does, with the version of each, in the order of the actions", () =>
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      yield* client.changePassword(newPassword, rightPassword)
      yield* client.signOut
      const { events } = yield* read
      assert.deepStrictEqual(typesOf(events), [
        "user.created",
        "session.created",
        "user.verified",
        "session.created",
        "password.changed",
        "session.created",
        "session.revoked"
      ])
      assert.deepStrictEqual(
        events.map(({ version }) => version),
        Arr.range(1, 7)
      )
      assert.deepStrictEqual(
        events.map(({ data }) => data.user?.emailVerified),
        [false, false, true, true, true, true, true]
      )
    }).pipe(Effect.provide(layer))
  )

  it.scoped("have what an operator changes, with who it was, and only what has changed", () =>
    Effect.gen(function* () {
      const users = yield* UserProvisioning
      const administration = yield* UserAdministration
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const { id: userId } = yield* user
      const target = { instance: defaultInstance, userId, by }
      const patch = {
        emailVerified: true,
        externalId: Option.none(),
        disabled: true,
        metadata: Option.some({ plan: "pro" })
      }
      yield* users.update({ ...target, patch })
      yield* administration.enable(target)
      yield* users.delete(target)
      const { events } = yield* read
      assert.deepStrictEqual(
        events.slice(2).map(({ actor, data: { user: _, ...details }, type }) => [type, actor, details]),
        [
          ["user.updated", "admin_api", { changed: ["emailVerified", "metadata"], sessions: "all" }],
          ["user.verified", "admin_api", {}],
          ["user.disabled", "admin_api", { sessions: "all" }],
          ["user.enabled", "admin_api", {}],
          ["user.deleted", "admin_api", {}]
        ]
      )
      assert.isTrue(events.every(({ data }) => data.user === null))
    }).pipe(Effect.provide(layer))
  )

  it("have a use case for every type", () => {
    const rooms = new URL("../../src/", import.meta.url)
    const sources = readdirSync(rooms, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.startsWith("event/"))
      .map((name) => readFileSync(new URL(name, rooms), "utf8"))
    const written = (type: EventType) => sources.some((source) => source.includes(`type: "${type}"`))
    assert.deepStrictEqual(
      eventTypes.filter((type) => !written(type)),
      []
    )
  })

  it.scoped("refuse a cursor of another instance, and a text that is none", () =>
    Effect.gen(function* () {
      const { page } = yield* Events
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const { next } = yield* read
      const refused = (query: Parameters<typeof page>[0]) =>
        Effect.map(Effect.flip(page(query)), ({ _tag }) => assert.strictEqual(_tag, "InvalidCursor"))
      yield* refused({ ...feed, instance: otherInstance, after: next })
      for (const text of ["", "x", "e30"]) yield* refused({ ...feed, after: Option.some(text) })
      assert.deepStrictEqual((yield* page({ ...feed, after: next })).events, [])
    }).pipe(Effect.provide(layer))
  )

  it.scoped("are waited for, and the wait ends at its time", () =>
    Effect.gen(function* () {
      const { page } = yield* Events
      const wait = Duration.seconds(3)
      const first = yield* Effect.fork(page({ ...feed, wait }))
      yield* TestClock.adjust("1 seconds")
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      yield* TestClock.adjust("500 millis")
      const { events, next } = yield* Fiber.join(first)
      assert.deepStrictEqual(typesOf(events), ["user.created", "session.created"])
      const second = yield* Effect.fork(page({ ...feed, after: next, wait: Duration.hours(1) }))
      yield* TestClock.adjust("19999 millis")
      assert.isTrue(Option.isNone(yield* Fiber.poll(second)))
      yield* TestClock.adjust("500 millis")
      assert.deepStrictEqual(yield* Fiber.join(second), { events: [], next })
    }).pipe(Effect.provide(layer))
  )

  it.scoped("come as a stream with the cursor after each batch", () =>
    Effect.gen(function* () {
      const { stream } = yield* Events
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const seen = yield* Ref.make<ReadonlyArray<string>>([])
      const reading = stream({ instance: defaultInstance, after: Option.none() }).pipe(
        Stream.runForEach(({ events }) => Ref.update(seen, (all) => [...all, ...typesOf(events)]))
      )
      yield* Effect.forkScoped(reading)
      yield* TestClock.adjust("1 seconds")
      yield* (yield* TestClient.make).signIn(ann, rightPassword)
      yield* TestClock.adjust("1 seconds")
      assert.deepStrictEqual(yield* Ref.get(seen), ["user.created", "session.created", "session.created"])
    }).pipe(Effect.provide(layer))
  )

  it.scoped("look past any number of events of other types", () =>
    Effect.gen(function* () {
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const { page } = yield* Events
      const query = { ...feed, type: Option.some("user.deleted" as const) }
      const { events, next } = yield* page(query)
      assert.deepStrictEqual(events, [])
      assert.deepStrictEqual((yield* page({ ...feed, after: next })).events, [])
    }).pipe(Effect.provide(layer))
  )
})

describe("EventHook", () => {
  const hooked = Effect.gen(function* () {
    const seen = yield* Ref.make<ReadonlyArray<Event>>([])
    const fails = yield* Ref.make<Option.Option<EventType>>(Option.none())
    const onEvent: EventHook.OnEvent = (event) =>
      Effect.gen(function* () {
        yield* Ref.update(seen, (all) => [...all, event])
        if (Option.contains(yield* Ref.get(fails), event.type)) yield* outage
      })
    const withHook = layer.pipe(Layer.provide(EventHook.layer(Effect.succeed(onEvent))))
    return { fails, seen, withHook }
  })

  it.scoped("gets every event, also of a sign-in, as it is stored", () =>
    Effect.gen(function* () {
      const { seen, withHook } = yield* hooked
      yield* Effect.gen(function* () {
        yield* (yield* TestClient.make).signUp(ann, rightPassword)
        yield* (yield* TestClient.make).signIn(ann, rightPassword)
        assert.deepStrictEqual(yield* Ref.get(seen), (yield* read).events as ReadonlyArray<Event>)
        assert.deepStrictEqual(yield* types, ["user.created", "session.created", "session.created"])
      }).pipe(Effect.provide(withHook))
    })
  )

  it.scoped("undoes the change and the event with its failure", () =>
    Effect.gen(function* () {
      const { fails, withHook } = yield* hooked
      yield* Effect.gen(function* () {
        yield* Ref.set(fails, Option.some("session.created"))
        yield* outcome((yield* TestClient.make).signUp(ann, rightPassword))
        assert.deepStrictEqual(yield* types, [])
        assert.isTrue(Option.isNone(yield* storedUser(ann)))
      }).pipe(Effect.provide(withHook))
    })
  )
})
