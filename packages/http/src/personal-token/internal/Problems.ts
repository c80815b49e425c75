/** The problems of personal access tokens. */
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

export const problems = {
  personal_tokens_disabled: {
    status: 403,
    tag: "PersonalTokensDisabled",
    title: "Personal access tokens are turned off",
    userText: {
      en: "You can't create access tokens here.",
      de: "Sie können hier keine Zugriffstoken erstellen.",
      fr: "Vous ne pouvez pas créer de jetons d’accès ici.",
      es: "Aquí no puedes crear tokens de acceso.",
      "pt-BR": "Não é possível criar tokens de acesso aqui.",
      ja: "ここではアクセストークンを作成できません。",
      ar: "لا يمكنك إنشاء رموز وصول هنا."
    }
  },
  too_many_personal_tokens: {
    status: 409,
    tag: "TooManyPersonalTokens",
    title: "The user already has 50 personal access tokens",
    userText: {
      en: "You can have 50 access tokens at most. Revoke one first.",
      de: "Sie können höchstens 50 Zugriffstoken haben. Widerrufen Sie zuerst eines.",
      fr: "Vous pouvez avoir 50 jetons d’accès au maximum. Révoquez-en d’abord un.",
      es: "Puedes tener 50 tokens de acceso como máximo. Revoca uno primero.",
      "pt-BR": "Você pode ter no máximo 50 tokens de acesso. Revogue um primeiro.",
      ja: "アクセストークンは50個まで作成できます。先に1つ取り消してください。",
      ar: "يمكنك امتلاك 50 رمز وصول على الأكثر. ألغِ رمزًا أولًا."
    },
    example: { detail: "The user has as many personal access tokens as a user can have." }
  }
} as const satisfies ProblemEntries
