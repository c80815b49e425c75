/** The texts of emails about passwords, in every language. */
import { maxFailures } from "@latchkey/domain/account/SignInFailures"
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { Notices } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

export const notices = inEach<Notices<"password_set" | "password_changed" | "failed_sign_ins">>(
  {
    password_set: {
      subject: ({ instance }) => `A password was set for your ${instance} account`,
      event: ({ place, ...occasion }) => `A password was set for your account at ${place} ${en.when(occasion)}.`,
      effect: en.othersSignedOut
    },
    password_changed: {
      subject: ({ instance }) => `The password of your ${instance} account was changed`,
      event: ({ place, ...occasion }) => `The password of your account at ${place} was changed ${en.when(occasion)}.`,
      effect: en.othersSignedOut
    },
    failed_sign_ins: {
      subject: ({ instance }) => `Too many failed sign-ins to your ${instance} account`,
      event: ({ place, time }) =>
        `As of ${time}, at least ${maxFailures} sign-ins in a row to your account at ${place} have failed.`,
      effect:
        "To protect your account, your password no longer works on new devices. Devices that you have signed in on before aren't affected."
    }
  },
  {
    de: {
      password_set: {
        subject: ({ instance }) => `Für Ihr Konto bei ${instance} wurde ein Passwort festgelegt`,
        event: ({ place, ...occasion }) =>
          de.on((time) => `Für Ihr Konto bei ${place} wurde ${time} ein Passwort festgelegt.`, occasion),
        effect: de.othersSignedOut
      },
      password_changed: {
        subject: ({ instance }) => `Das Passwort Ihres Kontos bei ${instance} wurde geändert`,
        event: ({ place, ...occasion }) =>
          de.on((time) => `Das Passwort Ihres Kontos bei ${place} wurde ${time} geändert.`, occasion),
        effect: de.othersSignedOut
      },
      failed_sign_ins: {
        subject: ({ instance }) => `Ihr Konto bei ${instance}: zu viele fehlgeschlagene Anmeldungen`,
        event: ({ place, time }) =>
          `Bis zum ${time} sind mindestens ${maxFailures} Anmeldeversuche in Folge für Ihr Konto bei ${place} fehlgeschlagen.`,
        effect:
          "Zum Schutz Ihres Kontos funktioniert Ihr Passwort auf neuen Geräten nicht mehr. Geräte, auf denen Sie sich schon einmal angemeldet haben, sind nicht betroffen."
      }
    },
    fr: {
      password_set: {
        subject: ({ instance }) => `Un mot de passe a été défini pour votre compte ${instance}`,
        event: ({ place, ...occasion }) =>
          `Un mot de passe a été défini pour votre compte ${place} ${fr.when(occasion)}.`,
        effect: fr.othersSignedOut
      },
      password_changed: {
        subject: ({ instance }) => `Le mot de passe de votre compte ${instance} a été modifié`,
        event: ({ place, ...occasion }) =>
          `Le mot de passe de votre compte ${place} a été modifié ${fr.when(occasion)}.`,
        effect: fr.othersSignedOut
      },
      failed_sign_ins: {
        subject: ({ instance }) => `Trop d’échecs de connexion à votre compte ${instance}`,
        event: ({ place, time }) =>
          `À la date du ${time}, au moins ${maxFailures} tentatives de connexion consécutives à votre compte ${place} ont échoué.`,
        effect:
          "Pour protéger votre compte, votre mot de passe ne fonctionne plus sur de nouveaux appareils. Les appareils sur lesquels vous vous êtes déjà connecté ne sont pas concernés."
      }
    },
    es: {
      password_set: {
        subject: ({ instance }) => `Se ha creado una contraseña para tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) => `Se creó una contraseña para tu cuenta de ${place} ${es.when(occasion)}.`,
        effect: es.othersSignedOut
      },
      password_changed: {
        subject: ({ instance }) => `Se ha cambiado la contraseña de tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) => `Se cambió la contraseña de tu cuenta de ${place} ${es.when(occasion)}.`,
        effect: es.othersSignedOut
      },
      failed_sign_ins: {
        subject: ({ instance }) => `Demasiados inicios de sesión fallidos en tu cuenta de ${instance}`,
        event: ({ place, time }) =>
          `Hasta el ${time} han fallado al menos ${maxFailures} inicios de sesión seguidos en tu cuenta de ${place}.`,
        effect:
          "Para proteger tu cuenta, tu contraseña ya no funciona en dispositivos nuevos. Los dispositivos en los que ya has iniciado sesión no se ven afectados."
      }
    },
    "pt-BR": {
      password_set: {
        subject: ({ instance }) => `Uma senha foi criada para sua conta em ${instance}`,
        event: ({ place, ...occasion }) => `Uma senha foi criada para sua conta em ${place} ${ptBr.when(occasion)}.`,
        effect: ptBr.othersSignedOut
      },
      password_changed: {
        subject: ({ instance }) => `A senha da sua conta em ${instance} foi alterada`,
        event: ({ place, ...occasion }) => `A senha da sua conta em ${place} foi alterada ${ptBr.when(occasion)}.`,
        effect: ptBr.othersSignedOut
      },
      failed_sign_ins: {
        subject: ({ instance }) => `Muitas tentativas de entrar na sua conta em ${instance} falharam`,
        event: ({ place, time }) =>
          `Até ${time}, pelo menos ${maxFailures} tentativas seguidas de entrar na sua conta em ${place} falharam.`,
        effect:
          "Para proteger sua conta, sua senha não funciona mais em dispositivos novos. Os dispositivos em que você já entrou antes não são afetados."
      }
    },
    ja: {
      password_set: {
        subject: ({ instance }) => `${instance}のアカウントにパスワードが設定されました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、${place}のアカウントにパスワードが設定されました。`, occasion),
        effect: ja.othersSignedOut
      },
      password_changed: {
        subject: ({ instance }) => `${instance}のアカウントのパスワードが変更されました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、${place}のアカウントのパスワードが変更されました。`, occasion),
        effect: ja.othersSignedOut
      },
      failed_sign_ins: {
        subject: ({ instance }) => `${instance}のアカウントへのログインの失敗が多すぎます`,
        event: ({ place, time }) =>
          `${time}の時点で、${place}のアカウントへのログインが${maxFailures}回以上続けて失敗しています。`,
        effect:
          "アカウントを保護するため、新しいデバイスではパスワードを使用できなくなりました。以前にログインしたことのあるデバイスには影響しません。"
      }
    },
    ar: {
      password_set: {
        subject: ({ instance }) => `عُيّنت كلمة مرور لحسابك في ${instance}`,
        event: ({ place, ...occasion }) => `عُيّنت كلمة مرور لحسابك في ${place} ${ar.when(occasion)}.`,
        effect: ar.othersSignedOut
      },
      password_changed: {
        subject: ({ instance }) => `تم تغيير كلمة مرور حسابك في ${instance}`,
        event: ({ place, ...occasion }) => `تم تغيير كلمة مرور حسابك في ${place} ${ar.when(occasion)}.`,
        effect: ar.othersSignedOut
      },
      failed_sign_ins: {
        subject: ({ instance }) => `محاولات كثيرة فاشلة لتسجيل الدخول إلى حسابك في ${instance}`,
        event: ({ place, time }) =>
          `حتى ${time}، فشلت ${maxFailures} محاولة متتالية على الأقل لتسجيل الدخول إلى حسابك في ${place}.`,
        effect:
          "لحماية حسابك، لم تعد كلمة مرورك تعمل على الأجهزة الجديدة. لا تتأثر الأجهزة التي سبق أن سجّلت الدخول عليها."
      }
    }
  }
)
