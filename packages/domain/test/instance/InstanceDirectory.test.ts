import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultId, defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Instances from "@latchkey/domain/instance/InstanceDirectory"
import { defaultPolicy } from "@latchkey/domain/instance/PasswordPolicy"
import { areSame, outage, outcome, ports, strictPolicy, test } from "../support.ts"
import { before } from "../support/Interception.ts"

const unknownId = InstanceId.make("inst_01890a5d-ac96-774b-bcce-b302099a8057")

describe("The default instance", () => {
  test(
    "is made at the first start: on pro, with links on",
    Effect.gen(function* () {
      const { get, list } = yield* Instances.Instances
      assert.isTrue(areSame(yield* get(defaultId), defaultInstance))
      assert.lengthOf(yield* list, 1)
      assert.deepInclude(defaultInstance, { plan: "pro", authConfig: { magic_link: true }, hosts: [] })
      assert.deepStrictEqual(defaultInstance.passwordPolicy, defaultPolicy)
    })
  )

  it.effect("is kept as it is at the next start", () =>
    Effect.gen(function* () {
      const start = Effect.map(Layer.build(Layer.fresh(Instances.layer)), () => undefined)
      const { findById, modify } = yield* InstanceRepository
      yield* Effect.scoped(start)
      const renamed = new Instance({ ...defaultInstance, name: "Ours", authConfig: { magic_link: false } })
      yield* modify(defaultId, () => Either.right(renamed))
      yield* Effect.scoped(start)
      assert.isTrue(areSame(yield* findById(defaultId), Option.some(renamed)))
    }).pipe(Effect.provide(ports))
  )

  test(
    "is not made without a store",
    Effect.gen(function* () {
      yield* before("InstanceRepository.insertIfAbsent", outage)
      assert.strictEqual(yield* outcome(Instances.make), "PersistenceError")
    })
  )
})

describe("A new instance", () => {
  test(
    "is on free, with the defaults, unless it says otherwise",
    Effect.gen(function* () {
      const { create, get, list } = yield* Instances.Instances
      const made = yield* create({ name: "Bakery" })
      assert.match(made.id, /^inst_/)
      assert.deepInclude(made, {
        name: "Bakery",
        plan: "free",
        hosts: [],
        origins: [],
        redirectUrl: null,
        authConfig: { magic_link: false },
        sessionConfig: defaultInstance.sessionConfig,
        rateLimits: defaultInstance.rateLimits
      })
      assert.isTrue(areSame(yield* get(made.id), made))
      assert.lengthOf(yield* list, 2)
    })
  )

  test(
    "has what it asks for, and the defaults for the rest",
    Effect.gen(function* () {
      const { create } = yield* Instances.Instances
      const made = yield* create({
        name: "Bakery",
        plan: "pro",
        hosts: ["bakery.example"],
        origins: ["https://bakery.example"],
        redirectUrl: "https://bakery.example/oven",
        authConfig: { magic_link: true },
        sessionConfig: { idleLifetimeSeconds: 3600, passwordPolicy: { minLength: 12 } },
        rateLimits: { signInPerEmail: { limit: 3 } }
      })
      assert.deepInclude(made, {
        plan: "pro",
        hosts: ["bakery.example"],
        origins: ["https://bakery.example"],
        redirectUrl: "https://bakery.example/oven",
        authConfig: { magic_link: true }
      })
      assert.deepStrictEqual(made.sessionConfig, {
        absoluteLifetimeSeconds: 30 * 86_400,
        idleLifetimeSeconds: 3600,
        passwordPolicy: { ...defaultPolicy, minLength: 12 }
      })
      assert.deepStrictEqual(made.rateLimits, {
        ...defaultInstance.rateLimits,
        signInPerEmail: { limit: 3, windowSeconds: 900 }
      })
    })
  )

  test(
    "cannot have a host of another",
    Effect.gen(function* () {
      const { create, list } = yield* Instances.Instances
      yield* create({ name: "Bakery", hosts: ["bakery.example", "www.bakery.example"] })
      assert.strictEqual(yield* outcome(create({ name: "Butcher", hosts: ["www.bakery.example"] })), "HostTaken")
      assert.lengthOf(yield* list, 2)
    })
  )

  test(
    "cannot have a policy of its own on free",
    Effect.gen(function* () {
      const { create, list } = yield* Instances.Instances
      const sessionConfig = { passwordPolicy: { minLength: 9 } }
      assert.strictEqual(yield* outcome(create({ name: "Bakery", sessionConfig })), "PlanDoesNotAllow")
      assert.strictEqual(yield* outcome(create({ name: "Bakery", plan: "free", sessionConfig })), "PlanDoesNotAllow")
      assert.lengthOf(yield* list, 1)
      assert.strictEqual(yield* outcome(create({ name: "Bakery", plan: "pro", sessionConfig })), "ok")
      const spelledOut = { passwordPolicy: { ...defaultPolicy } }
      assert.strictEqual(yield* outcome(create({ name: "Butcher", sessionConfig: spelledOut })), "ok")
    })
  )
})

