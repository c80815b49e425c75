/** The texts of the pages of the account, in every language. */
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
    signedInAs: (email: Fragment) => html`You're signed in as ${email}`,
    verified: "Verified",
    notVerified: "Not verified",
    goTo: (name: string) => `Go to ${name}`,
    verify: "Verify your email",
    verifyText:
      "We'll email you a sign-in link. Open it in this browser: we sign out your other devices. If you open it where you're not signed in, we also remove your password and sign you out here, in case someone else created this account.",
    verifyButton: "Verify email",
    verifyToContinue: (email: Fragment, name: string) =>
      html`You're signed in as ${email}. To continue to ${name}, verify this address.`,
    verifyWithPassword: (link: Link) => html`To verify it, ${link("set a new password with a link by email")}.`,
    verifyWithoutEmails: "We can't send emails at the moment, so you can't verify it.",
    sessions: "Where you're signed in",
    thisDevice: "This device",
    lastActive: (signedIn: Fragment, when: Fragment) => html`${signedIn}, last active ${when}`,
    signOutHere: "Sign out on this device",
    signOutOn: (device: string) => `Sign out on ${device}`,
    signOutOthers: "Sign out on all other devices",
    changePassword: "Change your password",
    setPassword: "Set a password",
    changePasswordButton: "Change password",
    setPasswordButton: "Set password",
    changingSignsOut: "Changing your password signs you out on all other devices.",
    settingSignsOut: "Setting your password signs you out on all other devices.",
    noPassword: (link: Link) => html`You don't have a password. ${link("Set one with a link by email")}`,
    noPasswordWithLinks: (count: number) =>
      `You don't have a password. To set one, sign in with a new link. You then have ${en.minutes(count)}.`,
    noPasswordWithoutEmails: "You don't have a password, and you can't set one while we can't send emails.",
    forgotten: (link: Link) => html`Forgot your password? ${link("Set a new one with a link by email")}`,
    linkTooOld: (count: number) => `You signed in more than ${en.minutes(count)} ago. Request a new link.`,
    sentFromElsewhere: "This form was sent from another website. Use this page to set a password.",
    /** What the page says after an action. */
    passwordIsSet: "Your password is set. You're signed out on all other devices.",
    accountIsKept: "We keep your account.",
    deviceIsSignedOut: "You're signed out on that device.",
    othersAreSignedOut: "You're signed out on all other devices.",
    language: "Language",
    languageLabel: "Language of pages and emails",
    languageOfBrowser: "Language of the browser",
    saveLanguage: "Save language",
    languageIsSet: "Your language is saved.",
    name: "Your name",
    noName: "You haven't added a name.",
    addName: "Add a name",
    changeName: "Change name",
    nameHint: "Leave it empty to remove it.",
    saveName: "Save name",
    nameIsSaved: "Your name is saved.",
    nameIsRemoved: "Your name is removed."
  },
  {
    de: {
      signedInAs: (email) => html`Sie sind angemeldet als ${email}`,
      verified: "Bestätigt",
      notVerified: "Nicht bestätigt",
      goTo: (name) => `Zu ${name}`,
      verify: "E-Mail-Adresse bestätigen",
      verifyText:
        "Wir senden Ihnen einen Anmeldelink. Öffnen Sie ihn in diesem Browser. Wir melden dann Ihre anderen Geräte ab. Wenn Sie ihn in einem Browser öffnen, in dem Sie nicht angemeldet sind, entfernen wir auch Ihr Passwort und melden Sie hier ab, falls jemand anderes dieses Konto erstellt hat.",
      verifyButton: "Adresse bestätigen",
      verifyToContinue: (email, name) =>
        html`Sie sind als ${email} angemeldet. Bestätigen Sie diese Adresse, um zu ${name} zu gelangen.`,
      verifyWithPassword: (link) =>
        html`Um sie zu bestätigen, ${link("legen Sie mit einem Link per E-Mail ein neues Passwort fest")}.`,
      verifyWithoutEmails:
        "Wir können zurzeit keine E-Mails senden. Deshalb können Sie diese Adresse nicht bestätigen.",
      sessions: "Wo Sie angemeldet sind",
      thisDevice: "Dieses Gerät",
      lastActive: (signedIn, when) => html`${signedIn}, zuletzt aktiv ${when}`,
      signOutHere: "Auf diesem Gerät abmelden",
      signOutOn: (device) => `Abmelden: ${device}`,
      signOutOthers: "Auf allen anderen Geräten abmelden",
      changePassword: "Passwort ändern",
      setPassword: "Passwort festlegen",
      changePasswordButton: "Passwort ändern",
      setPasswordButton: "Passwort festlegen",
      changingSignsOut: "Wenn Sie Ihr Passwort ändern, werden Sie auf allen anderen Geräten abgemeldet.",
      settingSignsOut: "Wenn Sie Ihr Passwort festlegen, werden Sie auf allen anderen Geräten abgemeldet.",
      noPassword: (link) => html`Sie haben kein Passwort. ${link("Mit einem Link per E-Mail eines festlegen")}`,
      noPasswordWithLinks: (count) =>
        `Sie haben kein Passwort. Um eines festzulegen, melden Sie sich mit einem neuen Link an. Danach haben Sie ${de.minutes(count)} Zeit.`,
      noPasswordWithoutEmails:
        "Sie haben kein Passwort und können keines festlegen, solange wir keine E-Mails senden können.",
      forgotten: (link) => html`Passwort vergessen? ${link("Mit einem Link per E-Mail ein neues festlegen")}`,
      linkTooOld: (count) => `Ihre Anmeldung ist mehr als ${de.minutes(count)} her. Fordern Sie einen neuen Link an.`,
      sentFromElsewhere:
        "Dieses Formular kam von einer anderen Website. Verwenden Sie diese Seite, um ein Passwort festzulegen.",
      passwordIsSet: "Ihr Passwort ist festgelegt. Auf allen anderen Geräten sind Sie abgemeldet.",
      accountIsKept: "Ihr Konto bleibt bestehen.",
      deviceIsSignedOut: "Auf dem anderen Gerät sind Sie jetzt abgemeldet.",
      othersAreSignedOut: "Auf allen anderen Geräten sind Sie abgemeldet.",
      language: "Sprache",
      languageLabel: "Sprache der Seiten und E-Mails",
      languageOfBrowser: "Sprache des Browsers",
      saveLanguage: "Sprache speichern",
      languageIsSet: "Ihre Sprache ist gespeichert.",
      name: "Ihr Name",
      noName: "Sie haben noch keinen Namen angegeben.",
      addName: "Namen hinzufügen",
      changeName: "Namen ändern",
      nameHint: "Lassen Sie das Feld leer, um den Namen zu löschen.",
      saveName: "Namen speichern",
      nameIsSaved: "Ihr Name ist gespeichert.",
      nameIsRemoved: "Ihr Name ist gelöscht."
    },
    fr: {
      signedInAs: (email) => html`Vous êtes connecté en tant que ${email}`,
      verified: "Vérifiée",
      notVerified: "Non vérifiée",
      goTo: (name) => `Aller à ${name}`,
      verify: "Vérifier votre adresse e-mail",
      verifyText:
        "Nous vous enverrons un lien de connexion. Ouvrez-le dans ce navigateur : vos autres appareils seront déconnectés. Si vous l’ouvrez dans un navigateur où vous n’êtes pas connecté, nous supprimerons aussi votre mot de passe et vous déconnecterons ici, au cas où quelqu’un d’autre aurait créé ce compte.",
      verifyButton: "Vérifier l’adresse",
      verifyToContinue: (email, name) =>
        html`Vous êtes connecté en tant que ${email}. Pour continuer vers ${name}, vérifiez cette adresse.`,
      verifyWithPassword: (link) =>
        html`Pour la vérifier, ${link("définissez un nouveau mot de passe avec un lien par e-mail")}.`,
      verifyWithoutEmails: "Nous ne pouvons pas envoyer d’e-mails pour le moment, vous ne pouvez donc pas la vérifier.",
      sessions: "Où vous êtes connecté",
      thisDevice: "Cet appareil",
      lastActive: (signedIn, when) => html`${signedIn}, dernière activité ${when}`,
      signOutHere: "Se déconnecter de cet appareil",
      signOutOn: (device) => `Se déconnecter : ${device}`,
      signOutOthers: "Se déconnecter de tous les autres appareils",
      changePassword: "Modifier votre mot de passe",
      setPassword: "Définir un mot de passe",
      changePasswordButton: "Modifier le mot de passe",
      setPasswordButton: "Définir le mot de passe",
      changingSignsOut: "Si vous modifiez votre mot de passe, vous serez déconnecté de tous vos autres appareils.",
      settingSignsOut: "Si vous définissez un mot de passe, vous serez déconnecté de tous vos autres appareils.",
      noPassword: (link) => html`Vous n’avez pas de mot de passe. ${link("En définir un avec un lien par e-mail")}`,
      noPasswordWithLinks: (count) =>
        `Vous n’avez pas de mot de passe. Pour en définir un, connectez-vous avec un nouveau lien. Vous aurez ensuite ${fr.minutes(count)} pour le faire.`,
      noPasswordWithoutEmails:
        "Vous n’avez pas de mot de passe, et vous ne pouvez pas en définir tant que nous ne pouvons pas envoyer d’e-mails.",
      forgotten: (link) => html`Mot de passe oublié ? ${link("En définir un nouveau avec un lien par e-mail")}`,
      linkTooOld: (count) => `Votre connexion date de plus de ${fr.minutes(count)}. Demandez un nouveau lien.`,
      sentFromElsewhere:
        "Ce formulaire a été envoyé depuis un autre site web. Utilisez cette page pour définir un mot de passe.",
      passwordIsSet: "Votre mot de passe est défini. Vous êtes déconnecté de tous vos autres appareils.",
      accountIsKept: "Nous conservons votre compte.",
      deviceIsSignedOut: "Vous êtes déconnecté de l’autre appareil.",
      othersAreSignedOut: "Vous êtes déconnecté de tous vos autres appareils.",
      language: "Langue",
      languageLabel: "Langue des pages et des e-mails",
      languageOfBrowser: "Langue du navigateur",
      saveLanguage: "Enregistrer la langue",
      languageIsSet: "Votre langue est enregistrée.",
      name: "Votre nom",
      noName: "Vous n’avez pas encore indiqué de nom.",
      addName: "Ajouter un nom",
      changeName: "Modifier le nom",
      nameHint: "Laissez le champ vide pour supprimer le nom.",
      saveName: "Enregistrer le nom",
      nameIsSaved: "Votre nom est enregistré.",
      nameIsRemoved: "Votre nom est supprimé."
    },
    es: {
      signedInAs: (email) => html`Has iniciado sesión como ${email}`,
      verified: "Verificado",
      notVerified: "Sin verificar",
      goTo: (name) => `Ir a ${name}`,
      verify: "Verifica tu correo electrónico",
      verifyText:
        "Te enviaremos un enlace de inicio de sesión. Ábrelo en este navegador: cerraremos la sesión en tus otros dispositivos. Si lo abres en un navegador en el que no has iniciado sesión, también quitaremos tu contraseña y cerraremos la sesión aquí, por si otra persona hubiera creado esta cuenta.",
      verifyButton: "Verificar correo",
      verifyToContinue: (email, name) =>
        html`Has iniciado sesión como ${email}. Para continuar a ${name}, verifica esta dirección.`,
      verifyWithPassword: (link) =>
        html`Para verificarla, ${link("crea una contraseña nueva con un enlace por correo")}.`,
      verifyWithoutEmails: "Ahora mismo no podemos enviar correos, así que no puedes verificarla.",
      sessions: "Dónde has iniciado sesión",
      thisDevice: "Este dispositivo",
      lastActive: (signedIn, when) => html`${signedIn}; última actividad ${when}`,
      signOutHere: "Cerrar sesión en este dispositivo",
      signOutOn: (device) => `Cerrar sesión en ${device}`,
      signOutOthers: "Cerrar sesión en todos los demás dispositivos",
      changePassword: "Cambia tu contraseña",
      setPassword: "Crea una contraseña",
      changePasswordButton: "Cambiar contraseña",
      setPasswordButton: "Crear contraseña",
      changingSignsOut: "Al cambiar tu contraseña se cierra la sesión en todos los demás dispositivos.",
      settingSignsOut: "Al crear tu contraseña se cierra la sesión en todos los demás dispositivos.",
      noPassword: (link) => html`No tienes contraseña. ${link("Crear una con un enlace por correo")}`,
      noPasswordWithLinks: (count) =>
        `No tienes contraseña. Para crear una, inicia sesión con un enlace nuevo. Después tendrás ${es.minutes(count)} para hacerlo.`,
      noPasswordWithoutEmails: "No tienes contraseña y no puedes crear una mientras no podamos enviar correos.",
      forgotten: (link) => html`¿Has olvidado tu contraseña? ${link("Crear una nueva con un enlace por correo")}`,
      linkTooOld: (count) => `Iniciaste sesión hace más de ${es.minutes(count)}. Solicita un enlace nuevo.`,
      sentFromElsewhere: "Este formulario se envió desde otro sitio web. Usa esta página para crear una contraseña.",
      passwordIsSet: "Tu contraseña se ha guardado. La sesión se ha cerrado en todos los demás dispositivos.",
      accountIsKept: "Conservamos tu cuenta.",
      deviceIsSignedOut: "La sesión se ha cerrado en ese dispositivo.",
      othersAreSignedOut: "La sesión se ha cerrado en todos los demás dispositivos.",
      language: "Idioma",
      languageLabel: "Idioma de las páginas y los correos",
      languageOfBrowser: "Idioma del navegador",
      saveLanguage: "Guardar idioma",
      languageIsSet: "Tu idioma se ha guardado.",
      name: "Tu nombre",
      noName: "Aún no has indicado un nombre.",
      addName: "Añadir un nombre",
      changeName: "Cambiar nombre",
      nameHint: "Deja el campo vacío para eliminar el nombre.",
      saveName: "Guardar nombre",
      nameIsSaved: "Tu nombre se ha guardado.",
      nameIsRemoved: "Tu nombre se ha eliminado."
    },
    "pt-BR": {
      signedInAs: (email) => html`Você está conectado como ${email}`,
      verified: "Confirmado",
      notVerified: "Não confirmado",
      goTo: (name) => `Ir para ${name}`,
      verify: "Confirme seu e-mail",
      verifyText:
        "Enviaremos um link de acesso para você. Abra-o neste navegador: desconectaremos seus outros dispositivos. Se você o abrir onde não está conectado, também removeremos sua senha e desconectaremos você aqui, caso outra pessoa tenha criado esta conta.",
      verifyButton: "Confirmar e-mail",
      verifyToContinue: (email, name) =>
        html`Você está conectado como ${email}. Para acessar ${name}, confirme este endereço.`,
      verifyWithPassword: (link) => html`Para confirmá-lo, ${link("crie uma nova senha com um link por e-mail")}.`,
      verifyWithoutEmails: "Não conseguimos enviar e-mails no momento, por isso não é possível confirmá-lo.",
      sessions: "Onde você está conectado",
      thisDevice: "Este dispositivo",
      lastActive: (signedIn, when) => html`${signedIn}, última atividade ${when}`,
      signOutHere: "Sair deste dispositivo",
      signOutOn: (device) => `Sair de ${device}`,
      signOutOthers: "Sair de todos os outros dispositivos",
      changePassword: "Altere sua senha",
      setPassword: "Crie uma senha",
      changePasswordButton: "Alterar senha",
      setPasswordButton: "Criar senha",
      changingSignsOut: "Ao alterar sua senha, todos os outros dispositivos são desconectados.",
      settingSignsOut: "Ao criar sua senha, todos os outros dispositivos são desconectados.",
      noPassword: (link) => html`Você não tem senha. ${link("Criar uma com um link por e-mail")}`,
      noPasswordWithLinks: (count) =>
        `Você não tem senha. Para criar uma, entre com um novo link. Depois você terá ${ptBr.minutes(count)} para isso.`,
      noPasswordWithoutEmails: "Você não tem senha e não pode criar uma enquanto não conseguirmos enviar e-mails.",
      forgotten: (link) => html`Esqueceu sua senha? ${link("Criar uma nova com um link por e-mail")}`,
      linkTooOld: (count) => `Você entrou há mais de ${ptBr.minutes(count)}. Solicite um novo link.`,
      sentFromElsewhere: "Este formulário foi enviado de outro site. Use esta página para criar uma senha.",
      passwordIsSet: "Sua senha foi salva. Todos os outros dispositivos foram desconectados.",
      accountIsKept: "Sua conta será mantida.",
      deviceIsSignedOut: "Esse dispositivo foi desconectado.",
      othersAreSignedOut: "Todos os outros dispositivos foram desconectados.",
      language: "Idioma",
      languageLabel: "Idioma das páginas e dos e-mails",
      languageOfBrowser: "Idioma do navegador",
      saveLanguage: "Salvar idioma",
      languageIsSet: "Seu idioma foi salvo.",
      name: "Seu nome",
      noName: "Você ainda não informou um nome.",
      addName: "Adicionar um nome",
      changeName: "Alterar nome",
      nameHint: "Deixe o campo vazio para remover o nome.",
      saveName: "Salvar nome",
      nameIsSaved: "Seu nome foi salvo.",
      nameIsRemoved: "Seu nome foi removido."
    },
    ja: {
      signedInAs: (email) => html`ログイン中：${email}`,
      verified: "確認済み",
      notVerified: "未確認",
      goTo: (name) => `${name}へ`,
      verify: "メールアドレスの確認",
      verifyText:
        "ログイン用リンクをメールでお送りします。このブラウザーで開いてください。ほかのデバイスではログアウトします。ログインしていないブラウザーで開くと、ほかの人がこのアカウントを作成した可能性があるため、パスワードも削除し、このデバイスでもログアウトします。",
      verifyButton: "メールアドレスを確認",
      verifyToContinue: (email, name) =>
        html`${email}としてログインしています。${name}に進むには、このアドレスを確認してください。`,
      verifyWithPassword: (link) => html`確認するには、${link("メールのリンクで新しいパスワードを設定してください")}。`,
      verifyWithoutEmails: "現在メールを送信できないため、確認できません。",
      sessions: "ログイン中のデバイス",
      thisDevice: "このデバイス",
      lastActive: (signedIn, when) => html`${signedIn}、最終アクセス：${when}`,
      signOutHere: "このデバイスでログアウト",
      signOutOn: (device) => `${device}でログアウト`,
      signOutOthers: "ほかのすべてのデバイスでログアウト",
      changePassword: "パスワードの変更",
      setPassword: "パスワードの設定",
      changePasswordButton: "パスワードを変更",
      setPasswordButton: "パスワードを設定",
      changingSignsOut: "パスワードを変更すると、ほかのすべてのデバイスでログアウトします。",
      settingSignsOut: "パスワードを設定すると、ほかのすべてのデバイスでログアウトします。",
      noPassword: (link) => html`パスワードが設定されていません。${link("メールのリンクで設定する")}`,
      noPasswordWithLinks: (count) =>
        `パスワードが設定されていません。設定するには、新しいリンクでログインしてください。ログイン後${ja.minutes(count)}以内に設定できます。`,
      noPasswordWithoutEmails: "パスワードが設定されていません。メールを送信できない間は設定できません。",
      forgotten: (link) => html`パスワードをお忘れですか？${link("メールのリンクで新しく設定する")}`,
      linkTooOld: (count) =>
        `ログインから${ja.minutes(count)}以上経過しています。新しいリンクをリクエストしてください。`,
      sentFromElsewhere:
        "このフォームは別のウェブサイトから送信されました。パスワードの設定には、このページを使用してください。",
      passwordIsSet: "パスワードを設定しました。ほかのすべてのデバイスでログアウトしました。",
      accountIsKept: "アカウントは削除されません。",
      deviceIsSignedOut: "そのデバイスでログアウトしました。",
      othersAreSignedOut: "ほかのすべてのデバイスでログアウトしました。",
      language: "言語",
      languageLabel: "ページとメールの言語",
      languageOfBrowser: "ブラウザーの言語",
      saveLanguage: "言語を保存",
      languageIsSet: "言語を保存しました。",
      name: "あなたの名前",
      noName: "名前はまだ登録されていません。",
      addName: "名前を追加",
      changeName: "名前を変更",
      nameHint: "空欄にすると名前が削除されます。",
      saveName: "名前を保存",
      nameIsSaved: "名前を保存しました。",
      nameIsRemoved: "名前を削除しました。"
    },
    ar: {
      signedInAs: (email) => html`سجّلت الدخول باسم ${email}`,
      verified: "مؤكَّد",
      notVerified: "غير مؤكَّد",
      goTo: (name) => `الانتقال إلى ${ar.isolated(name)}`,
      verify: "تأكيد عنوان بريدك الإلكتروني",
      verifyText:
        "سنرسل إليك رابط تسجيل الدخول. افتحه في هذا المتصفح: سنسجّل الخروج من أجهزتك الأخرى. إذا فتحته في متصفح لم تسجّل الدخول فيه، فسنزيل أيضًا كلمة المرور ونسجّل خروجك هنا، تحسّبًا لأن يكون شخص آخر قد أنشأ هذا الحساب.",
      verifyButton: "تأكيد العنوان",
      verifyToContinue: (email, name) =>
        html`سجّلت الدخول باسم ${email}. للمتابعة إلى ${ar.isolated(name)}، أكّد هذا العنوان.`,
      verifyWithPassword: (link) => html`لتأكيده، ${link("عيّن كلمة مرور جديدة باستخدام رابط بالبريد الإلكتروني")}.`,
      verifyWithoutEmails: "لا يمكننا إرسال رسائل البريد الإلكتروني حاليًا، لذلك لا يمكنك تأكيده.",
      sessions: "الأجهزة التي سجّلت الدخول عليها",
      thisDevice: "هذا الجهاز",
      lastActive: (signedIn, when) => html`${signedIn}، آخر نشاط ${when}`,
      signOutHere: "تسجيل الخروج من هذا الجهاز",
      signOutOn: (device) => `تسجيل الخروج من ${device}`,
      signOutOthers: "تسجيل الخروج من جميع الأجهزة الأخرى",
      changePassword: "تغيير كلمة المرور",
      setPassword: "تعيين كلمة مرور",
      changePasswordButton: "تغيير كلمة المرور",
      setPasswordButton: "تعيين كلمة المرور",
      changingSignsOut: "يؤدي تغيير كلمة المرور إلى تسجيل خروجك من جميع الأجهزة الأخرى.",
      settingSignsOut: "يؤدي تعيين كلمة المرور إلى تسجيل خروجك من جميع الأجهزة الأخرى.",
      noPassword: (link) => html`ليست لديك كلمة مرور. ${link("عيّن واحدة باستخدام رابط بالبريد الإلكتروني")}`,
      noPasswordWithLinks: (count) =>
        `ليست لديك كلمة مرور. لتعيين واحدة، سجّل الدخول باستخدام رابط جديد. بعد ذلك تكون لديك مهلة ${ar.minutes(count)}.`,
      noPasswordWithoutEmails:
        "ليست لديك كلمة مرور، ولا يمكنك تعيين واحدة ما دمنا لا نستطيع إرسال رسائل البريد الإلكتروني.",
      forgotten: (link) => html`هل نسيت كلمة المرور؟ ${link("عيّن كلمة مرور جديدة باستخدام رابط بالبريد الإلكتروني")}`,
      linkTooOld: (count) => `مرّ على تسجيل دخولك أكثر من ${ar.minutes(count)}. اطلب رابطًا جديدًا.`,
      sentFromElsewhere: "أُرسل هذا النموذج من موقع ويب آخر. استخدم هذه الصفحة لتعيين كلمة مرور.",
      passwordIsSet: "عُيّنت كلمة المرور. سُجّل خروجك من جميع الأجهزة الأخرى.",
      accountIsKept: "سنحتفظ بحسابك.",
      deviceIsSignedOut: "سُجّل خروجك من ذلك الجهاز.",
      othersAreSignedOut: "سُجّل خروجك من جميع الأجهزة الأخرى.",
      language: "اللغة",
      languageLabel: "لغة الصفحات والرسائل",
      languageOfBrowser: "لغة المتصفح",
      saveLanguage: "حفظ اللغة",
      languageIsSet: "حُفظت لغتك.",
      name: "اسمك",
      noName: "لم تُضِف اسمًا بعد.",
      addName: "إضافة اسم",
      changeName: "تغيير الاسم",
      nameHint: "اترك الحقل فارغًا لإزالة الاسم.",
      saveName: "حفظ الاسم",
      nameIsSaved: "حُفظ اسمك.",
      nameIsRemoved: "أُزيل اسمك."
    }
  }
)

/** What a user can get wrong in a field. */
export const fields = inEach(
  {
    languageMissing: "Choose a language.",
    nameMalformed: "Enter at most 200 characters, on one line."
  },
  {
    de: {
      languageMissing: "Wählen Sie eine Sprache.",
      nameMalformed: "Geben Sie höchstens 200 Zeichen in einer Zeile ein."
    },
    fr: {
      languageMissing: "Choisissez une langue.",
      nameMalformed: "Saisissez au plus 200 caractères, sur une seule ligne."
    },
    es: {
      languageMissing: "Elige un idioma.",
      nameMalformed: "Escribe como máximo 200 caracteres en una sola línea."
    },
    "pt-BR": {
      languageMissing: "Escolha um idioma.",
      nameMalformed: "Digite no máximo 200 caracteres em uma única linha."
    },
    ja: {
      languageMissing: "言語を選択してください。",
      nameMalformed: "200文字以内の1行で入力してください。"
    },
    ar: {
      languageMissing: "اختر لغة.",
      nameMalformed: "أدخل 200 حرف على الأكثر في سطر واحد."
    }
  }
)
