import { assert, describe, it } from "@effect/vitest"
import { InstanceId } from "@latchkey/domain/core/Ids"
import * as AuthenticationMethods from "@latchkey/domain/instance/AuthenticationMethods"
import {
  defaultAuthConfig,
  defaultId,
  defaultInstance,
  defaultSignUpConfig,
  Instance
} from "@latchkey/domain/instance/Instance"
import { InstanceDirectory, layer as layerInstanceDirectory, make } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { defaultPolicy } from "@latchkey/domain/instance/PasswordPolicy"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { areSame, outage, outcome, ports, strictPolicy, test } from "../support.ts"
import { auditLines, auditLog } from "../support/AuditTrail.ts"
import { before, release } from "../support/Interception.ts"

const unknownId = InstanceId.make("inst_01890a5d-ac96-774b-bcce-b302099a8057")

describe("The default instance", () => {
  test(
    "is created at the first start, on pro with magic links on",
    Effect.gen(function* () {
      const { get, list } = yield* InstanceDirectory
      assert.isTrue(areSame(yield* get(defaultId), defaultInstance))
      assert.lengthOf(yield* list, 1)
      assert.deepInclude(defaultInstance, {
        plan: "pro",
        authConfig: { ...defaultAuthConfig, password: true, magic_link: true },
        hosts: []
      })
      assert.deepStrictEqual(defaultInstance.passwordPolicy, defaultPolicy)
    })
  )

  it.effect("is not changed by a later start", () =>
    Effect.gen(function* () {
      const start = Effect.map(
        Layer.build(Layer.fresh(Layer.provide(layerInstanceDirectory, AuthenticationMethods.layer()))),
        () => undefined
      )
      const { findById, modify } = yield* InstanceRepository
      yield* Effect.scoped(start)
      const renamed = new Instance({
        ...defaultInstance,
        name: "Ours",
        authConfig: { ...defaultAuthConfig, password: true, magic_link: false }
      })
      yield* modify(defaultId, () => Either.right(renamed))
      yield* Effect.scoped(start)
      assert.isTrue(areSame(yield* findById(defaultId), Option.some(renamed)))
    }).pipe(Effect.provide(ports))
  )

  test(
    "is not created while the store is down, and `make` fails with PersistenceError",
    Effect.gen(function* () {
      yield* before("InstanceRepository.insertIfAbsent", outage)
      assert.strictEqual(yield* outcome(make), "PersistenceError")
    })
  )
})

