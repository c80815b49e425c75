/** The texts that several pages share, in Spanish. */
import { html } from "@latchkey/http/core/Page"
import * as es from "../../language/es.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  core: {
    space: " ",
    errorTitle: (title) => `Error: ${title}`,
    problemHeading: "Hay un problema",
    continue: "Continuar",
    continueWithoutPassword: "Continuar sin contraseña",
    signIn: "Iniciar sesión",
    signOut: "Cerrar sesión",
    goToSignIn: "Ir al inicio de sesión",
    backToSignIn: "Volver al inicio de sesión",
    signInAnotherWay: "Iniciar sesión de otra forma",
    or: "o",
    tryAgain: "Reintentar",
    setNewPassword: "Crear una contraseña nueva",
    signsOutOthers:
      "Se cerrará la sesión en todos los demás dispositivos. ¿No es tu cuenta? Cierra esta página. No cambiará nada.",
    working: "Un momento…",
    account: "Tu cuenta",
    backToAccount: "Volver a tu cuenta",
    emailSignInLink: "Enviarme un enlace de inicio de sesión",
    emailLink: "Enviarme un enlace",
    lastUsed: "Último uso",
    copy: "Copiar",
    copied: "Copiado.",
    email: "Correo electrónico",
    password: "Contraseña",
    currentPassword: "Contraseña actual",
    newPassword: "Contraseña nueva",
    showPassword: "Mostrar",
    passwordIsShown: "Tu contraseña está visible.",
    passwordIsHidden: "Tu contraseña está oculta.",
    links: "Ayuda y condiciones",
    terms: "Condiciones",
    privacy: "Privacidad",
    support: "Ayuda"
  },

  fields: {
    emailMissing: "Introduce tu correo electrónico.",
    emailMalformed: "Introduce una dirección de correo electrónico válida, como nombre@example.com.",
    passwordMissing: "Introduce tu contraseña.",
    newPasswordMissing: "Introduce una contraseña nueva.",
    currentPasswordMissing: "Introduce tu contraseña actual.",
    currentPasswordWrong: "Tu contraseña actual no es correcta.",
    passwordTooLong: (maxLength) => `Tu contraseña debe tener ${maxLength} caracteres como máximo.`,
    passwordMalformed: "Tu contraseña contiene un carácter no permitido."
  },

  policy: {
    uppercase: "una letra mayúscula",
    lowercase: "una letra minúscula",
    number: "un número",
    symbol: "un símbolo",
    atLeast: (count) => `al menos ${count} caracteres`,
    list: es.format.list,
    describeLength: (count) => `Al menos ${count} caracteres. Unas cuantas palabras con espacios funcionan bien.`,
    describe: (count, contents) => `Al menos ${count} caracteres, entre ellos ${contents}.`,
    missing: (contents) => `Tu contraseña debe incluir ${contents}.`,
    common: "Tu contraseña es demasiado común: los atacantes la prueban primero. Elige otra."
  },

  time: {
    justNow: "ahora mismo",
    on: (date) => `el ${date}`,
    date: es.format.date,
    ago: es.format.ago
  },

  message: {
    signedIn: "Has iniciado sesión",
    signedInAs: (email) => html`Has iniciado sesión en este dispositivo como ${email}.`,
    signedOut: "Has cerrado sesión",
    otherDevices:
      "La sesión sigue abierta en tus otros dispositivos. Puedes cerrarla en ellos desde la página de tu cuenta.",
    signInAgain: "Volver a iniciar sesión",
    blocked: "Solicitud bloqueada",
    blockedText:
      "Este formulario se envió desde otro sitio web, así que no lo hemos procesado. Para continuar, usa esta página:",
    notFound: "Página no encontrada",
    notFoundText: "Comprueba la dirección web o ve a tu cuenta.",
    cookiesBlocked: "Tu navegador bloquea las cookies",
    cookiesBlockedText:
      "Las cookies son necesarias para iniciar sesión. Permítelas en este sitio y vuelve a intentarlo.",
    unknownHost: "No puedes iniciar sesión en esta dirección."
  }
}
