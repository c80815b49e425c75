/** The texts of the pages of identity providers, in every language. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as ar from "../language/ar.ts"
import { inEach, type Link } from "../language/Text.ts"

export const texts = inEach(
  {
    /** The button on the sign-in page, and what that page says after a visit to the provider. */
    continueWith: (name: string) => `Continue with ${name}`,
    cancelled: (name: string) => `Signing in with ${name} was cancelled. Try again, or choose another way.`,
    failed: (name: string) => `Signing in with ${name} didn't work. Try again, or choose another way.`,
    noEmail: (name: string) =>
      `${name} hasn't given us a verified email address. Allow it there and try again, or choose another way.`,
    unavailable: (name: string, when: string) => `${name} isn't responding. Try again ${when}, or choose another way.`,
    otherAccount: (name: string) =>
      `That ${name} account isn't connected to your account here. Try again with the one that is, or choose another way.`,
    expired: "That took too long, or was started in another browser. Try again.",
    proofFirst: (name: string) =>
      `There's already an account here with the email address of your ${name} account. Sign in another way first. Then you can connect ${name}.`,
    signedIn: (when: Fragment) => html`Signed in with a connected account ${when}`,
    /** The page that sends the response of the provider again, and the one that leads to the provider. */
    almostDone: "Almost done",
    almostDoneText: "Press the button if nothing happens.",
    leaving: (name: string) => `Next, sign in to ${name}`,
    /** After a sign-up whose email address the provider does not prove. */
    openHere: (name: string, link: Link) =>
      html`Open the link in this browser to connect your ${name} account. No email? Check your spam folder, or ${link("start again")}.`,
    credentialNotUsed:
      "For your security, only the browser that you signed up in can keep the way to sign in that you chose there. You can choose one afterwards.",
    readyText:
      "You're signed in. For your security, only the browser that you signed up in can keep the way to sign in that you chose there. Choose one for the next time.",
    connectOne: "Connect an account",
    /** The part of the account page, and the page of all connected accounts. */
    section: "Connected accounts",
    sectionText: (link: Link) =>
      html`Sign in with an account that you have elsewhere. ${link("Manage your connected accounts")}`,
    explanation: "You can sign in with any of these accounts.",
    none: "No account is connected yet.",
    turnedOff: "turned off",
    added: (when: Fragment) => html`Connected ${when}`,
    lastUsed: (added: Fragment, when: Fragment) => html`${added}, last used ${when}`,
    connectHeading: (name: string) => `Connect your ${name} account?`,
    connectText: "Then you can sign in with it, too.",
    connect: (name: string) => `Connect ${name}`,
    disconnect: "Disconnect",
    disconnectNamed: (name: string) => `Disconnect: ${name}`,
    disconnectLabeled: (name: string, label: string) => `Disconnect: ${name}, ${label}`,
    tooMany: (count: number) => `You have ${count} connected accounts, and can't add more. Disconnect one first.`,
    isAdded: "The account is connected. You can sign in with it from now on.",
    isRemoved: "The account is disconnected. You can no longer sign in with it.",
    isLast: "You have no other way to sign in. Add one before you disconnect this account.",
    connectCancelled: (name: string) => `Connecting ${name} was cancelled. Nothing has changed.`,
    connectFailed: (name: string) => `Connecting ${name} didn't work. Nothing has changed. Try again.`,
    taken: (name: string) => `This ${name} account is already connected to another account here.`
  },
  {
    de: {
      continueWith: (name) => `Weiter mit ${name}`,
      cancelled: (name) =>
        `Die Anmeldung mit ${name} wurde abgebrochen. Versuchen Sie es noch einmal oder auf andere Weise.`,
      failed: (name) =>
        `Die Anmeldung mit ${name} hat nicht geklappt. Versuchen Sie es noch einmal oder auf andere Weise.`,
      noEmail: (name) =>
        `${name} hat uns keine bestätigte E-Mail-Adresse mitgeteilt. Erlauben Sie das dort und versuchen Sie es noch einmal, oder melden Sie sich auf andere Weise an.`,
      unavailable: (name, when) =>
        `${name} antwortet nicht. Versuchen Sie es ${when} noch einmal oder auf andere Weise.`,
      otherAccount: (name) =>
        `Dieses Konto bei ${name} ist nicht mit Ihrem Konto hier verbunden. Versuchen Sie es mit dem verbundenen Konto oder auf andere Weise.`,
      expired: "Das hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Versuchen Sie es noch einmal.",
      proofFirst: (name) =>
        `Mit der E-Mail-Adresse Ihres Kontos bei ${name} gibt es hier schon ein Konto. Melden Sie sich zuerst auf andere Weise an. Danach können Sie ${name} verbinden.`,
      signedIn: (when) => html`Mit einem verbundenen Konto angemeldet ${when}`,
      almostDone: "Fast fertig",
      almostDoneText: "Klicken Sie auf die Schaltfläche, wenn nichts passiert.",
      leaving: (name) => `Melden Sie sich nun bei ${name} an`,
      openHere: (name, link) =>
        html`Öffnen Sie den Link in diesem Browser, damit Ihr Konto bei ${name} verbunden wird. Keine E-Mail? Sehen Sie im Spam-Ordner nach, oder ${link("fangen Sie noch einmal an")}.`,
      credentialNotUsed:
        "Zu Ihrer Sicherheit kann nur der Browser, in dem Sie sich registriert haben, die dort gewählte Art der Anmeldung behalten. Sie können danach eine wählen.",
      readyText:
        "Sie sind angemeldet. Zu Ihrer Sicherheit kann nur der Browser, in dem Sie sich registriert haben, die dort gewählte Art der Anmeldung behalten. Wählen Sie eine für das nächste Mal.",
      connectOne: "Konto verbinden",
      section: "Verbundene Konten",
      sectionText: (link) =>
        html`Melden Sie sich mit einem Konto an, das Sie bei einem anderen Dienst haben. ${link("Verbundene Konten verwalten")}`,
      explanation: "Sie können sich mit jedem dieser Konten anmelden.",
      none: "Es ist noch kein Konto verbunden.",
      turnedOff: "ausgeschaltet",
      added: (when) => html`Verbunden ${when}`,
      lastUsed: (added, when) => html`${added}, zuletzt verwendet ${when}`,
      connectHeading: (name) => `Ihr Konto bei ${name} verbinden?`,
      connectText: "Danach können Sie sich auch damit anmelden.",
      connect: (name) => `${name} verbinden`,
      disconnect: "Trennen",
      disconnectNamed: (name) => `Trennen: ${name}`,
      disconnectLabeled: (name, label) => `Trennen: ${name}, ${label}`,
      tooMany: (count) =>
        `Sie haben ${count} verbundene Konten und können keine weiteren hinzufügen. Trennen Sie zuerst eines.`,
      isAdded: "Das Konto ist verbunden. Ab jetzt können Sie sich damit anmelden.",
      isRemoved: "Das Konto ist getrennt. Sie können sich damit nicht mehr anmelden.",
      isLast:
        "Sie haben keine andere Möglichkeit, sich anzumelden. Fügen Sie eine hinzu, bevor Sie dieses Konto trennen.",
      connectCancelled: (name) => `Das Verbinden mit ${name} wurde abgebrochen. Es hat sich nichts geändert.`,
      connectFailed: (name) =>
        `Das Verbinden mit ${name} hat nicht geklappt. Es hat sich nichts geändert. Versuchen Sie es noch einmal.`,
      taken: (name) => `Dieses Konto bei ${name} ist hier schon mit einem anderen Konto verbunden.`
    },
    fr: {
      continueWith: (name) => `Continuer avec ${name}`,
      cancelled: (name) => `La connexion avec ${name} a été annulée. Réessayez ou choisissez un autre moyen.`,
      failed: (name) => `La connexion avec ${name} n’a pas fonctionné. Réessayez ou choisissez un autre moyen.`,
      noEmail: (name) =>
        `${name} ne nous a pas communiqué d’adresse e-mail vérifiée. Autorisez-le et réessayez, ou choisissez un autre moyen.`,
      unavailable: (name, when) => `${name} ne répond pas. Réessayez ${when} ou choisissez un autre moyen.`,
      otherAccount: (name) =>
        `Ce compte ${name} n’est pas associé à votre compte ici. Réessayez avec celui qui l’est, ou choisissez un autre moyen.`,
      expired: "Le délai est dépassé, ou vous avez commencé dans un autre navigateur. Réessayez.",
      proofFirst: (name) =>
        `Il existe déjà ici un compte avec l’adresse e-mail de votre compte ${name}. Connectez-vous d’abord par un autre moyen. Vous pourrez ensuite associer ${name}.`,
      signedIn: (when) => html`Connecté avec un compte associé ${when}`,
      almostDone: "Vous y êtes presque",
      almostDoneText: "Appuyez sur le bouton si rien ne se passe.",
      leaving: (name) => `Connectez-vous maintenant à ${name}`,
      openHere: (name, link) =>
        html`Ouvrez le lien dans ce navigateur pour associer votre compte ${name}. Pas d’e-mail ? Regardez dans vos spams ou ${link("recommencez")}.`,
      credentialNotUsed:
        "Pour votre sécurité, seul le navigateur dans lequel vous vous êtes inscrit peut conserver le moyen de connexion que vous y avez choisi. Vous pourrez en choisir un ensuite.",
      readyText:
        "Vous êtes connecté. Pour votre sécurité, seul le navigateur dans lequel vous vous êtes inscrit peut conserver le moyen de connexion que vous y avez choisi. Choisissez-en un pour la prochaine fois.",
      connectOne: "Associer un compte",
      section: "Comptes associés",
      sectionText: (link) =>
        html`Connectez-vous avec un compte que vous avez ailleurs. ${link("Gérer vos comptes associés")}`,
      explanation: "Vous pouvez vous connecter avec chacun de ces comptes.",
      none: "Aucun compte n’est encore associé.",
      turnedOff: "désactivé",
      added: (when) => html`Associé ${when}`,
      lastUsed: (added, when) => html`${added}, dernière utilisation ${when}`,
      connectHeading: (name) => `Associer votre compte ${name} ?`,
      connectText: "Vous pourrez ensuite vous connecter aussi avec ce compte.",
      connect: (name) => `Associer ${name}`,
      disconnect: "Dissocier",
      disconnectNamed: (name) => `Dissocier : ${name}`,
      disconnectLabeled: (name, label) => `Dissocier : ${name}, ${label}`,
      tooMany: (count) => `Vous avez ${count} comptes associés et ne pouvez pas en ajouter. Dissociez-en un d’abord.`,
      isAdded: "Le compte est associé. Vous pouvez désormais vous connecter avec ce compte.",
      isRemoved: "Le compte est dissocié. Vous ne pouvez plus vous connecter avec ce compte.",
      isLast: "Vous n’avez pas d’autre moyen de vous connecter. Ajoutez-en un avant de dissocier ce compte.",
      connectCancelled: (name) => `L’association de ${name} a été annulée. Rien n’a changé.`,
      connectFailed: (name) => `L’association de ${name} n’a pas fonctionné. Rien n’a changé. Réessayez.`,
      taken: (name) => `Ce compte ${name} est déjà associé à un autre compte ici.`
    },
    es: {
      continueWith: (name) => `Continuar con ${name}`,
      cancelled: (name) => `Se ha cancelado el inicio de sesión con ${name}. Inténtalo de nuevo o elige otra forma.`,
      failed: (name) => `No se ha podido iniciar sesión con ${name}. Inténtalo de nuevo o elige otra forma.`,
      noEmail: (name) =>
        `${name} no nos ha dado ningún correo electrónico verificado. Permítelo allí e inténtalo de nuevo, o elige otra forma.`,
      unavailable: (name, when) => `${name} no responde. Inténtalo de nuevo ${when} o elige otra forma.`,
      otherAccount: (name) =>
        `Esa cuenta de ${name} no está conectada a tu cuenta de aquí. Inténtalo con la que sí lo está o elige otra forma.`,
      expired: "Ha tardado demasiado o se empezó en otro navegador. Inténtalo de nuevo.",
      proofFirst: (name) =>
        `Aquí ya hay una cuenta con el correo electrónico de tu cuenta de ${name}. Primero inicia sesión de otra forma. Después podrás conectar ${name}.`,
      signedIn: (when) => html`Sesión iniciada con una cuenta conectada ${when}`,
      almostDone: "Ya casi está",
      almostDoneText: "Pulsa el botón si no pasa nada.",
      leaving: (name) => `Ahora inicia sesión en ${name}`,
      openHere: (name, link) =>
        html`Abre el enlace en este navegador para conectar tu cuenta de ${name}. ¿No te llega? Mira en la carpeta de spam o ${link("empieza de nuevo")}.`,
      credentialNotUsed:
        "Por tu seguridad, solo el navegador en el que te registraste puede conservar la forma de iniciar sesión que elegiste allí. Después podrás elegir una.",
      readyText:
        "Has iniciado sesión. Por tu seguridad, solo el navegador en el que te registraste puede conservar la forma de iniciar sesión que elegiste allí. Elige una para la próxima vez.",
      connectOne: "Conectar una cuenta",
      section: "Cuentas conectadas",
      sectionText: (link) =>
        html`Inicia sesión con una cuenta que tengas en otro servicio. ${link("Gestionar tus cuentas conectadas")}`,
      explanation: "Puedes iniciar sesión con cada una de estas cuentas.",
      none: "Todavía no hay ninguna cuenta conectada.",
      turnedOff: "desactivado",
      added: (when) => html`Conectada ${when}`,
      lastUsed: (added, when) => html`${added}; último uso ${when}`,
      connectHeading: (name) => `¿Conectar tu cuenta de ${name}?`,
      connectText: "Después podrás iniciar sesión también con ella.",
      connect: (name) => `Conectar ${name}`,
      disconnect: "Desconectar",
      disconnectNamed: (name) => `Desconectar: ${name}`,
      disconnectLabeled: (name, label) => `Desconectar: ${name}, ${label}`,
      tooMany: (count) => `Tienes ${count} cuentas conectadas y no puedes añadir más. Desconecta una primero.`,
      isAdded: "La cuenta se ha conectado. A partir de ahora puedes iniciar sesión con ella.",
      isRemoved: "La cuenta se ha desconectado. Ya no puedes iniciar sesión con ella.",
      isLast: "No tienes otra forma de iniciar sesión. Añade una antes de desconectar esta cuenta.",
      connectCancelled: (name) => `Se ha cancelado la conexión de ${name}. No ha cambiado nada.`,
      connectFailed: (name) => `No se ha podido conectar ${name}. No ha cambiado nada. Inténtalo de nuevo.`,
      taken: (name) => `Esta cuenta de ${name} ya está conectada a otra cuenta aquí.`
    },
    "pt-BR": {
      continueWith: (name) => `Continuar com ${name}`,
      cancelled: (name) => `O login com ${name} foi cancelado. Tente de novo ou escolha outra forma.`,
      failed: (name) => `Não foi possível entrar com ${name}. Tente de novo ou escolha outra forma.`,
      noEmail: (name) =>
        `${name} não nos informou um e-mail verificado. Permita isso lá e tente de novo ou escolha outra forma.`,
      unavailable: (name, when) => `${name} não está respondendo. Tente de novo ${when} ou escolha outra forma.`,
      otherAccount: (name) =>
        `Essa conta do ${name} não está conectada à sua conta aqui. Tente com a que está ou escolha outra forma.`,
      expired: "Demorou demais ou foi iniciado em outro navegador. Tente de novo.",
      proofFirst: (name) =>
        `Já existe uma conta aqui com o e-mail da sua conta ${name}. Primeiro, entre de outra forma. Depois, você pode conectar ${name}.`,
      signedIn: (when) => html`Entrou com uma conta conectada ${when}`,
      almostDone: "Quase pronto",
      almostDoneText: "Pressione o botão se nada acontecer.",
      leaving: (name) => `Agora, entre em ${name}`,
      openHere: (name, link) =>
        html`Abra o link neste navegador para conectar sua conta ${name}. Não recebeu o e-mail? Procure na pasta de spam ou ${link("comece de novo")}.`,
      credentialNotUsed:
        "Para sua segurança, só o navegador em que você se cadastrou pode manter a forma de entrar que você escolheu nele. Você pode escolher uma depois.",
      readyText:
        "Você entrou. Para sua segurança, só o navegador em que você se cadastrou pode manter a forma de entrar que você escolheu nele. Escolha uma para a próxima vez.",
      connectOne: "Conectar uma conta",
      section: "Contas conectadas",
      sectionText: (link) =>
        html`Entre com uma conta que você tem em outro serviço. ${link("Gerenciar suas contas conectadas")}`,
      explanation: "Você pode entrar com cada uma destas contas.",
      none: "Nenhuma conta está conectada ainda.",
      turnedOff: "desativado",
      added: (when) => html`Conectada ${when}`,
      lastUsed: (added, when) => html`${added}, último uso ${when}`,
      connectHeading: (name) => `Conectar sua conta ${name}?`,
      connectText: "Depois, você também pode entrar com ela.",
      connect: (name) => `Conectar ${name}`,
      disconnect: "Desconectar",
      disconnectNamed: (name) => `Desconectar: ${name}`,
      disconnectLabeled: (name, label) => `Desconectar: ${name}, ${label}`,
      tooMany: (count) => `Você tem ${count} contas conectadas e não pode adicionar mais. Desconecte uma primeiro.`,
      isAdded: "A conta foi conectada. A partir de agora, você pode entrar com ela.",
      isRemoved: "A conta foi desconectada. Você não pode mais entrar com ela.",
      isLast: "Você não tem outra forma de entrar. Adicione uma antes de desconectar esta conta.",
      connectCancelled: (name) => `A conexão de ${name} foi cancelada. Nada mudou.`,
      connectFailed: (name) => `Não foi possível conectar ${name}. Nada mudou. Tente de novo.`,
      taken: (name) => `Esta conta ${name} já está conectada a outra conta aqui.`
    },
    ja: {
      continueWith: (name) => `${name}で続行`,
      cancelled: (name) => `${name}でのログインはキャンセルされました。もう一度試すか、別の方法を選んでください。`,
      failed: (name) => `${name}でログインできませんでした。もう一度試すか、別の方法を選んでください。`,
      noEmail: (name) =>
        `${name}から確認済みのメールアドレスを受け取れませんでした。共有を許可してもう一度試すか、別の方法を選んでください。`,
      unavailable: (name, when) => `${name}が応答していません。${when}にもう一度試すか、別の方法を選んでください。`,
      otherAccount: (name) =>
        `その${name}アカウントは、こちらのアカウントと連携していません。連携済みのアカウントでもう一度試すか、別の方法を選んでください。`,
      expired: "時間がかかりすぎたか、別のブラウザーで開始されました。もう一度お試しください。",
      proofFirst: (name) =>
        `${name}のアカウントのメールアドレスは、すでにここのアカウントで使われています。先に別の方法でログインしてください。その後、${name}を連携できます。`,
      signedIn: (when) => html`連携アカウントでログイン：${when}`,
      almostDone: "あと少しです",
      almostDoneText: "自動的に進まない場合は、ボタンを押してください。",
      leaving: (name) => `${name}にログインしてください`,
      openHere: (name, link) =>
        html`${name}のアカウントを連携するには、このブラウザーでリンクを開いてください。メールが届かない場合は、迷惑メールフォルダーを確認するか、${link("もう一度やり直してください")}。`,
      credentialNotUsed:
        "安全のため、登録時に選んだログイン方法は、登録に使ったブラウザーでしか引き継げません。ログイン方法は後から選べます。",
      readyText:
        "ログインしました。安全のため、登録時に選んだログイン方法は、登録に使ったブラウザーでしか引き継げません。次回のログイン方法を選んでください。",
      connectOne: "アカウントを連携する",
      section: "連携アカウント",
      sectionText: (link) => html`他のサービスのアカウントでログインできます。${link("連携アカウントを管理する")}`,
      explanation: "次のどのアカウントでもログインできます。",
      none: "連携しているアカウントはまだありません。",
      turnedOff: "無効",
      added: (when) => html`連携：${when}`,
      lastUsed: (added, when) => html`${added}、最終使用：${when}`,
      connectHeading: (name) => `${name}のアカウントを連携しますか？`,
      connectText: "連携すると、そのアカウントでもログインできます。",
      connect: (name) => `${name}を連携`,
      disconnect: "連携を解除",
      disconnectNamed: (name) => `連携を解除：${name}`,
      disconnectLabeled: (name, label) => `連携を解除：${name}、${label}`,
      tooMany: (count) => `連携アカウントは${count}個あり、これ以上追加できません。先に1つ連携を解除してください。`,
      isAdded: "アカウントを連携しました。今後はこのアカウントでログインできます。",
      isRemoved: "アカウントの連携を解除しました。このアカウントではログインできなくなりました。",
      isLast: "ほかにログインする方法がありません。連携を解除する前に、別の方法を追加してください。",
      connectCancelled: (name) => `${name}の連携はキャンセルされました。何も変更されていません。`,
      connectFailed: (name) => `${name}を連携できませんでした。何も変更されていません。もう一度お試しください。`,
      taken: (name) => `この${name}のアカウントは、すでにここの別のアカウントと連携されています。`
    },
    ar: {
      continueWith: (name) => `المتابعة باستخدام ${ar.isolated(name)}`,
      cancelled: (name) => `أُلغي تسجيل الدخول باستخدام ${ar.isolated(name)}. أعد المحاولة أو اختر طريقة أخرى.`,
      failed: (name) => `لم ينجح تسجيل الدخول باستخدام ${ar.isolated(name)}. أعد المحاولة أو اختر طريقة أخرى.`,
      noEmail: (name) =>
        `لم نتلقَّ من ${ar.isolated(name)} عنوان بريد إلكتروني مؤكَّدًا. اسمح بذلك هناك ثم أعد المحاولة، أو اختر طريقة أخرى.`,
      unavailable: (name, when) => `لا يستجيب ${ar.isolated(name)}. أعد المحاولة ${when} أو اختر طريقة أخرى.`,
      otherAccount: (name) =>
        `حساب ${ar.isolated(name)} هذا غير مرتبط بحسابك هنا. أعد المحاولة بالحساب المرتبط، أو اختر طريقة أخرى.`,
      expired: "استغرق ذلك وقتًا أطول من اللازم، أو بدأ في متصفح آخر. أعد المحاولة.",
      proofFirst: (name) =>
        `يوجد هنا بالفعل حساب بعنوان البريد الإلكتروني لحسابك في ${ar.isolated(name)}. سجّل الدخول بطريقة أخرى أولًا، وبعدها يمكنك ربط ${ar.isolated(name)}.`,
      signedIn: (when) => html`سُجّل الدخول بحساب مرتبط ${when}`,
      almostDone: "أوشكت على الانتهاء",
      almostDoneText: "اضغط على الزر إذا لم يحدث شيء.",
      leaving: (name) => `سجّل الدخول الآن إلى ${ar.isolated(name)}`,
      openHere: (name, link) =>
        html`افتح الرابط في هذا المتصفح لربط حسابك في ${ar.isolated(name)}. لم تصلك الرسالة؟ تحقق من مجلد الرسائل غير المرغوب فيها أو ${link("ابدأ من جديد")}.`,
      credentialNotUsed:
        "حفاظًا على أمانك، لا تبقى طريقة تسجيل الدخول التي اخترتها عند التسجيل إلا في المتصفح الذي سجّلت فيه. يمكنك اختيار طريقة بعد ذلك.",
      readyText:
        "تم تسجيل دخولك. حفاظًا على أمانك، لا تبقى طريقة تسجيل الدخول التي اخترتها عند التسجيل إلا في المتصفح الذي سجّلت فيه. اختر طريقة للمرة القادمة.",
      connectOne: "ربط حساب",
      section: "الحسابات المرتبطة",
      sectionText: (link) => html`سجّل الدخول بحساب لديك في خدمة أخرى. ${link("إدارة الحسابات المرتبطة")}`,
      explanation: "يمكنك تسجيل الدخول بأي من هذه الحسابات.",
      none: "لا يوجد حساب مرتبط بعد.",
      turnedOff: "متوقف",
      added: (when) => html`رُبط ${when}`,
      lastUsed: (added, when) => html`${added}، آخر استخدام ${when}`,
      connectHeading: (name) => `هل تريد ربط حسابك في ${ar.isolated(name)}؟`,
      connectText: "بعدها يمكنك تسجيل الدخول به أيضًا.",
      connect: (name) => `ربط ${ar.isolated(name)}`,
      disconnect: "إلغاء الربط",
      disconnectNamed: (name) => `إلغاء الربط: ${ar.isolated(name)}`,
      disconnectLabeled: (name, label) => `إلغاء الربط: ${ar.isolated(name)}، ${ar.isolated(label)}`,
      tooMany: (count) => `عدد حساباتك المرتبطة ${count}، ولا يمكنك إضافة المزيد. ألغِ ربط أحدها أولًا.`,
      isAdded: "رُبط الحساب. يمكنك من الآن تسجيل الدخول به.",
      isRemoved: "أُلغي ربط الحساب. لم يعد بإمكانك تسجيل الدخول به.",
      isLast: "ليست لديك طريقة أخرى لتسجيل الدخول. أضف واحدة قبل إلغاء ربط هذا الحساب.",
      connectCancelled: (name) => `أُلغي ربط ${ar.isolated(name)}. لم يتغيّر شيء.`,
      connectFailed: (name) => `لم ينجح ربط ${ar.isolated(name)}. لم يتغيّر شيء. أعد المحاولة.`,
      taken: (name) => `حساب ${ar.isolated(name)} هذا مرتبط بالفعل بحساب آخر هنا.`
    }
  }
)
