/** The texts of the page about invitations, in Portuguese. */
import { format } from "../../../language/pt-BR.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  invite: "Convidar alguém",
  inviteIntro: "A pessoa recebe um e-mail com um link que cria a conta dela. Funciona uma vez.",
  hint: "Convidar um endereço novamente envia outro e-mail e dá a ele mais sete dias.",
  send: "Enviar convite",
  open: "Convites abertos",
  columns: {
    invited: "Convidado",
    by: "Como",
    expires: "Expira",
    action: "Ação"
  },
  withdraw: "Cancelar convite",
  withdrawOf: (email) => `o convite de ${email}`,
  rows: (count) => `${format.plural(count, { one: "# convite", other: "# convites" })}`,
  empty: {
    title: "Nenhum convite aberto",
    text: "Um convite fica aberto por sete dias, até ser aceito ou cancelado."
  },
  taken: "Este endereço já tem uma conta.",
  withoutEmail:
    "Nenhum provedor de e-mail está configurado, então você não pode convidar ninguém. Defina EMAIL_FROM e EMAIL_SMTP_URL, ou EMAIL_FROM e EMAIL_PROVIDER_API_KEY, e reinicie o serviço.",
  closedError: "O cadastro está fechado. Para convidar, altere isso nas configurações.",
  closed: "O cadastro está fechado, então você não pode convidar ninguém e os convites abertos não funcionam.",
  change: "Alterar as configurações de cadastro",
  notices: {
    invited: "O convite está a caminho.",
    withdrawn: "O convite foi cancelado."
  }
}
