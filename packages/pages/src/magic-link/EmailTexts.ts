/** The texts of the emails of magic links, in every language. */
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { Lifetime, LinkTexts, Notices } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

/**
 * The code in the email with a magic link.
 *
 * - `about`: a sentence that says where to type it, and how long after the request it expires.
 * - `advice`: in the place of the one of the magic link.
 */
export interface CodeTexts {
  readonly about: (lifetime: Lifetime) => string
  readonly advice: string
}

export const emails = inEach<{ readonly magicLink: LinkTexts; readonly magicLinkCode: CodeTexts }>(
  {
    magicLink: {
      subject: ({ instance }) => `Your sign-in link for ${instance}`,
      action: ({ instance }) => `Sign in to ${instance}`,
      purpose: ({ place, ...occasion }) => `This sign-in link for ${place} was requested ${en.when(occasion)}.`,
      advice: "Didn't request this? Ignore this email and don't share the link."
    },
    magicLinkCode: {
      about: (lifetime) =>
        `Or type this code where you requested the link. It expires ${en.duration(lifetime)} after your request.`,
      advice: "Didn't request this? Ignore this email. Don't share the link or the code with anyone."
    }
  },
  {
    de: {
      magicLink: {
        subject: ({ instance }) => `Ihr Anmeldelink für ${instance}`,
        action: ({ instance }) => `Bei ${instance} anmelden`,
        purpose: ({ place, ...occasion }) =>
          de.on((time) => `Dieser Anmeldelink für ${place} wurde ${time} angefordert.`, occasion),
        advice: "Sie haben das nicht angefordert? Ignorieren Sie diese E-Mail und geben Sie den Link nicht weiter."
      },
      magicLinkCode: {
        about: (lifetime) =>
          `Oder geben Sie diesen Code dort ein, wo Sie den Link angefordert haben. Er läuft ${de.duration(lifetime)} nach Ihrer Anforderung ab.`,
        advice:
          "Sie haben das nicht angefordert? Ignorieren Sie diese E-Mail. Geben Sie weder den Link noch den Code weiter."
      }
    },
    fr: {
      magicLink: {
        subject: ({ instance }) => `Votre lien de connexion à ${instance}`,
        action: ({ instance }) => `Se connecter à ${instance}`,
        purpose: ({ place, ...occasion }) => `Ce lien de connexion à ${place} a été demandé ${fr.when(occasion)}.`,
        advice: `Vous n’avez rien demandé ? ${fr.ignore}`
      },
      magicLinkCode: {
        about: (lifetime) =>
          `Ou saisissez ce code là où vous avez demandé le lien. Il expire ${fr.duration(lifetime)} après votre demande.`,
        advice: "Vous n’avez rien demandé ? Ignorez cet e-mail. Ne partagez ni le lien ni le code avec personne."
      }
    },
    es: {
      magicLink: {
        subject: ({ instance }) => `Tu enlace para iniciar sesión en ${instance}`,
        action: ({ instance }) => `Iniciar sesión en ${instance}`,
        purpose: ({ place, ...occasion }) =>
          `Este enlace para iniciar sesión en ${place} se solicitó ${es.when(occasion)}.`,
        advice: `¿No lo has solicitado? ${es.ignore}`
      },
      magicLinkCode: {
        about: (lifetime) =>
          `O escribe este código donde solicitaste el enlace. Caduca ${es.duration(lifetime)} después de tu solicitud.`,
        advice: "¿No lo has solicitado? Ignora este correo. No compartas el enlace ni el código con nadie."
      }
    },
    "pt-BR": {
      magicLink: {
        subject: ({ instance }) => `Seu link para entrar em ${instance}`,
        action: ({ instance }) => `Entrar em ${instance}`,
        purpose: ({ place, ...occasion }) => `Este link para entrar em ${place} foi solicitado ${ptBr.when(occasion)}.`,
        advice: `Não foi você que pediu? ${ptBr.ignore}`
      },
      magicLinkCode: {
        about: (lifetime) =>
          `Ou digite este código onde você pediu o link. Ele expira ${ptBr.duration(lifetime)} depois do seu pedido.`,
        advice: "Não foi você que pediu? Ignore este e-mail. Não compartilhe o link nem o código com ninguém."
      }
    },
    ja: {
      magicLink: {
        subject: ({ instance }) => `${instance}へのログイン用リンク`,
        action: ({ instance }) => `${instance}にログイン`,
        purpose: ({ place, ...occasion }) =>
          ja.on(`${place}へのログイン用リンクが${occasion.time}にリクエストされました。`, occasion),
        advice: `お心当たりのない場合、${ja.ignore}`
      },
      magicLinkCode: {
        about: (lifetime) =>
          `または、リンクをリクエストした画面でこのコードを入力してください。コードはリクエストから${ja.duration(lifetime)}で無効になります。`,
        advice: "お心当たりのない場合、このメールは無視してください。リンクとコードは誰にも教えないでください。"
      }
    },
    ar: {
      magicLink: {
        subject: ({ instance }) => `رابط تسجيل الدخول إلى ${instance}`,
        action: ({ instance }) => `تسجيل الدخول إلى ${instance}`,
        purpose: ({ place, ...occasion }) => `طُلب رابط تسجيل الدخول هذا إلى ${place} ${ar.when(occasion)}.`,
        advice: `لم تطلب ذلك؟ ${ar.ignore}`
      },
      magicLinkCode: {
        about: (lifetime) => `أو اكتب هذا الرمز حيث طلبت الرابط. تنتهي صلاحيته بعد ${ar.duration(lifetime)} من طلبك.`,
        advice: "لم تطلب ذلك؟ تجاهل هذه الرسالة. لا تشارك الرابط أو الرمز مع أي شخص."
      }
    }
  }
)

