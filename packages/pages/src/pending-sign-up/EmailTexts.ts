/** The texts of the emails of completing a sign-up, in every language. */
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { LinkTexts, Named, Occasion, Placed } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

/**
 * The email to the owner of an account, after someone signed up with its address. `signIn` and `setPassword` are
 * followed by a link.
 */
export interface ExistingAccountTexts {
  readonly subject: (values: Named) => string
  readonly event: (values: Placed & Occasion) => string
  readonly signIn: string
  readonly setPassword: string
  readonly advice: string
}

export const emails = inEach<{ readonly signUp: LinkTexts; readonly existingAccount: ExistingAccountTexts }>(
  {
    signUp: {
      subject: ({ instance }) => `Complete your sign-up for ${instance}`,
      action: () => "Complete your sign-up",
      purpose: ({ place }) => `Use this link to create your account at ${place}.`,
      origin: (occasion) => `Someone signed up with this email address ${en.when(occasion)}.`,
      advice: "Wasn't it you? Ignore this email and don't share the link. Without it, no account is created."
    },
    existingAccount: {
      subject: ({ instance }) => `You already have an account for ${instance}`,
      event: ({ place, ...occasion }) =>
        `Someone, maybe you, tried to sign up with this email address ${en.when(occasion)}. You already have an account at ${place}.`,
      signIn: "Sign in instead:",
      setPassword: "Forgot your password? Set a new one:",
      advice: "Wasn't it you? You don't have to do anything. Nothing has changed."
    }
  },
  {
    de: {
      signUp: {
        subject: ({ instance }) => `Registrierung bei ${instance} abschließen`,
        action: () => "Registrierung abschließen",
        purpose: ({ place }) => `Mit diesem Link erstellen Sie Ihr Konto bei ${place}.`,
        origin: (occasion) =>
          de.on((time) => `Jemand hat sich ${time} mit dieser E-Mail-Adresse registriert.`, occasion),
        advice:
          "Das waren nicht Sie? Ignorieren Sie diese E-Mail und geben Sie den Link nicht weiter. Ohne ihn wird kein Konto erstellt."
      },
      existingAccount: {
        subject: ({ instance }) => `Sie haben bereits ein Konto bei ${instance}`,
        event: ({ place, ...occasion }) =>
          `${de.on((time) => `Jemand, vielleicht Sie selbst, wollte sich ${time} mit dieser E-Mail-Adresse registrieren.`, occasion)} Sie haben bereits ein Konto bei ${place}.`,
        signIn: "Melden Sie sich einfach an:",
        setPassword: "Passwort vergessen? Legen Sie ein neues fest:",
        advice: "Das waren nicht Sie? Sie müssen nichts tun. Es hat sich nichts geändert."
      }
    },
    fr: {
      signUp: {
        subject: ({ instance }) => `Terminez votre inscription à ${instance}`,
        action: () => "Terminer l’inscription",
        purpose: ({ place }) => `Voici votre lien pour créer votre compte ${place}.`,
        origin: (occasion) => `Quelqu’un s’est inscrit avec cette adresse e-mail ${fr.when(occasion)}.`,
        advice: `Ce n’était pas vous ? ${fr.ignore} Sans lui, aucun compte ne sera créé.`
      },
      existingAccount: {
        subject: ({ instance }) => `Vous avez déjà un compte ${instance}`,
        event: ({ place, ...occasion }) =>
          `Quelqu’un, peut-être vous, a essayé de s’inscrire avec cette adresse e-mail ${fr.when(occasion)}. Vous avez déjà un compte ${place}.`,
        signIn: "Il vous suffit de vous connecter :",
        setPassword: "Mot de passe oublié ? Définissez-en un nouveau :",
        advice: "Ce n’était pas vous ? Vous n’avez rien à faire. Rien n’a changé."
      }
    },
    es: {
      signUp: {
        subject: ({ instance }) => `Completa tu registro en ${instance}`,
        action: () => "Completar el registro",
        purpose: ({ place }) => `Usa este enlace para crear tu cuenta de ${place}.`,
        origin: (occasion) => `Alguien se registró con esta dirección de correo electrónico ${es.when(occasion)}.`,
        advice: `¿No has sido tú? ${es.ignore} Sin él no se crea ninguna cuenta.`
      },
      existingAccount: {
        subject: ({ instance }) => `Ya tienes una cuenta de ${instance}`,
        event: ({ place, ...occasion }) =>
          `Alguien, quizá tú, intentó registrarse con esta dirección de correo electrónico ${es.when(occasion)}. Ya tienes una cuenta de ${place}.`,
        signIn: "Solo tienes que iniciar sesión:",
        setPassword: "¿Has olvidado tu contraseña? Crea una nueva:",
        advice: "¿No has sido tú? No tienes que hacer nada. No ha cambiado nada."
      }
    },
    "pt-BR": {
      signUp: {
        subject: ({ instance }) => `Conclua seu cadastro em ${instance}`,
        action: () => "Concluir o cadastro",
        purpose: ({ place }) => `Use este link para criar sua conta em ${place}.`,
        origin: (occasion) => `Alguém se cadastrou com este endereço de e-mail ${ptBr.when(occasion)}.`,
        advice: `Não foi você? ${ptBr.ignore} Sem ele, nenhuma conta será criada.`
      },
      existingAccount: {
        subject: ({ instance }) => `Você já tem uma conta em ${instance}`,
        event: ({ place, ...occasion }) =>
          `Alguém, talvez você, tentou se cadastrar com este endereço de e-mail ${ptBr.when(occasion)}. Você já tem uma conta em ${place}.`,
        signIn: "Basta entrar:",
        setPassword: "Esqueceu sua senha? Crie uma nova:",
        advice: "Não foi você? Você não precisa fazer nada. Nada mudou."
      }
    },
    ja: {
      signUp: {
        subject: ({ instance }) => `${instance}への登録を完了してください`,
        action: () => "登録を完了",
        purpose: ({ place }) => `このリンクから${place}のアカウントを作成できます。`,
        origin: (occasion) => ja.on(`${occasion.time}に、このメールアドレスで登録の手続きがありました。`, occasion),
        advice: `お心当たりのない場合、${ja.ignore}リンクを使用しないかぎり、アカウントは作成されません。`
      },
      existingAccount: {
        subject: ({ instance }) => `${instance}のアカウントをすでにお持ちです`,
        event: ({ place, ...occasion }) =>
          `${ja.on(`${occasion.time}に、どなたか（ご自身かもしれません）がこのメールアドレスで登録しようとしました。`, occasion)}${place}のアカウントをすでにお持ちです。`,
        signIn: "こちらからログインしてください。",
        setPassword: "パスワードをお忘れの場合は、新しいパスワードを設定してください。",
        advice: "お心当たりのない場合も、必要な操作はありません。何も変更されていません。"
      }
    },
    ar: {
      signUp: {
        subject: ({ instance }) => `أكمل إنشاء حسابك في ${instance}`,
        action: () => "إكمال إنشاء الحساب",
        purpose: ({ place }) => `استخدم هذا الرابط لإنشاء حسابك في ${place}.`,
        origin: (occasion) => `طلب أحدهم إنشاء حساب بعنوان البريد الإلكتروني هذا ${ar.when(occasion)}.`,
        advice: `ألم تكن أنت من فعل ذلك؟ ${ar.ignore} لن يُنشأ أي حساب من دونه.`
      },
      existingAccount: {
        subject: ({ instance }) => `لديك حساب بالفعل في ${instance}`,
        event: ({ place, ...occasion }) =>
          `حاول أحدهم، وربما أنت، إنشاء حساب بعنوان البريد الإلكتروني هذا ${ar.when(occasion)}. لديك حساب بالفعل في ${place}.`,
        signIn: "يكفي أن تسجّل الدخول:",
        setPassword: "هل نسيت كلمة المرور؟ عيّن كلمة مرور جديدة:",
        advice: "ألم تكن أنت من فعل ذلك؟ لا يلزمك فعل أي شيء. لم يتغيّر شيء."
      }
    }
  }
)
