/** The texts of emails about accounts at identity providers, in every language. */
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { Notices } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

export const notices = inEach<Notices<"identity_added" | "identity_removed">>(
  {
    identity_added: {
      subject: ({ instance }) => `Another account was connected to your ${instance} account`,
      event: ({ place, ...occasion }) =>
        `An account at another service was connected to your account at ${place} ${en.when(occasion)}.`,
      effect: "You can sign in with it from now on. Your account page lists all connected accounts."
    },
    identity_removed: {
      subject: ({ instance }) => `An account was disconnected from your ${instance} account`,
      event: ({ place, ...occasion }) =>
        `An account at another service was disconnected from your account at ${place} ${en.when(occasion)}.`,
      effect: "You can't sign in with it anymore."
    }
  },
  {
    de: {
      identity_added: {
        subject: ({ instance }) => `Mit Ihrem Konto bei ${instance} wurde ein weiteres Konto verbunden`,
        event: ({ place, ...occasion }) =>
          de.on(
            (time) => `Mit Ihrem Konto bei ${place} wurde ${time} ein Konto bei einem anderen Dienst verbunden.`,
            occasion
          ),
        effect: "Ab jetzt können Sie sich damit anmelden. Ihre Kontoseite zeigt alle verbundenen Konten."
      },
      identity_removed: {
        subject: ({ instance }) => `Ein Konto wurde von Ihrem Konto bei ${instance} getrennt`,
        event: ({ place, ...occasion }) =>
          de.on(
            (time) => `Ein Konto bei einem anderen Dienst wurde ${time} von Ihrem Konto bei ${place} getrennt.`,
            occasion
          ),
        effect: "Sie können sich damit nicht mehr anmelden."
      }
    },
    fr: {
      identity_added: {
        subject: ({ instance }) => `Un autre compte a été associé à votre compte ${instance}`,
        event: ({ place, ...occasion }) =>
          `Un compte d’un autre service a été associé à votre compte ${place} ${fr.when(occasion)}.`,
        effect:
          "Vous pouvez désormais vous connecter avec ce compte. La page de votre compte affiche tous les comptes associés."
      },
      identity_removed: {
        subject: ({ instance }) => `Un compte a été dissocié de votre compte ${instance}`,
        event: ({ place, ...occasion }) =>
          `Un compte d’un autre service a été dissocié de votre compte ${place} ${fr.when(occasion)}.`,
        effect: "Vous ne pouvez plus vous connecter avec ce compte."
      }
    },
    es: {
      identity_added: {
        subject: ({ instance }) => `Se ha conectado otra cuenta a tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) =>
          `Se conectó una cuenta de otro servicio a tu cuenta de ${place} ${es.when(occasion)}.`,
        effect:
          "A partir de ahora puedes iniciar sesión con ella. La página de tu cuenta muestra todas las cuentas conectadas."
      },
      identity_removed: {
        subject: ({ instance }) => `Se ha desconectado una cuenta de tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) =>
          `Se desconectó una cuenta de otro servicio de tu cuenta de ${place} ${es.when(occasion)}.`,
        effect: "Ya no puedes iniciar sesión con ella."
      }
    },
    "pt-BR": {
      identity_added: {
        subject: ({ instance }) => `Outra conta foi conectada à sua conta em ${instance}`,
        event: ({ place, ...occasion }) =>
          `Uma conta de outro serviço foi conectada à sua conta em ${place} ${ptBr.when(occasion)}.`,
        effect: "A partir de agora, você pode entrar com ela. A página da sua conta mostra todas as contas conectadas."
      },
      identity_removed: {
        subject: ({ instance }) => `Uma conta foi desconectada da sua conta em ${instance}`,
        event: ({ place, ...occasion }) =>
          `Uma conta de outro serviço foi desconectada da sua conta em ${place} ${ptBr.when(occasion)}.`,
        effect: "Você não pode mais entrar com ela."
      }
    },
    ja: {
      identity_added: {
        subject: ({ instance }) => `${instance}のアカウントに別のアカウントが連携されました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、${place}のアカウントに他のサービスのアカウントが連携されました。`, occasion),
        effect:
          "今後はそのアカウントでログインできます。連携しているアカウントはアカウントのページですべて確認できます。"
      },
      identity_removed: {
        subject: ({ instance }) => `${instance}のアカウントの連携が解除されました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、${place}のアカウントと他のサービスのアカウントの連携が解除されました。`, occasion),
        effect: "そのアカウントではログインできなくなりました。"
      }
    },
    ar: {
      identity_added: {
        subject: ({ instance }) => `رُبط حساب آخر بحسابك في ${instance}`,
        event: ({ place, ...occasion }) => `رُبط حساب في خدمة أخرى بحسابك في ${place} ${ar.when(occasion)}.`,
        effect: "يمكنك من الآن تسجيل الدخول به. تعرض صفحة حسابك جميع الحسابات المرتبطة."
      },
      identity_removed: {
        subject: ({ instance }) => `أُلغي ربط حساب بحسابك في ${instance}`,
        event: ({ place, ...occasion }) => `أُلغي ربط حساب في خدمة أخرى بحسابك في ${place} ${ar.when(occasion)}.`,
        effect: "لم يعد بإمكانك تسجيل الدخول به."
      }
    }
  }
)
