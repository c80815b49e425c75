/** The texts of the emails of recovering an account, in every language. */
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { LinkTexts, Notices } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

/**
 * An email about a recovery of lost factors. `period`: a sentence that says from when until when the link removes them.
 */
export interface RecoveryTexts extends LinkTexts {
  readonly period: (values: { readonly from: string; readonly until: string }) => string
}

const advice = {
  en: "Wasn't this you? Open the link and cancel the request. Then set a new password: someone else could sign in to your account. Don't share the link.",
  de: "Das waren nicht Sie? Öffnen Sie den Link und brechen Sie die Anfrage ab. Legen Sie dann ein neues Passwort fest: Jemand anderes könnte sich bei Ihrem Konto anmelden. Geben Sie den Link nicht weiter.",
  fr: "Ce n’était pas vous ? Ouvrez le lien et annulez la demande. Définissez ensuite un nouveau mot de passe : quelqu’un d’autre pourrait se connecter à votre compte. Ne partagez pas le lien.",
  es: "¿No has sido tú? Abre el enlace y cancela la solicitud. Después crea una contraseña nueva: otra persona podría entrar en tu cuenta. No compartas el enlace.",
  "pt-BR":
    "Não foi você? Abra o link e cancele o pedido. Depois, crie uma nova senha: outra pessoa poderia entrar na sua conta. Não compartilhe o link.",
  ja: "お心当たりのない場合は、リンクを開いてリクエストを取り消し、新しいパスワードを設定してください。ほかの人がアカウントにログインできる可能性があります。リンクをほかの人に教えないでください。",
  ar: "ألم تكن أنت من فعل ذلك؟ افتح الرابط وألغِ الطلب. ثم عيّن كلمة مرور جديدة: قد يتمكن شخص آخر من تسجيل الدخول إلى حسابك. لا تشارك الرابط مع أحد."
}

