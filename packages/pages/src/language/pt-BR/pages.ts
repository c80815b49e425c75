/**
 * The pages for users, in Portuguese as in Brazil.
 */
import { messages } from "@latchkey/client/messages/pt-BR"
import { html } from "@latchkey/http/core/Page"
import * as Format from "../Format.ts"
import type { PageTexts } from "../PageTexts.ts"

const format = Format.make("pt-BR")

const minutes = (count: number) => format.plural(count, { one: "# minuto", other: "# minutos" })
const days = (count: number) => format.plural(count, { one: "# dia", other: "# dias" })
const waiting = (count: number) =>
  count % 24 === 0 ? days(count / 24) : format.plural(count, { one: "# hora", other: "# horas" })

export const pages: PageTexts = {
  core: {
    space: " ",
    errorTitle: (title) => `Erro: ${title}`,
    problemHeading: "Há um problema",
    continue: "Continuar",
    continueWithoutPassword: "Continuar sem senha",
    signIn: "Entrar",
    signOut: "Sair",
    goToSignIn: "Ir para a página de login",
    backToSignIn: "Voltar para a página de login",
    signInAnotherWay: "Entrar de outra forma",
    tryAgain: "Tentar novamente",
    working: "Só um momento…",
    account: "Sua conta",
    backToAccount: "Voltar para sua conta",
    emailSignInLink: "Receber um link de acesso",
    emailLink: "Receber um link por e-mail",
    email: "E-mail",
    password: "Senha",
    currentPassword: "Senha atual",
    newPassword: "Nova senha",
    showPassword: "Mostrar",
    hidePassword: "Ocultar",
    passwordIsShown: "Sua senha está visível.",
    passwordIsHidden: "Sua senha está oculta.",
    links: "Ajuda e termos",
    terms: "Termos",
    privacy: "Privacidade",
    support: "Suporte"
  },

  fields: {
    emailMissing: "Digite seu e-mail.",
    emailMalformed: "Digite um e-mail em um formato válido, como nome@example.com.",
    passwordMissing: "Digite sua senha.",
    newPasswordMissing: "Digite uma nova senha.",
    currentPasswordMissing: "Digite sua senha atual.",
    currentPasswordWrong: "Sua senha atual está incorreta.",
    passwordTooLong: (maxLength) => `Sua senha deve ter no máximo ${maxLength} caracteres.`,
    passwordMalformed: "Sua senha contém um caractere que não é permitido.",
    languageMissing: "Escolha um idioma.",
    codeMalformed: "Digite os seis dígitos do código do e-mail.",
    authenticatorCodeMalformed: "Digite os seis dígitos que seu aplicativo autenticador mostra.",
    authenticatorCodeWrong: "Esse código não funciona. Digite o que o aplicativo mostra agora.",
    recoveryCodeMalformed: "Digite um dos seus códigos de recuperação.",
    recoveryCodeWrong: "Esse código de recuperação não funciona. Talvez já tenha sido usado.",
    passkeyNameMissing: "Digite um nome para a chave de acesso.",
    passkeyNameTooLong: "Esse nome é longo demais."
  },

  problems: messages,

  policy: {
    uppercase: "uma letra maiúscula",
    lowercase: "uma letra minúscula",
    number: "um número",
    symbol: "um símbolo",
    atLeast: (count) => `pelo menos ${count} caracteres`,
    list: format.list,
    describeLength: (count) => `Pelo menos ${count} caracteres. Algumas palavras com espaços funcionam bem.`,
    describe: (count, contents) => `Pelo menos ${count} caracteres, incluindo ${contents}.`,
    missing: (contents) => `Sua senha deve ter ${contents}.`,
    common: "Sua senha é comum demais: é uma das primeiras que os invasores tentam. Escolha outra."
  },

  time: {
    justNow: "agora mesmo",
    on: (date) => `em ${date}`,
    ago: format.ago
  },

  message: {
    signedIn: "Você está conectado",
    signedInAs: (email) => html`Você está conectado neste dispositivo como ${email}.`,
    signedOut: "Você saiu",
    otherDevices: "Seus outros dispositivos continuam conectados. Você pode sair deles na página da sua conta.",
    signInAgain: "Entrar novamente",
    blocked: "Solicitação bloqueada",
    blockedText:
      "Este formulário foi enviado de outro site, por isso não o processamos. Para continuar, use esta página:",
    notFound: "Página não encontrada",
    notFoundText: "Verifique o endereço ou vá para sua conta.",
    cookiesBlocked: "Seu navegador bloqueia cookies",
    cookiesBlockedText: "Os cookies são necessários para entrar. Permita-os neste site e tente de novo.",
    unknownHost: "Não é possível entrar neste endereço."
  },

  password: {
    signInTo: (name) => `Entrar em ${name}`,
    signUp: "Criar uma conta",
    signUpFor: (name) => `Criar uma conta em ${name}`,
    createAccount: "Criar conta",
    or: "ou",
    noPasswordNeeded: "Não precisa de senha.",
    signInHint: "Abra o link do e-mail para entrar.",
    signUpHint: "O link cria sua conta e inicia sua sessão.",
    forgotten: "Esqueceu sua senha?",
    newHere: (link) => html`Primeira vez aqui? ${link("Criar uma conta")}`,
    haveAccount: (link) => html`Já tem uma conta? ${link("Entrar")}`,
    signInInstead: "Entrar",
    noEmails: "Não conseguimos enviar e-mails no momento, por isso não é possível entrar.",
    closed: "O cadastro está fechado",
    closedText: (name) => `Não é possível criar uma conta em ${name} aqui. Se você já tem uma conta, pode entrar.`,
    invitationNeeded: (name) =>
      `Você precisa de um convite para criar uma conta em ${name}. Se recebeu um, abra o link do e-mail. Se já tem uma conta, pode entrar.`
  },

  magicLink: {
    sent: "Confira seu e-mail",
    sending: (email) => html`Estamos enviando um link de acesso para ${email}.`,
    sendingIfRequested: "Se você acabou de solicitar um link de acesso, estamos enviando o link.",
    sendingIfAccount: (email) => html`Se houver uma conta com ${email ?? "seu e-mail"}, enviaremos um link de acesso.`,
    requested: (email) => html`Você solicitou um link de acesso para ${email}.`,
    sentAgain: "Estamos enviando um novo link. Use o do e-mail mais recente.",
    sentAgainIfAccount: "Se houver uma conta com este endereço, enviaremos um novo link. Use o do e-mail mais recente.",
    lifetime: (count) => `Ele funciona uma única vez e expira em ${minutes(count)}.`,
    otherDevice: "Abra o link neste dispositivo para entrar na hora. Em outro dispositivo, pediremos uma confirmação.",
    noEmail: "Não recebeu? Confira a caixa de spam.",
    noEmailOrTypo: "Não recebeu? Confira a caixa de spam e o endereço acima.",
    resend: "Reenviar link",
    code: "Código do e-mail",
    codeHint: (count) => `Seis dígitos. Você pode digitá-los aqui por ${minutes(count)} em vez de abrir o link.`,
    codeRejected:
      "Este código não funciona. Confira os dígitos no e-mail mais recente ou abra o link dele. Se você já tinha enviado este código, talvez ele tenha funcionado. Nesse caso, peça um novo e-mail. Depois de cinco códigos errados, só o link funciona por algum tempo.",
    anotherEmail: "Usar outro e-mail",
    confirm: (name) => `Entrar em ${name}?`,
    signingInAs: (email) => html`Você vai entrar neste dispositivo como ${email}.`,
    switchingTo: (current, email) => html`Você está conectado como ${current}. Se continuar, mudará para ${email}.`,
    notYou: "Não é você ou não solicitou isto? Feche esta página. Nenhum acesso será feito.",
    notYouSignedIn: "Não é você ou não solicitou isto? Feche esta página. Nada será alterado.",
    passwordRemoved:
      "Esta conta tinha uma senha criada antes da confirmação do seu e-mail. Removemos a senha não confirmada e desconectamos todos os outros dispositivos, caso outra pessoa a tenha criado.",
    setNewPassword: "Criar uma nova senha",
    newLink: "Receber um novo link",
    emailNewLink: "Receber um novo link por e-mail",
    canSendTo: (email) => html`Podemos enviar um novo link para ${email}.`,
    invalid: "Este link não funciona mais",
    incomplete: "Este link está incompleto",
    incompleteText: "Abra-o novamente pelo e-mail.",
    turnedOff: "Este link não funciona",
    tooMany: "Muitas tentativas",
    tooManyText: (when) => `Seu link continua funcionando. Tente novamente ${when}.`,
    blockedText: (problem) => `${problem} Para entrar, abra o link pelo e-mail.`,
    unchecked: "Não conseguimos verificar seu link",
    uncheckedText: (problem) => `${problem} Abra o link pelo e-mail novamente.`
  },

  passwordReset: {
    title: "Esqueceu sua senha?",
    explanation: "Digite seu e-mail e enviaremos um link para criar uma nova senha.",
    sending: (email) =>
      html`Se houver uma conta com ${email ?? "seu e-mail"}, enviaremos um link para criar uma nova senha.`,
    noEmail: (link) =>
      html`Não recebeu? Confira a caixa de spam ou ${link("tente novamente")}. Talvez você tenha criado a conta com outro endereço.`,
    form: "Criar uma nova senha",
    settingOf: (email) => html`Você está criando a senha de ${email}.`,
    switchingTo: (current, email) =>
      html`Você está conectado como ${current}. Se continuar, criará a senha de ${email} e entrará com essa conta.`,
    set: "Salvar senha e entrar",
    otherDevices:
      "Todos os outros dispositivos serão desconectados. Não é sua conta? Feche esta página. Nada será alterado.",
    passwordsOff: "Aqui não é possível usar senha. Entre com um link.",
    noEmails: "Não conseguimos enviar e-mails no momento, por isso não é possível criar uma nova senha.",
    mayBeSet: "Se você acabou de criar uma senha, talvez ela tenha sido salva. Tente entrar com ela.",
    blockedText: (problem) => `${problem} Para criar uma nova senha, abra o link pelo e-mail.`
  },

  pendingSignUp: {
    sending: (email, count) =>
      html`Estamos enviando um e-mail para ${email ?? "seu endereço"}. Se você ainda não tem conta, abra o link do e-mail para criá-la. O link funciona uma única vez e expira em ${minutes(count)}.`,
    noEmail: (link) =>
      html`Abra o link neste navegador para manter a senha que você acabou de escolher. Não recebeu? Confira a caixa de spam ou ${link("faça o cadastro novamente")}.`,
    title: "Concluir seu cadastro",
    completing: (email) => html`Isto conclui o cadastro com ${email} e inicia sua sessão neste dispositivo.`,
    switchingTo: (current, email) =>
      html`Você está conectado como ${current}. Se continuar, concluirá o cadastro com ${email} e entrará com essa conta.`,
    passwordNotUsed:
      "A senha do cadastro não é usada aqui. Para sua segurança, só o navegador em que você a escolheu pode mantê-la. Você poderá criar uma depois.",
    complete: "Concluir cadastro",
    notYou: "Não é você ou não fez o cadastro? Feche esta página. Nada será alterado.",
    ready: "Sua conta está pronta",
    readyText:
      "Você está conectado. Para sua segurança, só o navegador em que você fez o cadastro pode manter a senha, por isso sua conta ainda não tem uma.",
    setPassword: "Criar uma senha",
    invalidText: "Ele expirou ou já foi usado. Se você tem uma conta, pode entrar.",
    blockedText: (problem) => `${problem} Para se cadastrar, abra o link do e-mail.`,
    signInOrUp: (signIn, signUp) =>
      html`${signIn("Ir para a página de login")} ou ${signUp("fazer o cadastro novamente")}`
  },

  invitation: {
    title: (name) => `Participar de ${name}`,
    heading: (name) => `Participar de ${name}?`,
    creating: (email) => html`Isto cria uma conta para ${email} e inicia sua sessão neste dispositivo.`,
    switchingTo: (current, email) =>
      html`Você está conectado como ${current}. Se continuar, criará uma conta para ${email} e entrará com ela.`,
    notYou: "Não é você ou não esperava este convite? Feche esta página. Nenhuma conta será criada.",
    invalid: "Este convite não funciona mais",
    invalidText: "Ele expirou, foi cancelado ou já foi usado. Se você tem uma conta, pode entrar.",
    blockedText: (problem) => `${problem} Para aceitar o convite, abra o link do e-mail.`,
    unchecked: "Não conseguimos verificar seu convite"
  },

  account: {
    signedInAs: (email) => html`Você está conectado como ${email}`,
    verified: "Confirmado",
    notVerified: "Não confirmado",
    goTo: (name) => `Ir para ${name}`,
    verify: "Confirme seu e-mail",
    verifyText:
      "Enviaremos um link de acesso para você. Abra-o neste navegador: desconectaremos seus outros dispositivos. Se você o abrir onde não está conectado, também removeremos sua senha e desconectaremos você aqui, caso outra pessoa tenha criado esta conta.",
    verifyButton: "Confirmar e-mail",
    verifyToContinue: (email, name) =>
      html`Você está conectado como ${email}. Para acessar ${name}, confirme este endereço.`,
    verifyWithPassword: (link) => html`Para confirmá-lo, ${link("crie uma nova senha com um link por e-mail")}.`,
    verifyWithoutEmails: "Não conseguimos enviar e-mails no momento, por isso não é possível confirmá-lo.",
    sessions: "Onde você está conectado",
    thisDevice: "Este dispositivo",
    signedInWithLink: (when) => html`Entrou com um link ${when}`,
    signedInWithPassword: (when) => html`Entrou com senha ${when}`,
    signedInWithPasskey: (when) => html`Entrou com uma chave de acesso ${when}`,
    lastActive: (signedIn, when) => html`${signedIn}, última atividade ${when}`,
    signOutHere: "Sair deste dispositivo",
    signOutOn: (device) => `Sair de ${device}`,
    signOutOthers: "Sair de todos os outros dispositivos",
    changePassword: "Altere sua senha",
    setPassword: "Crie uma senha",
    changePasswordButton: "Alterar senha",
    setPasswordButton: "Criar senha",
    changingSignsOut: "Ao alterar sua senha, todos os outros dispositivos são desconectados.",
    settingSignsOut: "Ao criar sua senha, todos os outros dispositivos são desconectados.",
    noPassword: (link) => html`Você não tem senha. ${link("Criar uma com um link por e-mail")}`,
    noPasswordWithLinks: (count) =>
      `Você não tem senha. Para criar uma, entre com um novo link. Depois você terá ${minutes(count)} para isso.`,
    noPasswordWithoutEmails: "Você não tem senha e não pode criar uma enquanto não conseguirmos enviar e-mails.",
    forgotten: (link) => html`Esqueceu sua senha? ${link("Criar uma nova com um link por e-mail")}`,
    linkTooOld: (count) => `Você entrou há mais de ${minutes(count)}. Solicite um novo link.`,
    sentFromElsewhere: "Este formulário foi enviado de outro site. Use esta página para criar uma senha.",
    passwordIsSet: "Sua senha foi salva. Todos os outros dispositivos foram desconectados.",
    accountIsKept: "Sua conta será mantida.",
    deviceIsSignedOut: "Esse dispositivo foi desconectado.",
    othersAreSignedOut: "Todos os outros dispositivos foram desconectados.",
    language: "Idioma",
    languageLabel: "Idioma das páginas e dos e-mails",
    languageOfBrowser: "Idioma do navegador",
    saveLanguage: "Salvar idioma",
    languageIsSet: "Seu idioma foi salvo."
  },

  emailChange: {
    section: "E-mail",
    sectionText: (link) => html`Você precisa ter acesso ao novo endereço. ${link("Alterar e-mail")}`,
    title: "Alterar seu e-mail",
    current: (email) => html`Seu e-mail é ${email}.`,
    newEmail: "Novo e-mail",
    formText:
      "Enviaremos um link para o novo endereço. Seu e-mail será alterado quando você abrir o link aqui e confirmar.",
    signInFirst: (count) =>
      `Para alterar seu e-mail, entre com um novo link. Depois você terá ${minutes(count)} para isso.`,
    passwordFirst: (link) => html`Para alterar seu e-mail, primeiro ${link("crie uma senha com um link por e-mail")}.`,
    noEmails: "Não conseguimos enviar e-mails no momento, por isso não é possível alterar seu e-mail.",
    sentFromElsewhere: "Este formulário foi enviado de outro site. Use esta página para alterar seu e-mail.",
    requested: (count) =>
      `Confira a caixa de entrada do novo endereço. Se nenhuma outra conta o usa, enviamos para lá um link que funciona por ${minutes(count)}.`,
    changed: "Seu e-mail foi alterado. Todos os outros dispositivos foram desconectados.",
    confirm: "Alterar seu e-mail?",
    confirmText: (current, next) =>
      html`Você está conectado como ${current}. De agora em diante, você entrará como ${next}.`,
    confirmButton: "Alterar e-mail",
    otherDevices:
      "Todos os outros dispositivos serão desconectados. Não é sua conta? Feche esta página. Nada será alterado.",
    restore: "Restaurar seu e-mail?",
    restoreText: (email) =>
      html`Isto faz com que ${email} volte a ser o e-mail da sua conta. Também remove a senha e desconecta todos os dispositivos, caso outra pessoa tenha feito as alterações.`,
    restoreButton: "Restaurar e-mail",
    changedItYourself: "Foi você que alterou o endereço? Feche esta página. Nada será alterado.",
    restored: "Seu e-mail foi restaurado",
    restoredText: (email) =>
      html`Sua conta voltou a ter o e-mail ${email}. Todos os dispositivos foram desconectados, e a conta está sem senha.`,
    setPassword: "Criar uma nova senha",
    orSignIn: (link) => html`Ou ${link("entre com um link")}.`,
    signInToConfirm: "Entre primeiro",
    signInToConfirmText:
      "Para alterar seu e-mail, entre na conta que você está alterando. Depois abra novamente o link do e-mail, neste navegador.",
    taken: "Este e-mail já está em uso",
    takenText: "Outra conta o usa agora. Sua conta não mudou. Você pode escolher outro endereço.",
    invalidText:
      "Ele expirou, já foi usado ou é de uma conta diferente daquela em que você está conectado. Você pode solicitar um novo na página da sua conta.",
    restorationInvalidText:
      "Ele expirou ou já foi usado. Se você não consegue entrar na sua conta, fale com o suporte.",
    goToAccount: "Ir para sua conta"
  },

  personalData: {
    section: "Seus dados",
    download: "Baixar seus dados",
    delete: "Excluir sua conta",
    deleteHeading: "Excluir sua conta?",
    signedInTo: (name, email) => html`Você está conectado em ${name} como ${email}.`,
    deletedImmediately:
      "Sua conta, sua senha e seus acessos serão excluídos imediatamente. Não é possível desfazer essa ação.",
    deletedAfter: (count) =>
      `Desconectaremos todos os outros dispositivos e excluiremos sua conta, sua senha e seus acessos após ${days(count)}. Até lá, você pode entrar e manter sua conta. Depois disso, não será possível recuperá-la.`,
    downloadFirst: (link) => html`Antes, você pode ${link("baixar seus dados")}.`,
    deleteButton: "Excluir minha conta",
    keepButton: "Manter minha conta",
    signInFirst: (count) =>
      `Para termos certeza de que é você, entre com um novo link. Depois você terá ${minutes(count)} para isso.`,
    passwordFirst: (link) =>
      html`Para termos certeza de que é você, primeiro ${link("crie uma senha com um link por e-mail")}.`,
    noEmails: "Para termos certeza de que é você, enviaríamos um link, mas não conseguimos enviar e-mails no momento.",
    linkTooOld: "Você entrou há muito tempo. Solicite um novo link.",
    sentFromElsewhere: "Este formulário foi enviado de outro site. Use esta página para excluir sua conta.",
    scheduled: "Sua conta será excluída",
    scheduledText: (name, email, at) =>
      html`Excluiremos sua conta ${email} de ${name} em ${at}. Até lá, você pode mantê-la. Depois disso, não será possível recuperá-la.`,
    scheduledNotice: (at) => html`Sua conta será excluída em ${at}.`,
    continueWithoutKeeping: "Continuar sem mantê-la",
    deleted: "Sua conta foi excluída",
    deletedText: "Agradecemos por ter ficado com a gente. Você pode se cadastrar novamente quando quiser."
  },

  passkey: {
    signIn: "Entrar com uma chave de acesso",
    cancelled: "Nenhuma chave de acesso foi usada. Tente de novo ou escolha outra forma.",
    notAdded: "Nenhuma chave de acesso foi adicionada. Tente de novo ou use outro dispositivo.",
    exists: "Este dispositivo ou o gerenciador de senhas dele já tem uma chave de acesso para sua conta.",
    failed: "Não funcionou. Tente de novo daqui a pouco ou escolha outra forma.",
    refused:
      "Talvez sua sessão tenha sido encerrada ou esta página esteja desatualizada. Recarregue-a e tente de novo.",
    tooLate: "Demorou demais. Tente de novo.",
    rejected: "Não é possível entrar com essa chave de acesso. Escolha outra forma.",
    section: "Chaves de acesso",
    sectionText: (link) => html`Entre com sua digital, seu rosto ou um PIN. ${link("Gerenciar suas chaves de acesso")}`,
    explanation:
      "Com uma chave de acesso, você entra com sua digital, seu rosto ou o PIN do seu dispositivo. Não há nada para lembrar, e ela não funciona em sites falsos.",
    none: "Você ainda não tem uma chave de acesso.",
    added: (when) => html`Adicionada ${when}`,
    lastUsed: (added, when) => html`${added}, último uso ${when}`,
    rename: "Renomear",
    name: "Nome",
    saveName: "Salvar nome",
    remove: "Remover",
    removeNamed: (name) => `Remover: ${name}`,
    renameNamed: (name) => `Renomear: ${name}`,
    add: "Adicionar uma chave de acesso",
    needsScript: "Para adicionar uma chave de acesso, use um navegador atual com JavaScript ativado.",
    tooMany: (count) => `Você tem ${count} chaves de acesso e não pode adicionar mais. Remova uma de que não precisa.`,
    isAdded: "Sua chave de acesso foi adicionada. A partir de agora, você pode entrar com ela.",
    isRenamed: "O nome foi salvo.",
    isRemoved:
      "A chave de acesso foi removida e não serve mais para entrar. Você também pode excluí-la no seu gerenciador de senhas.",
    offer: "Entrar sem senha da próxima vez?",
    notNow: "Agora não"
  },

  secondFactor: {
    section: "Segundo fator",
    isOn: (link) =>
      html`Quando você entra, pedimos um código do seu aplicativo autenticador. ${link("Gerenciar seu segundo fator")}`,
    isOff: (link) =>
      html`Proteja sua conta com um código de um aplicativo autenticador. ${link("Configurar um segundo fator")}`,
    explanation:
      "Quando você entra com uma senha ou um link, também pedimos um código de um aplicativo autenticador. Com uma chave de acesso, você não precisa dele.",
    on: "Ativado",
    codesLeft: (count) =>
      format.plural(count, {
        one: "Resta # código de recuperação.",
        other: "Restam # códigos de recuperação."
      }),
    newCodes: "Criar novos códigos de recuperação",
    newCodesHint: "Os códigos de recuperação anteriores deixarão de funcionar.",
    remove: "Remover o segundo fator",
    removeHint: "Depois, uma senha ou um link bastará para entrar.",
    cannotRemove: (name) => `${name} exige um segundo fator, por isso você não pode removê-lo.`,
    isRemoved: "Seu segundo fator foi removido.",
    setUp: "Configurar um aplicativo autenticador",
    required: (name) => `${name} exige um segundo fator. Configure-o para entrar.`,
    scan: "Escaneie este código QR com um aplicativo autenticador no seu celular.",
    picture: "Código QR para seu aplicativo autenticador",
    orType: (key) => html`Ou digite esta chave no aplicativo: ${key}`,
    orOpen: (link) => html`O aplicativo está neste dispositivo? ${link("Abrir o aplicativo")}`,
    code: "Código do aplicativo",
    codeHint: "Seis dígitos, que mudam a cada 30 segundos.",
    turnOn: "Ativar",
    codes: "Seus códigos de recuperação",
    codesText:
      "Se você não tiver seu aplicativo autenticador, cada um destes códigos permite entrar uma vez. Salve-os agora: não os mostraremos de novo.",
    download: "Baixar",
    print: "Imprimir",
    saved: "Já os salvei",
    usePasskey: (name) => `${name} exige um segundo fator. Use sua chave de acesso para entrar.`,
    enterCode: "Digite seu código",
    enterCodeText: (name) => `Abra seu aplicativo autenticador e digite o código de ${name}.`,
    useRecoveryCode: "Usar um código de recuperação",
    useApp: "Usar seu aplicativo autenticador",
    enterRecoveryCode: "Digite um código de recuperação",
    enterRecoveryCodeText:
      "Você recebeu códigos de recuperação ao configurar o segundo fator. Cada um funciona uma vez.",
    recoveryCode: "Código de recuperação",
    expired: "Seu acesso expirou",
    expiredText: "Você não digitou um código a tempo ou entrou em outro lugar nesse meio-tempo. Entre novamente.",
    mayBeOn:
      "Talvez seu aplicativo autenticador já esteja configurado, com códigos de recuperação. Se você não os viu, pode criar novos na página da sua conta depois de entrar."
  },

  factorRecovery: {
    lost: (link) =>
      html`Perdeu sua chave de acesso ou seu aplicativo autenticador? ${link("Recuperar sua conta por e-mail")}`,
    title: "Recuperar sua conta",
    text: (email) =>
      html`Você perdeu suas chaves de acesso, ou seu aplicativo autenticador e seus códigos de recuperação? Podemos removê-los. Para isso, enviaremos um link para ${email}.`,
    textAtSignIn:
      "Você perdeu seu aplicativo autenticador e seus códigos de recuperação? Podemos removê-los. Para isso, enviaremos um link para seu e-mail.",
    wait: (count) =>
      `Para proteger sua conta, o link só funciona depois de ${waiting(count)}. Então você entra e configura novos.`,
    found: "Se você encontrar algum deles nesse meio-tempo, entre com ele. Isso cancela o pedido.",
    send: "Enviar o link",
    unavailable: (name) =>
      `Não é possível recuperar sua conta por e-mail. Precisa de ajuda? Fale com o suporte de ${name}.`,
    requested: "A recuperação da sua conta foi solicitada",
    open: (time, device) =>
      html`Em ${time}, alguém pediu para remover suas chaves de acesso e seu aplicativo autenticador. Dispositivo: ${device}.`,
    period: (from, until) =>
      html`O link do nosso e-mail permite isso entre ${from} e ${until}. Entrar com uma chave de acesso, um código ou um código de recuperação cancela o pedido.`,
    cancel: "Cancelar o pedido",
    isCancelled: "O pedido foi cancelado. Suas chaves de acesso e seu aplicativo autenticador continuam valendo.",
    early: "Você ainda não pode recuperar sua conta",
    earlyText: (email, from) =>
      html`Você pode remover as chaves de acesso e o aplicativo autenticador de ${email} a partir de ${from}. Abra este link novamente quando esse momento chegar.`,
    confirm: "Recuperar sua conta?",
    confirmText: (email) =>
      html`Isto remove todas as chaves de acesso, o aplicativo autenticador e os códigos de recuperação de ${email} e desconecta todos os dispositivos. Depois, uma senha ou um link bastará para entrar, até você configurar novos.`,
    confirmButton: "Remover chaves e aplicativo",
    someoneElse: "Não foi você que pediu? Cancele o pedido: outra pessoa poderia entrar na sua conta.",
    completed: "Sua conta foi recuperada",
    completedText: (email) =>
      html`As chaves de acesso e o aplicativo autenticador de ${email} foram removidos, e todos os dispositivos foram desconectados. Entre e configure novos.`,
    cancelled: "O pedido foi cancelado",
    cancelledText:
      "Suas chaves de acesso e seu aplicativo autenticador continuam valendo. Não foi você que fez o pedido? Então crie uma nova senha: outra pessoa poderia entrar na sua conta.",
    invalidText: "Ele expirou ou já foi usado, ou o pedido foi cancelado."
  },

  reauthentication: {
    title: "Confirme que é você",
    text: (email) => html`Você está conectado como ${email}. Antes de alterar algo importante, confirme que é você.`,
    confirm: "Confirmar",
    withPasskey: "Usar uma chave de acesso",
    rejected: "Essa chave de acesso não é da sua conta. Tente de novo ou escolha outra forma."
  }
}
