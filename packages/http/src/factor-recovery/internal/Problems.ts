/** The problems of recoveries of lost factors. */
import * as Schema from "effect/Schema"
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

export const problems = {
  factor_recovery_disabled: {
    status: 401,
    tag: "FactorRecoveryDisabled",
    title: "Recovery by email is turned off",
    userText: {
      en: "You can't recover your account by email here.",
      de: "Sie können Ihr Konto hier nicht per E-Mail wiederherstellen.",
      fr: "Vous ne pouvez pas récupérer votre compte par e-mail ici.",
      es: "Aquí no puedes recuperar tu cuenta por correo.",
      "pt-BR": "Não é possível recuperar sua conta por e-mail aqui.",
      ja: "ここではメールでアカウントを復旧できません。",
      ar: "لا يمكنك استعادة حسابك بالبريد الإلكتروني هنا."
    }
  },
  factor_recovery_not_needed: {
    status: 409,
    tag: "FactorRecoveryNotNeeded",
    title: "There is nothing to recover",
    userText: {
      en: "There is nothing to recover: you can still change your account.",
      de: "Es gibt nichts wiederherzustellen: Sie können Ihr Konto noch ändern.",
      fr: "Il n’y a rien à récupérer : vous pouvez toujours modifier votre compte.",
      es: "No hay nada que recuperar: todavía puedes modificar tu cuenta.",
      "pt-BR": "Não há nada a recuperar: você ainda pode alterar sua conta.",
      ja: "復旧の必要はありません。アカウントは引き続き変更できます。",
      ar: "لا شيء يحتاج إلى الاستعادة: ما زال بإمكانك تغيير حسابك."
    }
  },
  factor_recovery_too_early: {
    status: 409,
    tag: "FactorRecoveryTooEarly",
    title: "The waiting time of the recovery has not ended",
    userText: {
      en: "It's too early. Open the link again after the waiting time.",
      de: "Es ist noch zu früh. Öffnen Sie den Link nach der Wartezeit noch einmal.",
      fr: "C’est trop tôt. Ouvrez à nouveau le lien après le délai d’attente.",
      es: "Es demasiado pronto. Vuelve a abrir el enlace cuando termine el plazo de espera.",
      "pt-BR": "Ainda é cedo. Abra o link novamente depois do período de espera.",
      ja: "まだ実行できません。待機期間が終わってから、もう一度リンクを開いてください。",
      ar: "ما زال الوقت مبكرًا. افتح الرابط مجددًا بعد انتهاء فترة الانتظار."
    },
    fields: { availableAt: Schema.String },
    example: { availableAt: "2026-11-24T12:00:00.000Z" }
  }
} as const satisfies ProblemEntries
