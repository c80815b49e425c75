/** The texts of the audit log and of the chart of sign-ins, in Portuguese. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/pt-BR.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  intro:
    "O que os administradores alteraram, quais usuários consultaram e o que os usuários mudaram na forma de entrar.",
  columns: {
    what: "O quê",
    who: "Quem",
    about: "Sobre",
    details: "Detalhes",
    at: "Quando"
  },
  filters: {
    action: "O quê",
    actor: "Quem",
    user: "ID do usuário",
    instance: "Instância",
    from: "De",
    until: "Até"
  },
  allActions: "Tudo",
  allActors: "Todos",
  actors: {
    dashboard: "Painel",
    admin_api: "API de administração",
    command_line: "Linha de comando",
    program: "App que incorpora o Latchkey",
    user: "Os próprios usuários"
  },
  from: (ipAddress) => `de ${ipAddress}`,
  was: "antes",
  arrow: "→",
  rows: (count) => `${format.plural(count, { one: "# entrada", other: "# entradas" })}`,
  kept: "Mantido por 400 dias.",
  deletedUser: "Usuário excluído",
  empty: {
    title: "Ainda não há entradas",
    text: "Cada alteração feita por um administrador é registrada aqui."
  },
  noMatches: {
    title: "Nenhuma entrada correspondente",
    text: "Escolha um período maior ou menos filtros."
  },
  chart: {
    since: (time, counts) => html`Desde ${time}: ${counts}.`,
    asTable: "Ver como tabela",
    tableOf: {
      hour: "Entradas por hora",
      day: "Entradas por dia"
    },
    first: {
      hour: "Hora (UTC)",
      day: "Dia (UTC)",
      localHour: "Hora"
    },
    outcomes: {
      "signed in": "concluídas",
      rejected: "recusadas",
      "rate limited": "limitadas",
      failed: "com falha"
    },
    meanings: {
      "signed in": "de qualquer forma ou com uma conta nova",
      rejected: "senha incorreta, link ou código inválido, e-mail já em uso, senha fraca ou método desativado",
      "rate limited": "tentativas demais",
      failed: "indisponibilidade, sobrecarga ou cliente desconectado"
    },
    count: (count, outcome) => `${format.plural(count, { other: "#" })} ${outcome}`
  },
  actions: {
    instance_created: "Instância criada",
    instance_updated: "Configurações alteradas",
    instance_deleted: "Instância excluída",
    identity_added: "Conta de um provedor de login vinculada a um usuário",
    identity_removed: "Conta de um provedor de login desvinculada de um usuário",
    email_suppression_lifted: "O endereço volta a receber e-mails",
    passkey_added: "Chave de acesso de um usuário adicionada",
    passkey_removed: "Chave de acesso de um usuário removida",
    passkeys_deleted: "Chaves de acesso de um host anterior excluídas",
    second_factor_added: "Segundo fator de um usuário adicionado",
    second_factor_removed: "Segundo fator de um usuário removido",
    recovery_codes_renewed: "Códigos de recuperação de um usuário renovados",
    recovery_codes_removed: "Códigos de recuperação de um usuário removidos",
    factor_recovery_requested: "Recuperação de fatores perdidos solicitada por um usuário",
    factor_recovery_completed: "Fatores perdidos removidos por um usuário",
    factor_recovery_cancelled: "Recuperação de fatores perdidos cancelada por um usuário",
    invitation_created: "Usuário convidado",
    invitation_withdrawn: "Convite cancelado",
    email_changed: "E-mail alterado",
    email_restored: "E-mail anterior restaurado",
    user_deleted: "Usuário excluído",
    user_deletion_scheduled: "Exclusão de um usuário agendada",
    user_deletion_cancelled: "Exclusão de um usuário cancelada",
    user_viewed: "Usuário consultado",
    user_created: "Usuário criado",
    user_updated: "Usuário alterado",
    users_imported: "Usuários importados",
    users_exported: "Usuários exportados",
    user_disabled: "Usuário desativado",
    user_enabled: "Usuário ativado",
    sign_in_link_created: "Link de acesso criado",
    sign_in_link_sent: "Link de acesso enviado",
    failed_sign_ins_reset: "Falhas de login de um usuário zeradas",
    second_factor_reset: "Segundo fator de um usuário redefinido",
    passkeys_reset: "Todas as chaves de acesso de um usuário removidas",
    session_revoked: "Usuário desconectado de um dispositivo",
    sessions_revoked: "Desconectado de todos os dispositivos",
    operator_invited: "Convite para o painel criado",
    operator_invitation_withdrawn: "Convite para o painel cancelado",
    custom_email_saved: "Texto de e-mail alterado",
    custom_email_deleted: "Texto de e-mail restaurado ao padrão",
    test_email_sent: "E-mail de teste enviado",
    identity_provider_created: "Provedor de login adicionado",
    identity_provider_updated: "Provedor de login alterado",
    identity_provider_deleted: "Provedor de login excluído",
    dashboard_opened: "Administrador entrou",
    dashboard_closed: "Administrador saiu",
    dashboard_session_revoked: "Administrador desconectado de um dispositivo",
    dashboard_sessions_revoked: "Sessões de administradores desconectadas",
    operator_created: "Administrador adicionado",
    operator_updated: "Administrador alterado",
    operator_disabled: "Administrador desativado",
    operator_enabled: "Administrador ativado",
    operator_removed: "Administrador excluído",
    operator_link_shown: "Link de um convite para o painel mostrado",
    operator_passkey_added: "Chave de acesso de um administrador adicionada",
    operator_passkey_removed: "Chave de acesso de um administrador removida",
    operator_passkeys_removed: "Todas as chaves de acesso de um administrador removidas",
    api_key_created: "Chave de API criada",
    api_key_revoked: "Chave de API revogada",
    previous_admin_key_used: "ADMIN_API_KEY_PREVIOUS usado",
    webhook_created: "Webhook adicionado",
    webhook_updated: "Webhook alterado",
    webhook_deleted: "Webhook excluído",
    webhook_secret_rotated: "Segredo de um webhook substituído",
    webhook_events_resent: "Eventos enviados de novo a um webhook",
    webhook_tested: "Teste enviado a um webhook"
  },
  events: {
    user_viewed: "Consultado",
    user_created: "Conta criada",
    user_updated: "Conta alterada",
    user_disabled: "Conta desativada",
    user_enabled: "Conta ativada novamente",
    failed_sign_ins_reset: "Falhas de login zeradas",
    second_factor_added: "App autenticador adicionado",
    second_factor_removed: "App autenticador removido",
    second_factor_reset: "Segundo fator redefinido",
    recovery_codes_renewed: "Códigos de recuperação renovados",
    recovery_codes_removed: "Códigos de recuperação removidos",
    passkey_added: "Chave de acesso adicionada",
    passkey_removed: "Chave de acesso removida",
    passkeys_reset: "Todas as chaves de acesso removidas",
    session_revoked: "Desconectado de um dispositivo",
    sessions_revoked: "Desconectado de todos os dispositivos",
    identity_added: "Conta de um provedor de login vinculada",
    identity_removed: "Conta de um provedor de login desvinculada",
    user_deletion_scheduled: "Exclusão solicitada",
    user_deletion_cancelled: "Exclusão cancelada",
    factor_recovery_requested: "Recuperação de fatores perdidos solicitada",
    factor_recovery_completed: "Fatores perdidos removidos",
    factor_recovery_cancelled: "Recuperação de fatores perdidos cancelada"
  },
  allInstances: "Todas"
}
