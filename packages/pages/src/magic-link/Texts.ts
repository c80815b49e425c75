/** The texts of the pages of magic links, in every language. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import { inEach } from "../language/Text.ts"

export const texts = inEach(
  {
    /** The part of the sign-in page and of the sign-up page, and what the account page says of a session. */
    noPasswordNeeded: "No password needed.",
    signInHint: "Open the link in the email to sign in.",
    signUpHint: "The link creates your account and signs you in.",
    signedIn: (when: Fragment) => html`Signed in with a link ${when}`,
    sent: "Check your email",
    sending: (email: Fragment) => html`We're sending a sign-in link to ${email}.`,
    sendingIfRequested: "If you just requested a sign-in link, we're sending it.",
    sendingIfAccount: (email?: Fragment) =>
      html`If there's an account for ${email ?? "your email address"}, we're sending a sign-in link.`,
    requested: (email: Fragment) => html`You requested a sign-in link for ${email}.`,
    sentAgain: "We're sending a new link. Use the one in the newest email.",
    sentAgainIfAccount:
      "If there's an account for this address, we're sending a new link. Use the one in the newest email.",
    lifetime: (count: number) => `It works once and expires in ${en.minutes(count)}.`,
    otherDevice: "Open the link on this device to sign in right away. On another device you'll be asked to confirm.",
    noEmail: "No email? Check your spam folder.",
    noEmailOrTypo: "No email? Check your spam folder and the address above.",
    resend: "Resend link",
    /**
     * The field for the code beside the link, what is below it, and what users read after a code that does not sign in.
     */
    code: "Code from the email",
    codeHint: (count: number) =>
      `Six digits. You can type them here for ${en.minutes(count)} instead of opening the link.`,
    codeRejected:
      "This code doesn't work. Check the digits in the newest email, or open its link. If you've already sent this code, it may have worked. In that case, request a new email. After five wrong codes, only the link works for a while.",
    anotherEmail: "Use another email address",
    openApp: "Open the app to sign in",
    openAppHint: "You asked for this link in the app. Open it on the same device.",
    openAppButton: "Open the app",
    confirm: (name: string) => `Sign in to ${name}?`,
    signingInAs: (email: Fragment) => html`You're about to sign in on this device as ${email}.`,
    switchingTo: (current: Fragment, email: Fragment) =>
      html`You're signed in as ${current}. Continuing switches to ${email}.`,
    notYou: "Not you, or didn't request this? Close this page. You won't be signed in.",
    notYouSignedIn: "Not you, or didn't request this? Close this page. Nothing will change.",
    passwordRemoved:
      "This account had a password from before your email address was verified. We removed the unverified password and signed out all other devices, in case someone else created it.",
    newLink: "Get a new link",
    emailNewLink: "Email me a new link",
    canSendTo: (email: Fragment) => html`We can send a new link to ${email}.`,
    /** Why a link cannot be used. `problem` is a text of `problems`. */
    invalid: "This link no longer works",
    incomplete: "This link is incomplete",
    incompleteText: "Open it from the email again.",
    turnedOff: "This link doesn't work",
    tooMany: "Too many attempts",
    tooManyText: (when: string) => `Your link still works. Try again ${when}.`,
    blockedText: (problem: string) => `${problem} To sign in, open the link from the email.`,
    unchecked: "We couldn't check your link",
    uncheckedText: (problem: string) => `${problem} Open the link from the email again.`
  },
  {
    de: {
      noPasswordNeeded: "Ganz ohne Passwort.",
      signInHint: "Öffnen Sie den Link in der E-Mail, um sich anzumelden.",
      signUpHint: "Der Link erstellt Ihr Konto und meldet Sie an.",
      signedIn: (when) => html`Mit Link angemeldet ${when}`,
      sent: "Sehen Sie in Ihrem Postfach nach",
      sending: (email) => html`Wir senden einen Anmeldelink an ${email}.`,
      sendingIfRequested: "Wenn Sie gerade einen Anmeldelink angefordert haben, senden wir ihn Ihnen.",
      sendingIfAccount: (email) =>
        html`Wenn es ein Konto für ${email ?? "Ihre E-Mail-Adresse"} gibt, senden wir einen Anmeldelink.`,
      requested: (email) => html`Sie haben einen Anmeldelink für ${email} angefordert.`,
      sentAgain: "Wir senden einen neuen Link. Verwenden Sie den aus der neuesten E-Mail.",
      sentAgainIfAccount:
        "Wenn es ein Konto für diese Adresse gibt, senden wir einen neuen Link. Verwenden Sie den aus der neuesten E-Mail.",
      lifetime: (count) => `Er funktioniert nur einmal und läuft in ${de.minutes(count)} ab.`,
      otherDevice:
        "Öffnen Sie den Link auf diesem Gerät, dann sind Sie sofort angemeldet. Auf einem anderen Gerät müssen Sie die Anmeldung bestätigen.",
      noEmail: "Keine E-Mail? Sehen Sie im Spam-Ordner nach.",
      noEmailOrTypo: "Keine E-Mail? Sehen Sie im Spam-Ordner nach, und prüfen Sie die Adresse oben.",
      resend: "Link noch einmal senden",
      code: "Code aus der E-Mail",
      codeHint: (count) =>
        `Sechs Ziffern. Sie können sie ${de.minutes(count)} lang hier eingeben, statt den Link zu öffnen.`,
      codeRejected:
        "Dieser Code funktioniert nicht. Prüfen Sie die Ziffern in der neuesten E-Mail oder öffnen Sie deren Link. Wenn Sie diesen Code schon einmal gesendet haben, hat er vielleicht funktioniert. Fordern Sie dann eine neue E-Mail an. Nach fünf falschen Codes funktioniert eine Zeit lang nur der Link.",
      anotherEmail: "Andere E-Mail-Adresse verwenden",
      openApp: "Zum Anmelden die App öffnen",
      openAppHint: "Sie haben diesen Link in der App angefordert. Öffnen Sie ihn auf demselben Gerät.",
      openAppButton: "App öffnen",
      confirm: (name) => `Bei ${name} anmelden?`,
      signingInAs: (email) => html`Sie melden sich auf diesem Gerät als ${email} an.`,
      switchingTo: (current, email) =>
        html`Sie sind als ${current} angemeldet. Wenn Sie fortfahren, wechseln Sie zu ${email}.`,
      notYou:
        "Das sind nicht Sie, oder Sie haben das nicht angefordert? Schließen Sie diese Seite. Sie werden dann nicht angemeldet.",
      notYouSignedIn:
        "Das sind nicht Sie, oder Sie haben das nicht angefordert? Schließen Sie diese Seite. Es ändert sich dann nichts.",
      passwordRemoved:
        "Dieses Konto hatte ein Passwort aus der Zeit vor der Bestätigung Ihrer E-Mail-Adresse. Wir haben dieses Passwort entfernt und alle anderen Geräte abgemeldet, falls jemand anderes das Konto erstellt hat.",
      newLink: "Neuen Link anfordern",
      emailNewLink: "Neuen Link per E-Mail senden",
      canSendTo: (email) => html`Wir können einen neuen Link an ${email} senden.`,
      invalid: "Dieser Link funktioniert nicht mehr",
      incomplete: "Dieser Link ist unvollständig",
      incompleteText: "Öffnen Sie ihn noch einmal aus der E-Mail.",
      turnedOff: "Dieser Link funktioniert nicht",
      tooMany: "Zu viele Versuche",
      tooManyText: (when) => `Ihr Link funktioniert weiterhin. Versuchen Sie es ${when} noch einmal.`,
      blockedText: (problem) => `${problem} Um sich anzumelden, öffnen Sie den Link aus der E-Mail.`,
      unchecked: "Wir konnten Ihren Link nicht prüfen",
      uncheckedText: (problem) => `${problem} Öffnen Sie den Link aus der E-Mail noch einmal.`
    },
    fr: {
      noPasswordNeeded: "Aucun mot de passe nécessaire.",
      signInHint: "Ouvrez le lien reçu par e-mail pour vous connecter.",
      signUpHint: "Le lien crée votre compte et vous connecte.",
      signedIn: (when) => html`Connecté avec un lien ${when}`,
      sent: "Consultez votre messagerie",
      sending: (email) => html`Nous envoyons un lien de connexion à ${email}.`,
      sendingIfRequested: "Si vous venez de demander un lien de connexion, nous vous l’envoyons.",
      sendingIfAccount: (email) =>
        html`S’il existe un compte pour ${email ?? "votre adresse e-mail"}, nous envoyons un lien de connexion.`,
      requested: (email) => html`Vous avez demandé un lien de connexion pour ${email}.`,
      sentAgain: "Nous envoyons un nouveau lien. Utilisez celui de l’e-mail le plus récent.",
      sentAgainIfAccount:
        "S’il existe un compte pour cette adresse, nous envoyons un nouveau lien. Utilisez celui de l’e-mail le plus récent.",
      lifetime: (count) => `Le lien ne fonctionne qu’une fois et expire dans ${fr.minutes(count)}.`,
      otherDevice:
        "Ouvrez le lien sur cet appareil pour être connecté immédiatement. Sur un autre appareil, une confirmation vous sera demandée.",
      noEmail: "Pas d’e-mail ? Vérifiez vos courriers indésirables.",
      noEmailOrTypo: "Pas d’e-mail ? Vérifiez vos courriers indésirables et l’adresse ci-dessus.",
      resend: "Renvoyer le lien",
      code: "Code reçu par e-mail",
      codeHint: (count) =>
        `Six chiffres. Vous pouvez les saisir ici pendant ${fr.minutes(count)} au lieu d’ouvrir le lien.`,
      codeRejected:
        "Ce code ne fonctionne pas. Vérifiez les chiffres dans l’e-mail le plus récent ou ouvrez son lien. Si vous avez déjà envoyé ce code, il a peut-être fonctionné. Dans ce cas, demandez un nouvel e-mail. Après cinq codes erronés, seul le lien fonctionne pendant un certain temps.",
      anotherEmail: "Utiliser une autre adresse e-mail",
      openApp: "Ouvrez l’application pour vous connecter",
      openAppHint: "Vous avez demandé ce lien dans l’application. Ouvrez-le sur le même appareil.",
      openAppButton: "Ouvrir l’application",
      confirm: (name) => `Se connecter à ${name} ?`,
      signingInAs: (email) => html`Vous allez vous connecter sur cet appareil en tant que ${email}.`,
      switchingTo: (current, email) =>
        html`Vous êtes connecté en tant que ${current}. Si vous continuez, vous passerez à ${email}.`,
      notYou: "Ce n’est pas vous, ou vous n’avez rien demandé ? Fermez cette page. Vous ne serez pas connecté.",
      notYouSignedIn: "Ce n’est pas vous, ou vous n’avez rien demandé ? Fermez cette page. Rien ne changera.",
      passwordRemoved:
        "Ce compte avait un mot de passe défini avant la vérification de votre adresse e-mail. Nous avons supprimé ce mot de passe non vérifié et déconnecté tous les autres appareils, au cas où quelqu’un d’autre l’aurait créé.",
      newLink: "Obtenir un nouveau lien",
      emailNewLink: "Recevoir un nouveau lien",
      canSendTo: (email) => html`Nous pouvons envoyer un nouveau lien à ${email}.`,
      invalid: "Ce lien n’est plus valable",
      incomplete: "Ce lien est incomplet",
      incompleteText: "Ouvrez-le à nouveau depuis l’e-mail.",
      turnedOff: "Ce lien ne fonctionne pas",
      tooMany: "Trop de tentatives",
      tooManyText: (when) => `Votre lien est toujours valable. Réessayez ${when}.`,
      blockedText: (problem) => `${problem} Pour vous connecter, ouvrez le lien depuis l’e-mail.`,
      unchecked: "Nous n’avons pas pu vérifier votre lien",
      uncheckedText: (problem) => `${problem} Ouvrez à nouveau le lien depuis l’e-mail.`
    },
    es: {
      noPasswordNeeded: "Sin contraseña.",
      signInHint: "Abre el enlace del correo para iniciar sesión.",
      signUpHint: "El enlace crea tu cuenta e inicia la sesión.",
      signedIn: (when) => html`Sesión iniciada con un enlace ${when}`,
      sent: "Revisa tu correo",
      sending: (email) => html`Estamos enviando un enlace de inicio de sesión a ${email}.`,
      sendingIfRequested: "Si acabas de solicitar un enlace de inicio de sesión, te lo estamos enviando.",
      sendingIfAccount: (email) =>
        html`Si existe una cuenta con ${email ?? "tu correo electrónico"}, estamos enviando un enlace de inicio de sesión.`,
      requested: (email) => html`Has solicitado un enlace de inicio de sesión para ${email}.`,
      sentAgain: "Estamos enviando un enlace nuevo. Usa el del correo más reciente.",
      sentAgainIfAccount:
        "Si existe una cuenta con esta dirección, estamos enviando un enlace nuevo. Usa el del correo más reciente.",
      lifetime: (count) => `El enlace funciona una sola vez y caduca en ${es.minutes(count)}.`,
      otherDevice:
        "Abre el enlace en este dispositivo para iniciar sesión al momento. En otro dispositivo te pediremos que lo confirmes.",
      noEmail: "¿No ha llegado el correo? Revisa la carpeta de correo no deseado.",
      noEmailOrTypo: "¿No ha llegado el correo? Revisa la carpeta de correo no deseado y la dirección de arriba.",
      resend: "Reenviar el enlace",
      code: "Código del correo",
      codeHint: (count) =>
        `Seis dígitos. Puedes escribirlos aquí durante ${es.minutes(count)} en lugar de abrir el enlace.`,
      codeRejected:
        "Este código no funciona. Comprueba los dígitos en el correo más reciente o abre su enlace. Si ya habías enviado este código, puede que haya funcionado. En ese caso, solicita un correo nuevo. Después de cinco códigos incorrectos, durante un tiempo solo funciona el enlace.",
      anotherEmail: "Usar otro correo electrónico",
      openApp: "Abre la aplicación para iniciar sesión",
      openAppHint: "Pediste este enlace en la aplicación. Ábrelo en el mismo dispositivo.",
      openAppButton: "Abrir la aplicación",
      confirm: (name) => `¿Iniciar sesión en ${name}?`,
      signingInAs: (email) => html`Vas a iniciar sesión en este dispositivo como ${email}.`,
      switchingTo: (current, email) => html`Has iniciado sesión como ${current}. Si continúas, cambiarás a ${email}.`,
      notYou: "¿No eres tú o no lo has solicitado? Cierra esta página. No se iniciará la sesión.",
      notYouSignedIn: "¿No eres tú o no lo has solicitado? Cierra esta página. No cambiará nada.",
      passwordRemoved:
        "Esta cuenta tenía una contraseña de antes de que se verificara tu correo electrónico. Hemos quitado esa contraseña sin verificar y hemos cerrado la sesión en todos los demás dispositivos, por si la hubiera creado otra persona.",
      newLink: "Obtener un enlace nuevo",
      emailNewLink: "Enviarme un enlace nuevo",
      canSendTo: (email) => html`Podemos enviar un enlace nuevo a ${email}.`,
      invalid: "Este enlace ya no funciona",
      incomplete: "Este enlace está incompleto",
      incompleteText: "Vuelve a abrirlo desde el correo.",
      turnedOff: "Este enlace no funciona",
      tooMany: "Demasiados intentos",
      tooManyText: (when) => `Tu enlace sigue funcionando. Vuelve a intentarlo ${when}.`,
      blockedText: (problem) => `${problem} Para iniciar sesión, abre el enlace desde el correo.`,
      unchecked: "No hemos podido comprobar tu enlace",
      uncheckedText: (problem) => `${problem} Vuelve a abrir el enlace desde el correo.`
    },
    "pt-BR": {
      noPasswordNeeded: "Não precisa de senha.",
      signInHint: "Abra o link do e-mail para entrar.",
      signUpHint: "O link cria sua conta e inicia sua sessão.",
      signedIn: (when) => html`Entrou com um link ${when}`,
      sent: "Confira seu e-mail",
      sending: (email) => html`Estamos enviando um link de acesso para ${email}.`,
      sendingIfRequested: "Se você acabou de solicitar um link de acesso, estamos enviando o link.",
      sendingIfAccount: (email) =>
        html`Se houver uma conta com ${email ?? "seu e-mail"}, enviaremos um link de acesso.`,
      requested: (email) => html`Você solicitou um link de acesso para ${email}.`,
      sentAgain: "Estamos enviando um novo link. Use o do e-mail mais recente.",
      sentAgainIfAccount:
        "Se houver uma conta com este endereço, enviaremos um novo link. Use o do e-mail mais recente.",
      lifetime: (count) => `Ele funciona uma única vez e expira em ${ptBr.minutes(count)}.`,
      otherDevice:
        "Abra o link neste dispositivo para entrar na hora. Em outro dispositivo, pediremos uma confirmação.",
      noEmail: "Não recebeu? Confira a caixa de spam.",
      noEmailOrTypo: "Não recebeu? Confira a caixa de spam e o endereço acima.",
      resend: "Reenviar link",
      code: "Código do e-mail",
      codeHint: (count) => `Seis dígitos. Você pode digitá-los aqui por ${ptBr.minutes(count)} em vez de abrir o link.`,
      codeRejected:
        "Este código não funciona. Confira os dígitos no e-mail mais recente ou abra o link dele. Se você já tinha enviado este código, talvez ele tenha funcionado. Nesse caso, peça um novo e-mail. Depois de cinco códigos errados, só o link funciona por algum tempo.",
      anotherEmail: "Usar outro e-mail",
      openApp: "Abra o aplicativo para entrar",
      openAppHint: "Você pediu este link no aplicativo. Abra-o no mesmo dispositivo.",
      openAppButton: "Abrir o aplicativo",
      confirm: (name) => `Entrar em ${name}?`,
      signingInAs: (email) => html`Você vai entrar neste dispositivo como ${email}.`,
      switchingTo: (current, email) => html`Você está conectado como ${current}. Se continuar, mudará para ${email}.`,
      notYou: "Não é você ou não solicitou isto? Feche esta página. Nenhum acesso será feito.",
      notYouSignedIn: "Não é você ou não solicitou isto? Feche esta página. Nada será alterado.",
      passwordRemoved:
        "Esta conta tinha uma senha criada antes da confirmação do seu e-mail. Removemos a senha não confirmada e desconectamos todos os outros dispositivos, caso outra pessoa a tenha criado.",
      newLink: "Receber um novo link",
      emailNewLink: "Receber um novo link por e-mail",
      canSendTo: (email) => html`Podemos enviar um novo link para ${email}.`,
      invalid: "Este link não funciona mais",
      incomplete: "Este link está incompleto",
      incompleteText: "Abra-o novamente pelo e-mail.",
      turnedOff: "Este link não funciona",
      tooMany: "Muitas tentativas",
      tooManyText: (when) => `Seu link continua funcionando. Tente novamente ${when}.`,
      blockedText: (problem) => `${problem} Para entrar, abra o link pelo e-mail.`,
      unchecked: "Não conseguimos verificar seu link",
      uncheckedText: (problem) => `${problem} Abra o link pelo e-mail novamente.`
    },
    ja: {
      noPasswordNeeded: "パスワードは不要です。",
      signInHint: "メールのリンクを開くとログインできます。",
      signUpHint: "リンクを開くとアカウントが作成され、ログインします。",
      signedIn: (when) => html`リンクでログイン：${when}`,
      sent: "メールを確認してください",
      sending: (email) => html`${email}にログイン用リンクを送信しています。`,
      sendingIfRequested: "先ほどログイン用リンクをリクエストされた場合は、現在送信しています。",
      sendingIfAccount: (email) =>
        html`${email ?? "入力されたメールアドレス"}のアカウントがある場合は、ログイン用リンクを送信しています。`,
      requested: (email) => html`${email}のログイン用リンクをリクエスト済みです。`,
      sentAgain: "新しいリンクを送信しています。最新のメールのリンクを使用してください。",
      sentAgainIfAccount:
        "このアドレスのアカウントがある場合は、新しいリンクを送信しています。最新のメールのリンクを使用してください。",
      lifetime: (count) => `リンクは1回だけ使用でき、${ja.minutes(count)}で期限が切れます。`,
      otherDevice: "このデバイスでリンクを開くと、すぐにログインできます。ほかのデバイスでは確認が必要です。",
      noEmail: "メールが届かない場合は、迷惑メールフォルダーを確認してください。",
      noEmailOrTypo: "メールが届かない場合は、迷惑メールフォルダーと上記のアドレスを確認してください。",
      resend: "リンクを再送信",
      code: "メールに記載されたコード",
      codeHint: (count) => `6桁の数字です。リンクを開く代わりに、${ja.minutes(count)}以内であればここに入力できます。`,
      codeRejected:
        "このコードは使えません。最新のメールの数字を確認するか、メールのリンクを開いてください。このコードをすでに送信した場合は、ログインに使われた可能性があります。その場合は、新しいメールをリクエストしてください。コードを5回間違えると、しばらくの間はリンクしか使えません。",
      anotherEmail: "別のメールアドレスを使用",
      openApp: "アプリを開いてログイン",
      openAppHint: "このリンクはアプリからリクエストされました。同じデバイスで開いてください。",
      openAppButton: "アプリを開く",
      confirm: (name) => `${name}にログインしますか？`,
      signingInAs: (email) => html`このデバイスで${email}としてログインします。`,
      switchingTo: (current, email) => html`現在${current}としてログインしています。続けると${email}に切り替わります。`,
      notYou:
        "お心当たりのない場合や、リクエストしていない場合は、このページを閉じてください。ログインは行われません。",
      notYouSignedIn:
        "お心当たりのない場合や、リクエストしていない場合は、このページを閉じてください。何も変わりません。",
      passwordRemoved:
        "このアカウントには、メールアドレスの確認前に設定されたパスワードがありました。ほかの人が設定した可能性があるため、このパスワードを削除し、ほかのすべてのデバイスでログアウトしました。",
      newLink: "新しいリンクを受け取る",
      emailNewLink: "新しいリンクをメールで受け取る",
      canSendTo: (email) => html`${email}に新しいリンクを送信できます。`,
      invalid: "このリンクは使用できなくなりました",
      incomplete: "このリンクは不完全です",
      incompleteText: "メールからもう一度開いてください。",
      turnedOff: "このリンクは使用できません",
      tooMany: "試行回数が多すぎます",
      tooManyText: (when) => `リンクは引き続き使用できます。${when}にもう一度お試しください。`,
      blockedText: (problem) => `${problem}ログインするには、メールからリンクを開いてください。`,
      unchecked: "リンクを確認できませんでした",
      uncheckedText: (problem) => `${problem}メールからもう一度リンクを開いてください。`
    },
    ar: {
      noPasswordNeeded: "لا حاجة إلى كلمة مرور.",
      signInHint: "افتح الرابط في الرسالة لتسجيل الدخول.",
      signUpHint: "ينشئ الرابط حسابك ويسجّل دخولك.",
      signedIn: (when) => html`تسجيل الدخول باستخدام رابط ${when}`,
      sent: "تحقق من بريدك الإلكتروني",
      sending: (email) => html`نرسل إلى ${email} رابطًا لتسجيل الدخول.`,
      sendingIfRequested: "إذا طلبت للتو رابط تسجيل الدخول، فنحن نرسله إليك.",
      sendingIfAccount: (email) =>
        html`إذا كان هناك حساب يستخدم ${email ?? "عنوان بريدك الإلكتروني"}، فنحن نرسل رابط تسجيل الدخول.`,
      requested: (email) => html`طلبت إرسال رابط لتسجيل الدخول بالعنوان ${email}.`,
      sentAgain: "نرسل رابطًا جديدًا. استخدم الرابط الموجود في أحدث رسالة.",
      sentAgainIfAccount:
        "إذا كان هناك حساب مرتبط بهذا العنوان، فنحن نرسل رابطًا جديدًا. استخدم الرابط الموجود في أحدث رسالة.",
      lifetime: (count) => `يعمل الرابط مرة واحدة، وتنتهي صلاحيته خلال ${ar.minutes(count)}.`,
      otherDevice: "افتح الرابط على هذا الجهاز لتسجيل الدخول فورًا. على جهاز آخر سنطلب منك التأكيد.",
      noEmail: "لم تصلك رسالة؟ تحقق من مجلد البريد غير المرغوب فيه.",
      noEmailOrTypo: "لم تصلك رسالة؟ تحقق من مجلد البريد غير المرغوب فيه ومن العنوان أعلاه.",
      resend: "إعادة إرسال الرابط",
      code: "الرمز الوارد في الرسالة",
      codeHint: (count) => `ستة أرقام. يمكنك كتابتها هنا خلال ${ar.minutes(count)} بدلًا من فتح الرابط.`,
      codeRejected:
        "هذا الرمز لا يعمل. تحقق من الأرقام في أحدث رسالة، أو افتح الرابط الموجود فيها. إذا سبق أن أرسلت هذا الرمز، فربما نجح. اطلب عندها رسالة جديدة. بعد خمسة رموز خاطئة لا يعمل إلا الرابط لبعض الوقت.",
      anotherEmail: "استخدام عنوان بريد إلكتروني آخر",
      openApp: "افتح التطبيق لتسجيل الدخول",
      openAppHint: "لقد طلبت هذا الرابط في التطبيق. افتحه على الجهاز نفسه.",
      openAppButton: "فتح التطبيق",
      confirm: (name) => `هل تريد تسجيل الدخول إلى ${ar.isolated(name)}؟`,
      signingInAs: (email) => html`أنت على وشك تسجيل الدخول على هذا الجهاز باسم ${email}.`,
      switchingTo: (current, email) => html`سجّلت الدخول باسم ${current}. إذا تابعت، فستنتقل إلى ${email}.`,
      notYou: "ليس هذا عنوانك، أو لم تطلب ذلك؟ أغلق هذه الصفحة. لن يُسجَّل دخولك.",
      notYouSignedIn: "ليس هذا عنوانك، أو لم تطلب ذلك؟ أغلق هذه الصفحة. لن يتغير شيء.",
      passwordRemoved:
        "كانت لهذا الحساب كلمة مرور قبل تأكيد عنوان بريدك الإلكتروني. أزلنا كلمة المرور غير المؤكدة وسجّلنا الخروج من جميع الأجهزة الأخرى، تحسّبًا لأن يكون شخص آخر قد أنشأها.",
      newLink: "الحصول على رابط جديد",
      emailNewLink: "أرسل لي رابطًا جديدًا",
      canSendTo: (email) => html`يمكننا إرسال رابط جديد إلى ${email}.`,
      invalid: "لم يعد هذا الرابط يعمل",
      incomplete: "هذا الرابط غير مكتمل",
      incompleteText: "افتحه مجددًا من الرسالة.",
      turnedOff: "هذا الرابط لا يعمل",
      tooMany: "محاولات كثيرة جدًا",
      tooManyText: (when) => `لا يزال رابطك صالحًا. أعد المحاولة ${when}.`,
      blockedText: (problem) => `${problem} لتسجيل الدخول، افتح الرابط من الرسالة.`,
      unchecked: "تعذّر التحقق من رابطك",
      uncheckedText: (problem) => `${problem} افتح الرابط مجددًا من الرسالة.`
    }
  }
)

/** What a user can get wrong in a field. */
export const fields = inEach(
  {
    codeMalformed: "Enter the six digits of the code from the email."
  },
  {
    de: {
      codeMalformed: "Geben Sie die sechs Ziffern des Codes aus der E-Mail ein."
    },
    fr: {
      codeMalformed: "Saisissez les six chiffres du code reçu par e-mail."
    },
    es: {
      codeMalformed: "Introduce los seis dígitos del código del correo."
    },
    "pt-BR": {
      codeMalformed: "Digite os seis dígitos do código do e-mail."
    },
    ja: {
      codeMalformed: "メールに記載された6桁のコードを入力してください。"
    },
    ar: {
      codeMalformed: "أدخل الأرقام الستة للرمز الوارد في الرسالة."
    }
  }
)
