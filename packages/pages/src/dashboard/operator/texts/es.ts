/** The texts of the pages about administrators, their keys and their access, in Spanish. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/es.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  signIn: {
    title: "Iniciar sesión en el panel",
    again:
      "Inicia sesión de nuevo para demostrar que eres tú. Si tienes una llave de acceso o una aplicación de autenticación, úsala.",
    signedOut: "Has cerrado sesión.",
    needsScript: "Para iniciar sesión con una llave de acceso, usa un navegador actual con JavaScript activado.",
    key: "Clave de administración",
    keyHint: (setting, command) => html`El valor del ajuste ${setting}. En desarrollo, ${command} lo muestra.`,
    wrongKey: "Clave de administración incorrecta.",
    withKey: "Iniciar sesión con la clave de administración",
    otherWays: (invite, start) =>
      html`¿Aún no tienes llave de acceso? Pide un enlace a otro administrador o crea uno con ${invite}. En desarrollo, ${start} también muestra uno. Si has perdido tu llave de acceso, pide que la quiten y que te inviten de nuevo.`,
    resumeTitle: "Sesión iniciada de nuevo",
    resume: "Lo que enviaste se conserva, pero aún no se ha hecho.",
    page: "Página"
  },
  enter: {
    expiredTitle: "Enlace caducado o ya usado",
    expired: (lifetime, named, setting, invite, start) =>
      html`Un enlace al panel funciona una vez. Caduca al cabo de un tiempo: ${lifetime}, o ${named} si está a tu nombre. Un enlace para cualquiera necesita el mismo ${setting} aquí y donde se creó. Pide uno nuevo a otro administrador o crea uno con ${invite}. En desarrollo, ${start} también muestra uno.`,
    anotherWay: "Iniciar sesión de otra forma",
    open: "Abrir el panel",
    text: (lifetime, idle) =>
      `Este enlace inicia tu sesión en el panel en este dispositivo. Funciona una vez. La sesión dura hasta que cierres el navegador, como máximo ${lifetime}. Sin solicitudes termina antes: después de ${idle}.`
  },
  account: {
    protect:
      "Antes de continuar, añade una llave de acceso o configura una aplicación de autenticación: un proveedor de acceso o un enlace por sí solo no basta para el panel.",
    unnamed:
      "Has iniciado sesión sin nombre, con la clave de administración o un enlace para cualquiera. Las llaves de acceso pertenecen a administradores con nombre. Invítate en «Administradores» y abre el enlace.",
    elsewhere: (host) => html`solo funciona en ${host}, donde estaba antes este panel`,
    noDomain: "Este panel está en una dirección IP, donde los navegadores no admiten llaves de acceso."
  },
  access: {
    intro: "Quién ha iniciado sesión en este panel y quién puede entrar aún con un enlace. Primero lo más reciente.",
    revoked: "La sesión se ha cerrado.",
    revokedOthers: "Todas las demás sesiones se han cerrado.",
    withdrawn: "La invitación se ha retirado.",
    methods: {
      admin_key: "con la clave de administración",
      invitation: "con una invitación",
      passkey: "con una llave de acceso",
      identity_provider: "con un proveedor de acceso"
    },
    ofThisSession: "de esta sesión",
    thisSession: "Esta sesión",
    signOut: "Cerrar sesión",
    signOutOthers: "Cerrar todas las demás sesiones",
    device: "Dispositivo",
    administrator: "Administrador",
    unnamed: (role) => `sin nombre, rol: ${role}`,
    named: (name, role) => `${name}, rol: ${role}`,
    signedIn: "Inicio de sesión",
    lastActive: "Última actividad",
    expires: "Caduca",
    sessions: "Sesiones",
    sessionsIntro: (idle) =>
      `Una sesión termina sin solicitudes durante ${idle}. Una sin nombre termina también cuando cambia la clave de administración; entonces ya no funciona, pero sigue en la lista hasta que caduca.`,
    countSessions: (count) => `${format.plural(count, { one: "# sesión", other: "# sesiones" })}`,
    noSessions: {
      title: "No hay sesiones",
      text: "Nadie ha iniciado sesión."
    },
    withdraw: "Retirar",
    theInvitation: (id) => `la invitación ${id}`,
    for: "Para",
    anyone: (role) => `cualquiera, rol: ${role}`,
    created: "Creación",
    invitations: "Invitaciones abiertas",
    invitationsIntro:
      "Una invitación sirve a la primera persona que la abre, aunque sea para otra. Los administradores que ya tienen una llave de acceso o una aplicación de autenticación deben usarla también. Retira las que no hayas creado tú.",
    countInvitations: (count) => `${format.plural(count, { one: "# invitación", other: "# invitaciones" })}`,
    noInvitations: {
      title: "No hay invitaciones abiertas",
      text: "Invita a alguien en «Administradores»."
    }
  },
  keys: {
    intro: (setting, role) =>
      html`Los programas envían una clave a la API de administración. ${setting} es una clave más, con el rol «${role}».`,
    nameHint: "Qué usa la clave. Aparece en el registro de auditoría.",
    lastDay: "Último día",
    lastDayHint: "Opcional: el último día en que funciona la clave, en UTC. Sin fecha, funciona hasta que la revoques.",
    notADate: "no es una fecha como 2027-02-22",
    past: "está en el pasado",
    empty: {
      title: "Aún no hay claves de API",
      text: "Crea una para cada programa que llame a la API de administración, para poder revocarla por separado."
    },
    never: "Nunca",
    expired: "caducada",
    revoke: "Revocar",
    revoked: "La clave ya no funciona.",
    created: "Creación",
    lastUsed: "Último uso",
    expires: "Caduca",
    create: "Crear una clave",
    createIntro:
      "Las claves existentes siguen siendo válidas. Para sustituir una, crea otra, cambia el programa y revoca la antigua cuando ya no se use.",
    createButton: "Crear clave",
    count: (count) => `${format.plural(count, { one: "# clave", other: "# claves" })}`,
    newTitle: "Nueva clave de API",
    shown: (name) => html`Esta es la clave de ${name}. Cópiala ahora: no se volverá a mostrar.`,
    back: "Volver a las claves de API"
  },
  operators: {
    intro: "Quién puede usar este panel y qué puede hacer cada uno.",
    notices: {
      invited: "La invitación va de camino por correo.",
      disable: "El administrador está desactivado y su sesión, cerrada.",
      enable: "El administrador puede volver a iniciar sesión.",
      delete: "El administrador se ha eliminado.",
      "remove-passkeys":
        "Las llaves de acceso y la aplicación de autenticación se han quitado y la sesión del administrador está cerrada. Invítalo de nuevo."
    },
    noEmailProvider: "No hay ningún proveedor de correo configurado.",
    emailFailed: "No se ha podido enviar el correo. El registro dice por qué.",
    confirmations: {
      delete: {
        title: "¿Eliminar este administrador?",
        text: "Se cierra su sesión y no podrá volver a iniciarla. El registro de auditoría conserva su nombre. No se puede deshacer."
      },
      disable: {
        title: "¿Desactivar este administrador?",
        text: "Se cierra su sesión, sus invitaciones dejan de funcionar y no podrá iniciar sesión hasta que lo actives de nuevo."
      },
      enable: {
        title: "¿Activar este administrador?",
        text: "Podrá volver a iniciar sesión, con su llave de acceso o una invitación nueva."
      },
      "remove-passkeys": {
        title: "¿Quitar las llaves de acceso y la aplicación de autenticación de este administrador?",
        text: "Se cierra su sesión en todos los dispositivos y necesitará una invitación nueva. Hazlo si ha perdido un dispositivo."
      }
    },
    empty: {
      title: "Aún no hay administradores con nombre"
    },
    emptyText: (command) =>
      html`Quien tenga la clave de administración o un enlace de ${command} puede hacerlo todo. Invítate: así el registro de auditoría dice quién hizo qué.`,
    states: {
      disabled: "Desactivado",
      active: "Activo",
      invited: "Invitado"
    },
    state: "Estado",
    passkeys: "Llaves de acceso",
    lastSignIn: "Último acceso",
    neverSignedIn: "nunca ha entrado",
    inviteSomeone: "Invitar a alguien",
    inviteEmailed: (lifetime) => `Recibirá un correo con un enlace. Inicia su sesión una vez, durante ${lifetime}.`,
    inviteByHand: (lifetime) =>
      `No hay proveedor de correo configurado, así que recibes un enlace para entregarlo. Inicia su sesión una vez, durante ${lifetime}.`,
    invite: "Invitar",
    inviteAgain: "Invitar de nuevo",
    removePasskeys: "Quitar llaves y aplicación…",
    count: (count) => `${format.plural(count, { one: "# administrador", other: "# administradores" })}`,
    linkTitle: "Enlace de invitación",
    handOver: (name, time) =>
      html`Entrega este enlace a ${name}. Inicia su sesión una vez, hasta el ${time}, y no se volverá a mostrar.`,
    id: "ID del administrador",
    added: "Añadido",
    firstSignedIn: "Primer acceso",
    lastSignedIn: "Último acceso",
    canSignIn: "Puede iniciar sesión",
    disabledSince: (time) => html`no, desactivado el ${time}`,
    nameAndRole: "Nombre y rol"
  }
}
