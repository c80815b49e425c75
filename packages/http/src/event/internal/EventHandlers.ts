/** The handlers of events. */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Event } from "@latchkey/domain/event/Event"
import { Events, longestWait } from "@latchkey/domain/event/Events"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Closing } from "../../core/Closing.ts"
import * as Implementation from "../../core/Implementation.ts"
import * as AdminAccess from "../../operator/AdminAccess.ts"
import { EventApi, type EventResponse } from "../EventApi.ts"

const pageSize = 50

const encode = Schema.encodeSync(Event)

const toResponse = (event: Event): EventResponse => ({ ...event, data: encode(event).data })

/** Returns how many seconds a request prefers to wait (RFC 7240), at most as many as any may. */
const preferredWait = (header: string | undefined): Option.Option<number> => {
  const seconds = /(?:^|,)\s*wait\s*=\s*(\d{1,6})\s*(?:[,;]|$)/i.exec(header ?? "")?.[1]
  return Option.map(Option.fromNullable(seconds), (text) => Math.min(Number(text), Duration.toSeconds(longestWait)))
}

/** What responds to the requests of the group. */
export const implementation = Implementation.makeGuarded(
  EventApi,
  AdminAccess.guardOfInstance,
  Effect.map(Effect.all([Events, Closing]), ([{ page }, closing]) => ({
    listEvents: ({ instance, query: { after, limit = pageSize, type }, request }) => {
      const wait = preferredWait(request.headers["prefer"])
      const query = { instance, after: Option.fromNullable(after), type: Option.fromNullable(type), limit }
      const found = Option.match(wait, {
        onNone: () => page(query),
        onSome: (seconds) =>
          Effect.raceFirst(
            page({ ...query, wait: Duration.seconds(seconds) }),
            Effect.zipRight(closing.begun, page(query))
          )
      })
      return found.pipe(
        Effect.map(({ events, next }) => ({
          body: { events: events.map(toResponse), next: Option.getOrNull(next) },
          mapResponse: (response: HttpServerResponse.HttpServerResponse) =>
            Option.match(wait, {
              onNone: () => response,
              onSome: (seconds) => HttpServerResponse.setHeader(response, "preference-applied", `wait=${seconds}`)
            })
        }))
      )
    }
  }))
)
