import * as Arr from "effect/Array"
import * as Chunk from "effect/Chunk"
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"
import type { DisabledReason, Webhook, WebhookId } from "./Webhook.ts"
import type { TooManyWebhooks } from "./WebhookErrors.ts"

/** A webhook, and the URL that a message was sent to: what that led to says nothing about another URL. */
export type TriedWebhook = Pick<Webhook, "id" | "instanceId" | "url">

/** When and why a webhook is disabled. `failingSince`: it is not if it has begun to fail at another time. */
export type Disabling =
  | { readonly at: DateTime.Utc; readonly reason: Exclude<DisabledReason, "failing"> }
  | { readonly at: DateTime.Utc; readonly reason: "failing"; readonly failingSince: DateTime.Utc }

/** A webhook is failing. `hasBegun`: it was not before this failure. */
export interface Failing {
  readonly since: DateTime.Utc
  readonly hasBegun: boolean
}

/** The port for webhooks. Each has a place in the feed of its instance, from which `WebhookQueue` goes on. */
export class WebhookRepository extends Context.Tag("@latchkey/domain/WebhookRepository")<
  WebhookRepository,
  {
    /**
     * Stores a webhook. Its place is the end of the feed: it gets every event of a transaction that commits later, and
     * at most events that were not in the feed yet. Fails with `TooManyWebhooks` if the instance has `maxWebhooks`,
     * also against concurrent calls.
     */
    readonly insert: (webhook: Webhook) => Effect.Effect<void, TooManyWebhooks | PersistenceError>

    /** Returns the webhooks of an instance, ordered by id. */
    readonly list: (instanceId: InstanceId) => Effect.Effect<ReadonlyArray<Webhook>, PersistenceError>

    /** Returns up to `limit` webhooks of all instances after one, or the first ones, ordered by instance and id. */
    readonly page: (query: {
      readonly after: Option.Option<Webhook>
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<Webhook>, PersistenceError>

    /** Returns the webhook of the instance with that id. */
    readonly find: (instanceId: InstanceId, id: WebhookId) => Effect.Effect<Option.Option<Webhook>, PersistenceError>

    /**
     * Replaces a webhook by what `change` makes of it as it is now, while no other call changes it. Returns it as it is
     * afterwards, or `None` if there is none. Its place stays.
     */
    readonly modify: (
      instanceId: InstanceId,
      id: WebhookId,
      change: (webhook: Webhook) => Webhook
    ) => Effect.Effect<Option.Option<Webhook>, PersistenceError>

    /**
     * Records that a try has failed: the webhook is failing since `at`, or longer. Returns since when, and `hasBegun`
     * to one of concurrent calls. Returns `None` if it is disabled or gone, or has another URL now.
     */
    readonly recordFailure: (
      webhook: TriedWebhook,
      at: DateTime.Utc
    ) => Effect.Effect<Option.Option<Failing>, PersistenceError>

    /**
     * Records that a try has succeeded: the webhook is not failing. Returns `true` to one of concurrent calls, if it
     * was failing with that URL.
     */
    readonly recordSuccess: (webhook: TriedWebhook) => Effect.Effect<boolean, PersistenceError>

    /**
     * Disables a webhook. Returns `true` to one of concurrent calls, if it was enabled with that URL, and was failing
     * since then if that is the reason.
     */
    readonly disable: (webhook: TriedWebhook, disabled: Disabling) => Effect.Effect<boolean, PersistenceError>

    /** Deletes a webhook, and what is pending for it. Returns `true` if there was one. */
    readonly delete: (instanceId: InstanceId, id: WebhookId) => Effect.Effect<boolean, PersistenceError>
  }
>() {}

const pageSize = 100

/** Returns the webhooks of all instances, ordered as `page` orders them. */
export const listAll = ({ page }: Pick<WebhookRepository["Type"], "page">): Stream.Stream<Webhook, PersistenceError> =>
  Stream.paginateChunkEffect(Option.none<Webhook>(), (after) =>
    Effect.map(page({ after, limit: pageSize }), (found) => [
      Chunk.unsafeFromArray(found),
      Option.map(Arr.last(found), Option.some)
    ])
  )
