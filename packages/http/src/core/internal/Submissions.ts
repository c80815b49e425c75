/**
 * Forms that a browser sends twice. A second press makes the browser drop the first response, with the cookies in it:
 * a used link and no session would be left. So a form of one page view takes effect once, and each repetition by the
 * same browser gets the response of the first. Responses are kept in memory, few of them, and for a short time.
 */
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Option from "effect/Option"
import { nonceName } from "../Page.ts"
import * as RequestReader from "../RequestReader.ts"

type Response = HttpServerResponse.HttpServerResponse
type Request = RequestReader.IncomingRequest

/** The cookie that tells browsers apart: 128 random bits. */
export const cookieName = "__form"

const cookieValue = /^[0-9a-f]{32}$/

/** Returns the random value that a browser presents, or `None`. */
export const browserOf = ({ headers }: Pick<Request, "headers">): Option.Option<string> =>
  Option.filter(RequestReader.cookie(headers, cookieName), (value) => cookieValue.test(value))

/**
 * `clients`: digests of the client's cookies before and after the response. Whether the browser has stored them when
 * it drops the response depends on the moment.
 */
interface Submission<E> {
  readonly clients: ReadonlyArray<string>
  readonly response: Deferred.Deferred<Response, E>
}

/** `until`: when it is forgotten, in milliseconds. */
interface Kept<E> extends Submission<E> {
  readonly until: number
}

/** 30 seconds: how long a response is repeated. */
export const lifetime = Duration.seconds(30)

/** 1,000: how many responses are kept. The oldest leave. */
export const maxKept = 1000

/** 64 kB: the largest response that is kept. */
export const maxBytes = 65_536

const nonce = /^[A-Za-z0-9+/]{22}==$/

/** Returns the cookies of a request. An empty header has none. */
export const pairsOf = ({ headers }: Pick<Request, "headers">): ReadonlyArray<string> =>
  (headers["cookie"] ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "")

/** Returns the cookies that a client has after a response. */
const after = (pairs: ReadonlyArray<string>, response: Response): ReadonlyArray<string> => {
  const set = Object.values(response.cookies.cookies)
  const names = new Set(set.map(({ name }) => name))
  return [
    ...pairs.filter((pair) => !names.has(pair.split("=", 1).join())),
    ...set.flatMap(({ name, valueEncoded }) => (valueEncoded === "" ? [] : [`${name}=${valueEncoded}`]))
  ]
}

const sha256 = (text: string): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
    (digest) => String.fromCharCode(...new Uint8Array(digest))
  )

const digestOf = (pairs: ReadonlyArray<string>): Effect.Effect<string> => sha256([...pairs].sort().join("; "))

/** What a second attempt would not change. A body that is a stream can be sent once only. */
const isRepeatable = ({ body, status }: Response): boolean =>
  status !== 429 &&
  status < 500 &&
  (body._tag === "Empty" || (body._tag === "Uint8Array" && body.body.byteLength <= maxBytes))

/** Returns the settled submissions: each leaves when it has expired, also if no other form arrives. */
const makeKept = Effect.fnUntraced(function* <E>() {
  const kept = new Map<string, Kept<E>>()
  const isFilled = yield* Effect.makeLatch(false)

  // All live equally long: the oldest ends first.
  const forget = (now: number) => {
    for (const [key, { until }] of kept) {
      if (until > now && kept.size <= maxKept) return
      kept.delete(key)
    }
  }

  const nextEnd = (now: number): Option.Option<number> => {
    forget(now)
    const [oldest] = kept.values()
    if (oldest === undefined) isFilled.unsafeClose()
    return Option.map(Option.fromNullable(oldest), ({ until }) => until - now)
  }

  // One fiber for all. Without responses it waits for no time, so that it keeps no process alive.
  yield* isFilled.await.pipe(
    Effect.zipRight(Clock.currentTimeMillis),
    Effect.flatMap((now) => Option.match(nextEnd(now), { onNone: () => Effect.void, onSome: Effect.sleep })),
    Effect.forever,
    Effect.forkScoped
  )
  yield* Effect.addFinalizer(() => Effect.sync(() => kept.clear()))

  const add = (key: string, submission: Submission<E>, now: number) => {
    kept.set(key, { ...submission, until: now + Duration.toMillis(lifetime) })
    forget(now)
    isFilled.unsafeOpen()
  }

  return {
    add,
    size: () => kept.size,
    find: (key: string, now: number): Submission<E> | undefined => {
      forget(now)
      return kept.get(key)
    }
  }
})

/**
 * Makes the function that handles a form once. `isLasting`: whether an error is the same if the form is sent again.
 * `kept`: how many responses are in memory.
 */
export const make = Effect.fnUntraced(function* <E>(isLasting: (error: E) => boolean) {
  // They end with their requests, and contain no response yet.
  const handling = new Map<string, Submission<E>>()
  const kept = yield* makeKept<E>()

  const isKept = (exit: Exit.Exit<Response, E>): boolean =>
    Exit.match(exit, {
      onSuccess: isRepeatable,
      onFailure: (cause) => cause._tag === "Fail" && isLasting(cause.error)
    })

  /** Handles the form, and keeps the response. It does not end with the client: only the request does. */
  const begin = <R>(
    key: string,
    submission: Submission<E>,
    pairs: ReadonlyArray<string>,
    handled: Effect.Effect<Response, E, R>
  ) => {
    const settle = Effect.fnUntraced(function* (exit: Exit.Exit<Response, E>) {
      const later = Exit.isSuccess(exit) ? [yield* digestOf(after(pairs, exit.value))] : []
      const now = yield* Clock.currentTimeMillis
      handling.delete(key)
      if (isKept(exit)) kept.add(key, { ...submission, clients: [...submission.clients, ...later] }, now)
    })
    return Effect.forkDaemon(Effect.intoDeferred(Effect.onExit(handled, settle), submission.response))
  }

  /**
   * Handles a posted form, or returns the response to the same one. A form without a page view, and one of a browser
   * without the cookie, is always handled.
   */
  const handleOnce = Effect.fnUntraced(function* <R>(
    instanceId: string,
    request: Request,
    form: URLSearchParams,
    handled: Effect.Effect<Response, E, R>
  ) {
    const view = RequestReader.single(form, nonceName)
    const browser = browserOf(request)
    if (!Option.exists(view, (text) => nonce.test(text)) || Option.isNone(browser)) return yield* handled
    const path = RequestReader.path(request.originalUrl)
    const key = yield* sha256([instanceId, browser.value, path, form.toString()].join(" "))
    const pairs = pairsOf(request)
    const client = yield* digestOf(pairs)
    const now = yield* Clock.currentTimeMillis
    // In one step: no other fiber runs, and none is interrupted, between the search and the entry.
    return yield* Effect.uninterruptibleMask((restore) => {
      const known = handling.get(key) ?? kept.find(key, now)
      if (known !== undefined) return restore(known.clients.includes(client) ? Deferred.await(known.response) : handled)
      const submission = { clients: [client], response: Deferred.unsafeMake<Response, E>(FiberId.none) }
      handling.set(key, submission)
      return Effect.zipRight(
        begin(key, submission, pairs, restore(handled)),
        restore(Deferred.await(submission.response))
      )
    })
  })

  return { handleOnce, kept: kept.size }
})
