/** The texts of the emails of deleting the account, in every language. */
import * as ar from "../language/ar.ts"
import * as de from "../language/de.ts"
import * as en from "../language/en.ts"
import * as es from "../language/es.ts"
import * as fr from "../language/fr.ts"
import * as ja from "../language/ja.ts"
import * as ptBr from "../language/pt-BR.ts"
import type { Notices } from "../language/EmailText.ts"
import { inEach } from "../language/Text.ts"

/** `deletion`: when the account will be deleted, in the notice that it will be. */
export const emails = inEach<{ readonly deletion: (values: { readonly time: string }) => string }>(
  {
    deletion: ({ time }) => `We delete it on ${time}. After that, you can't get it back.`
  },
  {
    de: {
      deletion: ({ time }) => `Wir löschen Ihr Konto am ${time}. Danach lässt es sich nicht wiederherstellen.`
    },
    fr: {
      deletion: ({ time }) => `Nous supprimerons votre compte le ${time}. Ensuite, vous ne pourrez plus le récupérer.`
    },
    es: {
      deletion: ({ time }) => `La eliminaremos el ${time}. Después no podrás recuperarla.`
    },
    "pt-BR": {
      deletion: ({ time }) => `Sua conta será excluída em ${time}. Depois disso, não será possível recuperá-la.`
    },
    ja: {
      deletion: ({ time }) => `アカウントは${time}に削除されます。削除後は元に戻せません。`
    },
    ar: {
      deletion: ({ time }) => `سنحذفه بتاريخ ${time}. بعد ذلك لا يمكنك استعادته.`
    }
  }
)

export const notices = inEach<Notices<"deletion_scheduled" | "deletion_cancelled">>(
  {
    deletion_scheduled: {
      subject: ({ instance }) => `Your ${instance} account will be deleted`,
      event: ({ place, ...occasion }) => `You asked us to delete your account at ${place} ${en.when(occasion)}.`,
      effect: en.othersSignedOut
    },
    deletion_cancelled: {
      subject: ({ instance }) => `Your ${instance} account will not be deleted`,
      event: ({ place, ...occasion }) => `The deletion of your account at ${place} was cancelled ${en.when(occasion)}.`,
      effect: "We keep your account."
    }
  },
  {
    de: {
      deletion_scheduled: {
        subject: ({ instance }) => `Ihr Konto bei ${instance} wird gelöscht`,
        event: ({ place, ...occasion }) =>
          de.on((time) => `Sie haben uns ${time} gebeten, Ihr Konto bei ${place} zu löschen.`, occasion),
        effect: de.othersSignedOut
      },
      deletion_cancelled: {
        subject: ({ instance }) => `Ihr Konto bei ${instance} wird nicht gelöscht`,
        event: ({ place, ...occasion }) =>
          de.on((time) => `Die Löschung Ihres Kontos bei ${place} wurde ${time} abgebrochen.`, occasion),
        effect: "Ihr Konto bleibt bestehen."
      }
    },
    fr: {
      deletion_scheduled: {
        subject: ({ instance }) => `Votre compte ${instance} sera supprimé`,
        event: ({ place, ...occasion }) =>
          `Votre demande de suppression du compte ${place} a été faite ${fr.when(occasion)}.`,
        effect: fr.othersSignedOut
      },
      deletion_cancelled: {
        subject: ({ instance }) => `Votre compte ${instance} ne sera pas supprimé`,
        event: ({ place, ...occasion }) =>
          `La suppression de votre compte ${place} a été annulée ${fr.when(occasion)}.`,
        effect: "Nous conservons votre compte."
      }
    },
    es: {
      deletion_scheduled: {
        subject: ({ instance }) => `Tu cuenta de ${instance} se eliminará`,
        event: ({ place, ...occasion }) =>
          `Tu solicitud para eliminar tu cuenta de ${place} se hizo ${es.when(occasion)}.`,
        effect: es.othersSignedOut
      },
      deletion_cancelled: {
        subject: ({ instance }) => `Tu cuenta de ${instance} no se eliminará`,
        event: ({ place, ...occasion }) => `La eliminación de tu cuenta de ${place} se canceló ${es.when(occasion)}.`,
        effect: "Conservamos tu cuenta."
      }
    },
    "pt-BR": {
      deletion_scheduled: {
        subject: ({ instance }) => `Sua conta em ${instance} será excluída`,
        event: ({ place, ...occasion }) => `Você pediu a exclusão da sua conta em ${place} ${ptBr.when(occasion)}.`,
        effect: ptBr.othersSignedOut
      },
      deletion_cancelled: {
        subject: ({ instance }) => `Sua conta em ${instance} não será excluída`,
        event: ({ place, ...occasion }) => `A exclusão da sua conta em ${place} foi cancelada ${ptBr.when(occasion)}.`,
        effect: "Sua conta será mantida."
      }
    },
    ja: {
      deletion_scheduled: {
        subject: ({ instance }) => `${instance}のアカウントは削除されます`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、${place}のアカウントの削除のご依頼を受け付けました。`, occasion),
        effect: ja.othersSignedOut
      },
      deletion_cancelled: {
        subject: ({ instance }) => `${instance}のアカウントは削除されません`,
        event: ({ place, ...occasion }) =>
          ja.on(`${occasion.time}に、${place}のアカウントの削除が取り消されました。`, occasion),
        effect: "アカウントはそのまま残ります。"
      }
    },
    ar: {
      deletion_scheduled: {
        subject: ({ instance }) => `سيُحذف حسابك في ${instance}`,
        event: ({ place, ...occasion }) => `طلبت منا حذف حسابك في ${place} ${ar.when(occasion)}.`,
        effect: ar.othersSignedOut
      },
      deletion_cancelled: {
        subject: ({ instance }) => `لن يُحذف حسابك في ${instance}`,
        event: ({ place, ...occasion }) => `أُلغي حذف حسابك في ${place} ${ar.when(occasion)}.`,
        effect: "سنحتفظ بحسابك."
      }
    }
  }
)
