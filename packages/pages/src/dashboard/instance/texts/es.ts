/** The texts of the pages about instances, in Spanish. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/es.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  overview: {
    period: "Periodo",
    periods: {
      "24h": "24 horas",
      "7d": "7 días",
      "30d": "30 días"
    },
    compared: {
      "24h": "Comparado con las 24 horas anteriores",
      "7d": "Comparado con los 7 días anteriores",
      "30d": "Comparado con los 30 días anteriores"
    },
    before: (value) => `(antes: ${value})`,
    users: "Usuarios",
    usersNote: "En esta instancia",
    newUsers: "Usuarios nuevos",
    newUsersNote: "En este periodo",
    atLeast: (count) => `${count}+`,
    signIns: "Inicios de sesión",
    signInsNote: (share) => `${share} de los intentos`,
    rejected: "Rechazados",
    rejectedNote: "Contraseña, código o enlace incorrecto",
    limited: "Límites alcanzados",
    limitedNote: "Demasiados intentos",
    failed: "Fallidos",
    failedNote: "Fallo o sobrecarga",
    emails: "Correos enviados",
    emailsNote: (unsent) => `${unsent} no enviados`,
    bounces: "Rebotes",
    bouncesNote: (count) => `${format.plural(count, { one: "# queja", other: "# quejas" })}`,
    chart: "Inicios de sesión en el tiempo",
    byMethod: "Inicios de sesión por método",
    methods: {
      password: "Contraseña",
      link: "Enlace o código",
      passkey: "Llave de acceso",
      provider: "Proveedor de acceso",
      "second factor": "Con un segundo factor",
      "new account": "Cuenta nueva"
    },
    methodColumns: {
      method: "Método",
      signIns: "Inicios de sesión",
      share: "Proporción"
    },
    noSignIns:
      "No hay inicios de sesión en este periodo. Aparecen aquí unos segundos después de que un usuario inicie sesión.",
    change: "Cambiar ajustes",
    all: "Todos los ajustes",
    delete: "Eliminar instancia…",
    atLeastCharacters: (count) =>
      `${format.plural(count, { one: "al menos # carácter", other: "al menos # caracteres" })}`,
    signUps: {
      open: "abierto a todos",
      invitation: "solo con invitación",
      closed: "cerrado"
    },
    verified: (signUp) => `${signUp}, tras verificar el correo`,
    noOneCanSignUp: (verified) => `${verified}, pero sin proveedor de correo nadie puede registrarse`,
    linksUnsent: "activados, pero sin proveedor de correo no se envían enlaces",
    expire: (lifetime, idle) => `duración máxima: ${lifetime}; sin uso: ${idle}`,
    noHosts: "ninguno (usa el host predeterminado)",
    hashing: "Velocidad de hash",
    hashingOwn: (rate) => `unas ${rate} contraseñas por segundo`,
    hashingMixed: (now, mix, own) =>
      `unas ${now} contraseñas por segundo con los hashes actuales de las cuentas (${mix}), y unas ${own} con los de Latchkey. Cada uno se sustituye cuando su usuario inicia sesión`,
    lessThan: (share) => `menos de ${share}`,
    others: "otros"
  },
  facts: {
    origin: "Origen",
    hosts: "Hosts",
    plan: "Plan",
    magicLinks: "Enlaces de inicio de sesión",
    signUp: "Registro",
    passwords: "Contraseñas",
    passkeys: "Llaves de acceso",
    sessions: "Sesiones",
    waysIn: "Formas de iniciar sesión"
  },
  list: {
    intro:
      "Una instancia es una aplicación cuyos usuarios inician sesión aquí. Cada una tiene sus usuarios, ajustes y límites.",
    create: "Nueva instancia",
    count: (count) => `${format.plural(count, { one: "# instancia", other: "# instancias" })}`,
    empty: {
      title: "Aún no hay instancias",
      text: "Crea una para cada aplicación cuyos usuarios inician sesión aquí."
    },
    more: (hosts, count) => `${hosts} y ${format.plural(count, { other: "#" })} más`,
    nextPage: "Página siguiente",
    deleted: "Instancias eliminadas",
    deletedIntro:
      "Ya no funcionan. Lo que se guarda de ellas se elimina en segundo plano. Después, sus hosts quedan libres.",
    left: (users) => `Eliminándose: quedan ${users}`,
    createIntro: "Todo lo demás tiene un valor predeterminado y se puede cambiar en los ajustes.",
    createButton: "Crear instancia"
  },
  deletion: {
    title: "¿Eliminar esta instancia?",
    id: "ID de la instancia",
    confirm: (id) => html`Escribe ${id} para confirmar.`,
    mustBe: (id) => `debe ser ${id}`,
    noUsers: "No tiene usuarios.",
    users: (count) =>
      `${format.plural(count, { one: "Se cierra la sesión de # usuario, que ya no podrá iniciarla", other: "Se cierra la sesión de # usuarios, que ya no podrán iniciarla" })}.`,
    links: "Los enlaces enviados dejan de funcionar y los correos en cola no se envían.",
    noHosts: "No tiene hosts.",
    hosts: (hosts) =>
      `Las solicitudes a ${hosts} reciben «no encontrado» hasta que todo se elimine. Después pertenecen a la instancia predeterminada.`,
    otherHosts: (hosts) => `${hosts} y sus otros hosts`,
    everything:
      "Se eliminan sus usuarios, sesiones, ajustes y todo lo demás. El registro de auditoría conserva sus entradas.",
    irreversible: "No se puede deshacer.",
    button: "Eliminar instancia",
    rejected: "No se ha eliminado. Hay un problema con los datos que has introducido.",
    section: "Eliminar esta instancia",
    sectionText: "Sus usuarios ya no pueden iniciar sesión y se elimina todo lo que se guarda de ella."
  },
  form: {
    conflict: (value) => `otra persona lo ha cambiado a ${value}. Guarda de nuevo para sobrescribirlo`,
    nothing: "nada",
    quoted: (text) => `«${text}»`,
    inGroup: (legend, error) => `${legend}: ${error}`
  },
  settings: {
    noEmail:
      "No hay proveedor de correo configurado, así que no hay enlaces de inicio de sesión, elijas lo que elijas aquí. Define EMAIL_FROM y EMAIL_SMTP_URL, o EMAIL_FROM y EMAIL_PROVIDER_API_KEY, y reinicia el servicio.",
    noKey: (setting) =>
      html`No hay clave del servidor, así que los correos no contienen un código junto al enlace. Para activarlo, define ${setting} y reinicia el servicio.`,
    locked:
      "El plan Free solo incluye la política predeterminada: al menos 8 caracteres. Para una política propia, cambia al plan Pro.",
    changePlan: "Cambiar el plan"
  },
  trial: {
    title: "Probar una contraseña",
    password: "Contraseña",
    hint: "Se comprueba con la política guardada. No se guarda.",
    button: "Probar contraseña",
    meets: "Esta contraseña cumple la política.",
    fails: "Esta contraseña no cumple la política.",
    tooShort: (count) =>
      `${format.plural(count, { one: "Tiene menos de # carácter", other: "Tiene menos de # caracteres" })}.`,
    common: "Es demasiado común: los atacantes la prueban primero.",
    uppercase: "No tiene mayúsculas.",
    lowercase: "No tiene minúsculas.",
    number: "No tiene números.",
    special: "No tiene símbolos.",
    empty: "Está vacía.",
    tooLong: "Es demasiado larga.",
    malformed: "Contiene caracteres no permitidos."
  },
  sections: {
    general: {
      title: "General",
      about: "El nombre, los hosts y el idioma de la instancia, y adónde van los usuarios tras iniciar sesión."
    },
    appearance: {
      title: "Páginas y marca",
      about: "Cómo ven los usuarios las páginas y los correos, y qué enlazan las páginas."
    },
    "auth-methods": {
      title: "Formas de iniciar sesión",
      about: "Cómo inician sesión los usuarios. Al menos un método sigue activo."
    },
    "sign-up": {
      title: "Registro",
      about: "Quién puede crear una cuenta. Los usuarios con cuenta siempre pueden iniciar sesión."
    },
    "user-details": {
      title: "Datos de los usuarios",
      about:
        "Lo que las páginas piden a los usuarios después de registrarse: su nombre y lo que guardas en userMetadata."
    },
    "password-policy": {
      title: "Política de contraseñas",
      about: "Qué deben incluir las contraseñas nuevas. Las existentes siguen funcionando."
    },
    lifetimes: {
      title: "Sesiones",
      about:
        "Cuándo caducan las sesiones. La duración máxima se aplica a las nuevas, y la inactividad a todas de inmediato."
    },
    limits: {
      title: "Límites de frecuencia",
      about: "Cuántos intentos se permiten en una ventana deslizante. Los demás se rechazan."
    },
    emails: {
      title: "Correos de la cuenta",
      about: "Qué reciben los usuarios además de los enlaces de inicio de sesión."
    },
    tokens: {
      title: "Tokens",
      about:
        "Con qué se identifican los programas y las API de otros hosts: tokens de acceso personales de los usuarios y tokens de acceso."
    },
    accounts: {
      title: "Eliminación de cuentas",
      about: "Qué pueden hacer los usuarios con su propia cuenta."
    },
    plan: {
      title: "Plan",
      about: "Si la instancia puede tener su propia política de contraseñas."
    }
  },
  userFields: {
    legend: (number) => `Dato ${number}`,
    label: "Etiqueta",
    name: "Nombre en los datos",
    type: "Tipo",
    types: {
      string: "Texto libre",
      choice: "Lista de opciones",
      integer: "Número entero",
      number: "Número",
      boolean: "Casilla"
    },
    required: "Obligatorio",
    more: "Más",
    values: "Valores para elegir, uno por línea",
    least: "Como mínimo",
    most: "Como máximo",
    labels: "Etiqueta en otros idiomas, por ejemplo de: Firma",
    wrong: (reason) => `Los datos: ${reason}.`,
    wrongRow: (number, part, reason) =>
      part === "" ? `Dato ${number}: ${reason}.` : `Dato ${number}, ${part}: ${reason}.`
  },
  fields: {
    name: {
      label: "Nombre",
      hint: "Aparece en páginas y correos."
    },
    hosts: {
      label: "Hosts",
      hint: "Un nombre de host por línea, sin esquema ni puerto, como auth.example.com. Las solicitudes a estos hosts pertenecen a esta instancia."
    },
    origins: {
      label: "Orígenes permitidos",
      hint: "Un origen por línea, como https://app.example.com. Sus páginas pueden llamar a la API con las cookies de un usuario."
    },
    redirectUrl: {
      label: "URL de redirección",
      hint: "Adónde van los usuarios tras iniciar sesión. Si está vacía, a la raíz del origen de la instancia."
    },
    defaultLanguage: {
      label: "Idioma predeterminado",
      hint: "Un código de idioma: en, de, fr, es, pt-BR, ja o ar. Para usuarios que no han elegido idioma y cuyo navegador no prefiere ninguno de estos."
    },
    password: {
      label: "Contraseñas",
      hint: "Los usuarios pueden registrarse e iniciar sesión con correo y contraseña."
    },
    magicLink: {
      label: "Enlaces de inicio de sesión",
      hint: "Los usuarios pueden iniciar sesión con un enlace de un solo uso que reciben por correo."
    },
    passkey: {
      label: "Llaves de acceso",
      hint: "Los usuarios pueden añadir llaves de acceso a su cuenta e iniciar sesión con ellas."
    },
    passkeyRpId: {
      label: "Dominio de las llaves de acceso (RP ID)",
      hint: "El host de la instancia o un dominio que lo contiene, como example.com para auth.example.com. Así, otras páginas del dominio pueden usar las mismas llaves. Si está vacío, es el host de la instancia. No se puede cambiar mientras haya llaves de acceso."
    },
    secondFactor: {
      label: "Segundo factor",
      hint: "Opcional y obligatorio solo funcionan si el servicio tiene una clave secreta.",
      options: {
        off: "Desactivado: basta una contraseña o un enlace",
        optional: "Opcional: los usuarios pueden añadir una aplicación de autenticación",
        required:
          "Obligatorio: desde su próximo inicio de sesión necesitan una aplicación de autenticación o una llave de acceso"
      }
    },
    factorRecovery: {
      label: "Llaves de acceso y aplicaciones perdidas",
      hint: "No tiene efecto si el segundo factor es obligatorio, ni sin proveedor de correo. Quien pueda iniciar sesión con el primer factor y lea los correos de un usuario durante toda la espera puede quitar los demás.",
      options: {
        off: "Desactivado: solo tú puedes restablecerlos",
        email: "Correo: los usuarios pueden quitarlos con un enlace, tras una espera"
      }
    },
    factorRecoveryHours: {
      label: "Espera en horas",
      hint: "Desde la solicitud hasta que funciona el enlace: de 24 a 720 horas. Las solicitudes abiertas conservan la suya."
    },
    magicLinkCodes: {
      label: "Código junto al enlace",
      hint: "El correo también tiene un código de seis cifras, que se escribe en el dispositivo donde se pidió el enlace. Un atacante puede pedir un código; con un enlace es más difícil."
    },
    requireVerifiedEmail: {
      label: "Verificación del correo",
      hint: "Las aplicaciones obtienen una sesión solo después de que el usuario verifique su correo con un enlace."
    },
    allowedDomains: {
      label: "Dominios permitidos",
      hint: "Uno por línea, por ejemplo example.com. Solo las direcciones de estos dominios pueden registrarse; sin ninguno, todas. No afecta a las personas invitadas ni a las cuentas existentes."
    },
    refusedDomains: {
      label: "Dominios rechazados",
      hint: "Uno por línea. Las direcciones de estos dominios no pueden registrarse."
    },
    userFields: {
      label: "Datos",
      hint: "Los obligatorios se piden en cada inicio de sesión hasta que se den; los demás, una vez. Para quitar uno, vacía su etiqueta y su nombre. El nombre «name» en los datos es el nombre del usuario."
    },
    sessionInclude: {
      label: "Datos de los usuarios en las sesiones",
      hint: "Uno por línea: name, metadata o userMetadata. Las aplicaciones los reciben con cada sesión, y cada comprobación de una sesión lee entonces también al usuario."
    },
    signUpMode: {
      label: "Cuentas nuevas",
      options: {
        open: "Abierto: cualquiera puede crear una cuenta",
        invitation: "Invitación: solo las personas que invites",
        closed: "Cerrado: solo los administradores crean cuentas"
      }
    },
    signUpVerification: {
      label: "Verificación del correo de cuentas nuevas con contraseña",
      hint: "Con «antes», un registro nunca muestra si un correo tiene cuenta. Necesita un proveedor de correo.",
      options: {
        after: "Después: la cuenta existe y su sesión se inicia de inmediato",
        before: "Antes: un enlace en un correo crea la cuenta"
      }
    },
    plan: {
      label: "Plan",
      hint: "Ambos son parte de Latchkey y no cuestan nada. Si administras instancias para clientes, Free mantiene la política predeterminada.",
      options: {
        free: "Free: política de contraseñas predeterminada",
        pro: "Pro: política de contraseñas propia"
      }
    },
    minLength: {
      label: "Longitud mínima"
    },
    requireUppercase: {
      label: "Exigir una mayúscula"
    },
    requireLowercase: {
      label: "Exigir una minúscula"
    },
    requireNumber: {
      label: "Exigir un número"
    },
    requireSpecial: {
      label: "Exigir un símbolo"
    },
    logoUrl: {
      label: "URL del logotipo",
      hint: "La URL https de una imagen de 40 píxeles de alto. PNG: Gmail no muestra SVG. Si está vacía, se muestra el nombre."
    },
    accentColor: {
      label: "Color de los botones",
      hint: "Como #1f5eff. Si está vacío, los botones tienen el color de Latchkey."
    },
    corners: {
      label: "Esquinas",
      options: {
        square: "Rectas",
        rounded: "Redondeadas",
        pill: "Píldora"
      }
    },
    font: {
      label: "Fuente",
      hint: "Una fuente que los lectores ya tienen. No se carga nada.",
      options: {
        system: "Fuente del sistema",
        humanist: "Humanista",
        geometric: "Geométrica",
        rounded: "Redondeada",
        serif: "Con serifas"
      }
    },
    termsUrl: {
      label: "URL de las condiciones",
      hint: "Una URL https. Si está vacía, las páginas no enlazan condiciones."
    },
    privacyUrl: {
      label: "URL de privacidad",
      hint: "Una URL https. Si está vacía, las páginas no enlazan una política de privacidad."
    },
    supportUrl: {
      label: "URL de soporte",
      hint: "Una URL https, o mailto:help@example.com. Si está vacía, las páginas no tienen enlace."
    },
    absoluteLifetime: {
      label: "Duración máxima en segundos",
      hint: "30 días son 2592000 segundos."
    },
    idleLifetime: {
      label: "Inactividad en segundos",
      hint: "7 días son 604800 segundos."
    },
    accountNotices: {
      label: "Avisos de la cuenta",
      hint: "Los usuarios reciben un correo cuando cambian su contraseña, llaves de acceso o segundo factor, y cuando cierras su sesión en todos los dispositivos."
    },
    deviceSignIn: {
      label: "Inicio de sesión en otros dispositivos",
      hint: "Los usuarios pueden iniciar sesión en líneas de comandos y televisores escribiendo un código en la página /device."
    },
    personalTokens: {
      label: "Tokens de acceso personales",
      hint: "Los usuarios pueden crear tokens para sus programas. Mientras esté desactivado, los que ya existen no funcionan."
    },
    tokenScopes: {
      label: "Ámbitos de los tokens de acceso personales",
      hint: "Uno por línea, como reports:read. Los usuarios eligen algunos para cada token, y tu aplicación decide qué permiten. Un ámbito que quites deja de contar."
    },
    tokenAudiences: {
      label: "Audiencias de los tokens de acceso",
      hint: "Una por línea: las API que aceptan tokens de acceso, como https://api.example.com. Sin ninguna no hay tokens de acceso. Necesitan una clave de servidor."
    },
    tokenClaims: {
      label: "Claims de los tokens de acceso",
      hint: "Uno por línea: las claves de los datos de la aplicación de un usuario (metadata) cuyos valores contiene cada token de acceso."
    },
    tokenAppLinks: {
      label: "Enlaces de la aplicación",
      hint: "Uno por línea: adónde llevan de vuelta a tu aplicación los correos y los proveedores de inicio de sesión, como com.example.app:/sign-in, o una URL https asociada a tu aplicación."
    },
    deletionGraceDays: {
      label: "Días hasta eliminar una cuenta",
      hint: "Tras pedir la eliminación, los usuarios aún pueden conservar su cuenta este tiempo: de 0 a 30 días. Con 0 se elimina de inmediato."
    },
    limit: {
      label: "Límite"
    },
    windowSeconds: {
      label: "Ventana en segundos"
    }
  },
  limits: {
    signUpPerIp: "Registros por dirección IP",
    signInPerIp: "Inicios de sesión por dirección IP",
    signInPerEmail: "Inicios de sesión por cuenta, desde dispositivos no reconocidos",
    signInPerKnownClient: "Inicios de sesión por cuenta, desde un dispositivo reconocido",
    magicLinkPerIp: "Solicitudes de enlace por dirección IP",
    magicLinkPerEmail: "Solicitudes de enlace por correo",
    magicLinkPerEmailPerDay: "Solicitudes de enlace por correo, en más tiempo",
    magicLinkVerifyPerIp: "Enlaces abiertos por dirección IP",
    magicLinkToUnknownPerInstance: "Enlaces a correos nunca verificados, en total",
    magicLinkCodePerInstance: "Códigos incorrectos, en total",
    signUpPerInstance: "Registros con contraseña, en total"
  }
}
