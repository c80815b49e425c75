/** The texts of the pages of personal access tokens, in every language. */
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
    /** The part of the account page, and the page of all tokens. */
    section: "Access tokens",
    sectionText: (link: Link) => html`Let programs use your account. ${link("Manage your access tokens")}`,
    explanation:
      "An access token lets a program, such as a script, use your account without your password. Give each program its own.",
    allEnd:
      "All your tokens stop working when you change your password, email address or second factor, or sign out on all other devices.",
    none: "You don't have an access token yet.",
    turnedOff: "Access tokens are turned off. You can't create any, and yours don't work.",
    created: (when: Fragment) => html`Created ${when}`,
    lastUsed: (created: Fragment, when: Fragment) => html`${created}, last used ${when}`,
    neverUsed: (created: Fragment) => html`${created}, never used`,
    expires: (date: Fragment) => html`Expires ${date}`,
    doesNotExpire: "Doesn't expire",
    expired: "Expired",
    revoke: "Revoke",
    revokeNamed: (name: string) => `Revoke: ${name}`,
    revokeText: "The program that uses this token loses access immediately. You can't undo this.",
    revokeButton: "Revoke this token",
    isRevoked: "The token is revoked, and no longer works.",
    /** The form that creates one. */
    create: "Create an access token",
    name: "Name",
    nameHint: "Such as the program that will use it.",
    expiry: "Expires",
    inDays: (count: number, date: string) => `In ${en.days(count)} (${date})`,
    inOneYear: (date: string) => `In one year (${date})`,
    never: "Never",
    scopes: "Permissions",
    scopesHint: "Choose only what the program needs.",
    createButton: "Create token",
    tooMany: (count: number) =>
      `You have ${count} access tokens, and can't create more. Revoke one that you don't need.`,
    /** The page that shows a new token. */
    newToken: "Your new access token",
    storeNow: "Copy the token and store it now. You can't see it again.",
    stored: "I've stored it"
  },
  {
    de: {
      section: "Zugriffstoken",
      sectionText: (link) => html`Lassen Sie Programme Ihr Konto verwenden. ${link("Zugriffstoken verwalten")}`,
      explanation:
        "Mit einem Zugriffstoken kann ein Programm, etwa ein Skript, Ihr Konto ohne Ihr Passwort verwenden. Geben Sie jedem Programm ein eigenes.",
      allEnd:
        "Alle Ihre Token werden ungültig, wenn Sie Ihr Passwort, Ihre E-Mail-Adresse oder Ihren zweiten Faktor ändern oder sich auf allen anderen Geräten abmelden.",
      none: "Sie haben noch kein Zugriffstoken.",
      turnedOff: "Zugriffstoken sind ausgeschaltet. Sie können keine erstellen, und Ihre funktionieren nicht.",
      created: (when) => html`Erstellt ${when}`,
      lastUsed: (created, when) => html`${created}, zuletzt verwendet ${when}`,
      neverUsed: (created) => html`${created}, nie verwendet`,
      expires: (date) => html`Läuft ${date} ab`,
      doesNotExpire: "Läuft nicht ab",
      expired: "Abgelaufen",
      revoke: "Widerrufen",
      revokeNamed: (name) => `Widerrufen: ${name}`,
      revokeText:
        "Das Programm, das dieses Token verwendet, verliert sofort den Zugriff. Das lässt sich nicht rückgängig machen.",
      revokeButton: "Dieses Token widerrufen",
      isRevoked: "Das Token ist widerrufen und funktioniert nicht mehr.",
      create: "Zugriffstoken erstellen",
      name: "Name des Tokens",
      nameHint: "Zum Beispiel das Programm, das es verwenden wird.",
      expiry: "Läuft ab",
      inDays: (count, date) => `In ${de.days(count)} (${date})`,
      inOneYear: (date) => `In einem Jahr (${date})`,
      never: "Nie",
      scopes: "Berechtigungen",
      scopesHint: "Wählen Sie nur, was das Programm braucht.",
      createButton: "Token erstellen",
      tooMany: (count) =>
        `Sie haben ${count} Zugriffstoken und können keine weiteren erstellen. Widerrufen Sie eines, das Sie nicht brauchen.`,
      newToken: "Ihr neues Zugriffstoken",
      storeNow: "Kopieren Sie das Token und speichern Sie es jetzt. Es wird nicht noch einmal angezeigt.",
      stored: "Ich habe es gespeichert"
    },
    fr: {
      section: "Jetons d’accès",
      sectionText: (link) => html`Laissez des programmes utiliser votre compte. ${link("Gérer vos jetons d’accès")}`,
      explanation:
        "Un jeton d’accès permet à un programme, comme un script, d’utiliser votre compte sans votre mot de passe. Donnez à chaque programme le sien.",
      allEnd:
        "Tous vos jetons cessent de fonctionner si vous changez votre mot de passe, votre adresse e-mail ou votre second facteur, ou si vous vous déconnectez de tous les autres appareils.",
      none: "Vous n’avez pas encore de jeton d’accès.",
      turnedOff: "Les jetons d’accès sont désactivés. Vous ne pouvez pas en créer, et les vôtres ne fonctionnent pas.",
      created: (when) => html`Créé ${when}`,
      lastUsed: (created, when) => html`${created}, dernière utilisation ${when}`,
      neverUsed: (created) => html`${created}, jamais utilisé`,
      expires: (date) => html`Expire ${date}`,
      doesNotExpire: "N’expire pas",
      expired: "Expiré",
      revoke: "Révoquer",
      revokeNamed: (name) => `Révoquer : ${name}`,
      revokeText: "Le programme qui utilise ce jeton perd l’accès immédiatement. Cette action est irréversible.",
      revokeButton: "Révoquer ce jeton",
      isRevoked: "Le jeton est révoqué et ne fonctionne plus.",
      create: "Créer un jeton d’accès",
      name: "Nom",
      nameHint: "Par exemple, le programme qui l’utilisera.",
      expiry: "Expiration",
      inDays: (count, date) => `Dans ${fr.days(count)} (${date})`,
      inOneYear: (date) => `Dans un an (${date})`,
      never: "Jamais",
      scopes: "Autorisations",
      scopesHint: "Choisissez seulement ce dont le programme a besoin.",
      createButton: "Créer le jeton",
      tooMany: (count) =>
        `Vous avez ${count} jetons d’accès et ne pouvez pas en créer d’autres. Révoquez-en un dont vous n’avez pas besoin.`,
      newToken: "Votre nouveau jeton d’accès",
      storeNow: "Copiez le jeton et enregistrez-le maintenant. Il ne sera plus affiché.",
      stored: "Je l’ai enregistré"
    },
    es: {
      section: "Tokens de acceso",
      sectionText: (link) => html`Permite que programas usen tu cuenta. ${link("Gestionar tus tokens de acceso")}`,
      explanation:
        "Con un token de acceso, un programa, como un script, usa tu cuenta sin tu contraseña. Da a cada programa el suyo.",
      allEnd:
        "Todos tus tokens dejan de funcionar si cambias tu contraseña, tu dirección de correo o tu segundo factor, o si cierras sesión en todos los demás dispositivos.",
      none: "Todavía no tienes ningún token de acceso.",
      turnedOff: "Los tokens de acceso están desactivados. No puedes crear ninguno, y los tuyos no funcionan.",
      created: (when) => html`Creado ${when}`,
      lastUsed: (created, when) => html`${created}; último uso ${when}`,
      neverUsed: (created) => html`${created}; nunca usado`,
      expires: (date) => html`Caduca ${date}`,
      doesNotExpire: "No caduca",
      expired: "Caducado",
      revoke: "Revocar",
      revokeNamed: (name) => `Revocar: ${name}`,
      revokeText: "El programa que usa este token pierde el acceso de inmediato. No se puede deshacer.",
      revokeButton: "Revocar este token",
      isRevoked: "El token se ha revocado y ya no funciona.",
      create: "Crear un token de acceso",
      name: "Nombre",
      nameHint: "Por ejemplo, el programa que lo usará.",
      expiry: "Caducidad",
      inDays: (count, date) => `Dentro de ${es.days(count)} (${date})`,
      inOneYear: (date) => `Dentro de un año (${date})`,
      never: "Nunca",
      scopes: "Permisos",
      scopesHint: "Elige solo lo que necesita el programa.",
      createButton: "Crear token",
      tooMany: (count) => `Tienes ${count} tokens de acceso y no puedes crear más. Revoca uno que no necesites.`,
      newToken: "Tu nuevo token de acceso",
      storeNow: "Copia el token y guárdalo ahora. No podrás volver a verlo.",
      stored: "Lo tengo guardado"
    },
    "pt-BR": {
      section: "Tokens de acesso",
      sectionText: (link) => html`Permita que programas usem sua conta. ${link("Gerenciar seus tokens de acesso")}`,
      explanation:
        "Com um token de acesso, um programa, como um script, usa sua conta sem sua senha. Dê a cada programa o seu.",
      allEnd:
        "Todos os seus tokens deixam de funcionar quando você altera sua senha, seu e-mail ou seu segundo fator, ou sai de todos os outros dispositivos.",
      none: "Você ainda não tem um token de acesso.",
      turnedOff: "Os tokens de acesso estão desativados. Você não pode criar nenhum, e os seus não funcionam.",
      created: (when) => html`Criado ${when}`,
      lastUsed: (created, when) => html`${created}, último uso ${when}`,
      neverUsed: (created) => html`${created}, nunca usado`,
      expires: (date) => html`Expira ${date}`,
      doesNotExpire: "Não expira",
      expired: "Expirado",
      revoke: "Revogar",
      revokeNamed: (name) => `Revogar: ${name}`,
      revokeText: "O programa que usa este token perde o acesso imediatamente. Não é possível desfazer.",
      revokeButton: "Revogar este token",
      isRevoked: "O token foi revogado e não funciona mais.",
      create: "Criar um token de acesso",
      name: "Nome",
      nameHint: "Por exemplo, o programa que vai usá-lo.",
      expiry: "Validade",
      inDays: (count, date) => `Expira em ${ptBr.days(count)} (${date})`,
      inOneYear: (date) => `Expira em um ano (${date})`,
      never: "Nunca",
      scopes: "Permissões",
      scopesHint: "Escolha só aquilo de que o programa precisa.",
      createButton: "Criar token",
      tooMany: (count) => `Você tem ${count} tokens de acesso e não pode criar mais. Revogue um de que não precisa.`,
      newToken: "Seu novo token de acesso",
      storeNow: "Copie o token e guarde-o agora. Você não poderá vê-lo de novo.",
      stored: "Já o guardei"
    },
    ja: {
      section: "アクセストークン",
      sectionText: (link) => html`プログラムがアカウントを利用できます。${link("アクセストークンを管理する")}`,
      explanation:
        "アクセストークンを使うと、スクリプトなどのプログラムがパスワードなしでアカウントを利用できます。プログラムごとに別のトークンを使ってください。",
      allEnd:
        "パスワード、メールアドレス、2つ目の認証要素のいずれかを変更するか、ほかのすべてのデバイスでログアウトすると、すべてのトークンが使えなくなります。",
      none: "アクセストークンはまだありません。",
      turnedOff: "アクセストークンは無効になっています。新しく作成できず、お持ちのトークンも使えません。",
      created: (when) => html`作成：${when}`,
      lastUsed: (created, when) => html`${created}、最終使用：${when}`,
      neverUsed: (created) => html`${created}、未使用`,
      expires: (date) => html`有効期限：${date}`,
      doesNotExpire: "有効期限なし",
      expired: "期限切れ",
      revoke: "取り消す",
      revokeNamed: (name) => `取り消す：${name}`,
      revokeText: "このトークンを使うプログラムは、すぐにアクセスできなくなります。元に戻すことはできません。",
      revokeButton: "このトークンを取り消す",
      isRevoked: "トークンを取り消しました。このトークンは使えなくなりました。",
      create: "アクセストークンを作成",
      name: "名前",
      nameHint: "トークンを使うプログラムの名前など。",
      expiry: "有効期限",
      inDays: (count, date) => `${ja.days(count)}後（${date}）`,
      inOneYear: (date) => `1年後（${date}）`,
      never: "なし",
      scopes: "権限",
      scopesHint: "プログラムに必要なものだけを選んでください。",
      createButton: "トークンを作成",
      tooMany: (count) => `アクセストークンは${count}個あり、これ以上作成できません。不要なものを取り消してください。`,
      newToken: "新しいアクセストークン",
      storeNow: "トークンをコピーして、今すぐ保存してください。もう一度表示することはできません。",
      stored: "保存しました"
    },
    ar: {
      section: "رموز الوصول",
      sectionText: (link) => html`اسمح للبرامج باستخدام حسابك. ${link("إدارة رموز الوصول")}`,
      explanation: "يتيح رمز الوصول لبرنامج، مثل نص برمجي، استخدام حسابك دون كلمة مرورك. امنح كل برنامج رمزًا خاصًا به.",
      allEnd:
        "تتوقف كل رموزك عن العمل عند تغيير كلمة المرور أو عنوان البريد الإلكتروني أو العامل الثاني، أو عند تسجيل الخروج من جميع الأجهزة الأخرى.",
      none: "ليس لديك رمز وصول بعد.",
      turnedOff: "رموز الوصول معطّلة. لا يمكنك إنشاء أي رمز، ورموزك لا تعمل.",
      created: (when) => html`أُنشئ ${when}`,
      lastUsed: (created, when) => html`${created}، وآخر استخدام ${when}`,
      neverUsed: (created) => html`${created}، ولم يُستخدم قط`,
      expires: (date) => html`تنتهي صلاحيته ${date}`,
      doesNotExpire: "لا تنتهي صلاحيته",
      expired: "منتهي الصلاحية",
      revoke: "إلغاء",
      revokeNamed: (name) => `إلغاء: ${ar.isolated(name)}`,
      revokeText: "يفقد البرنامج الذي يستخدم هذا الرمز الوصول فورًا. لا يمكن التراجع عن ذلك.",
      revokeButton: "إلغاء هذا الرمز",
      isRevoked: "أُلغي الرمز ولم يعد يعمل.",
      create: "إنشاء رمز وصول",
      name: "الاسم",
      nameHint: "مثل البرنامج الذي سيستخدمه.",
      expiry: "انتهاء الصلاحية",
      inDays: (count, date) => `بعد ${ar.days(count)} (${ar.isolated(date)})`,
      inOneYear: (date) => `بعد سنة واحدة (${ar.isolated(date)})`,
      never: "أبدًا",
      scopes: "الأذونات",
      scopesHint: "اختر ما يحتاج إليه البرنامج فقط.",
      createButton: "إنشاء الرمز",
      tooMany: (count) => `لديك ${count} من رموز الوصول ولا يمكنك إنشاء المزيد. ألغِ رمزًا لا تحتاج إليه.`,
      newToken: "رمز الوصول الجديد",
      storeNow: "انسخ الرمز واحفظه الآن. لن تتمكن من رؤيته مجددًا.",
      stored: "لقد حفظته"
    }
  }
)

