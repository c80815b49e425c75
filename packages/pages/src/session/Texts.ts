/** The texts of the pages of authenticating again, in every language. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import { inEach } from "../language/Text.ts"

export const texts = inEach(
  {
    title: "Confirm that it's you",
    text: (email: Fragment) =>
      html`You're signed in as ${email}. Before you change something important, confirm that it's you.`,
    confirm: "Confirm"
  },
  {
    de: {
      title: "Bestätigen Sie, dass Sie es sind",
      text: (email) =>
        html`Sie sind als ${email} angemeldet. Bestätigen Sie, dass Sie es sind, bevor Sie etwas Wichtiges ändern.`,
      confirm: "Bestätigen"
    },
    fr: {
      title: "Confirmez qu’il s’agit bien de vous",
      text: (email) =>
        html`Vous êtes connecté en tant que ${email}. Avant toute modification importante, confirmez qu’il s’agit bien de vous.`,
      confirm: "Confirmer"
    },
    es: {
      title: "Confirma que eres tú",
      text: (email) => html`Has iniciado sesión como ${email}. Antes de cambiar algo importante, confirma que eres tú.`,
      confirm: "Confirmar"
    },
    "pt-BR": {
      title: "Confirme que é você",
      text: (email) => html`Você está conectado como ${email}. Antes de alterar algo importante, confirme que é você.`,
      confirm: "Confirmar"
    },
    ja: {
      title: "ご本人の確認",
      text: (email) => html`${email}としてログインしています。重要な変更の前に、ご本人であることを確認してください。`,
      confirm: "確認"
    },
    ar: {
      title: "أكّد أنك أنت",
      text: (email) => html`سجّلت الدخول باسم ${email}. قبل تغيير شيء مهم، أكّد أنك أنت.`,
      confirm: "تأكيد"
    }
  }
)
