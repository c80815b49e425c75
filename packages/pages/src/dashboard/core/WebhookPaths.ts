/**
 * The paths of the pages about webhooks.
 */
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { type DashboardPaths, query } from "./DashboardPaths.ts"

type Instances = Pick<DashboardPaths, "instance">

/** What an administrator does with a webhook. */
export type WebhookAction = "delete" | "disable" | "enable" | "redeliver-failed" | "secret" | "test"

/** What an administrator did, which the next page says. */
export type WebhookDone = "deleted" | "disabled" | "enabled" | "resent" | "resentAll" | "saved"

/** The list. */
export const list = (paths: Instances, id: InstanceId, done?: WebhookDone): string =>
  `${paths.instance(id)}/webhooks${query({ done: done ?? "" })}`

/** One webhook. */
export const one = (paths: Instances, id: InstanceId, webhook: string, done?: WebhookDone): string =>
  `${list(paths, id)}/${webhook}${query({ done: done ?? "" })}`

/** What can be done with it. */
export const action = (paths: Instances, id: InstanceId, webhook: string, name: WebhookAction): string =>
  `${one(paths, id, webhook)}/${name}`

/** Sending one event again. */
export const redelivery = (paths: Instances, id: InstanceId, webhook: string, event: string): string =>
  `${one(paths, id, webhook)}/deliveries/${event}/redeliver`
