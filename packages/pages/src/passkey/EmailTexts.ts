/** The texts of emails about passkeys, in every language. */
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { Notices } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

export const notices = inEach<Notices<"passkey_added" | "passkey_removed" | "passkeys_reset">>(
  {
    passkey_added: {
      subject: ({ instance }) => `A passkey was added to your ${instance} account`,
      event: ({ place, ...occasion }) => `A passkey was added to your account at ${place} ${en.when(occasion)}.`,
      effect: "You can sign in with it from now on. Your account page lists all your passkeys."
    },
    passkey_removed: {
      subject: ({ instance }) => `A passkey was removed from your ${instance} account`,
      event: ({ place, ...occasion }) => `A passkey was removed from your account at ${place} ${en.when(occasion)}.`,
      effect: "You can't sign in with it anymore."
    },
    passkeys_reset: {
      subject: ({ instance }) => `The passkeys of your ${instance} account were removed`,
      event: ({ place, ...occasion }) =>
        `An administrator removed all passkeys of your account at ${place} ${en.when(occasion)}.`,
      effect: "Every device was signed out. You can sign in and add a new passkey on your account page."
    }
  },
  {
    de: {
      passkey_added: {
        subject: ({ instance }) => `Zu Ihrem Konto bei ${instance} wurde ein Passkey hinzugefügt`,
        event: ({ place, ...occasion }) =>
          de.on((time) => `Zu Ihrem Konto bei ${place} wurde ${time} ein Passkey hinzugefügt.`, occasion),
        effect: "Ab jetzt können Sie sich damit anmelden. Ihre Kontoseite zeigt alle Ihre Passkeys."
      },
      passkey_removed: {
        subject: ({ instance }) => `Ein Passkey Ihres Kontos bei ${instance} wurde entfernt`,
        event: ({ place, ...occasion }) =>
          de.on((time) => `Ein Passkey Ihres Kontos bei ${place} wurde ${time} entfernt.`, occasion),
        effect: "Sie können sich damit nicht mehr anmelden."
      },
      passkeys_reset: {
        subject: ({ instance }) => `Die Passkeys Ihres Kontos bei ${instance} wurden entfernt`,
        event: ({ place, ...occasion }) =>
          de.on((time) => `Ein Administrator hat alle Passkeys Ihres Kontos bei ${place} ${time} entfernt.`, occasion),
        effect:
          "Alle Geräte wurden abgemeldet. Melden Sie sich an. Auf Ihrer Kontoseite können Sie einen neuen Passkey hinzufügen."
      }
    },
    fr: {
      passkey_added: {
        subject: ({ instance }) => `Une clé d’accès a été ajoutée à votre compte ${instance}`,
        event: ({ place, ...occasion }) =>
          `Une clé d’accès a été ajoutée à votre compte ${place} ${fr.when(occasion)}.`,
        effect:
          "Vous pouvez désormais vous connecter avec elle. La page de votre compte affiche toutes vos clés d’accès."
      },
      passkey_removed: {
        subject: ({ instance }) => `Une clé d’accès de votre compte ${instance} a été supprimée`,
        event: ({ place, ...occasion }) =>
          `Une clé d’accès de votre compte ${place} a été supprimée ${fr.when(occasion)}.`,
        effect: "Vous ne pouvez plus vous connecter avec elle."
      },
      passkeys_reset: {
        subject: ({ instance }) => `Les clés d’accès de votre compte ${instance} ont été supprimées`,
        event: ({ place, ...occasion }) =>
          `Un administrateur a supprimé toutes les clés d’accès de votre compte ${place} ${fr.when(occasion)}.`,
        effect:
          "Tous les appareils ont été déconnectés. Connectez-vous pour en ajouter une nouvelle sur la page de votre compte."
      }
    },
    es: {
      passkey_added: {
        subject: ({ instance }) => `Se ha añadido una llave de acceso a tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) =>
          `Se añadió una llave de acceso a tu cuenta de ${place} ${es.when(occasion)}.`,
        effect:
          "A partir de ahora puedes iniciar sesión con ella. La página de tu cuenta muestra todas tus llaves de acceso."
      },
      passkey_removed: {
        subject: ({ instance }) => `Se ha quitado una llave de acceso de tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) =>
          `Se quitó una llave de acceso de tu cuenta de ${place} ${es.when(occasion)}.`,
        effect: "Ya no puedes iniciar sesión con ella."
      },
      passkeys_reset: {
        subject: ({ instance }) => `Se han quitado las llaves de acceso de tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) =>
          `Un administrador quitó todas las llaves de acceso de tu cuenta de ${place} ${es.when(occasion)}.`,
        effect:
          "Se ha cerrado la sesión en todos los dispositivos. Inicia sesión y añade otra llave de acceso en la página de tu cuenta."
      }
    },
    "pt-BR": {
      passkey_added: {
        subject: ({ instance }) => `Uma chave de acesso foi adicionada à sua conta em ${instance}`,
        event: ({ place, ...occasion }) =>
          `Uma chave de acesso foi adicionada à sua conta em ${place} ${ptBr.when(occasion)}.`,
        effect:
          "A partir de agora, você pode entrar com ela. A página da sua conta mostra todas as suas chaves de acesso."
      },
      passkey_removed: {
        subject: ({ instance }) => `Uma chave de acesso da sua conta em ${instance} foi removida`,
        event: ({ place, ...occasion }) =>
          `Uma chave de acesso da sua conta em ${place} foi removida ${ptBr.when(occasion)}.`,
        effect: "Você não pode mais entrar com ela."
      },
      passkeys_reset: {
        subject: ({ instance }) => `As chaves de acesso da sua conta em ${instance} foram removidas`,
        event: ({ place, ...occasion }) =>
          `Um administrador removeu todas as chaves de acesso da sua conta em ${place} ${ptBr.when(occasion)}.`,
        effect:
          "Todos os dispositivos foram desconectados. Entre e adicione uma nova chave de acesso na página da sua conta."
      }
    },
    ja: {
      passkey_added: {
        subject: ({ instance }) => `${instance}のアカウントにパスキーが追加されました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、${place}のアカウントにパスキーが追加されました。`, occasion),
        effect: "今後はこのパスキーでログインできます。すべてのパスキーはアカウントのページで確認できます。"
      },
      passkey_removed: {
        subject: ({ instance }) => `${instance}のアカウントのパスキーが削除されました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、${place}のアカウントのパスキーが削除されました。`, occasion),
        effect: "このパスキーではログインできなくなりました。"
      },
      passkeys_reset: {
        subject: ({ instance }) => `${instance}のアカウントのパスキーがすべて削除されました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、管理者が${place}のアカウントのパスキーをすべて削除しました。`, occasion),
        effect:
          "すべてのデバイスからログアウトしました。ログインすると、アカウントのページで新しいパスキーを追加できます。"
      }
    },
    ar: {
      passkey_added: {
        subject: ({ instance }) => `أُضيف مفتاح مرور إلى حسابك في ${instance}`,
        event: ({ place, ...occasion }) => `أُضيف مفتاح مرور إلى حسابك في ${place} ${ar.when(occasion)}.`,
        effect: "يمكنك من الآن تسجيل الدخول به. تعرض صفحة حسابك جميع مفاتيح المرور."
      },
      passkey_removed: {
        subject: ({ instance }) => `أُزيل مفتاح مرور من حسابك في ${instance}`,
        event: ({ place, ...occasion }) => `أُزيل مفتاح مرور من حسابك في ${place} ${ar.when(occasion)}.`,
        effect: "لم يعد بإمكانك تسجيل الدخول به."
      },
      passkeys_reset: {
        subject: ({ instance }) => `أُزيلت مفاتيح المرور من حسابك في ${instance}`,
        event: ({ place, ...occasion }) =>
          `أزال أحد المسؤولين كل مفاتيح المرور من حسابك في ${place} ${ar.when(occasion)}.`,
        effect: "سُجّل الخروج من كل الأجهزة. سجّل الدخول وأضف مفتاح مرور جديدًا في صفحة حسابك."
      }
    }
  }
)
