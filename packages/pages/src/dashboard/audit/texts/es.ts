/** The texts of the audit log and of the chart of sign-ins, in Spanish. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/es.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  intro:
    "Qué cambiaron los administradores y qué usuarios consultaron, y qué cambiaron los usuarios en su forma de iniciar sesión.",
  columns: {
    what: "Qué",
    who: "Quién",
    about: "Sobre",
    details: "Detalles",
    at: "Cuándo"
  },
  filters: {
    action: "Qué",
    actor: "Quién",
    user: "ID del usuario",
    instance: "Instancia",
    from: "Desde",
    until: "Hasta"
  },
  allActions: "Todo",
  allActors: "Todos",
  actors: {
    dashboard: "Panel",
    admin_api: "API de administración",
    command_line: "Línea de comandos",
    program: "Aplicación que integra Latchkey",
    user: "Los propios usuarios"
  },
  from: (ipAddress) => `desde ${ipAddress}`,
  was: "antes",
  arrow: "→",
  rows: (count) => `${format.plural(count, { one: "# entrada", other: "# entradas" })}`,
  kept: "Se conserva 400 días.",
  deletedUser: "Usuario eliminado",
  empty: {
    title: "Aún no hay entradas",
    text: "Aquí se anota cada cambio que hace un administrador."
  },
  noMatches: {
    title: "No hay entradas coincidentes",
    text: "Elige un periodo más largo o menos filtros."
  },
  chart: {
    since: (time, counts) => html`Desde ${time}: ${counts}.`,
    asTable: "Ver como tabla",
    tableOf: {
      hour: "Inicios de sesión por hora",
      day: "Inicios de sesión por día"
    },
    first: {
      hour: "Hora (UTC)",
      day: "Día (UTC)",
      localHour: "Hora"
    },
    outcomes: {
      "signed in": "con éxito",
      rejected: "rechazados",
      "rate limited": "limitados",
      failed: "fallidos"
    },
    meanings: {
      "signed in": "de cualquier forma o con una cuenta nueva",
      rejected:
        "contraseña incorrecta, enlace o código no válido, correo ya en uso, contraseña débil o método desactivado",
      "rate limited": "demasiados intentos",
      failed: "fallo, sobrecarga o cliente desconectado"
    },
    count: (count, outcome) => `${format.plural(count, { other: "#" })} ${outcome}`
  },
  actions: {
    instance_created: "Instancia creada",
    instance_updated: "Ajustes cambiados",
    instance_deleted: "Instancia eliminada",
    identity_added: "Cuenta de un proveedor de acceso vinculada a un usuario",
    identity_removed: "Cuenta de un proveedor de acceso desvinculada de un usuario",
    email_suppression_lifted: "La dirección vuelve a recibir correos",
    passkey_added: "Llave de acceso de un usuario añadida",
    passkey_removed: "Llave de acceso de un usuario quitada",
    passkeys_deleted: "Llaves de acceso de un host anterior eliminadas",
    second_factor_added: "Segundo factor de un usuario añadido",
    second_factor_removed: "Segundo factor de un usuario quitado",
    recovery_codes_renewed: "Códigos de recuperación de un usuario renovados",
    recovery_codes_removed: "Códigos de recuperación de un usuario quitados",
    factor_recovery_requested: "Recuperación de factores perdidos solicitada por un usuario",
    factor_recovery_completed: "Factores perdidos quitados por un usuario",
    factor_recovery_cancelled: "Recuperación de factores perdidos cancelada por un usuario",
    invitation_created: "Usuario invitado",
    invitation_withdrawn: "Invitación retirada",
    email_changed: "Correo cambiado",
    email_restored: "Correo anterior recuperado",
    user_deleted: "Usuario eliminado",
    user_deletion_scheduled: "Eliminación de un usuario programada",
    user_deletion_cancelled: "Eliminación de un usuario cancelada",
    user_viewed: "Usuario consultado",
    user_created: "Usuario creado",
    user_updated: "Usuario cambiado",
    users_imported: "Usuarios importados",
    users_exported: "Usuarios exportados",
    user_disabled: "Usuario desactivado",
    user_enabled: "Usuario activado",
    sign_in_link_created: "Enlace de inicio de sesión creado",
    sign_in_link_sent: "Enlace de inicio de sesión enviado",
    failed_sign_ins_reset: "Intentos fallidos de un usuario restablecidos",
    second_factor_reset: "Segundo factor de un usuario restablecido",
    passkeys_reset: "Todas las llaves de acceso de un usuario quitadas",
    personal_token_created: "Token de acceso personal de un usuario creado",
    personal_token_revoked: "Token de acceso personal de un usuario revocado",
    signing_key_rotated: "Clave para firmar tokens de acceso sustituida",
    session_revoked: "Sesión de un usuario cerrada en un dispositivo",
    sessions_revoked: "Sesión cerrada en todos los dispositivos",
    operator_invited: "Invitación al panel creada",
    operator_invitation_withdrawn: "Invitación al panel retirada",
    custom_email_saved: "Texto de correo cambiado",
    custom_email_deleted: "Texto de correo restablecido al predeterminado",
    test_email_sent: "Correo de prueba enviado",
    identity_provider_created: "Proveedor de acceso añadido",
    identity_provider_updated: "Proveedor de acceso cambiado",
    identity_provider_deleted: "Proveedor de acceso eliminado",
    dashboard_opened: "Administrador con sesión iniciada",
    dashboard_closed: "Administrador con sesión cerrada",
    dashboard_session_revoked: "Sesión de un administrador cerrada en un dispositivo",
    dashboard_sessions_revoked: "Sesiones de administradores cerradas",
    operator_created: "Administrador añadido",
    operator_updated: "Administrador cambiado",
    operator_disabled: "Administrador desactivado",
    operator_enabled: "Administrador activado",
    operator_removed: "Administrador eliminado",
    operator_link_shown: "Enlace de una invitación al panel mostrado",
    operator_passkey_added: "Llave de acceso de un administrador añadida",
    operator_passkey_removed: "Llave de acceso de un administrador quitada",
    operator_passkeys_removed: "Todas las llaves de acceso de un administrador quitadas",
    api_key_created: "Clave de API creada",
    api_key_revoked: "Clave de API revocada",
    previous_admin_key_used: "ADMIN_API_KEY_PREVIOUS usado",
    webhook_created: "Webhook añadido",
    webhook_updated: "Webhook cambiado",
    webhook_deleted: "Webhook eliminado",
    webhook_secret_rotated: "Secreto de un webhook sustituido",
    webhook_events_resent: "Eventos enviados de nuevo a un webhook",
    webhook_tested: "Prueba enviada a un webhook"
  },
  events: {
    user_viewed: "Consultado",
    user_created: "Cuenta creada",
    user_updated: "Cuenta cambiada",
    user_disabled: "Cuenta desactivada",
    user_enabled: "Cuenta activada de nuevo",
    failed_sign_ins_reset: "Intentos fallidos restablecidos",
    second_factor_added: "Aplicación de autenticación añadida",
    second_factor_removed: "Aplicación de autenticación quitada",
    second_factor_reset: "Segundo factor restablecido",
    recovery_codes_renewed: "Códigos de recuperación renovados",
    recovery_codes_removed: "Códigos de recuperación quitados",
    passkey_added: "Llave de acceso añadida",
    passkey_removed: "Llave de acceso quitada",
    passkeys_reset: "Todas las llaves de acceso quitadas",
    personal_token_created: "Token de acceso personal creado",
    personal_token_revoked: "Token de acceso personal revocado",
    session_revoked: "Sesión cerrada en un dispositivo",
    sessions_revoked: "Sesión cerrada en todos los dispositivos",
    identity_added: "Cuenta de un proveedor de acceso vinculada",
    identity_removed: "Cuenta de un proveedor de acceso desvinculada",
    user_deletion_scheduled: "Eliminación solicitada",
    user_deletion_cancelled: "Eliminación cancelada",
    factor_recovery_requested: "Recuperación de factores perdidos solicitada",
    factor_recovery_completed: "Factores perdidos quitados",
    factor_recovery_cancelled: "Recuperación de factores perdidos cancelada"
  },
  allInstances: "Todas"
}