describe("A change of an instance", () => {
  test(
    "is stored, and answered",
    Effect.gen(function* () {
      const { update: change, get } = yield* Instances.Instances
      const changed = yield* change(defaultId, { name: "Ours" })
      assert.isTrue(areSame(changed, new Instance({ ...defaultInstance, name: "Ours" })))
      assert.isTrue(areSame(yield* get(defaultId), changed))
    })
  )

  test(
    "may not ask for a policy that its plan does not include",
    Effect.gen(function* () {
      const { update: change, create, get } = yield* Instances.Instances
      const made = yield* create({ name: "Bakery" })
      const sessionConfig = { passwordPolicy: { requireNumber: true } }
      assert.strictEqual(yield* outcome(change(made.id, { name: "Renamed", sessionConfig })), "PlanDoesNotAllow")
      assert.isTrue(areSame(yield* get(made.id), made))
      assert.strictEqual(yield* outcome(change(made.id, { plan: "pro", sessionConfig })), "ok")
    })
  )

  test(
    "may go to free only together with the default policy",
    Effect.gen(function* () {
      const { update: change, create } = yield* Instances.Instances
      const made = yield* create({ name: "Bakery", plan: "pro", sessionConfig: { passwordPolicy: strictPolicy } })
      assert.strictEqual(yield* outcome(change(made.id, { plan: "free" })), "PlanDoesNotAllow")
      const back = { plan: "free", sessionConfig: { passwordPolicy: defaultPolicy } } as const
      assert.deepInclude(yield* change(made.id, back), { plan: "free" })
    })
  )

  test(
    "cannot take the host of another",
    Effect.gen(function* () {
      const { update: change, create, get } = yield* Instances.Instances
      yield* create({ name: "Bakery", hosts: ["bakery.example"] })
      assert.strictEqual(yield* outcome(change(defaultId, { hosts: ["bakery.example"] })), "HostTaken")
      assert.isTrue(areSame(yield* get(defaultId), defaultInstance))
    })
  )

  test(
    "can keep its own hosts, and take one that was given up",
    Effect.gen(function* () {
      const { update: change, create } = yield* Instances.Instances
      const made = yield* create({ name: "Bakery", hosts: ["bakery.example"] })
      assert.strictEqual(yield* outcome(change(made.id, { hosts: ["bakery.example", "b.example"] })), "ok")
      yield* change(made.id, { hosts: [] })
      assert.strictEqual(yield* outcome(change(defaultId, { hosts: ["bakery.example"] })), "ok")
    })
  )

  test(
    "loses nothing when many come at once",
    Effect.gen(function* () {
      const { update: change, get } = yield* Instances.Instances
      const patches = Object.keys(defaultInstance.rateLimits).map((budget) => ({
        rateLimits: { [budget]: { limit: 7 } }
      }))
      yield* Effect.forEach(patches, (patch) => change(defaultId, patch), { concurrency: "unbounded" })
      const limits = Object.values((yield* get(defaultId)).rateLimits).map(({ limit }) => limit)
      assert.deepStrictEqual(limits, [7, 7, 7, 7, 7, 7, 7])
    })
  )
})

describe("An instance that is not there", () => {
  test(
    "is not found, neither to read nor to change",
    Effect.gen(function* () {
      const { update: change, get } = yield* Instances.Instances
      assert.strictEqual(yield* outcome(get(unknownId)), "InstanceNotFound")
      assert.strictEqual(yield* outcome(change(unknownId, { name: "Ours" })), "InstanceNotFound")
    })
  )
})
