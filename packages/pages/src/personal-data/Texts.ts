/** The texts of the pages of deleting the account, in every language. */
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
    section: "Your data",
    download: "Download your data",
    delete: "Delete your account",
    deleteHeading: "Delete your account?",
    signedInTo: (name: string, email: Fragment) => html`You're signed in to ${name} as ${email}.`,
    deletedImmediately: "Your account, your password and your sign-ins are deleted immediately. You can't undo this.",
    deletedAfter: (count: number) =>
      `We sign you out on all other devices, and delete your account, your password and your sign-ins after ${en.days(count)}. Until then you can sign in and keep your account. After that, you can't get it back.`,
    downloadFirst: (link: Link) => html`You can ${link("download your data")} first.`,
    deleteButton: "Delete my account",
    keepButton: "Keep my account",
    signInFirst: (count: number) =>
      `To make sure that it's you, sign in with a new link. You then have ${en.minutes(count)}.`,
    passwordFirst: (link: Link) =>
      html`To make sure that it's you, first ${link("set a password with a link by email")}.`,
    noEmails: "To make sure that it's you, we would email you a link, but we can't send emails at the moment.",
    linkTooOld: "You signed in too long ago. Request a new link.",
    sentFromElsewhere: "This form was sent from another website. Use this page to delete your account.",
    scheduled: "Your account will be deleted",
    scheduledText: (name: string, email: Fragment, at: Fragment) =>
      html`We delete your ${name} account ${email} on ${at}. Until then you can keep it. After that, you can't get it back.`,
    scheduledNotice: (at: Fragment) => html`Your account will be deleted on ${at}.`,
    continueWithoutKeeping: "Continue without keeping it",
    deleted: "Your account is deleted",
    deletedText: "Thank you for having been with us. You can sign up again at any time."
  },
  {
    de: {
      section: "Ihre Daten",
      download: "Ihre Daten herunterladen",
      delete: "Konto löschen",
      deleteHeading: "Konto löschen?",
      signedInTo: (name, email) => html`Sie sind bei ${name} als ${email} angemeldet.`,
      deletedImmediately:
        "Ihr Konto, Ihr Passwort und Ihre Anmeldungen werden sofort gelöscht. Das lässt sich nicht rückgängig machen.",
      deletedAfter: (count) =>
        `Wir melden Sie auf allen anderen Geräten ab und löschen Ihr Konto, Ihr Passwort und Ihre Anmeldungen nach ${de.days(count)}. Bis dahin können Sie sich anmelden und Ihr Konto behalten. Danach lässt es sich nicht wiederherstellen.`,
      downloadFirst: (link) => html`Vorher können Sie ${link("Ihre Daten herunterladen")}.`,
      deleteButton: "Mein Konto löschen",
      keepButton: "Mein Konto behalten",
      signInFirst: (count) =>
        `Damit wir sicher sind, dass Sie es sind, melden Sie sich mit einem neuen Link an. Danach haben Sie ${de.minutes(count)} Zeit.`,
      passwordFirst: (link) =>
        html`Damit wir sicher sind, dass Sie es sind, ${link("legen Sie zuerst mit einem Link per E-Mail ein Passwort fest")}.`,
      noEmails:
        "Damit wir sicher sind, dass Sie es sind, würden wir Ihnen einen Link senden, aber wir können zurzeit keine E-Mails senden.",
      linkTooOld: "Ihre Anmeldung ist zu lange her. Fordern Sie einen neuen Link an.",
      sentFromElsewhere:
        "Dieses Formular kam von einer anderen Website. Verwenden Sie diese Seite, um Ihr Konto zu löschen.",
      scheduled: "Ihr Konto wird gelöscht",
      scheduledText: (name, email, at) =>
        html`Wir löschen Ihr Konto ${email} bei ${name} am ${at}. Bis dahin können Sie es behalten. Danach lässt es sich nicht wiederherstellen.`,
      scheduledNotice: (at) => html`Ihr Konto wird am ${at} gelöscht.`,
      continueWithoutKeeping: "Fortfahren, ohne es zu behalten",
      deleted: "Ihr Konto ist gelöscht",
      deletedText: "Danke, dass Sie bei uns waren. Sie können jederzeit wieder ein Konto erstellen."
    },
    fr: {
      section: "Vos données",
      download: "Télécharger vos données",
      delete: "Supprimer votre compte",
      deleteHeading: "Supprimer votre compte ?",
      signedInTo: (name, email) => html`Vous êtes connecté à ${name} en tant que ${email}.`,
      deletedImmediately:
        "Votre compte, votre mot de passe et vos connexions seront supprimés immédiatement. Cette action est irréversible.",
      deletedAfter: (count) =>
        `Nous vous déconnectons de tous vos autres appareils et supprimons votre compte, votre mot de passe et vos connexions au bout de ${fr.days(count)}. D’ici là, vous pouvez vous connecter et conserver votre compte. Ensuite, vous ne pourrez plus le récupérer.`,
      downloadFirst: (link) => html`Vous pouvez d’abord ${link("télécharger vos données")}.`,
      deleteButton: "Supprimer mon compte",
      keepButton: "Conserver mon compte",
      signInFirst: (count) =>
        `Pour nous assurer qu’il s’agit bien de vous, connectez-vous avec un nouveau lien. Vous aurez ensuite ${fr.minutes(count)} pour supprimer votre compte.`,
      passwordFirst: (link) =>
        html`Pour nous assurer qu’il s’agit bien de vous, ${link("définissez d’abord un mot de passe avec un lien par e-mail")}.`,
      noEmails:
        "Pour nous assurer qu’il s’agit bien de vous, nous devrions vous envoyer un lien, mais nous ne pouvons pas envoyer d’e-mails pour le moment.",
      linkTooOld: "Votre connexion est trop ancienne. Demandez un nouveau lien.",
      sentFromElsewhere:
        "Ce formulaire a été envoyé depuis un autre site web. Utilisez cette page pour supprimer votre compte.",
      scheduled: "Votre compte va être supprimé",
      scheduledText: (name, email, at) =>
        html`Nous supprimerons votre compte ${name} ${email} le ${at}. D’ici là, vous pouvez le conserver. Ensuite, vous ne pourrez plus le récupérer.`,
      scheduledNotice: (at) => html`Votre compte sera supprimé le ${at}.`,
      continueWithoutKeeping: "Continuer sans le conserver",
      deleted: "Votre compte est supprimé",
      deletedText: "Merci d’avoir été parmi nous. Vous pouvez vous réinscrire à tout moment."
    },
    es: {
      section: "Tus datos",
      download: "Descargar tus datos",
      delete: "Eliminar tu cuenta",
      deleteHeading: "¿Eliminar tu cuenta?",
      signedInTo: (name, email) => html`Has iniciado sesión en ${name} como ${email}.`,
      deletedImmediately:
        "Tu cuenta, tu contraseña y tus inicios de sesión se eliminan de inmediato. No se puede deshacer.",
      deletedAfter: (count) =>
        `Cerraremos la sesión en todos los demás dispositivos y eliminaremos tu cuenta, tu contraseña y tus inicios de sesión pasados ${es.days(count)}. Hasta entonces puedes iniciar sesión y conservar tu cuenta. Después no podrás recuperarla.`,
      downloadFirst: (link) => html`Antes puedes ${link("descargar tus datos")}.`,
      deleteButton: "Eliminar mi cuenta",
      keepButton: "Conservar mi cuenta",
      signInFirst: (count) =>
        `Para asegurarnos de que eres tú, inicia sesión con un enlace nuevo. Después tendrás ${es.minutes(count)} para eliminar tu cuenta.`,
      passwordFirst: (link) =>
        html`Para asegurarnos de que eres tú, primero ${link("crea una contraseña con un enlace por correo")}.`,
      noEmails:
        "Para asegurarnos de que eres tú, te enviaríamos un enlace, pero ahora mismo no podemos enviar correos.",
      linkTooOld: "Iniciaste sesión hace demasiado tiempo. Solicita un enlace nuevo.",
      sentFromElsewhere: "Este formulario se envió desde otro sitio web. Usa esta página para eliminar tu cuenta.",
      scheduled: "Tu cuenta se eliminará",
      scheduledText: (name, email, at) =>
        html`Eliminaremos tu cuenta ${email} de ${name} el ${at}. Hasta entonces puedes conservarla. Después no podrás recuperarla.`,
      scheduledNotice: (at) => html`Tu cuenta se eliminará el ${at}.`,
      continueWithoutKeeping: "Continuar sin conservarla",
      deleted: "Tu cuenta se ha eliminado",
      deletedText: "Gracias por haber estado con nosotros. Puedes volver a registrarte cuando quieras."
    },
    "pt-BR": {
      section: "Seus dados",
      download: "Baixar seus dados",
      delete: "Excluir sua conta",
      deleteHeading: "Excluir sua conta?",
      signedInTo: (name, email) => html`Você está conectado em ${name} como ${email}.`,
      deletedImmediately:
        "Sua conta, sua senha e seus acessos serão excluídos imediatamente. Não é possível desfazer essa ação.",
      deletedAfter: (count) =>
        `Desconectaremos todos os outros dispositivos e excluiremos sua conta, sua senha e seus acessos após ${ptBr.days(count)}. Até lá, você pode entrar e manter sua conta. Depois disso, não será possível recuperá-la.`,
      downloadFirst: (link) => html`Antes, você pode ${link("baixar seus dados")}.`,
      deleteButton: "Excluir minha conta",
      keepButton: "Manter minha conta",
      signInFirst: (count) =>
        `Para termos certeza de que é você, entre com um novo link. Depois você terá ${ptBr.minutes(count)} para isso.`,
      passwordFirst: (link) =>
        html`Para termos certeza de que é você, primeiro ${link("crie uma senha com um link por e-mail")}.`,
      noEmails:
        "Para termos certeza de que é você, enviaríamos um link, mas não conseguimos enviar e-mails no momento.",
      linkTooOld: "Você entrou há muito tempo. Solicite um novo link.",
      sentFromElsewhere: "Este formulário foi enviado de outro site. Use esta página para excluir sua conta.",
      scheduled: "Sua conta será excluída",
      scheduledText: (name, email, at) =>
        html`Excluiremos sua conta ${email} de ${name} em ${at}. Até lá, você pode mantê-la. Depois disso, não será possível recuperá-la.`,
      scheduledNotice: (at) => html`Sua conta será excluída em ${at}.`,
      continueWithoutKeeping: "Continuar sem mantê-la",
      deleted: "Sua conta foi excluída",
      deletedText: "Agradecemos por ter ficado com a gente. Você pode se cadastrar novamente quando quiser."
    },
    ja: {
      section: "データ",
      download: "データをダウンロード",
      delete: "アカウントを削除",
      deleteHeading: "アカウントを削除しますか？",
      signedInTo: (name, email) => html`${name}に${email}としてログインしています。`,
      deletedImmediately: "アカウント、パスワード、ログインの記録はすぐに削除されます。元に戻すことはできません。",
      deletedAfter: (count) =>
        `ほかのすべてのデバイスでログアウトし、${ja.days(count)}後にアカウント、パスワード、ログインの記録を削除します。それまではログインして、削除を取り消すことができます。その後は元に戻せません。`,
      downloadFirst: (link) => html`先に${link("データをダウンロード")}できます。`,
      deleteButton: "アカウントを削除",
      keepButton: "アカウントを削除しない",
      signInFirst: (count) =>
        `ご本人であることを確認するため、新しいリンクでログインしてください。ログイン後${ja.minutes(count)}以内に削除できます。`,
      passwordFirst: (link) =>
        html`ご本人であることを確認するため、先に${link("メールのリンクでパスワードを設定してください")}。`,
      noEmails: "ご本人であることをメールのリンクで確認する必要がありますが、現在メールを送信できません。",
      linkTooOld: "ログインから時間が経ちすぎています。新しいリンクをリクエストしてください。",
      sentFromElsewhere:
        "このフォームは別のウェブサイトから送信されました。アカウントの削除には、このページを使用してください。",
      scheduled: "アカウントは削除されます",
      scheduledText: (name, email, at) =>
        html`${name}のアカウント${email}は${at}に削除されます。それまでは削除を取り消せます。その後は元に戻せません。`,
      scheduledNotice: (at) => html`アカウントは${at}に削除されます。`,
      continueWithoutKeeping: "削除を取り消さずに続ける",
      deleted: "アカウントを削除しました",
      deletedText: "これまでご利用いただき、ありがとうございました。いつでももう一度登録できます。"
    },
    ar: {
      section: "بياناتك",
      download: "تنزيل بياناتك",
      delete: "حذف حسابك",
      deleteHeading: "هل تريد حذف حسابك؟",
      signedInTo: (name, email) => html`سجّلت الدخول إلى ${ar.isolated(name)} باسم ${email}.`,
      deletedImmediately: "سيُحذف حسابك وكلمة مرورك وسجلّات تسجيل دخولك فورًا. لا يمكنك التراجع عن ذلك.",
      deletedAfter: (count) =>
        `سنسجّل خروجك من جميع الأجهزة الأخرى، وسنحذف حسابك وكلمة مرورك وسجلّات تسجيل دخولك بعد ${ar.days(count)}. حتى ذلك الحين يمكنك تسجيل الدخول والاحتفاظ بحسابك. بعد ذلك لا يمكنك استعادته.`,
      downloadFirst: (link) => html`يمكنك ${link("تنزيل بياناتك")} أولًا.`,
      deleteButton: "حذف حسابي",
      keepButton: "الاحتفاظ بحسابي",
      signInFirst: (count) =>
        `للتأكد من هويتك، سجّل الدخول باستخدام رابط جديد. بعد ذلك تكون لديك مهلة ${ar.minutes(count)}.`,
      passwordFirst: (link) => html`للتأكد من هويتك، ${link("عيّن أولًا كلمة مرور باستخدام رابط بالبريد الإلكتروني")}.`,
      noEmails: "للتأكد من هويتك نرسل إليك عادةً رابطًا، لكن لا يمكننا إرسال رسائل البريد الإلكتروني حاليًا.",
      linkTooOld: "مرّ وقت طويل على تسجيل دخولك. اطلب رابطًا جديدًا.",
      sentFromElsewhere: "أُرسل هذا النموذج من موقع ويب آخر. استخدم هذه الصفحة لحذف حسابك.",
      scheduled: "سيُحذف حسابك",
      scheduledText: (name, email, at) =>
        html`سنحذف حسابك ${email} في ${ar.isolated(name)} بتاريخ ${at}. حتى ذلك الحين يمكنك الاحتفاظ به. بعد ذلك لا يمكنك استعادته.`,
      scheduledNotice: (at) => html`سيُحذف حسابك بتاريخ ${at}.`,
      continueWithoutKeeping: "المتابعة دون الاحتفاظ به",
      deleted: "حُذف حسابك",
      deletedText: "شكرًا لأنك كنت معنا. يمكنك إنشاء حساب مجددًا في أي وقت."
    }
  }
)
