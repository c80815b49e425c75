/** The texts of the pages about sign-in providers, in Portuguese. */
import { format } from "../../../../language/pt-BR.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  title: "Provedores de login",
  intro:
    "Os usuários podem entrar com uma conta que têm em outro lugar. A página de login tem um botão para cada provedor ativado.",
  kind: "Tipo",
  issuer: "Emissor",
  state: "Estado",
  on: "Ativado",
  off: "Desativado",
  add: "Adicionar um provedor",
  addIntro: "OpenID Connect serve para qualquer outro provedor, como Keycloak, Okta ou outro Latchkey.",
  unavailable:
    "Este serviço não consegue acessar provedores de login, então os usuários não veem nenhum: nenhum adaptador está configurado.",
  count: (count) => `${format.plural(count, { one: "# provedor", other: "# provedores" })}`,
  empty: {
    title: "Ainda não há provedores",
    text: "Adicione um, e os usuários poderão entrar com uma conta que já têm, como a do Google."
  },
  noKey:
    "Nenhuma chave do servidor está configurada, então um segredo do cliente não pode ser armazenado. Defina SECRET_KEY e reinicie o serviço.",
  addOidc: "Adicionar um provedor OpenID Connect",
  addOne: (name) => `Adicionar ${name}`,
  provider: "Provedor",
  redirectUri: "URI de redirecionamento",
  addButton: "Adicionar provedor",
  notices: {
    deleted: "O provedor foi excluído.",
    added: "O provedor foi adicionado e a página de login tem o botão dele. Verifique-o agora.",
    disabled: "O provedor está desativado. Os usuários não podem entrar com ele.",
    enabled: "O provedor está ativado. Os usuários podem entrar com ele.",
    saved: "Salvo."
  },
  topics: {
    adapter: "Este serviço",
    algorithms: "Assinaturas",
    authorization_endpoint: "Página de login",
    client_secret: "Segredo do cliente",
    discovery: "Metadados",
    flow: "Fluxo de login",
    keys: "Chaves",
    redirect_uri: "URI de redirecionamento",
    token_endpoint: "Endpoint de tokens",
    api: "GitHub",
    pkce: "PKCE"
  },
  ok: "OK",
  problem: "Problema",
  result: "Resultado da verificação",
  nothingWrong: "Nada errado, até onde a verificação consegue ver sem um usuário.",
  problems: (count) => `${format.plural(count, { one: "Há um problema", other: "Há # problemas" })}.`,
  stored: "armazenado",
  check: "Verificar",
  turnOff: "Desativar",
  turnOn: "Ativar",
  deleteTitle: (name) => `Excluir ${name}?`,
  deleteText:
    "Os usuários não podem mais entrar com ele. Quem não tem outra forma pode pedir um link de acesso, se estiverem ativados. As contas vinculadas permanecem e voltam a funcionar se você adicionar um provedor com o mesmo emissor. Para manter as configurações, desative-o.",
  notDeleted: (reason) => `Não foi excluído. ${reason}`,
  reason: (reason) => `O provedor: ${reason}.`,
  otherField: (field, reason) => `“${field}”: ${reason}.`,
  where: {
    google:
      "No console do Google Cloud, em “APIs & Services” e “Credentials”, crie um ID do cliente OAuth do tipo “Web application” com esta URI de redirecionamento. O Google mostra então o ID e o segredo do cliente.",
    microsoft:
      "No centro de administração do Microsoft Entra, em “App registrations”, registre um app com esta URI de redirecionamento para a plataforma “Web”. A visão geral mostra o ID do aplicativo (cliente). Crie o segredo em “Certificates & secrets” e copie o valor.",
    apple:
      "Na sua conta Apple Developer, crie um Services ID para “Sign in with Apple” com esta URI de redirecionamento: o identificador dele é o ID do cliente. Em “Keys”, crie uma chave para “Sign in with Apple” e baixe o arquivo .p8.",
    github:
      "No GitHub, em “Developer settings” e “OAuth Apps”, registre um app com esta URI de redirecionamento como URL de callback. O GitHub mostra então o ID do cliente e cria um segredo.",
    oidc: "No provedor, registre um cliente confidencial para o fluxo de código de autorização com esta URI de redirecionamento. O provedor mostra então o ID e o segredo do cliente."
  },
  fields: {
    name: {
      label: "Nome",
      hint: "Aparece no botão, como “Continuar com o Google”."
    },
    issuer: {
      label: "Emissor",
      hint: "A URL que o provedor indica como emissor, como https://id.example.com. Não pode ser alterada depois."
    },
    microsoftIssuerHint:
      "Como está, vale para as contas de todas as organizações. Para uma só, substitua {tenantid} pelo ID do locatário. Não pode ser alterada depois.",
    id: {
      label: "ID",
      hint: "Opcional: como os programas e o registro de auditoria o chamam. Não pode ser alterado depois."
    },
    clientId: {
      label: "ID do cliente"
    },
    teamId: {
      label: "ID da equipe",
      hint: "Dez letras e dígitos, no canto superior direito da sua conta Apple Developer."
    },
    keyId: {
      label: "ID da chave",
      hint: "Dez letras e dígitos, ao lado da chave."
    },
    emailTrust: {
      label: "E-mails confirmados deste provedor",
      hint: "Escolha algo além da primeira opção somente se o provedor confirma cada endereço. Caso contrário, um usuário poderia informar lá o endereço de outra pessoa e tomar a conta dela aqui.",
      options: {
        never: "Não provam nada: os usuários os confirmam por e-mail",
        claim: "Também são confirmados aqui, mas não abrem contas já confirmadas",
        authoritative: "Também são confirmados aqui e abrem a conta que os tem"
      }
    },
    presetTrustHint:
      "A última opção é a certa na maioria dos casos. O Latchkey só aceita endereços pelos quais este provedor é responsável.",
    scopes: {
      label: "Mais escopos",
      hint: "Opcional, um por linha: o que é pedido ao provedor além do necessário para entrar."
    },
    nativeClientIds: {
      label: "IDs de cliente de apps nativos",
      hint: "Opcional, um por linha: apps que entram com um token de ID."
    },
    trustsMfa: {
      label: "Entradas com vários fatores lá valem aqui",
      hint: "Se o provedor disser que um usuário entrou com vários fatores, nenhum segundo fator é pedido aqui."
    }
  },
  secret: {
    label: "Segredo do cliente",
    key: "Chave privada",
    whole: "O arquivo .p8 inteiro.",
    optional: "Opcional para um cliente público.",
    keep: "Deixe vazio para manter o armazenado.",
    encrypted: "É armazenado criptografado e nunca mostrado."
  }
}
