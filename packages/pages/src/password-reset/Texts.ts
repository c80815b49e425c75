/** The texts of the pages of setting a new password, in every language. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import { inEach, type Link } from "../language/Text.ts"

export const texts = inEach(
  {
    title: "Forgot your password?",
    explanation: "Enter your email address, and we'll send you a link to set a new password.",
    sending: (email?: Fragment) =>
      html`If there's an account for ${email ?? "your email address"}, we're sending a link to set a new password.`,
    noEmail: (link: Link) =>
      html`No email? Check your spam folder, or ${link("try again")}. You may have signed up with another address.`,
    settingOf: (email: Fragment) => html`You're setting the password of ${email}.`,
    switchingTo: (current: Fragment, email: Fragment) =>
      html`You're signed in as ${current}. Continuing sets the password of ${email}, and signs you in with that account.`,
    set: "Set password and sign in",
    noEmails: "We can't send emails at the moment, so you can't set a new password.",
    mayBeSet: "If you've just set a password, it may have been saved. Try to sign in with it.",
    blockedText: (problem: string) => `${problem} To set a new password, open the link from the email.`
  },
  {
    de: {
      title: "Passwort vergessen?",
      explanation: "Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, um ein neues Passwort festzulegen.",
      sending: (email) =>
        html`Wenn es ein Konto für ${email ?? "Ihre E-Mail-Adresse"} gibt, senden wir einen Link, um ein neues Passwort festzulegen.`,
      noEmail: (link) =>
        html`Keine E-Mail? Sehen Sie im Spam-Ordner nach, oder ${link("versuchen Sie es noch einmal")}. Vielleicht haben Sie Ihr Konto mit einer anderen Adresse erstellt.`,
      settingOf: (email) => html`Sie legen das Passwort von ${email} fest.`,
      switchingTo: (current, email) =>
        html`Sie sind als ${current} angemeldet. Wenn Sie fortfahren, legen Sie das Passwort von ${email} fest und werden mit diesem Konto angemeldet.`,
      set: "Passwort festlegen und anmelden",
      noEmails: "Wir können zurzeit keine E-Mails senden. Deshalb können Sie kein neues Passwort festlegen.",
      mayBeSet:
        "Wenn Sie gerade ein Passwort festgelegt haben, wurde es vielleicht gespeichert. Versuchen Sie, sich damit anzumelden.",
      blockedText: (problem) => `${problem} Um ein neues Passwort festzulegen, öffnen Sie den Link aus der E-Mail.`
    },
    fr: {
      title: "Mot de passe oublié ?",
      explanation:
        "Saisissez votre adresse e-mail et nous vous enverrons un lien pour définir un nouveau mot de passe.",
      sending: (email) =>
        html`S’il existe un compte pour ${email ?? "votre adresse e-mail"}, nous envoyons un lien pour définir un nouveau mot de passe.`,
      noEmail: (link) =>
        html`Pas d’e-mail ? Vérifiez vos courriers indésirables ou ${link("réessayez")}. Vous avez peut-être créé votre compte avec une autre adresse.`,
      settingOf: (email) => html`Vous définissez le mot de passe de ${email}.`,
      switchingTo: (current, email) =>
        html`Vous êtes connecté en tant que ${current}. Si vous continuez, vous définirez le mot de passe de ${email} et serez connecté avec ce compte.`,
      set: "Définir le mot de passe et se connecter",
      noEmails:
        "Nous ne pouvons pas envoyer d’e-mails pour le moment, vous ne pouvez donc pas définir de nouveau mot de passe.",
      mayBeSet:
        "Si vous venez de définir un mot de passe, il a peut-être été enregistré. Essayez de vous connecter avec celui-ci.",
      blockedText: (problem) => `${problem} Pour définir un nouveau mot de passe, ouvrez le lien depuis l’e-mail.`
    },
    es: {
      title: "¿Has olvidado tu contraseña?",
      explanation: "Introduce tu correo electrónico y te enviaremos un enlace para crear una contraseña nueva.",
      sending: (email) =>
        html`Si existe una cuenta con ${email ?? "tu correo electrónico"}, estamos enviando un enlace para crear una contraseña nueva.`,
      noEmail: (link) =>
        html`¿No ha llegado el correo? Revisa la carpeta de correo no deseado o ${link("vuelve a intentarlo")}. Puede que creases la cuenta con otra dirección.`,
      settingOf: (email) => html`Vas a crear una contraseña nueva para ${email}.`,
      switchingTo: (current, email) =>
        html`Has iniciado sesión como ${current}. Si continúas, crearás una contraseña nueva para ${email} e iniciarás sesión con esa cuenta.`,
      set: "Guardar la contraseña e iniciar sesión",
      noEmails: "Ahora mismo no podemos enviar correos, así que no puedes crear una contraseña nueva.",
      mayBeSet: "Si acabas de crear una contraseña, puede que se haya guardado. Prueba a iniciar sesión con ella.",
      blockedText: (problem) => `${problem} Para crear una contraseña nueva, abre el enlace desde el correo.`
    },
    "pt-BR": {
      title: "Esqueceu sua senha?",
      explanation: "Digite seu e-mail e enviaremos um link para criar uma nova senha.",
      sending: (email) =>
        html`Se houver uma conta com ${email ?? "seu e-mail"}, enviaremos um link para criar uma nova senha.`,
      noEmail: (link) =>
        html`Não recebeu? Confira a caixa de spam ou ${link("tente novamente")}. Talvez você tenha criado a conta com outro endereço.`,
      settingOf: (email) => html`Você está criando a senha de ${email}.`,
      switchingTo: (current, email) =>
        html`Você está conectado como ${current}. Se continuar, criará a senha de ${email} e entrará com essa conta.`,
      set: "Salvar senha e entrar",
      noEmails: "Não conseguimos enviar e-mails no momento, por isso não é possível criar uma nova senha.",
      mayBeSet: "Se você acabou de criar uma senha, talvez ela tenha sido salva. Tente entrar com ela.",
      blockedText: (problem) => `${problem} Para criar uma nova senha, abra o link pelo e-mail.`
    },
    ja: {
      title: "パスワードをお忘れですか？",
      explanation: "メールアドレスを入力してください。新しいパスワードを設定するためのリンクをお送りします。",
      sending: (email) =>
        html`${email ?? "入力されたメールアドレス"}のアカウントがある場合は、新しいパスワードを設定するためのリンクを送信しています。`,
      noEmail: (link) =>
        html`メールが届かない場合は、迷惑メールフォルダーを確認するか、${link("もう一度お試しください")}。別のアドレスで登録された可能性もあります。`,
      settingOf: (email) => html`${email}のパスワードを設定します。`,
      switchingTo: (current, email) =>
        html`現在${current}としてログインしています。続けると${email}のパスワードが設定され、そのアカウントでログインします。`,
      set: "パスワードを設定してログイン",
      noEmails: "現在メールを送信できないため、新しいパスワードを設定できません。",
      mayBeSet:
        "パスワードを設定したばかりの場合は、すでに保存されている可能性があります。そのパスワードでログインしてみてください。",
      blockedText: (problem) => `${problem}新しいパスワードを設定するには、メールからリンクを開いてください。`
    },
    ar: {
      title: "هل نسيت كلمة المرور؟",
      explanation: "أدخل عنوان بريدك الإلكتروني، وسنرسل إليك رابطًا لتعيين كلمة مرور جديدة.",
      sending: (email) =>
        html`إذا كان هناك حساب يستخدم ${email ?? "عنوان بريدك الإلكتروني"}، فنحن نرسل رابطًا لتعيين كلمة مرور جديدة.`,
      noEmail: (link) =>
        html`لم تصلك رسالة؟ تحقق من مجلد البريد غير المرغوب فيه، أو ${link("أعد المحاولة")}. ربما أنشأت حسابك بعنوان آخر.`,
      settingOf: (email) => html`أنت تعيّن كلمة مرور ${email}.`,
      switchingTo: (current, email) =>
        html`سجّلت الدخول باسم ${current}. إذا تابعت، فستُعيَّن كلمة مرور ${email} ويُسجَّل دخولك بذلك الحساب.`,
      set: "تعيين كلمة المرور وتسجيل الدخول",
      noEmails: "لا يمكننا إرسال رسائل البريد الإلكتروني حاليًا، لذلك لا يمكنك تعيين كلمة مرور جديدة.",
      mayBeSet: "إذا كنت قد عيّنت كلمة مرور للتو، فربما حُفظت. جرّب تسجيل الدخول بها.",
      blockedText: (problem) => `${problem} لتعيين كلمة مرور جديدة، افتح الرابط من الرسالة.`
    }
  }
)
