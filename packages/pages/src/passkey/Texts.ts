/** The texts of the pages of passkeys, in every language. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as ar from "../language/ar.ts"
import { inEach, type Link } from "../language/Text.ts"

export const texts = inEach(
  {
    /** The button on the sign-in page, and what pages say when the browser gave no passkey, or it did not sign in. */
    signIn: "Sign in with a passkey",
    isRequired: (name: string) => `${name} requires a second factor. Use your passkey to sign in.`,
    use: "Use a passkey",
    cancelled: "No passkey was used. Try again, or choose another way.",
    notAdded: "No passkey was added. Try again, or use another device.",
    exists: "This device or its password manager already has a passkey for your account.",
    failed: "That didn't work. Try again in a moment, or choose another way.",
    refused: "You may have been signed out, or this page is out of date. Reload it, then try again.",
    tooLate: "That took too long. Try again.",
    rejected: "You can't sign in with this passkey. Choose another way.",
    notYours: "This passkey doesn't belong to your account. Try again, or choose another way.",
    signedIn: (when: Fragment) => html`Signed in with a passkey ${when}`,
    /** The part of the account page, and the page of all passkeys. */
    section: "Passkeys",
    sectionText: (link: Link) =>
      html`Sign in with your fingerprint, your face or a PIN. ${link("Manage your passkeys")}`,
    explanation:
      "A passkey signs you in with your fingerprint, your face, or the PIN of your device. There is nothing to remember, and it doesn't work on fake websites.",
    none: "You don't have a passkey yet.",
    added: (when: Fragment) => html`Added ${when}`,
    lastUsed: (added: Fragment, when: Fragment) => html`${added}, last used ${when}`,
    rename: "Rename",
    name: "Name",
    saveName: "Save name",
    remove: "Remove",
    removeNamed: (name: string) => `Remove: ${name}`,
    renameNamed: (name: string) => `Rename: ${name}`,
    add: "Add a passkey",
    needsScript: "To add a passkey, use a current browser with JavaScript turned on.",
    tooMany: (count: number) => `You have ${count} passkeys, and can't add more. Remove one that you don't need.`,
    isAdded: "Your passkey is added. You can sign in with it from now on.",
    isRenamed: "The name is saved.",
    isRemoved:
      "The passkey is removed, and you can no longer sign in with it. You can also delete it in your password manager.",
    /** The page that offers a passkey after a sign-in. */
    offer: "Sign in without a password next time?",
    notNow: "Not now"
  },
  {
    de: {
      signIn: "Mit Passkey anmelden",
      isRequired: (name) => `${name} verlangt einen zweiten Faktor. Verwenden Sie Ihren Passkey, um sich anzumelden.`,
      use: "Passkey verwenden",
      cancelled: "Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal oder auf andere Weise.",
      notAdded: "Es wurde kein Passkey hinzugefügt. Versuchen Sie es noch einmal oder mit einem anderen Gerät.",
      exists: "Dieses Gerät oder sein Passwort-Manager hat schon einen Passkey für Ihr Konto.",
      failed: "Das hat nicht funktioniert. Versuchen Sie es gleich noch einmal oder auf andere Weise.",
      refused:
        "Vielleicht wurden Sie abgemeldet, oder diese Seite ist veraltet. Laden Sie sie neu und versuchen Sie es dann noch einmal.",
      tooLate: "Das hat zu lange gedauert. Versuchen Sie es noch einmal.",
      rejected: "Mit diesem Passkey können Sie sich nicht anmelden. Wählen Sie eine andere Weise.",
      notYours: "Dieser Passkey gehört nicht zu Ihrem Konto. Versuchen Sie es noch einmal oder auf andere Weise.",
      signedIn: (when) => html`Mit Passkey angemeldet ${when}`,
      section: "Ihre Passkeys",
      sectionText: (link) =>
        html`Melden Sie sich mit Fingerabdruck, Gesicht oder PIN an. ${link("Passkeys verwalten")}`,
      explanation:
        "Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an. Sie müssen sich nichts merken, und auf gefälschten Websites funktioniert er nicht.",
      none: "Sie haben noch keinen Passkey.",
      added: (when) => html`Hinzugefügt ${when}`,
      lastUsed: (added, when) => html`${added}, zuletzt verwendet ${when}`,
      rename: "Umbenennen",
      name: "Name des Passkeys",
      saveName: "Namen speichern",
      remove: "Entfernen",
      removeNamed: (name) => `Entfernen: ${name}`,
      renameNamed: (name) => `Umbenennen: ${name}`,
      add: "Passkey hinzufügen",
      needsScript:
        "Um einen Passkey hinzuzufügen, verwenden Sie einen aktuellen Browser mit eingeschaltetem JavaScript.",
      tooMany: (count) =>
        `Sie haben ${count} Passkeys und können keine weiteren hinzufügen. Entfernen Sie einen, den Sie nicht brauchen.`,
      isAdded: "Ihr Passkey ist hinzugefügt. Ab jetzt können Sie sich damit anmelden.",
      isRenamed: "Der Name ist gespeichert.",
      isRemoved:
        "Der Passkey ist entfernt und meldet Sie nicht mehr an. Sie können ihn auch in Ihrem Passwort-Manager löschen.",
      offer: "Beim nächsten Mal ohne Passwort anmelden?",
      notNow: "Jetzt nicht"
    },
    fr: {
      signIn: "Se connecter avec une clé d’accès",
      isRequired: (name) => `${name} exige un second facteur. Utilisez votre clé d’accès pour vous connecter.`,
      use: "Utiliser une clé d’accès",
      cancelled: "Aucune clé d’accès n’a été utilisée. Réessayez ou choisissez un autre moyen.",
      notAdded: "Aucune clé d’accès n’a été ajoutée. Réessayez ou utilisez un autre appareil.",
      exists: "Cet appareil ou son gestionnaire de mots de passe a déjà une clé d’accès pour votre compte.",
      failed: "Cela n’a pas fonctionné. Réessayez dans un instant ou choisissez un autre moyen.",
      refused: "Vous avez peut-être été déconnecté, ou cette page n’est plus à jour. Rechargez-la, puis réessayez.",
      tooLate: "Le délai est dépassé. Réessayez.",
      rejected: "Cette clé d’accès ne permet pas de vous connecter. Choisissez un autre moyen.",
      notYours: "Cette clé d’accès n’appartient pas à votre compte. Réessayez ou choisissez un autre moyen.",
      signedIn: (when) => html`Connecté avec une clé d’accès ${when}`,
      section: "Clés d’accès",
      sectionText: (link) =>
        html`Connectez-vous avec votre empreinte, votre visage ou un code PIN. ${link("Gérer vos clés d’accès")}`,
      explanation:
        "Une clé d’accès vous connecte avec votre empreinte, votre visage ou le code PIN de votre appareil. Il n’y a rien à retenir, et elle ne fonctionne pas sur les faux sites web.",
      none: "Vous n’avez pas encore de clé d’accès.",
      added: (when) => html`Ajoutée ${when}`,
      lastUsed: (added, when) => html`${added}, dernière utilisation ${when}`,
      rename: "Renommer",
      name: "Nom",
      saveName: "Enregistrer le nom",
      remove: "Supprimer",
      removeNamed: (name) => `Supprimer : ${name}`,
      renameNamed: (name) => `Renommer : ${name}`,
      add: "Ajouter une clé d’accès",
      needsScript: "Pour ajouter une clé d’accès, utilisez un navigateur récent avec JavaScript activé.",
      tooMany: (count) =>
        `Vous avez ${count} clés d’accès et ne pouvez pas en ajouter. Supprimez-en une dont vous n’avez pas besoin.`,
      isAdded: "Votre clé d’accès est ajoutée. Vous pouvez désormais vous connecter avec elle.",
      isRenamed: "Le nom est enregistré.",
      isRemoved:
        "La clé d’accès est supprimée et ne vous connecte plus. Vous pouvez aussi la supprimer de votre gestionnaire de mots de passe.",
      offer: "Vous connecter sans mot de passe la prochaine fois ?",
      notNow: "Pas maintenant"
    },
    es: {
      signIn: "Iniciar sesión con una llave de acceso",
      isRequired: (name) => `${name} exige un segundo factor. Usa tu llave de acceso para iniciar sesión.`,
      use: "Usar una llave de acceso",
      cancelled: "No se ha usado ninguna llave de acceso. Inténtalo de nuevo o elige otra forma.",
      notAdded: "No se ha añadido ninguna llave de acceso. Inténtalo de nuevo o usa otro dispositivo.",
      exists: "Este dispositivo o su gestor de contraseñas ya tiene una llave de acceso para tu cuenta.",
      failed: "No ha funcionado. Inténtalo de nuevo en un momento o elige otra forma.",
      refused:
        "Puede que se haya cerrado tu sesión o que esta página ya no esté actualizada. Vuelve a cargarla e inténtalo de nuevo.",
      tooLate: "Ha tardado demasiado. Inténtalo de nuevo.",
      rejected: "No puedes iniciar sesión con esta llave de acceso. Elige otra forma.",
      notYours: "Esta llave de acceso no es de tu cuenta. Inténtalo de nuevo o elige otra forma.",
      signedIn: (when) => html`Sesión iniciada con una llave de acceso ${when}`,
      section: "Llaves de acceso",
      sectionText: (link) =>
        html`Inicia sesión con tu huella, tu cara o un PIN. ${link("Gestionar tus llaves de acceso")}`,
      explanation:
        "Con una llave de acceso inicias sesión con tu huella, tu cara o el PIN de tu dispositivo. No tienes que recordar nada, y no funciona en sitios web falsos.",
      none: "Todavía no tienes ninguna llave de acceso.",
      added: (when) => html`Añadida ${when}`,
      lastUsed: (added, when) => html`${added}; último uso ${when}`,
      rename: "Cambiar nombre",
      name: "Nombre",
      saveName: "Guardar nombre",
      remove: "Quitar",
      removeNamed: (name) => `Quitar: ${name}`,
      renameNamed: (name) => `Cambiar nombre: ${name}`,
      add: "Añadir una llave de acceso",
      needsScript: "Para añadir una llave de acceso, usa un navegador actual con JavaScript activado.",
      tooMany: (count) => `Tienes ${count} llaves de acceso y no puedes añadir más. Quita una que no necesites.`,
      isAdded: "Tu llave de acceso se ha añadido. A partir de ahora puedes iniciar sesión con ella.",
      isRenamed: "El nombre se ha guardado.",
      isRemoved:
        "La llave de acceso se ha quitado y ya no sirve para iniciar sesión. También puedes eliminarla en tu gestor de contraseñas.",
      offer: "¿Iniciar sesión sin contraseña la próxima vez?",
      notNow: "Ahora no"
    },
    "pt-BR": {
      signIn: "Entrar com uma chave de acesso",
      isRequired: (name) => `${name} exige um segundo fator. Use sua chave de acesso para entrar.`,
      use: "Usar uma chave de acesso",
      cancelled: "Nenhuma chave de acesso foi usada. Tente de novo ou escolha outra forma.",
      notAdded: "Nenhuma chave de acesso foi adicionada. Tente de novo ou use outro dispositivo.",
      exists: "Este dispositivo ou o gerenciador de senhas dele já tem uma chave de acesso para sua conta.",
      failed: "Não funcionou. Tente de novo daqui a pouco ou escolha outra forma.",
      refused:
        "Talvez sua sessão tenha sido encerrada ou esta página esteja desatualizada. Recarregue-a e tente de novo.",
      tooLate: "Demorou demais. Tente de novo.",
      rejected: "Não é possível entrar com essa chave de acesso. Escolha outra forma.",
      notYours: "Essa chave de acesso não é da sua conta. Tente de novo ou escolha outra forma.",
      signedIn: (when) => html`Entrou com uma chave de acesso ${when}`,
      section: "Chaves de acesso",
      sectionText: (link) =>
        html`Entre com sua digital, seu rosto ou um PIN. ${link("Gerenciar suas chaves de acesso")}`,
      explanation:
        "Com uma chave de acesso, você entra com sua digital, seu rosto ou o PIN do seu dispositivo. Não há nada para lembrar, e ela não funciona em sites falsos.",
      none: "Você ainda não tem uma chave de acesso.",
      added: (when) => html`Adicionada ${when}`,
      lastUsed: (added, when) => html`${added}, último uso ${when}`,
      rename: "Renomear",
      name: "Nome",
      saveName: "Salvar nome",
      remove: "Remover",
      removeNamed: (name) => `Remover: ${name}`,
      renameNamed: (name) => `Renomear: ${name}`,
      add: "Adicionar uma chave de acesso",
      needsScript: "Para adicionar uma chave de acesso, use um navegador atual com JavaScript ativado.",
      tooMany: (count) =>
        `Você tem ${count} chaves de acesso e não pode adicionar mais. Remova uma de que não precisa.`,
      isAdded: "Sua chave de acesso foi adicionada. A partir de agora, você pode entrar com ela.",
      isRenamed: "O nome foi salvo.",
      isRemoved:
        "A chave de acesso foi removida e não serve mais para entrar. Você também pode excluí-la no seu gerenciador de senhas.",
      offer: "Entrar sem senha da próxima vez?",
      notNow: "Agora não"
    },
    ja: {
      signIn: "パスキーでログイン",
      isRequired: (name) => `${name}では2つ目の認証要素が必須です。パスキーを使ってログインしてください。`,
      use: "パスキーを使う",
      cancelled: "パスキーは使用されませんでした。もう一度試すか、別の方法を選んでください。",
      notAdded: "パスキーは追加されませんでした。もう一度試すか、別のデバイスを使ってください。",
      exists: "このデバイスまたはパスワードマネージャーには、このアカウントのパスキーがすでにあります。",
      failed: "うまくいきませんでした。しばらくしてからもう一度試すか、別の方法を選んでください。",
      refused: "ログアウトされたか、ページが古くなっている可能性があります。再読み込みして、もう一度お試しください。",
      tooLate: "時間がかかりすぎました。もう一度お試しください。",
      rejected: "このパスキーではログインできません。別の方法を選んでください。",
      notYours: "このパスキーはこのアカウントのものではありません。もう一度試すか、別の方法を選んでください。",
      signedIn: (when) => html`パスキーでログイン：${when}`,
      section: "パスキー",
      sectionText: (link) => html`指紋、顔、PINでログインできます。${link("パスキーを管理する")}`,
      explanation:
        "パスキーを使うと、指紋、顔、またはデバイスのPINでログインできます。何も覚える必要がなく、偽のウェブサイトでは使えません。",
      none: "パスキーはまだありません。",
      added: (when) => html`追加：${when}`,
      lastUsed: (added, when) => html`${added}、最終使用：${when}`,
      rename: "名前を変更",
      name: "名前",
      saveName: "名前を保存",
      remove: "削除",
      removeNamed: (name) => `削除：${name}`,
      renameNamed: (name) => `名前を変更：${name}`,
      add: "パスキーを追加",
      needsScript: "パスキーを追加するには、JavaScriptが有効な最新のブラウザーを使用してください。",
      tooMany: (count) => `パスキーは${count}個あり、これ以上追加できません。不要なものを削除してください。`,
      isAdded: "パスキーを追加しました。今後はこのパスキーでログインできます。",
      isRenamed: "名前を保存しました。",
      isRemoved:
        "パスキーを削除しました。このパスキーではログインできなくなりました。パスワードマネージャーからも削除できます。",
      offer: "次回からパスワードなしでログインしますか？",
      notNow: "今はしない"
    },
    ar: {
      signIn: "تسجيل الدخول بمفتاح مرور",
      isRequired: (name) => `يشترط ${ar.isolated(name)} عاملًا ثانيًا. استخدم مفتاح المرور لتسجيل الدخول.`,
      use: "استخدام مفتاح مرور",
      cancelled: "لم يُستخدم أي مفتاح مرور. أعد المحاولة أو اختر طريقة أخرى.",
      notAdded: "لم يُضَف أي مفتاح مرور. أعد المحاولة أو استخدم جهازًا آخر.",
      exists: "لدى هذا الجهاز أو مدير كلمات المرور فيه مفتاح مرور لحسابك بالفعل.",
      failed: "لم تنجح العملية. أعد المحاولة بعد قليل أو اختر طريقة أخرى.",
      refused: "ربما سُجّل خروجك، أو أصبحت هذه الصفحة قديمة. أعد تحميلها ثم حاول مجددًا.",
      tooLate: "استغرق ذلك وقتًا أطول من اللازم. أعد المحاولة.",
      rejected: "لا يمكنك تسجيل الدخول بمفتاح المرور هذا. اختر طريقة أخرى.",
      notYours: "مفتاح المرور هذا ليس لحسابك. أعد المحاولة أو اختر طريقة أخرى.",
      signedIn: (when) => html`سُجّل الدخول بمفتاح مرور ${when}`,
      section: "مفاتيح المرور",
      sectionText: (link) => html`سجّل الدخول ببصمتك أو وجهك أو رقم PIN. ${link("إدارة مفاتيح المرور")}`,
      explanation:
        "يتيح لك مفتاح المرور تسجيل الدخول ببصمتك أو وجهك أو رقم PIN لجهازك. لا شيء عليك تذكّره، ولا يعمل على المواقع المزيّفة.",
      none: "ليس لديك مفتاح مرور بعد.",
      added: (when) => html`أُضيف ${when}`,
      lastUsed: (added, when) => html`${added}، وآخر استخدام ${when}`,
      rename: "إعادة التسمية",
      name: "الاسم",
      saveName: "حفظ الاسم",
      remove: "إزالة",
      removeNamed: (name) => `إزالة: ${ar.isolated(name)}`,
      renameNamed: (name) => `إعادة التسمية: ${ar.isolated(name)}`,
      add: "إضافة مفتاح مرور",
      needsScript: "لإضافة مفتاح مرور، استخدم متصفحًا حديثًا مع تفعيل JavaScript.",
      tooMany: (count) => `لديك ${count} من مفاتيح المرور ولا يمكنك إضافة المزيد. أزل مفتاحًا لا تحتاج إليه.`,
      isAdded: "أُضيف مفتاح المرور. يمكنك من الآن تسجيل الدخول به.",
      isRenamed: "حُفظ الاسم.",
      isRemoved: "أُزيل مفتاح المرور ولم يعد يسجّل دخولك. يمكنك أيضًا حذفه من مدير كلمات المرور.",
      offer: "هل تريد تسجيل الدخول دون كلمة مرور في المرة القادمة؟",
      notNow: "ليس الآن"
    }
  }
)

/** What a user can get wrong in a field. */
export const fields = inEach(
  {
    passkeyNameMissing: "Enter a name for the passkey.",
    passkeyNameTooLong: "This name is too long."
  },
  {
    de: {
      passkeyNameMissing: "Geben Sie einen Namen für den Passkey ein.",
      passkeyNameTooLong: "Dieser Name ist zu lang."
    },
    fr: {
      passkeyNameMissing: "Saisissez un nom pour la clé d’accès.",
      passkeyNameTooLong: "Ce nom est trop long."
    },
    es: {
      passkeyNameMissing: "Escribe un nombre para la llave de acceso.",
      passkeyNameTooLong: "Este nombre es demasiado largo."
    },
    "pt-BR": {
      passkeyNameMissing: "Digite um nome para a chave de acesso.",
      passkeyNameTooLong: "Esse nome é longo demais."
    },
    ja: {
      passkeyNameMissing: "パスキーの名前を入力してください。",
      passkeyNameTooLong: "この名前は長すぎます。"
    },
    ar: {
      passkeyNameMissing: "أدخل اسمًا لمفتاح المرور.",
      passkeyNameTooLong: "هذا الاسم طويل جدًا."
    }
  }
)
