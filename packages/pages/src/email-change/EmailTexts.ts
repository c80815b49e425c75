/** The texts of the emails of changing the email address, in every language. */
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { LinkTexts, Notices } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

export const emails = inEach<{ readonly emailChange: LinkTexts; readonly emailChanged: LinkTexts }>(
  {
    emailChange: {
      subject: () => "Confirm your new email address",
      action: () => "Confirm this address",
      purpose: ({ place }) => `Use this link to confirm your new email address at ${place}.`,
      origin: (occasion) => `${en.requested(occasion)} Open it in a browser where you're signed in.`,
      advice: "Didn't request it? Ignore this email and don't share the link. Nothing will change."
    },
    emailChanged: {
      subject: () => "Your email address was changed",
      action: () => "Restore this email address",
      purpose: ({ place }) =>
        `Someone changed the email address of your account. If it wasn't you, use this link to restore this one at ${place}.`,
      origin: (occasion) => `It was changed ${en.when(occasion)}.`,
      advice: "Was it you? Then you don't need to do anything. Don't share the link."
    }
  },
  {
    de: {
      emailChange: {
        subject: () => "Bestätigen Sie Ihre neue E-Mail-Adresse",
        action: () => "Neue E-Mail-Adresse bestätigen",
        purpose: ({ place }) => `Mit diesem Link bestätigen Sie Ihre neue E-Mail-Adresse bei ${place}.`,
        origin: (occasion) =>
          `${de.requested(occasion)} Öffnen Sie den Link in einem Browser, in dem Sie angemeldet sind.`,
        advice:
          "Sie haben das nicht angefordert? Ignorieren Sie diese E-Mail und geben Sie den Link nicht weiter. Es ändert sich dann nichts."
      },
      emailChanged: {
        subject: () => "Ihre E-Mail-Adresse wurde geändert",
        action: () => "Diese E-Mail-Adresse wiederherstellen",
        purpose: ({ place }) =>
          `Jemand hat die E-Mail-Adresse Ihres Kontos bei ${place} geändert. Wenn Sie das nicht waren, stellen Sie diese Adresse mit diesem Link wieder her.`,
        origin: (occasion) => de.on((time) => `Die Adresse wurde ${time} geändert.`, occasion),
        advice: "Das waren Sie? Dann müssen Sie nichts tun. Geben Sie den Link nicht weiter."
      }
    },
    fr: {
      emailChange: {
        subject: () => "Confirmez votre nouvelle adresse e-mail",
        action: () => "Confirmer la nouvelle adresse e-mail",
        purpose: ({ place }) => `Voici votre lien pour confirmer la nouvelle adresse e-mail de votre compte ${place}.`,
        origin: (occasion) => `${fr.requested(occasion)} Ouvrez le lien dans un navigateur où vous êtes connecté.`,
        advice: `Vous n’avez rien demandé ? ${fr.ignore} Rien ne changera.`
      },
      emailChanged: {
        subject: () => "Votre adresse e-mail a été modifiée",
        action: () => "Rétablir cette adresse e-mail",
        purpose: ({ place }) =>
          `Quelqu’un a modifié l’adresse e-mail de votre compte ${place}. Si ce n’était pas vous, ce lien vous permet de rétablir cette adresse.`,
        origin: (occasion) => `L’adresse a été modifiée ${fr.when(occasion)}.`,
        advice: "C’était vous ? Alors vous n’avez rien à faire. Ne partagez pas le lien."
      }
    },
    es: {
      emailChange: {
        subject: () => "Confirma tu nuevo correo electrónico",
        action: () => "Confirmar el nuevo correo electrónico",
        purpose: ({ place }) => `Usa este enlace para confirmar tu nuevo correo electrónico en ${place}.`,
        origin: (occasion) =>
          `${es.requested(occasion)} Abre el enlace en un navegador en el que hayas iniciado sesión.`,
        advice: `¿No lo has solicitado? ${es.ignore} No cambiará nada.`
      },
      emailChanged: {
        subject: () => "Se ha cambiado tu correo electrónico",
        action: () => "Recuperar esta dirección",
        purpose: ({ place }) =>
          `Alguien ha cambiado el correo electrónico de tu cuenta de ${place}. Si no has sido tú, usa este enlace para recuperar esta dirección.`,
        origin: (occasion) => `La dirección se cambió ${es.when(occasion)}.`,
        advice: "¿Has sido tú? Entonces no tienes que hacer nada. No compartas el enlace."
      }
    },
    "pt-BR": {
      emailChange: {
        subject: () => "Confirme seu novo e-mail",
        action: () => "Confirmar o novo e-mail",
        purpose: ({ place }) => `Use este link para confirmar seu novo e-mail em ${place}.`,
        origin: (occasion) =>
          `${ptBr.requested(occasion)} Abra o link em um navegador em que sua conta esteja conectada.`,
        advice: `Não foi você que pediu? ${ptBr.ignore} Nada será alterado.`
      },
      emailChanged: {
        subject: () => "Seu e-mail foi alterado",
        action: () => "Restaurar este endereço de e-mail",
        purpose: ({ place }) =>
          `Alguém alterou o e-mail da sua conta em ${place}. Se não foi você, use este link para restaurar este endereço.`,
        origin: (occasion) => `A alteração foi feita ${ptBr.when(occasion)}.`,
        advice: "Foi você? Então não precisa fazer nada. Não compartilhe o link."
      }
    },
    ja: {
      emailChange: {
        subject: () => "新しいメールアドレスを確認してください",
        action: () => "新しいメールアドレスを確認",
        purpose: ({ place }) => `このリンクから、${place}のアカウントの新しいメールアドレスの確認を完了できます。`,
        origin: (occasion) => `${ja.requested(occasion)}リンクは、ログインしているブラウザーで開いてください。`,
        advice: `お心当たりのない場合、${ja.ignore}何も変更されません。`
      },
      emailChanged: {
        subject: () => "メールアドレスが変更されました",
        action: () => "このメールアドレスに戻す",
        purpose: ({ place }) =>
          `${place}のアカウントのメールアドレスが変更されました。お心当たりのない場合は、このリンクから元のアドレスに戻せます。`,
        origin: (occasion) => ja.on(`${occasion.time}に変更されました。`, occasion),
        advice: "ご自身で変更した場合、必要な操作はありません。リンクをほかの人に教えないでください。"
      }
    },
    ar: {
      emailChange: {
        subject: () => "أكّد عنوان بريدك الإلكتروني الجديد",
        action: () => "تأكيد عنوان البريد الإلكتروني الجديد",
        purpose: ({ place }) => `استخدم هذا الرابط لتأكيد عنوان بريدك الإلكتروني الجديد في ${place}.`,
        origin: (occasion) => `${ar.requested(occasion)} افتح الرابط في متصفح سجّلت الدخول فيه.`,
        advice: `لم تطلب ذلك؟ ${ar.ignore} لن يتغيّر شيء.`
      },
      emailChanged: {
        subject: () => "تم تغيير عنوان بريدك الإلكتروني",
        action: () => "استعادة عنوان البريد الإلكتروني هذا",
        purpose: ({ place }) =>
          `غيّر أحدهم عنوان البريد الإلكتروني لحسابك في ${place}. إن لم تكن أنت من فعل ذلك، فاستخدم هذا الرابط لاستعادة هذا العنوان.`,
        origin: (occasion) => `حدث التغيير ${ar.when(occasion)}.`,
        advice: "هل أنت من فعل ذلك؟ إذن لا يلزمك فعل أي شيء. لا تشارك الرابط مع أحد."
      }
    }
  }
)

