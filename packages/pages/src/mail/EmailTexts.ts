/** The texts that notices share, in every language. */
import type { Contact } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

/**
 * What the user can do about a notice. The texts that end with a colon are followed by a link.
 *
 * - `setPassword`: after a change that the user may not have made.
 * - `contact`: the same, if the user cannot set a password. `contactWithQuestions`: after a change by an administrator.
 * - `signInWithLink`, `setPasswordOnNewDevice`: after failed sign-ins.
 * - `keepAccount`: after the user has asked to delete the account.
 *
 * `button` is the text of a button of the pages.
 */
export interface HelpTexts {
  readonly setPassword: string
  readonly contact: (values: Contact) => string
  readonly contactWithQuestions: (values: Contact) => string
  readonly signInWithLink: (values: { readonly button: string }) => string
  readonly setPasswordOnNewDevice: string
  readonly keepAccount: (values: { readonly button: string }) => string
}

/** `noticeReason`: why a notice came. */
export const emails = inEach<{ readonly help: HelpTexts; readonly noticeReason: string }>(
  {
    noticeReason: "You're receiving this email because it's about the security of your account.",
    help: {
      setPassword: "Wasn't this you? Set a new password now:",
      contact: ({ instance, support }) =>
        support === undefined
          ? `Wasn't this you? Contact ${instance}.`
          : `Wasn't this you? Contact ${instance}: ${support}`,
      contactWithQuestions: ({ instance, support }) =>
        support === undefined
          ? `Any questions? Contact ${instance}.`
          : `Any questions? Contact ${instance}: ${support}`,
      signInWithLink: ({ button }) =>
        `Signing in on a new device? On the sign-in page, choose "${button}". After that, your password works everywhere again.`,
      setPasswordOnNewDevice: "Signing in on a new device? Set a new password:",
      keepAccount: ({ button }) =>
        `Changed your mind, or wasn't this you? Sign in, and choose "${button}". If it wasn't you, set a new password, too:`
    }
  },
  {
    de: {
      noticeReason: "Sie erhalten diese E-Mail, weil es um die Sicherheit Ihres Kontos geht.",
      help: {
        setPassword: "Das waren nicht Sie? Legen Sie jetzt ein neues Passwort fest:",
        contact: ({ instance, support }) =>
          support === undefined
            ? `Das waren nicht Sie? Wenden Sie sich an ${instance}.`
            : `Das waren nicht Sie? Wenden Sie sich an ${instance}: ${support}`,
        contactWithQuestions: ({ instance, support }) =>
          support === undefined
            ? `Haben Sie Fragen? Wenden Sie sich an ${instance}.`
            : `Haben Sie Fragen? Wenden Sie sich an ${instance}: ${support}`,
        signInWithLink: ({ button }) =>
          `Sie melden sich auf einem neuen Gerät an? Wählen Sie auf der Anmeldeseite „${button}“. Danach funktioniert Ihr Passwort wieder überall.`,
        setPasswordOnNewDevice: "Sie melden sich auf einem neuen Gerät an? Legen Sie ein neues Passwort fest:",
        keepAccount: ({ button }) =>
          `Sie haben es sich anders überlegt, oder das waren nicht Sie? Melden Sie sich an und wählen Sie „${button}“. Wenn Sie es nicht waren, legen Sie auch ein neues Passwort fest:`
      }
    },
    fr: {
      noticeReason: "Vous recevez cet e-mail parce qu’il concerne la sécurité de votre compte.",
      help: {
        setPassword: "Ce n’était pas vous ? Définissez dès maintenant un nouveau mot de passe :",
        contact: ({ instance, support }) =>
          support === undefined
            ? `Ce n’était pas vous ? Contactez ${instance}.`
            : `Ce n’était pas vous ? Contactez ${instance} : ${support}`,
        contactWithQuestions: ({ instance, support }) =>
          support === undefined
            ? `Des questions ? Contactez ${instance}.`
            : `Des questions ? Contactez ${instance} : ${support}`,
        signInWithLink: ({ button }) =>
          `Vous vous connectez sur un nouvel appareil ? Sur la page de connexion, choisissez « ${button} ». Votre mot de passe fonctionnera ensuite de nouveau partout.`,
        setPasswordOnNewDevice: "Vous vous connectez sur un nouvel appareil ? Définissez un nouveau mot de passe :",
        keepAccount: ({ button }) =>
          `Vous avez changé d’avis, ou ce n’était pas vous ? Connectez-vous et choisissez « ${button} ». Si ce n’était pas vous, définissez aussi un nouveau mot de passe :`
      }
    },
    es: {
      noticeReason: "Recibes este correo porque se refiere a la seguridad de tu cuenta.",
      help: {
        setPassword: "¿No has sido tú? Crea ahora una contraseña nueva:",
        contact: ({ instance, support }) =>
          support === undefined
            ? `¿No has sido tú? Ponte en contacto con ${instance}.`
            : `¿No has sido tú? Ponte en contacto con ${instance}: ${support}`,
        contactWithQuestions: ({ instance, support }) =>
          support === undefined
            ? `¿Tienes preguntas? Ponte en contacto con ${instance}.`
            : `¿Tienes preguntas? Ponte en contacto con ${instance}: ${support}`,
        signInWithLink: ({ button }) =>
          `¿Quieres iniciar sesión en un dispositivo nuevo? En la página de inicio de sesión, elige «${button}». Después tu contraseña volverá a funcionar en todas partes.`,
        setPasswordOnNewDevice: "¿Quieres iniciar sesión en un dispositivo nuevo? Crea una contraseña nueva:",
        keepAccount: ({ button }) =>
          `¿Has cambiado de opinión o no has sido tú? Inicia sesión y elige «${button}». Si no has sido tú, crea también una contraseña nueva:`
      }
    },
    "pt-BR": {
      noticeReason: "Você está recebendo este e-mail porque ele diz respeito à segurança da sua conta.",
      help: {
        setPassword: "Não foi você? Crie agora uma nova senha:",
        contact: ({ instance, support }) =>
          support === undefined
            ? `Não foi você? Entre em contato com ${instance}.`
            : `Não foi você? Entre em contato com ${instance}: ${support}`,
        contactWithQuestions: ({ instance, support }) =>
          support === undefined
            ? `Alguma dúvida? Entre em contato com ${instance}.`
            : `Alguma dúvida? Entre em contato com ${instance}: ${support}`,
        signInWithLink: ({ button }) =>
          `Quer entrar em um dispositivo novo? Na página de login, escolha “${button}”. Depois disso, sua senha voltará a funcionar em qualquer dispositivo.`,
        setPasswordOnNewDevice: "Quer entrar em um dispositivo novo? Crie uma nova senha:",
        keepAccount: ({ button }) =>
          `Mudou de ideia ou não foi você? Entre e escolha “${button}”. Se não foi você, crie também uma nova senha:`
      }
    },
    ja: {
      noticeReason: "このメールは、お使いのアカウントのセキュリティに関するお知らせとしてお送りしています。",
      help: {
        setPassword: "お心当たりのない場合は、すぐに新しいパスワードを設定してください。",
        contact: ({ instance, support }) =>
          support === undefined
            ? `お心当たりのない場合は、${instance}にお問い合わせください。`
            : `お心当たりのない場合は、${instance}にお問い合わせください：${support}`,
        contactWithQuestions: ({ instance, support }) =>
          support === undefined
            ? `ご不明な点は、${instance}にお問い合わせください。`
            : `ご不明な点は、${instance}にお問い合わせください：${support}`,
        signInWithLink: ({ button }) =>
          `新しいデバイスでログインする場合は、ログインページで「${button}」を選んでください。その後は、どのデバイスでもパスワードを使用できます。`,
        setPasswordOnNewDevice: "新しいデバイスでログインする場合は、新しいパスワードを設定してください。",
        keepAccount: ({ button }) =>
          `お気持ちが変わった場合、またはお心当たりのない場合は、ログインして「${button}」を選んでください。お心当たりのない場合は、新しいパスワードも設定してください。`
      }
    },
    ar: {
      noticeReason: "وصلتك هذه الرسالة لأنها تتعلق بأمان حسابك.",
      help: {
        setPassword: "ألم تكن أنت من فعل ذلك؟ عيّن كلمة مرور جديدة الآن:",
        contact: ({ instance, support }) =>
          support === undefined
            ? `ألم تكن أنت من فعل ذلك؟ تواصل مع ${instance}.`
            : `ألم تكن أنت من فعل ذلك؟ تواصل مع ${instance}: ${support}`,
        contactWithQuestions: ({ instance, support }) =>
          support === undefined
            ? `هل لديك أسئلة؟ تواصل مع ${instance}.`
            : `هل لديك أسئلة؟ تواصل مع ${instance}: ${support}`,
        signInWithLink: ({ button }) =>
          `هل تسجّل الدخول على جهاز جديد؟ اختر «${button}» في صفحة تسجيل الدخول. بعد ذلك تعمل كلمة مرورك من جديد في كل مكان.`,
        setPasswordOnNewDevice: "هل تسجّل الدخول على جهاز جديد؟ عيّن كلمة مرور جديدة:",
        keepAccount: ({ button }) =>
          `هل غيّرت رأيك، أو لم تكن أنت من طلب ذلك؟ سجّل الدخول واختر «${button}». إن لم تكن أنت من طلب ذلك، فعيّن كلمة مرور جديدة أيضًا:`
      }
    }
  }
)
