/** The texts of the pages of second factors, in every language. */
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
    /** The part of the account page, and the page of the second factor. */
    section: "Second factor",
    isOn: (link: Link) =>
      html`When you sign in, we ask for a code from your authenticator app. ${link("Manage your second factor")}`,
    isOff: (link: Link) =>
      html`Protect your account with a code from an authenticator app. ${link("Set up a second factor")}`,
    explanation:
      "When you sign in with a password or a link, we also ask for a code from an authenticator app. With a passkey, you don't need one.",
    on: "On",
    codesLeft: (count: number) =>
      en.format.plural(count, { one: "You have # recovery code left.", other: "You have # recovery codes left." }),
    newCodes: "Create new recovery codes",
    newCodesHint: "Your old recovery codes then stop working.",
    remove: "Remove second factor",
    removeHint: "A password or a link is then enough to sign in.",
    cannotRemove: (name: string) => `${name} requires a second factor, so you can't remove it.`,
    isRemoved: "Your second factor is removed.",
    /** The page that sets it up, on the account and while signing in. */
    setUp: "Set up an authenticator app",
    required: (name: string) => `${name} requires a second factor. Set it up to sign in.`,
    scan: "Scan this QR code with an authenticator app on your phone.",
    picture: "QR code for your authenticator app",
    orType: (key: Fragment) => html`Or type this key into the app: ${key}`,
    orOpen: (link: Link) => html`Is the app on this device? ${link("Open the app")}`,
    code: "Code from the app",
    codeHint: "Six digits, which change every 30 seconds.",
    turnOn: "Turn on",
    /** The page that shows the recovery codes. */
    codes: "Your recovery codes",
    codesText:
      "If you don't have your authenticator app, each of these codes signs you in once. Save them now: we don't show them again.",
    download: "Download",
    print: "Print",
    saved: "I've saved them",
    /** The page that follows the first factor when signing in. */
    enterCode: "Enter your code",
    enterCodeText: (name: string) => `Open your authenticator app, and enter the code for ${name}.`,
    useRecoveryCode: "Use a recovery code",
    useApp: "Use your authenticator app",
    enterRecoveryCode: "Enter a recovery code",
    enterRecoveryCodeText: "You got recovery codes when you set up the second factor. Each of them works once.",
    recoveryCode: "Recovery code",
    expired: "Your sign-in has expired",
    expiredText: "You didn't enter a code in time, or signed in elsewhere in the meantime. Sign in again.",
    mayBeOn:
      "Your authenticator app may already be set up, with recovery codes. If you haven't seen them, you can create new ones on your account page after signing in."
  },
  {
    de: {
      section: "Zweiter Faktor",
      isOn: (link) =>
        html`Wenn Sie sich anmelden, fragen wir nach einem Code aus Ihrer Authenticator-App. ${link("Zweiten Faktor verwalten")}`,
      isOff: (link) =>
        html`Schützen Sie Ihr Konto mit einem Code aus einer Authenticator-App. ${link("Zweiten Faktor einrichten")}`,
      explanation:
        "Wenn Sie sich mit einem Passwort oder einem Link anmelden, fragen wir auch nach einem Code aus einer Authenticator-App. Mit einem Passkey brauchen Sie keinen.",
      on: "Eingeschaltet",
      codesLeft: (count) =>
        de.format.plural(count, {
          one: "Sie haben noch # Notfallcode.",
          other: "Sie haben noch # Notfallcodes."
        }),
      newCodes: "Neue Notfallcodes erstellen",
      newCodesHint: "Ihre alten Notfallcodes funktionieren dann nicht mehr.",
      remove: "Zweiten Faktor entfernen",
      removeHint: "Zum Anmelden reicht dann ein Passwort oder ein Link.",
      cannotRemove: (name) => `${name} verlangt einen zweiten Faktor. Deshalb können Sie ihn nicht entfernen.`,
      isRemoved: "Ihr zweiter Faktor ist entfernt.",
      setUp: "Authenticator-App einrichten",
      required: (name) => `${name} verlangt einen zweiten Faktor. Richten Sie ihn ein, um sich anzumelden.`,
      scan: "Scannen Sie diesen QR-Code mit einer Authenticator-App auf Ihrem Telefon.",
      picture: "QR-Code für Ihre Authenticator-App",
      orType: (key) => html`Oder geben Sie diesen Schlüssel in die App ein: ${key}`,
      orOpen: (link) => html`Die App ist auf diesem Gerät? ${link("App öffnen")}`,
      code: "Code aus der App",
      codeHint: "Sechs Ziffern, die sich alle 30 Sekunden ändern.",
      turnOn: "Einschalten",
      codes: "Ihre Notfallcodes",
      codesText:
        "Wenn Sie Ihre Authenticator-App nicht haben, können Sie sich mit jedem dieser Codes einmal anmelden. Speichern Sie sie jetzt: Wir zeigen sie nicht noch einmal an.",
      download: "Herunterladen",
      print: "Drucken",
      saved: "Ich habe sie gespeichert",
      enterCode: "Code eingeben",
      enterCodeText: (name) => `Öffnen Sie Ihre Authenticator-App und geben Sie den Code für ${name} ein.`,
      useRecoveryCode: "Notfallcode verwenden",
      useApp: "Authenticator-App verwenden",
      enterRecoveryCode: "Notfallcode eingeben",
      enterRecoveryCodeText:
        "Sie haben Notfallcodes erhalten, als Sie den zweiten Faktor eingerichtet haben. Jeder funktioniert einmal.",
      recoveryCode: "Notfallcode",
      expired: "Ihre Anmeldung ist abgelaufen",
      expiredText:
        "Sie haben nicht rechtzeitig einen Code eingegeben oder sich inzwischen anderswo angemeldet. Melden Sie sich noch einmal an.",
      mayBeOn:
        "Ihre Authenticator-App ist vielleicht schon eingerichtet, mit Notfallcodes. Wenn Sie diese nicht gesehen haben, können Sie nach der Anmeldung in Ihrem Konto neue erstellen."
    },
    fr: {
      section: "Second facteur",
      isOn: (link) =>
        html`Lorsque vous vous connectez, nous demandons un code de votre application d’authentification. ${link("Gérer votre second facteur")}`,
      isOff: (link) =>
        html`Protégez votre compte avec un code d’une application d’authentification. ${link("Configurer un second facteur")}`,
      explanation:
        "Lorsque vous vous connectez avec un mot de passe ou un lien, nous demandons aussi un code d’une application d’authentification. Avec une clé d’accès, vous n’en avez pas besoin.",
      on: "Activé",
      codesLeft: (count) =>
        fr.format.plural(count, {
          one: "Il vous reste # code de récupération.",
          other: "Il vous reste # codes de récupération."
        }),
      newCodes: "Créer de nouveaux codes de récupération",
      newCodesHint: "Vos anciens codes de récupération ne fonctionneront plus.",
      remove: "Supprimer le second facteur",
      removeHint: "Un mot de passe ou un lien suffira alors pour vous connecter.",
      cannotRemove: (name) => `${name} exige un second facteur : vous ne pouvez donc pas le supprimer.`,
      isRemoved: "Votre second facteur est supprimé.",
      setUp: "Configurer une application d’authentification",
      required: (name) => `${name} exige un second facteur. Configurez-le pour vous connecter.`,
      scan: "Scannez ce code QR avec une application d’authentification sur votre téléphone.",
      picture: "Code QR pour votre application d’authentification",
      orType: (key) => html`Ou saisissez cette clé dans l’application : ${key}`,
      orOpen: (link) => html`L’application est sur cet appareil ? ${link("Ouvrir l’application")}`,
      code: "Code de l’application",
      codeHint: "Six chiffres, qui changent toutes les 30 secondes.",
      turnOn: "Activer",
      codes: "Vos codes de récupération",
      codesText:
        "Si vous n’avez pas votre application d’authentification, chacun de ces codes vous connecte une fois. Enregistrez-les maintenant : nous ne les afficherons plus.",
      download: "Télécharger",
      print: "Imprimer",
      saved: "Je les ai enregistrés",
      enterCode: "Saisissez votre code",
      enterCodeText: (name) => `Ouvrez votre application d’authentification et saisissez le code pour ${name}.`,
      useRecoveryCode: "Utiliser un code de récupération",
      useApp: "Utiliser votre application d’authentification",
      enterRecoveryCode: "Saisissez un code de récupération",
      enterRecoveryCodeText:
        "Vous avez reçu des codes de récupération en configurant le second facteur. Chacun fonctionne une fois.",
      recoveryCode: "Code de récupération",
      expired: "Votre connexion a expiré",
      expiredText:
        "Vous n’avez pas saisi de code à temps, ou vous vous êtes connecté ailleurs entre-temps. Reconnectez-vous.",
      mayBeOn:
        "Votre application d’authentification est peut-être déjà configurée, avec des codes de récupération. Si vous ne les avez pas vus, vous pourrez en créer de nouveaux sur la page de votre compte une fois connecté."
    },
    es: {
      section: "Segundo factor",
      isOn: (link) =>
        html`Cuando inicias sesión, te pedimos un código de tu aplicación de autenticación. ${link("Gestionar tu segundo factor")}`,
      isOff: (link) =>
        html`Protege tu cuenta con un código de una aplicación de autenticación. ${link("Configurar un segundo factor")}`,
      explanation:
        "Cuando inicias sesión con una contraseña o un enlace, también te pedimos un código de una aplicación de autenticación. Con una llave de acceso no lo necesitas.",
      on: "Activado",
      codesLeft: (count) =>
        es.format.plural(count, {
          one: "Te queda # código de recuperación.",
          other: "Te quedan # códigos de recuperación."
        }),
      newCodes: "Crear nuevos códigos de recuperación",
      newCodesHint: "Los códigos de recuperación anteriores dejarán de funcionar.",
      remove: "Quitar el segundo factor",
      removeHint: "Después bastará una contraseña o un enlace para iniciar sesión.",
      cannotRemove: (name) => `${name} exige un segundo factor, así que no puedes quitarlo.`,
      isRemoved: "Tu segundo factor se ha quitado.",
      setUp: "Configurar una aplicación de autenticación",
      required: (name) => `${name} exige un segundo factor. Configúralo para iniciar sesión.`,
      scan: "Escanea este código QR con una aplicación de autenticación en tu teléfono.",
      picture: "Código QR para tu aplicación de autenticación",
      orType: (key) => html`O escribe esta clave en la aplicación: ${key}`,
      orOpen: (link) => html`¿Tienes la aplicación en este dispositivo? ${link("Abrir la aplicación")}`,
      code: "Código de la aplicación",
      codeHint: "Seis dígitos, que cambian cada 30 segundos.",
      turnOn: "Activar",
      codes: "Tus códigos de recuperación",
      codesText:
        "Si no tienes tu aplicación de autenticación, cada uno de estos códigos te permite iniciar sesión una vez. Guárdalos ahora: no los volveremos a mostrar.",
      download: "Descargar",
      print: "Imprimir",
      saved: "Los tengo guardados",
      enterCode: "Escribe tu código",
      enterCodeText: (name) => `Abre tu aplicación de autenticación y escribe el código de ${name}.`,
      useRecoveryCode: "Usar un código de recuperación",
      useApp: "Usar tu aplicación de autenticación",
      enterRecoveryCode: "Escribe un código de recuperación",
      enterRecoveryCodeText:
        "Recibiste códigos de recuperación al configurar el segundo factor. Cada uno funciona una vez.",
      recoveryCode: "Código de recuperación",
      expired: "Tu inicio de sesión ha caducado",
      expiredText:
        "No has escrito un código a tiempo o mientras tanto has iniciado sesión en otro sitio. Vuelve a iniciar sesión.",
      mayBeOn:
        "Puede que tu aplicación de autenticación ya esté configurada, con códigos de recuperación. Si no los has visto, puedes crear otros nuevos en la página de tu cuenta después de iniciar sesión."
    },
    "pt-BR": {
      section: "Segundo fator",
      isOn: (link) =>
        html`Quando você entra, pedimos um código do seu aplicativo autenticador. ${link("Gerenciar seu segundo fator")}`,
      isOff: (link) =>
        html`Proteja sua conta com um código de um aplicativo autenticador. ${link("Configurar um segundo fator")}`,
      explanation:
        "Quando você entra com uma senha ou um link, também pedimos um código de um aplicativo autenticador. Com uma chave de acesso, você não precisa dele.",
      on: "Ativado",
      codesLeft: (count) =>
        ptBr.format.plural(count, {
          one: "Resta # código de recuperação.",
          other: "Restam # códigos de recuperação."
        }),
      newCodes: "Criar novos códigos de recuperação",
      newCodesHint: "Os códigos de recuperação anteriores deixarão de funcionar.",
      remove: "Remover o segundo fator",
      removeHint: "Depois, uma senha ou um link bastará para entrar.",
      cannotRemove: (name) => `${name} exige um segundo fator, por isso você não pode removê-lo.`,
      isRemoved: "Seu segundo fator foi removido.",
      setUp: "Configurar um aplicativo autenticador",
      required: (name) => `${name} exige um segundo fator. Configure-o para entrar.`,
      scan: "Escaneie este código QR com um aplicativo autenticador no seu celular.",
      picture: "Código QR para seu aplicativo autenticador",
      orType: (key) => html`Ou digite esta chave no aplicativo: ${key}`,
      orOpen: (link) => html`O aplicativo está neste dispositivo? ${link("Abrir o aplicativo")}`,
      code: "Código do aplicativo",
      codeHint: "Seis dígitos, que mudam a cada 30 segundos.",
      turnOn: "Ativar",
      codes: "Seus códigos de recuperação",
      codesText:
        "Se você não tiver seu aplicativo autenticador, cada um destes códigos permite entrar uma vez. Salve-os agora: não os mostraremos de novo.",
      download: "Baixar",
      print: "Imprimir",
      saved: "Já os salvei",
      enterCode: "Digite seu código",
      enterCodeText: (name) => `Abra seu aplicativo autenticador e digite o código de ${name}.`,
      useRecoveryCode: "Usar um código de recuperação",
      useApp: "Usar seu aplicativo autenticador",
      enterRecoveryCode: "Digite um código de recuperação",
      enterRecoveryCodeText:
        "Você recebeu códigos de recuperação ao configurar o segundo fator. Cada um funciona uma vez.",
      recoveryCode: "Código de recuperação",
      expired: "Seu acesso expirou",
      expiredText: "Você não digitou um código a tempo ou entrou em outro lugar nesse meio-tempo. Entre novamente.",
      mayBeOn:
        "Talvez seu aplicativo autenticador já esteja configurado, com códigos de recuperação. Se você não os viu, pode criar novos na página da sua conta depois de entrar."
    },
    ja: {
      section: "2つ目の認証要素",
      isOn: (link) => html`ログイン時に、認証アプリのコードの入力が必要です。${link("2つ目の認証要素を管理する")}`,
      isOff: (link) => html`認証アプリのコードでアカウントを保護できます。${link("2つ目の認証要素を設定する")}`,
      explanation:
        "パスワードまたはリンクでログインする際に、認証アプリのコードの入力も必要になります。パスキーを使う場合は不要です。",
      on: "オン",
      codesLeft: (count) => ja.format.plural(count, { other: "リカバリーコードの残りは#個です。" }),
      newCodes: "新しいリカバリーコードを作成",
      newCodesHint: "以前のリカバリーコードは使用できなくなります。",
      remove: "2つ目の認証要素を削除",
      removeHint: "その後は、パスワードまたはリンクだけでログインできます。",
      cannotRemove: (name) => `${name}では2つ目の認証要素が必須のため、削除できません。`,
      isRemoved: "2つ目の認証要素を削除しました。",
      setUp: "認証アプリの設定",
      required: (name) => `${name}では2つ目の認証要素が必須です。ログインするには設定してください。`,
      scan: "スマートフォンの認証アプリで、このQRコードを読み取ってください。",
      picture: "認証アプリ用のQRコード",
      orType: (key) => html`または、このキーをアプリに入力してください：${key}`,
      orOpen: (link) => html`このデバイスにアプリがある場合：${link("アプリを開く")}`,
      code: "アプリのコード",
      codeHint: "30秒ごとに変わる6桁の数字です。",
      turnOn: "オンにする",
      codes: "リカバリーコード",
      codesText:
        "認証アプリが手元にないとき、各コードで1回ずつログインできます。再び表示されることはないため、今すぐ保存してください。",
      download: "ダウンロード",
      print: "印刷",
      saved: "保存しました",
      enterCode: "コードを入力",
      enterCodeText: (name) => `認証アプリを開き、${name}のコードを入力してください。`,
      useRecoveryCode: "リカバリーコードを使う",
      useApp: "認証アプリを使う",
      enterRecoveryCode: "リカバリーコードを入力",
      enterRecoveryCodeText:
        "リカバリーコードは、2つ目の認証要素の設定時に表示されたものです。各コードは1回だけ使用できます。",
      recoveryCode: "リカバリーコード",
      expired: "ログインの有効期限が切れました",
      expiredText:
        "時間内にコードが入力されなかったか、その間に別の場所でログインしました。もう一度ログインしてください。",
      mayBeOn:
        "認証アプリの設定がすでに完了し、リカバリーコードが作成されている可能性があります。コードをご覧になっていない場合は、ログイン後にアカウントページで新しく作成できます。"
    },
    ar: {
      section: "العامل الثاني",
      isOn: (link) => html`عند تسجيل الدخول نطلب رمزًا من تطبيق المصادقة. ${link("إدارة العامل الثاني")}`,
      isOff: (link) => html`احمِ حسابك برمز من تطبيق مصادقة. ${link("إعداد عامل ثانٍ")}`,
      explanation:
        "عند تسجيل الدخول بكلمة مرور أو برابط، نطلب أيضًا رمزًا من تطبيق مصادقة. مع مفتاح المرور لا تحتاج إليه.",
      on: "مفعّل",
      codesLeft: (count) =>
        ar.format.plural(count, {
          zero: "لم يتبقَّ لديك أي رمز استرداد.",
          one: "تبقّى لديك رمز استرداد واحد.",
          two: "تبقّى لديك رمزا استرداد.",
          few: "تبقّت لديك # رموز استرداد.",
          many: "تبقّى لديك # رمز استرداد.",
          other: "تبقّى لديك # رمز استرداد."
        }),
      newCodes: "إنشاء رموز استرداد جديدة",
      newCodesHint: "ستتوقف رموز الاسترداد القديمة عن العمل.",
      remove: "إزالة العامل الثاني",
      removeHint: "بعد ذلك تكفي كلمة مرور أو رابط لتسجيل الدخول.",
      cannotRemove: (name) => `يشترط ${ar.isolated(name)} عاملًا ثانيًا، لذلك لا يمكنك إزالته.`,
      isRemoved: "أُزيل العامل الثاني.",
      setUp: "إعداد تطبيق مصادقة",
      required: (name) => `يشترط ${ar.isolated(name)} عاملًا ثانيًا. أعدّه لتسجيل الدخول.`,
      scan: "امسح رمز QR هذا بتطبيق مصادقة على هاتفك.",
      picture: "رمز QR لتطبيق المصادقة",
      orType: (key) => html`أو اكتب هذا المفتاح في التطبيق: ${key}`,
      orOpen: (link) => html`هل التطبيق على هذا الجهاز؟ ${link("فتح التطبيق")}`,
      code: "الرمز من التطبيق",
      codeHint: "ستة أرقام تتغيّر كل 30 ثانية.",
      turnOn: "تفعيل",
      codes: "رموز الاسترداد",
      codesText:
        "إذا لم يكن تطبيق المصادقة معك، فكل رمز من هذه الرموز يسجّل دخولك مرة واحدة. احفظها الآن: لن نعرضها مرة أخرى.",
      download: "تنزيل",
      print: "طباعة",
      saved: "لقد حفظتها",
      enterCode: "أدخل الرمز",
      enterCodeText: (name) => `افتح تطبيق المصادقة وأدخل الرمز الخاص بـ${ar.isolated(name)}.`,
      useRecoveryCode: "استخدام رمز استرداد",
      useApp: "استخدام تطبيق المصادقة",
      enterRecoveryCode: "أدخل رمز استرداد",
      enterRecoveryCodeText: "حصلت على رموز الاسترداد عند إعداد العامل الثاني. يعمل كل رمز مرة واحدة.",
      recoveryCode: "رمز الاسترداد",
      expired: "انتهت صلاحية تسجيل الدخول",
      expiredText: "لم تُدخل رمزًا في الوقت المناسب، أو سجّلت الدخول في مكان آخر في هذه الأثناء. سجّل الدخول من جديد.",
      mayBeOn:
        "ربما أُعدّ تطبيق المصادقة بالفعل وأُنشئت رموز الاسترداد. إذا لم ترها، يمكنك إنشاء رموز جديدة من صفحة حسابك بعد تسجيل الدخول."
    }
  }
)