export const emails = inEach<{ readonly factorRecovery: RecoveryTexts; readonly factorRecoveryReady: RecoveryTexts }>(
  {
    factorRecovery: {
      subject: ({ instance }) => `Someone wants to recover your ${instance} account`,
      action: () => "See or cancel the request",
      purpose: ({ place }) =>
        `Someone who signed in to your account at ${place} says that the passkeys and the authenticator app are lost, and wants to remove them.`,
      period: ({ from, until }) =>
        `This link does that from ${from} until ${until}. You can cancel the request with it at any time.`,
      origin: en.requested,
      advice: advice.en
    },
    factorRecoveryReady: {
      subject: ({ instance }) => `You can now recover your ${instance} account`,
      action: () => "Recover your account",
      purpose: ({ place }) =>
        `Use this link to remove the lost passkeys and the lost authenticator app of your account at ${place}. Then sign in and set up new ones.`,
      period: ({ until }) => `It works once, until ${until}.`,
      origin: en.requested,
      advice: advice.en
    }
  },
  {
    de: {
      factorRecovery: {
        subject: ({ instance }) => `Jemand möchte Ihr Konto bei ${instance} wiederherstellen`,
        action: () => "Anfrage ansehen oder abbrechen",
        purpose: ({ place }) =>
          `Jemand, der sich bei Ihrem Konto bei ${place} angemeldet hat, gibt an, die Passkeys und die Authenticator-App verloren zu haben, und möchte sie entfernen.`,
        period: ({ from, until }) =>
          `Mit diesem Link ist das vom ${from} bis zum ${until} möglich. Abbrechen können Sie die Anfrage damit jederzeit.`,
        origin: de.requested,
        advice: advice.de
      },
      factorRecoveryReady: {
        subject: ({ instance }) => `Sie können Ihr Konto bei ${instance} jetzt wiederherstellen`,
        action: () => "Konto wiederherstellen",
        purpose: ({ place }) =>
          `Mit diesem Link entfernen Sie die verlorenen Passkeys und die verlorene Authenticator-App Ihres Kontos bei ${place}. Danach melden Sie sich an und richten neue ein.`,
        period: ({ until }) => `Er funktioniert einmal, bis zum ${until}.`,
        origin: de.requested,
        advice: advice.de
      }
    },
    fr: {
      factorRecovery: {
        subject: ({ instance }) => `Quelqu’un souhaite récupérer votre compte ${instance}`,
        action: () => "Voir ou annuler la demande",
        purpose: ({ place }) =>
          `Une personne connectée à votre compte ${place} indique avoir perdu les clés d’accès et l’application d’authentification, et souhaite les supprimer.`,
        period: ({ from, until }) =>
          `Ce lien le permet du ${from} au ${until}. Il permet aussi d’annuler la demande à tout moment.`,
        origin: fr.requested,
        advice: advice.fr
      },
      factorRecoveryReady: {
        subject: ({ instance }) => `Vous pouvez maintenant récupérer votre compte ${instance}`,
        action: () => "Récupérer votre compte",
        purpose: ({ place }) =>
          `Ce lien vous permet de supprimer les clés d’accès et l’application d’authentification perdues de votre compte ${place}. Connectez-vous ensuite et configurez-en de nouvelles.`,
        period: ({ until }) => `Il fonctionne une fois, jusqu’au ${until}.`,
        origin: fr.requested,
        advice: advice.fr
      }
    },
    es: {
      factorRecovery: {
        subject: ({ instance }) => `Alguien quiere recuperar tu cuenta de ${instance}`,
        action: () => "Ver o cancelar la solicitud",
        purpose: ({ place }) =>
          `Alguien que ha entrado en tu cuenta de ${place} dice que ha perdido las llaves de acceso y la aplicación de autenticación, y quiere quitarlas.`,
        period: ({ from, until }) =>
          `Este enlace lo permite desde el ${from} hasta el ${until}. También sirve para cancelar la solicitud en cualquier momento.`,
        origin: es.requested,
        advice: advice.es
      },
      factorRecoveryReady: {
        subject: ({ instance }) => `Ya puedes recuperar tu cuenta de ${instance}`,
        action: () => "Recuperar tu cuenta",
        purpose: ({ place }) =>
          `Usa este enlace para quitar de tu cuenta de ${place} las llaves de acceso y la aplicación de autenticación que has perdido. Después inicia sesión y configura otras nuevas.`,
        period: ({ until }) => `Funciona una vez, hasta el ${until}.`,
        origin: es.requested,
        advice: advice.es
      }
    },
    "pt-BR": {
      factorRecovery: {
        subject: ({ instance }) => `Alguém quer recuperar sua conta em ${instance}`,
        action: () => "Ver ou cancelar o pedido",
        purpose: ({ place }) =>
          `Alguém que entrou na sua conta em ${place} diz que perdeu as chaves de acesso e o aplicativo autenticador e quer removê-los.`,
        period: ({ from, until }) =>
          `Este link permite isso entre ${from} e ${until}. Ele também cancela o pedido a qualquer momento.`,
        origin: ptBr.requested,
        advice: advice["pt-BR"]
      },
      factorRecoveryReady: {
        subject: ({ instance }) => `Agora você pode recuperar sua conta em ${instance}`,
        action: () => "Recuperar sua conta",
        purpose: ({ place }) =>
          `Use este link para remover as chaves de acesso e o aplicativo autenticador perdidos da sua conta em ${place}. Depois, entre e configure novos.`,
        period: ({ until }) => `Ele funciona uma vez, até ${until}.`,
        origin: ptBr.requested,
        advice: advice["pt-BR"]
      }
    },
    ja: {
      factorRecovery: {
        subject: ({ instance }) => `${instance}のアカウントの復旧がリクエストされました`,
        action: () => "リクエストを確認または取り消す",
        purpose: ({ place }) =>
          `${place}のアカウントにログインした方から、パスキーと認証アプリを紛失したため削除したいというリクエストがありました。`,
        period: ({ from, until }) =>
          `${from}から${until}まで、このリンクで削除できます。リクエストはこのリンクでいつでも取り消せます。`,
        origin: ja.requested,
        advice: advice.ja
      },
      factorRecoveryReady: {
        subject: ({ instance }) => `${instance}のアカウントを復旧できるようになりました`,
        action: () => "アカウントを復旧",
        purpose: ({ place }) =>
          `このリンクから、${place}のアカウントの紛失したパスキーと認証アプリを削除できます。その後、ログインして新しいものを設定してください。`,
        period: ({ until }) => `リンクは1回だけ、${until}まで使用できます。`,
        origin: ja.requested,
        advice: advice.ja
      }
    },
    ar: {
      factorRecovery: {
        subject: ({ instance }) => `يريد أحدهم استعادة حسابك في ${instance}`,
        action: () => "عرض الطلب أو إلغاؤه",
        purpose: ({ place }) =>
          `ذكر شخص سجّل الدخول إلى حسابك في ${place} أن مفاتيح المرور وتطبيق المصادقة مفقودة، ويريد إزالتها.`,
        period: ({ from, until }) => `يتيح هذا الرابط ذلك من ${from} حتى ${until}. ويمكنك به إلغاء الطلب في أي وقت.`,
        origin: ar.requested,
        advice: advice.ar
      },
      factorRecoveryReady: {
        subject: ({ instance }) => `يمكنك الآن استعادة حسابك في ${instance}`,
        action: () => "استعادة حسابك",
        purpose: ({ place }) =>
          `استخدم هذا الرابط لإزالة مفاتيح المرور وتطبيق المصادقة المفقودة من حسابك في ${place}. ثم سجّل الدخول وأعدّ غيرها.`,
        period: ({ until }) => `يعمل مرة واحدة، حتى ${until}.`,
        origin: ar.requested,
        advice: advice.ar
      }
    }
  }
)

