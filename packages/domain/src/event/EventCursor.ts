/** The place of an event as text. */
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as FeedCursor from "../core/FeedCursor.ts"
import { EventPosition } from "./EventLog.ts"

/** Decodes and encodes the place. */
export const EventCursor = FeedCursor.of(EventPosition)

/** Returns the cursor of a place. */
export const encode = Schema.encodeSync(EventCursor)

/** Returns the place of a cursor, or `None` for any other text. */
export const decode: (text: string) => Option.Option<EventPosition> = Schema.decodeOption(EventCursor)
