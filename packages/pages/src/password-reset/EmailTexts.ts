/** The texts of the emails of setting a new password, in every language. */
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { LinkTexts } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

export const emails = inEach<{ readonly passwordReset: LinkTexts }>(
  {
    passwordReset: {
      subject: ({ instance }) => `Set a new password for ${instance}`,
      action: () => "Set a new password",
      purpose: ({ place }) => `Use this link to set a new password for your account at ${place}.`,
      origin: en.requested,
      advice: "Didn't request this? Ignore this email and don't share the link. Your password stays as it is."
    }
  },
  {
    de: {
      passwordReset: {
        subject: ({ instance }) => `Neues Passwort für ${instance} festlegen`,
        action: () => "Neues Passwort festlegen",
        purpose: ({ place }) => `Mit diesem Link legen Sie ein neues Passwort für Ihr Konto bei ${place} fest.`,
        origin: de.requested,
        advice:
          "Sie haben das nicht angefordert? Ignorieren Sie diese E-Mail und geben Sie den Link nicht weiter. Ihr Passwort bleibt unverändert."
      }
    },
    fr: {
      passwordReset: {
        subject: ({ instance }) => `Définissez un nouveau mot de passe pour ${instance}`,
        action: () => "Définir un nouveau mot de passe",
        purpose: ({ place }) => `Voici votre lien pour définir un nouveau mot de passe pour votre compte ${place}.`,
        origin: fr.requested,
        advice: `Vous n’avez rien demandé ? ${fr.ignore} Votre mot de passe reste inchangé.`
      }
    },
    es: {
      passwordReset: {
        subject: ({ instance }) => `Crea una contraseña nueva para ${instance}`,
        action: () => "Crear una contraseña nueva",
        purpose: ({ place }) => `Usa este enlace para crear una contraseña nueva para tu cuenta de ${place}.`,
        origin: es.requested,
        advice: `¿No lo has solicitado? ${es.ignore} Tu contraseña no cambiará.`
      }
    },
    "pt-BR": {
      passwordReset: {
        subject: ({ instance }) => `Crie uma nova senha para ${instance}`,
        action: () => "Criar uma nova senha",
        purpose: ({ place }) => `Use este link para criar uma nova senha para sua conta em ${place}.`,
        origin: ptBr.requested,
        advice: `Não foi você que pediu? ${ptBr.ignore} Sua senha continua a mesma.`
      }
    },
    ja: {
      passwordReset: {
        subject: ({ instance }) => `${instance}の新しいパスワードの設定`,
        action: () => "新しいパスワードを設定",
        purpose: ({ place }) => `このリンクから${place}のアカウントの新しいパスワードを設定できます。`,
        origin: ja.requested,
        advice: `お心当たりのない場合、${ja.ignore}パスワードは変更されません。`
      }
    },
    ar: {
      passwordReset: {
        subject: ({ instance }) => `تعيين كلمة مرور جديدة في ${instance}`,
        action: () => "تعيين كلمة مرور جديدة",
        purpose: ({ place }) => `استخدم هذا الرابط لتعيين كلمة مرور جديدة لحسابك في ${place}.`,
        origin: ar.requested,
        advice: `لم تطلب ذلك؟ ${ar.ignore} ستبقى كلمة مرورك كما هي.`
      }
    }
  }
)