export const notices = inEach<Notices<"factor_recovery_completed">>(
  {
    factor_recovery_completed: {
      subject: ({ instance }) => `The passkeys and the second factor of your ${instance} account were removed`,
      event: ({ place, ...occasion }) =>
        `The passkeys and the authenticator app of your account at ${place} were removed with a link from an email ${en.when(occasion)}.`,
      effect: "Every device was signed out. Sign in and set up new ones."
    }
  },
  {
    de: {
      factor_recovery_completed: {
        subject: ({ instance }) => `Die Passkeys und der zweite Faktor Ihres Kontos bei ${instance} wurden entfernt`,
        event: ({ place, ...occasion }) =>
          de.on(
            (time) =>
              `Die Passkeys und die Authenticator-App Ihres Kontos bei ${place} wurden ${time} mit einem Link aus einer E-Mail entfernt.`,
            occasion
          ),
        effect: "Alle Geräte wurden abgemeldet. Melden Sie sich an und richten Sie neue ein."
      }
    },
    fr: {
      factor_recovery_completed: {
        subject: ({ instance }) =>
          `Les clés d’accès et le second facteur de votre compte ${instance} ont été supprimés`,
        event: ({ place, ...occasion }) =>
          `Les clés d’accès et l’application d’authentification de votre compte ${place} ont été supprimées avec un lien reçu par e-mail ${fr.when(occasion)}.`,
        effect: "Tous les appareils ont été déconnectés. Connectez-vous et configurez-en de nouvelles."
      }
    },
    es: {
      factor_recovery_completed: {
        subject: ({ instance }) =>
          `Se han quitado las llaves de acceso y el segundo factor de tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) =>
          `Las llaves de acceso y la aplicación de autenticación de tu cuenta de ${place} se quitaron con un enlace recibido por correo ${es.when(occasion)}.`,
        effect: "La sesión se ha cerrado en todos los dispositivos. Inicia sesión y configura otras nuevas."
      }
    },
    "pt-BR": {
      factor_recovery_completed: {
        subject: ({ instance }) => `As chaves de acesso e o segundo fator da sua conta em ${instance} foram removidos`,
        event: ({ place, ...occasion }) =>
          `As chaves de acesso e o aplicativo autenticador da sua conta em ${place} foram removidos com um link enviado por e-mail ${ptBr.when(occasion)}.`,
        effect: "Todos os dispositivos foram desconectados. Entre e configure novos."
      }
    },
    ja: {
      factor_recovery_completed: {
        subject: ({ instance }) => `${instance}のアカウントのパスキーと2つ目の認証要素が削除されました`,
        event: ({ place, ...occasion }) =>
          ja.on(
            `${occasion.time}に、メールのリンクから${place}のアカウントのパスキーと認証アプリが削除されました。`,
            occasion
          ),
        effect: "すべてのデバイスでログアウトしました。ログインして新しいものを設定してください。"
      }
    },
    ar: {
      factor_recovery_completed: {
        subject: ({ instance }) => `أُزيلت مفاتيح المرور والعامل الثاني من حسابك في ${instance}`,
        event: ({ place, ...occasion }) =>
          `أُزيلت مفاتيح المرور وتطبيق المصادقة من حسابك في ${place} برابط من رسالة بريد إلكتروني ${ar.when(occasion)}.`,
        effect: "سُجّل الخروج من كل الأجهزة. سجّل الدخول وأعدّ غيرها."
      }
    }
  }
)