/** What a user can get wrong in a field. */
export const fields = inEach(
  {
    authenticatorCodeMalformed: "Enter the six digits that your authenticator app shows.",
    authenticatorCodeWrong: "This code doesn't work. Enter the one that the app shows now.",
    recoveryCodeMalformed: "Enter one of your recovery codes.",
    recoveryCodeWrong: "This recovery code doesn't work. It may have been used already."
  },
  {
    de: {
      authenticatorCodeMalformed: "Geben Sie die sechs Ziffern ein, die Ihre Authenticator-App anzeigt.",
      authenticatorCodeWrong: "Dieser Code funktioniert nicht. Geben Sie den ein, den die App jetzt anzeigt.",
      recoveryCodeMalformed: "Geben Sie einen Ihrer Notfallcodes ein.",
      recoveryCodeWrong: "Dieser Notfallcode funktioniert nicht. Vielleicht wurde er schon verwendet."
    },
    fr: {
      authenticatorCodeMalformed: "Saisissez les six chiffres affichés par votre application d’authentification.",
      authenticatorCodeWrong: "Ce code ne fonctionne pas. Saisissez celui que l’application affiche maintenant.",
      recoveryCodeMalformed: "Saisissez un de vos codes de récupération.",
      recoveryCodeWrong: "Ce code de récupération ne fonctionne pas. Il a peut-être déjà été utilisé."
    },
    es: {
      authenticatorCodeMalformed: "Escribe los seis dígitos que muestra tu aplicación de autenticación.",
      authenticatorCodeWrong: "Este código no funciona. Escribe el que la aplicación muestra ahora.",
      recoveryCodeMalformed: "Escribe uno de tus códigos de recuperación.",
      recoveryCodeWrong: "Este código de recuperación no funciona. Quizá ya se haya usado."
    },
    "pt-BR": {
      authenticatorCodeMalformed: "Digite os seis dígitos que seu aplicativo autenticador mostra.",
      authenticatorCodeWrong: "Esse código não funciona. Digite o que o aplicativo mostra agora.",
      recoveryCodeMalformed: "Digite um dos seus códigos de recuperação.",
      recoveryCodeWrong: "Esse código de recuperação não funciona. Talvez já tenha sido usado."
    },
    ja: {
      authenticatorCodeMalformed: "認証アプリに表示されている6桁の数字を入力してください。",
      authenticatorCodeWrong: "このコードは使用できません。アプリに現在表示されているコードを入力してください。",
      recoveryCodeMalformed: "リカバリーコードを1つ入力してください。",
      recoveryCodeWrong: "このリカバリーコードは使用できません。すでに使用された可能性があります。"
    },
    ar: {
      authenticatorCodeMalformed: "أدخل الأرقام الستة التي يعرضها تطبيق المصادقة.",
      authenticatorCodeWrong: "هذا الرمز لا يعمل. أدخل الرمز الذي يعرضه التطبيق الآن.",
      recoveryCodeMalformed: "أدخل أحد رموز الاسترداد.",
      recoveryCodeWrong: "رمز الاسترداد هذا لا يعمل. ربما استُخدم من قبل."
    }
  }
)
