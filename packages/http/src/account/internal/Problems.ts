/** The problems of accounts. */
import * as Schema from "effect/Schema"
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
  sign_up_refused: {
    status: 403,
    tag: "SignUpRefused",
    title: "No account can be created with this email address",
    userText: {
      en: "You can't create an account with this email address.",
      de: "Mit dieser E-Mail-Adresse können Sie kein Konto erstellen.",
      fr: "Vous ne pouvez pas créer de compte avec cette adresse e-mail.",
      es: "No puedes crear una cuenta con este correo electrónico.",
      "pt-BR": "Não é possível criar uma conta com este e-mail.",
      ja: "このメールアドレスではアカウントを作成できません。",
      ar: "لا يمكنك إنشاء حساب بهذا البريد الإلكتروني."
    },
    fields: { reasons: Schema.Array(Schema.String) },
    example: { reasons: [] }
  },
  external_id_already_exists: {
    status: 400,
    tag: "ExternalIdAlreadyExists",
    title: "Another user has this external id",
    userText: "Another user has this external ID."
  }
} as const satisfies ProblemEntries