describe("InstanceDirectory.create", () => {
  test(
    "creates an instance on free with the defaults",
    Effect.gen(function* () {
      const { create, get, list } = yield* InstanceDirectory
      const created = yield* create({ name: "Bakery" })
      assert.match(created.id, /^inst_/)
      assert.deepInclude(created, {
        name: "Bakery",
        plan: "free",
        hosts: [],
        origins: [],
        redirectUrl: null,
        authConfig: { ...defaultAuthConfig, password: true, magic_link: false },
        signUp: defaultSignUpConfig,
        sessionConfig: defaultInstance.sessionConfig,
        rateLimits: defaultInstance.rateLimits
      })
      assert.isTrue(areSame(yield* get(created.id), created))
      assert.lengthOf(yield* list, 2)
    })
  )

  test(
    "applies the given settings, and the defaults for all others",
    Effect.gen(function* () {
      const { create } = yield* InstanceDirectory
      const created = yield* create({
        name: "Bakery",
        plan: "pro",
        hosts: ["bakery.example"],
        origins: ["https://bakery.example"],
        redirectUrl: "https://bakery.example/oven",
        authConfig: { magic_link: true },
        sessionConfig: { idleLifetimeSeconds: 3600, passwordPolicy: { minLength: 12 } },
        rateLimits: { signInPerEmail: { limit: 3 } }
      })
      assert.deepInclude(created, {
        plan: "pro",
        hosts: ["bakery.example"],
        origins: ["https://bakery.example"],
        redirectUrl: "https://bakery.example/oven",
        authConfig: { ...defaultAuthConfig, password: true, magic_link: true }
      })
      assert.deepStrictEqual(created.sessionConfig, {
        absoluteLifetimeSeconds: 30 * 86_400,
        idleLifetimeSeconds: 3600,
        requireVerifiedEmail: false,
        include: [],
        passwordPolicy: { ...defaultPolicy, minLength: 12 }
      })
      assert.deepStrictEqual(created.rateLimits, {
        ...defaultInstance.rateLimits,
        signInPerEmail: { limit: 3, windowSeconds: 900 }
      })
    })
  )

  test(
    "fails with SignInImpossible if every sign-in method is off, and changes nothing; one is enough",
    Effect.gen(function* () {
      const { create, get, list, update } = yield* InstanceDirectory
      const none = { password: false, magic_link: false }
      assert.strictEqual(yield* outcome(create({ name: "Bakery", authConfig: none })), "SignInImpossible")
      assert.strictEqual(
        yield* outcome(create({ name: "Bakery", authConfig: { password: false } })),
        "SignInImpossible"
      )
      assert.strictEqual(yield* outcome(update(defaultId, { name: "Ours", authConfig: none })), "SignInImpossible")
      assert.lengthOf(yield* list, 1)
      assert.isTrue(areSame(yield* get(defaultId), defaultInstance))
      yield* update(defaultId, { authConfig: { password: false } })
      assert.strictEqual(yield* outcome(update(defaultId, { authConfig: { magic_link: false } })), "SignInImpossible")
      const swapped = yield* update(defaultId, {
        authConfig: { ...defaultAuthConfig, password: true, magic_link: false }
      })
      assert.deepStrictEqual(swapped.authConfig, { ...defaultAuthConfig, password: true, magic_link: false })
    })
  )

  test(
    "fails with HostTaken for a host of another instance",
    Effect.gen(function* () {
      const { create, list } = yield* InstanceDirectory
      yield* create({ name: "Bakery", hosts: ["bakery.example", "www.bakery.example"] })
      assert.strictEqual(yield* outcome(create({ name: "Butcher", hosts: ["www.bakery.example"] })), "HostTaken")
      assert.lengthOf(yield* list, 2)
    })
  )

  test(
    "fails with PlanDoesNotAllow for a password policy on free",
    Effect.gen(function* () {
      const { create, list } = yield* InstanceDirectory
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

describe("An instance that requires a verified email address", () => {
  const sessionConfig = { requireVerifiedEmail: true }
  const authConfig = { magic_link: true }

  test(
    "has magic links, which verify the address; without them it fails with VerificationImpossible",
    Effect.gen(function* () {
      const { create, get, update } = yield* InstanceDirectory
      assert.strictEqual(yield* outcome(create({ name: "Bakery", sessionConfig })), "VerificationImpossible")
      const created = yield* create({ name: "Bakery", sessionConfig, authConfig })
      const withoutLinks = update(created.id, { authConfig: { magic_link: false } })
      assert.strictEqual(yield* outcome(withoutLinks), "VerificationImpossible")
      assert.isTrue(areSame(yield* get(created.id), created))
      const back = update(created.id, {
        sessionConfig: { requireVerifiedEmail: false },
        authConfig: { magic_link: false }
      })
      assert.strictEqual(yield* outcome(back), "ok")
    })
  )
})

describe("InstanceDirectory.update", () => {
  test(
    "stores the change and returns the instance",
    Effect.gen(function* () {
      const { update, get } = yield* InstanceDirectory
      const changed = yield* update(defaultId, { name: "Ours" })
      assert.isTrue(areSame(changed, new Instance({ ...defaultInstance, name: "Ours" })))
      assert.isTrue(areSame(yield* get(defaultId), changed))
    })
  )

  test(
    "fails with PlanDoesNotAllow for a policy that the plan does not include",
    Effect.gen(function* () {
      const { update, create, get } = yield* InstanceDirectory
      const created = yield* create({ name: "Bakery" })
      const sessionConfig = { passwordPolicy: { requireNumber: true } }
      assert.strictEqual(yield* outcome(update(created.id, { name: "Renamed", sessionConfig })), "PlanDoesNotAllow")
      assert.isTrue(areSame(yield* get(created.id), created))
      assert.strictEqual(yield* outcome(update(created.id, { plan: "pro", sessionConfig })), "ok")
    })
  )

  test(
    "changes the plan to free only together with the default policy",
    Effect.gen(function* () {
      const { update, create } = yield* InstanceDirectory
      const created = yield* create({ name: "Bakery", plan: "pro", sessionConfig: { passwordPolicy: strictPolicy } })
      assert.strictEqual(yield* outcome(update(created.id, { plan: "free" })), "PlanDoesNotAllow")
      const back = { plan: "free", sessionConfig: { passwordPolicy: defaultPolicy } } as const
      assert.deepInclude(yield* update(created.id, back), { plan: "free" })
    })
  )

  test(
    "fails with SignInImpossible if every sign-in method is off, and changes nothing; one is enough",
    Effect.gen(function* () {
      const { create, get, list, update } = yield* InstanceDirectory
      const none = { password: false, magic_link: false }
      assert.strictEqual(yield* outcome(create({ name: "Bakery", authConfig: none })), "SignInImpossible")
      assert.strictEqual(
        yield* outcome(create({ name: "Bakery", authConfig: { password: false } })),
        "SignInImpossible"
      )
      assert.strictEqual(yield* outcome(update(defaultId, { name: "Ours", authConfig: none })), "SignInImpossible")
      assert.lengthOf(yield* list, 1)
      assert.isTrue(areSame(yield* get(defaultId), defaultInstance))
      yield* update(defaultId, { authConfig: { password: false } })
      assert.strictEqual(yield* outcome(update(defaultId, { authConfig: { magic_link: false } })), "SignInImpossible")
      const swapped = yield* update(defaultId, {
        authConfig: { ...defaultAuthConfig, password: true, magic_link: false }
      })
      assert.deepStrictEqual(swapped.authConfig, { ...defaultAuthConfig, password: true, magic_link: false })
    })
  )

  test(
    "fails with HostTaken for a host of another instance",
    Effect.gen(function* () {
      const { update, create, get } = yield* InstanceDirectory
      yield* create({ name: "Bakery", hosts: ["bakery.example"] })
      assert.strictEqual(yield* outcome(update(defaultId, { hosts: ["bakery.example"] })), "HostTaken")
      assert.isTrue(areSame(yield* get(defaultId), defaultInstance))
    })
  )

  test(
    "keeps own hosts, and takes a host that another instance has released",
    Effect.gen(function* () {
      const { update, create } = yield* InstanceDirectory
      const created = yield* create({ name: "Bakery", hosts: ["bakery.example"] })
      assert.strictEqual(yield* outcome(update(created.id, { hosts: ["bakery.example", "b.example"] })), "ok")
      yield* update(created.id, { hosts: [] })
      assert.strictEqual(yield* outcome(update(defaultId, { hosts: ["bakery.example"] })), "ok")
    })
  )

  test(
    "loses none of several concurrent changes",
    Effect.gen(function* () {
      const { update, get } = yield* InstanceDirectory
      const patches = Object.keys(defaultInstance.rateLimits).map((limit) => ({
        rateLimits: { [limit]: { limit: 7 } }
      }))
      yield* Effect.forEach(patches, (patch) => update(defaultId, patch), { concurrency: "unbounded" })
      const limits = Object.values((yield* get(defaultId)).rateLimits).map(({ limit }) => limit)
      assert.deepStrictEqual(
        limits,
        Object.keys(defaultInstance.rateLimits).map(() => 7)
      )
    })
  )
})

describe("An unknown instance", () => {
  test(
    "fails with InstanceNotFound in `get` and `update`",
    Effect.gen(function* () {
      const { update, get } = yield* InstanceDirectory
      assert.strictEqual(yield* outcome(get(unknownId)), "InstanceNotFound")
      assert.strictEqual(yield* outcome(update(unknownId, { name: "Ours" })), "InstanceNotFound")
    })
  )
})

describe("The audit log of instances", () => {
  test(
    "is empty after the first start",
    Effect.gen(function* () {
      assert.lengthOf(yield* auditLog, 0)
    })
  )

  test(
    "records each created instance: time, actor, instance and settings",
    Effect.gen(function* () {
      const { create } = yield* InstanceDirectory
      yield* TestClock.adjust("1 minute")
      const created = yield* create(
        { name: "Bakery", plan: "pro", authConfig: { magic_link: true } },
        { actor: "dashboard" }
      )
      const [entry] = yield* auditLog
      assert.deepInclude(entry, { actor: "dashboard", action: "instance_created" })
      assert.strictEqual(entry?.detail, 'name="Bakery", plan="pro", authConfig.magic_link=true')
      assert.strictEqual(entry?.at.epochMillis, 60_000)
      assert.deepStrictEqual(entry?.instanceId, Option.some(created.id))
      assert.isTrue(Option.exists(Option.fromNullable(entry), ({ userId }) => Option.isNone(userId)))
    })
  )

  test(
    "records each change with exactly the settings it names, and what they were",
    Effect.gen(function* () {
      const { update } = yield* InstanceDirectory
      yield* update(
        defaultId,
        {
          hosts: ["a.example", "b.example"],
          redirectUrl: null,
          sessionConfig: { idleLifetimeSeconds: 3600, passwordPolicy: { minLength: 12, requireNumber: true } },
          rateLimits: { signInPerEmail: { limit: 3 } }
        },
        { actor: "admin_api" }
      )
      const [entry] = yield* auditLog
      assert.deepInclude(entry, { actor: "admin_api", action: "instance_updated" })
      assert.deepStrictEqual(entry?.instanceId, Option.some(defaultId))
      assert.deepStrictEqual(entry?.detail.split(", "), [
        'hosts=["a.example","b.example"] was=[]',
        "redirectUrl=null",
        "sessionConfig.idleLifetimeSeconds=3600 was=604800",
        "sessionConfig.passwordPolicy.minLength=12 was=8",
        "sessionConfig.passwordPolicy.requireNumber=true was=false",
        "rateLimits.signInPerEmail.limit=3 was=10"
      ])
    })
  )

  test(
    "names `program` as the actor by default",
    Effect.gen(function* () {
      const { update, create } = yield* InstanceDirectory
      const { id } = yield* create({ name: "Bakery" })
      yield* update(id, { name: "Butcher" })
      assert.deepStrictEqual(yield* auditLines, [
        'program instance_created name="Bakery"',
        'program instance_updated name="Butcher" was="Bakery"'
      ])
    })
  )

  test(
    "records nothing for refused changes",
    Effect.gen(function* () {
      const { update, create } = yield* InstanceDirectory
      const { id } = yield* create({ name: "Bakery", hosts: ["bakery.example"] })
      const sessionConfig = { passwordPolicy: { minLength: 9 } }
      const refusals = [
        [create({ name: "Butcher", hosts: ["bakery.example"] }), "HostTaken"],
        [create({ name: "Butcher", sessionConfig }), "PlanDoesNotAllow"],
        [update(defaultId, { hosts: ["bakery.example"] }), "HostTaken"],
        [update(id, { sessionConfig }), "PlanDoesNotAllow"],
        [update(unknownId, { name: "Butcher" }), "InstanceNotFound"]
      ] as const
      for (const [attempt, expected] of refusals) {
        assert.strictEqual(yield* outcome<unknown, { readonly _tag: string }, never>(attempt), expected)
      }
      assert.lengthOf(yield* auditLog, 1)
    })
  )

  test(
    "cuts details at 2,000 characters",
    Effect.gen(function* () {
      const { update } = yield* InstanceDirectory
      const hosts = Array.from({ length: 100 }, (_, index) => `${"a".repeat(50)}${index}.example`)
      yield* update(defaultId, { hosts })
      const [entry] = yield* auditLog
      assert.lengthOf(entry?.detail ?? "", 2000)
      assert.isTrue(`hosts=${JSON.stringify(hosts)}`.startsWith(entry?.detail ?? "none"))
    })
  )

  test(
    "is written in the transaction of the change, or neither is stored",
    Effect.gen(function* () {
      const { findByHost, update, create, list } = yield* InstanceDirectory
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(create({ name: "Bakery", hosts: ["bakery.example"] })), "PersistenceError")
      assert.strictEqual(yield* outcome(update(defaultId, { name: "Ours" })), "PersistenceError")
      yield* release("AuditLog.append")
      assert.lengthOf(yield* list, 1)
      assert.deepInclude(yield* findByHost("bakery.example"), { id: defaultId, name: "Latchkey" })
      yield* create({ name: "Bakery", hosts: ["bakery.example"] })
      assert.strictEqual((yield* findByHost("bakery.example")).name, "Bakery")
    })
  )
})
