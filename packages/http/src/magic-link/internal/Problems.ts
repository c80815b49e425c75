/** The problems of magic links. */
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

export const problems = {
  magic_link_disabled: {
    status: 401,
    tag: "MagicLinkDisabled",
    title: "Magic links are turned off",
    userText: {
      en: "Sign-in links are unavailable. Sign in with your password.",
      de: "Anmeldelinks sind nicht verfügbar. Melden Sie sich mit Ihrem Passwort an.",
      fr: "Les liens de connexion ne sont pas disponibles. Connectez-vous avec votre mot de passe.",
      es: "Los enlaces de inicio de sesión no están disponibles. Inicia sesión con tu contraseña.",
      "pt-BR": "Os links de acesso não estão disponíveis. Entre com sua senha.",
      ja: "ログイン用リンクは利用できません。パスワードでログインしてください。",
      ar: "روابط تسجيل الدخول غير متاحة. سجّل الدخول باستخدام كلمة المرور."
    }
  },
  magic_link_code_disabled: {
    status: 401,
    tag: "MagicLinkCodeDisabled",
    title: "Codes beside magic links are turned off",
    userText: {
      en: "You can't use a code here. Sign in with the link in the email.",
      de: "Hier können Sie keinen Code verwenden. Melden Sie sich mit dem Link in der E-Mail an.",
      fr: "Vous ne pouvez pas utiliser de code ici. Connectez-vous avec le lien de l’e-mail.",
      es: "Aquí no puedes usar un código. Inicia sesión con el enlace del correo.",
      "pt-BR": "Não é possível usar um código aqui. Entre com o link do e-mail.",
      ja: "ここではコードを使えません。メールのリンクからログインしてください。",
      ar: "لا يمكنك استخدام رمز هنا. سجّل الدخول بالرابط الوارد في الرسالة."
    }
  }
} as const satisfies ProblemEntries
