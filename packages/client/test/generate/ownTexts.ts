/** The texts of the client's messages that are of no problem of Latchkey: of what only the client knows. */
import { type InEach, tags } from "@latchkey/domain/language/BuiltIn"
import { texts } from "../../../pages/src/passkey/Texts.ts"

/** What the pages say of a passkey. */
const ofPasskeys = (name: "cancelled" | "failed" | "rejected") =>
  Object.fromEntries(tags.map((tag) => [tag, texts[tag][name]])) as InEach<string>

/** `soon`: stands for `{when}` where the time is unknown. */
export const own = {
  soon: {
    en: "in a moment",
    de: "gleich",
    fr: "dans un instant",
    es: "en un momento",
    "pt-BR": "em instantes",
    ja: "数分後",
    ar: "بعد قليل"
  },
  network_error: {
    en: "We couldn't reach the server. Check your connection and try again. If your connection works, the problem is on our side.",
    de: "Wir konnten den Server nicht erreichen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal. Wenn Ihre Verbindung funktioniert, liegt das Problem bei uns.",
    fr: "Impossible de joindre le serveur. Vérifiez votre connexion et réessayez. Si votre connexion fonctionne, le problème vient de nous.",
    es: "No hemos podido conectar con el servidor. Comprueba tu conexión y vuelve a intentarlo. Si tu conexión funciona, el problema es nuestro.",
    "pt-BR":
      "Não foi possível acessar o servidor. Verifique sua conexão e tente novamente. Se sua conexão estiver funcionando, o problema é do nosso lado.",
    ja: "サーバーに接続できませんでした。接続を確認して、もう一度お試しください。接続に問題がない場合は、サーバー側の不具合です。",
    ar: "تعذّر الاتصال بالخادم. تحقق من اتصالك ثم أعد المحاولة. وإذا كان اتصالك يعمل، فالمشكلة من جانبنا."
  },
  aborted: {
    en: "The request was canceled.",
    de: "Die Anfrage wurde abgebrochen.",
    fr: "La demande a été annulée.",
    es: "La solicitud se ha cancelado.",
    "pt-BR": "A solicitação foi cancelada.",
    ja: "リクエストはキャンセルされました。",
    ar: "أُلغي الطلب."
  },
  passkey_canceled: ofPasskeys("cancelled"),
  passkey_rejected: ofPasskeys("rejected"),
  passkey_unavailable: ofPasskeys("failed")
} satisfies Readonly<Record<string, InEach<string>>>
