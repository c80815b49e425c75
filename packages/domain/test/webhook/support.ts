/** Webhooks in the tests: a receiver whose responses each test decides, and what the tests store. */
import { it } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import * as SecretKeys from "@latchkey/domain/core/SecretKeys"
import * as Domain from "@latchkey/domain/Domain"
import { EventLog, type NewEvent } from "@latchkey/domain/event/EventLog"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { type NewWebhook, WebhookAdministration } from "@latchkey/domain/webhook/WebhookAdministration"
import { layerWorker, WebhookDispatcher } from "@latchkey/domain/webhook/WebhookDispatcher"
import * as WebhookDisabledTemplate from "@latchkey/domain/webhook/WebhookDisabledTemplate"
import * as WebhookSender from "@latchkey/domain/webhook/WebhookSender"
import * as Samples from "@latchkey/testkit/Samples"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import { ports } from "../support.ts"
import * as Interception from "../support/Interception.ts"
import { keysOf } from "../support/MarkingKeys.ts"

/** What was sent, and what a message leads to: 204 until a test decides. */
export class Receiver extends Context.Tag("@latchkey/domain/test/Receiver")<
  Receiver,
  {
    readonly received: Array<WebhookSender.WebhookMessage>
    respond: (message: WebhookSender.WebhookMessage) => Effect.Effect<number, WebhookSender.WebhookUnreachable>
  }
>() {}

const layerReceiver = Layer.sync(Receiver, () => ({ received: [], respond: () => Effect.succeed(204) }))

/** The host that nothing can be sent to. */
export const refusedHost = "http://10.0.0.1"

const layerSender = WebhookSender.layer(
  Effect.map(Receiver, (receiver) => ({
    isConfigured: true,
    isAllowed: (url: string) => !url.startsWith(refusedHost),
    send: (message: WebhookSender.WebhookMessage) =>
      Effect.suspend(() => {
        receiver.received.push(message)
        return receiver.respond(message)
      })
  }))
)

/** Adapters in memory and a receiver, which several processes can share. */
export const shared = Layer.merge(Interception.around(ports), layerReceiver)

const layerNotices = WebhookDisabledTemplate.layer(
  Effect.succeed({
    isAvailable: true,
    render: ({ instanceId, name, origin, reason }: WebhookDisabledTemplate.WebhookDisabledEmail) => ({
      subject: `${origin} of ${instanceId}`,
      text: `${name}: ${reason}`,
      html: ""
    })
  })
)

const withoutKeys = SecretKeys.layer(Effect.succeed({ ...SecretKeys.none }))

/** The use cases of a process with these keys. Jitter is none. */
export const withKeys =
  (...secrets: ReadonlyArray<string>) =>
  <A, E, R>(body: Effect.Effect<A, E, R>) => {
    const keys = secrets.length === 0 ? withoutKeys : keysOf(...secrets)
    const parts = Layer.mergeAll(keys, layerNotices, layerSender)
    return body.pipe(Effect.provide(Layer.provide(Domain.layer, parts)), Effect.withRandom(Random.fixed([0.5])))
  }

type Provided = Layer.Layer.Success<typeof Domain.layer> | Layer.Layer.Success<typeof shared> | Scope.Scope

/** Registers a test with its own use cases and data. The test clock starts at 0. */
export const test = <A, E>(name: string, body: Effect.Effect<A, E, Provided>) =>
  it.scoped(name, () => body.pipe(withKeys("aa"), Effect.provide(shared)))

export const instance = defaultInstance

export const by = { actor: "admin_api" } as const

/** Adds a webhook, and returns it with its secret. */
export const added = (settings: Partial<NewWebhook> = {}) =>
  Effect.flatMap(WebhookAdministration, ({ create }) =>
    create({ instance, by, settings: { url: "https://app.example.com/hooks?key=private", types: null, ...settings } })
  )

export const newUser = Samples.storedUser(defaultId)

/** Stores events of a user, and returns their ids. */
export const happened = (user: User, ...events: ReadonlyArray<Partial<NewEvent>>) =>
  Effect.gen(function* () {
    const { append } = yield* EventLog
    const occurredAt = yield* DateTime.now
    const stored = yield* append(
      defaultId,
      events.map((fields) => Samples.newEvent(user, { occurredAt, ...fields }))
    )
    return stored.map(({ id }): string => id)
  })

export const dispatch = Effect.flatMap(WebhookDispatcher, (dispatcher) => dispatcher.dispatch)

/** Starts the worker of a process, which looks each second. */
export const worker = Layer.build(layerWorker("1 second"))

/** Decides what every message leads to from now on. */
export const respond = (response: (typeof Receiver.Service)["respond"]) =>
  Effect.map(Receiver, (receiver) => {
    receiver.respond = response
  })

export const withStatus = (status: number) => respond(() => Effect.succeed(status))

export const unreachable = (reason: WebhookSender.WebhookFailureReason) =>
  respond(() => Effect.fail(new WebhookSender.WebhookUnreachable({ reason, detail: `app.example.com: ${reason}` })))

/** Adds a webhook that responds with 500, also to its first event, and returns it. */
export const failing = Effect.gen(function* () {
  const { webhook } = yield* added()
  yield* withStatus(500)
  yield* happened(yield* newUser, {})
  yield* dispatch
  return webhook
})

/** Returns what was sent since the last call. */
export const received = Effect.map(Receiver, (receiver) => receiver.received.splice(0))

export const receivedIds = Effect.map(received, (messages) => messages.map(({ id }) => id))

/** Returns the deliveries of a webhook, newest first. */
export const deliveriesOf = (id: string) =>
  Effect.flatMap(WebhookAdministration, ({ deliveries }) =>
    Effect.map(
      deliveries({ instance, id, before: Option.none(), state: Option.none(), limit: 100 }),
      (page) => page.deliveries
    )
  )

/** Returns the webhook as it is now. */
export const current = (id: string) => Effect.flatMap(WebhookAdministration, ({ find }) => find({ instance, id }))
