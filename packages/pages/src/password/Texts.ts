/** The texts of the pages of signing in and signing up, in every language. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as ar from "../language/ar.ts"
import { inEach, type Link } from "../language/Text.ts"

export const texts = inEach(
  {
    signInTo: (name: string) => `Sign in to ${name}`,
    signUp: "Create an account",
    signUpFor: (name: string) => `Sign up for ${name}`,
    createAccount: "Create account",
    forgotten: "Forgot your password?",
    signedIn: (when: Fragment) => html`Signed in with a password ${when}`,
    newHere: (link: Link) => html`New here? ${link("Create an account")}`,
    haveAccount: (link: Link) => html`Have an account? ${link("Sign in")}`,
    signInInstead: "Sign in instead",
    noEmails: "We can't send emails at the moment, so you can't sign in.",
    closed: "Sign-up is closed",
    closedText: (name: string) =>
      `You can't create an account for ${name} here. If you have an account, you can sign in.`,
    invitationNeeded: (name: string) =>
      `You need an invitation to create an account for ${name}. If you got one, open the link in the email. If you have an account, you can sign in.`
  },
  {
    de: {
      signInTo: (name) => `Bei ${name} anmelden`,
      signUp: "Konto erstellen",
      signUpFor: (name) => `Konto bei ${name} erstellen`,
      createAccount: "Konto erstellen",
      forgotten: "Passwort vergessen?",
      signedIn: (when) => html`Mit Passwort angemeldet ${when}`,
      newHere: (link) => html`Neu hier? ${link("Konto erstellen")}`,
      haveAccount: (link) => html`Sie haben ein Konto? ${link("Anmelden")}`,
      signInInstead: "Stattdessen anmelden",
      noEmails: "Wir können zurzeit keine E-Mails senden. Deshalb können Sie sich nicht anmelden.",
      closed: "Die Registrierung ist geschlossen",
      closedText: (name) =>
        `Sie können hier kein Konto bei ${name} erstellen. Wenn Sie ein Konto haben, können Sie sich anmelden.`,
      invitationNeeded: (name) =>
        `Für ein Konto bei ${name} brauchen Sie eine Einladung. Wenn Sie eine haben, öffnen Sie den Link in der E-Mail. Wenn Sie ein Konto haben, können Sie sich anmelden.`
    },
    fr: {
      signInTo: (name) => `Se connecter à ${name}`,
      signUp: "Créer un compte",
      signUpFor: (name) => `Créer un compte ${name}`,
      createAccount: "Créer le compte",
      forgotten: "Mot de passe oublié ?",
      signedIn: (when) => html`Connecté avec un mot de passe ${when}`,
      newHere: (link) => html`Pas encore de compte ? ${link("Créer un compte")}`,
      haveAccount: (link) => html`Vous avez déjà un compte ? ${link("Se connecter")}`,
      signInInstead: "Se connecter",
      noEmails: "Nous ne pouvons pas envoyer d’e-mails pour le moment, vous ne pouvez donc pas vous connecter.",
      closed: "Les inscriptions sont fermées",
      closedText: (name) =>
        `Vous ne pouvez pas créer de compte ${name} ici. Si vous avez déjà un compte, vous pouvez vous connecter.`,
      invitationNeeded: (name) =>
        `Il vous faut une invitation pour créer un compte ${name}. Si vous en avez reçu une, ouvrez le lien dans l’e-mail. Si vous avez déjà un compte, vous pouvez vous connecter.`
    },
    es: {
      signInTo: (name) => `Iniciar sesión en ${name}`,
      signUp: "Crear una cuenta",
      signUpFor: (name) => `Crear una cuenta en ${name}`,
      createAccount: "Crear cuenta",
      forgotten: "¿Has olvidado tu contraseña?",
      signedIn: (when) => html`Sesión iniciada con contraseña ${when}`,
      newHere: (link) => html`¿Es tu primera vez aquí? ${link("Crear una cuenta")}`,
      haveAccount: (link) => html`¿Ya tienes una cuenta? ${link("Iniciar sesión")}`,
      signInInstead: "Iniciar sesión",
      noEmails: "Ahora mismo no podemos enviar correos, así que no puedes iniciar sesión.",
      closed: "El registro está cerrado",
      closedText: (name) =>
        `Aquí no puedes crear una cuenta en ${name}. Si ya tienes una cuenta, puedes iniciar sesión.`,
      invitationNeeded: (name) =>
        `Necesitas una invitación para crear una cuenta en ${name}. Si la has recibido, abre el enlace del correo. Si ya tienes una cuenta, puedes iniciar sesión.`
    },
    "pt-BR": {
      signInTo: (name) => `Entrar em ${name}`,
      signUp: "Criar uma conta",
      signUpFor: (name) => `Criar uma conta em ${name}`,
      createAccount: "Criar conta",
      forgotten: "Esqueceu sua senha?",
      signedIn: (when) => html`Entrou com senha ${when}`,
      newHere: (link) => html`Primeira vez aqui? ${link("Criar uma conta")}`,
      haveAccount: (link) => html`Já tem uma conta? ${link("Entrar")}`,
      signInInstead: "Entrar",
      noEmails: "Não conseguimos enviar e-mails no momento, por isso não é possível entrar.",
      closed: "O cadastro está fechado",
      closedText: (name) => `Não é possível criar uma conta em ${name} aqui. Se você já tem uma conta, pode entrar.`,
      invitationNeeded: (name) =>
        `Você precisa de um convite para criar uma conta em ${name}. Se recebeu um, abra o link do e-mail. Se já tem uma conta, pode entrar.`
    },
    ja: {
      signInTo: (name) => `${name}にログイン`,
      signUp: "アカウントを作成",
      signUpFor: (name) => `${name}のアカウントを作成`,
      createAccount: "アカウントを作成",
      forgotten: "パスワードをお忘れですか？",
      signedIn: (when) => html`パスワードでログイン：${when}`,
      newHere: (link) => html`はじめての方は ${link("アカウントを作成")}`,
      haveAccount: (link) => html`アカウントをお持ちの方は ${link("ログイン")}`,
      signInInstead: "ログインする",
      noEmails: "現在メールを送信できないため、ログインできません。",
      closed: "新規登録は受け付けていません",
      closedText: (name) =>
        `ここでは${name}のアカウントを作成できません。アカウントをお持ちの場合は、ログインできます。`,
      invitationNeeded: (name) =>
        `${name}のアカウントを作成するには招待が必要です。招待を受け取っている場合は、メールのリンクを開いてください。アカウントをお持ちの場合は、ログインできます。`
    },
    ar: {
      signInTo: (name) => `تسجيل الدخول إلى ${ar.isolated(name)}`,
      signUp: "إنشاء حساب",
      signUpFor: (name) => `إنشاء حساب في ${ar.isolated(name)}`,
      createAccount: "إنشاء الحساب",
      forgotten: "هل نسيت كلمة المرور؟",
      signedIn: (when) => html`تسجيل الدخول باستخدام كلمة مرور ${when}`,
      newHere: (link) => html`هل أنت جديد هنا؟ ${link("أنشئ حسابًا")}`,
      haveAccount: (link) => html`هل لديك حساب؟ ${link("سجّل الدخول")}`,
      signInInstead: "سجّل الدخول بدلًا من ذلك",
      noEmails: "لا يمكننا إرسال رسائل البريد الإلكتروني حاليًا، لذلك لا يمكنك تسجيل الدخول.",
      closed: "إنشاء الحسابات غير متاح",
      closedText: (name) => `لا يمكنك إنشاء حساب في ${ar.isolated(name)} هنا. إذا كان لديك حساب، يمكنك تسجيل الدخول.`,
      invitationNeeded: (name) =>
        `تحتاج إلى دعوة لإنشاء حساب في ${ar.isolated(name)}. إذا وصلتك دعوة، فافتح الرابط في الرسالة. إذا كان لديك حساب، يمكنك تسجيل الدخول.`
    }
  }
)
