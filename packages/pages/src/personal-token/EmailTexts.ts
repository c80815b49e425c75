/** The texts of emails about personal access tokens, in every language. */
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { Notices } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

export const notices = inEach<Notices<"personal_token_created">>(
  {
    personal_token_created: {
      subject: ({ instance }) => `An access token was created for your ${instance} account`,
      event: ({ place, ...occasion }) =>
        `An access token was created for your account at ${place} ${en.when(occasion)}.`,
      effect: "Any program with this token can use your account. Your account page lists all your tokens."
    }
  },
  {
    de: {
      personal_token_created: {
        subject: ({ instance }) => `Für Ihr Konto bei ${instance} wurde ein Zugriffstoken erstellt`,
        event: ({ place, ...occasion }) =>
          de.on((time) => `Für Ihr Konto bei ${place} wurde ${time} ein Zugriffstoken erstellt.`, occasion),
        effect: "Ein Programm kann damit Ihr Konto verwenden. Ihre Kontoseite zeigt alle Ihre Token."
      }
    },
    fr: {
      personal_token_created: {
        subject: ({ instance }) => `Un jeton d’accès a été créé pour votre compte ${instance}`,
        event: ({ place, ...occasion }) =>
          `Un jeton d’accès a été créé pour votre compte ${place} ${fr.when(occasion)}.`,
        effect:
          "Un programme peut s’en servir pour utiliser votre compte. La page de votre compte affiche tous vos jetons."
      }
    },
    es: {
      personal_token_created: {
        subject: ({ instance }) => `Se ha creado un token de acceso para tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) =>
          `Se creó un token de acceso para tu cuenta de ${place} ${es.when(occasion)}.`,
        effect: "Con él, un programa puede usar tu cuenta. La página de tu cuenta muestra todos tus tokens."
      }
    },
    "pt-BR": {
      personal_token_created: {
        subject: ({ instance }) => `Um token de acesso foi criado para sua conta em ${instance}`,
        event: ({ place, ...occasion }) =>
          `Um token de acesso foi criado para sua conta em ${place} ${ptBr.when(occasion)}.`,
        effect: "Com ele, um programa pode usar sua conta. A página da sua conta mostra todos os seus tokens."
      }
    },
    ja: {
      personal_token_created: {
        subject: ({ instance }) => `${instance}のアカウントにアクセストークンが作成されました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、${place}のアカウントにアクセストークンが作成されました。`, occasion),
        effect:
          "プログラムがこのトークンでアカウントを利用できます。すべてのトークンはアカウントのページで確認できます。"
      }
    },
    ar: {
      personal_token_created: {
        subject: ({ instance }) => `أُنشئ رمز وصول لحسابك في ${instance}`,
        event: ({ place, ...occasion }) => `أُنشئ رمز وصول لحسابك في ${place} ${ar.when(occasion)}.`,
        effect: "يمكن لبرنامج استخدام حسابك به. تعرض صفحة حسابك جميع رموزك."
      }
    }
  }
)
