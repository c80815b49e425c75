/** The texts of the pages about webhooks, in Portuguese. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/pt-BR.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  title: "Webhooks",
  webhook: "Webhook",
  intro: "Para cada evento de um usuário, o Latchkey envia uma mensagem assinada a uma URL do seu aplicativo.",
  state: "Estado",
  added: "Adicionado",
  allEvents: "todos",
  on: "Ativado",
  off: "Desativado",
  failing: "Com falhas",
  unavailable: "Este serviço não envia mensagens a webhooks: nenhum adaptador está configurado.",
  noKey:
    "Nenhuma chave do servidor está configurada, então um segredo não pode ser armazenado. Defina SECRET_KEY e reinicie o serviço.",
  full: (count) =>
    `Uma instância pode ter ${format.plural(count, { one: "# webhook", other: "# webhooks" })}. Para adicionar outro, exclua um.`,
  count: (count) => `${format.plural(count, { one: "# webhook", other: "# webhooks" })}`,
  empty: {
    title: "Ainda não há webhooks",
    text: "Adicione um, e seu aplicativo saberá em segundos de usuários novos, alterados e excluídos."
  },
  add: "Adicionar um webhook",
  addIntro: "Ele recebe todos os eventos a partir de agora.",
  addButton: "Adicionar webhook",
  fields: {
    url: { label: "URL", hint: "As mensagens são enviadas para lá com POST." },
    types: { label: "Eventos", hint: "Se você não escolher nenhum, ele recebe todos, também os de versões futuras." }
  },
  secretTitle: "Segredo do webhook",
  secretShown:
    "Com este segredo seu aplicativo verifica que as mensagens vêm do Latchkey. Copie-o agora: ele não será mostrado de novo.",
  toWebhook: "Ir para o webhook",
  notices: {
    saved: "Salvo.",
    enabled: "O webhook está ativado. As mensagens que esperavam são enviadas agora.",
    disabled: "O webhook está desativado. Os eventos esperam até você ativá-lo de novo.",
    deleted: "O webhook foi excluído.",
    resent: "O evento é enviado de novo.",
    resentAll: "Todos os eventos com falha são enviados de novo."
  },
  offSince: {
    operator: (time) => html`Desativado desde ${time}. Os eventos esperam até você ativá-lo de novo.`,
    gone: (time) =>
      html`Desativado desde ${time}: a URL respondeu 410, ou seja, não existe mais. Os eventos esperam até você ativá-lo de novo.`,
    failing: (time) =>
      html`Desativado desde ${time}: nada teve sucesso por cinco dias. Os eventos esperam até você ativá-lo de novo.`
  },
  failsSince: (time) =>
    html`Nada teve sucesso desde ${time}. O Latchkey tenta de novo, e desativa o webhook depois de cinco dias.`,
  previousSecret: "O segredo anterior é válido até",
  test: "Enviar um teste",
  testSucceeded: (status, milliseconds) => `O teste teve sucesso: a resposta foi ${status}, após ${milliseconds} ms.`,
  testRefused: (status) => `O teste falhou: a resposta foi ${status}. Só de 200 a 299 é sucesso.`,
  testFailed: (reason) => `O teste falhou: ${reason}.`,
  status: (status) => `resposta ${status}`,
  reasons: {
    busy: "dez solicitações ao webhook já estão em andamento",
    url: "nada pode ser enviado a essa URL",
    address: "o host não tem um endereço público",
    network: "sem conexão, sem certificado válido ou sem resposta",
    timeout: "a resposta demorou demais",
    secret: "a chave do segredo não está configurada",
    expired: "o evento não está mais armazenado"
  },
  turnOn: "Ativar",
  turnOff: "Desativar",
  replaceDots: "Substituir o segredo…",
  replaceTitle: "Substituir o segredo?",
  replaceText:
    "Você recebe um novo segredo. Por um tempo as mensagens são assinadas com os dois, para que seu aplicativo possa mudar sem perder nenhuma.",
  overlap: { label: "O segredo anterior continua válido por", hint: "Se ele foi roubado, revogue-o agora." },
  noOverlap: "revogar agora",
  replaceButton: "Substituir segredo",
  deleteTitle: "Excluir o webhook?",
  deleteText: "Ele não recebe mais mensagens, e o que espera não é enviado. Para pausá-lo, desative-o.",
  messages: "Mensagens",
  event: "Evento",
  user: "Usuário",
  details: "Detalhes",
  time: "Data",
  all: "Todas as mensagens",
  states: { pending: "Esperando", delivered: "Entregue", failed: "Falhou" },
  sendAgain: "Enviar de novo",
  sendAllAgain: "Enviar de novo todas as mensagens que falharam",
  messageCount: (count) => `${format.plural(count, { one: "# mensagem", other: "# mensagens" })}`,
  kept: "As mensagens aparecem aqui enquanto seus eventos são mantidos.",
  noMessages: { title: "Ainda não há mensagens", text: "Elas aparecem aqui assim que algo acontece com um usuário." },
  noMatches: { title: "Nenhuma mensagem correspondente", text: "Escolha outro estado." }
}
