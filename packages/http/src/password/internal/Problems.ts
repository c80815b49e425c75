/** The problems of passwords. */
import { PasswordViolation } from "@latchkey/domain/password/PasswordErrors"
import * as Schema from "effect/Schema"
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

export const problems = {
  password_too_short: {
    status: 400,
    tag: "PasswordTooShort",
    title: "The password does not meet the policy",
    userText: {
      en: "Your password doesn't meet the requirements.",
      de: "Ihr Passwort erfüllt die Anforderungen nicht.",
      fr: "Votre mot de passe ne respecte pas les exigences.",
      es: "Tu contraseña no cumple los requisitos.",
      "pt-BR": "Sua senha não atende aos requisitos.",
      ja: "パスワードが条件を満たしていません。",
      ar: "كلمة المرور لا تستوفي الشروط."
    },
    fields: {
      violations: Schema.Array(PasswordViolation),
      reasons: Schema.optionalWith(Schema.Array(Schema.String), { exact: true })
    },
    example: { violations: ["too_short"] }
  }
} as const satisfies ProblemEntries
