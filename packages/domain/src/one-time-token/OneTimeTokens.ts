/** Tokens of one kind. What differs between the kinds is data: a room that needs one describes it. */
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { PersistenceError } from "../core/Errors.ts"
import { violated } from "../core/Invariant.ts"
import {
  OneTimeToken,
  type OneTimeTokenKey,
  OneTimeTokenRepository,
  type TokenOwner
} from "./OneTimeTokenRepository.ts"

/**
 * A kind of token.
 *
 * - `name`: unique among the kinds.
 * - `maxPerSubject`: how many a subject has at a time, such as a client in several tabs.
 * - `data`: what is stored with each, as JSON.
 */
export interface Kind<A, I> {
  readonly name: string
  readonly lifetime: Duration.Duration
  readonly maxPerSubject: number
  readonly data: Schema.Schema<A, I>
}

/** The tokens of a subject. */
export type OfSubject = Pick<OneTimeTokenKey, "instanceId" | "subject">

/** What finds a token. */
export type Key = Pick<OneTimeTokenKey, "instanceId" | "subject" | "tokenHash">

/** A token to store. `owner`: none by default. `expiresAt`: after the lifetime of the kind by default. */
export interface New<A> extends Key {
  readonly owner?: Option.Option<TokenOwner>
  readonly expiresAt?: DateTime.Utc
  readonly data: A
}

/** A token that was found. */
export interface Found<A> extends Pick<OneTimeToken, "expiresAt" | "owner" | "tokenHash"> {
  readonly data: A
}

/** Makes what writes and reads the data of a kind, at its first use: that takes as long as many use cases. */
const codecOf = <A, I>(data: Schema.Schema<A, I>) => {
  const make = () => {
    const json = Schema.parseJson(data)
    return { encode: Schema.encodeSync(json), decode: Schema.decodeUnknown(json) }
  }
  let codec: ReturnType<typeof make> | undefined
  return () => {
    codec ??= make()
    return codec
  }
}

/** Makes the functions for tokens of a kind. They are those of the port, at the current time. */
export const make = <A, I>({ lifetime, maxPerSubject, name: kind, ...described }: Kind<A, I>) =>
  Effect.map(OneTimeTokenRepository, (tokens) => {
    const codec = codecOf(described.data)

    const decoded = ({ data, expiresAt, owner, tokenHash }: OneTimeToken): Effect.Effect<Found<A>> =>
      codec()
        .decode(Redacted.value(data))
        .pipe(
          Effect.map((data) => ({ data, expiresAt, owner, tokenHash })),
          // Without the cause, which contains the data.
          Effect.catchAll(violated(`The data of a token is as its kind has stored it: ${kind}`))
        )
    const decodedOption = (found: Option.Option<OneTimeToken>) => Effect.transposeMapOption(found, decoded)
    const decodedAll = (found: ReadonlyArray<OneTimeToken>) => Effect.forEach(found, decoded)

    const at = <B>(use: (now: DateTime.Utc) => Effect.Effect<B, PersistenceError>) => Effect.flatMap(DateTime.now, use)

    const put = ({ data, owner = Option.none(), expiresAt: until, ...key }: New<A>) =>
      at((now) => {
        const expiresAt = until ?? DateTime.addDuration(now, lifetime)
        const token = new OneTimeToken({ ...key, kind, owner, data: Redacted.make(codec().encode(data)), expiresAt })
        return tokens.put(token, { maxPerSubject, now })
      })

    return {
      put,
      find: (key: Key) => at((now) => Effect.flatMap(tokens.find({ ...key, kind, now }), decodedOption)),
      list: (of: OfSubject) => at((now) => Effect.flatMap(tokens.list({ ...of, kind, now }), decodedAll)),
      consume: (key: Key) => at((now) => Effect.flatMap(tokens.consume({ ...key, kind, now }), decodedOption)),
      consumeAll: (of: OfSubject) => at((now) => Effect.flatMap(tokens.consumeAll({ ...of, kind, now }), decodedAll))
    }
  })
