/** The texts of the pages about emails, in Spanish. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/es.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  list: {
    unconfigured:
      "No hay proveedor de correo configurado, así que no se pueden enviar correos. Define EMAIL_FROM y EMAIL_SMTP_URL, o EMAIL_FROM y EMAIL_PROVIDER_API_KEY, y reinicia el servicio.",
    changeTexts: "Cambiar los textos de los correos",
    kept: "Los correos aparecen aquí durante 7 días después de terminar.",
    search: "Correo electrónico",
    status: "Estado",
    all: "Todos los correos",
    statuses: {
      queued: "En cola",
      sent: "Enviados",
      unsent: "No enviados",
      reported: "Rebotados o con queja"
    },
    columns: {
      to: "Para",
      about: "Sobre",
      status: "Estado",
      details: "Detalles",
      requested: "Solicitado"
    },
    states: {
      queued: "En cola",
      sent: "Enviado",
      failed: "Fallido",
      discarded: "Descartado"
    },
    reports: {
      bounce: "Rebotado",
      complaint: "Queja"
    },
    attempt: (count) => `intento ${format.plural(count, { other: "#" })}`,
    nextAttempt: (time) => html`próximo intento ${time}`,
    rows: (count) => `${format.plural(count, { one: "# correo", other: "# correos" })}`,
    empty: {
      title: "Aún no hay correos",
      text: "Los enlaces de inicio de sesión, las invitaciones y los avisos aparecen aquí en cuanto se solicitan."
    },
    noMatches: {
      title: "No hay correos coincidentes",
      text: "Introduce un correo completo o elige otro estado."
    }
  },
  reasons: {
    rejected: "el proveedor lo rechazó",
    unavailable: "el proveedor no estaba disponible",
    timeout: "el proveedor no respondió a tiempo",
    rate_limited: "se enviaron demasiados correos",
    expired: "no se pudo enviar a tiempo",
    disabled: "los correos de este tipo se desactivaron",
    withdrawn: "su motivo se retiró",
    no_account: "la dirección no tiene cuenta, o está desactivada",
    suppressed: "la dirección está bloqueada",
    reputation: "rebotaron demasiados correos o hubo demasiadas quejas",
    email_taken: "otra cuenta tiene la dirección o puede recuperarla",
    shutdown: "el servicio se estaba cerrando",
    unsupported: "esta versión no conoce este tipo de correo"
  },
  suppressed: {
    title: "Direcciones bloqueadas",
    intro:
      "Estas direcciones no reciben correos: un correo rebotó definitivamente o su dueño lo marcó como spam. Vuelve a enviar solo si sabes que la dirección funciona. Si Amazon SES también la bloquea, quítala allí antes.",
    lifted: "La dirección vuelve a recibir correos.",
    lift: "Volver a enviar",
    liftOf: (email) => `a ${email}`,
    columns: {
      reason: "Motivo",
      detail: "Motivo del proveedor",
      since: "Desde",
      action: "Acción"
    },
    rows: (count) => `${format.plural(count, { one: "# dirección", other: "# direcciones" })}`,
    empty: {
      title: "No hay direcciones bloqueadas",
      text: "Una dirección aparece aquí cuando un correo rebota definitivamente o su dueño lo marca como spam."
    }
  },
  reputation: {
    notice: (cause) =>
      `Los enlaces solicitados para direcciones sin cuenta verificada no se envían: ${cause}. Se vuelven a enviar cuando la proporción baja.`,
    bounce: (emails) => `rebotó más del 5 % (${emails})`,
    complaint: (emails) => `hubo quejas de más del 0,1 % (${emails})`,
    instance: "correos de esta instancia en las últimas 24 horas",
    service: "correos de todas las instancias en las últimas 24 horas"
  },
  records: {
    title: "Dominio del remitente",
    intro:
      "Los receptores consultan estos registros DNS para decidir si un correo es auténtico. Son los mismos para todas las instancias y se comprueban de nuevo al cabo de un minuto.",
    states: {
      ok: "encontrado",
      problem: "requiere atención",
      unknown: "no comprobado"
    },
    add: (name, type, value) => html`Añade ${name} ${type} ${value}`
  },
  texts: {
    title: "Textos de correo",
    intro:
      "Lo que dicen los correos de esta instancia. Un texto tuyo se envía solo en su idioma; en los demás se envía el predeterminado o el tuyo en ese idioma.",
    languages: "Idiomas",
    changes: (count) => `${format.plural(count, { one: "# cambio", other: "# cambios" })}`,
    default: "Texto predeterminado",
    yours: "Tu texto"
  },
  text: {
    of: (topic, language) => `${topic}, ${language}`,
    isDefault: "Los correos tienen este texto predeterminado.",
    change: "Cámbialo y guarda el tuyo.",
    savedAt: (time) => html`Tu texto, guardado el ${time}.`,
    sentTo: (language) => `Se envía a los usuarios cuyos correos están en este idioma: ${language}.`,
    heading: "Texto",
    parts: {
      subject: "Asunto",
      text: "Texto sin formato",
      html: "HTML"
    },
    hints: {
      subject: "Una línea. No se permiten enlaces.",
      text: "Para programas que no muestran HTML.",
      html: "Lo que hay dentro de <body>. No se permiten scripts, formularios, comentarios ni imágenes salvo el logotipo, y los enlaces deben empezar por https:// o mailto:."
    },
    preview: "Vista previa",
    previewOf: "Vista previa del correo",
    subjectIs: "Asunto:",
    asPlainText: "Como texto sin formato:",
    noPreview: "No hay vista previa porque el texto tiene errores:",
    mistake: (line, column, reason) => html`Línea ${line}, columna ${column}: ${reason}.`,
    labelled: (label, value) => html`${label}: ${value}`,
    rejected: "No se ha guardado. El texto tiene errores, indicados debajo de sus campos.",
    placeholders: "Marcadores",
    placeholdersIntro: "Se sustituyen por los valores de cada correo.",
    use: (use) => `(${use})`,
    uses: {
      link: "obligatorio; como href completo o como texto entre espacios",
      code: "como texto, y no en el asunto",
      url: "como href completo o como texto",
      image: "como src de una imagen",
      color: "en un style",
      "text-color": "en un style",
      text: "como texto",
      number: "como texto",
      time: "como texto",
      device: "como texto"
    },
    notices: {
      saved: "Guardado. Los correos que se envíen desde ahora tienen este texto.",
      reset: "Los correos vuelven a tener el texto predeterminado.",
      sent: "El correo de prueba va de camino. Tiene el texto guardado."
    },
    test: "Correo de prueba",
    testHint: "Contiene el texto guardado con valores de ejemplo. Sus enlaces no funcionan.",
    sendTest: "Enviar correo de prueba",
    tooMany: "Se han enviado demasiados correos de prueba. Inténtalo de nuevo en unos minutos.",
    noProvider: "No hay ningún proveedor de correo configurado.",
    noTest: "No hay proveedor de correo configurado, así que no se puede enviar un correo de prueba.",
    resetIntro: "Elimina tu texto. No se puede recuperar.",
    useDefault: "Usar el texto predeterminado"
  },
  topics: {
    magic_link: "enlace de inicio de sesión",
    password_reset: "nueva contraseña",
    sign_up: "registro",
    existing_account: "la cuenta ya existe",
    invitation: "invitación",
    email_change: "correo nuevo",
    email_changed: "correo cambiado",
    factor_recovery: "recuperación de factores perdidos",
    factor_recovery_ready: "recuperación de factores perdidos, lista",
    test_email: "correo de prueba",
    identity_added: "cuenta vinculada",
    identity_removed: "cuenta desvinculada",
    failed_sign_ins: "intentos fallidos",
    passkey_added: "llave de acceso añadida",
    passkey_removed: "llave de acceso quitada",
    account_claimed: "contraseña quitada",
    password_set: "contraseña creada",
    password_changed: "contraseña cambiada",
    second_factor_added: "segundo factor añadido",
    second_factor_removed: "segundo factor quitado",
    recovery_codes_renewed: "códigos de recuperación renovados",
    recovery_codes_removed: "códigos de recuperación quitados",
    recovery_code_used: "código de recuperación usado",
    factor_recovery_completed: "factores perdidos quitados",
    email_restored: "dirección anterior recuperada definitivamente",
    deletion_scheduled: "eliminación programada",
    deletion_cancelled: "eliminación cancelada",
    device_approved: "inicio de sesión en otro dispositivo",
    personal_token_created: "token de acceso personal creado",
    refresh_token_replayed: "aplicación desconectada por un token anterior",
    sessions_revoked: "sesión cerrada en todas partes",
    second_factor_reset: "segundo factor restablecido",
    passkeys_reset: "llaves de acceso quitadas por un administrador"
  },
  about: {
    magic_link: "Un usuario ha solicitado un enlace de inicio de sesión.",
    password_reset: "Un usuario ha solicitado un enlace para crear una contraseña nueva.",
    sign_up: "Alguien se ha registrado con una dirección sin cuenta.",
    existing_account: "Alguien se ha registrado con una dirección que ya tiene cuenta.",
    invitation: "Un administrador ha invitado a alguien a crear una cuenta.",
    email_change: "Un usuario quiere cambiar el correo. Va a la dirección nueva.",
    email_changed: "Un usuario ha cambiado el correo. Va a la dirección anterior.",
    factor_recovery: "Un usuario quiere quitar llaves de acceso y una aplicación de autenticación perdidas.",
    factor_recovery_ready: "Ha terminado la espera de un usuario que quiere quitar factores perdidos.",
    identity_added: "Se ha vinculado una cuenta de un proveedor de acceso, que puede iniciar sesión.",
    identity_removed: "Se ha desvinculado una cuenta de un proveedor de acceso.",
    failed_sign_ins: "Cien inicios de sesión seguidos han fallado.",
    passkey_added: "Se ha añadido una llave de acceso a la cuenta.",
    passkey_removed: "Se ha quitado una llave de acceso de la cuenta.",
    account_claimed: "Una primera verificación ha quitado una contraseña que quizá creó otra persona.",
    password_set: "Un usuario ha creado una contraseña por primera vez.",
    password_changed: "Un usuario ha cambiado la contraseña.",
    second_factor_added: "Un usuario ha configurado un segundo factor.",
    second_factor_removed: "Un usuario ha quitado el segundo factor.",
    recovery_codes_renewed: "Un usuario tiene códigos de recuperación nuevos.",
    recovery_codes_removed:
      "Un usuario ha recuperado la cuenta y se han quitado los códigos de recuperación recientes.",
    recovery_code_used: "Un usuario ha iniciado sesión con un código de recuperación.",
    factor_recovery_completed:
      "Un usuario ha quitado con un enlace llaves de acceso y una aplicación de autenticación perdidas.",
    email_restored: "Se ha recuperado una dirección anterior por última vez. Va a la otra.",
    deletion_scheduled: "Un usuario ha pedido eliminar la cuenta.",
    deletion_cancelled: "La cuenta no se eliminará.",
    device_approved: "Un usuario ha iniciado sesión en otro dispositivo con un código.",
    personal_token_created: "Un usuario ha creado un token de acceso personal.",
    refresh_token_replayed: "Se presentó un token anterior de una aplicación, y se cerró su sesión.",
    sessions_revoked: "Un administrador ha cerrado la sesión de un usuario en todos los dispositivos.",
    second_factor_reset: "Un administrador ha quitado el segundo factor de un usuario.",
    passkeys_reset: "Un administrador ha quitado todas las llaves de acceso de un usuario."
  },
  placeholderTexts: {
    link: "El enlace del correo.",
    code: "El código que también inicia sesión. Vacío si la instancia no envía códigos.",
    instanceName: "El nombre de la instancia.",
    host: "El host de la instancia, como auth.example.com.",
    signInUrl: "La URL de la página de inicio de sesión.",
    supportUrl: "La URL de soporte; puede estar vacía.",
    logoUrl: "El logotipo. Sin él, no hay imagen.",
    accentColor: "El color de acento.",
    accentTextColor: "Blanco o negro, según el contraste con el color de acento.",
    lifetimeDays: "Cuántos días funciona el enlace.",
    lifetimeMinutes: "Cuántos minutos funciona el enlace.",
    expiresAt: "Cuándo deja de funcionar el enlace.",
    requestedAt: "Cuándo se solicitó.",
    changedAt: "Cuándo ocurrió.",
    invitedAt: "Cuándo se envió la invitación.",
    availableAt: "Cuándo se puede completar la recuperación.",
    deletionAt: "Cuándo se eliminará la cuenta.",
    forgotPasswordUrl: "La página que envía un enlace para crear una contraseña nueva.",
    device: "El dispositivo en el que ocurrió."
  }
}
