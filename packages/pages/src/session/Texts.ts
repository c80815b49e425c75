/** The texts of the pages of authenticating again, in every language. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import { inEach } from "../language/Text.ts"

export const texts = inEach(
  {
    title: "Confirm that it's you",
    text: (email: Fragment) =>
      html`You're signed in as ${email}. Before you change something important, confirm that it's you.`,
    confirm: "Confirm",
    withPasskey: "Use a passkey",
    rejected: "This passkey doesn't belong to your account. Try again, or choose another way."
  },
  {
    de: {
      title: "Bestätigen Sie, dass Sie es sind",
      text: (email) =>
        html`Sie sind als ${email} angemeldet. Bestätigen Sie, dass Sie es sind, bevor Sie etwas Wichtiges ändern.`,
      confirm: "Bestätigen",
      withPasskey: "Passkey verwenden",
      rejected: "Dieser Passkey gehört nicht zu Ihrem Konto. Versuchen Sie es noch einmal oder auf andere Weise."
    },
    fr: {
      title: "Confirmez qu’il s’agit bien de vous",
      text: (email) =>
        html`Vous êtes connecté en tant que ${email}. Avant toute modification importante, confirmez qu’il s’agit bien de vous.`,
      confirm: "Confirmer",
      withPasskey: "Utiliser une clé d’accès",
      rejected: "Cette clé d’accès n’appartient pas à votre compte. Réessayez ou choisissez un autre moyen."
    },
    es: {
      title: "Confirma que eres tú",
      text: (email) => html`Has iniciado sesión como ${email}. Antes de cambiar algo importante, confirma que eres tú.`,
      confirm: "Confirmar",
      withPasskey: "Usar una llave de acceso",
      rejected: "Esta llave de acceso no es de tu cuenta. Inténtalo de nuevo o elige otra forma."
    },
    "pt-BR": {
      title: "Confirme que é você",
      text: (email) => html`Você está conectado como ${email}. Antes de alterar algo importante, confirme que é você.`,
      confirm: "Confirmar",
      withPasskey: "Usar uma chave de acesso",
      rejected: "Essa chave de acesso não é da sua conta. Tente de novo ou escolha outra forma."
    },
    ja: {
      title: "ご本人の確認",
      text: (email) => html`${email}としてログインしています。重要な変更の前に、ご本人であることを確認してください。`,
      confirm: "確認",
      withPasskey: "パスキーを使う",
      rejected: "このパスキーはこのアカウントのものではありません。もう一度試すか、別の方法を選んでください。"
    },
    ar: {
      title: "أكّد أنك أنت",
      text: (email) => html`سجّلت الدخول باسم ${email}. قبل تغيير شيء مهم، أكّد أنك أنت.`,
      confirm: "تأكيد",
      withPasskey: "استخدام مفتاح مرور",
      rejected: "مفتاح المرور هذا ليس لحسابك. أعد المحاولة أو اختر طريقة أخرى."
    }
  }
)
