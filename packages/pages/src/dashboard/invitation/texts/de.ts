/** The texts of the page about invitations, in German. */
import { format } from "../../../language/de.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  invite: "Jemanden einladen",
  inviteIntro: "Die Person bekommt eine E-Mail mit einem Link, der ihr Konto erstellt. Er funktioniert einmal.",
  hint: "Wenn Sie eine Adresse noch einmal einladen, wird eine weitere E-Mail gesendet, und sie hat weitere sieben Tage Zeit.",
  send: "Einladung senden",
  open: "Offene Einladungen",
  columns: {
    invited: "Eingeladen",
    by: "Wie",
    expires: "Läuft ab",
    action: "Aktion"
  },
  withdraw: "Zurückziehen",
  withdrawOf: (email) => `die Einladung von ${email}`,
  rows: (count) => `${format.plural(count, { one: "# Einladung", other: "# Einladungen" })}`,
  empty: {
    title: "Keine offenen Einladungen",
    text: "Eine Einladung ist sieben Tage offen, bis sie angenommen oder zurückgezogen wird."
  },
  taken: "Diese Adresse hat schon ein Konto.",
  withoutEmail:
    "Es ist kein E-Mail-Anbieter eingerichtet, daher können Sie niemanden einladen. Setzen Sie EMAIL_FROM und EMAIL_SMTP_URL oder EMAIL_FROM und EMAIL_PROVIDER_API_KEY, und starten Sie den Dienst neu.",
  closedError: "Die Registrierung ist geschlossen. Um jemanden einzuladen, ändern Sie das in den Einstellungen.",
  closed:
    "Die Registrierung ist geschlossen, daher können Sie niemanden einladen, und offene Einladungen funktionieren nicht.",
  change: "Einstellungen der Registrierung ändern",
  notices: {
    invited: "Die Einladung ist unterwegs.",
    withdrawn: "Die Einladung ist zurückgezogen."
  }
}
