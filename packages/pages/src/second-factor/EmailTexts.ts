/** The texts of emails about second factors, in every language. */
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { Notices } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

export const notices = inEach<
  Notices<
    | "second_factor_added"
    | "second_factor_removed"
    | "second_factor_reset"
    | "recovery_codes_renewed"
    | "recovery_codes_removed"
    | "recovery_code_used"
  >
>(
  {
    second_factor_added: {
      subject: ({ instance }) => `Your ${instance} account has a second factor`,
      event: ({ place, ...occasion }) =>
        `An authenticator app was set up for your account at ${place} ${en.when(occasion)}.`,
      effect: "When you sign in, we ask for a code from this app. Keep your recovery codes in a safe place."
    },
    second_factor_removed: {
      subject: ({ instance }) => `The second factor of your ${instance} account was removed`,
      event: ({ place, ...occasion }) =>
        `The second factor of your account at ${place} was removed ${en.when(occasion)}.`,
      effect: "When you sign in, we no longer ask for a code from your authenticator app."
    },
    second_factor_reset: {
      subject: ({ instance }) => `The second factor of your ${instance} account was reset`,
      event: ({ place, ...occasion }) =>
        `An administrator removed the second factor of your account at ${place} ${en.when(occasion)}.`,
      effect: "You can set up a new one on your account page."
    },
    recovery_codes_renewed: {
      subject: ({ instance }) => `Your ${instance} account has new recovery codes`,
      event: ({ place, ...occasion }) =>
        `New recovery codes were created for your account at ${place} ${en.when(occasion)}.`,
      effect: "The old ones no longer work."
    },
    recovery_codes_removed: {
      subject: ({ instance }) => `The recovery codes of your ${instance} account were removed`,
      event: ({ place, ...occasion }) =>
        `The recovery codes of your account at ${place} were removed ${en.when(occasion)}.`,
      effect: "They were created only recently, and no longer work. You can create new ones on your account page."
    },
    recovery_code_used: {
      subject: ({ instance }) => `A recovery code of your ${instance} account was used`,
      event: ({ place, ...occasion }) =>
        `Someone signed in to your account at ${place} with a recovery code ${en.when(occasion)}.`,
      effect: "This code no longer works. You can create new ones on your account page."
    }
  },
  {
    de: {
      second_factor_added: {
        subject: ({ instance }) => `Ihr Konto bei ${instance} hat einen zweiten Faktor`,
        event: ({ place, ...occasion }) =>
          de.on((time) => `Für Ihr Konto bei ${place} wurde ${time} eine Authenticator-App eingerichtet.`, occasion),
        effect:
          "Wenn Sie sich anmelden, fragen wir nach einem Code aus dieser App. Bewahren Sie Ihre Notfallcodes sicher auf."
      },
      second_factor_removed: {
        subject: ({ instance }) => `Der zweite Faktor Ihres Kontos bei ${instance} wurde entfernt`,
        event: ({ place, ...occasion }) =>
          de.on((time) => `Der zweite Faktor Ihres Kontos bei ${place} wurde ${time} entfernt.`, occasion),
        effect: "Wenn Sie sich anmelden, fragen wir nicht mehr nach einem Code aus Ihrer Authenticator-App."
      },
      second_factor_reset: {
        subject: ({ instance }) => `Der zweite Faktor Ihres Kontos bei ${instance} wurde zurückgesetzt`,
        event: ({ place, ...occasion }) =>
          de.on(
            (time) => `Ein Administrator hat den zweiten Faktor Ihres Kontos bei ${place} ${time} entfernt.`,
            occasion
          ),
        effect: "Sie können auf Ihrer Kontoseite einen neuen einrichten."
      },
      recovery_codes_renewed: {
        subject: ({ instance }) => `Ihr Konto bei ${instance} hat neue Notfallcodes`,
        event: ({ place, ...occasion }) =>
          de.on((time) => `Für Ihr Konto bei ${place} wurden ${time} neue Notfallcodes erstellt.`, occasion),
        effect: "Die alten funktionieren nicht mehr."
      },
      recovery_codes_removed: {
        subject: ({ instance }) => `Die Notfallcodes Ihres Kontos bei ${instance} wurden entfernt`,
        event: ({ place, ...occasion }) =>
          de.on((time) => `Die Notfallcodes Ihres Kontos bei ${place} wurden ${time} entfernt.`, occasion),
        effect:
          "Sie waren erst vor Kurzem erstellt worden und funktionieren nicht mehr. Neue können Sie auf Ihrer Kontoseite erstellen."
      },
      recovery_code_used: {
        subject: ({ instance }) => `Ein Notfallcode Ihres Kontos bei ${instance} wurde verwendet`,
        event: ({ place, ...occasion }) =>
          de.on(
            (time) => `Jemand hat sich ${time} mit einem Notfallcode bei Ihrem Konto bei ${place} angemeldet.`,
            occasion
          ),
        effect: "Dieser Code funktioniert nicht noch einmal. Neue können Sie auf Ihrer Kontoseite erstellen."
      }
    },
    fr: {
      second_factor_added: {
        subject: ({ instance }) => `Votre compte ${instance} a un second facteur`,
        event: ({ place, ...occasion }) =>
          `Une application d’authentification a été configurée pour votre compte ${place} ${fr.when(occasion)}.`,
        effect:
          "Lorsque vous vous connectez, nous demandons un code de cette application. Gardez vos codes de récupération en lieu sûr."
      },
      second_factor_removed: {
        subject: ({ instance }) => `Le second facteur de votre compte ${instance} a été supprimé`,
        event: ({ place, ...occasion }) =>
          `Le second facteur de votre compte ${place} a été supprimé ${fr.when(occasion)}.`,
        effect: "Lorsque vous vous connectez, nous ne demandons plus de code de votre application d’authentification."
      },
      second_factor_reset: {
        subject: ({ instance }) => `Le second facteur de votre compte ${instance} a été réinitialisé`,
        event: ({ place, ...occasion }) =>
          `Un administrateur a supprimé le second facteur de votre compte ${place} ${fr.when(occasion)}.`,
        effect: "Vous pouvez en configurer un nouveau sur la page de votre compte."
      },
      recovery_codes_renewed: {
        subject: ({ instance }) => `Votre compte ${instance} a de nouveaux codes de récupération`,
        event: ({ place, ...occasion }) =>
          `De nouveaux codes de récupération ont été créés pour votre compte ${place} ${fr.when(occasion)}.`,
        effect: "Les anciens ne fonctionnent plus."
      },
      recovery_codes_removed: {
        subject: ({ instance }) => `Les codes de récupération de votre compte ${instance} ont été supprimés`,
        event: ({ place, ...occasion }) =>
          `Les codes de récupération de votre compte ${place} ont été supprimés ${fr.when(occasion)}.`,
        effect:
          "Ils avaient été créés récemment et ne fonctionnent plus. Vous pouvez en créer de nouveaux sur la page de votre compte."
      },
      recovery_code_used: {
        subject: ({ instance }) => `Un code de récupération de votre compte ${instance} a été utilisé`,
        event: ({ place, ...occasion }) =>
          `Quelqu’un s’est connecté à votre compte ${place} avec un code de récupération ${fr.when(occasion)}.`,
        effect: "Ce code ne fonctionne plus. Vous pouvez en créer de nouveaux sur la page de votre compte."
      }
    },
    es: {
      second_factor_added: {
        subject: ({ instance }) => `Tu cuenta de ${instance} tiene un segundo factor`,
        event: ({ place, ...occasion }) =>
          `Se configuró una aplicación de autenticación para tu cuenta de ${place} ${es.when(occasion)}.`,
        effect:
          "Cuando inicies sesión, te pediremos un código de esta aplicación. Guarda tus códigos de recuperación en un lugar seguro."
      },
      second_factor_removed: {
        subject: ({ instance }) => `Se ha quitado el segundo factor de tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) => `Se quitó el segundo factor de tu cuenta de ${place} ${es.when(occasion)}.`,
        effect: "Cuando inicies sesión, ya no te pediremos un código de tu aplicación de autenticación."
      },
      second_factor_reset: {
        subject: ({ instance }) => `Se ha restablecido el segundo factor de tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) =>
          `Un administrador quitó el segundo factor de tu cuenta de ${place} ${es.when(occasion)}.`,
        effect: "Puedes configurar otro en la página de tu cuenta."
      },
      recovery_codes_renewed: {
        subject: ({ instance }) => `Tu cuenta de ${instance} tiene nuevos códigos de recuperación`,
        event: ({ place, ...occasion }) =>
          `Se crearon nuevos códigos de recuperación para tu cuenta de ${place} ${es.when(occasion)}.`,
        effect: "Los anteriores ya no funcionan."
      },
      recovery_codes_removed: {
        subject: ({ instance }) => `Se han eliminado los códigos de recuperación de tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) =>
          `Se eliminaron los códigos de recuperación de tu cuenta de ${place} ${es.when(occasion)}.`,
        effect: "Se habían creado hacía poco y ya no funcionan. Puedes crear otros en la página de tu cuenta."
      },
      recovery_code_used: {
        subject: ({ instance }) => `Se ha usado un código de recuperación de tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) =>
          `Alguien inició sesión en tu cuenta de ${place} con un código de recuperación ${es.when(occasion)}.`,
        effect: "Este código ya no vuelve a funcionar. Puedes crear otros en la página de tu cuenta."
      }
    },
    "pt-BR": {
      second_factor_added: {
        subject: ({ instance }) => `Sua conta em ${instance} tem um segundo fator`,
        event: ({ place, ...occasion }) =>
          `Um aplicativo autenticador foi configurado para sua conta em ${place} ${ptBr.when(occasion)}.`,
        effect:
          "Quando você entrar, pediremos um código desse aplicativo. Guarde seus códigos de recuperação em um lugar seguro."
      },
      second_factor_removed: {
        subject: ({ instance }) => `O segundo fator da sua conta em ${instance} foi removido`,
        event: ({ place, ...occasion }) =>
          `O segundo fator da sua conta em ${place} foi removido ${ptBr.when(occasion)}.`,
        effect: "Quando você entrar, não pediremos mais um código do seu aplicativo autenticador."
      },
      second_factor_reset: {
        subject: ({ instance }) => `O segundo fator da sua conta em ${instance} foi redefinido`,
        event: ({ place, ...occasion }) =>
          `Um administrador removeu o segundo fator da sua conta em ${place} ${ptBr.when(occasion)}.`,
        effect: "Você pode configurar um novo na página da sua conta."
      },
      recovery_codes_renewed: {
        subject: ({ instance }) => `Sua conta em ${instance} tem novos códigos de recuperação`,
        event: ({ place, ...occasion }) =>
          `Novos códigos de recuperação foram criados para sua conta em ${place} ${ptBr.when(occasion)}.`,
        effect: "Os anteriores não funcionam mais."
      },
      recovery_codes_removed: {
        subject: ({ instance }) => `Os códigos de recuperação da sua conta em ${instance} foram removidos`,
        event: ({ place, ...occasion }) =>
          `Os códigos de recuperação da sua conta em ${place} foram removidos ${ptBr.when(occasion)}.`,
        effect:
          "Eles tinham sido criados há pouco tempo e não funcionam mais. Você pode criar outros na página da sua conta."
      },
      recovery_code_used: {
        subject: ({ instance }) => `Um código de recuperação da sua conta em ${instance} foi usado`,
        event: ({ place, ...occasion }) =>
          `Alguém entrou na sua conta em ${place} com um código de recuperação ${ptBr.when(occasion)}.`,
        effect: "Esse código não funciona de novo. Você pode criar outros na página da sua conta."
      }
    },
    ja: {
      second_factor_added: {
        subject: ({ instance }) => `${instance}のアカウントに2つ目の認証要素が設定されました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、${place}のアカウントに認証アプリが設定されました。`, occasion),
        effect:
          "ログイン時に、このアプリのコードの入力が必要になります。リカバリーコードは安全な場所に保管してください。"
      },
      second_factor_removed: {
        subject: ({ instance }) => `${instance}のアカウントの2つ目の認証要素が削除されました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、${place}のアカウントの2つ目の認証要素が削除されました。`, occasion),
        effect: "ログイン時に、認証アプリのコードは不要になりました。"
      },
      second_factor_reset: {
        subject: ({ instance }) => `${instance}のアカウントの2つ目の認証要素がリセットされました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、管理者が${place}のアカウントの2つ目の認証要素を削除しました。`, occasion),
        effect: "新しい認証要素はアカウントのページで設定できます。"
      },
      recovery_codes_renewed: {
        subject: ({ instance }) => `${instance}のアカウントのリカバリーコードが新しくなりました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、${place}のアカウントの新しいリカバリーコードが作成されました。`, occasion),
        effect: "以前のコードは使用できなくなりました。"
      },
      recovery_codes_removed: {
        subject: ({ instance }) => `${instance}のアカウントのリカバリーコードが削除されました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、${place}のアカウントのリカバリーコードが削除されました。`, occasion),
        effect:
          "最近作成されたコードだったため削除され、使用できなくなりました。新しいコードはアカウントのページで作成できます。"
      },
      recovery_code_used: {
        subject: ({ instance }) => `${instance}のアカウントのリカバリーコードが使用されました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、${place}のアカウントへのログインにリカバリーコードが使用されました。`, occasion),
        effect: "このコードは再度使用できません。新しいコードはアカウントのページで作成できます。"
      }
    },
    ar: {
      second_factor_added: {
        subject: ({ instance }) => `أصبح لحسابك في ${instance} عامل ثانٍ`,
        event: ({ place, ...occasion }) => `أُعدّ تطبيق مصادقة لحسابك في ${place} ${ar.when(occasion)}.`,
        effect: "عند تسجيل الدخول سنطلب رمزًا من هذا التطبيق. احتفظ برموز الاسترداد في مكان آمن."
      },
      second_factor_removed: {
        subject: ({ instance }) => `أُزيل العامل الثاني لحسابك في ${instance}`,
        event: ({ place, ...occasion }) => `أُزيل العامل الثاني لحسابك في ${place} ${ar.when(occasion)}.`,
        effect: "لن نطلب بعد الآن رمزًا من تطبيق المصادقة عند تسجيل الدخول."
      },
      second_factor_reset: {
        subject: ({ instance }) => `أُعيد ضبط العامل الثاني لحسابك في ${instance}`,
        event: ({ place, ...occasion }) => `أزال أحد المسؤولين العامل الثاني لحسابك في ${place} ${ar.when(occasion)}.`,
        effect: "يمكنك إعداد عامل جديد في صفحة حسابك."
      },
      recovery_codes_renewed: {
        subject: ({ instance }) => `لحسابك في ${instance} رموز استرداد جديدة`,
        event: ({ place, ...occasion }) => `أُنشئت رموز استرداد جديدة لحسابك في ${place} ${ar.when(occasion)}.`,
        effect: "لم تعد الرموز القديمة تعمل."
      },
      recovery_codes_removed: {
        subject: ({ instance }) => `أُزيلت رموز استرداد حسابك في ${instance}`,
        event: ({ place, ...occasion }) => `أُزيلت رموز استرداد حسابك في ${place} ${ar.when(occasion)}.`,
        effect: "كانت هذه الرموز قد أُنشئت مؤخرًا ولم تعد تعمل. يمكنك إنشاء رموز جديدة في صفحة حسابك."
      },
      recovery_code_used: {
        subject: ({ instance }) => `استُخدم رمز استرداد لحسابك في ${instance}`,
        event: ({ place, ...occasion }) => `سجّل أحدهم الدخول إلى حسابك في ${place} برمز استرداد ${ar.when(occasion)}.`,
        effect: "لن يعمل هذا الرمز مرة أخرى. يمكنك إنشاء رموز جديدة في صفحة حسابك."
      }
    }
  }
)
