/** Problems in words for users, in Brazilian Portuguese. Generated from the contract by `npm run generate`. */

import { makeMessageOf, type Messages } from "./Messages.ts"

/** The texts. */
export const messages: Messages = {
  soon: "em instantes",
  invalid_request: "Há um problema com os dados informados.",
  invalid_credentials: "E-mail ou senha incorretos.",
  invalid_token:
    "O link ou o código não é válido. Talvez tenha expirado ou um link ou código enviado para este endereço já tenha sido usado.",
  password_disabled: "Aqui não é possível usar senha. Entre com um link.",
  sign_up_closed: "Não é possível criar uma conta aqui.",
  forbidden_origin: "Esta solicitação foi enviada de outro site.",
  not_found: "Não encontramos essa página.",
  payload_too_large: "O texto é longo demais. Encurte-o e tente novamente.",
  unsupported_media_type: "Não foi possível processar o formulário. Recarregue a página e tente novamente.",
  signup_rate_limited: (when) => `Muitas contas foram criadas a partir da sua rede. Tente novamente ${when}.`,
  signin_rate_limited: (when) => `Muitas tentativas de entrar. Tente novamente ${when}.`,
  magic_link_rate_limited: (when) =>
    `Muitos links foram solicitados. Tente novamente ${when}. Os links anteriores continuam funcionando.`,
  internal_error: "Algo deu errado do nosso lado. Tente novamente em instantes.",
  service_unavailable: (when) => `O serviço está temporariamente indisponível. Tente novamente ${when}.`,
  unauthenticated: "Você não está conectado.",
  reauthentication_required: "Confirme que é você e tente novamente.",
  email_not_verified: "Primeiro, confirme seu e-mail.",
  password_too_short: "Sua senha não atende aos requisitos.",
  no_sign_in_method: "Não haveria outra forma de entrar nesta conta.",
  email_already_exists: "Já existe uma conta com este e-mail.",
  sign_up_refused: "Não é possível criar uma conta com este e-mail.",
  magic_link_disabled: "Os links de acesso não estão disponíveis. Entre com sua senha.",
  magic_link_code_disabled: "Não é possível usar um código aqui. Entre com o link do e-mail.",
  passkey_disabled: "Não é possível usar uma chave de acesso aqui.",
  passkey_already_exists: "Essa chave de acesso já foi adicionada.",
  too_many_passkeys: "Você pode ter no máximo 20 chaves de acesso. Remova uma primeiro.",
  identity_provider_disabled: "Não é possível entrar com esse provedor aqui.",
  identity_rejected: "Não foi possível entrar com esse provedor. Tente de novo ou entre de outra forma.",
  identity_provider_unavailable: (when) => `Esse provedor não está respondendo. Tente de novo ${when}.`,
  proof_required: "Você já tem uma conta com este e-mail. Entre nela e depois conecte o provedor.",
  too_many_identities: "Você pode conectar no máximo 20 contas. Desconecte uma primeiro.",
  factor_recovery_disabled: "Não é possível recuperar sua conta por e-mail aqui.",
  factor_recovery_not_needed: "Não há nada a recuperar: você ainda pode alterar sua conta.",
  factor_recovery_too_early: "Ainda é cedo. Abra o link novamente depois do período de espera.",
  second_factor_disabled: "Não é possível configurar um aplicativo autenticador aqui.",
  second_factor_exists: "Você já tem um aplicativo autenticador. Remova-o primeiro para configurar outro.",
  device_sign_in_disabled: "Não é possível entrar em outros dispositivos com um código aqui.",
  audience_not_allowed: "Este aplicativo não está configurado para o serviço que chama.",
  access_tokens_disabled: "Este aplicativo ainda não está configurado para chamar outros serviços.",
  network_error:
    "Não foi possível acessar o servidor. Verifique sua conexão e tente novamente. Se sua conexão estiver funcionando, o problema é do nosso lado.",
  aborted: "A solicitação foi cancelada.",
  passkey_canceled: "Nenhuma chave de acesso foi usada. Tente de novo ou escolha outra forma.",
  passkey_rejected: "Não é possível entrar com essa chave de acesso. Escolha outra forma.",
  passkey_unavailable: "Não funcionou. Tente de novo daqui a pouco ou escolha outra forma.",
  unexpected_reply: "Algo deu errado do nosso lado. Tente novamente em instantes."
}

/**
 * Returns a problem in words for users.
 *
 * ```ts
 * import { createClient } from "@latchkey/client"
 * import { messageOf } from "@latchkey/client/messages/pt-BR"
 *
 * const result = await createClient().signOut()
 * if (!result.ok) console.log(messageOf(result.problem))
 * ```
 */
export const messageOf = makeMessageOf("pt-BR", messages)
