/** The texts of emails about the tokens of apps, in every language. */
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { Notices } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

export const notices = inEach<Notices<"refresh_token_replayed">>(
  {
    refresh_token_replayed: {
      subject: ({ instance }) => `An app was signed out of your ${instance} account`,
      event: ({ place, ...occasion }) =>
        `An app was signed out of your account at ${place} ${en.when(occasion)}, because an old copy of its key was used.`,
      effect: "Someone else may have that copy. Sign in to the app again."
    }
  },
  {
    de: {
      refresh_token_replayed: {
        subject: ({ instance }) => `Eine App wurde von Ihrem Konto bei ${instance} abgemeldet`,
        event: ({ place, ...occasion }) =>
          de.on(
            (time) =>
              `Eine App wurde ${time} von Ihrem Konto bei ${place} abgemeldet, weil eine alte Kopie ihres Schlüssels verwendet wurde.`,
            occasion
          ),
        effect: "Vielleicht hat jemand anderes diese Kopie. Melden Sie sich in der App neu an."
      }
    },
    fr: {
      refresh_token_replayed: {
        subject: ({ instance }) => `Une application a été déconnectée de votre compte ${instance}`,
        event: ({ place, ...occasion }) =>
          `Une application a été déconnectée de votre compte ${place} ${fr.when(occasion)}, car une ancienne copie de sa clé a été utilisée.`,
        effect: "Quelqu’un d’autre possède peut-être cette copie. Reconnectez-vous dans l’application."
      }
    },
    es: {
      refresh_token_replayed: {
        subject: ({ instance }) => `Se ha cerrado la sesión de una aplicación en tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) =>
          `Se cerró la sesión de una aplicación en tu cuenta de ${place} ${es.when(occasion)}, porque se usó una copia antigua de su clave.`,
        effect: "Puede que otra persona tenga esa copia. Vuelve a iniciar sesión en la aplicación."
      }
    },
    "pt-BR": {
      refresh_token_replayed: {
        subject: ({ instance }) => `Um aplicativo foi desconectado da sua conta em ${instance}`,
        event: ({ place, ...occasion }) =>
          `Um aplicativo foi desconectado da sua conta em ${place} ${ptBr.when(occasion)}, porque uma cópia antiga da chave dele foi usada.`,
        effect: "Outra pessoa pode ter essa cópia. Entre de novo no aplicativo."
      }
    },
    ja: {
      refresh_token_replayed: {
        subject: ({ instance }) => `アプリが${instance}のアカウントからログアウトされました`,
        event: ({ place, ...occasion }) =>
          ja.on(
            `${occasion.time}に、古いキーが使われたため、アプリが${place}のアカウントからログアウトされました。`,
            occasion
          ),
        effect: "ほかの人がそのキーを持っている可能性があります。アプリでもう一度ログインしてください。"
      }
    },
    ar: {
      refresh_token_replayed: {
        subject: ({ instance }) => `سُجّل خروج تطبيق من حسابك في ${instance}`,
        event: ({ place, ...occasion }) =>
          `سُجّل خروج تطبيق من حسابك في ${place} ${ar.when(occasion)} لأن نسخة قديمة من مفتاحه استُخدمت.`,
        effect: "قد تكون هذه النسخة لدى شخص آخر. سجّل الدخول إلى التطبيق من جديد."
      }
    }
  }
)
