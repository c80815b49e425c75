/**
 * The pages for users, in Spanish.
 */
import { messages } from "@latchkey/client/messages/es"
import { html } from "@latchkey/http/core/Page"
import * as Format from "../Format.ts"
import type { PageTexts } from "../PageTexts.ts"

const format = Format.make("es")

const minutes = (count: number) => format.plural(count, { one: "# minuto", other: "# minutos" })
const days = (count: number) => format.plural(count, { one: "# día", other: "# días" })
const waiting = (count: number) =>
  count % 24 === 0 ? days(count / 24) : format.plural(count, { one: "# hora", other: "# horas" })

export const pages: PageTexts = {
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
    tryAgain: "Reintentar",
    working: "Un momento…",
    account: "Tu cuenta",
    backToAccount: "Volver a tu cuenta",
    emailSignInLink: "Enviarme un enlace de inicio de sesión",
    emailLink: "Enviarme un enlace",
    email: "Correo electrónico",
    password: "Contraseña",
    currentPassword: "Contraseña actual",
    newPassword: "Contraseña nueva",
    showPassword: "Mostrar",
    hidePassword: "Ocultar",
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
    passwordMalformed: "Tu contraseña contiene un carácter no permitido.",
    languageMissing: "Elige un idioma.",
    codeMalformed: "Introduce los seis dígitos del código del correo.",
    authenticatorCodeMalformed: "Escribe los seis dígitos que muestra tu aplicación de autenticación.",
    authenticatorCodeWrong: "Este código no funciona. Escribe el que la aplicación muestra ahora.",
    recoveryCodeMalformed: "Escribe uno de tus códigos de recuperación.",
    recoveryCodeWrong: "Este código de recuperación no funciona. Quizá ya se haya usado.",
    passkeyNameMissing: "Escribe un nombre para la llave de acceso.",
    passkeyNameTooLong: "Este nombre es demasiado largo."
  },

  problems: messages,

  policy: {
    uppercase: "una letra mayúscula",
    lowercase: "una letra minúscula",
    number: "un número",
    symbol: "un símbolo",
    atLeast: (count) => `al menos ${count} caracteres`,
    list: format.list,
    describeLength: (count) => `Al menos ${count} caracteres. Unas cuantas palabras con espacios funcionan bien.`,
    describe: (count, contents) => `Al menos ${count} caracteres, entre ellos ${contents}.`,
    missing: (contents) => `Tu contraseña debe incluir ${contents}.`,
    common: "Tu contraseña es demasiado común: los atacantes la prueban primero. Elige otra."
  },

  time: {
    justNow: "ahora mismo",
    on: (date) => `el ${date}`,
    ago: format.ago
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
  },

  password: {
    signInTo: (name) => `Iniciar sesión en ${name}`,
    signUp: "Crear una cuenta",
    signUpFor: (name) => `Crear una cuenta en ${name}`,
    createAccount: "Crear cuenta",
    or: "o",
    noPasswordNeeded: "Sin contraseña.",
    signInHint: "Abre el enlace del correo para iniciar sesión.",
    signUpHint: "El enlace crea tu cuenta e inicia la sesión.",
    forgotten: "¿Has olvidado tu contraseña?",
    newHere: (link) => html`¿Es tu primera vez aquí? ${link("Crear una cuenta")}`,
    haveAccount: (link) => html`¿Ya tienes una cuenta? ${link("Iniciar sesión")}`,
    signInInstead: "Iniciar sesión",
    noEmails: "Ahora mismo no podemos enviar correos, así que no puedes iniciar sesión.",
    closed: "El registro está cerrado",
    closedText: (name) => `Aquí no puedes crear una cuenta en ${name}. Si ya tienes una cuenta, puedes iniciar sesión.`,
    invitationNeeded: (name) =>
      `Necesitas una invitación para crear una cuenta en ${name}. Si la has recibido, abre el enlace del correo. Si ya tienes una cuenta, puedes iniciar sesión.`
  },

  magicLink: {
    sent: "Revisa tu correo",
    sending: (email) => html`Estamos enviando un enlace de inicio de sesión a ${email}.`,
    sendingIfRequested: "Si acabas de solicitar un enlace de inicio de sesión, te lo estamos enviando.",
    sendingIfAccount: (email) =>
      html`Si existe una cuenta con ${email ?? "tu correo electrónico"}, estamos enviando un enlace de inicio de sesión.`,
    requested: (email) => html`Has solicitado un enlace de inicio de sesión para ${email}.`,
    sentAgain: "Estamos enviando un enlace nuevo. Usa el del correo más reciente.",
    sentAgainIfAccount:
      "Si existe una cuenta con esta dirección, estamos enviando un enlace nuevo. Usa el del correo más reciente.",
    lifetime: (count) => `El enlace funciona una sola vez y caduca en ${minutes(count)}.`,
    otherDevice:
      "Abre el enlace en este dispositivo para iniciar sesión al momento. En otro dispositivo te pediremos que lo confirmes.",
    noEmail: "¿No ha llegado el correo? Revisa la carpeta de correo no deseado.",
    noEmailOrTypo: "¿No ha llegado el correo? Revisa la carpeta de correo no deseado y la dirección de arriba.",
    resend: "Reenviar el enlace",
    code: "Código del correo",
    codeHint: (count) => `Seis dígitos. Puedes escribirlos aquí durante ${minutes(count)} en lugar de abrir el enlace.`,
    codeRejected:
      "Este código no funciona. Comprueba los dígitos en el correo más reciente o abre su enlace. Si ya habías enviado este código, puede que haya funcionado. En ese caso, solicita un correo nuevo. Después de cinco códigos incorrectos, durante un tiempo solo funciona el enlace.",
    anotherEmail: "Usar otro correo electrónico",
    confirm: (name) => `¿Iniciar sesión en ${name}?`,
    signingInAs: (email) => html`Vas a iniciar sesión en este dispositivo como ${email}.`,
    switchingTo: (current, email) => html`Has iniciado sesión como ${current}. Si continúas, cambiarás a ${email}.`,
    notYou: "¿No eres tú o no lo has solicitado? Cierra esta página. No se iniciará la sesión.",
    notYouSignedIn: "¿No eres tú o no lo has solicitado? Cierra esta página. No cambiará nada.",
    passwordRemoved:
      "Esta cuenta tenía una contraseña de antes de que se verificara tu correo electrónico. Hemos quitado esa contraseña sin verificar y hemos cerrado la sesión en todos los demás dispositivos, por si la hubiera creado otra persona.",
    setNewPassword: "Crear una contraseña nueva",
    newLink: "Obtener un enlace nuevo",
    emailNewLink: "Enviarme un enlace nuevo",
    canSendTo: (email) => html`Podemos enviar un enlace nuevo a ${email}.`,
    invalid: "Este enlace ya no funciona",
    incomplete: "Este enlace está incompleto",
    incompleteText: "Vuelve a abrirlo desde el correo.",
    turnedOff: "Este enlace no funciona",
    tooMany: "Demasiados intentos",
    tooManyText: (when) => `Tu enlace sigue funcionando. Vuelve a intentarlo ${when}.`,
    blockedText: (problem) => `${problem} Para iniciar sesión, abre el enlace desde el correo.`,
    unchecked: "No hemos podido comprobar tu enlace",
    uncheckedText: (problem) => `${problem} Vuelve a abrir el enlace desde el correo.`
  },

  passwordReset: {
    title: "¿Has olvidado tu contraseña?",
    explanation: "Introduce tu correo electrónico y te enviaremos un enlace para crear una contraseña nueva.",
    sending: (email) =>
      html`Si existe una cuenta con ${email ?? "tu correo electrónico"}, estamos enviando un enlace para crear una contraseña nueva.`,
    noEmail: (link) =>
      html`¿No ha llegado el correo? Revisa la carpeta de correo no deseado o ${link("vuelve a intentarlo")}. Puede que creases la cuenta con otra dirección.`,
    form: "Crear una contraseña nueva",
    settingOf: (email) => html`Vas a crear una contraseña nueva para ${email}.`,
    switchingTo: (current, email) =>
      html`Has iniciado sesión como ${current}. Si continúas, crearás una contraseña nueva para ${email} e iniciarás sesión con esa cuenta.`,
    set: "Guardar la contraseña e iniciar sesión",
    otherDevices:
      "Se cerrará la sesión en todos los demás dispositivos. ¿No es tu cuenta? Cierra esta página. No cambiará nada.",
    passwordsOff: "Aquí no puedes usar contraseña. Inicia sesión con un enlace.",
    noEmails: "Ahora mismo no podemos enviar correos, así que no puedes crear una contraseña nueva.",
    mayBeSet: "Si acabas de crear una contraseña, puede que se haya guardado. Prueba a iniciar sesión con ella.",
    blockedText: (problem) => `${problem} Para crear una contraseña nueva, abre el enlace desde el correo.`
  },

  pendingSignUp: {
    sending: (email, count) =>
      html`Estamos enviando un correo a ${email ?? "tu dirección"}. Si aún no tienes cuenta, abre el enlace del correo para crearla. El enlace funciona una sola vez y caduca en ${minutes(count)}.`,
    noEmail: (link) =>
      html`Abre el enlace en este navegador para conservar la contraseña que acabas de elegir. ¿No ha llegado el correo? Revisa la carpeta de correo no deseado o ${link("vuelve a registrarte")}.`,
    title: "Completar el registro",
    completing: (email) => html`Vas a completar el registro con ${email} e iniciar sesión en este dispositivo.`,
    switchingTo: (current, email) =>
      html`Has iniciado sesión como ${current}. Si continúas, se completará el registro con ${email} e iniciarás sesión con esa cuenta.`,
    passwordNotUsed:
      "La contraseña del registro no se usa aquí. Por tu seguridad, solo puede conservarla el navegador en el que la elegiste. Después podrás crear una.",
    complete: "Completar el registro",
    notYou: "¿No eres tú o no te has registrado? Cierra esta página. No cambiará nada.",
    ready: "Tu cuenta está lista",
    readyText:
      "Has iniciado sesión. Por tu seguridad, solo el navegador en el que te registraste puede conservar la contraseña, así que tu cuenta todavía no tiene.",
    setPassword: "Crear una contraseña",
    invalidText: "Ha caducado o ya se ha usado. Si tienes una cuenta, puedes iniciar sesión.",
    blockedText: (problem) => `${problem} Para registrarte, abre el enlace del correo.`,
    signInOrUp: (signIn, signUp) => html`${signIn("Ir al inicio de sesión")} o ${signUp("volver a registrarte")}`
  },

  invitation: {
    title: (name) => `Unirte a ${name}`,
    heading: (name) => `¿Unirte a ${name}?`,
    creating: (email) => html`Vas a crear una cuenta para ${email} e iniciar sesión en este dispositivo.`,
    switchingTo: (current, email) =>
      html`Has iniciado sesión como ${current}. Si continúas, se creará una cuenta para ${email} e iniciarás sesión con ella.`,
    notYou: "¿No eres tú o no esperabas esta invitación? Cierra esta página. No se creará ninguna cuenta.",
    invalid: "Esta invitación ya no funciona",
    invalidText: "Ha caducado, se ha retirado o ya se ha usado. Si tienes una cuenta, puedes iniciar sesión.",
    blockedText: (problem) => `${problem} Para aceptar la invitación, abre el enlace del correo.`,
    unchecked: "No hemos podido comprobar tu invitación"
  },

  account: {
    signedInAs: (email) => html`Has iniciado sesión como ${email}`,
    verified: "Verificado",
    notVerified: "Sin verificar",
    goTo: (name) => `Ir a ${name}`,
    verify: "Verifica tu correo electrónico",
    verifyText:
      "Te enviaremos un enlace de inicio de sesión. Ábrelo en este navegador: cerraremos la sesión en tus otros dispositivos. Si lo abres en un navegador en el que no has iniciado sesión, también quitaremos tu contraseña y cerraremos la sesión aquí, por si otra persona hubiera creado esta cuenta.",
    verifyButton: "Verificar correo",
    verifyToContinue: (email, name) =>
      html`Has iniciado sesión como ${email}. Para continuar a ${name}, verifica esta dirección.`,
    verifyWithPassword: (link) =>
      html`Para verificarla, ${link("crea una contraseña nueva con un enlace por correo")}.`,
    verifyWithoutEmails: "Ahora mismo no podemos enviar correos, así que no puedes verificarla.",
    sessions: "Dónde has iniciado sesión",
    thisDevice: "Este dispositivo",
    signedInWithLink: (when) => html`Sesión iniciada con un enlace ${when}`,
    signedInWithPassword: (when) => html`Sesión iniciada con contraseña ${when}`,
    signedInWithPasskey: (when) => html`Sesión iniciada con una llave de acceso ${when}`,
    lastActive: (signedIn, when) => html`${signedIn}; última actividad ${when}`,
    signOutHere: "Cerrar sesión en este dispositivo",
    signOutOn: (device) => `Cerrar sesión en ${device}`,
    signOutOthers: "Cerrar sesión en todos los demás dispositivos",
    changePassword: "Cambia tu contraseña",
    setPassword: "Crea una contraseña",
    changePasswordButton: "Cambiar contraseña",
    setPasswordButton: "Crear contraseña",
    changingSignsOut: "Al cambiar tu contraseña se cierra la sesión en todos los demás dispositivos.",
    settingSignsOut: "Al crear tu contraseña se cierra la sesión en todos los demás dispositivos.",
    noPassword: (link) => html`No tienes contraseña. ${link("Crear una con un enlace por correo")}`,
    noPasswordWithLinks: (count) =>
      `No tienes contraseña. Para crear una, inicia sesión con un enlace nuevo. Después tendrás ${minutes(count)} para hacerlo.`,
    noPasswordWithoutEmails: "No tienes contraseña y no puedes crear una mientras no podamos enviar correos.",
    forgotten: (link) => html`¿Has olvidado tu contraseña? ${link("Crear una nueva con un enlace por correo")}`,
    linkTooOld: (count) => `Iniciaste sesión hace más de ${minutes(count)}. Solicita un enlace nuevo.`,
    sentFromElsewhere: "Este formulario se envió desde otro sitio web. Usa esta página para crear una contraseña.",
    passwordIsSet: "Tu contraseña se ha guardado. La sesión se ha cerrado en todos los demás dispositivos.",
    accountIsKept: "Conservamos tu cuenta.",
    deviceIsSignedOut: "La sesión se ha cerrado en ese dispositivo.",
    othersAreSignedOut: "La sesión se ha cerrado en todos los demás dispositivos.",
    language: "Idioma",
    languageLabel: "Idioma de las páginas y los correos",
    languageOfBrowser: "Idioma del navegador",
    saveLanguage: "Guardar idioma",
    languageIsSet: "Tu idioma se ha guardado."
  },

  emailChange: {
    section: "Correo electrónico",
    sectionText: (link) => html`Necesitas acceso a la nueva dirección. ${link("Cambiar el correo electrónico")}`,
    title: "Cambiar tu correo electrónico",
    current: (email) => html`Tu correo electrónico es ${email}.`,
    newEmail: "Correo electrónico nuevo",
    formText: "Enviaremos un enlace a la nueva dirección. Tu dirección cambiará cuando lo abras aquí y lo confirmes.",
    signInFirst: (count) =>
      `Para cambiar tu correo electrónico, inicia sesión con un enlace nuevo. Después tendrás ${minutes(count)} para hacerlo.`,
    passwordFirst: (link) =>
      html`Para cambiar tu correo electrónico, primero ${link("crea una contraseña con un enlace por correo")}.`,
    noEmails: "Ahora mismo no podemos enviar correos, así que no puedes cambiar tu correo electrónico.",
    sentFromElsewhere:
      "Este formulario se envió desde otro sitio web. Usa esta página para cambiar tu correo electrónico.",
    requested: (count) =>
      `Revisa el buzón de tu nueva dirección. Si ninguna otra cuenta la usa, hemos enviado allí un enlace que funciona durante ${minutes(count)}.`,
    changed: "Tu correo electrónico se ha cambiado. La sesión se ha cerrado en todos los demás dispositivos.",
    confirm: "¿Cambiar tu correo electrónico?",
    confirmText: (current, next) =>
      html`Has iniciado sesión como ${current}. A partir de ahora iniciarás sesión como ${next}.`,
    confirmButton: "Cambiar el correo electrónico",
    otherDevices:
      "Se cerrará la sesión en todos los demás dispositivos. ¿No es tu cuenta? Cierra esta página. No cambiará nada.",
    restore: "¿Recuperar tu correo electrónico?",
    restoreText: (email) =>
      html`${email} volverá a ser el correo electrónico de tu cuenta. También se quitará la contraseña y se cerrará la sesión en todos los dispositivos, por si otra persona hubiera cambiado la dirección o la contraseña.`,
    restoreButton: "Recuperar el correo electrónico",
    changedItYourself: "¿Cambiaste tú la dirección? Cierra esta página. No cambiará nada.",
    restored: "Tu correo electrónico se ha recuperado",
    restoredText: (email) =>
      html`Tu cuenta vuelve a tener el correo electrónico ${email}. La sesión se ha cerrado en todos los dispositivos y la cuenta no tiene contraseña.`,
    setPassword: "Crear una contraseña nueva",
    orSignIn: (link) => html`O ${link("inicia sesión con un enlace")}.`,
    signInToConfirm: "Primero inicia sesión",
    signInToConfirmText:
      "Para cambiar tu correo electrónico, inicia sesión en la cuenta que quieres cambiar. Después vuelve a abrir el enlace del correo, en este navegador.",
    taken: "Este correo electrónico ya está en uso",
    takenText: "Ahora lo usa otra cuenta. Tu cuenta no ha cambiado. Puedes elegir otra dirección.",
    invalidText:
      "Ha caducado, ya se ha usado o es de una cuenta distinta de aquella en la que has iniciado sesión. Puedes solicitar uno nuevo en la página de tu cuenta.",
    restorationInvalidText:
      "Ha caducado o ya se ha usado. Si no puedes iniciar sesión en tu cuenta, ponte en contacto con el servicio de ayuda.",
    goToAccount: "Ir a tu cuenta"
  },

  personalData: {
    section: "Tus datos",
    download: "Descargar tus datos",
    delete: "Eliminar tu cuenta",
    deleteHeading: "¿Eliminar tu cuenta?",
    signedInTo: (name, email) => html`Has iniciado sesión en ${name} como ${email}.`,
    deletedImmediately:
      "Tu cuenta, tu contraseña y tus inicios de sesión se eliminan de inmediato. No se puede deshacer.",
    deletedAfter: (count) =>
      `Cerraremos la sesión en todos los demás dispositivos y eliminaremos tu cuenta, tu contraseña y tus inicios de sesión pasados ${days(count)}. Hasta entonces puedes iniciar sesión y conservar tu cuenta. Después no podrás recuperarla.`,
    downloadFirst: (link) => html`Antes puedes ${link("descargar tus datos")}.`,
    deleteButton: "Eliminar mi cuenta",
    keepButton: "Conservar mi cuenta",
    signInFirst: (count) =>
      `Para asegurarnos de que eres tú, inicia sesión con un enlace nuevo. Después tendrás ${minutes(count)} para eliminar tu cuenta.`,
    passwordFirst: (link) =>
      html`Para asegurarnos de que eres tú, primero ${link("crea una contraseña con un enlace por correo")}.`,
    noEmails: "Para asegurarnos de que eres tú, te enviaríamos un enlace, pero ahora mismo no podemos enviar correos.",
    linkTooOld: "Iniciaste sesión hace demasiado tiempo. Solicita un enlace nuevo.",
    sentFromElsewhere: "Este formulario se envió desde otro sitio web. Usa esta página para eliminar tu cuenta.",
    scheduled: "Tu cuenta se eliminará",
    scheduledText: (name, email, at) =>
      html`Eliminaremos tu cuenta ${email} de ${name} el ${at}. Hasta entonces puedes conservarla. Después no podrás recuperarla.`,
    scheduledNotice: (at) => html`Tu cuenta se eliminará el ${at}.`,
    continueWithoutKeeping: "Continuar sin conservarla",
    deleted: "Tu cuenta se ha eliminado",
    deletedText: "Gracias por haber estado con nosotros. Puedes volver a registrarte cuando quieras."
  },

  passkey: {
    signIn: "Iniciar sesión con una llave de acceso",
    cancelled: "No se ha usado ninguna llave de acceso. Inténtalo de nuevo o elige otra forma.",
    notAdded: "No se ha añadido ninguna llave de acceso. Inténtalo de nuevo o usa otro dispositivo.",
    exists: "Este dispositivo o su gestor de contraseñas ya tiene una llave de acceso para tu cuenta.",
    failed: "No ha funcionado. Inténtalo de nuevo en un momento o elige otra forma.",
    refused:
      "Puede que se haya cerrado tu sesión o que esta página ya no esté actualizada. Vuelve a cargarla e inténtalo de nuevo.",
    tooLate: "Ha tardado demasiado. Inténtalo de nuevo.",
    rejected: "No puedes iniciar sesión con esta llave de acceso. Elige otra forma.",
    section: "Llaves de acceso",
    sectionText: (link) =>
      html`Inicia sesión con tu huella, tu cara o un PIN. ${link("Gestionar tus llaves de acceso")}`,
    explanation:
      "Con una llave de acceso inicias sesión con tu huella, tu cara o el PIN de tu dispositivo. No tienes que recordar nada, y no funciona en sitios web falsos.",
    none: "Todavía no tienes ninguna llave de acceso.",
    added: (when) => html`Añadida ${when}`,
    lastUsed: (added, when) => html`${added}; último uso ${when}`,
    rename: "Cambiar nombre",
    name: "Nombre",
    saveName: "Guardar nombre",
    remove: "Quitar",
    removeNamed: (name) => `Quitar: ${name}`,
    renameNamed: (name) => `Cambiar nombre: ${name}`,
    add: "Añadir una llave de acceso",
    needsScript: "Para añadir una llave de acceso, usa un navegador actual con JavaScript activado.",
    tooMany: (count) => `Tienes ${count} llaves de acceso y no puedes añadir más. Quita una que no necesites.`,
    isAdded: "Tu llave de acceso se ha añadido. A partir de ahora puedes iniciar sesión con ella.",
    isRenamed: "El nombre se ha guardado.",
    isRemoved:
      "La llave de acceso se ha quitado y ya no sirve para iniciar sesión. También puedes eliminarla en tu gestor de contraseñas.",
    offer: "¿Iniciar sesión sin contraseña la próxima vez?",
    notNow: "Ahora no"
  },

  secondFactor: {
    section: "Segundo factor",
    isOn: (link) =>
      html`Cuando inicias sesión, te pedimos un código de tu aplicación de autenticación. ${link("Gestionar tu segundo factor")}`,
    isOff: (link) =>
      html`Protege tu cuenta con un código de una aplicación de autenticación. ${link("Configurar un segundo factor")}`,
    explanation:
      "Cuando inicias sesión con una contraseña o un enlace, también te pedimos un código de una aplicación de autenticación. Con una llave de acceso no lo necesitas.",
    on: "Activado",
    codesLeft: (count) =>
      format.plural(count, {
        one: "Te queda # código de recuperación.",
        other: "Te quedan # códigos de recuperación."
      }),
    newCodes: "Crear nuevos códigos de recuperación",
    newCodesHint: "Los códigos de recuperación anteriores dejarán de funcionar.",
    remove: "Quitar el segundo factor",
    removeHint: "Después bastará una contraseña o un enlace para iniciar sesión.",
    cannotRemove: (name) => `${name} exige un segundo factor, así que no puedes quitarlo.`,
    isRemoved: "Tu segundo factor se ha quitado.",
    setUp: "Configurar una aplicación de autenticación",
    required: (name) => `${name} exige un segundo factor. Configúralo para iniciar sesión.`,
    scan: "Escanea este código QR con una aplicación de autenticación en tu teléfono.",
    picture: "Código QR para tu aplicación de autenticación",
    orType: (key) => html`O escribe esta clave en la aplicación: ${key}`,
    orOpen: (link) => html`¿Tienes la aplicación en este dispositivo? ${link("Abrir la aplicación")}`,
    code: "Código de la aplicación",
    codeHint: "Seis dígitos, que cambian cada 30 segundos.",
    turnOn: "Activar",
    codes: "Tus códigos de recuperación",
    codesText:
      "Si no tienes tu aplicación de autenticación, cada uno de estos códigos te permite iniciar sesión una vez. Guárdalos ahora: no los volveremos a mostrar.",
    download: "Descargar",
    print: "Imprimir",
    saved: "Los tengo guardados",
    usePasskey: (name) => `${name} exige un segundo factor. Usa tu llave de acceso para iniciar sesión.`,
    enterCode: "Escribe tu código",
    enterCodeText: (name) => `Abre tu aplicación de autenticación y escribe el código de ${name}.`,
    useRecoveryCode: "Usar un código de recuperación",
    useApp: "Usar tu aplicación de autenticación",
    enterRecoveryCode: "Escribe un código de recuperación",
    enterRecoveryCodeText:
      "Recibiste códigos de recuperación al configurar el segundo factor. Cada uno funciona una vez.",
    recoveryCode: "Código de recuperación",
    expired: "Tu inicio de sesión ha caducado",
    expiredText:
      "No has escrito un código a tiempo o mientras tanto has iniciado sesión en otro sitio. Vuelve a iniciar sesión.",
    mayBeOn:
      "Puede que tu aplicación de autenticación ya esté configurada, con códigos de recuperación. Si no los has visto, puedes crear otros nuevos en la página de tu cuenta después de iniciar sesión."
  },

  factorRecovery: {
    lost: (link) =>
      html`¿Has perdido tu llave de acceso o tu aplicación de autenticación? ${link("Recuperar tu cuenta por correo")}`,
    title: "Recuperar tu cuenta",
    text: (email) =>
      html`¿Has perdido tus llaves de acceso, o tu aplicación de autenticación y tus códigos de recuperación? Podemos quitarlos. Para ello enviaremos un enlace a ${email}.`,
    textAtSignIn:
      "¿Has perdido tu aplicación de autenticación y tus códigos de recuperación? Podemos quitarlos. Para ello enviaremos un enlace a tu correo electrónico.",
    wait: (count) =>
      `Para proteger tu cuenta, el enlace solo funciona después de ${waiting(count)}. Entonces podrás iniciar sesión y configurar otros nuevos.`,
    found: "Si mientras tanto encuentras alguno, inicia sesión con él. Así se cancela la solicitud.",
    send: "Enviar el enlace",
    unavailable: (name) =>
      `No puedes recuperar tu cuenta por correo. ¿Necesitas ayuda? Ponte en contacto con el servicio de ayuda de ${name}.`,
    requested: "Se ha solicitado la recuperación de tu cuenta",
    open: (time, device) =>
      html`El ${time} alguien solicitó quitar tus llaves de acceso y tu aplicación de autenticación. Dispositivo: ${device}.`,
    period: (from, until) =>
      html`El enlace de nuestro correo lo permite desde el ${from} hasta el ${until}. Iniciar sesión con una llave de acceso, un código o un código de recuperación cancela la solicitud.`,
    cancel: "Cancelar la solicitud",
    isCancelled: "La solicitud se ha cancelado. Tus llaves de acceso y tu aplicación de autenticación se mantienen.",
    early: "Todavía no puedes recuperar tu cuenta",
    earlyText: (email, from) =>
      html`Podrás quitar las llaves de acceso y la aplicación de autenticación de ${email} a partir del ${from}. Vuelve a abrir este enlace entonces.`,
    confirm: "¿Recuperar tu cuenta?",
    confirmText: (email) =>
      html`Se quitarán todas las llaves de acceso, la aplicación de autenticación y los códigos de recuperación de ${email}, y se cerrará la sesión en todos los dispositivos. Después bastará una contraseña o un enlace para iniciar sesión, hasta que configures otros nuevos.`,
    confirmButton: "Quitar las llaves y la aplicación",
    someoneElse: "¿No lo has solicitado tú? Cancela la solicitud: otra persona podría entrar en tu cuenta.",
    completed: "Tu cuenta se ha recuperado",
    completedText: (email) =>
      html`Se han quitado las llaves de acceso y la aplicación de autenticación de ${email}, y la sesión se ha cerrado en todos los dispositivos. Inicia sesión y configura otras nuevas.`,
    cancelled: "La solicitud se ha cancelado",
    cancelledText:
      "Tus llaves de acceso y tu aplicación de autenticación se mantienen. ¿No hiciste tú la solicitud? Entonces crea una contraseña nueva: otra persona podría entrar en tu cuenta.",
    invalidText: "Ha caducado o ya se ha usado, o la solicitud se ha cancelado."
  },

  reauthentication: {
    title: "Confirma que eres tú",
    text: (email) => html`Has iniciado sesión como ${email}. Antes de cambiar algo importante, confirma que eres tú.`,
    confirm: "Confirmar",
    withPasskey: "Usar una llave de acceso",
    rejected: "Esta llave de acceso no es de tu cuenta. Inténtalo de nuevo o elige otra forma."
  }
}
