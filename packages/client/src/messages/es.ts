/** Problems in words for users, in Spanish. Generated from the contract by `npm run generate`. */

import { makeMessageOf, type Messages } from "./Messages.ts"

/** The texts. */
export const messages: Messages = {
  soon: "en un momento",
  invalid_request: "Hay un problema con los datos que has introducido.",
  invalid_credentials: "El correo electrónico o la contraseña no son correctos.",
  invalid_token:
    "El enlace o el código no es válido. Puede que haya caducado o que ya se haya usado un enlace o un código enviado a esta dirección.",
  password_disabled: "Aquí no puedes usar contraseña. Inicia sesión con un enlace.",
  sign_up_closed: "Aquí no puedes crear una cuenta.",
  forbidden_origin: "Esta solicitud se ha enviado desde otro sitio web.",
  not_found: "No hemos encontrado esa página.",
  payload_too_large: "El texto es demasiado largo. Acórtalo y vuelve a intentarlo.",
  unsupported_media_type: "No hemos podido procesar el formulario. Recarga la página y vuelve a intentarlo.",
  signup_rate_limited: (when) => `Se han creado demasiadas cuentas desde tu red. Vuelve a intentarlo ${when}.`,
  signin_rate_limited: (when) => `Demasiados intentos de inicio de sesión. Vuelve a intentarlo ${when}.`,
  magic_link_rate_limited: (when) =>
    `Se han solicitado demasiados enlaces. Vuelve a intentarlo ${when}. Los enlaces anteriores siguen funcionando.`,
  internal_error: "Se ha producido un error por nuestra parte. Vuelve a intentarlo en un momento.",
  service_unavailable: (when) => `El servicio no está disponible temporalmente. Vuelve a intentarlo ${when}.`,
  unauthenticated: "No has iniciado sesión.",
  reauthentication_required: "Confirma que eres tú y vuelve a intentarlo.",
  email_not_verified: "Verifica primero tu dirección de correo electrónico.",
  password_too_short: "Tu contraseña no cumple los requisitos.",
  no_sign_in_method: "No quedaría ninguna otra forma de iniciar sesión en esta cuenta.",
  email_already_exists: "Ya existe una cuenta con este correo electrónico.",
  sign_up_refused: "No puedes crear una cuenta con este correo electrónico.",
  magic_link_disabled: "Los enlaces de inicio de sesión no están disponibles. Inicia sesión con tu contraseña.",
  magic_link_code_disabled: "Aquí no puedes usar un código. Inicia sesión con el enlace del correo.",
  passkey_disabled: "Aquí no puedes usar una llave de acceso.",
  passkey_already_exists: "Esta llave de acceso ya se había añadido.",
  too_many_passkeys: "Puedes tener 20 llaves de acceso como máximo. Quita una primero.",
  identity_provider_disabled: "Aquí no puedes iniciar sesión con este proveedor.",
  identity_rejected:
    "No se ha podido iniciar sesión con este proveedor. Inténtalo de nuevo o inicia sesión de otra forma.",
  identity_provider_unavailable: (when) => `Este proveedor no responde. Inténtalo de nuevo ${when}.`,
  proof_required:
    "Ya tienes una cuenta con este correo electrónico. Inicia sesión en ella y después conecta el proveedor.",
  too_many_identities: "Puedes conectar 20 cuentas como máximo. Desconecta una primero.",
  factor_recovery_disabled: "Aquí no puedes recuperar tu cuenta por correo.",
  factor_recovery_not_needed: "No hay nada que recuperar: todavía puedes modificar tu cuenta.",
  factor_recovery_too_early: "Es demasiado pronto. Vuelve a abrir el enlace cuando termine el plazo de espera.",
  second_factor_disabled: "Aquí no puedes configurar una aplicación de autenticación.",
  second_factor_exists: "Ya tienes una aplicación de autenticación. Quítala primero para configurar otra.",
  device_sign_in_disabled: "Aquí no puedes iniciar sesión en otros dispositivos con un código.",
  audience_not_allowed: "Esta aplicación no está configurada para el servicio al que llama.",
  access_tokens_disabled: "Esta aplicación todavía no está configurada para llamar a otros servicios.",
  network_error:
    "No hemos podido conectar con el servidor. Comprueba tu conexión y vuelve a intentarlo. Si tu conexión funciona, el problema es nuestro.",
  aborted: "La solicitud se ha cancelado.",
  passkey_canceled: "No se ha usado ninguna llave de acceso. Inténtalo de nuevo o elige otra forma.",
  passkey_rejected: "No puedes iniciar sesión con esta llave de acceso. Elige otra forma.",
  passkey_unavailable: "No ha funcionado. Inténtalo de nuevo en un momento o elige otra forma.",
  unexpected_reply: "Se ha producido un error por nuestra parte. Vuelve a intentarlo en un momento."
}

/**
 * Returns a problem in words for users.
 *
 * ```ts
 * import { createClient } from "@latchkey/client"
 * import { messageOf } from "@latchkey/client/messages/es"
 *
 * const result = await createClient().signOut()
 * if (!result.ok) console.log(messageOf(result.problem))
 * ```
 */
export const messageOf = makeMessageOf("es", messages)
