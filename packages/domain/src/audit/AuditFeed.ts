/** The audit log as a feed, for programs that keep a copy of it. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PersistenceError } from "../core/Errors.ts"
import * as FeedCursor from "../core/FeedCursor.ts"
import { type CursorExpired, InvalidCursor } from "../core/FeedErrors.ts"
import * as FeedWait from "../core/FeedWait.ts"
import { traced } from "../core/Tracing.ts"
import { type AuditEntry, AuditLog, type AuditPage, AuditPosition } from "./AuditLog.ts"

/** Some entries in their order. `next`: the cursor after them; none while there has been no entry. */
export interface AuditFeedPage {
  readonly entries: ReadonlyArray<AuditEntry>
  readonly next: Option.Option<string>
}

/** The use case of reading the audit log in the order in which it was written. */
export class AuditFeed extends Context.Tag("@latchkey/domain/AuditFeed")<
  AuditFeed,
  {
    /**
     * Returns up to `limit` entries after the cursor, or the oldest ones, without gaps. Without any it waits up to
     * `wait`: see `FeedWait`. Fails with `InvalidCursor` for a text that is no cursor, and with `CursorExpired` if
     * entries after the cursor may have been deleted.
     */
    readonly page: (query: {
      readonly after: Option.Option<string>
      readonly limit: number
      readonly wait?: Duration.Duration
    }) => Effect.Effect<AuditFeedPage, CursorExpired | InvalidCursor | PersistenceError>
  }
>() {}

const Cursor = FeedCursor.of(AuditPosition)
const encode = Schema.encodeSync(Cursor)
const decode = Schema.decodeOption(Cursor)

const parse = (after: Option.Option<string>) =>
  Option.match(after, {
    onNone: () => Effect.succeedNone,
    onSome: (text) => Effect.asSome(Effect.mapError(decode(text), () => new InvalidCursor()))
  })

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const log = yield* AuditLog

  const page: (typeof AuditFeed.Service)["page"] = Effect.fnUntraced(function* ({
    after,
    limit,
    wait = Duration.zero
  }) {
    const start = yield* parse(after)
    const found = yield* FeedWait.until(
      (before: AuditPage | undefined) => log.page({ after: before === undefined ? start : before.last, limit }),
      ({ entries }) => entries.length === 0,
      wait
    )
    return { entries: found.entries, next: Option.map(found.last, encode) }
  }, traced("AuditFeed.page"))

  return AuditFeed.of({ page })
})

/** The use case as a layer. */
export const layer = Layer.effect(AuditFeed, make)
