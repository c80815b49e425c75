/** The problems of sessions. */
import { hinted, type ProblemEntries } from "../../core/ProblemEntry.ts"

export const problems = {
  unauthenticated: {
    status: 401,
    tag: "Unauthenticated",
    title: "Not signed in",
    userText: {
      en: "You're not signed in.",
      de: "Sie sind nicht angemeldet.",
      fr: "Vous n’êtes pas connecté.",
      es: "No has iniciado sesión.",
      "pt-BR": "Você não está conectado.",
      ja: "ログインしていません。",
      ar: "لم تسجّل الدخول."
    },
    fields: hinted
  },
  reauthentication_required: {
    status: 401,
    tag: "ReauthenticationRequired",
    title: "A recent authentication is required",
    userText: {
      en: "Confirm that it's you, then try again.",
      de: "Bestätigen Sie, dass Sie es sind, und versuchen Sie es noch einmal.",
      fr: "Confirmez qu’il s’agit bien de vous, puis réessayez.",
      es: "Confirma que eres tú y vuelve a intentarlo.",
      "pt-BR": "Confirme que é você e tente novamente.",
      ja: "ご本人であることを確認してから、もう一度お試しください。",
      ar: "أكّد أنك أنت، ثم أعد المحاولة."
    },
    example: { detail: "Authenticate again first, or give the current password if the request takes one." }
  },
  email_not_verified: {
    status: 403,
    tag: "EmailNotVerified",
    title: "The email address is not verified",
    userText: {
      en: "Verify your email address first.",
      de: "Bestätigen Sie zuerst Ihre E-Mail-Adresse.",
      fr: "Vérifiez d’abord votre adresse e-mail.",
      es: "Verifica primero tu dirección de correo electrónico.",
      "pt-BR": "Primeiro, confirme seu e-mail.",
      ja: "先にメールアドレスを確認してください。",
      ar: "أكّد عنوان بريدك الإلكتروني أولًا."
    }
  }
} as const satisfies ProblemEntries
