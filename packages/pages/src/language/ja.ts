/** What the texts in Japanese have in common. */
import type { Occasion } from "./EmailText.ts"
import * as Format from "./Format.ts"

export const format = Format.make("ja")

export const { days, duration, minutes, waiting } = Format.durations(format, {
  minute: { other: "#分" },
  hour: { other: "#時間" },
  day: { other: "#日" }
})

/** The device follows the sentence. */
export const on = (sentence: string, { device }: Occasion) =>
  device === undefined ? sentence : `${sentence}デバイスは「${device}」です。`

export const requested = (occasion: Occasion) => on(`このリンクは${occasion.time}にリクエストされました。`, occasion)

export const othersSignedOut = "ほかのすべてのデバイスでログアウトしました。"
export const ignore = "このメールは無視し、リンクをほかの人に教えないでください。"