export const notices = inEach<Notices<"account_claimed">>(
  {
    account_claimed: {
      subject: ({ instance }) => `The password of your ${instance} account was removed`,
      event: ({ place, ...occasion }) => `You verified this email address at ${place} ${en.when(occasion)}.`,
      effect:
        "An account with this address existed before, and it may not have been you who created it. So its password was removed, and every other device was signed out."
    }
  },
  {
    de: {
      account_claimed: {
        subject: ({ instance }) => `Das Passwort Ihres Kontos bei ${instance} wurde entfernt`,
        event: ({ place, ...occasion }) =>
          de.on((time) => `Sie haben diese E-Mail-Adresse bei ${place} ${time} bestätigt.`, occasion),
        effect:
          "Es gab bereits ein Konto mit dieser Adresse, und vielleicht haben nicht Sie es erstellt. Deshalb wurde sein Passwort entfernt, und alle anderen Geräte wurden abgemeldet."
      }
    },
    fr: {
      account_claimed: {
        subject: ({ instance }) => `Le mot de passe de votre compte ${instance} a été supprimé`,
        event: ({ place, ...occasion }) => `Vous avez vérifié cette adresse e-mail pour ${place} ${fr.when(occasion)}.`,
        effect:
          "Un compte existait déjà avec cette adresse, et ce n’est peut-être pas vous qui l’aviez créé. Son mot de passe a donc été supprimé, et tous les autres appareils ont été déconnectés."
      }
    },
    es: {
      account_claimed: {
        subject: ({ instance }) => `Se ha quitado la contraseña de tu cuenta de ${instance}`,
        event: ({ place, ...occasion }) =>
          `Verificaste esta dirección de correo electrónico en ${place} ${es.when(occasion)}.`,
        effect:
          "Ya existía una cuenta con esta dirección, y quizá no la creaste tú. Por eso se ha quitado su contraseña y se ha cerrado la sesión en todos los demás dispositivos."
      }
    },
    "pt-BR": {
      account_claimed: {
        subject: ({ instance }) => `A senha da sua conta em ${instance} foi removida`,
        event: ({ place, ...occasion }) => `Você confirmou este endereço de e-mail em ${place} ${ptBr.when(occasion)}.`,
        effect:
          "Já existia uma conta com este endereço, e talvez não tenha sido você que a criou. Por isso, a senha dela foi removida e todos os outros dispositivos foram desconectados."
      }
    },
    ja: {
      account_claimed: {
        subject: ({ instance }) => `${instance}のアカウントのパスワードが削除されました`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、${place}でこのメールアドレスが確認されました。`, occasion),
        effect:
          "このアドレスのアカウントは以前から存在し、ほかの人が作成した可能性があります。そのため、パスワードを削除し、ほかのすべてのデバイスでログアウトしました。"
      }
    },
    ar: {
      account_claimed: {
        subject: ({ instance }) => `أُزيلت كلمة مرور حسابك في ${instance}`,
        event: ({ place, ...occasion }) => `أكّدت عنوان البريد الإلكتروني هذا في ${place} ${ar.when(occasion)}.`,
        effect:
          "كان هناك حساب بهذا العنوان من قبل، وربما لم تكن أنت من أنشأه. لذلك أُزيلت كلمة مروره وسُجّل الخروج من جميع الأجهزة الأخرى."
      }
    }
  }
)
