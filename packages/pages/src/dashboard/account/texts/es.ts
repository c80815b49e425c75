/** The texts of the pages about users, in Spanish. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/es.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  list: {
    create: "Nuevo usuario",
    search: "Correo o ID",
    status: "Estado",
    all: "Todos los usuarios",
    statuses: {
      unverified: "Sin verificar",
      disabled: "Desactivado",
      deleting: "Se eliminará",
      active: "Activo"
    },
    columns: {
      email: "Correo electrónico",
      status: "Estado",
      methods: "Inicia sesión con",
      created: "Creación",
      lastSignIn: "Último acceso"
    },
    methods: {
      password: "Contraseña",
      passkeys: (count) => `${format.plural(count, { one: "Llave de acceso", other: "# llaves de acceso" })}`,
      app: "Aplicación de autenticación",
      link: "Solo enlace"
    },
    rows: (count) => `${format.plural(count, { one: "# usuario", other: "# usuarios" })}`,
    empty: {
      title: "Aún no hay usuarios",
      text: "Los usuarios aparecen aquí en cuanto se registran. También puedes añadir uno tú o importar los de otro sistema."
    },
    noMatches: {
      title: "No hay usuarios coincidentes",
      text: "Busca cualquier parte de un correo, un ID de usuario completo o un ID externo completo."
    }
  },
  user: {
    edit: "Editar",
    id: "ID del usuario",
    externalId: "ID externo",
    data: "Datos",
    metadata: "Datos de la aplicación",
    userMetadata: "Datos del usuario",
    signedUp: "Registro",
    verified: "Correo verificado",
    no: "no",
    disabledSince: "Desactivado",
    deletion: "Se eliminará",
    byRequest: (time) => html`${time}, a petición del usuario`,
    failures: "Intentos fallidos",
    inARow: (count) => `${format.plural(count, { other: "#" })} seguidos`,
    refused: (count) => `${count}: la contraseña no funciona en dispositivos nuevos`,
    waysIn: "Formas de iniciar sesión",
    password: "Contraseña",
    passkeys: "Llaves de acceso",
    secondFactor: "Segundo factor",
    since: (time) => html`desde ${time}`,
    recovery: "Recuperación por correo",
    recoveryText: (requested, device, available, expires) =>
      html`solicitada ${requested} en ${device}: un enlace quita el segundo factor y las llaves de acceso desde ${available} hasta ${expires}. Cerrar la sesión del usuario en todos los dispositivos la cancela.`,
    set: "creada",
    sessions: "Sesiones",
    sessionColumns: {
      device: "Dispositivo",
      method: "Sesión iniciada con",
      signedIn: "Inicio de sesión",
      lastSeen: "Última actividad",
      expires: "Caduca",
      action: "Acción"
    },
    methods: {
      password: "Contraseña",
      magic_link: "Enlace de inicio de sesión",
      passkey: "Llave de acceso",
      totp: "Aplicación de autenticación",
      recovery_code: "Código de recuperación",
      identity_provider: "Proveedor de acceso",
      identity_provider_mfa: "Proveedor de acceso con varios factores"
    },
    with: (method) => `con: ${method}`,
    signOut: "Cerrar sesión",
    countSessions: (count) => `${format.plural(count, { one: "# sesión activa", other: "# sesiones activas" })}`,
    noSessions: {
      title: "No hay sesiones activas",
      text: "El usuario no tiene la sesión iniciada en ningún dispositivo."
    },
    timeline: "Cronología",
    allEntries: "Todas las entradas del registro de auditoría",
    emailsTo: "Todos los correos a esta dirección",
    do: "Acciones",
    help: "Ayudar al usuario",
    access: "Terminar el acceso",
    danger: "Zona de peligro",
    actions: {
      "send-link": "Enviar un enlace de inicio de sesión…",
      "make-link": "Crear un enlace de inicio de sesión…",
      "reset-failures": "Restablecer los intentos fallidos…",
      enable: "Activar…",
      "sign-out": "Cerrar sesión en todos los dispositivos…",
      "reset-factor": "Restablecer el segundo factor…",
      "remove-passkeys": "Quitar llaves de acceso…",
      disable: "Desactivar…",
      delete: "Eliminar…"
    },
    back: "Volver al usuario"
  },
  timeline: {
    signedUp: "Registro",
    verified: "Correo verificado",
    signedIn: (device) => `Inicio de sesión en ${device}`,
    email: (state, topic) => `Correo ${state}: ${topic}`,
    emailStates: {
      queued: "en cola",
      sent: "enviado",
      failed: "fallido",
      discarded: "no enviado",
      bounce: "rebotado",
      complaint: "marcado como spam"
    }
  },
  notices: {
    create: "El usuario se ha creado.",
    existed: "Ya existía un usuario con este ID externo. No se ha cambiado nada.",
    save: "Guardado.",
    "send-link": "El usuario recibirá un enlace de inicio de sesión por correo.",
    disable: "El usuario está desactivado y su sesión, cerrada en todos los dispositivos.",
    enable: "El usuario puede volver a iniciar sesión.",
    "remove-passkeys": "Todas las llaves de acceso se han quitado y la sesión está cerrada en todos los dispositivos.",
    unlink: "La cuenta del proveedor se ha quitado y la sesión está cerrada en todos los dispositivos.",
    "reset-factor": "El segundo factor se ha quitado y la sesión está cerrada en todos los dispositivos.",
    "reset-failures": "Los intentos fallidos se cuentan de nuevo desde cero.",
    "sign-out": "La sesión del usuario está cerrada en todos los dispositivos.",
    revoke: "La sesión del usuario está cerrada en ese dispositivo.",
    "revoke-token": "El token se ha revocado y ya no funciona."
  },
  deleted: "El usuario se ha eliminado.",
  worksAgain: "La contraseña vuelve a funcionar en dispositivos nuevos.",
  confirmations: {
    delete: {
      title: "¿Eliminar este usuario?",
      text: "Se eliminan la cuenta, sus sesiones y lo que se guarda sobre la dirección. No se puede deshacer.",
      button: "Eliminar"
    },
    disable: {
      title: "¿Desactivar este usuario?",
      text: "Se cierra la sesión del usuario en todos los dispositivos y no podrá iniciarla hasta que lo actives de nuevo. No se elimina nada.",
      button: "Desactivar"
    },
    enable: {
      title: "¿Activar este usuario?",
      text: "El usuario podrá volver a iniciar sesión, con la misma contraseña de antes.",
      button: "Activar"
    },
    "make-link": {
      title: "¿Crear un enlace de inicio de sesión?",
      text: "Verás el enlace una vez. Quien lo tenga podrá iniciar sesión una vez como este usuario, en 15 minutos. No verifica el correo.",
      button: "Crear un enlace"
    },
    "remove-passkeys": {
      title: "¿Quitar todas las llaves de acceso?",
      text: "Se quitan todas las llaves de acceso del usuario, se cierra su sesión en todos los dispositivos y recibe un correo. Desde entonces basta la contraseña o un enlace para iniciar sesión, junto con una aplicación de autenticación si la tiene: asegúrate antes de que la petición viene de verdad del usuario.",
      button: "Quitar todas las llaves de acceso"
    },
    "reset-factor": {
      title: "¿Restablecer el segundo factor?",
      text: "Se quitan la aplicación de autenticación y los códigos de recuperación, se cierra la sesión en todos los dispositivos y el usuario recibe un correo. Desde entonces basta la contraseña o un enlace para iniciar sesión: asegúrate antes de que la petición viene de verdad del usuario.",
      button: "Restablecer el segundo factor"
    },
    "reset-failures": {
      title: "¿Restablecer los intentos fallidos?",
      text: "Los intentos fallidos se cuentan de nuevo desde cero. Pregunta antes al usuario si fue él quien intentó iniciar sesión.",
      button: "Restablecer"
    },
    "send-link": {
      title: "¿Enviar un enlace de inicio de sesión?",
      text: "El usuario recibirá un correo con un enlace de inicio de sesión, como si lo hubiera pedido.",
      button: "Enviar el correo"
    },
    "sign-out": {
      title: "¿Cerrar la sesión de este usuario en todos los dispositivos?",
      text: "El usuario puede volver a iniciar sesión de inmediato.",
      button: "Cerrar sesión en todos los dispositivos"
    }
  },
  link: {
    title: "Enlace de inicio de sesión",
    text: (time) =>
      html`Entrega este enlace al usuario. Inicia sesión una vez, hasta el ${time}, y no se volverá a mostrar.`
  },
  form: {
    verified: "La dirección está verificada",
    externalIdHint: "Opcional: el ID de este usuario en otro sistema.",
    passwordHint: "Opcional: sin contraseña, el usuario inicia sesión con enlaces.",
    someoneElse: "Otra persona tenía la cuenta",
    someoneElseHint:
      "Quita la contraseña, todas las llaves de acceso, la aplicación de autenticación y las cuentas de proveedores de acceso, y termina todas las sesiones y los enlaces que recuperan una dirección anterior.",
    newAddressHint:
      "Una dirección nueva termina todas las sesiones y no está verificada salvo que lo indiques. La contraseña, las llaves de acceso y la aplicación de autenticación se conservan.",
    missing: (contents) => `La contraseña debe incluir ${contents}.`,
    common: "La contraseña es demasiado común: los atacantes la prueban primero. Elige otra.",
    newTitle: "Nuevo usuario",
    create: "Crear usuario",
    editTitle: (email) => `Editar ${email}`
  },
  identities: {
    title: "Cuentas de proveedores de acceso",
    linked: (time) => html`vinculada ${time}, nunca usada`,
    linkedUsed: (time, used) => html`vinculada ${time}, último uso ${used}`,
    remove: "Quitar…",
    at: (label, provider) => `${label} en ${provider}`,
    confirmTitle: "¿Quitar esta cuenta?",
    confirm:
      "El usuario ya no puede iniciar sesión con ella, su sesión se cierra en todos los dispositivos y recibe un correo. La cuenta en el proveedor sigue igual.",
    refused: "No se ha quitado: el usuario no tendría forma de iniciar sesión. Dale antes una contraseña."
  },
  tokens: {
    title: "Tokens de acceso personales",
    scopes: "Ámbitos",
    created: "Creación",
    lastUsed: "Último uso",
    expired: "Caducado",
    revoke: "Revocar",
    count: (count) => format.plural(count, { one: "# token", other: "# tokens" }),
    empty: {
      title: "No hay tokens de acceso personales",
      text: "El usuario no ha creado ninguno."
    }
  }
}
