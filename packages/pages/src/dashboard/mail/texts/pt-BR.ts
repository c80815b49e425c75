/** The texts of the pages about emails, in Portuguese. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/pt-BR.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  list: {
    unconfigured:
      "Nenhum provedor de e-mail está configurado, então nenhum e-mail pode ser enviado. Defina EMAIL_FROM e EMAIL_SMTP_URL, ou EMAIL_FROM e EMAIL_PROVIDER_API_KEY, e reinicie o serviço.",
    changeTexts: "Alterar os textos dos e-mails",
    kept: "Os e-mails ficam aqui por 7 dias depois de concluídos.",
    search: "E-mail",
    status: "Status",
    all: "Todos os e-mails",
    statuses: {
      queued: "Na fila",
      sent: "Enviados",
      unsent: "Não enviados",
      reported: "Devolvidos ou com queixa"
    },
    columns: {
      to: "Para",
      about: "Sobre",
      status: "Status",
      details: "Detalhes",
      requested: "Solicitado"
    },
    states: {
      queued: "Na fila",
      sent: "Enviado",
      failed: "Falhou",
      discarded: "Descartado"
    },
    reports: {
      bounce: "Devolvido",
      complaint: "Queixa"
    },
    attempt: (count) => `tentativa ${format.plural(count, { other: "#" })}`,
    nextAttempt: (time) => html`próxima tentativa ${time}`,
    rows: (count) => `${format.plural(count, { one: "# e-mail", other: "# e-mails" })}`,
    empty: {
      title: "Ainda não há e-mails",
      text: "Links de acesso, convites e avisos aparecem aqui assim que são solicitados."
    },
    noMatches: {
      title: "Nenhum e-mail correspondente",
      text: "Informe um e-mail completo ou escolha outro status."
    }
  },
  reasons: {
    rejected: "o provedor o recusou",
    unavailable: "o provedor estava indisponível",
    timeout: "o provedor não respondeu a tempo",
    rate_limited: "e-mails demais foram enviados",
    expired: "não pôde ser enviado a tempo",
    disabled: "e-mails deste tipo foram desativados",
    withdrawn: "o motivo foi cancelado",
    no_account: "o endereço não tem conta ou ela está desativada",
    suppressed: "o endereço está bloqueado",
    reputation: "e-mails devolvidos demais ou queixas demais",
    email_taken: "outra conta tem o endereço ou pode restaurá-lo",
    shutdown: "o serviço estava sendo encerrado",
    unsupported: "esta versão não conhece este tipo de e-mail"
  },
  suppressed: {
    title: "Endereços bloqueados",
    intro:
      "Estes endereços não recebem e-mails: um e-mail foi devolvido definitivamente ou marcado como spam. Volte a enviar somente se souber que o endereço funciona. Se o Amazon SES também o bloqueia, remova-o lá primeiro.",
    lifted: "O endereço volta a receber e-mails.",
    lift: "Voltar a enviar",
    liftOf: (email) => `para ${email}`,
    columns: {
      reason: "Motivo",
      detail: "Motivo do provedor",
      since: "Desde",
      action: "Ação"
    },
    rows: (count) => `${format.plural(count, { one: "# endereço", other: "# endereços" })}`,
    empty: {
      title: "Nenhum endereço bloqueado",
      text: "Um endereço aparece aqui quando um e-mail é devolvido definitivamente ou marcado como spam."
    }
  },
  reputation: {
    notice: (cause) =>
      `Links solicitados para endereços sem conta confirmada não são enviados: ${cause}. Voltam a ser enviados quando a parcela cair.`,
    bounce: (emails) => `mais de 5% devolvidos (${emails})`,
    complaint: (emails) => `queixas sobre mais de 0,1% (${emails})`,
    instance: "e-mails desta instância nas últimas 24 horas",
    service: "e-mails de todas as instâncias nas últimas 24 horas"
  },
  records: {
    title: "Domínio do remetente",
    intro:
      "Os destinatários consultam estes registros DNS para decidir se um e-mail é autêntico. São os mesmos para todas as instâncias e são verificados novamente após um minuto.",
    states: {
      ok: "encontrado",
      problem: "requer atenção",
      unknown: "não verificado"
    },
    add: (name, type, value) => html`Adicione ${name} ${type} ${value}`
  },
  texts: {
    title: "Textos de e-mail",
    intro:
      "O que dizem os e-mails desta instância. Um texto seu é enviado apenas no idioma dele; nos outros, é enviado o texto padrão ou o seu naquele idioma.",
    languages: "Idiomas",
    changes: (count) => `${format.plural(count, { one: "# alteração", other: "# alterações" })}`,
    default: "Texto padrão",
    yours: "Seu texto"
  },
  text: {
    of: (topic, language) => `${topic}, ${language}`,
    isDefault: "Os e-mails têm este texto padrão.",
    change: "Altere-o e salve o seu.",
    savedAt: (time) => html`Seu texto, salvo em ${time}.`,
    sentTo: (language) => `É enviado aos usuários cujos e-mails estão neste idioma: ${language}.`,
    heading: "Texto",
    parts: {
      subject: "Assunto",
      text: "Texto simples",
      html: "HTML"
    },
    hints: {
      subject: "Uma linha. Links não são permitidos.",
      text: "Para programas que não mostram HTML.",
      html: "O que fica dentro de <body>. Scripts, formulários, comentários e imagens além do logotipo não são permitidos, e os links devem começar com https:// ou mailto:."
    },
    preview: "Prévia",
    previewOf: "Prévia do e-mail",
    subjectIs: "Assunto:",
    asPlainText: "Como texto simples:",
    noPreview: "Não há prévia porque o texto tem erros:",
    mistake: (line, column, reason) => html`Linha ${line}, coluna ${column}: ${reason}.`,
    labelled: (label, value) => html`${label}: ${value}`,
    rejected: "Não foi salvo. O texto tem erros, listados abaixo dos campos.",
    placeholders: "Marcadores",
    placeholdersIntro: "São substituídos pelos valores de cada e-mail.",
    use: (use) => `(${use})`,
    uses: {
      link: "obrigatório; como href inteiro ou como texto entre espaços",
      code: "como texto, e não no assunto",
      url: "como href inteiro ou como texto",
      image: "como src de uma imagem",
      color: "em um style",
      "text-color": "em um style",
      text: "como texto",
      number: "como texto",
      time: "como texto",
      device: "como texto"
    },
    notices: {
      saved: "Salvo. Os e-mails enviados a partir de agora têm este texto.",
      reset: "Os e-mails voltaram a ter o texto padrão.",
      sent: "O e-mail de teste está a caminho. Ele tem o texto salvo."
    },
    test: "E-mail de teste",
    testHint: "Contém o texto salvo com valores de exemplo. Os links não funcionam.",
    sendTest: "Enviar e-mail de teste",
    tooMany: "E-mails de teste demais foram enviados. Tente novamente em alguns minutos.",
    noProvider: "Nenhum provedor de e-mail está configurado.",
    noTest: "Nenhum provedor de e-mail está configurado, então nenhum e-mail de teste pode ser enviado.",
    resetIntro: "Exclui seu texto. Não é possível restaurá-lo.",
    useDefault: "Usar o texto padrão"
  },
  topics: {
    magic_link: "link de acesso",
    password_reset: "nova senha",
    sign_up: "cadastro",
    existing_account: "a conta já existe",
    invitation: "convite",
    email_change: "novo e-mail",
    email_changed: "e-mail alterado",
    factor_recovery: "recuperação de fatores perdidos",
    factor_recovery_ready: "recuperação de fatores perdidos, pronta",
    test_email: "e-mail de teste",
    identity_added: "conta vinculada",
    identity_removed: "conta desvinculada",
    failed_sign_ins: "falhas de login",
    passkey_added: "chave de acesso adicionada",
    passkey_removed: "chave de acesso removida",
    account_claimed: "senha removida",
    password_set: "senha criada",
    password_changed: "senha alterada",
    second_factor_added: "segundo fator adicionado",
    second_factor_removed: "segundo fator removido",
    recovery_codes_renewed: "códigos de recuperação renovados",
    recovery_codes_removed: "códigos de recuperação removidos",
    recovery_code_used: "código de recuperação usado",
    factor_recovery_completed: "fatores perdidos removidos",
    email_restored: "endereço anterior restaurado definitivamente",
    deletion_scheduled: "exclusão agendada",
    deletion_cancelled: "exclusão cancelada",
    device_approved: "entrada em outro dispositivo",
    personal_token_created: "token de acesso pessoal criado",
    refresh_token_replayed: "aplicativo desconectado por um token anterior",
    sessions_revoked: "desconectado de todos os lugares",
    second_factor_reset: "segundo fator redefinido",
    passkeys_reset: "chaves de acesso removidas por um administrador"
  },
  about: {
    magic_link: "Um usuário solicitou um link de acesso.",
    password_reset: "Um usuário solicitou um link para criar uma nova senha.",
    sign_up: "Alguém se cadastrou com um endereço sem conta.",
    existing_account: "Alguém se cadastrou com um endereço que já tem conta.",
    invitation: "Um administrador convidou alguém a criar uma conta.",
    email_change: "Um usuário quer alterar o e-mail. Vai para o novo endereço.",
    email_changed: "Um usuário alterou o e-mail. Vai para o endereço anterior.",
    factor_recovery: "Um usuário quer remover chaves de acesso e um app autenticador perdidos.",
    factor_recovery_ready: "Terminou a espera de um usuário que quer remover fatores perdidos.",
    identity_added: "Uma conta de um provedor de login foi vinculada e pode entrar.",
    identity_removed: "Uma conta de um provedor de login foi desvinculada.",
    failed_sign_ins: "Cem entradas seguidas falharam.",
    passkey_added: "Uma chave de acesso foi adicionada à conta.",
    passkey_removed: "Uma chave de acesso foi removida da conta.",
    account_claimed: "Uma primeira confirmação removeu uma senha que talvez outra pessoa tenha criado.",
    password_set: "Um usuário criou uma senha pela primeira vez.",
    password_changed: "Um usuário alterou a senha.",
    second_factor_added: "Um usuário configurou um segundo fator.",
    second_factor_removed: "Um usuário removeu o segundo fator.",
    recovery_codes_renewed: "Um usuário tem novos códigos de recuperação.",
    recovery_codes_removed: "Um usuário retomou a conta, e os códigos de recuperação recentes foram removidos.",
    recovery_code_used: "Um usuário entrou com um código de recuperação.",
    factor_recovery_completed: "Um usuário removeu com um link chaves de acesso e um app autenticador perdidos.",
    email_restored: "Um endereço anterior foi restaurado pela última vez. Vai para o outro.",
    deletion_scheduled: "Um usuário pediu para excluir a conta.",
    deletion_cancelled: "A conta não será excluída.",
    device_approved: "Um usuário entrou em outro dispositivo com um código.",
    personal_token_created: "Um usuário criou um token de acesso pessoal.",
    refresh_token_replayed: "Um token anterior de um aplicativo foi apresentado, e o aplicativo foi desconectado.",
    sessions_revoked: "Um administrador desconectou um usuário de todos os dispositivos.",
    second_factor_reset: "Um administrador removeu o segundo fator de um usuário.",
    passkeys_reset: "Um administrador removeu todas as chaves de acesso de um usuário."
  },
  placeholderTexts: {
    link: "O link do e-mail.",
    code: "O código que também permite entrar. Vazio se a instância não envia códigos.",
    instanceName: "O nome da instância.",
    host: "O host da instância, como auth.example.com.",
    signInUrl: "A URL da página de login.",
    supportUrl: "A URL de suporte; pode estar vazia.",
    logoUrl: "O logotipo. Sem ele, não há imagem.",
    accentColor: "A cor de destaque.",
    accentTextColor: "Branco ou preto, conforme o contraste com a cor de destaque.",
    lifetimeDays: "Quantos dias o link funciona.",
    lifetimeMinutes: "Quantos minutos o link funciona.",
    expiresAt: "Quando o link deixa de funcionar.",
    requestedAt: "Quando foi solicitado.",
    changedAt: "Quando aconteceu.",
    invitedAt: "Quando o convite foi enviado.",
    availableAt: "Quando a recuperação pode ser concluída.",
    deletionAt: "Quando a conta será excluída.",
    forgotPasswordUrl: "A página que envia um link para criar uma nova senha.",
    device: "O dispositivo em que aconteceu."
  }
}
