/** What the texts in Arabic have in common. */
import type { Occasion } from "./EmailText.ts"
import * as Format from "./Format.ts"

export const format = Format.make("ar")

// After "خلال": one and two are words, and few, many and other have their own cases.
export const { days, duration, minutes, waiting } = Format.durations(format, {
  minute: { one: "دقيقة واحدة", two: "دقيقتين", few: "# دقائق", many: "# دقيقة", other: "# دقيقة" },
  hour: { one: "ساعة واحدة", two: "ساعتين", few: "# ساعات", many: "# ساعة", other: "# ساعة" },
  day: { one: "يوم واحد", two: "يومين", few: "# أيام", many: "# يومًا", other: "# يوم" }
})

export const characters = (count: number) =>
  format.plural(count, { one: "حرف واحد", two: "حرفان", few: "# أحرف", many: "# حرفًا", other: "# حرف" })

/** Isolates a name in Latin letters from the text around it (Unicode, UAX 9). */
export const isolated = (name: string) => `\u2068${name}\u2069`

export const when = ({ device, time }: Occasion) =>
  device === undefined ? `بتاريخ ${time}` : `بتاريخ ${time}، على هذا الجهاز: ${device}`

export const requested = (occasion: Occasion) => `طُلب هذا الرابط ${when(occasion)}.`

export const othersSignedOut = "سُجّل الخروج من جميع الأجهزة الأخرى."
export const ignore = "تجاهل هذه الرسالة ولا تشارك الرابط مع أحد."
