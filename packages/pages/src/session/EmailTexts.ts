/** The texts of emails about sessions, in every language. */
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { Notices } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

export const notices = inEach<Notices<"sessions_revoked">>(
  {
    sessions_revoked: {
      subject: ({ instance }) => `You were signed out of ${instance} on every device`,
      event: ({ place, ...occasion }) =>
        `An administrator signed you out of ${place} on every device ${en.when(occasion)}.`,
      effect: "To continue, sign in again."
    }
  },
  {
    de: {
      sessions_revoked: {
        subject: ({ instance }) => `Sie wurden bei ${instance} auf allen Geräten abgemeldet`,
        event: ({ place, ...occasion }) =>
          de.on((time) => `Ein Administrator hat Sie ${time} bei ${place} auf allen Geräten abgemeldet.`, occasion),
        effect: "Melden Sie sich wieder an, um fortzufahren."
      }
    },
    fr: {
      sessions_revoked: {
        subject: ({ instance }) => `Vous avez été déconnecté de votre compte ${instance} sur tous vos appareils`,
        event: ({ place, ...occasion }) =>
          `Un administrateur vous a déconnecté de votre compte ${place} sur tous vos appareils ${fr.when(occasion)}.`,
        effect: "Pour continuer, reconnectez-vous."
      }
    },
    es: {
      sessions_revoked: {
        subject: ({ instance }) => `Se ha cerrado tu sesión de ${instance} en todos los dispositivos`,
        event: ({ place, ...occasion }) =>
          `Un administrador cerró tu sesión de ${place} en todos los dispositivos ${es.when(occasion)}.`,
        effect: "Para continuar, vuelve a iniciar sesión."
      }
    },
    "pt-BR": {
      sessions_revoked: {
        subject: ({ instance }) => `Sua conta em ${instance} foi desconectada em todos os dispositivos`,
        event: ({ place, ...occasion }) =>
          `Um administrador desconectou você de ${place} em todos os dispositivos ${ptBr.when(occasion)}.`,
        effect: "Para continuar, entre novamente."
      }
    },
    ja: {
      sessions_revoked: {
        subject: ({ instance }) => `すべてのデバイスで${instance}からログアウトしました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、管理者の操作により、すべてのデバイスで${place}からログアウトしました。`, occasion),
        effect: "続けるには、もう一度ログインしてください。"
      }
    },
    ar: {
      sessions_revoked: {
        subject: ({ instance }) => `سُجّل خروجك من ${instance} على جميع الأجهزة`,
        event: ({ place, ...occasion }) => `سجّل أحد المسؤولين خروجك من ${place} على جميع الأجهزة ${ar.when(occasion)}.`,
        effect: "للمتابعة، سجّل الدخول من جديد."
      }
    }
  }
)
