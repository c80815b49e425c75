/** The texts of the emails of invitations, in every language. */
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { LinkTexts } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

export const emails = inEach<{ readonly invitation: LinkTexts }>(
  {
    invitation: {
      subject: ({ instance }) => `Your invitation to ${instance}`,
      action: ({ instance }) => `Join ${instance}`,
      purpose: ({ place }) => `You're invited. Use this link to create your account at ${place}.`,
      origin: (occasion) => `An administrator invited you ${en.when(occasion)}.`,
      advice: "Not expecting this? Ignore this email and don't share the link. Without it, no account is created."
    }
  },
  {
    de: {
      invitation: {
        subject: ({ instance }) => `Ihre Einladung zu ${instance}`,
        action: () => "Konto erstellen",
        purpose: ({ place }) => `Sie sind eingeladen. Mit diesem Link erstellen Sie Ihr Konto bei ${place}.`,
        origin: (occasion) => de.on((time) => `Ein Administrator hat Sie ${time} eingeladen.`, occasion),
        advice:
          "Sie haben das nicht erwartet? Ignorieren Sie diese E-Mail und geben Sie den Link nicht weiter. Ohne ihn wird kein Konto erstellt."
      }
    },
    fr: {
      invitation: {
        subject: ({ instance }) => `Votre invitation à rejoindre ${instance}`,
        action: ({ instance }) => `Rejoindre ${instance}`,
        purpose: ({ place }) => `Vous avez reçu une invitation. Voici votre lien pour créer votre compte ${place}.`,
        origin: (occasion) => `Un administrateur vous a envoyé une invitation ${fr.when(occasion)}.`,
        advice: `Vous ne vous y attendiez pas ? ${fr.ignore} Sans lui, aucun compte ne sera créé.`
      }
    },
    es: {
      invitation: {
        subject: ({ instance }) => `Te han invitado a ${instance}`,
        action: ({ instance }) => `Unirme a ${instance}`,
        purpose: ({ place }) => `Tienes una invitación. Usa este enlace para crear tu cuenta de ${place}.`,
        origin: (occasion) => `Un administrador te invitó ${es.when(occasion)}.`,
        advice: `¿No lo esperabas? ${es.ignore} Sin él no se crea ninguna cuenta.`
      }
    },
    "pt-BR": {
      invitation: {
        subject: ({ instance }) => `Seu convite para ${instance}`,
        action: () => "Criar minha conta",
        purpose: ({ place }) => `Você recebeu um convite. Use este link para criar sua conta em ${place}.`,
        origin: (occasion) => `Um administrador convidou você ${ptBr.when(occasion)}.`,
        advice: `Não esperava este convite? ${ptBr.ignore} Sem ele, nenhuma conta será criada.`
      }
    },
    ja: {
      invitation: {
        subject: ({ instance }) => `${instance}への招待`,
        action: () => "アカウントを作成",
        purpose: ({ place }) => `招待が届いています。このリンクから${place}のアカウントを作成できます。`,
        origin: (occasion) => ja.on(`${occasion.time}に、管理者から招待が送信されました。`, occasion),
        advice: `お心当たりのない場合、${ja.ignore}リンクを使用しないかぎり、アカウントは作成されません。`
      }
    },
    ar: {
      invitation: {
        subject: ({ instance }) => `دعوتك للانضمام إلى ${instance}`,
        action: ({ instance }) => `الانضمام إلى ${instance}`,
        purpose: ({ place }) => `وصلتك دعوة. استخدم هذا الرابط لإنشاء حسابك في ${place}.`,
        origin: (occasion) => `دعاك أحد المسؤولين ${ar.when(occasion)}.`,
        advice: `لم تكن تتوقع هذه الدعوة؟ ${ar.ignore} لن يُنشأ أي حساب من دونه.`
      }
    }
  }
)
