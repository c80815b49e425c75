/** The texts that the pages of the dashboard share, in Portuguese. */
import { format } from "../../../language/pt-BR.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  brand: "Painel do Latchkey",
  skip: "Ir para o conteúdo principal",
  menu: "Menu",
  navigation: "Painel",
  chooseInstance: "Escolher uma instância",
  switchInstance: "Trocar de instância",
  allInstances: "Todas as instâncias",
  tabs: {
    Overview: "Visão geral",
    Users: "Usuários",
    Invitations: "Convites",
    Emails: "E-mails",
    "Sign-in providers": "Provedores de login",
    Webhooks: "Webhooks",
    Settings: "Configurações"
  },
  service: "Serviço",
  sections: {
    Instances: "Instâncias",
    Administrators: "Administradores",
    "API keys": "Chaves de API",
    Access: "Acesso",
    "Audit log": "Registro de auditoria",
    "Your account": "Sua conta",
    Language: "Idioma"
  },
  adminKey: "Chave de administração",
  roles: {
    viewer: "leitura",
    support: "suporte",
    admin: "acesso total"
  },
  roleChoices: {
    viewer: "Leitura: vê tudo",
    support: "Suporte: também ajuda os usuários",
    admin: "Acesso total: pode fazer tudo"
  },
  role: "Função",
  name: "Nome",
  nameHint: "Aparece no registro de auditoria.",
  email: "E-mail",
  save: "Salvar",
  saved: "Salvo.",
  cancel: "Cancelar",
  delete: "Excluir",
  deleteDots: "Excluir…",
  remove: "Remover",
  enable: "Ativar",
  enableDots: "Ativar…",
  disable: "Desativar",
  disableDots: "Desativar…",
  details: "Detalhes",
  yes: "sim",
  none: "nenhum",
  never: "nunca",
  off: "desativado",
  on: "ativado",
  back: (name) => `Voltar para ${name}`,
  copy: "Copiar",
  copied: "Copiado",
  sentence: (text) => `${text}.`,
  table: {
    apply: "Filtrar",
    search: "Buscar",
    clear: "Limpar",
    csv: "Exportar CSV",
    csvHint: (rows) => `Até ${rows} linhas.`,
    previous: "Anterior",
    next: "Próxima",
    pagesOf: (caption) => `Páginas: ${caption}`,
    onPage: (count) => `${format.plural(count, { other: "#" })} nesta página`,
    moreThan: (rows) => `Mais de ${rows}`,
    filters: "Filtros"
  },
  device: (device) => `em ${device}`,
  actors: {
    admin_api: "pela API de administração",
    dashboard: "no painel",
    command_line: "na linha de comando",
    program: "pelo app que incorpora o Latchkey",
    user: "pelo usuário"
  },
  problem: "Há um problema",
  notFound: "Página não encontrada",
  logSaysMore: "O log do serviço diz mais.",
  toDashboard: "Ir para o painel",
  notSaved: (problem) => `Não foi salvo. ${problem}`,
  fieldError: (label, reason) => `${label}: ${reason}.`,
  lineError: (line, reason) => `Linha ${line}: ${reason}.`,
  problems: {
    permission_denied: "Sua função não permite isso. Fale com um administrador.",
    operator_already_exists: "Já existe um administrador com este e-mail.",
    last_admin_required: "É preciso haver outro administrador com acesso total que já tenha entrado.",
    external_id_already_exists: "Outro usuário tem este ID externo.",
    plan_does_not_allow: "O plano Free inclui apenas a política de senhas padrão.",
    default_instance_required: "A instância padrão não pode ser excluída.",
    passkey_rp_id_in_use:
      "Há usuários com chaves de acesso para o domínio atual, que não poderiam mais entrar com elas.",
    method_not_allowed: "Não foi possível processar a solicitação. Recarregue a página e tente novamente.",
    email_report_rejected: "Não foi possível processar a solicitação."
  },
  language: {
    intro: "Para este navegador. Enquanto você não escolher um, o painel usa o idioma preferido do navegador."
  },
  timesIn: (zone) => `Horários em ${zone}`
}
