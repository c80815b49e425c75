/** The texts of emails about other devices that were signed in, in every language. */
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { Notices } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

export const notices = inEach<Notices<"device_approved">>(
  {
    device_approved: {
      subject: ({ instance }) => `Another device was signed in to your ${instance} account`,
      event: ({ place, ...occasion }) =>
        `Another device was signed in to your account at ${place} with a code ${en.when(occasion)}.`,
      effect: "You can sign it out on your account page, which lists all your devices."
    }
  },
  {
    de: {
      device_approved: {
        subject: ({ instance }) => `Ein anderes Gerät wurde in Ihrem Konto bei ${instance} angemeldet`,
        event: ({ place, ...occasion }) =>
          de.on(
            (time) => `In Ihrem Konto bei ${place} wurde ${time} ein anderes Gerät mit einem Code angemeldet.`,
            occasion
          ),
        effect: "Sie können es auf Ihrer Kontoseite abmelden, die alle Ihre Geräte zeigt."
      }
    },
    fr: {
      device_approved: {
        subject: ({ instance }) => `Un autre appareil a été connecté à votre compte ${instance}`,
        event: ({ place, ...occasion }) =>
          `Un autre appareil a été connecté avec un code à votre compte ${place} ${fr.when(occasion)}.`,
        effect: "Vous pouvez le déconnecter depuis la page de votre compte, qui affiche tous vos appareils."
      }
    },
    es: {
      device_approved: {
        subject: ({ instance }) => `Se ha iniciado sesión en otro dispositivo con tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) =>
          `Se inició sesión con un código en otro dispositivo con tu cuenta de ${place} ${es.when(occasion)}.`,
        effect: "Puedes cerrar su sesión en la página de tu cuenta, que muestra todos tus dispositivos."
      }
    },
    "pt-BR": {
      device_approved: {
        subject: ({ instance }) => `Outro dispositivo entrou na sua conta em ${instance}`,
        event: ({ place, ...occasion }) =>
          `Outro dispositivo entrou com um código na sua conta em ${place} ${ptBr.when(occasion)}.`,
        effect: "Você pode desconectá-lo na página da sua conta, que mostra todos os seus dispositivos."
      }
    },
    ja: {
      device_approved: {
        subject: ({ instance }) => `別のデバイスが${instance}のアカウントにログインしました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、別のデバイスがコードで${place}のアカウントにログインしました。`, occasion),
        effect: "すべてのデバイスはアカウントのページで確認でき、そこからログアウトさせることができます。"
      }
    },
    ar: {
      device_approved: {
        subject: ({ instance }) => `سُجّل دخول جهاز آخر إلى حسابك في ${instance}`,
        event: ({ place, ...occasion }) => `سُجّل دخول جهاز آخر برمز إلى حسابك في ${place} ${ar.when(occasion)}.`,
        effect: "يمكنك تسجيل خروجه من صفحة حسابك، التي تعرض جميع أجهزتك."
      }
    }
  }
)
