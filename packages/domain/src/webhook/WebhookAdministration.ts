/**
 * Managing the webhooks of an instance, as operators and their programs do. The audit log names the webhook and the
 * settings of every change, never the secret.
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { ActingOperator } from "../audit/AuditLog.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { Instance } from "../instance/Instance.ts"
import type { Webhook, WebhookTypes, WebhookUrl } from "./Webhook.ts"
import type { DeliveryReason, DeliveryState, WebhookDelivery } from "./WebhookDelivery.ts"
import type {
  TooManyWebhooks,
  WebhookDeliveryNotFound,
  WebhookNotFound,
  WebhookSecretImpossible,
  WebhookSecretKeyMissing,
  WebhookUrlNotAllowed
} from "./WebhookErrors.ts"

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

/** A new webhook. */
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

/** Some deliveries, newest first. `next`: the cursor of the older ones; none if there are no more. */
export interface DeliveriesPage {
  readonly deliveries: ReadonlyArray<WebhookDelivery>
  readonly next: Option.Option<string>
}

/** What a test led to: the status of the response, or why there was none. `millis`: how long it took. */
export type TestResult =
  | { readonly status: number; readonly millis: number }
  | { readonly reason: DeliveryReason | "busy"; readonly detail: string; readonly millis: number }

/** The use case of managing webhooks. */
export class WebhookAdministration extends Context.Tag("@latchkey/domain/WebhookAdministration")<
  WebhookAdministration,
  {
    /** Whether there is an adapter that sends. Without one, all webhooks are turned off. */
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
     * Merges a patch into a webhook. `types` apply to events that come later. Enabling goes on where it was disabled:
     * what is pending is due immediately.
     */
    readonly update: (
      request: WebhookChange & { readonly patch: WebhookPatch }
    ) => Effect.Effect<WebhookDetails, WebhookNotFound | WebhookUrlNotAllowed | PersistenceError>

    /** Deletes a webhook with its deliveries. */
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
     * page before. A text that is no cursor of the webhook returns none.
     */
    readonly deliveries: (
      query: WebhookOfInstance & {
        readonly before: Option.Option<string>
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

    /** Sends every event again that has failed and is still stored. Returns how many. */
    readonly redeliverFailed: (request: WebhookChange) => Effect.Effect<number, WebhookNotFound | PersistenceError>

    /**
     * Sends a message of the type `webhook.test`, also to a disabled webhook, and waits for the response. It is tried
     * once, and changes nothing of the webhook.
     */
    readonly sendTest: (
      request: WebhookChange
    ) => Effect.Effect<TestResult, WebhookNotFound | WebhookSecretKeyMissing | PersistenceError>
  }
>() {}