/** What a user can get wrong in a field. */
export const fields = inEach(
  {
    tokenNameMissing: "Enter a name for the token.",
    tokenNameMalformed: "The name must be 100 characters or fewer.",
    tokenExpiryMissing: "Choose when the token expires.",
    tokenScopesGone: "The permissions have changed. Choose again."
  },
  {
    de: {
      tokenNameMissing: "Geben Sie einen Namen für das Token ein.",
      tokenNameMalformed: "Der Name darf höchstens 100 Zeichen haben.",
      tokenExpiryMissing: "Wählen Sie, wann das Token abläuft.",
      tokenScopesGone: "Die Berechtigungen haben sich geändert. Wählen Sie noch einmal."
    },
    fr: {
      tokenNameMissing: "Saisissez un nom pour le jeton.",
      tokenNameMalformed: "Le nom doit comporter 100 caractères au maximum.",
      tokenExpiryMissing: "Choisissez quand le jeton expire.",
      tokenScopesGone: "Les autorisations ont changé. Choisissez à nouveau."
    },
    es: {
      tokenNameMissing: "Escribe un nombre para el token.",
      tokenNameMalformed: "El nombre debe tener 100 caracteres como máximo.",
      tokenExpiryMissing: "Elige cuándo caduca el token.",
      tokenScopesGone: "Los permisos han cambiado. Elige de nuevo."
    },
    "pt-BR": {
      tokenNameMissing: "Digite um nome para o token.",
      tokenNameMalformed: "O nome deve ter no máximo 100 caracteres.",
      tokenExpiryMissing: "Escolha quando o token expira.",
      tokenScopesGone: "As permissões mudaram. Escolha de novo."
    },
    ja: {
      tokenNameMissing: "トークンの名前を入力してください。",
      tokenNameMalformed: "名前は100文字以内で入力してください。",
      tokenExpiryMissing: "トークンの有効期限を選んでください。",
      tokenScopesGone: "権限が変更されました。もう一度選んでください。"
    },
    ar: {
      tokenNameMissing: "أدخل اسمًا للرمز.",
      tokenNameMalformed: "يجب ألا يزيد الاسم على 100 حرف.",
      tokenExpiryMissing: "اختر متى تنتهي صلاحية الرمز.",
      tokenScopesGone: "تغيّرت الأذونات. اختر من جديد."
    }
  }
)
