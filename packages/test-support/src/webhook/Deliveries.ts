/** What the webhooks of a database owe to a receiver, and what it got. */
import type { Tables } from "../postgres/Tables.ts"
import type { ReceivedEvent, WebhookReceiver } from "./WebhookReceiver.ts"

/** Counts the events that webhooks have not delivered, and have not given up. */
export const pending = (tables: Tables): Promise<number> =>
  tables.count(
    `SELECT (SELECT count(*) FROM webhook_deliveries WHERE state = 'pending') + (
       SELECT count(*) FROM events e JOIN webhooks w USING (instance_id)
       WHERE (e.position, e.user_id, e.version) > (w.position, w.user_id, w.version)
     )`
  )

/** Returns all events. */
export const stored = async (tables: Tables): Promise<ReadonlyArray<ReceivedEvent>> => {
  const rows = await tables.rows("SELECT event_id, type, user_id, version FROM events")
  return rows.map(({ event_id, type, user_id, version }) => ({
    id: String(event_id),
    type: String(type),
    userId: String(user_id),
    version: Number(version)
  }))
}

/**
 * Returns what is wrong with what a receiver got: each event has to come, and no other, and those of a user in their
 * order, with repeats before the next one.
 */
export const mistakes = (
  { received, refused }: Pick<WebhookReceiver, "received" | "refused">,
  events: ReadonlyArray<ReceivedEvent>
): ReadonlyArray<string> => {
  const [got, due] = [received, events].map((all) => new Set(all.map(({ id }) => id)))
  const idAt = new Map(events.map(({ id, userId, version }) => [`${userId} ${version}`, id]))
  const latest = new Map<string, number>()
  const wrong = received.flatMap(({ id, type, userId, version }) => {
    const before = latest.get(userId) ?? 0
    latest.set(userId, version)
    return [
      ...(due?.has(id) ? [] : [`${type} ${id} came, and is not stored`]),
      ...(idAt.get(`${userId} ${version}`) === id ? [] : [`version ${version} of ${userId} came with the id ${id}`]),
      ...(version === before || version === before + 1 ? [] : [`version ${version} of ${userId} came after ${before}`])
    ]
  })
  const missing = events.flatMap(({ id, type }) => (got?.has(id) ? [] : [`${type} ${id} never came`]))
  return [...wrong, ...missing, ...refused.map((reason) => `a message was refused: ${reason}`)]
}
