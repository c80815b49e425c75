/** The texts of the pages of recovering an account, in every language. */
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
    /** What leads there, on the account and while signing in. */
    lost: (link: Link) => html`Lost your passkey or your authenticator app? ${link("Recover your account by email")}`,
    /** The page that requests it. */
    title: "Recover your account",
    text: (email: Fragment) =>
      html`Have you lost your passkeys, or your authenticator app and your recovery codes? Then we can remove them. We'll send a link for this to ${email}.`,
    textAtSignIn:
      "Have you lost your authenticator app and your recovery codes? Then we can remove them. We'll send a link for this to your email address.",
    wait: (count: number) =>
      `To protect your account, the link works only after ${en.waiting(count)}. Then you sign in and set up new ones.`,
    found: "If you find one of them in the meantime, sign in with it. This cancels the request.",
    send: "Send the link",
    unavailable: (name: string) => `You can't recover your account by email. Do you need help? Contact ${name}.`,
    /** What these pages and the account say while it is open. */
    requested: "Account recovery requested",
    open: (time: Fragment, device: string) =>
      html`On ${time}, someone asked to remove your passkeys and your authenticator app. They used this device: ${device}.`,
    period: (from: Fragment, until: Fragment) =>
      html`The link in our email does this from ${from} until ${until}. Signing in with a passkey, a code or a recovery code cancels it.`,
    cancel: "Cancel the request",
    isCancelled: "The request is cancelled. Your passkeys and your authenticator app are unchanged.",
    /** The page behind the link. */
    early: "You can't recover your account yet",
    earlyText: (email: Fragment, from: Fragment) =>
      html`From ${from}, you can remove the passkeys and the authenticator app of ${email}. Open this link again then.`,
    confirm: "Recover your account?",
    confirmText: (email: Fragment) =>
      html`This removes all passkeys, the authenticator app and the recovery codes of ${email}, and signs out every device. After that, a password or a link is enough to sign in, until you set up new ones.`,
    confirmButton: "Remove passkeys and app",
    someoneElse: "Wasn't this you? Cancel the request: someone else could sign in to your account.",
    completed: "Your account has been recovered",
    completedText: (email: Fragment) =>
      html`The passkeys and the authenticator app of ${email} were removed, and every device was signed out. Sign in and set up new ones.`,
    cancelled: "The request is cancelled",
    cancelledText:
      "Your passkeys and your authenticator app are unchanged. If you didn't make the request, set a new password: someone else could sign in to your account.",
    invalidText: "It has expired or has already been used, or the request was cancelled."
  },
  {
    de: {
      lost: (link) => html`Passkey oder Authenticator-App verloren? ${link("Konto per E-Mail wiederherstellen")}`,
      title: "Konto wiederherstellen",
      text: (email) =>
        html`Haben Sie Ihre Passkeys oder Ihre Authenticator-App und Ihre Notfallcodes verloren? Dann können wir sie entfernen. Wir senden dafür einen Link an ${email}.`,
      textAtSignIn:
        "Haben Sie Ihre Authenticator-App und Ihre Notfallcodes verloren? Dann können wir sie entfernen. Wir senden dafür einen Link an Ihre E-Mail-Adresse.",
      wait: (count) =>
        `Zum Schutz Ihres Kontos funktioniert der Link erst nach ${de.waiting(count)}. Danach melden Sie sich an und richten neue ein.`,
      found:
        "Wenn Sie in der Zwischenzeit etwas davon wiederfinden, melden Sie sich damit an. Die Anfrage wird dadurch abgebrochen.",
      send: "Link senden",
      unavailable: (name) =>
        `Sie können Ihr Konto nicht per E-Mail wiederherstellen. Brauchen Sie Hilfe? Wenden Sie sich an den Support von ${name}.`,
      requested: "Die Wiederherstellung Ihres Kontos wurde angefordert",
      open: (time, device) =>
        html`Am ${time} hat jemand darum gebeten, Ihre Passkeys und Ihre Authenticator-App zu entfernen. Gerät: ${device}.`,
      period: (from, until) =>
        html`Mit dem Link in unserer E-Mail ist das vom ${from} bis zum ${until} möglich. Wenn sich jemand mit einem Passkey, einem Code oder einem Notfallcode anmeldet, wird die Anfrage abgebrochen.`,
      cancel: "Anfrage abbrechen",
      isCancelled: "Die Anfrage wurde abgebrochen. Ihre Passkeys und Ihre Authenticator-App bleiben erhalten.",
      early: "Sie können Ihr Konto noch nicht wiederherstellen",
      earlyText: (email, from) =>
        html`Sie können die Passkeys und die Authenticator-App von ${email} ab dem ${from} entfernen. Öffnen Sie diesen Link dann noch einmal.`,
      confirm: "Konto wiederherstellen?",
      confirmText: (email) =>
        html`Damit werden alle Passkeys, die Authenticator-App und die Notfallcodes von ${email} entfernt und alle Geräte abgemeldet. Zum Anmelden reicht dann ein Passwort oder ein Link, bis Sie neue einrichten.`,
      confirmButton: "Passkeys und App entfernen",
      someoneElse:
        "Sie haben das nicht angefordert? Brechen Sie die Anfrage ab: Jemand anderes könnte sich bei Ihrem Konto anmelden.",
      completed: "Ihr Konto ist wiederhergestellt",
      completedText: (email) =>
        html`Die Passkeys und die Authenticator-App von ${email} wurden entfernt, und alle Geräte wurden abgemeldet. Melden Sie sich an und richten Sie neue ein.`,
      cancelled: "Die Anfrage wurde abgebrochen",
      cancelledText:
        "Ihre Passkeys und Ihre Authenticator-App bleiben erhalten. Kam die Anfrage nicht von Ihnen? Dann legen Sie ein neues Passwort fest: Jemand anderes könnte sich bei Ihrem Konto anmelden.",
      invalidText: "Er ist abgelaufen oder wurde bereits verwendet, oder die Anfrage wurde abgebrochen."
    },
    fr: {
      lost: (link) =>
        html`Vous avez perdu votre clé d’accès ou votre application d’authentification ? ${link("Récupérer votre compte par e-mail")}`,
      title: "Récupérer votre compte",
      text: (email) =>
        html`Vous avez perdu vos clés d’accès, ou votre application d’authentification et vos codes de récupération ? Nous pouvons les supprimer. Nous enverrons un lien à ${email}.`,
      textAtSignIn:
        "Vous avez perdu votre application d’authentification et vos codes de récupération ? Nous pouvons les supprimer. Nous enverrons un lien à votre adresse e-mail.",
      wait: (count) =>
        `Pour protéger votre compte, le lien ne fonctionne qu’au bout de ${fr.waiting(count)}. Vous pourrez ensuite vous connecter et en configurer de nouveaux.`,
      found: "Si vous en retrouvez un entre-temps, utilisez-le pour vous connecter. La demande sera alors annulée.",
      send: "Envoyer le lien",
      unavailable: (name) =>
        `Vous ne pouvez pas récupérer votre compte par e-mail. Besoin d’aide ? Contactez l’assistance de ${name}.`,
      requested: "La récupération de votre compte a été demandée",
      open: (time, device) =>
        html`Le ${time}, quelqu’un a demandé la suppression de vos clés d’accès et de votre application d’authentification. Appareil utilisé : ${device}.`,
      period: (from, until) =>
        html`Le lien de notre e-mail le permet du ${from} au ${until}. Une connexion avec une clé d’accès, un code ou un code de récupération annule la demande.`,
      cancel: "Annuler la demande",
      isCancelled: "La demande est annulée. Vos clés d’accès et votre application d’authentification sont conservées.",
      early: "Vous ne pouvez pas encore récupérer votre compte",
      earlyText: (email, from) =>
        html`Vous pourrez supprimer les clés d’accès et l’application d’authentification de ${email} à partir du ${from}. Ouvrez alors à nouveau ce lien.`,
      confirm: "Récupérer votre compte ?",
      confirmText: (email) =>
        html`Toutes les clés d’accès, l’application d’authentification et les codes de récupération de ${email} seront supprimés, et tous les appareils déconnectés. Un mot de passe ou un lien suffira alors pour vous connecter, jusqu’à ce que vous en configuriez de nouveaux.`,
      confirmButton: "Supprimer les clés et l’application",
      someoneElse:
        "Vous n’avez rien demandé ? Annulez la demande : quelqu’un d’autre pourrait se connecter à votre compte.",
      completed: "Votre compte est récupéré",
      completedText: (email) =>
        html`Les clés d’accès et l’application d’authentification de ${email} sont supprimées, et tous les appareils sont déconnectés. Connectez-vous et configurez-en de nouvelles.`,
      cancelled: "La demande est annulée",
      cancelledText:
        "Vos clés d’accès et votre application d’authentification sont conservées. La demande ne venait pas de vous ? Définissez un nouveau mot de passe : quelqu’un d’autre pourrait se connecter à votre compte.",
      invalidText: "Il a expiré ou a déjà été utilisé, ou la demande a été annulée."
    },
    es: {
      lost: (link) =>
        html`¿Has perdido tu llave de acceso o tu aplicación de autenticación? ${link("Recuperar tu cuenta por correo")}`,
      title: "Recuperar tu cuenta",
      text: (email) =>
        html`¿Has perdido tus llaves de acceso, o tu aplicación de autenticación y tus códigos de recuperación? Podemos quitarlos. Para ello enviaremos un enlace a ${email}.`,
      textAtSignIn:
        "¿Has perdido tu aplicación de autenticación y tus códigos de recuperación? Podemos quitarlos. Para ello enviaremos un enlace a tu correo electrónico.",
      wait: (count) =>
        `Para proteger tu cuenta, el enlace solo funciona después de ${es.waiting(count)}. Entonces podrás iniciar sesión y configurar otros nuevos.`,
      found: "Si mientras tanto encuentras alguno, inicia sesión con él. Así se cancela la solicitud.",
      send: "Enviar el enlace",
      unavailable: (name) =>
        `No puedes recuperar tu cuenta por correo. ¿Necesitas ayuda? Ponte en contacto con el servicio de ayuda de ${name}.`,
      requested: "Se ha solicitado la recuperación de tu cuenta",
      open: (time, device) =>
        html`El ${time} alguien solicitó quitar tus llaves de acceso y tu aplicación de autenticación. Dispositivo: ${device}.`,
      period: (from, until) =>
        html`El enlace de nuestro correo lo permite desde el ${from} hasta el ${until}. Iniciar sesión con una llave de acceso, un código o un código de recuperación cancela la solicitud.`,
      cancel: "Cancelar la solicitud",
      isCancelled: "La solicitud se ha cancelado. Tus llaves de acceso y tu aplicación de autenticación se mantienen.",
      early: "Todavía no puedes recuperar tu cuenta",
      earlyText: (email, from) =>
        html`Podrás quitar las llaves de acceso y la aplicación de autenticación de ${email} a partir del ${from}. Vuelve a abrir este enlace entonces.`,
      confirm: "¿Recuperar tu cuenta?",
      confirmText: (email) =>
        html`Se quitarán todas las llaves de acceso, la aplicación de autenticación y los códigos de recuperación de ${email}, y se cerrará la sesión en todos los dispositivos. Después bastará una contraseña o un enlace para iniciar sesión, hasta que configures otros nuevos.`,
      confirmButton: "Quitar las llaves y la aplicación",
      someoneElse: "¿No lo has solicitado tú? Cancela la solicitud: otra persona podría entrar en tu cuenta.",
      completed: "Tu cuenta se ha recuperado",
      completedText: (email) =>
        html`Se han quitado las llaves de acceso y la aplicación de autenticación de ${email}, y la sesión se ha cerrado en todos los dispositivos. Inicia sesión y configura otras nuevas.`,
      cancelled: "La solicitud se ha cancelado",
      cancelledText:
        "Tus llaves de acceso y tu aplicación de autenticación se mantienen. ¿No hiciste tú la solicitud? Entonces crea una contraseña nueva: otra persona podría entrar en tu cuenta.",
      invalidText: "Ha caducado o ya se ha usado, o la solicitud se ha cancelado."
    },
    "pt-BR": {
      lost: (link) =>
        html`Perdeu sua chave de acesso ou seu aplicativo autenticador? ${link("Recuperar sua conta por e-mail")}`,
      title: "Recuperar sua conta",
      text: (email) =>
        html`Você perdeu suas chaves de acesso, ou seu aplicativo autenticador e seus códigos de recuperação? Podemos removê-los. Para isso, enviaremos um link para ${email}.`,
      textAtSignIn:
        "Você perdeu seu aplicativo autenticador e seus códigos de recuperação? Podemos removê-los. Para isso, enviaremos um link para seu e-mail.",
      wait: (count) =>
        `Para proteger sua conta, o link só funciona depois de ${ptBr.waiting(count)}. Então você entra e configura novos.`,
      found: "Se você encontrar algum deles nesse meio-tempo, entre com ele. Isso cancela o pedido.",
      send: "Enviar o link",
      unavailable: (name) =>
        `Não é possível recuperar sua conta por e-mail. Precisa de ajuda? Fale com o suporte de ${name}.`,
      requested: "A recuperação da sua conta foi solicitada",
      open: (time, device) =>
        html`Em ${time}, alguém pediu para remover suas chaves de acesso e seu aplicativo autenticador. Dispositivo: ${device}.`,
      period: (from, until) =>
        html`O link do nosso e-mail permite isso entre ${from} e ${until}. Entrar com uma chave de acesso, um código ou um código de recuperação cancela o pedido.`,
      cancel: "Cancelar o pedido",
      isCancelled: "O pedido foi cancelado. Suas chaves de acesso e seu aplicativo autenticador continuam valendo.",
      early: "Você ainda não pode recuperar sua conta",
      earlyText: (email, from) =>
        html`Você pode remover as chaves de acesso e o aplicativo autenticador de ${email} a partir de ${from}. Abra este link novamente quando esse momento chegar.`,
      confirm: "Recuperar sua conta?",
      confirmText: (email) =>
        html`Isto remove todas as chaves de acesso, o aplicativo autenticador e os códigos de recuperação de ${email} e desconecta todos os dispositivos. Depois, uma senha ou um link bastará para entrar, até você configurar novos.`,
      confirmButton: "Remover chaves e aplicativo",
      someoneElse: "Não foi você que pediu? Cancele o pedido: outra pessoa poderia entrar na sua conta.",
      completed: "Sua conta foi recuperada",
      completedText: (email) =>
        html`As chaves de acesso e o aplicativo autenticador de ${email} foram removidos, e todos os dispositivos foram desconectados. Entre e configure novos.`,
      cancelled: "O pedido foi cancelado",
      cancelledText:
        "Suas chaves de acesso e seu aplicativo autenticador continuam valendo. Não foi você que fez o pedido? Então crie uma nova senha: outra pessoa poderia entrar na sua conta.",
      invalidText: "Ele expirou ou já foi usado, ou o pedido foi cancelado."
    },
    ja: {
      lost: (link) => html`パスキーや認証アプリを紛失した場合：${link("メールでアカウントを復旧する")}`,
      title: "アカウントの復旧",
      text: (email) =>
        html`パスキー、または認証アプリとリカバリーコードを紛失した場合、それらを削除できます。そのためのリンクを${email}に送信します。`,
      textAtSignIn:
        "認証アプリとリカバリーコードを紛失した場合、それらを削除できます。そのためのリンクを、ご登録のメールアドレスに送信します。",
      wait: (count) =>
        `アカウントを保護するため、リンクは${ja.waiting(count)}後から使用できます。その後、ログインして新しいものを設定してください。`,
      found: "その間に見つかった場合は、それを使ってログインしてください。リクエストは取り消されます。",
      send: "リンクを送信",
      unavailable: (name) =>
        `メールでアカウントを復旧することはできません。お困りの場合は、${name}のサポートにお問い合わせください。`,
      requested: "アカウントの復旧がリクエストされています",
      open: (time, device) =>
        html`${time}に、パスキーと認証アプリの削除がリクエストされました。デバイスは「${device}」です。`,
      period: (from, until) =>
        html`${from}から${until}まで、メールのリンクで削除できます。パスキー、コード、リカバリーコードのいずれかでログインすると、リクエストは取り消されます。`,
      cancel: "リクエストを取り消す",
      isCancelled: "リクエストを取り消しました。パスキーと認証アプリはそのまま使用できます。",
      early: "まだアカウントを復旧できません",
      earlyText: (email, from) =>
        html`${from}以降に、${email}のパスキーと認証アプリを削除できます。その時にもう一度このリンクを開いてください。`,
      confirm: "アカウントを復旧しますか？",
      confirmText: (email) =>
        html`${email}のすべてのパスキー、認証アプリ、リカバリーコードを削除し、すべてのデバイスでログアウトします。その後は、新しいものを設定するまで、パスワードまたはリンクだけでログインできます。`,
      confirmButton: "パスキーと認証アプリを削除",
      someoneElse:
        "お心当たりのない場合は、リクエストを取り消してください。ほかの人がアカウントにログインできる可能性があります。",
      completed: "アカウントを復旧しました",
      completedText: (email) =>
        html`${email}のパスキーと認証アプリを削除し、すべてのデバイスでログアウトしました。ログインして新しいものを設定してください。`,
      cancelled: "リクエストを取り消しました",
      cancelledText:
        "パスキーと認証アプリはそのまま使用できます。お心当たりのないリクエストの場合は、新しいパスワードを設定してください。ほかの人がアカウントにログインできる可能性があります。",
      invalidText: "有効期限が切れているか、すでに使用されているか、リクエストが取り消されています。"
    },
    ar: {
      lost: (link) => html`هل فقدت مفتاح المرور أو تطبيق المصادقة؟ ${link("استعادة حسابك بالبريد الإلكتروني")}`,
      title: "استعادة حسابك",
      text: (email) =>
        html`هل فقدت مفاتيح المرور، أو تطبيق المصادقة ورموز الاسترداد؟ يمكننا إزالتها. سنرسل رابطًا لذلك إلى ${email}.`,
      textAtSignIn:
        "هل فقدت تطبيق المصادقة ورموز الاسترداد؟ يمكننا إزالتها. سنرسل رابطًا لذلك إلى عنوان بريدك الإلكتروني.",
      wait: (count) => `لحماية حسابك، لا يعمل الرابط إلا بعد ${ar.waiting(count)}. بعد ذلك تسجّل الدخول وتُعدّ غيرها.`,
      found: "إذا وجدت شيئًا منها في هذه الأثناء، فسجّل الدخول به. سيُلغى الطلب عندئذ.",
      send: "إرسال الرابط",
      unavailable: (name) =>
        `لا يمكنك استعادة حسابك بالبريد الإلكتروني. هل تحتاج إلى مساعدة؟ تواصل مع دعم ${ar.isolated(name)}.`,
      requested: "طُلبت استعادة حسابك",
      open: (time, device) => html`بتاريخ ${time} طلب أحدهم إزالة مفاتيح المرور وتطبيق المصادقة. الجهاز: ${device}.`,
      period: (from, until) =>
        html`يتيح الرابط في رسالتنا ذلك من ${from} حتى ${until}. تسجيل الدخول بمفتاح مرور أو برمز أو برمز استرداد يُلغي الطلب.`,
      cancel: "إلغاء الطلب",
      isCancelled: "أُلغي الطلب. تبقى مفاتيح المرور وتطبيق المصادقة كما هي.",
      early: "لا يمكنك استعادة حسابك بعد",
      earlyText: (email, from) =>
        html`يمكنك إزالة مفاتيح المرور وتطبيق المصادقة من حساب ${email} ابتداءً من ${from}. افتح هذا الرابط مجددًا حينها.`,
      confirm: "هل تريد استعادة حسابك؟",
      confirmText: (email) =>
        html`سيؤدي هذا إلى إزالة كل مفاتيح المرور وتطبيق المصادقة ورموز الاسترداد من حساب ${email}، وتسجيل الخروج من كل الأجهزة. بعد ذلك تكفي كلمة مرور أو رابط لتسجيل الدخول، إلى أن تُعدّ غيرها.`,
      confirmButton: "إزالة المفاتيح والتطبيق",
      someoneElse: "ألم تطلب ذلك؟ ألغِ الطلب: قد يتمكن شخص آخر من تسجيل الدخول إلى حسابك.",
      completed: "استُعيد حسابك",
      completedText: (email) =>
        html`أُزيلت مفاتيح المرور وتطبيق المصادقة من حساب ${email}، وسُجّل الخروج من كل الأجهزة. سجّل الدخول وأعدّ غيرها.`,
      cancelled: "أُلغي الطلب",
      cancelledText:
        "تبقى مفاتيح المرور وتطبيق المصادقة كما هي. ألم تكن أنت صاحب الطلب؟ إذن عيّن كلمة مرور جديدة: قد يتمكن شخص آخر من تسجيل الدخول إلى حسابك.",
      invalidText: "انتهت صلاحيته أو سبق استخدامه، أو أُلغي الطلب."
    }
  }
)
