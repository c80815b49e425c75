/** The problems of access tokens. */
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

export const problems = {
  audience_not_allowed: {
    status: 400,
    tag: "AudienceNotAllowed",
    title: "The instance does not have this audience",
    userText: {
      en: "This app isn't set up for the service it calls.",
      de: "Diese App ist für den aufgerufenen Dienst nicht eingerichtet.",
      fr: "Cette application n’est pas configurée pour le service appelé.",
      es: "Esta aplicación no está configurada para el servicio al que llama.",
      "pt-BR": "Este aplicativo não está configurado para o serviço que chama.",
      ja: "このアプリは、呼び出し先のサービス用に設定されていません。",
      ar: "هذا التطبيق غير مُعدّ للخدمة التي يستدعيها."
    }
  },
  access_tokens_disabled: {
    status: 403,
    tag: "AccessTokensDisabled",
    title: "Access tokens are turned off",
    userText: {
      en: "This app isn't set up to call other services yet.",
      de: "Diese App ist noch nicht dafür eingerichtet, andere Dienste aufzurufen.",
      fr: "Cette application n’est pas encore configurée pour appeler d’autres services.",
      es: "Esta aplicación todavía no está configurada para llamar a otros servicios.",
      "pt-BR": "Este aplicativo ainda não está configurado para chamar outros serviços.",
      ja: "このアプリは、ほかのサービスを呼び出すための設定がまだされていません。",
      ar: "هذا التطبيق غير مُعدّ بعد لاستدعاء خدمات أخرى."
    },
    example: { detail: "Access tokens are turned off: no server key is configured." }
  },
  insufficient_scope: {
    status: 403,
    tag: "InsufficientScope",
    title: "The token lacks a scope",
    userText: "This token isn't allowed to do that."
  }
} as const satisfies ProblemEntries
