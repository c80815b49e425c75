/** Requests that wait for what comes next, if they prefer so: `Prefer: wait=20` (RFC 7240). */
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { longestWait } from "@latchkey/domain/core/FeedWait"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Closing } from "./Closing.ts"

/** Returns how many seconds a request prefers to wait, at most as many as any may. */
const preferredWait = (header: string | undefined): Option.Option<number> => {
  const seconds = /(?:^|,)\s*wait\s*=\s*(\d{1,6})\s*(?:[,;]|$)/i.exec(header ?? "")?.[1]
  return Option.map(Option.fromNullable(seconds), (text) => Math.min(Number(text), Duration.toSeconds(longestWait)))
}

/**
 * Makes the function that reads for as long as a request prefers, and ends when the server closes. `read`: gets how
 * long to wait. `toBody`: makes the body of the response.
 */
export const make = Effect.map(
  Closing,
  (closing) =>
    <Page, E, R, Body>(
      { headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">,
      read: (wait: Duration.Duration) => Effect.Effect<Page, E, R>,
      toBody: (page: Page) => Body
    ) => {
      const wait = preferredWait(headers["prefer"])
      const found = Option.match(wait, {
        onNone: () => read(Duration.zero),
        onSome: (seconds) =>
          Effect.raceFirst(read(Duration.seconds(seconds)), Effect.zipRight(closing.begun, read(Duration.zero)))
      })
      return Effect.map(found, (page) => ({
        body: toBody(page),
        mapResponse: (response: HttpServerResponse.HttpServerResponse) =>
          Option.match(wait, {
            onNone: () => response,
            onSome: (seconds) => HttpServerResponse.setHeader(response, "preference-applied", `wait=${seconds}`)
          })
      }))
    }
)
