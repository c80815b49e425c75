/**
 * Managing the webhooks of an instance, as operators and their programs do. The audit log names the webhook and the
 * settings of every change, never the secret.
 */
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import * as AppPart from "../core/AppPart.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { EventId } from "../event/Event.ts"
import type { EventPosition } from "../event/EventLog.ts"
import type { Instance } from "../instance/Instance.ts"
import * as WebhookSecrets from "./internal/WebhookSecrets.ts"
import { originOf, Webhook, WebhookId, type WebhookTypes, type WebhookUrl } from "./Webhook.ts"
import type { DeliveryState, TestReason, WebhookDelivery } from "./WebhookDelivery.ts"
import {
  type TooManyWebhooks,
  WebhookDeliveryNotFound,
  WebhookNotFound,
  type WebhookSecretImpossible,
  WebhookUrlNotAllowed
} from "./WebhookErrors.ts"
import { WebhookQueue } from "./WebhookQueue.ts"
import { auditActions } from "./WebhookRecords.ts"
import { WebhookRepository } from "./WebhookRepository.ts"
import { WebhookSender } from "./WebhookSender.ts"

/** Seven days: the longest that a secret is valid after its rotation. */
export const longestSecretOverlap = Duration.days(7)

/** One day: how long it is valid if the operator does not say. */
export const defaultSecretOverlap = Duration.days(1)

/** A webhook as operators see it. `previousSecretUntil`: how long the secret before signs messages, too. */
export interface WebhookDetails
  extends Pick<Webhook, "createdAt" | "disabled" | "failingSince" | "id" | "types" | "url"> {
  readonly previousSecretUntil: Option.Option<DateTime.Utc>
}

/** A webhook with its new secret, `whsec_…`, which is returned only once. */
export interface WebhookWithSecret {
  readonly webhook: WebhookDetails
  readonly secret: Redacted.Redacted
}

/** The settings that an operator chooses for one. */
export interface NewWebhook {
  readonly url: WebhookUrl
  readonly types: WebhookTypes
}

/** What changes of a webhook. What is absent stays. */
export interface WebhookPatch {
  readonly url?: WebhookUrl
  readonly types?: WebhookTypes
  readonly enabled?: boolean
}

/** Which webhook of which instance. An id that no webhook can have is not found. */
export interface WebhookOfInstance {
  readonly instance: Instance
  readonly id: string
}

/** A webhook, and the operator who changes it. */
export interface WebhookChange extends WebhookOfInstance {
  readonly by: ActingOperator
}

/** Some deliveries, newest first. `next`: the place of the last one; none if there are no older ones. */
export interface DeliveriesPage {
  readonly deliveries: ReadonlyArray<WebhookDelivery>
  readonly next: Option.Option<EventPosition>
}

/** What a test led to: the status of the response, or why there was none. `millis`: how long it took. */
export type TestResult =
  | { readonly status: number; readonly millis: number }
  | { readonly reason: TestReason; readonly detail: string; readonly millis: number }

