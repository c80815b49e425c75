/** The texts that several pages share, in Portuguese as in Brazil. */
import { html } from "@latchkey/http/core/Page"
import * as ptBr from "../../language/pt-BR.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
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
    or: "ou",
    tryAgain: "Tentar novamente",
    setNewPassword: "Criar uma nova senha",
    signsOutOthers:
      "Todos os outros dispositivos serão desconectados. Não é sua conta? Feche esta página. Nada será alterado.",
    working: "Só um momento…",
    account: "Sua conta",
    backToAccount: "Voltar para sua conta",
    emailSignInLink: "Receber um link de acesso",
    emailLink: "Receber um link por e-mail",
    lastUsed: "Último uso",
    copy: "Copiar",
    copied: "Copiado.",
    email: "E-mail",
    password: "Senha",
    currentPassword: "Senha atual",
    newPassword: "Nova senha",
    showPassword: "Mostrar",
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
    passwordMalformed: "Sua senha contém um caractere que não é permitido."
  },

  policy: {
    uppercase: "uma letra maiúscula",
    lowercase: "uma letra minúscula",
    number: "um número",
    symbol: "um símbolo",
    atLeast: (count) => `pelo menos ${count} caracteres`,
    list: ptBr.format.list,
    describeLength: (count) => `Pelo menos ${count} caracteres. Algumas palavras com espaços funcionam bem.`,
    describe: (count, contents) => `Pelo menos ${count} caracteres, incluindo ${contents}.`,
    missing: (contents) => `Sua senha deve ter ${contents}.`,
    common: "Sua senha é comum demais: é uma das primeiras que os invasores tentam. Escolha outra."
  },

  time: {
    justNow: "agora mesmo",
    on: (date) => `em ${date}`,
    date: ptBr.format.date,
    ago: ptBr.format.ago
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
  }
}
