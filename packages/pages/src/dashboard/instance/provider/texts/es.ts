/** The texts of the pages about sign-in providers, in Spanish. */
import { format } from "../../../../language/es.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  title: "Proveedores de acceso",
  intro:
    "Los usuarios pueden iniciar sesión con una cuenta que tienen en otro sitio. La página de inicio de sesión tiene un botón por cada proveedor activado.",
  kind: "Tipo",
  issuer: "Emisor",
  state: "Estado",
  on: "Activado",
  off: "Desactivado",
  add: "Añadir un proveedor",
  addIntro: "OpenID Connect sirve para cualquier otro proveedor, como Keycloak, Okta u otro Latchkey.",
  unavailable:
    "Este servicio no puede conectar con proveedores de acceso, así que los usuarios no ven ninguno: no hay adaptador configurado.",
  count: (count) => `${format.plural(count, { one: "# proveedor", other: "# proveedores" })}`,
  empty: {
    title: "Aún no hay proveedores",
    text: "Añade uno y los usuarios podrán iniciar sesión con una cuenta que ya tienen, como la de Google."
  },
  noKey:
    "No hay clave del servidor configurada, así que no se puede guardar un secreto de cliente. Define SECRET_KEY y reinicia el servicio.",
  addOidc: "Añadir un proveedor OpenID Connect",
  addOne: (name) => `Añadir ${name}`,
  provider: "Proveedor",
  redirectUri: "URI de redirección",
  addButton: "Añadir proveedor",
  notices: {
    deleted: "El proveedor se ha eliminado.",
    added: "El proveedor se ha añadido y la página de inicio de sesión tiene su botón. Compruébalo ahora.",
    disabled: "El proveedor está desactivado. Los usuarios no pueden iniciar sesión con él.",
    enabled: "El proveedor está activado. Los usuarios pueden iniciar sesión con él.",
    saved: "Guardado."
  },
  topics: {
    adapter: "Este servicio",
    algorithms: "Firmas",
    authorization_endpoint: "Página de inicio de sesión",
    client_secret: "Secreto de cliente",
    discovery: "Metadatos",
    flow: "Flujo de inicio de sesión",
    keys: "Claves",
    redirect_uri: "URI de redirección",
    token_endpoint: "Punto de tokens",
    api: "GitHub",
    pkce: "PKCE"
  },
  ok: "Correcto",
  problem: "Problema",
  result: "Resultado de la comprobación",
  nothingWrong: "Todo está bien, hasta donde se puede comprobar sin un usuario.",
  problems: (count) => `${format.plural(count, { one: "Hay un problema", other: "Hay # problemas" })}.`,
  stored: "guardado",
  check: "Comprobar",
  turnOff: "Desactivar",
  turnOn: "Activar",
  deleteTitle: (name) => `¿Eliminar ${name}?`,
  deleteText:
    "Los usuarios ya no pueden iniciar sesión con él. Quienes no tengan otra forma pueden pedir un enlace de inicio de sesión, si están activados. Sus cuentas vinculadas se conservan y vuelven a funcionar si añades un proveedor con el mismo emisor. Para conservar los ajustes, desactívalo.",
  notDeleted: (reason) => `No se ha eliminado. ${reason}`,
  reason: (reason) => `El proveedor: ${reason}.`,
  otherField: (field, reason) => `«${field}»: ${reason}.`,
  where: {
    google:
      "En la consola de Google Cloud, en «APIs & Services» y «Credentials», crea un ID de cliente OAuth del tipo «Web application» con esta URI de redirección. Google muestra entonces el ID y el secreto de cliente.",
    microsoft:
      "En el centro de administración de Microsoft Entra, en «App registrations», registra una aplicación con esta URI de redirección para la plataforma «Web». Su resumen muestra el ID de aplicación (cliente). Crea el secreto en «Certificates & secrets» y copia su valor.",
    apple:
      "En tu cuenta de Apple Developer, crea un Services ID para «Sign in with Apple» con esta URI de redirección: su identificador es el ID de cliente. En «Keys», crea una clave para «Sign in with Apple» y descarga su archivo .p8.",
    github:
      "En GitHub, en «Developer settings» y «OAuth Apps», registra una aplicación con esta URI de redirección como URL de retorno. GitHub muestra entonces el ID de cliente y crea un secreto.",
    oidc: "En el proveedor, registra un cliente confidencial para el flujo de código de autorización con esta URI de redirección. El proveedor muestra entonces el ID y el secreto de cliente."
  },
  fields: {
    name: {
      label: "Nombre",
      hint: "Aparece en el botón, como «Continuar con Google»."
    },
    issuer: {
      label: "Emisor",
      hint: "La URL que el proveedor indica como emisor, como https://id.example.com. No se puede cambiar después."
    },
    microsoftIssuerHint:
      "Tal como está, vale para las cuentas de todas las organizaciones. Para una sola, sustituye {tenantid} por su ID de inquilino. No se puede cambiar después.",
    id: {
      label: "ID",
      hint: "Opcional: cómo lo llaman los programas y el registro de auditoría. No se puede cambiar después."
    },
    clientId: {
      label: "ID de cliente"
    },
    teamId: {
      label: "ID de equipo",
      hint: "Diez letras y cifras, arriba a la derecha en tu cuenta de Apple Developer."
    },
    keyId: {
      label: "ID de clave",
      hint: "Diez letras y cifras, junto a la clave."
    },
    emailTrust: {
      label: "Correos verificados de este proveedor",
      hint: "Elige algo distinto de lo primero solo si el proveedor verifica cada dirección. Si no, un usuario podría poner allí la dirección de otra persona y quedarse con su cuenta aquí.",
      options: {
        never: "No prueban nada: los usuarios los verifican por correo",
        claim: "También están verificados aquí, pero no abren cuentas ya verificadas",
        authoritative: "También están verificados aquí y abren la cuenta que los tiene"
      }
    },
    presetTrustHint:
      "La última opción suele ser la adecuada. Latchkey solo acepta direcciones de las que este proveedor es responsable.",
    scopes: {
      label: "Más ámbitos",
      hint: "Opcional, uno por línea: lo que se pide al proveedor además de lo necesario para iniciar sesión."
    },
    nativeClientIds: {
      label: "ID de cliente de aplicaciones nativas",
      hint: "Opcional, uno por línea: aplicaciones que inician sesión con un token de ID."
    },
    trustsMfa: {
      label: "Los inicios con varios factores cuentan aquí",
      hint: "Si el proveedor dice que un usuario inició sesión con varios factores, aquí no se pide un segundo factor."
    }
  },
  secret: {
    label: "Secreto de cliente",
    key: "Clave privada",
    whole: "El archivo .p8 completo.",
    optional: "Opcional para un cliente público.",
    keep: "Déjalo vacío para conservar el guardado.",
    encrypted: "Se guarda cifrado y nunca se muestra."
  }
}
