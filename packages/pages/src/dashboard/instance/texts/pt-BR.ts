/** The texts of the pages about instances, in Portuguese. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/pt-BR.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  overview: {
    period: "Período",
    periods: {
      "24h": "24 horas",
      "7d": "7 dias",
      "30d": "30 dias"
    },
    compared: {
      "24h": "Em comparação com as 24 horas anteriores",
      "7d": "Em comparação com os 7 dias anteriores",
      "30d": "Em comparação com os 30 dias anteriores"
    },
    before: (value) => `(antes: ${value})`,
    users: "Usuários",
    usersNote: "Nesta instância",
    newUsers: "Novos usuários",
    newUsersNote: "Neste período",
    atLeast: (count) => `${count}+`,
    signIns: "Entradas",
    signInsNote: (share) => `${share} das tentativas`,
    rejected: "Recusadas",
    rejectedNote: "Senha, código ou link incorreto",
    limited: "Limites atingidos",
    limitedNote: "Tentativas demais",
    failed: "Falhas",
    failedNote: "Indisponibilidade ou sobrecarga",
    emails: "E-mails enviados",
    emailsNote: (unsent) => `${unsent} não enviados`,
    bounces: "Devoluções",
    bouncesNote: (count) => `${format.plural(count, { one: "# queixa", other: "# queixas" })}`,
    chart: "Entradas ao longo do tempo",
    byMethod: "Entradas por método",
    methods: {
      password: "Senha",
      link: "Link ou código",
      passkey: "Chave de acesso",
      provider: "Provedor de login",
      "second factor": "Com um segundo fator",
      "new account": "Conta nova"
    },
    methodColumns: {
      method: "Método",
      signIns: "Entradas",
      share: "Parcela"
    },
    noSignIns: "Nenhuma entrada neste período. Elas aparecem aqui alguns segundos depois que um usuário entra.",
    change: "Alterar configurações",
    all: "Todas as configurações",
    delete: "Excluir instância…",
    atLeastCharacters: (count) =>
      `${format.plural(count, { one: "pelo menos # caractere", other: "pelo menos # caracteres" })}`,
    signUps: {
      open: "aberto a todos",
      invitation: "apenas por convite",
      closed: "fechado"
    },
    verified: (signUp) => `${signUp}, após confirmar o e-mail`,
    noOneCanSignUp: (verified) => `${verified}, mas sem provedor de e-mail ninguém pode se cadastrar`,
    linksUnsent: "ativados, mas sem provedor de e-mail nenhum link é enviado",
    expire: (lifetime, idle) => `duração máxima: ${lifetime}; sem uso: ${idle}`,
    noHosts: "nenhum (usa o host padrão)",
    hashing: "Velocidade de hash",
    hashingOwn: (rate) => `cerca de ${rate} senhas por segundo`,
    hashingMixed: (now, mix, own) =>
      `cerca de ${now} senhas por segundo com os hashes atuais das contas (${mix}), e cerca de ${own} com os do Latchkey. Cada um é substituído quando o usuário entra`,
    lessThan: (share) => `menos de ${share}`,
    others: "outros"
  },
  facts: {
    origin: "Origem",
    hosts: "Hosts",
    plan: "Plano",
    magicLinks: "Links de acesso",
    signUp: "Cadastro",
    passwords: "Senhas",
    passkeys: "Chaves de acesso",
    sessions: "Sessões",
    waysIn: "Formas de entrar"
  },
  list: {
    intro:
      "Uma instância é um aplicativo cujos usuários entram aqui. Cada uma tem seus usuários, configurações e limites.",
    create: "Nova instância",
    count: (count) => `${format.plural(count, { one: "# instância", other: "# instâncias" })}`,
    empty: {
      title: "Ainda não há instâncias",
      text: "Crie uma para cada aplicativo cujos usuários entram aqui."
    },
    more: (hosts, count) => `${hosts} e mais ${format.plural(count, { other: "#" })}`,
    nextPage: "Próxima página",
    deleted: "Instâncias excluídas",
    deletedIntro:
      "Elas não funcionam mais. O que está armazenado é excluído em segundo plano. Depois, os hosts ficam livres.",
    left: (users) => `Excluindo: restam ${users}`,
    createIntro: "Todo o resto tem um valor padrão e pode ser alterado nas configurações.",
    createButton: "Criar instância"
  },
  deletion: {
    title: "Excluir esta instância?",
    id: "ID da instância",
    confirm: (id) => html`Digite ${id} para confirmar.`,
    mustBe: (id) => `deve ser ${id}`,
    noUsers: "Ela não tem usuários.",
    users: (count) =>
      `${format.plural(count, { one: "# usuário é desconectado e não pode mais entrar", other: "# usuários são desconectados e não podem mais entrar" })}.`,
    links: "Os links enviados param de funcionar, e os e-mails na fila não são enviados.",
    noHosts: "Ela não tem hosts.",
    hosts: (hosts) =>
      `Solicitações para ${hosts} recebem “não encontrado” até tudo ser excluído. Depois, pertencem à instância padrão.`,
    otherHosts: (hosts) => `${hosts} e seus outros hosts`,
    everything:
      "Seus usuários, sessões, configurações e todo o resto são excluídos. O registro de auditoria mantém as entradas.",
    irreversible: "Não é possível desfazer.",
    button: "Excluir instância",
    rejected: "Não foi excluída. Há um problema com os dados informados.",
    section: "Excluir esta instância",
    sectionText: "Seus usuários não podem mais entrar, e tudo o que está armazenado dela é excluído."
  },
  form: {
    conflict: (value) => `foi alterado por outra pessoa para ${value}. Salve novamente para substituir`,
    nothing: "nada",
    quoted: (text) => `“${text}”`,
    inGroup: (legend, error) => `${legend}: ${error}`
  },
  settings: {
    noEmail:
      "Nenhum provedor de e-mail está configurado, então não há links de acesso, seja qual for a escolha aqui. Defina EMAIL_FROM e EMAIL_SMTP_URL, ou EMAIL_FROM e EMAIL_PROVIDER_API_KEY, e reinicie o serviço.",
    noKey: (setting) =>
      html`Não há chave do servidor, então os e-mails não contêm um código ao lado do link. Para ativar, defina ${setting} e reinicie o serviço.`,
    locked:
      "O plano Free inclui apenas a política padrão: pelo menos 8 caracteres. Para uma política própria, mude para o plano Pro.",
    changePlan: "Mudar o plano"
  },
  trial: {
    title: "Testar uma senha",
    password: "Senha",
    hint: "Verificada com a política salva. Não é armazenada.",
    button: "Testar senha",
    meets: "Esta senha atende à política.",
    fails: "Esta senha não atende à política.",
    tooShort: (count) =>
      `${format.plural(count, { one: "Tem menos de # caractere", other: "Tem menos de # caracteres" })}.`,
    common: "É comum demais: invasores a tentam primeiro.",
    uppercase: "Não tem letra maiúscula.",
    lowercase: "Não tem letra minúscula.",
    number: "Não tem número.",
    special: "Não tem símbolo.",
    empty: "Está vazia.",
    tooLong: "É longa demais.",
    malformed: "Contém caracteres não permitidos."
  },
  sections: {
    general: {
      title: "Geral",
      about: "O nome, os hosts e o idioma da instância, e para onde os usuários vão depois de entrar."
    },
    appearance: {
      title: "Páginas e marca",
      about: "A aparência das páginas e e-mails da instância, e os links das páginas."
    },
    "auth-methods": {
      title: "Formas de entrar",
      about: "Como os usuários entram. Pelo menos um método fica ativo."
    },
    "sign-up": {
      title: "Cadastro",
      about: "Quem pode criar uma conta. Usuários com conta sempre podem entrar."
    },
    "user-details": {
      title: "Dados dos usuários",
      about: "O que as páginas pedem aos usuários depois do cadastro: o nome e o que você guarda em userMetadata."
    },
    "password-policy": {
      title: "Política de senhas",
      about: "O que as novas senhas devem incluir. As existentes continuam funcionando."
    },
    lifetimes: {
      title: "Sessões",
      about:
        "Quando as sessões expiram. A duração máxima vale para novas sessões, e a inatividade para todas imediatamente."
    },
    limits: {
      title: "Limites de frequência",
      about: "Quantas tentativas são permitidas em uma janela deslizante. As demais são recusadas."
    },
    emails: {
      title: "E-mails da conta",
      about: "O que os usuários recebem além dos links de acesso."
    },
    tokens: {
      title: "Tokens",
      about:
        "Com o que se identificam programas e APIs em outros hosts: tokens de acesso pessoais dos usuários e tokens de acesso."
    },
    accounts: {
      title: "Exclusão de contas",
      about: "O que os usuários podem fazer com a própria conta."
    },
    plan: {
      title: "Plano",
      about: "Se a instância pode ter sua própria política de senhas."
    }
  },
  userFields: {
    legend: (number) => `Dado ${number}`,
    label: "Rótulo",
    name: "Nome nos dados",
    type: "Tipo",
    types: {
      string: "Texto livre",
      choice: "Lista de opções",
      integer: "Número inteiro",
      number: "Número",
      boolean: "Caixa de seleção"
    },
    required: "Obrigatório",
    more: "Mais",
    values: "Valores para escolher, um por linha",
    least: "No mínimo",
    most: "No máximo",
    labels: "Rótulo em outros idiomas, por exemplo de: Firma",
    wrong: (reason) => `Os dados: ${reason}.`,
    wrongRow: (number, part, reason) =>
      part === "" ? `Dado ${number}: ${reason}.` : `Dado ${number}, ${part}: ${reason}.`
  },
  fields: {
    name: {
      label: "Nome",
      hint: "Aparece nas páginas e nos e-mails."
    },
    hosts: {
      label: "Hosts",
      hint: "Um nome de host por linha, sem esquema nem porta, como auth.example.com. Solicitações a esses hosts pertencem a esta instância."
    },
    origins: {
      label: "Origens permitidas",
      hint: "Uma origem por linha, como https://app.example.com. As páginas dela podem chamar a API com os cookies de um usuário."
    },
    redirectUrl: {
      label: "URL de redirecionamento",
      hint: "Para onde os usuários vão depois de entrar. Se vazia, para a raiz da origem da instância."
    },
    defaultLanguage: {
      label: "Idioma padrão",
      hint: "Um código de idioma: en, de, fr, es, pt-BR, ja ou ar. Para usuários que não escolheram idioma e cujo navegador não prefere nenhum destes."
    },
    password: {
      label: "Senhas",
      hint: "Os usuários podem se cadastrar e entrar com e-mail e senha."
    },
    magicLink: {
      label: "Links de acesso",
      hint: "Os usuários podem entrar com um link de uso único recebido por e-mail."
    },
    passkey: {
      label: "Chaves de acesso",
      hint: "Os usuários podem adicionar chaves de acesso à conta e entrar com elas."
    },
    passkeyRpId: {
      label: "Domínio das chaves de acesso (RP ID)",
      hint: "O host da instância ou um domínio que o contém, como example.com para auth.example.com. Assim, páginas em outros hosts do domínio podem usar as mesmas chaves. Se vazio, é o host da instância. Não pode mudar enquanto usuários tiverem chaves de acesso."
    },
    secondFactor: {
      label: "Segundo fator",
      hint: "Opcional e obrigatório só funcionam se o serviço tiver uma chave secreta.",
      options: {
        off: "Desativado: basta uma senha ou um link",
        optional: "Opcional: os usuários podem adicionar um app autenticador",
        required: "Obrigatório: a partir da próxima entrada, precisam de um app autenticador ou de uma chave de acesso"
      }
    },
    factorRecovery: {
      label: "Chaves de acesso e apps perdidos",
      hint: "Sem efeito se o segundo fator for obrigatório ou sem provedor de e-mail. Quem puder entrar com o primeiro fator e ler os e-mails de um usuário durante toda a espera pode remover os outros.",
      options: {
        off: "Desativado: só você pode redefini-los",
        email: "E-mail: os usuários podem removê-los com um link, após uma espera"
      }
    },
    factorRecoveryHours: {
      label: "Espera em horas",
      hint: "Do pedido até o link funcionar: 24 a 720 horas. Pedidos abertos mantêm o seu."
    },
    magicLinkCodes: {
      label: "Código ao lado do link",
      hint: "O e-mail também tem um código de seis dígitos, digitado no dispositivo que pediu o link. Invasores podem pedir um código às pessoas; com um link é mais difícil."
    },
    requireVerifiedEmail: {
      label: "Confirmação de e-mail",
      hint: "Os apps só recebem uma sessão depois que o usuário confirma o e-mail com um link."
    },
    allowedDomains: {
      label: "Domínios permitidos",
      hint: "Um por linha, por exemplo example.com. Só endereços destes domínios podem se cadastrar; sem nenhum, todos podem. Não vale para pessoas convidadas nem para contas existentes."
    },
    refusedDomains: {
      label: "Domínios recusados",
      hint: "Um por linha. Endereços destes domínios não podem se cadastrar."
    },
    userFields: {
      label: "Dados",
      hint: "Os obrigatórios são pedidos a cada acesso até serem informados; os outros, uma vez. Para remover um, esvazie o rótulo e o nome. O nome “name” nos dados é o nome do usuário."
    },
    sessionInclude: {
      label: "Dados dos usuários nas sessões",
      hint: "Um por linha: name, metadata ou userMetadata. Os apps os recebem com cada sessão, e cada verificação de sessão passa a ler também o usuário."
    },
    signUpMode: {
      label: "Novas contas",
      options: {
        open: "Aberto: qualquer pessoa pode criar uma conta",
        invitation: "Convite: apenas quem você convidar",
        closed: "Fechado: só administradores criam contas"
      }
    },
    signUpVerification: {
      label: "Confirmação de e-mail de novas contas com senha",
      hint: "Com “antes”, um cadastro nunca mostra se um e-mail tem conta. Requer um provedor de e-mail.",
      options: {
        after: "Depois: a conta existe e entra imediatamente",
        before: "Antes: um link em um e-mail cria a conta"
      }
    },
    plan: {
      label: "Plano",
      hint: "Ambos fazem parte do Latchkey e não custam nada. Se você opera instâncias para clientes, Free mantém a política padrão.",
      options: {
        free: "Free: política de senhas padrão",
        pro: "Pro: política de senhas própria"
      }
    },
    minLength: {
      label: "Comprimento mínimo"
    },
    requireUppercase: {
      label: "Exigir uma letra maiúscula"
    },
    requireLowercase: {
      label: "Exigir uma letra minúscula"
    },
    requireNumber: {
      label: "Exigir um número"
    },
    requireSpecial: {
      label: "Exigir um símbolo"
    },
    logoUrl: {
      label: "URL do logotipo",
      hint: "A URL https de uma imagem com 40 pixels de altura. PNG: o Gmail não mostra SVG. Se vazia, aparece o nome."
    },
    accentColor: {
      label: "Cor dos botões",
      hint: "Como #1f5eff. Se vazia, os botões têm a cor do Latchkey."
    },
    corners: {
      label: "Cantos",
      options: {
        square: "Retos",
        rounded: "Arredondados",
        pill: "Pílula"
      }
    },
    font: {
      label: "Fonte",
      hint: "Uma fonte que os leitores já têm. Nada é carregado.",
      options: {
        system: "Fonte do sistema",
        humanist: "Humanista",
        geometric: "Geométrica",
        rounded: "Arredondada",
        serif: "Com serifa"
      }
    },
    termsUrl: {
      label: "URL dos termos",
      hint: "Uma URL https. Se vazia, as páginas não têm link para os termos."
    },
    privacyUrl: {
      label: "URL de privacidade",
      hint: "Uma URL https. Se vazia, as páginas não têm link para uma política de privacidade."
    },
    supportUrl: {
      label: "URL de suporte",
      hint: "Uma URL https ou mailto:help@example.com. Se vazia, as páginas não têm link."
    },
    absoluteLifetime: {
      label: "Duração máxima em segundos",
      hint: "30 dias são 2592000 segundos."
    },
    idleLifetime: {
      label: "Inatividade em segundos",
      hint: "7 dias são 604800 segundos."
    },
    accountNotices: {
      label: "Avisos da conta",
      hint: "Os usuários são avisados por e-mail quando a senha, as chaves de acesso ou o segundo fator mudam e quando você os desconecta de todos os dispositivos."
    },
    deviceSignIn: {
      label: "Entrada em outros dispositivos",
      hint: "Os usuários podem entrar em linhas de comando e televisores digitando um código na página /device."
    },
    personalTokens: {
      label: "Tokens de acesso pessoais",
      hint: "Os usuários podem criar tokens para seus programas. Enquanto isso estiver desativado, os existentes não funcionam."
    },
    tokenScopes: {
      label: "Escopos dos tokens de acesso pessoais",
      hint: "Um por linha, como reports:read. Os usuários escolhem alguns para cada token, e seu app decide o que eles permitem. Um escopo removido deixa de valer."
    },
    tokenAudiences: {
      label: "Audiências dos tokens de acesso",
      hint: "Uma por linha: as APIs que aceitam tokens de acesso, como https://api.example.com. Sem nenhuma não há tokens de acesso. Eles precisam de uma chave de servidor."
    },
    tokenClaims: {
      label: "Claims dos tokens de acesso",
      hint: "Uma por linha: as chaves dos dados do app de um usuário (metadata) cujos valores cada token de acesso contém."
    },
    tokenAppLinks: {
      label: "Links do aplicativo",
      hint: "Um por linha: para onde os e-mails e os provedores de login levam de volta ao seu aplicativo, como com.example.app:/sign-in, ou uma URL https associada ao seu aplicativo."
    },
    deletionGraceDays: {
      label: "Dias até excluir uma conta",
      hint: "Depois de pedir a exclusão, os usuários ainda podem manter a conta por este tempo: 0 a 30 dias. Com 0, é excluída imediatamente."
    },
    limit: {
      label: "Limite"
    },
    windowSeconds: {
      label: "Janela em segundos"
    }
  },
  limits: {
    signUpPerIp: "Cadastros por endereço IP",
    signInPerIp: "Entradas por endereço IP",
    signInPerEmail: "Entradas por conta, de dispositivos não reconhecidos",
    signInPerKnownClient: "Entradas por conta, de um dispositivo reconhecido",
    magicLinkPerIp: "Pedidos de link por endereço IP",
    magicLinkPerEmail: "Pedidos de link por e-mail",
    magicLinkPerEmailPerDay: "Pedidos de link por e-mail, em mais tempo",
    magicLinkVerifyPerIp: "Links abertos por endereço IP",
    magicLinkToUnknownPerInstance: "Links para e-mails nunca confirmados, no total",
    magicLinkCodePerInstance: "Códigos incorretos, no total",
    signUpPerInstance: "Cadastros com senha, no total"
  }
}
