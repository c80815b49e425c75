/** The texts of emails in Spanish. */
import { maxFailures } from "@latchkey/domain/account/SignInFailures"
import type { EmailTexts, Lifetime, Occasion } from "../EmailTexts.ts"
import * as Format from "../Format.ts"

const format = Format.make("es")

const forms = {
  minute: { one: "# minuto", other: "# minutos" },
  day: { one: "# día", other: "# días" }
}
const duration = ({ count, unit }: Lifetime) => format.plural(count, forms[unit])

const when = ({ device, time }: Occasion) =>
  device === undefined ? `el ${time}` : `el ${time}, en este dispositivo: ${device}`

const requested = (occasion: Occasion) => `Este enlace se solicitó ${when(occasion)}.`

const othersSignedOut = "Se ha cerrado la sesión en todos los demás dispositivos."
const ignore = "Ignora este correo y no compartas el enlace."

export const emails: EmailTexts = {
  space: " ",
  time: format.time,
  device: ({ browser, system }) => (system === undefined ? browser : `${browser} en ${system}`),
  unknownDevice: "Dispositivo desconocido",
  validity: (lifetime) => `El enlace solo funciona una vez y caduca en ${duration(lifetime)}.`,
  copyLink: "O copia esta dirección en tu navegador:",
  magicLink: {
    subject: ({ instance }) => `Inicia sesión en ${instance}`,
    action: ({ instance }) => `Iniciar sesión en ${instance}`,
    purpose: ({ place }) => `Usa este enlace para iniciar sesión en ${place}.`,
    origin: requested,
    advice: `¿No lo has solicitado? ${ignore}`
  },
  magicLinkCode: {
    about: (lifetime) =>
      `O escribe este código donde solicitaste el enlace. Caduca ${duration(lifetime)} después de tu solicitud.`,
    advice: "¿No lo has solicitado? Ignora este correo. No compartas el enlace ni el código con nadie."
  },
  passwordReset: {
    subject: ({ instance }) => `Crea una contraseña nueva para ${instance}`,
    action: () => "Crear una contraseña nueva",
    purpose: ({ place }) => `Usa este enlace para crear una contraseña nueva para tu cuenta de ${place}.`,
    origin: requested,
    advice: `¿No lo has solicitado? ${ignore} Tu contraseña no cambiará.`
  },
  signUp: {
    subject: ({ instance }) => `Completa tu registro en ${instance}`,
    action: () => "Completar el registro",
    purpose: ({ place }) => `Usa este enlace para crear tu cuenta de ${place}.`,
    origin: (occasion) => `Alguien se registró con esta dirección de correo electrónico ${when(occasion)}.`,
    advice: `¿No has sido tú? ${ignore} Sin él no se crea ninguna cuenta.`
  },
  existingAccount: {
    subject: ({ instance }) => `Ya tienes una cuenta de ${instance}`,
    event: ({ place, ...occasion }) =>
      `Alguien, quizá tú, intentó registrarse con esta dirección de correo electrónico ${when(occasion)}. Ya tienes una cuenta de ${place}.`,
    signIn: "Solo tienes que iniciar sesión:",
    setPassword: "¿Has olvidado tu contraseña? Crea una nueva:",
    advice: "¿No has sido tú? No tienes que hacer nada. No ha cambiado nada."
  },
  invitation: {
    subject: ({ instance }) => `Te han invitado a ${instance}`,
    action: ({ instance }) => `Unirme a ${instance}`,
    purpose: ({ place }) => `Tienes una invitación. Usa este enlace para crear tu cuenta de ${place}.`,
    origin: (occasion) => `Un administrador te invitó ${when(occasion)}.`,
    advice: `¿No lo esperabas? ${ignore} Sin él no se crea ninguna cuenta.`
  },
  emailChange: {
    subject: () => "Confirma tu nuevo correo electrónico",
    action: () => "Confirmar el nuevo correo electrónico",
    purpose: ({ place }) => `Usa este enlace para confirmar tu nuevo correo electrónico en ${place}.`,
    origin: (occasion) => `${requested(occasion)} Abre el enlace en un navegador en el que hayas iniciado sesión.`,
    advice: `¿No lo has solicitado? ${ignore} No cambiará nada.`
  },
  emailChanged: {
    subject: () => "Se ha cambiado tu correo electrónico",
    action: () => "Recuperar esta dirección",
    purpose: ({ place }) =>
      `Alguien ha cambiado el correo electrónico de tu cuenta de ${place}. Si no has sido tú, usa este enlace para recuperar esta dirección.`,
    origin: (occasion) => `La dirección se cambió ${when(occasion)}.`,
    advice: "¿Has sido tú? Entonces no tienes que hacer nada. No compartas el enlace."
  },
  factorRecovery: {
    subject: ({ instance }) => `Alguien quiere recuperar tu cuenta de ${instance}`,
    action: () => "Ver o cancelar la solicitud",
    purpose: ({ place }) =>
      `Alguien que ha entrado en tu cuenta de ${place} dice que ha perdido las llaves de acceso y la aplicación de autenticación, y quiere quitarlas.`,
    period: ({ from, until }) =>
      `Este enlace lo permite desde el ${from} hasta el ${until}. También sirve para cancelar la solicitud en cualquier momento.`,
    origin: requested,
    advice:
      "¿No has sido tú? Abre el enlace y cancela la solicitud. Después crea una contraseña nueva: otra persona podría entrar en tu cuenta. No compartas el enlace."
  },
  factorRecoveryReady: {
    subject: ({ instance }) => `Ya puedes recuperar tu cuenta de ${instance}`,
    action: () => "Recuperar tu cuenta",
    purpose: ({ place }) =>
      `Usa este enlace para quitar de tu cuenta de ${place} las llaves de acceso y la aplicación de autenticación que has perdido. Después inicia sesión y configura otras nuevas.`,
    period: ({ until }) => `Funciona una vez, hasta el ${until}.`,
    origin: requested,
    advice:
      "¿No has sido tú? Abre el enlace y cancela la solicitud. Después crea una contraseña nueva: otra persona podría entrar en tu cuenta. No compartas el enlace."
  },
  notices: {
    password_set: {
      subject: ({ instance }) => `Se ha creado una contraseña para tu cuenta de ${instance}`,
      event: ({ place, ...occasion }) => `Se creó una contraseña para tu cuenta de ${place} ${when(occasion)}.`,
      effect: othersSignedOut
    },
    password_changed: {
      subject: ({ instance }) => `Se ha cambiado la contraseña de tu cuenta de ${instance}`,
      event: ({ place, ...occasion }) => `Se cambió la contraseña de tu cuenta de ${place} ${when(occasion)}.`,
      effect: othersSignedOut
    },
    account_claimed: {
      subject: ({ instance }) => `Se ha quitado la contraseña de tu cuenta de ${instance}`,
      event: ({ place, ...occasion }) =>
        `Verificaste esta dirección de correo electrónico en ${place} ${when(occasion)}.`,
      effect:
        "Ya existía una cuenta con esta dirección, y quizá no la creaste tú. Por eso se ha quitado su contraseña y se ha cerrado la sesión en todos los demás dispositivos."
    },
    sessions_revoked: {
      subject: ({ instance }) => `Se ha cerrado tu sesión de ${instance} en todos los dispositivos`,
      event: ({ place, ...occasion }) =>
        `Un administrador cerró tu sesión de ${place} en todos los dispositivos ${when(occasion)}.`,
      effect: "Para continuar, vuelve a iniciar sesión."
    },
    failed_sign_ins: {
      subject: ({ instance }) => `Demasiados inicios de sesión fallidos en tu cuenta de ${instance}`,
      event: ({ place, time }) =>
        `Hasta el ${time} han fallado al menos ${maxFailures} inicios de sesión seguidos en tu cuenta de ${place}.`,
      effect:
        "Para proteger tu cuenta, tu contraseña ya no funciona en dispositivos nuevos. Los dispositivos en los que ya has iniciado sesión no se ven afectados."
    },
    deletion_scheduled: {
      subject: ({ instance }) => `Tu cuenta de ${instance} se eliminará`,
      event: ({ place, ...occasion }) => `Tu solicitud para eliminar tu cuenta de ${place} se hizo ${when(occasion)}.`,
      effect: othersSignedOut
    },
    deletion_cancelled: {
      subject: ({ instance }) => `Tu cuenta de ${instance} no se eliminará`,
      event: ({ place, ...occasion }) => `La eliminación de tu cuenta de ${place} se canceló ${when(occasion)}.`,
      effect: "Conservamos tu cuenta."
    },
    email_restored: {
      subject: ({ instance }) => `Tu cuenta de ${instance} vuelve a tener su dirección anterior`,
      event: ({ place, ...occasion }) =>
        `Se recuperó la dirección anterior de tu cuenta de ${place} ${when(occasion)}. La dirección en la que recibes este correo ya no está asociada a ella.`,
      effect: "Las dos direcciones ya se habían recuperado antes, así que no hay ningún enlace para deshacerlo."
    },
    passkey_added: {
      subject: ({ instance }) => `Se ha añadido una llave de acceso a tu cuenta de ${instance}`,
      event: ({ place, ...occasion }) => `Se añadió una llave de acceso a tu cuenta de ${place} ${when(occasion)}.`,
      effect:
        "A partir de ahora puedes iniciar sesión con ella. La página de tu cuenta muestra todas tus llaves de acceso."
    },
    passkey_removed: {
      subject: ({ instance }) => `Se ha quitado una llave de acceso de tu cuenta de ${instance}`,
      event: ({ place, ...occasion }) => `Se quitó una llave de acceso de tu cuenta de ${place} ${when(occasion)}.`,
      effect: "Ya no puedes iniciar sesión con ella."
    },
    second_factor_added: {
      subject: ({ instance }) => `Tu cuenta de ${instance} tiene un segundo factor`,
      event: ({ place, ...occasion }) =>
        `Se configuró una aplicación de autenticación para tu cuenta de ${place} ${when(occasion)}.`,
      effect:
        "Cuando inicies sesión, te pediremos un código de esta aplicación. Guarda tus códigos de recuperación en un lugar seguro."
    },
    second_factor_removed: {
      subject: ({ instance }) => `Se ha quitado el segundo factor de tu cuenta de ${instance}`,
      event: ({ place, ...occasion }) => `Se quitó el segundo factor de tu cuenta de ${place} ${when(occasion)}.`,
      effect: "Cuando inicies sesión, ya no te pediremos un código de tu aplicación de autenticación."
    },
    recovery_codes_renewed: {
      subject: ({ instance }) => `Tu cuenta de ${instance} tiene nuevos códigos de recuperación`,
      event: ({ place, ...occasion }) =>
        `Se crearon nuevos códigos de recuperación para tu cuenta de ${place} ${when(occasion)}.`,
      effect: "Los anteriores ya no funcionan."
    },
    recovery_codes_removed: {
      subject: ({ instance }) => `Se han eliminado los códigos de recuperación de tu cuenta de ${instance}`,
      event: ({ place, ...occasion }) =>
        `Se eliminaron los códigos de recuperación de tu cuenta de ${place} ${when(occasion)}.`,
      effect: "Se habían creado hacía poco y ya no funcionan. Puedes crear otros en la página de tu cuenta."
    },
    recovery_code_used: {
      subject: ({ instance }) => `Se ha usado un código de recuperación de tu cuenta de ${instance}`,
      event: ({ place, ...occasion }) =>
        `Alguien inició sesión en tu cuenta de ${place} con un código de recuperación ${when(occasion)}.`,
      effect: "Este código ya no vuelve a funcionar. Puedes crear otros en la página de tu cuenta."
    },
    second_factor_reset: {
      subject: ({ instance }) => `Se ha restablecido el segundo factor de tu cuenta de ${instance}`,
      event: ({ place, ...occasion }) =>
        `Un administrador quitó el segundo factor de tu cuenta de ${place} ${when(occasion)}.`,
      effect: "Puedes configurar otro en la página de tu cuenta."
    },
    passkeys_reset: {
      subject: ({ instance }) => `Se han quitado las llaves de acceso de tu cuenta de ${instance}`,
      event: ({ place, ...occasion }) =>
        `Un administrador quitó todas las llaves de acceso de tu cuenta de ${place} ${when(occasion)}.`,
      effect:
        "Se ha cerrado la sesión en todos los dispositivos. Inicia sesión y añade otra llave de acceso en la página de tu cuenta."
    },
    factor_recovery_completed: {
      subject: ({ instance }) => `Se han quitado las llaves de acceso y el segundo factor de tu cuenta de ${instance}`,
      event: ({ place, ...occasion }) =>
        `Las llaves de acceso y la aplicación de autenticación de tu cuenta de ${place} se quitaron con un enlace recibido por correo ${when(occasion)}.`,
      effect: "La sesión se ha cerrado en todos los dispositivos. Inicia sesión y configura otras nuevas."
    }
  },
  deletion: ({ time }) => `La eliminaremos el ${time}. Después no podrás recuperarla.`,
  help: {
    setPassword: "¿No has sido tú? Crea ahora una contraseña nueva:",
    contact: ({ instance, support }) =>
      support === undefined
        ? `¿No has sido tú? Ponte en contacto con ${instance}.`
        : `¿No has sido tú? Ponte en contacto con ${instance}: ${support}`,
    contactWithQuestions: ({ instance, support }) =>
      support === undefined
        ? `¿Tienes preguntas? Ponte en contacto con ${instance}.`
        : `¿Tienes preguntas? Ponte en contacto con ${instance}: ${support}`,
    signInWithLink: ({ button }) =>
      `¿Quieres iniciar sesión en un dispositivo nuevo? En la página de inicio de sesión, elige «${button}». Después tu contraseña volverá a funcionar en todas partes.`,
    setPasswordOnNewDevice: "¿Quieres iniciar sesión en un dispositivo nuevo? Crea una contraseña nueva:",
    keepAccount: ({ button }) =>
      `¿Has cambiado de opinión o no has sido tú? Inicia sesión y elige «${button}». Si no has sido tú, crea también una contraseña nueva:`
  }
}
