/** The problems of passkeys. */
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

export const problems = {
  passkey_disabled: {
    status: 401,
    tag: "PasskeyDisabled",
    title: "Passkeys are turned off",
    userText: {
      en: "You can't use a passkey here.",
      de: "Sie können hier keinen Passkey verwenden.",
      fr: "Vous ne pouvez pas utiliser de clé d’accès ici.",
      es: "Aquí no puedes usar una llave de acceso.",
      "pt-BR": "Não é possível usar uma chave de acesso aqui.",
      ja: "ここではパスキーを使用できません。",
      ar: "لا يمكنك استخدام مفتاح مرور هنا."
    }
  },
  passkey_already_exists: {
    status: 409,
    tag: "PasskeyAlreadyExists",
    title: "The passkey was added before",
    userText: {
      en: "This passkey was added before.",
      de: "Dieser Passkey wurde schon hinzugefügt.",
      fr: "Cette clé d’accès a déjà été ajoutée.",
      es: "Esta llave de acceso ya se había añadido.",
      "pt-BR": "Essa chave de acesso já foi adicionada.",
      ja: "このパスキーはすでに追加されています。",
      ar: "أُضيف مفتاح المرور هذا من قبل."
    }
  },
  too_many_passkeys: {
    status: 409,
    tag: "TooManyPasskeys",
    title: "The user has as many passkeys as a user can have",
    userText: {
      en: "You can have 20 passkeys at most. Remove one first.",
      de: "Sie können höchstens 20 Passkeys haben. Entfernen Sie zuerst einen.",
      fr: "Vous pouvez avoir 20 clés d’accès au maximum. Supprimez-en d’abord une.",
      es: "Puedes tener 20 llaves de acceso como máximo. Quita una primero.",
      "pt-BR": "Você pode ter no máximo 20 chaves de acesso. Remova uma primeiro.",
      ja: "パスキーは20個まで追加できます。先に1つ削除してください。",
      ar: "يمكنك امتلاك 20 مفتاح مرور على الأكثر. أزل مفتاحًا أولًا."
    }
  },
  passkey_rp_id_in_use: {
    status: 409,
    tag: "PasskeyRpIdInUse",
    title: "Passkeys are bound to the current RP ID",
    userText: "Users have passkeys for the current domain, and could no longer sign in with them.",
    example: {
      detail: "Users have passkeys that are bound to another RP ID, and could no longer sign in with them."
    }
  }
} as const satisfies ProblemEntries
