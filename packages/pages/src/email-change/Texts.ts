/** The texts of the pages of changing the email address, in every language. */
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
    section: "Email address",
    sectionText: (link: Link) => html`You need access to the new address. ${link("Change email address")}`,
    title: "Change your email address",
    current: (email: Fragment) => html`Your email address is ${email}.`,
    newEmail: "New email address",
    formText: "We'll send a link to the new address. Your address changes when you open it here and confirm.",
    signInFirst: (count: number) =>
      `To change your email address, sign in with a new link. You then have ${en.minutes(count)}.`,
    passwordFirst: (link: Link) =>
      html`To change your email address, ${link("set a password with a link by email")} first.`,
    noEmails: "We can't send emails at the moment, so you can't change your email address.",
    sentFromElsewhere: "This form was sent from another website. Use this page to change your email address.",
    /** What the account page says after a request, and after the change. */
    requested: (count: number) =>
      `Check the inbox of your new address. If no other account has it, we've sent a link there, which works for ${en.minutes(count)}.`,
    changed: "Your email address is changed. You're signed out on all other devices.",
    confirm: "Change your email address?",
    confirmText: (current: Fragment, next: Fragment) =>
      html`You're signed in as ${current}. From now on you'll sign in as ${next}.`,
    confirmButton: "Change email address",
    restore: "Restore your email address?",
    restoreText: (email: Fragment) =>
      html`This makes ${email} the email address of your account again. It also removes the password, and signs out every device, in case someone else changed them.`,
    restoreButton: "Restore email address",
    changedItYourself: "Did you change the address yourself? Close this page. Nothing will change.",
    restored: "Your email address is restored",
    restoredText: (email: Fragment) =>
      html`Your account has the email address ${email} again. Every device is signed out, and the account has no password.`,
    orSignIn: (link: Link) => html`Or ${link("sign in with a link")}.`,
    signInToConfirm: "Sign in first",
    signInToConfirmText:
      "To change your email address, sign in to the account that you're changing. Then open the link in the email again, in this browser.",
    taken: "This email address is taken",
    takenText: "Another account has it now. Your own account is unchanged. You can change to another address.",
    invalidText:
      "It has expired, has already been used, or is for another account than the one that you're signed in to. You can request a new one on your account page.",
    restorationInvalidText:
      "It has expired or has already been used. If you can't sign in to your account, contact support.",
    goToAccount: "Go to your account"
  },
  {
    de: {
      section: "E-Mail-Adresse",
      sectionText: (link) => html`Sie brauchen Zugriff auf die neue Adresse. ${link("E-Mail-Adresse ändern")}`,
      title: "E-Mail-Adresse ändern",
      current: (email) => html`Ihre E-Mail-Adresse ist ${email}.`,
      newEmail: "Neue E-Mail-Adresse",
      formText:
        "Wir senden einen Link an die neue Adresse. Ihre Adresse ändert sich, wenn Sie ihn hier öffnen und bestätigen.",
      signInFirst: (count) =>
        `Um Ihre E-Mail-Adresse zu ändern, melden Sie sich mit einem neuen Link an. Danach haben Sie ${de.minutes(count)} Zeit.`,
      passwordFirst: (link) =>
        html`Um Ihre E-Mail-Adresse zu ändern, ${link("legen Sie zuerst mit einem Link per E-Mail ein Passwort fest")}.`,
      noEmails: "Wir können zurzeit keine E-Mails senden. Deshalb können Sie Ihre E-Mail-Adresse nicht ändern.",
      sentFromElsewhere:
        "Dieses Formular kam von einer anderen Website. Verwenden Sie diese Seite, um Ihre E-Mail-Adresse zu ändern.",
      requested: (count) =>
        `Sehen Sie im Postfach Ihrer neuen Adresse nach. Wenn kein anderes Konto sie verwendet, haben wir dorthin einen Link gesendet, der ${de.minutes(count)} lang funktioniert.`,
      changed: "Ihre E-Mail-Adresse ist geändert. Auf allen anderen Geräten sind Sie abgemeldet.",
      confirm: "E-Mail-Adresse ändern?",
      confirmText: (current, next) =>
        html`Sie sind als ${current} angemeldet. In Zukunft melden Sie sich als ${next} an.`,
      confirmButton: "E-Mail-Adresse ändern",
      restore: "E-Mail-Adresse wiederherstellen?",
      restoreText: (email) =>
        html`Damit wird ${email} wieder die E-Mail-Adresse Ihres Kontos. Außerdem wird das Passwort entfernt und jedes Gerät abgemeldet, falls jemand anderes die Adresse oder das Passwort geändert hat.`,
      restoreButton: "E-Mail-Adresse wiederherstellen",
      changedItYourself:
        "Haben Sie die Adresse selbst geändert? Schließen Sie diese Seite. Es ändert sich dann nichts.",
      restored: "Ihre E-Mail-Adresse ist wiederhergestellt",
      restoredText: (email) =>
        html`Ihr Konto hat wieder die E-Mail-Adresse ${email}. Alle Geräte sind abgemeldet, und das Konto hat kein Passwort.`,
      orSignIn: (link) => html`Oder ${link("melden Sie sich mit einem Link an")}.`,
      signInToConfirm: "Melden Sie sich zuerst an",
      signInToConfirmText:
        "Um Ihre E-Mail-Adresse zu ändern, melden Sie sich bei dem Konto an, um das es geht. Öffnen Sie dann den Link in der E-Mail noch einmal, in diesem Browser.",
      taken: "Diese E-Mail-Adresse ist vergeben",
      takenText:
        "Ein anderes Konto verwendet sie inzwischen. Ihr eigenes Konto ist unverändert. Sie können eine andere Adresse wählen.",
      invalidText:
        "Er ist abgelaufen, wurde bereits verwendet oder gehört zu einem anderen Konto als dem, bei dem Sie angemeldet sind. In Ihrem Konto können Sie einen neuen anfordern.",
      restorationInvalidText:
        "Er ist abgelaufen oder wurde bereits verwendet. Wenn Sie sich bei Ihrem Konto nicht anmelden können, wenden Sie sich an den Support.",
      goToAccount: "Zu Ihrem Konto"
    },
    fr: {
      section: "Adresse e-mail",
      sectionText: (link) => html`Vous devez avoir accès à la nouvelle adresse. ${link("Modifier l’adresse e-mail")}`,
      title: "Modifier votre adresse e-mail",
      current: (email) => html`Votre adresse e-mail est ${email}.`,
      newEmail: "Nouvelle adresse e-mail",
      formText:
        "Nous enverrons un lien à la nouvelle adresse. Votre adresse changera lorsque vous ouvrirez ce lien ici et confirmerez la modification.",
      signInFirst: (count) =>
        `Pour modifier votre adresse e-mail, connectez-vous avec un nouveau lien. Vous aurez ensuite ${fr.minutes(count)} pour le faire.`,
      passwordFirst: (link) =>
        html`Pour modifier votre adresse e-mail, ${link("définissez d’abord un mot de passe avec un lien par e-mail")}.`,
      noEmails:
        "Nous ne pouvons pas envoyer d’e-mails pour le moment, vous ne pouvez donc pas modifier votre adresse e-mail.",
      sentFromElsewhere:
        "Ce formulaire a été envoyé depuis un autre site web. Utilisez cette page pour modifier votre adresse e-mail.",
      requested: (count) =>
        `Consultez la messagerie de votre nouvelle adresse. Si aucun autre compte ne l’utilise, nous y avons envoyé un lien, valable ${fr.minutes(count)}.`,
      changed: "Votre adresse e-mail est modifiée. Vous êtes déconnecté de tous vos autres appareils.",
      confirm: "Modifier votre adresse e-mail ?",
      confirmText: (current, next) =>
        html`Vous êtes connecté en tant que ${current}. Désormais, vous vous connecterez en tant que ${next}.`,
      confirmButton: "Modifier l’adresse e-mail",
      restore: "Rétablir votre adresse e-mail ?",
      restoreText: (email) =>
        html`${email} redeviendra l’adresse e-mail de votre compte. Le mot de passe sera aussi supprimé et tous les appareils déconnectés, au cas où quelqu’un d’autre aurait modifié l’adresse ou le mot de passe.`,
      restoreButton: "Rétablir l’adresse e-mail",
      changedItYourself: "Vous avez modifié l’adresse vous-même ? Fermez cette page. Rien ne changera.",
      restored: "Votre adresse e-mail est rétablie",
      restoredText: (email) =>
        html`Votre compte a de nouveau l’adresse e-mail ${email}. Tous les appareils sont déconnectés et le compte n’a plus de mot de passe.`,
      orSignIn: (link) => html`Ou ${link("connectez-vous avec un lien")}.`,
      signInToConfirm: "Connectez-vous d’abord",
      signInToConfirmText:
        "Pour modifier votre adresse e-mail, connectez-vous au compte concerné. Ouvrez ensuite à nouveau le lien de l’e-mail, dans ce navigateur.",
      taken: "Cette adresse e-mail est déjà utilisée",
      takenText:
        "Un autre compte l’utilise désormais. Votre propre compte est inchangé. Vous pouvez choisir une autre adresse.",
      invalidText:
        "Il a expiré, a déjà été utilisé ou concerne un autre compte que celui auquel vous êtes connecté. Vous pouvez en demander un nouveau sur la page de votre compte.",
      restorationInvalidText:
        "Il a expiré ou a déjà été utilisé. Si vous ne pouvez pas vous connecter à votre compte, contactez l’assistance.",
      goToAccount: "Accéder à votre compte"
    },
    es: {
      section: "Correo electrónico",
      sectionText: (link) => html`Necesitas acceso a la nueva dirección. ${link("Cambiar el correo electrónico")}`,
      title: "Cambiar tu correo electrónico",
      current: (email) => html`Tu correo electrónico es ${email}.`,
      newEmail: "Correo electrónico nuevo",
      formText: "Enviaremos un enlace a la nueva dirección. Tu dirección cambiará cuando lo abras aquí y lo confirmes.",
      signInFirst: (count) =>
        `Para cambiar tu correo electrónico, inicia sesión con un enlace nuevo. Después tendrás ${es.minutes(count)} para hacerlo.`,
      passwordFirst: (link) =>
        html`Para cambiar tu correo electrónico, primero ${link("crea una contraseña con un enlace por correo")}.`,
      noEmails: "Ahora mismo no podemos enviar correos, así que no puedes cambiar tu correo electrónico.",
      sentFromElsewhere:
        "Este formulario se envió desde otro sitio web. Usa esta página para cambiar tu correo electrónico.",
      requested: (count) =>
        `Revisa el buzón de tu nueva dirección. Si ninguna otra cuenta la usa, hemos enviado allí un enlace que funciona durante ${es.minutes(count)}.`,
      changed: "Tu correo electrónico se ha cambiado. La sesión se ha cerrado en todos los demás dispositivos.",
      confirm: "¿Cambiar tu correo electrónico?",
      confirmText: (current, next) =>
        html`Has iniciado sesión como ${current}. A partir de ahora iniciarás sesión como ${next}.`,
      confirmButton: "Cambiar el correo electrónico",
      restore: "¿Recuperar tu correo electrónico?",
      restoreText: (email) =>
        html`${email} volverá a ser el correo electrónico de tu cuenta. También se quitará la contraseña y se cerrará la sesión en todos los dispositivos, por si otra persona hubiera cambiado la dirección o la contraseña.`,
      restoreButton: "Recuperar el correo electrónico",
      changedItYourself: "¿Cambiaste tú la dirección? Cierra esta página. No cambiará nada.",
      restored: "Tu correo electrónico se ha recuperado",
      restoredText: (email) =>
        html`Tu cuenta vuelve a tener el correo electrónico ${email}. La sesión se ha cerrado en todos los dispositivos y la cuenta no tiene contraseña.`,
      orSignIn: (link) => html`O ${link("inicia sesión con un enlace")}.`,
      signInToConfirm: "Primero inicia sesión",
      signInToConfirmText:
        "Para cambiar tu correo electrónico, inicia sesión en la cuenta que quieres cambiar. Después vuelve a abrir el enlace del correo, en este navegador.",
      taken: "Este correo electrónico ya está en uso",
      takenText: "Ahora lo usa otra cuenta. Tu cuenta no ha cambiado. Puedes elegir otra dirección.",
      invalidText:
        "Ha caducado, ya se ha usado o es de una cuenta distinta de aquella en la que has iniciado sesión. Puedes solicitar uno nuevo en la página de tu cuenta.",
      restorationInvalidText:
        "Ha caducado o ya se ha usado. Si no puedes iniciar sesión en tu cuenta, ponte en contacto con el servicio de ayuda.",
      goToAccount: "Ir a tu cuenta"
    },
    "pt-BR": {
      section: "E-mail",
      sectionText: (link) => html`Você precisa ter acesso ao novo endereço. ${link("Alterar e-mail")}`,
      title: "Alterar seu e-mail",
      current: (email) => html`Seu e-mail é ${email}.`,
      newEmail: "Novo e-mail",
      formText:
        "Enviaremos um link para o novo endereço. Seu e-mail será alterado quando você abrir o link aqui e confirmar.",
      signInFirst: (count) =>
        `Para alterar seu e-mail, entre com um novo link. Depois você terá ${ptBr.minutes(count)} para isso.`,
      passwordFirst: (link) =>
        html`Para alterar seu e-mail, primeiro ${link("crie uma senha com um link por e-mail")}.`,
      noEmails: "Não conseguimos enviar e-mails no momento, por isso não é possível alterar seu e-mail.",
      sentFromElsewhere: "Este formulário foi enviado de outro site. Use esta página para alterar seu e-mail.",
      requested: (count) =>
        `Confira a caixa de entrada do novo endereço. Se nenhuma outra conta o usa, enviamos para lá um link que funciona por ${ptBr.minutes(count)}.`,
      changed: "Seu e-mail foi alterado. Todos os outros dispositivos foram desconectados.",
      confirm: "Alterar seu e-mail?",
      confirmText: (current, next) =>
        html`Você está conectado como ${current}. De agora em diante, você entrará como ${next}.`,
      confirmButton: "Alterar e-mail",
      restore: "Restaurar seu e-mail?",
      restoreText: (email) =>
        html`Isto faz com que ${email} volte a ser o e-mail da sua conta. Também remove a senha e desconecta todos os dispositivos, caso outra pessoa tenha feito as alterações.`,
      restoreButton: "Restaurar e-mail",
      changedItYourself: "Foi você que alterou o endereço? Feche esta página. Nada será alterado.",
      restored: "Seu e-mail foi restaurado",
      restoredText: (email) =>
        html`Sua conta voltou a ter o e-mail ${email}. Todos os dispositivos foram desconectados, e a conta está sem senha.`,
      orSignIn: (link) => html`Ou ${link("entre com um link")}.`,
      signInToConfirm: "Entre primeiro",
      signInToConfirmText:
        "Para alterar seu e-mail, entre na conta que você está alterando. Depois abra novamente o link do e-mail, neste navegador.",
      taken: "Este e-mail já está em uso",
      takenText: "Outra conta o usa agora. Sua conta não mudou. Você pode escolher outro endereço.",
      invalidText:
        "Ele expirou, já foi usado ou é de uma conta diferente daquela em que você está conectado. Você pode solicitar um novo na página da sua conta.",
      restorationInvalidText:
        "Ele expirou ou já foi usado. Se você não consegue entrar na sua conta, fale com o suporte.",
      goToAccount: "Ir para sua conta"
    },
    ja: {
      section: "メールアドレス",
      sectionText: (link) => html`新しいアドレスのメールを受信できる必要があります。${link("メールアドレスを変更")}`,
      title: "メールアドレスの変更",
      current: (email) => html`現在のメールアドレスは${email}です。`,
      newEmail: "新しいメールアドレス",
      formText: "新しいアドレスにリンクを送信します。ここで開いて確認すると、アドレスが変更されます。",
      signInFirst: (count) =>
        `メールアドレスを変更するには、新しいリンクでログインしてください。ログイン後${ja.minutes(count)}以内に変更できます。`,
      passwordFirst: (link) =>
        html`メールアドレスを変更するには、先に${link("メールのリンクでパスワードを設定してください")}。`,
      noEmails: "現在メールを送信できないため、メールアドレスを変更できません。",
      sentFromElsewhere:
        "このフォームは別のウェブサイトから送信されました。メールアドレスの変更には、このページを使用してください。",
      requested: (count) =>
        `新しいアドレスの受信トレイを確認してください。ほかのアカウントで使用されていない場合は、リンクが届きます。リンクは${ja.minutes(count)}間有効です。`,
      changed: "メールアドレスを変更しました。ほかのすべてのデバイスでログアウトしました。",
      confirm: "メールアドレスを変更しますか？",
      confirmText: (current, next) => html`現在${current}としてログインしています。今後は${next}でログインします。`,
      confirmButton: "メールアドレスを変更",
      restore: "メールアドレスを元に戻しますか？",
      restoreText: (email) =>
        html`アカウントのメールアドレスを${email}に戻します。ほかの人が変更した可能性があるため、パスワードも削除し、すべてのデバイスでログアウトします。`,
      restoreButton: "メールアドレスを元に戻す",
      changedItYourself: "ご自分でアドレスを変更した場合は、このページを閉じてください。何も変わりません。",
      restored: "メールアドレスを元に戻しました",
      restoredText: (email) =>
        html`アカウントのメールアドレスは${email}に戻りました。すべてのデバイスでログアウトし、アカウントにはパスワードがありません。`,
      orSignIn: (link) => html`または${link("リンクでログイン")}できます。`,
      signInToConfirm: "先にログインしてください",
      signInToConfirmText:
        "メールアドレスを変更するには、変更するアカウントにログインしてください。その後、このブラウザーでメールのリンクをもう一度開いてください。",
      taken: "このメールアドレスはすでに使用されています",
      takenText:
        "現在は別のアカウントで使用されています。お使いのアカウントに変更はありません。別のアドレスを選んでください。",
      invalidText:
        "有効期限が切れているか、すでに使用されているか、ログイン中のアカウントとは別のアカウントのものです。アカウントページで新しいリンクをリクエストできます。",
      restorationInvalidText:
        "有効期限が切れているか、すでに使用されています。アカウントにログインできない場合は、サポートにお問い合わせください。",
      goToAccount: "アカウントページへ"
    },
    ar: {
      section: "عنوان البريد الإلكتروني",
      sectionText: (link) =>
        html`يجب أن يكون بإمكانك الوصول إلى العنوان الجديد. ${link("تغيير عنوان البريد الإلكتروني")}`,
      title: "تغيير عنوان بريدك الإلكتروني",
      current: (email) => html`عنوان بريدك الإلكتروني هو ${email}.`,
      newEmail: "عنوان البريد الإلكتروني الجديد",
      formText: "سنرسل رابطًا إلى العنوان الجديد. يتغير عنوانك عندما تفتح الرابط هنا وتؤكّد.",
      signInFirst: (count) =>
        `لتغيير عنوان بريدك الإلكتروني، سجّل الدخول باستخدام رابط جديد. بعد ذلك تكون لديك مهلة ${ar.minutes(count)}.`,
      passwordFirst: (link) =>
        html`لتغيير عنوان بريدك الإلكتروني، ${link("عيّن أولًا كلمة مرور باستخدام رابط بالبريد الإلكتروني")}.`,
      noEmails: "لا يمكننا إرسال رسائل البريد الإلكتروني حاليًا، لذلك لا يمكنك تغيير عنوان بريدك الإلكتروني.",
      sentFromElsewhere: "أُرسل هذا النموذج من موقع ويب آخر. استخدم هذه الصفحة لتغيير عنوان بريدك الإلكتروني.",
      requested: (count) =>
        `تحقق من صندوق الوارد لعنوانك الجديد. إذا لم يكن مستخدمًا في حساب آخر، فقد أرسلنا إليه رابطًا يعمل لمدة ${ar.minutes(count)}.`,
      changed: "تم تغيير عنوان بريدك الإلكتروني. سُجّل خروجك من جميع الأجهزة الأخرى.",
      confirm: "هل تريد تغيير عنوان بريدك الإلكتروني؟",
      confirmText: (current, next) => html`سجّلت الدخول باسم ${current}. من الآن فصاعدًا ستسجّل الدخول باسم ${next}.`,
      confirmButton: "تغيير عنوان البريد الإلكتروني",
      restore: "هل تريد استعادة عنوان بريدك الإلكتروني؟",
      restoreText: (email) =>
        html`سيصبح ${email} عنوان البريد الإلكتروني لحسابك مجددًا. ستُزال كلمة المرور أيضًا ويُسجَّل الخروج من كل الأجهزة، تحسّبًا لأن يكون شخص آخر قد أجرى هذه التغييرات.`,
      restoreButton: "استعادة عنوان البريد الإلكتروني",
      changedItYourself: "هل غيّرت العنوان بنفسك؟ أغلق هذه الصفحة. لن يتغير شيء.",
      restored: "استُعيد عنوان بريدك الإلكتروني",
      restoredText: (email) =>
        html`عاد عنوان البريد الإلكتروني لحسابك إلى ${email}. سُجّل الخروج من كل الأجهزة، وليست للحساب كلمة مرور.`,
      orSignIn: (link) => html`أو ${link("سجّل الدخول باستخدام رابط")}.`,
      signInToConfirm: "سجّل الدخول أولًا",
      signInToConfirmText:
        "لتغيير عنوان بريدك الإلكتروني، سجّل الدخول إلى الحساب الذي تريد تغيير عنوانه. ثم افتح الرابط في الرسالة مجددًا، في هذا المتصفح.",
      taken: "عنوان البريد الإلكتروني هذا مستخدم",
      takenText: "أصبح مستخدمًا في حساب آخر. لم يتغير حسابك. يمكنك اختيار عنوان آخر.",
      invalidText:
        "انتهت صلاحيته، أو سبق استخدامه، أو يخص حسابًا غير الذي سجّلت الدخول إليه. يمكنك طلب رابط جديد من صفحة حسابك.",
      restorationInvalidText: "انتهت صلاحيته أو سبق استخدامه. إذا تعذّر عليك تسجيل الدخول إلى حسابك، فتواصل مع الدعم.",
      goToAccount: "الانتقال إلى حسابك"
    }
  }
)
