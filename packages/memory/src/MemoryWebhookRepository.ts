/** Webhooks in a `MemoryDatabase`. */
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { maxWebhooks, Webhook } from "@latchkey/domain/webhook/Webhook"
import { TooManyWebhooks } from "@latchkey/domain/webhook/WebhookErrors"
import { type Disabling, type TriedWebhook, WebhookRepository } from "@latchkey/domain/webhook/WebhookRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { endOfFeed } from "./internal/events.ts"
import { key, type MemoryState } from "./internal/MemoryState.ts"
import { type StoredWebhook, webhookDeliveries, webhooks } from "./internal/webhooks.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const byId = Order.combine(
  Order.mapInput(Order.string, ({ instanceId }: Webhook) => instanceId),
  Order.mapInput(Order.string, ({ id }: Webhook) => id)
)

const all = (state: MemoryState) =>
  Arr.sort(
    webhooks.values(state).map(({ webhook }) => webhook),
    byId
  )

const of = (state: MemoryState, instanceId: InstanceId) =>
  all(state).filter((webhook) => webhook.instanceId === instanceId)

const insert = (state: MemoryState, webhook: Webhook): readonly [Either.Either<void, TooManyWebhooks>, MemoryState] => {
  const { id, instanceId } = webhook
  if (of(state, instanceId).length >= maxWebhooks) return [Either.left(new TooManyWebhooks()), state]
  const place = endOfFeed(state, instanceId)
  return [Either.void, webhooks.set(state, key(instanceId, id), { webhook, place })]
}

/** Changes a webhook, if there is one and `change` returns another. Returns what `change` has returned. */
const modify = (
  state: MemoryState,
  [instanceId, id]: readonly [InstanceId, string],
  change: (webhook: Webhook) => Option.Option<Webhook>
): readonly [Option.Option<Webhook>, MemoryState] => {
  const name = key(instanceId, id)
  const found = webhooks.get(state, name)
  const changed = Option.flatMap(found, ({ webhook }) => change(webhook))
  const next = Option.zipWith(found, changed, (stored: StoredWebhook, webhook) =>
    webhooks.set(state, name, { ...stored, webhook })
  )
  return [changed, Option.getOrElse(next, () => state)]
}

/** As `modify`, if it has the URL that a message was sent to. */
const modifyTried = (
  state: MemoryState,
  { id, instanceId, url }: TriedWebhook,
  change: (webhook: Webhook) => Option.Option<Partial<Webhook>>
) =>
  modify(state, [instanceId, id], (webhook) =>
    webhook.url === url
      ? Option.map(change(webhook), (fields) => new Webhook({ ...webhook, ...fields }))
      : Option.none()
  )

const isStillFailing = ({ failingSince }: Webhook, disabled: Disabling) =>
  disabled.reason !== "failing" ||
  Option.exists(failingSince, (since) => DateTime.Equivalence(since, disabled.failingSince))

const isEnabled = ({ disabled }: Webhook) => Option.isNone(disabled)

const remove = (state: MemoryState, instanceId: InstanceId, id: string): readonly [boolean, MemoryState] => {
  const name = key(instanceId, id)
  const rest = webhookDeliveries.without(
    webhooks.remove(state, name),
    ({ delivery }) => delivery.instanceId === instanceId && delivery.webhookId === id && delivery.state === "pending"
  )
  return webhooks.has(state, name) ? [true, rest] : [false, state]
}

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  WebhookRepository.of({
    insert: (webhook) => Effect.flatten(database.modify((state) => insert(state, webhook))),

    list: (instanceId) => database.read((state) => of(state, instanceId)),

    page: ({ after, limit }) =>
      database.read((state) => {
        const isLater = (webhook: Webhook) => Option.toArray(after).every((last) => byId(webhook, last) > 0)
        return Arr.take(all(state).filter(isLater), limit)
      }),

    find: (instanceId, id) =>
      database.read((state) => Option.map(webhooks.get(state, key(instanceId, id)), ({ webhook }) => webhook)),

    modify: (instanceId, id, change) =>
      database.modify((state) => modify(state, [instanceId, id], (webhook) => Option.some(change(webhook)))),

    recordFailure: (tried, at) =>
      database.modify((state) => {
        let hasBegun = false
        const [changed, next] = modifyTried(state, tried, (webhook) => {
          hasBegun = Option.isNone(webhook.failingSince)
          return isEnabled(webhook)
            ? Option.some({ failingSince: Option.orElseSome(webhook.failingSince, () => at) })
            : Option.none()
        })
        const since = Option.flatMap(changed, ({ failingSince }) => failingSince)
        return [Option.map(since, (first) => ({ since: first, hasBegun })), next]
      }),

    recordSuccess: (tried) =>
      database.modify((state) => {
        const [changed, next] = modifyTried(state, tried, ({ failingSince }) =>
          Option.as(failingSince, { failingSince: Option.none() })
        )
        return [Option.isSome(changed), next]
      }),

    disable: (tried, disabled) =>
      database.modify((state) => {
        const { at, reason } = disabled
        const [changed, next] = modifyTried(state, tried, (webhook) =>
          isEnabled(webhook) && isStillFailing(webhook, disabled)
            ? Option.some({ disabled: Option.some({ at, reason }) })
            : Option.none()
        )
        return [Option.isSome(changed), next]
      }),

    delete: (instanceId, id) => database.modify((state) => remove(state, instanceId, id))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<WebhookRepository, never, MemoryDatabase> = Layer.effect(WebhookRepository, make)
