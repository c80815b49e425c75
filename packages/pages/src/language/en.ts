/** What the texts in English have in common. */
import type { Occasion } from "./EmailText.ts"
import * as Format from "./Format.ts"

// Lists as in "a, b and c", and dates as in "22 October 2026".
export const format = Format.make("en-GB")

/** Emails have times as in "November 22, 2026 at 15:04 UTC". */
export const timeInEmails = Format.make("en-US").time

export const { days, duration, minutes, waiting } = Format.durations(format, {
  minute: { one: "# minute", other: "# minutes" },
  hour: { one: "# hour", other: "# hours" },
  day: { one: "# day", other: "# days" }
})

export const when = ({ device, time }: Occasion) =>
  device === undefined ? `on ${time}` : `on ${time}, on this device: ${device}`

export const requested = (occasion: Occasion) => `It was requested ${when(occasion)}.`

export const othersSignedOut = "Every other device was signed out."