export const notices = inEach<Notices<"email_restored">>(
  {
    email_restored: {
      subject: ({ instance }) => `Your ${instance} account has its former email address again`,
      event: ({ place, ...occasion }) =>
        `The former email address of your account at ${place} was restored ${en.when(occasion)}. The account no longer uses the address that this email went to.`,
      effect: "Both addresses have been restored before, so there's no link to change it back."
    }
  },
  {
    de: {
      email_restored: {
        subject: ({ instance }) => `Ihr Konto bei ${instance} hat wieder die frühere E-Mail-Adresse`,
        event: ({ place, ...occasion }) =>
          de.on(
            (time) =>
              `Die frühere E-Mail-Adresse Ihres Kontos bei ${place} wurde ${time} wiederhergestellt. Die Adresse, an die diese E-Mail geht, gehört nicht mehr dazu.`,
            occasion
          ),
        effect:
          "Beide Adressen wurden schon einmal wiederhergestellt. Deshalb gibt es keinen Link, der das rückgängig macht."
      }
    },
    fr: {
      email_restored: {
        subject: ({ instance }) => `Votre compte ${instance} a retrouvé son ancienne adresse e-mail`,
        event: ({ place, ...occasion }) =>
          `L’ancienne adresse e-mail de votre compte ${place} a été rétablie ${fr.when(occasion)}. L’adresse à laquelle vous recevez cet e-mail n’y est plus associée.`,
        effect: "Les deux adresses ont déjà été rétablies une fois : il n’y a donc pas de lien pour revenir en arrière."
      }
    },
    es: {
      email_restored: {
        subject: ({ instance }) => `Tu cuenta de ${instance} vuelve a tener su dirección anterior`,
        event: ({ place, ...occasion }) =>
          `Se recuperó la dirección anterior de tu cuenta de ${place} ${es.when(occasion)}. La dirección en la que recibes este correo ya no está asociada a ella.`,
        effect: "Las dos direcciones ya se habían recuperado antes, así que no hay ningún enlace para deshacerlo."
      }
    },
    "pt-BR": {
      email_restored: {
        subject: ({ instance }) => `Sua conta em ${instance} voltou a ter o e-mail anterior`,
        event: ({ place, ...occasion }) =>
          `O e-mail anterior da sua conta em ${place} foi restaurado ${ptBr.when(occasion)}. O endereço em que você recebe esta mensagem não está mais associado a ela.`,
        effect: "Os dois endereços já tinham sido restaurados antes. Por isso, não há um link para desfazer a mudança."
      }
    },
    ja: {
      email_restored: {
        subject: ({ instance }) => `${instance}のアカウントのメールアドレスが以前のものに戻りました`,
        event: ({ place, ...occasion }) =>
          ja.on(
            `${occasion.time}に、${place}のアカウントのメールアドレスが以前のものに戻されました。このメールを受信しているアドレスは、もうアカウントに登録されていません。`,
            occasion
          ),
        effect: "どちらのアドレスもすでに一度戻されているため、元に戻すリンクはありません。"
      }
    },
    ar: {
      email_restored: {
        subject: ({ instance }) => `استعاد حسابك في ${instance} عنوان بريده الإلكتروني السابق`,
        event: ({ place, ...occasion }) =>
          `استُعيد عنوان البريد الإلكتروني السابق لحسابك في ${place} ${ar.when(occasion)}، ولم يعد العنوان الذي وصلتك عليه هذه الرسالة مرتبطًا به.`,
        effect: "سبق أن استُعيد كلا العنوانين، لذلك لا يوجد رابط للتراجع عن ذلك."
      }
    }
  }
)
