/** The place of an event as text, which is opaque to readers. */
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { EventPosition } from "./EventLog.ts"

const Cursor = Schema.compose(Schema.StringFromBase64Url, Schema.parseJson(EventPosition))

const encodeCursor = Schema.encodeSync(Cursor)

/** Returns the cursor of a place. */
export const encode = (place: EventPosition): string => encodeCursor(place)

/** Returns the place of a cursor, or `None` for any other text. */
export const decode: (text: string) => Option.Option<EventPosition> = Schema.decodeUnknownOption(Cursor)
