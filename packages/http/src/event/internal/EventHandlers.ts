/** The handlers of events. */
import { Event } from "@latchkey/domain/event/Event"
import { Events } from "@latchkey/domain/event/Events"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Implementation from "../../core/Implementation.ts"
import * as Waiting from "../../core/Waiting.ts"
import * as AdminAccess from "../../operator/AdminAccess.ts"
import { EventApi, type EventResponse } from "../EventApi.ts"

const pageSize = 50

const encode = Schema.encodeSync(Event)

const toResponse = (event: Event): EventResponse => ({ ...event, data: encode(event).data })

/** What responds to the requests of the group. */
export const implementation = Implementation.makeGuarded(
  EventApi,
  AdminAccess.guardOfInstance,
  Effect.map(Effect.all([Events, Waiting.make]), ([{ page }, waiting]) => ({
    listEvents: ({ instance, query: { after, limit = pageSize, type }, request }) => {
      const query = { instance, after: Option.fromNullable(after), type: Option.fromNullable(type), limit }
      return waiting(
        request,
        (wait) => page({ ...query, wait }),
        ({ events, next }) => ({ events: events.map(toResponse), next: Option.getOrNull(next) })
      )
    }
  }))
)
