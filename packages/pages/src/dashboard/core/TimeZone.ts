/**
 * Shows times in the reader's time zone. The script tells the server the zone, in a cookie: pages are complete when
 * they arrive, so that nothing moves. Without the script, and on the first page, times are in UTC, and say so.
 */
import { Fragment } from "@latchkey/http/core/Page"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import type { DashboardFormat } from "./Format.ts"

/** The time zone of a reader; none if it is unknown. */
export type Zone = Option.Option<DateTime.TimeZone.Named>

const name = /^[A-Za-z][\w+/-]{0,63}$/

/** Returns the time zone with a name of the IANA database, such as `Europe/Berlin`. */
export const parse = (text: string): Zone => (name.test(text) ? DateTime.zoneMakeNamed(text) : Option.none())

/** Returns the time whose parts in UTC are those of `at` in the zone. */
export const shifted = (at: DateTime.Utc, zone: Zone): DateTime.Utc =>
  Option.match(zone, {
    onNone: () => at,
    onSome: (known) => DateTime.add(at, { millis: DateTime.zonedOffset(DateTime.setZone(at, known)) })
  })

/** Returns the name of a zone as it is read. */
export const nameOf = ({ id }: DateTime.TimeZone.Named): string => id.replaceAll("_", " ")

const element = /<time datetime="([^"]+)">[^<]*<\/time>/g

/** Returns `true` if a part of a page has times. */
export const hasTimes = ({ source }: Fragment): boolean => source.includes("<time ")

/** Writes the times of a part of a page in the zone, with UTC as their titles. */
export const localize = ({ utc }: DashboardFormat, part: Fragment, zone: Zone): Fragment => {
  if (Option.isNone(zone)) return part
  const timeIn = (all: string, iso: string) =>
    Option.match(DateTime.make(iso), {
      onNone: () => all,
      onSome: (at) => {
        const local = utc(shifted(DateTime.toUtc(at), zone)).replace(/ UTC$/, "")
        return `<time datetime="${iso}" title="${utc(DateTime.toUtc(at))}">${local}</time>`
      }
    })
  return new Fragment(part.source.replaceAll(element, timeIn))
}
