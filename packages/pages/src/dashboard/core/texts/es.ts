/** The texts that the pages of the dashboard share, in Spanish. */
import { format } from "../../../language/es.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  brand: "Panel de Latchkey",
  skip: "Ir al contenido principal",
  menu: "Menú",
  navigation: "Panel",
  chooseInstance: "Elegir una instancia",
  switchInstance: "Cambiar de instancia",
  allInstances: "Todas las instancias",
  tabs: {
    Overview: "Resumen",
    Users: "Usuarios",
    Invitations: "Invitaciones",
    Emails: "Correos",
    "Sign-in providers": "Proveedores de acceso",
    Webhooks: "Webhooks",
    Settings: "Ajustes"
  },
  service: "Servicio",
  sections: {
    Instances: "Instancias",
    Administrators: "Administradores",
    "API keys": "Claves de API",
    Access: "Acceso",
    "Audit log": "Registro de auditoría",
    "Your account": "Tu cuenta",
    Language: "Idioma"
  },
  adminKey: "Clave de administración",
  roles: {
    viewer: "lectura",
    support: "soporte",
    admin: "acceso total"
  },
  roleChoices: {
    viewer: "Lectura: ve todo",
    support: "Soporte: también ayuda a los usuarios",
    admin: "Acceso total: puede hacer todo"
  },
  role: "Rol",
  name: "Nombre",
  nameHint: "Aparece en el registro de auditoría.",
  email: "Correo electrónico",
  save: "Guardar",
  saved: "Guardado.",
  cancel: "Cancelar",
  delete: "Eliminar",
  deleteDots: "Eliminar…",
  remove: "Quitar",
  enable: "Activar",
  enableDots: "Activar…",
  disable: "Desactivar",
  disableDots: "Desactivar…",
  details: "Detalles",
  yes: "sí",
  none: "ninguno",
  never: "nunca",
  off: "desactivado",
  on: "activado",
  back: (name) => `Volver a ${name}`,
  copy: "Copiar",
  copied: "Copiado",
  sentence: (text) => `${text}.`,
  table: {
    apply: "Filtrar",
    search: "Buscar",
    clear: "Borrar",
    csv: "Exportar CSV",
    csvHint: (rows) => `Hasta ${rows} filas.`,
    previous: "Anterior",
    next: "Siguiente",
    pagesOf: (caption) => `Páginas: ${caption}`,
    onPage: (count) => `${format.plural(count, { other: "#" })} en esta página`,
    moreThan: (rows) => `Más de ${rows}`,
    filters: "Filtros"
  },
  device: (device) => `en ${device}`,
  actors: {
    admin_api: "mediante la API de administración",
    dashboard: "en el panel",
    command_line: "en la línea de comandos",
    program: "por la aplicación que integra Latchkey",
    user: "por el usuario"
  },
  problem: "Hay un problema",
  notFound: "Página no encontrada",
  logSaysMore: "El registro del servicio dice más.",
  toDashboard: "Ir al panel",
  notSaved: (problem) => `No se ha guardado. ${problem}`,
  fieldError: (label, reason) => `${label}: ${reason}.`,
  lineError: (line, reason) => `Línea ${line}: ${reason}.`,
  problems: {
    permission_denied: "Tu rol no lo permite. Pregunta a un administrador.",
    operator_already_exists: "Ya existe un administrador con este correo.",
    last_admin_required: "Debe haber otro administrador con acceso total que ya haya iniciado sesión.",
    external_id_already_exists: "Otro usuario tiene este ID externo.",
    plan_does_not_allow: "El plan Free solo incluye la política de contraseñas predeterminada.",
    default_instance_required: "La instancia predeterminada no se puede eliminar.",
    passkey_rp_id_in_use:
      "Hay usuarios con llaves de acceso para el dominio actual, que ya no podrían iniciar sesión con ellas.",
    method_not_allowed: "No hemos podido procesar la solicitud. Recarga la página e inténtalo de nuevo.",
    email_report_rejected: "No hemos podido procesar la solicitud."
  },
  language: {
    intro: "Para este navegador. Mientras no elijas uno, el panel usa el idioma preferido de tu navegador."
  },
  timesIn: (zone) => `Horas en ${zone}`
}
