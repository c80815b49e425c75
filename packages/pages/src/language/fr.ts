/** What the texts in French have in common. */
import type { Occasion } from "./EmailText.ts"
import * as Format from "./Format.ts"

export const format = Format.make("fr")

export const { days, duration, minutes, waiting } = Format.durations(format, {
  minute: { one: "# minute", other: "# minutes" },
  hour: { one: "# heure", other: "# heures" },
  day: { one: "# jour", other: "# jours" }
})

export const when = ({ device, time }: Occasion) =>
  device === undefined ? `le ${time}` : `le ${time}, sur cet appareil : ${device}`

export const requested = (occasion: Occasion) => `Ce lien a été demandé ${when(occasion)}.`

export const othersSignedOut = "Tous les autres appareils ont été déconnectés."
export const ignore = "Ignorez cet e-mail et ne partagez pas le lien."
