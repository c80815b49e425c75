/** What the texts in Portuguese as in Brazil have in common. */
import type { Occasion } from "./EmailText.ts"
import * as Format from "./Format.ts"

export const format = Format.make("pt-BR")

export const { days, duration, minutes, waiting } = Format.durations(format, {
  minute: { one: "# minuto", other: "# minutos" },
  hour: { one: "# hora", other: "# horas" },
  day: { one: "# dia", other: "# dias" }
})

export const when = ({ device, time }: Occasion) =>
  device === undefined ? `em ${time}` : `em ${time}, neste dispositivo: ${device}`

export const requested = (occasion: Occasion) => `Este link foi solicitado ${when(occasion)}.`

export const othersSignedOut = "Todos os outros dispositivos foram desconectados."
export const ignore = "Ignore este e-mail e não compartilhe o link."
