/** The problems of operators. */
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

export const problems = {
  no_sign_in_method: {
    status: 400,
    tag: "NoSignInMethod",
    title: "The user has no way to sign in",
    userText: {
      en: "There would be no other way to sign in to this account.",
      de: "Es gäbe keine andere Möglichkeit mehr, sich bei diesem Konto anzumelden.",
      fr: "Il n’y aurait plus aucun autre moyen de se connecter à ce compte.",
      es: "No quedaría ninguna otra forma de iniciar sesión en esta cuenta.",
      "pt-BR": "Não haveria outra forma de entrar nesta conta.",
      ja: "このアカウントにログインする方法がほかになくなります。",
      ar: "لن تبقى طريقة أخرى لتسجيل الدخول إلى هذا الحساب."
    },
    example: { detail: "The instance has magic links turned off, so this user needs a password." }
  },
  permission_denied: {
    status: 403,
    tag: "PermissionDenied",
    title: "The role does not allow this",
    userText: "Your role doesn't allow this. Ask an administrator.",
    example: { detail: "The role viewer does not include the permission users.write." }
  },
  operator_already_exists: {
    status: 409,
    tag: "OperatorAlreadyExists",
    title: "An operator with this email address exists",
    userText: "An administrator with this email exists already."
  },
  last_admin_required: {
    status: 409,
    tag: "LastAdminRequired",
    title: "An operator with the role admin is required",
    userText: "There must be another administrator with the role admin who has signed in before.",
    example: { detail: "No other operator who has signed in before has the role admin." }
  }
} as const satisfies ProblemEntries
