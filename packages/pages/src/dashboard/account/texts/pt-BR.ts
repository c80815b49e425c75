/** The texts of the pages about users, in Portuguese. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/pt-BR.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  list: {
    create: "Novo usuário",
    search: "E-mail ou ID",
    status: "Status",
    all: "Todos os usuários",
    statuses: {
      unverified: "Não confirmado",
      disabled: "Desativado",
      deleting: "A ser excluído",
      active: "Ativo"
    },
    columns: {
      email: "E-mail",
      status: "Status",
      methods: "Entra com",
      created: "Criação",
      lastSignIn: "Último acesso"
    },
    methods: {
      password: "Senha",
      passkeys: (count) => `${format.plural(count, { one: "Chave de acesso", other: "# chaves de acesso" })}`,
      app: "App autenticador",
      link: "Só link"
    },
    rows: (count) => `${format.plural(count, { one: "# usuário", other: "# usuários" })}`,
    empty: {
      title: "Ainda não há usuários",
      text: "Os usuários aparecem aqui assim que se cadastram. Você também pode adicionar um ou importar os de outro sistema."
    },
    noMatches: {
      title: "Nenhum usuário correspondente",
      text: "Busque qualquer parte de um e-mail, um ID de usuário completo ou um ID externo completo."
    }
  },
  user: {
    edit: "Editar",
    id: "ID do usuário",
    externalId: "ID externo",
    data: "Dados",
    metadata: "Dados do aplicativo",
    userMetadata: "Dados do usuário",
    signedUp: "Cadastro",
    verified: "E-mail confirmado",
    no: "não",
    disabledSince: "Desativado",
    deletion: "Será excluído",
    byRequest: (time) => html`${time}, a pedido do usuário`,
    failures: "Falhas de login",
    inARow: (count) => `${format.plural(count, { other: "#" })} seguidas`,
    refused: (count) => `${count}: a senha não funciona em dispositivos novos`,
    waysIn: "Formas de entrar",
    password: "Senha",
    passkeys: "Chaves de acesso",
    secondFactor: "Segundo fator",
    since: (time) => html`desde ${time}`,
    recovery: "Recuperação por e-mail",
    recoveryText: (requested, device, available, expires) =>
      html`solicitada ${requested} em ${device}: um link remove o segundo fator e as chaves de acesso de ${available} até ${expires}. Desconectar o usuário de todos os dispositivos a cancela.`,
    set: "definida",
    sessions: "Sessões",
    sessionColumns: {
      device: "Dispositivo",
      method: "Entrou com",
      signedIn: "Entrada",
      lastSeen: "Última atividade",
      expires: "Expira",
      action: "Ação"
    },
    methods: {
      password: "Senha",
      magic_link: "Link de acesso",
      passkey: "Chave de acesso",
      totp: "App autenticador",
      recovery_code: "Código de recuperação",
      identity_provider: "Provedor de login",
      identity_provider_mfa: "Provedor de login com vários fatores"
    },
    with: (method) => `com: ${method}`,
    signOut: "Desconectar",
    countSessions: (count) => `${format.plural(count, { one: "# sessão ativa", other: "# sessões ativas" })}`,
    noSessions: {
      title: "Nenhuma sessão ativa",
      text: "O usuário não está conectado em nenhum dispositivo."
    },
    timeline: "Linha do tempo",
    allEntries: "Todas as entradas do registro de auditoria",
    emailsTo: "Todos os e-mails para este endereço",
    do: "Ações",
    help: "Ajudar o usuário",
    access: "Encerrar o acesso",
    danger: "Zona de perigo",
    actions: {
      "send-link": "Enviar um link de acesso…",
      "make-link": "Criar um link de acesso…",
      "reset-failures": "Zerar as falhas de login…",
      enable: "Ativar…",
      "sign-out": "Desconectar de todos os dispositivos…",
      "reset-factor": "Redefinir o segundo fator…",
      "remove-passkeys": "Remover chaves de acesso…",
      disable: "Desativar…",
      delete: "Excluir…"
    },
    back: "Voltar ao usuário"
  },
  timeline: {
    signedUp: "Cadastro",
    verified: "E-mail confirmado",
    signedIn: (device) => `Entrada em ${device}`,
    email: (state, topic) => `E-mail ${state}: ${topic}`,
    emailStates: {
      queued: "na fila",
      sent: "enviado",
      failed: "com falha",
      discarded: "não enviado",
      bounce: "devolvido",
      complaint: "marcado como spam"
    }
  },
  notices: {
    create: "O usuário foi criado.",
    existed: "Já existia um usuário com este ID externo. Nada foi alterado.",
    save: "Salvo.",
    "send-link": "O usuário receberá um link de acesso por e-mail.",
    disable: "O usuário foi desativado e desconectado de todos os dispositivos.",
    enable: "O usuário pode entrar novamente.",
    "remove-passkeys":
      "Todas as chaves de acesso foram removidas e o usuário foi desconectado de todos os dispositivos.",
    unlink: "A conta do provedor foi removida e o usuário foi desconectado de todos os dispositivos.",
    "reset-factor": "O segundo fator foi removido e o usuário foi desconectado de todos os dispositivos.",
    "reset-failures": "As falhas de login são contadas do zero novamente.",
    "sign-out": "O usuário foi desconectado de todos os dispositivos.",
    revoke: "O usuário foi desconectado desse dispositivo.",
    "revoke-token": "O token foi revogado e não funciona mais."
  },
  deleted: "O usuário foi excluído.",
  worksAgain: "A senha volta a funcionar em dispositivos novos.",
  confirmations: {
    delete: {
      title: "Excluir este usuário?",
      text: "A conta, suas sessões e o que está armazenado sobre o endereço são excluídos. Não é possível desfazer.",
      button: "Excluir"
    },
    disable: {
      title: "Desativar este usuário?",
      text: "O usuário é desconectado de todos os dispositivos e não pode entrar até você ativá-lo novamente. Nada é excluído.",
      button: "Desativar"
    },
    enable: {
      title: "Ativar este usuário?",
      text: "O usuário pode entrar novamente, com a mesma senha de antes.",
      button: "Ativar"
    },
    "make-link": {
      title: "Criar um link de acesso?",
      text: "Você vê o link uma vez. Quem o tiver pode entrar uma vez como este usuário, em até 15 minutos. Ele não confirma o e-mail.",
      button: "Criar um link"
    },
    "remove-passkeys": {
      title: "Remover todas as chaves de acesso?",
      text: "Todas as chaves de acesso do usuário são removidas, ele é desconectado de todos os dispositivos e recebe um e-mail. A partir daí, basta a senha ou um link para entrar, junto com um app autenticador, se houver: antes, certifique-se de que o pedido vem mesmo do usuário.",
      button: "Remover todas as chaves de acesso"
    },
    "reset-factor": {
      title: "Redefinir o segundo fator?",
      text: "O app autenticador e os códigos de recuperação são removidos, o usuário é desconectado de todos os dispositivos e recebe um e-mail. A partir daí, basta a senha ou um link para entrar: antes, certifique-se de que o pedido vem mesmo do usuário.",
      button: "Redefinir o segundo fator"
    },
    "reset-failures": {
      title: "Zerar as falhas de login?",
      text: "As falhas de login são contadas do zero novamente. Pergunte antes ao usuário se foi ele quem tentou entrar.",
      button: "Zerar"
    },
    "send-link": {
      title: "Enviar um link de acesso?",
      text: "O usuário recebe um e-mail com um link de acesso, como se o tivesse pedido.",
      button: "Enviar o e-mail"
    },
    "sign-out": {
      title: "Desconectar este usuário de todos os dispositivos?",
      text: "O usuário pode entrar novamente na mesma hora.",
      button: "Desconectar de todos os dispositivos"
    }
  },
  link: {
    title: "Link de acesso",
    text: (time) =>
      html`Entregue este link ao usuário. Ele permite entrar uma vez, até ${time}, e não será mostrado novamente.`
  },
  form: {
    verified: "O endereço está confirmado",
    externalIdHint: "Opcional: o ID deste usuário em outro sistema.",
    passwordHint: "Opcional: sem senha, o usuário entra com links.",
    someoneElse: "Outra pessoa tinha a conta",
    someoneElseHint:
      "Remove a senha, todas as chaves de acesso, o app autenticador e as contas de provedores de login, e encerra todas as sessões e os links que restauram um endereço anterior.",
    newAddressHint:
      "Um endereço novo encerra todas as sessões e não está confirmado, a menos que você indique. Senha, chaves de acesso e app autenticador permanecem.",
    missing: (contents) => `A senha deve incluir ${contents}.`,
    common: "A senha é comum demais: invasores a tentam primeiro. Escolha outra.",
    newTitle: "Novo usuário",
    create: "Criar usuário",
    editTitle: (email) => `Editar ${email}`
  },
  identities: {
    title: "Contas de provedores de login",
    linked: (time) => html`vinculada ${time}, nunca usada`,
    linkedUsed: (time, used) => html`vinculada ${time}, último uso ${used}`,
    remove: "Remover…",
    at: (label, provider) => `${label} em ${provider}`,
    confirmTitle: "Remover esta conta?",
    confirm:
      "O usuário não pode mais entrar com ela, é desconectado de todos os dispositivos e recebe um e-mail. A conta no provedor continua como está.",
    refused: "Não foi removida: o usuário ficaria sem forma de entrar. Dê a ele uma senha antes."
  },
  tokens: {
    title: "Tokens de acesso pessoais",
    scopes: "Escopos",
    created: "Criação",
    lastUsed: "Último uso",
    expired: "Expirado",
    revoke: "Revogar",
    count: (count) => format.plural(count, { one: "# token", other: "# tokens" }),
    empty: {
      title: "Nenhum token de acesso pessoal",
      text: "O usuário não criou nenhum."
    }
  }
}
