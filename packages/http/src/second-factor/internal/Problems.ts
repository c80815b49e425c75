/** The problems of second factors. */
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

export const problems = {
  second_factor_disabled: {
    status: 401,
    tag: "SecondFactorDisabled",
    title: "The second factor is turned off",
    userText: {
      en: "You can't set up an authenticator app here.",
      de: "Sie können hier keine Authenticator-App einrichten.",
      fr: "Vous ne pouvez pas configurer d’application d’authentification ici.",
      es: "Aquí no puedes configurar una aplicación de autenticación.",
      "pt-BR": "Não é possível configurar um aplicativo autenticador aqui.",
      ja: "ここでは認証アプリを設定できません。",
      ar: "لا يمكنك إعداد تطبيق مصادقة هنا."
    }
  },
  second_factor_exists: {
    status: 409,
    tag: "SecondFactorExists",
    title: "The user has a second factor already",
    userText: {
      en: "You already have an authenticator app. Remove it first to set up another one.",
      de: "Sie haben schon eine Authenticator-App. Entfernen Sie sie, um eine andere einzurichten.",
      fr: "Vous avez déjà une application d’authentification. Supprimez-la d’abord pour en configurer une autre.",
      es: "Ya tienes una aplicación de autenticación. Quítala primero para configurar otra.",
      "pt-BR": "Você já tem um aplicativo autenticador. Remova-o primeiro para configurar outro.",
      ja: "認証アプリはすでに設定されています。別のアプリを設定するには、先に削除してください。",
      ar: "لديك تطبيق مصادقة بالفعل. أزله أولًا لإعداد تطبيق آخر."
    }
  }
} as const satisfies ProblemEntries
