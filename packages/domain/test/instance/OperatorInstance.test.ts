/** The reserved instance of the operators, beside those of the app. */
import { assert, describe, it } from "@effect/vitest"
import * as Domain from "@latchkey/domain/Domain"
import * as EventHook from "@latchkey/domain/event/EventHook"
import * as EventRecorder from "@latchkey/domain/event/EventRecorder"
import * as ConstantInstance from "@latchkey/domain/instance/ConstantInstance"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { OperatorInstance, operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { Operators } from "@latchkey/domain/operator/Operators"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as Samples from "@latchkey/testkit/Samples"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import { joined, joinedWithPasskey } from "../operator/support.ts"
import { ann, baseUrl, layer, linkTokenFor, outcome, ports, signedUp, storedUser, test } from "../support.ts"
import * as AppHooks from "../support/AppHooks.ts"
import { auditLog } from "../support/AuditTrail.ts"

const by = { actor: "command_line" } as const

/** Adds an operator with a passkey, who signs in, and deletes them. */
const operatorComesAndGoes = Effect.gen(function* () {
  const { authenticator, id, keys } = yield* joinedWithPasskey("viewer", ann)
  yield* keys.signIn(authenticator)
  yield* (yield* Operators).remove({ id, by })
})

/** Signs a user up, who verifies their address, and deletes them. */
const userComesAndGoes = Effect.gen(function* () {
  const client = yield* signedUp
  yield* client.verifyLink(yield* linkTokenFor(client, ann))
  const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
  yield* (yield* UserProvisioning).delete({ instance: defaultInstance, userId, by })
})

describe("The instance of the operators", () => {
  test(
    "has sessions of twelve hours and thirty minutes, and no password, no sign-up and no host",
    Effect.gen(function* () {
      const { absoluteLifetime, authConfig, hosts, id, idleLifetime, origins, signUp } = yield* OperatorInstance
      assert.deepStrictEqual([absoluteLifetime, idleLifetime].map(Duration.toMinutes), [720, 30])
      assert.deepStrictEqual([authConfig.password, signUp.mode, hosts, origins], [false, "closed", [], []])
      assert.strictEqual(id, operatorInstanceId)
    })
  )

  test(
    "is neither listed nor found by id or host, changed or deleted",
    Effect.gen(function* () {
      const {
        changeIdentityProviders,
        create,
        delete: remove,
        findByHost,
        get,
        list,
        update
      } = yield* InstanceDirectory
      const { id: created } = yield* create({ name: "Bakery" })
      assert.sameMembers(
        (yield* list).map(({ id }) => id),
        [defaultId, created]
      )
      for (const host of ["", new URL(baseUrl).hostname, operatorInstanceId]) {
        assert.strictEqual((yield* findByHost(host)).id, defaultId)
      }
      const entries = (yield* auditLog).length
      const providers = changeIdentityProviders(operatorInstanceId, () => Either.right([]), Effect.void)
      assert.strictEqual(yield* outcome(get(operatorInstanceId)), "InstanceNotFound")
      assert.strictEqual(yield* outcome(update(operatorInstanceId, { name: "Other" })), "InstanceNotFound")
      assert.strictEqual(yield* outcome(providers), "InstanceNotFound")
      assert.strictEqual(yield* outcome(remove(operatorInstanceId)), "InstanceNotFound")
      assert.lengthOf(yield* auditLog, entries)
    })
  )

  it.effect("is none that an app can define", () =>
    Effect.gen(function* () {
      const settings = { id: operatorInstanceId, name: "Mine" }
      const { message } = yield* Effect.flip(Effect.scoped(Layer.build(ConstantInstance.layer(settings))))
      assert.include(message, `The id "${operatorInstanceId}" is reserved for the dashboard`)
    })
  )

  it.effect("is not listed among those that an app defines, and operators sign in beside them", () =>
    Effect.gen(function* () {
      const { list } = yield* InstanceDirectory
      const ids = Effect.map(list, (all) => all.map(({ id }) => `${id}`))
      assert.deepStrictEqual(yield* ids, ["notes"])
      const { dashboard } = yield* joined()
      assert.strictEqual(yield* outcome(dashboard.session), "ok")
    }).pipe(
      Effect.provide(
        Layer.provideMerge(Domain.layer, Layer.merge(ports, ConstantInstance.layer({ id: "notes", name: "Notes" })))
      )
    )
  )

  test(
    "is found by the job that sends emails: an operator is told about their new passkey",
    Effect.gen(function* () {
      yield* joinedWithPasskey("viewer", ann)
      yield* (yield* EmailDispatcher).dispatch
      const { subject, text } = Option.getOrThrow(yield* (yield* Sent).lastTo(ann))
      assert.include(`${subject} ${text}`.toLowerCase(), "passkey")
    })
  )
})

describe("The hooks of an app", () => {
  it.scoped("of accounts run for users, and not for operators", () =>
    Effect.gen(function* () {
      yield* operatorComesAndGoes
      const { record } = yield* EventRecorder.EventRecorder
      yield* record({ type: "user.created", user: Samples.operator("viewer"), by })
      assert.deepStrictEqual(yield* AppHooks.names, [])
      yield* userComesAndGoes
      assert.deepStrictEqual(yield* AppHooks.names, ["onCreated", "onVerified", "beforeDelete"])
    }).pipe(Effect.provide(AppHooks.within(layer)))
  )

  it.scoped("of events run for users, and not for operators", () =>
    Effect.gen(function* () {
      const seen = yield* Ref.make<ReadonlyArray<string>>([])
      const onEvent: EventHook.OnEvent = ({ instanceId, type }) =>
        Ref.update(seen, (all) => [...all, `${instanceId} ${type}`])
      const withHook = Layer.provide(layer, EventHook.layer(Effect.succeed(onEvent)))
      yield* Effect.provide(Effect.zipRight(operatorComesAndGoes, userComesAndGoes), withHook)
      const all = yield* Ref.get(seen)
      assert.deepStrictEqual(
        all.filter((event) => !event.startsWith(defaultId)),
        []
      )
      assert.includeMembers(
        [...all],
        ["user.created", "session.created", "user.deleted"].map((type) => `default ${type}`)
      )
    })
  )
})