/** The use case of managing webhooks. */
export class WebhookAdministration extends Context.Tag("@latchkey/domain/WebhookAdministration")<
  WebhookAdministration,
  {
    /** Whether there is an adapter that sends. Without one, nothing is sent. */
    readonly isAvailable: boolean

    /** Whether there is a server key, without which no webhook can be created. */
    readonly hasKey: boolean

    /** Returns the webhooks of an instance, ordered by their time of creation. */
    readonly list: (instance: Instance) => Effect.Effect<ReadonlyArray<WebhookDetails>, PersistenceError>

    /** Returns one of them. */
    readonly find: (webhook: WebhookOfInstance) => Effect.Effect<WebhookDetails, WebhookNotFound | PersistenceError>

    /**
     * Adds a webhook, which gets the events from now on. Fails with `WebhookUrlNotAllowed` if nothing can be sent to
     * the URL, with `WebhookSecretImpossible` if there is no server key, and with `TooManyWebhooks`. Adds nothing then.
     */
    readonly create: (request: {
      readonly instance: Instance
      readonly by: ActingOperator
      readonly settings: NewWebhook
    }) => Effect.Effect<
      WebhookWithSecret,
      TooManyWebhooks | WebhookSecretImpossible | WebhookUrlNotAllowed | PersistenceError
    >

    /**
     * Merges a patch into a webhook. `types` apply to events that come later. With another URL it is not failing.
     * Enabling goes on where it was disabled: what is pending is due immediately.
     */
    readonly update: (
      request: WebhookChange & { readonly patch: WebhookPatch }
    ) => Effect.Effect<WebhookDetails, WebhookNotFound | WebhookUrlNotAllowed | PersistenceError>

    /** Deletes a webhook, and what is pending for it. */
    readonly remove: (request: WebhookChange) => Effect.Effect<void, WebhookNotFound | PersistenceError>

    /**
     * Makes a new secret. The secret before signs messages, too, for `overlap`, but not longer than
     * `longestSecretOverlap`. One that was still valid from an earlier rotation is not any more.
     */
    readonly rotateSecret: (
      request: WebhookChange & { readonly overlap: Duration.Duration }
    ) => Effect.Effect<WebhookWithSecret, WebhookNotFound | WebhookSecretImpossible | PersistenceError>

    /**
     * Returns up to `limit` deliveries of a webhook, newest first, of all states or of one. `before`: the `next` of the
     * page before.
     */
    readonly deliveries: (
      query: WebhookOfInstance & {
        readonly before: Option.Option<EventPosition>
        readonly state: Option.Option<DeliveryState>
        readonly limit: number
      }
    ) => Effect.Effect<DeliveriesPage, WebhookNotFound | PersistenceError>

    /**
     * Sends an event again, with the same id and as many tries as a new one. Fails with `WebhookDeliveryNotFound` if
     * the event is no longer stored.
     */
    readonly redeliver: (
      request: WebhookChange & { readonly eventId: string }
    ) => Effect.Effect<WebhookDelivery, WebhookNotFound | WebhookDeliveryNotFound | PersistenceError>

    /**
     * Sends every event again that has failed and is still stored. Returns how many. If it fails, some may be sent: the
     * audit log says how many.
     */
    readonly redeliverFailed: (request: WebhookChange) => Effect.Effect<number, WebhookNotFound | PersistenceError>

    /**
     * Sends a message of the type `webhook.test`, also to a disabled webhook, and waits for the response. It is tried
     * once, and changes nothing of the webhook.
     */
    readonly sendTest: (request: WebhookChange) => Effect.Effect<TestResult, WebhookNotFound | PersistenceError>
  }
>() {}

const detailsOf = (
  { createdAt, disabled, failingSince, id, previousSecret, types, url }: Webhook,
  now: DateTime.Utc
) => ({
  id,
  url,
  types,
  createdAt,
  disabled,
  failingSince,
  previousSecretUntil: previousSecret.pipe(
    Option.map(({ until }) => until),
    Option.filter((until) => DateTime.lessThan(now, until))
  )
})

/** Describes settings, with those `before` that change. */
const decodeId = Schema.decodeUnknownOption(WebhookId)
const decodeEventId = Schema.decodeUnknownOption(EventId)

const detailOf = (id: WebhookId, { url, ...settings }: WebhookPatch, before?: Webhook): string => {
  const former = before && { types: before.types, enabled: Option.isNone(before.disabled), url: originOf(before.url) }
  return AuditWriter.describePatch(
    { webhook: id, ...(url === undefined ? {} : { url: originOf(url) }), ...settings },
    former
  )
}

/** How many failed deliveries are sent again by one statement. */
const batchSize = 500

