/** What the texts in Spanish have in common. */
import type { Occasion } from "./EmailText.ts"
import * as Format from "./Format.ts"

export const format = Format.make("es")

export const { days, duration, minutes, waiting } = Format.durations(format, {
  minute: { one: "# minuto", other: "# minutos" },
  hour: { one: "# hora", other: "# horas" },
  day: { one: "# día", other: "# días" }
})

export const when = ({ device, time }: Occasion) =>
  device === undefined ? `el ${time}` : `el ${time}, en este dispositivo: ${device}`

export const requested = (occasion: Occasion) => `Este enlace se solicitó ${when(occasion)}.`

export const othersSignedOut = "Se ha cerrado la sesión en todos los demás dispositivos."
export const ignore = "Ignora este correo y no compartas el enlace."
