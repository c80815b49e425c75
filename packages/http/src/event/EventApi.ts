/** The contract of the admin API: events. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { DataObject } from "@latchkey/domain/account/UserData"
import { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import { Event, EventId, EventType } from "@latchkey/domain/event/Event"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as Schema from "effect/Schema"
import { example as user } from "../account/UserApi.ts"
import * as Contract from "../core/Contract.ts"
import { pageLimit } from "../core/PageLimit.ts"
import { Time } from "../core/Time.ts"

const example = {
  id: EventId.make("evt_01a20d52-6c1f-7e0a-8f5d-4b7c9d2e1a31"),
  type: "user.created",
  occurredAt: user.createdAt,
  instanceId: InstanceId.make("inst_01a20d52-6c1f-7e0a-8f5d-4b7c9d2e1a2f"),
  userId: user.id,
  version: 1,
  actor: "admin_api",
  data: { user }
} as const

/** An event, as the feed has it. */
export const EventResponse = Schema.Struct({
  id: EventId.annotations({ description: "The id of the event. It stays the same however often it is read." }),
  type: Schema.String.annotations({
    description: "What happened, such as `user.created`. There may be more types later."
  }),
  occurredAt: Time,
  instanceId: Schema.String,
  userId: UserId.annotations({ description: "Whom it concerns." }),
  version: Schema.Int.annotations({ description: "Counts the events of the user, from 1 and without gaps." }),
  actor: Schema.String.annotations({
    description: "Who did it: `user`, `admin_api`, `dashboard`, `command_line`, `program` or `email_provider`."
  }),
  data: DataObject.annotations({
    description:
      "`user`: the user after the change, as the admin API shows it; null of one who was deleted. What else there is depends on the type."
  })
}).annotations({
  identifier: "Event",
  description: "Something that happened to a user.",
  examples: [{ ...example, data: Schema.encodeSync(Event)(example).data }]
})
export type EventResponse = typeof EventResponse.Type

/** Events in their order. `next`: null while the feed has had no event. */
export const EventListResponse = Schema.Struct({
  events: Schema.Array(EventResponse),
  next: Schema.NullOr(Schema.String).annotations({
    description: "`after` of the next request, also if there are no events; null while there has been none."
  })
}).annotations({
  identifier: "EventList",
  description: "Events in the order of the feed.",
  examples: [{ events: [{ ...example, data: Schema.encodeSync(Event)(example).data }], next: "eyJpbnN0YW5jZUlkIjoi" }]
})

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** Which events to list. */
export const EventQuery = Schema.Struct({
  after: optional(
    Schema.String.annotations({ description: "`next` of the response before; the oldest events without it." })
  ),
  limit: optional(pageLimit("events")),
  type: optional(EventType.annotations({ description: "Only events of this type." }))
})

// Lenient, because an invalid id is 404 like one that does not exist.
const instance = HttpApiSchema.param(
  "id",
  Schema.String.annotations({ description: "The id of the instance.", examples: [defaultId] })
)

const list = Contract.endpoint(HttpApiEndpoint.get("listEvents")`/v1/admin/instances/${instance}/events`, {
  permission: "users.read",
  summary: "List events",
  description:
    "Returns what happened to users, in the order of the changes, without gaps. With `Prefer: wait=20` it waits up to so many seconds, at most 20, if there is nothing new.",
  query: EventQuery,
  success: EventListResponse,
  errors: ["cursor_expired"]
})

/**
 * `/v1/admin/instances/{id}/events`. It requires a bearer key (RFC 6750), as the endpoints for instances do.
 */
export class EventApi extends Contract.group(
  "event",
  {
    title: "Events",
    description:
      "What happened to users, for programs that keep their own rows in step. Requires `Authorization: Bearer ADMIN_API_KEY`, or an API key."
  },
  { listEvents: list }
) {}
