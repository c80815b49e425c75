/** The texts of the page about invitations, in French. */
import { format } from "../../../language/fr.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  invite: "Inviter quelqu’un",
  inviteIntro: "Cette personne reçoit un e-mail avec un lien qui crée son compte. Il fonctionne une fois.",
  hint: "Inviter de nouveau une adresse envoie un autre e-mail et prolonge l’invitation de sept jours.",
  send: "Envoyer l’invitation",
  open: "Invitations en cours",
  columns: {
    invited: "Invité",
    by: "Moyen",
    expires: "Expire",
    action: "Action"
  },
  withdraw: "Retirer",
  withdrawOf: (email) => `l’invitation de ${email}`,
  rows: (count) => `${format.plural(count, { one: "# invitation", other: "# invitations" })}`,
  empty: {
    title: "Aucune invitation en cours",
    text: "Une invitation reste ouverte sept jours, jusqu’à son acceptation ou son retrait."
  },
  taken: "Cette adresse a déjà un compte.",
  withoutEmail:
    "Aucun fournisseur d’e-mail n’est configuré : vous ne pouvez inviter personne. Définissez EMAIL_FROM et EMAIL_SMTP_URL, ou EMAIL_FROM et EMAIL_PROVIDER_API_KEY, puis redémarrez le service.",
  closedError: "L’inscription est fermée. Pour inviter, modifiez-la dans les paramètres.",
  closed:
    "L’inscription est fermée : vous ne pouvez inviter personne, et les invitations en cours ne fonctionnent pas.",
  change: "Modifier les paramètres d’inscription",
  notices: {
    invited: "L’invitation est en route.",
    withdrawn: "L’invitation est retirée."
  }
}
