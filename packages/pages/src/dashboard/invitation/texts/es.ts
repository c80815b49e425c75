/** The texts of the page about invitations, in Spanish. */
import { format } from "../../../language/es.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  invite: "Invitar a alguien",
  inviteIntro: "Recibirá un correo con un enlace que crea su cuenta. Funciona una vez.",
  hint: "Si invitas de nuevo una dirección, se envía otro correo y tiene otros siete días.",
  send: "Enviar invitación",
  open: "Invitaciones abiertas",
  columns: {
    invited: "Invitado",
    by: "Cómo",
    expires: "Caduca",
    action: "Acción"
  },
  withdraw: "Retirar",
  withdrawOf: (email) => `la invitación de ${email}`,
  rows: (count) => `${format.plural(count, { one: "# invitación", other: "# invitaciones" })}`,
  empty: {
    title: "No hay invitaciones abiertas",
    text: "Una invitación está abierta siete días, hasta que se acepta o se retira."
  },
  taken: "Esta dirección ya tiene una cuenta.",
  withoutEmail:
    "No hay proveedor de correo configurado, así que no puedes invitar a nadie. Define EMAIL_FROM y EMAIL_SMTP_URL, o EMAIL_FROM y EMAIL_PROVIDER_API_KEY, y reinicia el servicio.",
  closedError: "El registro está cerrado. Para invitar, cámbialo en los ajustes.",
  closed: "El registro está cerrado, así que no puedes invitar a nadie y las invitaciones abiertas no funcionan.",
  change: "Cambiar los ajustes de registro",
  notices: {
    invited: "La invitación va de camino.",
    withdrawn: "La invitación se ha retirado."
  }
}