/** Returns the fields that enable or disable a webhook. */
const enabledOrNot = ({ disabled, failingSince }: Webhook, enabled: boolean, at: DateTime.Utc) =>
  enabled
    ? { disabled: Option.none(), failingSince: Option.isSome(disabled) ? Option.none() : failingSince }
    : { disabled: Option.orElseSome(disabled, () => ({ at, reason: "operator" as const })) }

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const ids = yield* IdGenerator
  const queue = yield* WebhookQueue
  const secrets = yield* WebhookSecrets.make
  const sender = yield* AppPart.read(WebhookSender)
  const { run: inTransaction } = yield* Transaction
  const webhooks = yield* WebhookRepository

  // PostgreSQL refuses to look for some texts. A malformed id is one that does not exist.
  const known = (id: string) => Effect.mapError(decodeId(id), () => new WebhookNotFound())

  const get = Effect.fnUntraced(function* ({ id, instance }: WebhookOfInstance) {
    const found = yield* webhooks.find(instance.id, yield* known(id))
    return Option.isSome(found) ? found.value : yield* new WebhookNotFound()
  })

  const checkUrl = (url: WebhookUrl | undefined) =>
    url === undefined || sender.isAllowed(url) ? Effect.void : new WebhookUrlNotAllowed()

  const detailsNow = (webhook: Webhook) => Effect.map(DateTime.now, (now) => detailsOf(webhook, now))

  /** Changes a webhook. Returns it as it was and as it is. */
  const modify = Effect.fnUntraced(function* (
    { id, instance }: WebhookOfInstance,
    change: (webhook: Webhook) => Partial<Webhook>
  ) {
    let before: Webhook | undefined
    const changed = yield* webhooks.modify(instance.id, yield* known(id), (webhook) => {
      before = webhook
      return new Webhook({ ...webhook, ...change(webhook) })
    })
    if (Option.isNone(changed) || before === undefined) return yield* new WebhookNotFound()
    return { before, after: changed.value }
  })

  const create: (typeof WebhookAdministration.Service)["create"] = Effect.fnUntraced(function* (request) {
    const { by, instance, settings } = request
    yield* checkUrl(settings.url)
    const id = yield* ids.next(WebhookId)
    const { sealed, secret } = yield* secrets.generate({ id, instanceId: instance.id })
    const webhook = new Webhook({
      ...settings,
      id,
      instanceId: instance.id,
      createdAt: yield* DateTime.now,
      disabled: Option.none(),
      failingSince: Option.none(),
      secret: sealed,
      previousSecret: Option.none()
    })
    const written = audit(by, "webhook_created", { instanceId: instance.id, detail: detailOf(id, settings) })
    yield* inTransaction(Effect.zipRight(webhooks.insert(webhook), written))
    return { webhook: yield* detailsNow(webhook), secret }
  }, traced("WebhookAdministration.create"))

  const update: (typeof WebhookAdministration.Service)["update"] = Effect.fnUntraced(
    function* (request) {
      const { by, instance, patch } = request
      yield* checkUrl(patch.url)
      const now = yield* DateTime.now
      const { enabled, ...settings } = patch
      const { after, before } = yield* modify(request, (webhook) => ({
        ...settings,
        ...(enabled === undefined ? {} : enabledOrNot(webhook, enabled, now)),
        ...(patch.url === undefined || patch.url === webhook.url ? {} : { failingSince: Option.none() })
      }))
      if (enabled === true && Option.isSome(before.disabled)) yield* queue.makeDue(instance.id, after.id, now)
      yield* audit(by, "webhook_updated", { instanceId: instance.id, detail: detailOf(after.id, patch, before) })
      return detailsOf(after, now)
    },
    inTransaction,
    traced("WebhookAdministration.update")
  )

  const remove: (typeof WebhookAdministration.Service)["remove"] = Effect.fnUntraced(
    function* ({ by, id, instance }) {
      if (!(yield* webhooks.delete(instance.id, yield* known(id)))) return yield* new WebhookNotFound()
      yield* audit(by, "webhook_deleted", {
        instanceId: instance.id,
        detail: AuditWriter.describePatch({ webhook: id })
      })
    },
    inTransaction,
    traced("WebhookAdministration.remove")
  )

  const rotateSecret: (typeof WebhookAdministration.Service)["rotateSecret"] = Effect.fnUntraced(
    function* (request) {
      const { by, instance, overlap } = request
      const { id } = yield* get(request)
      const { sealed, secret } = yield* secrets.generate({ id, instanceId: instance.id })
      const now = yield* DateTime.now
      const until = DateTime.addDuration(now, Duration.min(overlap, longestSecretOverlap))
      const { after } = yield* modify(request, ({ secret: previous }) => ({
        secret: sealed,
        previousSecret: DateTime.greaterThan(until, now) ? Option.some({ sealed: previous, until }) : Option.none()
      }))
      const detail = AuditWriter.describePatch({ webhook: id, previousSecretUntil: DateTime.formatIso(until) })
      yield* audit(by, "webhook_secret_rotated", { instanceId: instance.id, detail })
      return { webhook: detailsOf(after, now), secret }
    },
    inTransaction,
    traced("WebhookAdministration.rotateSecret")
  )

  const deliveries: (typeof WebhookAdministration.Service)["deliveries"] = Effect.fnUntraced(function* (query) {
    const { id: webhookId, instanceId } = yield* get(query)
    const { before, limit, state } = query
    const found = yield* queue.list({ instanceId, webhookId, before, state, limit: limit + 1 })
    const shownOnes = Arr.take(found, limit)
    const next = found.length > limit ? Arr.last(shownOnes) : Option.none()
    return {
      deliveries: shownOnes.map(({ delivery }) => delivery),
      next: Option.map(next, ({ at }) => at)
    }
  }, traced("WebhookAdministration.deliveries"))

  const redeliver: (typeof WebhookAdministration.Service)["redeliver"] = Effect.fnUntraced(
    function* (request) {
      const { by } = request
      const { id: webhookId, instanceId } = yield* get(request)
      const eventId = yield* Effect.mapError(decodeEventId(request.eventId), () => new WebhookDeliveryNotFound())
      const found = yield* queue.redeliver({ instanceId, webhookId, eventId }, yield* DateTime.now)
      if (Option.isNone(found)) return yield* new WebhookDeliveryNotFound()
      const detail = AuditWriter.describePatch({ webhook: webhookId, event: eventId })
      yield* audit(by, "webhook_events_resent", { instanceId, userId: found.value.userId, detail })
      return found.value
    },
    inTransaction,
    traced("WebhookAdministration.redeliver")
  )

  const redeliverFailed: (typeof WebhookAdministration.Service)["redeliverFailed"] = Effect.fnUntraced(function* (
    request
  ) {
    const { id: webhookId, instanceId } = yield* get(request)
    const until = yield* DateTime.now
    // A transaction for each batch: a long one would delay the feed.
    const batch = Effect.gen(function* () {
      const events = yield* queue.redeliverFailed({ instanceId, webhookId, until, limit: batchSize })
      const detail = AuditWriter.describePatch({ webhook: webhookId, events })
      yield* audit(request.by, "webhook_events_resent", { instanceId, detail })
      return events
    }).pipe(inTransaction)
    let events = yield* batch
    for (let last = events; last === batchSize; events += last) last = yield* batch
    return events
  }, traced("WebhookAdministration.redeliverFailed"))

  const sendTest: (typeof WebhookAdministration.Service)["sendTest"] = Effect.fnUntraced(function* (request) {
    const webhook = yield* get(request)
    const { id: webhookId, instanceId, url } = webhook
    yield* audit(request.by, "webhook_tested", {
      instanceId,
      detail: AuditWriter.describePatch({ webhook: webhookId })
    })
    const opened = yield* secrets.open(webhook)
    if (Option.isNone(opened)) {
      return { reason: "secret", detail: `The key ${webhook.secret.keyId} is not configured`, millis: 0 } as const
    }
    const [id, sentAt] = [yield* ids.next(EventId), yield* DateTime.now]
    const occurredAt = DateTime.formatIso(sentAt)
    const body = JSON.stringify({ id, type: "webhook.test", occurredAt, instanceId, data: {} })
    const response = yield* Effect.either(sender.send({ webhookId, url, id, sentAt, body, secrets: opened.value }))
    const millis = (yield* Clock.currentTimeMillis) - sentAt.epochMillis
    return Either.isRight(response)
      ? { status: response.right, millis }
      : { reason: response.left.reason, detail: response.left.detail, millis }
  }, traced("WebhookAdministration.sendTest"))

  const list = Effect.fnUntraced(function* ({ id }: Instance) {
    const now = yield* DateTime.now
    return (yield* webhooks.list(id)).map((webhook) => detailsOf(webhook, now))
  }, traced("WebhookAdministration.list"))

  return WebhookAdministration.of({
    isAvailable: sender.isConfigured,
    hasKey: secrets.hasKey,
    list,
    find: (webhook) => Effect.flatMap(get(webhook), detailsNow),
    create,
    update,
    remove,
    rotateSecret,
    deliveries,
    redeliver,
    redeliverFailed,
    sendTest
  })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(WebhookAdministration, make)
