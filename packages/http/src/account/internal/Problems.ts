/** The problems of accounts. */
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

export const problems = {
  email_already_exists: {
    status: 400,
    tag: "EmailAlreadyExists",
    title: "An account with this email address already exists",
    userText: {
      en: "An account with this email already exists.",
      de: "Es gibt bereits ein Konto mit dieser E-Mail-Adresse.",
      fr: "Un compte existe déjà avec cette adresse e-mail.",
      es: "Ya existe una cuenta con este correo electrónico.",
      "pt-BR": "Já existe uma conta com este e-mail.",
      ja: "このメールアドレスのアカウントはすでに存在します。",
      ar: "يوجد حساب بهذا البريد الإلكتروني بالفعل."
    }
  },
  external_id_already_exists: {
    status: 400,
    tag: "ExternalIdAlreadyExists",
    title: "Another user has this external id",
    userText: "Another user has this external ID."
  }
} as const satisfies ProblemEntries
