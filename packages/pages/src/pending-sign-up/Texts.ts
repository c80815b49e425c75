/** The texts of the pages of completing a sign-up, in every language. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import { inEach, type Link } from "../language/Text.ts"

export const texts = inEach(
  {
    sending: (email: Fragment | undefined, count: number) =>
      html`We're sending an email to ${email ?? "your email address"}. If you're new here, open its link to create your account. The link works once and expires in ${en.minutes(count)}.`,
    noEmail: (link: Link) =>
      html`Open the link in this browser to keep the password you've just chosen. No email? Check your spam folder, or ${link("sign up again")}.`,
    title: "Complete your sign-up",
    completing: (email: Fragment) => html`This completes the sign-up with ${email}, and signs you in on this device.`,
    switchingTo: (current: Fragment, email: Fragment) =>
      html`You're signed in as ${current}. Continuing completes the sign-up with ${email}, and signs you in with that account.`,
    passwordNotUsed:
      "The password from the sign-up isn't used here. For your security, only the browser that you chose it in can keep it. You can set one afterwards.",
    complete: "Complete sign-up",
    notYou: "Not you, or didn't sign up? Close this page. Nothing will change.",
    ready: "Your account is ready",
    readyText:
      "You're signed in. For your security, only the browser that you signed up in can keep the password, so your account has none yet.",
    setPassword: "Set a password",
    invalidText: "It has expired, or has already been used. If you have an account, you can sign in.",
    blockedText: (problem: string) => `${problem} To sign up, open the link in the email.`,
    signInOrUp: (signIn: Link, signUp: Link) => html`${signIn("Go to sign-in")} or ${signUp("sign up again")}`
  },
  {
    de: {
      sending: (email, count) =>
        html`Wir senden eine E-Mail an ${email ?? "Ihre E-Mail-Adresse"}. Wenn Sie neu hier sind, öffnen Sie den Link darin, um Ihr Konto zu erstellen. Der Link funktioniert nur einmal und läuft in ${de.minutes(count)} ab.`,
      noEmail: (link) =>
        html`Öffnen Sie den Link in diesem Browser, damit das eben gewählte Passwort gilt. Keine E-Mail? Sehen Sie im Spam-Ordner nach, oder ${link("registrieren Sie sich noch einmal")}.`,
      title: "Registrierung abschließen",
      completing: (email) =>
        html`Damit schließen Sie die Registrierung mit ${email} ab und melden sich auf diesem Gerät an.`,
      switchingTo: (current, email) =>
        html`Sie sind als ${current} angemeldet. Wenn Sie fortfahren, schließen Sie die Registrierung mit ${email} ab und werden mit diesem Konto angemeldet.`,
      passwordNotUsed:
        "Das Passwort aus der Registrierung gilt hier nicht. Zu Ihrer Sicherheit kann es nur der Browser behalten, in dem Sie es gewählt haben. Sie können danach eines festlegen.",
      complete: "Registrierung abschließen",
      notYou:
        "Das sind nicht Sie, oder Sie haben sich nicht registriert? Schließen Sie diese Seite. Es ändert sich dann nichts.",
      ready: "Ihr Konto ist bereit",
      readyText:
        "Sie sind angemeldet. Zu Ihrer Sicherheit kann nur der Browser, in dem Sie sich registriert haben, das Passwort behalten. Deshalb hat Ihr Konto noch keines.",
      setPassword: "Passwort festlegen",
      invalidText:
        "Er ist abgelaufen oder wurde bereits verwendet. Wenn Sie ein Konto haben, können Sie sich anmelden.",
      blockedText: (problem) => `${problem} Um Ihr Konto zu erstellen, öffnen Sie den Link in der E-Mail.`,
      signInOrUp: (signIn, signUp) => html`${signIn("Zur Anmeldung")} oder ${signUp("noch einmal registrieren")}`
    },
    fr: {
      sending: (email, count) =>
        html`Nous envoyons un e-mail à ${email ?? "votre adresse"}. Si vous n’avez pas encore de compte, ouvrez le lien qu’il contient pour en créer un. Le lien ne fonctionne qu’une fois et expire dans ${fr.minutes(count)}.`,
      noEmail: (link) =>
        html`Ouvrez le lien dans ce navigateur pour conserver le mot de passe que vous venez de choisir. Pas d’e-mail ? Vérifiez vos courriers indésirables ou ${link("recommencez l’inscription")}.`,
      title: "Terminer votre inscription",
      completing: (email) => html`Vous allez terminer l’inscription avec ${email} et vous connecter sur cet appareil.`,
      switchingTo: (current, email) =>
        html`Vous êtes connecté en tant que ${current}. Si vous continuez, l’inscription avec ${email} sera terminée et vous serez connecté avec ce compte.`,
      passwordNotUsed:
        "Le mot de passe de l’inscription n’est pas utilisé ici. Pour votre sécurité, seul le navigateur dans lequel vous l’avez choisi peut le conserver. Vous pourrez en définir un ensuite.",
      complete: "Terminer l’inscription",
      notYou: "Ce n’est pas vous, ou vous ne vous êtes pas inscrit ? Fermez cette page. Rien ne changera.",
      ready: "Votre compte est prêt",
      readyText:
        "Vous êtes connecté. Pour votre sécurité, seul le navigateur dans lequel vous vous êtes inscrit peut conserver le mot de passe : votre compte n’en a donc pas encore.",
      setPassword: "Définir un mot de passe",
      invalidText: "Il a expiré ou a déjà été utilisé. Si vous avez un compte, vous pouvez vous connecter.",
      blockedText: (problem) => `${problem} Pour vous inscrire, ouvrez le lien dans l’e-mail.`,
      signInOrUp: (signIn, signUp) =>
        html`${signIn("Aller à la page de connexion")} ou ${signUp("recommencer l’inscription")}`
    },
    es: {
      sending: (email, count) =>
        html`Estamos enviando un correo a ${email ?? "tu dirección"}. Si aún no tienes cuenta, abre el enlace del correo para crearla. El enlace funciona una sola vez y caduca en ${es.minutes(count)}.`,
      noEmail: (link) =>
        html`Abre el enlace en este navegador para conservar la contraseña que acabas de elegir. ¿No ha llegado el correo? Revisa la carpeta de correo no deseado o ${link("vuelve a registrarte")}.`,
      title: "Completar el registro",
      completing: (email) => html`Vas a completar el registro con ${email} e iniciar sesión en este dispositivo.`,
      switchingTo: (current, email) =>
        html`Has iniciado sesión como ${current}. Si continúas, se completará el registro con ${email} e iniciarás sesión con esa cuenta.`,
      passwordNotUsed:
        "La contraseña del registro no se usa aquí. Por tu seguridad, solo puede conservarla el navegador en el que la elegiste. Después podrás crear una.",
      complete: "Completar el registro",
      notYou: "¿No eres tú o no te has registrado? Cierra esta página. No cambiará nada.",
      ready: "Tu cuenta está lista",
      readyText:
        "Has iniciado sesión. Por tu seguridad, solo el navegador en el que te registraste puede conservar la contraseña, así que tu cuenta todavía no tiene.",
      setPassword: "Crear una contraseña",
      invalidText: "Ha caducado o ya se ha usado. Si tienes una cuenta, puedes iniciar sesión.",
      blockedText: (problem) => `${problem} Para registrarte, abre el enlace del correo.`,
      signInOrUp: (signIn, signUp) => html`${signIn("Ir al inicio de sesión")} o ${signUp("volver a registrarte")}`
    },
    "pt-BR": {
      sending: (email, count) =>
        html`Estamos enviando um e-mail para ${email ?? "seu endereço"}. Se você ainda não tem conta, abra o link do e-mail para criá-la. O link funciona uma única vez e expira em ${ptBr.minutes(count)}.`,
      noEmail: (link) =>
        html`Abra o link neste navegador para manter a senha que você acabou de escolher. Não recebeu? Confira a caixa de spam ou ${link("faça o cadastro novamente")}.`,
      title: "Concluir seu cadastro",
      completing: (email) => html`Isto conclui o cadastro com ${email} e inicia sua sessão neste dispositivo.`,
      switchingTo: (current, email) =>
        html`Você está conectado como ${current}. Se continuar, concluirá o cadastro com ${email} e entrará com essa conta.`,
      passwordNotUsed:
        "A senha do cadastro não é usada aqui. Para sua segurança, só o navegador em que você a escolheu pode mantê-la. Você poderá criar uma depois.",
      complete: "Concluir cadastro",
      notYou: "Não é você ou não fez o cadastro? Feche esta página. Nada será alterado.",
      ready: "Sua conta está pronta",
      readyText:
        "Você está conectado. Para sua segurança, só o navegador em que você fez o cadastro pode manter a senha, por isso sua conta ainda não tem uma.",
      setPassword: "Criar uma senha",
      invalidText: "Ele expirou ou já foi usado. Se você tem uma conta, pode entrar.",
      blockedText: (problem) => `${problem} Para se cadastrar, abra o link do e-mail.`,
      signInOrUp: (signIn, signUp) =>
        html`${signIn("Ir para a página de login")} ou ${signUp("fazer o cadastro novamente")}`
    },
    ja: {
      sending: (email, count) =>
        html`${email ?? "入力されたメールアドレス"}にメールを送信しています。はじめての方は、メールのリンクを開いてアカウントを作成してください。リンクは1回だけ使用でき、${ja.minutes(count)}で期限が切れます。`,
      noEmail: (link) =>
        html`先ほど設定したパスワードを有効にするには、このブラウザーでリンクを開いてください。メールが届かない場合は、迷惑メールフォルダーを確認するか、${link("もう一度登録してください")}。`,
      title: "登録を完了",
      completing: (email) => html`${email}での登録を完了し、このデバイスでログインします。`,
      switchingTo: (current, email) =>
        html`現在${current}としてログインしています。続けると${email}での登録が完了し、そのアカウントでログインします。`,
      passwordNotUsed:
        "登録時のパスワードはここでは使用されません。安全のため、パスワードを有効にできるのは、設定したブラウザーだけです。あとで新しく設定できます。",
      complete: "登録を完了",
      notYou: "お心当たりのない場合や、登録していない場合は、このページを閉じてください。何も変わりません。",
      ready: "アカウントの準備ができました",
      readyText:
        "ログインしています。安全のため、パスワードを有効にできるのは登録に使用したブラウザーだけです。そのため、アカウントにはまだパスワードがありません。",
      setPassword: "パスワードを設定",
      invalidText: "有効期限が切れているか、すでに使用されています。アカウントをお持ちの場合は、ログインできます。",
      blockedText: (problem) => `${problem}登録するには、メールのリンクを開いてください。`,
      signInOrUp: (signIn, signUp) => html`${signIn("ログインページへ")} または ${signUp("もう一度登録")}`
    },
    ar: {
      sending: (email, count) =>
        html`نرسل رسالة إلى ${email ?? "عنوان بريدك الإلكتروني"}. إذا كنت جديدًا هنا، فافتح الرابط فيها لإنشاء حسابك. يعمل الرابط مرة واحدة وتنتهي صلاحيته خلال ${ar.minutes(count)}.`,
      noEmail: (link) =>
        html`افتح الرابط في هذا المتصفح للاحتفاظ بكلمة المرور التي اخترتها للتو. لم تصلك رسالة؟ تحقق من مجلد البريد غير المرغوب فيه، أو ${link("أنشئ الحساب مجددًا")}.`,
      title: "إكمال إنشاء الحساب",
      completing: (email) => html`يكمل هذا إنشاء الحساب بالعنوان ${email}، ويسجّل دخولك على هذا الجهاز.`,
      switchingTo: (current, email) =>
        html`سجّلت الدخول باسم ${current}. إذا تابعت، فسيكتمل إنشاء الحساب بالعنوان ${email} ويُسجَّل دخولك بذلك الحساب.`,
      passwordNotUsed:
        "لا تُستخدم هنا كلمة المرور التي اخترتها عند إنشاء الحساب. حرصًا على أمانك، لا يحتفظ بها إلا المتصفح الذي اخترتها فيه. يمكنك تعيين كلمة مرور بعد ذلك.",
      complete: "إكمال إنشاء الحساب",
      notYou: "ليس هذا عنوانك، أو لم تنشئ حسابًا؟ أغلق هذه الصفحة. لن يتغير شيء.",
      ready: "حسابك جاهز",
      readyText:
        "تم تسجيل دخولك. حرصًا على أمانك، لا يحتفظ بكلمة المرور إلا المتصفح الذي أنشأت الحساب فيه، لذلك ليس لحسابك كلمة مرور بعد.",
      setPassword: "تعيين كلمة مرور",
      invalidText: "انتهت صلاحيته، أو سبق استخدامه. إذا كان لديك حساب، يمكنك تسجيل الدخول.",
      blockedText: (problem) => `${problem} لإنشاء الحساب، افتح الرابط في الرسالة.`,
      signInOrUp: (signIn, signUp) => html`${signIn("الانتقال إلى تسجيل الدخول")} أو ${signUp("إنشاء الحساب مجددًا")}`
    }
  }
)
