/** Waiting for what comes next in a feed. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** 20 seconds: the longest that a request waits. */
export const longestWait = Duration.seconds(20)

/** Half a second: how often a request that waits looks for something new. */
export const pollInterval = Duration.millis(500)

/**
 * Reads until there is something, for up to `wait`, but not longer than `longestWait`. `read` gets what was read
 * before, to go on there. Between two reads nothing is held of the store.
 */
export const until = Effect.fnUntraced(function* <A, E, R>(
  read: (before: A | undefined) => Effect.Effect<A, E, R>,
  isEmpty: (page: A) => boolean,
  wait: Duration.Duration
) {
  const end = DateTime.addDuration(yield* DateTime.now, Duration.min(wait, longestWait))
  let page = yield* read(undefined)
  while (isEmpty(page) && DateTime.lessThan(yield* DateTime.now, end)) {
    yield* Effect.sleep(pollInterval)
    page = yield* read(page)
  }
  return page
})
