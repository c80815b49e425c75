/** The problems that several rooms share. */
import * as Schema from "effect/Schema"
import { hinted, type ProblemEntries } from "../ProblemEntry.ts"

/** A field of the request and what is wrong with it, never its value. */
export const InvalidField = Schema.Struct({ field: Schema.String, reason: Schema.String }).annotations({
  identifier: "InvalidField",
  description: "A field of the request, and what is wrong with it."
})
export type InvalidField = typeof InvalidField.Type

export const problems = {
  invalid_request: {
    status: 400,
    tag: "InvalidRequest",
    title: "The request is malformed",
    userText: {
      en: "There is a problem with what you entered.",
      de: "Ihre Eingaben sind nicht ganz richtig.",
      fr: "Il y a un problème avec votre saisie.",
      es: "Hay un problema con los datos que has introducido.",
      "pt-BR": "Há um problema com os dados informados.",
      ja: "入力内容に問題があります。",
      ar: "هناك مشكلة في البيانات التي أدخلتها."
    },
    fields: { errors: Schema.Array(InvalidField) },
    example: { errors: [{ field: "email", reason: "is not an email address" }] }
  },
  invalid_credentials: {
    status: 401,
    tag: "InvalidCredentials",
    title: "Wrong email address or password",
    userText: {
      en: "Wrong email address or password.",
      de: "E-Mail-Adresse oder Passwort ist falsch.",
      fr: "Adresse e-mail ou mot de passe incorrect.",
      es: "El correo electrónico o la contraseña no son correctos.",
      "pt-BR": "E-mail ou senha incorretos.",
      ja: "メールアドレスまたはパスワードが正しくありません。",
      ar: "عنوان البريد الإلكتروني أو كلمة المرور غير صحيحة."
    }
  },
  invalid_token: {
    status: 401,
    tag: "InvalidToken",
    title: "The link, code or token is not valid",
    userText: {
      en: "The link or code isn't valid. It may have expired, or a link or code sent to this address was already used.",
      de: "Der Link oder Code ist ungültig. Vielleicht ist er abgelaufen, oder ein Link oder Code an diese Adresse wurde bereits verwendet.",
      fr: "Le lien ou le code n’est pas valable. Il a peut-être expiré, ou un lien ou un code envoyé à cette adresse a déjà été utilisé.",
      es: "El enlace o el código no es válido. Puede que haya caducado o que ya se haya usado un enlace o un código enviado a esta dirección.",
      "pt-BR":
        "O link ou o código não é válido. Talvez tenha expirado ou um link ou código enviado para este endereço já tenha sido usado.",
      ja: "リンクまたはコードが無効です。有効期限が切れているか、このアドレスに送信されたリンクまたはコードがすでに使用されている可能性があります。",
      ar: "الرابط أو الرمز غير صالح. ربما انتهت صلاحيته، أو سبق استخدام رابط أو رمز أُرسل إلى هذا العنوان."
    },
    example: { detail: "The link has been used, has expired or was never issued." }
  },
  password_disabled: {
    status: 401,
    tag: "PasswordDisabled",
    title: "Passwords are turned off",
    userText: {
      en: "You can't use a password here. Sign in with a link.",
      de: "Passwörter werden hier nicht verwendet. Melden Sie sich mit einem Link an.",
      fr: "Vous ne pouvez pas utiliser de mot de passe ici. Connectez-vous avec un lien.",
      es: "Aquí no puedes usar contraseña. Inicia sesión con un enlace.",
      "pt-BR": "Aqui não é possível usar senha. Entre com um link.",
      ja: "ここではパスワードを使用できません。リンクでログインしてください。",
      ar: "لا يمكنك استخدام كلمة مرور هنا. سجّل الدخول باستخدام رابط."
    }
  },
  sign_up_closed: {
    status: 403,
    tag: "SignUpClosed",
    title: "Sign-up is closed",
    userText: {
      en: "You can't create an account here.",
      de: "Sie können hier kein Konto erstellen.",
      fr: "Vous ne pouvez pas créer de compte ici.",
      es: "Aquí no puedes crear una cuenta.",
      "pt-BR": "Não é possível criar uma conta aqui.",
      ja: "ここではアカウントを作成できません。",
      ar: "لا يمكنك إنشاء حساب هنا."
    }
  },
  forbidden_origin: {
    status: 403,
    tag: "ForbiddenOrigin",
    title: "Cross-origin request blocked",
    userText: {
      en: "This request was sent from another website.",
      de: "Diese Anfrage kam von einer anderen Website.",
      fr: "Cette demande provient d’un autre site web.",
      es: "Esta solicitud se ha enviado desde otro sitio web.",
      "pt-BR": "Esta solicitação foi enviada de outro site.",
      ja: "このリクエストは別のウェブサイトから送信されました。",
      ar: "أُرسل هذا الطلب من موقع ويب آخر."
    },
    fields: hinted
  },
  not_found: {
    status: 404,
    tag: "NotFound",
    title: "Not found",
    userText: {
      en: "We couldn't find that page.",
      de: "Wir konnten diese Seite nicht finden.",
      fr: "Cette page est introuvable.",
      es: "No hemos encontrado esa página.",
      "pt-BR": "Não encontramos essa página.",
      ja: "ページが見つかりませんでした。",
      ar: "لم نعثر على هذه الصفحة."
    },
    example: { detail: "Session not found." }
  },
  method_not_allowed: {
    status: 405,
    tag: "MethodNotAllowed",
    title: "Method not allowed",
    userText: "We couldn't process the request. Reload the page and try again."
  },
  payload_too_large: {
    status: 413,
    tag: "PayloadTooLarge",
    title: "The request body is too large",
    userText: {
      en: "That's too much text. Shorten it and try again.",
      de: "Das ist zu viel Text. Kürzen Sie ihn und versuchen Sie es noch einmal.",
      fr: "Le texte est trop long. Raccourcissez-le et réessayez.",
      es: "El texto es demasiado largo. Acórtalo y vuelve a intentarlo.",
      "pt-BR": "O texto é longo demais. Encurte-o e tente novamente.",
      ja: "テキストが長すぎます。短くしてもう一度お試しください。",
      ar: "النص طويل جدًا. اختصره ثم أعد المحاولة."
    }
  },
  unsupported_media_type: {
    status: 415,
    tag: "UnsupportedMediaType",
    title: "Unsupported content type",
    userText: {
      en: "We couldn't process the form. Reload the page and try again.",
      de: "Wir konnten das Formular nicht verarbeiten. Laden Sie die Seite neu und versuchen Sie es noch einmal.",
      fr: "Nous n’avons pas pu traiter le formulaire. Rechargez la page et réessayez.",
      es: "No hemos podido procesar el formulario. Recarga la página y vuelve a intentarlo.",
      "pt-BR": "Não foi possível processar o formulário. Recarregue a página e tente novamente.",
      ja: "フォームを処理できませんでした。ページを再読み込みして、もう一度お試しください。",
      ar: "تعذّرت معالجة النموذج. أعد تحميل الصفحة ثم أعد المحاولة."
    },
    example: { detail: "Send application/json." }
  },
  signup_rate_limited: {
    status: 429,
    tag: "SignUpRateLimited",
    title: "Too many sign-ups",
    userText: {
      en: "Too many accounts were created from your network. Try again {when}.",
      de: "Aus Ihrem Netzwerk wurden zu viele Konten erstellt. Versuchen Sie es {when} noch einmal.",
      fr: "Trop de comptes ont été créés depuis votre réseau. Réessayez {when}.",
      es: "Se han creado demasiadas cuentas desde tu red. Vuelve a intentarlo {when}.",
      "pt-BR": "Muitas contas foram criadas a partir da sua rede. Tente novamente {when}.",
      ja: "お使いのネットワークから作成されたアカウントが多すぎます。{when}にもう一度お試しください。",
      ar: "أُنشئت حسابات كثيرة جدًا من شبكتك. أعد المحاولة {when}."
    }
  },
  signin_rate_limited: {
    status: 429,
    tag: "SignInRateLimited",
    title: "Too many sign-in attempts",
    userText: {
      en: "Too many sign-in attempts. Try again {when}.",
      de: "Zu viele Anmeldeversuche. Versuchen Sie es {when} noch einmal.",
      fr: "Trop de tentatives de connexion. Réessayez {when}.",
      es: "Demasiados intentos de inicio de sesión. Vuelve a intentarlo {when}.",
      "pt-BR": "Muitas tentativas de entrar. Tente novamente {when}.",
      ja: "ログインの試行回数が多すぎます。{when}にもう一度お試しください。",
      ar: "محاولات تسجيل دخول كثيرة جدًا. أعد المحاولة {when}."
    }
  },
  magic_link_rate_limited: {
    status: 429,
    tag: "MagicLinkRateLimited",
    title: "Too many magic link requests",
    userText: {
      en: "Too many links requested. Try again {when}. Earlier links still work.",
      de: "Es wurden zu viele Links angefordert. Versuchen Sie es {when} noch einmal. Frühere Links funktionieren weiterhin.",
      fr: "Trop de liens demandés. Réessayez {when}. Les liens déjà reçus fonctionnent toujours.",
      es: "Se han solicitado demasiados enlaces. Vuelve a intentarlo {when}. Los enlaces anteriores siguen funcionando.",
      "pt-BR": "Muitos links foram solicitados. Tente novamente {when}. Os links anteriores continuam funcionando.",
      ja: "リンクのリクエストが多すぎます。{when}にもう一度お試しください。以前のリンクは引き続き使用できます。",
      ar: "طُلبت روابط كثيرة جدًا. أعد المحاولة {when}. الروابط السابقة لا تزال صالحة."
    }
  },
  internal_error: {
    status: 500,
    tag: "InternalError",
    title: "Internal error",
    userText: {
      en: "Something went wrong on our end. Try again in a moment.",
      de: "Bei uns ist etwas schiefgelaufen. Versuchen Sie es gleich noch einmal.",
      fr: "Une erreur s’est produite de notre côté. Réessayez dans un instant.",
      es: "Se ha producido un error por nuestra parte. Vuelve a intentarlo en un momento.",
      "pt-BR": "Algo deu errado do nosso lado. Tente novamente em instantes.",
      ja: "システム側で問題が発生しました。しばらくしてからもう一度お試しください。",
      ar: "حدث خطأ من جانبنا. أعد المحاولة بعد قليل."
    }
  },
  service_unavailable: {
    status: 503,
    tag: "ServiceUnavailable",
    title: "The service is temporarily unavailable",
    userText: {
      en: "The service is temporarily unavailable. Try again {when}.",
      de: "Der Dienst ist vorübergehend nicht erreichbar. Versuchen Sie es {when} noch einmal.",
      fr: "Le service est temporairement indisponible. Réessayez {when}.",
      es: "El servicio no está disponible temporalmente. Vuelve a intentarlo {when}.",
      "pt-BR": "O serviço está temporariamente indisponível. Tente novamente {when}.",
      ja: "サービスは一時的に利用できません。{when}にもう一度お試しください。",
      ar: "الخدمة غير متاحة مؤقتًا. أعد المحاولة {when}."
    }
  }
} as const satisfies ProblemEntries
