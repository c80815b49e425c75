/** What the texts in German have in common. */
import type { Occasion } from "./EmailText.ts"
import * as Format from "./Format.ts"

export const format = Format.make("de")

// In the dative: after "in", "nach" and "vor". Minutes fit "für", too.
export const { days, duration, minutes, waiting } = Format.durations(format, {
  minute: { one: "# Minute", other: "# Minuten" },
  hour: { one: "# Stunde", other: "# Stunden" },
  day: { one: "# Tag", other: "# Tagen" }
})

/** What happened, and on which device. */
export const on = (sentence: (time: string) => string, { device, time }: Occasion) =>
  device === undefined ? sentence(`am ${time}`) : `${sentence(`am ${time}`)} Gerät: ${device}.`

export const requested = (occasion: Occasion) => on((time) => `Der Link wurde ${time} angefordert.`, occasion)

export const othersSignedOut = "Alle anderen Geräte wurden abgemeldet."
