/** The problems of signing in programs without a browser. Their codes are those of RFC 8628, 3.5. */
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

export const problems = {
  device_sign_in_disabled: {
    status: 403,
    tag: "DeviceSignInDisabled",
    title: "Signing in command lines and televisions is turned off",
    userText: {
      en: "You can't sign in other devices with a code here.",
      de: "Sie können hier keine anderen Geräte mit einem Code anmelden.",
      fr: "Vous ne pouvez pas connecter d’autres appareils avec un code ici.",
      es: "Aquí no puedes iniciar sesión en otros dispositivos con un código.",
      "pt-BR": "Não é possível entrar em outros dispositivos com um código aqui.",
      ja: "ここではコードを使って他のデバイスにログインできません。",
      ar: "لا يمكنك تسجيل الدخول على أجهزة أخرى برمز هنا."
    }
  },
  authorization_pending: {
    status: 400,
    tag: "AuthorizationPending",
    title: "The user has not decided yet",
    userText: "Confirm the sign-in in your browser first."
  },
  slow_down: {
    status: 400,
    tag: "SlowDown",
    title: "Asked too soon",
    userText: "Wait a moment, and try again.",
    example: { detail: "Asked too soon: wait five seconds longer." }
  },
  access_denied: {
    status: 400,
    tag: "DeviceDenied",
    title: "The user has refused",
    userText: "The sign-in was canceled in the browser."
  }
} as const satisfies ProblemEntries
