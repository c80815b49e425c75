/** The texts of the pages that sign other devices in, in every language. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import { inEach } from "../language/Text.ts"

export const texts = inEach(
  {
    /** The page that asks for the code. */
    title: "Sign in on another device",
    explanation: "Your command line or TV shows a code. Enter it here.",
    code: "Code",
    codeHint: "8 letters, like WDJB-MJHT.",
    /** The page that asks whether to sign the device in. */
    confirm: "Sign in this device?",
    device: (name: Fragment) => html`${name} asks for access to your account.`,
    started: (ipAddress: Fragment, when: Fragment) => html`Requested ${when} from the IP address ${ipAddress}.`,
    check: (code: Fragment) => html`Check that your device shows this code: ${code}`,
    warning:
      "Only go on if you started this yourself. Someone who sent you the code or a link wants to get into your account.",
    approve: "Sign in this device",
    cancel: "Cancel",
    /** The pages that follow. */
    approved: "Your device is signed in",
    approvedText: "Go back to your device. You can sign it out on your account page.",
    denied: "Sign-in canceled",
    deniedText: "The device wasn't signed in."
  },
  {
    de: {
      title: "Auf einem anderen Gerät anmelden",
      explanation: "Ihre Befehlszeile oder Ihr Fernseher zeigt einen Code. Geben Sie ihn hier ein.",
      code: "Code vom Gerät",
      codeHint: "8 Buchstaben, etwa WDJB-MJHT.",
      confirm: "Dieses Gerät anmelden?",
      device: (name) => html`${name} bittet um Zugriff auf Ihr Konto.`,
      started: (ipAddress, when) => html`Angefragt ${when} von der IP-Adresse ${ipAddress}.`,
      check: (code) => html`Prüfen Sie, ob Ihr Gerät diesen Code zeigt: ${code}`,
      warning:
        "Fahren Sie nur fort, wenn Sie dies selbst begonnen haben. Wer Ihnen den Code oder einen Link geschickt hat, will in Ihr Konto.",
      approve: "Dieses Gerät anmelden",
      cancel: "Abbrechen",
      approved: "Ihr Gerät ist angemeldet",
      approvedText: "Gehen Sie zurück zu Ihrem Gerät. Sie können es auf Ihrer Kontoseite abmelden.",
      denied: "Anmeldung abgebrochen",
      deniedText: "Das Gerät wurde nicht angemeldet."
    },
    fr: {
      title: "Se connecter sur un autre appareil",
      explanation: "Votre ligne de commande ou votre téléviseur affiche un code. Saisissez-le ici.",
      code: "Code affiché",
      codeHint: "8 lettres, comme WDJB-MJHT.",
      confirm: "Connecter cet appareil ?",
      device: (name) => html`${name} demande l’accès à votre compte.`,
      started: (ipAddress, when) => html`Demandé ${when} depuis l’adresse IP ${ipAddress}.`,
      check: (code) => html`Vérifiez que votre appareil affiche ce code : ${code}`,
      warning:
        "Ne continuez que si vous avez lancé cette demande vous-même. Une personne qui vous a envoyé le code ou un lien veut accéder à votre compte.",
      approve: "Connecter cet appareil",
      cancel: "Annuler",
      approved: "Votre appareil est connecté",
      approvedText: "Revenez à votre appareil. Vous pouvez le déconnecter depuis la page de votre compte.",
      denied: "Connexion annulée",
      deniedText: "L’appareil n’a pas été connecté."
    },
    es: {
      title: "Iniciar sesión en otro dispositivo",
      explanation: "Tu línea de comandos o tu televisor muestra un código. Escríbelo aquí.",
      code: "Código",
      codeHint: "8 letras, como WDJB-MJHT.",
      confirm: "¿Iniciar sesión en este dispositivo?",
      device: (name) => html`${name} pide acceso a tu cuenta.`,
      started: (ipAddress, when) => html`Solicitado ${when} desde la dirección IP ${ipAddress}.`,
      check: (code) => html`Comprueba que tu dispositivo muestra este código: ${code}`,
      warning:
        "Continúa solo si lo has empezado tú. Quien te haya enviado el código o un enlace quiere entrar en tu cuenta.",
      approve: "Iniciar sesión en este dispositivo",
      cancel: "Cancelar",
      approved: "Tu dispositivo ha iniciado sesión",
      approvedText: "Vuelve a tu dispositivo. Puedes cerrar su sesión en la página de tu cuenta.",
      denied: "Inicio de sesión cancelado",
      deniedText: "No se ha iniciado sesión en el dispositivo."
    },
    "pt-BR": {
      title: "Entrar em outro dispositivo",
      explanation: "Sua linha de comando ou TV mostra um código. Digite-o aqui.",
      code: "Código",
      codeHint: "8 letras, como WDJB-MJHT.",
      confirm: "Entrar neste dispositivo?",
      device: (name) => html`${name} pede acesso à sua conta.`,
      started: (ipAddress, when) => html`Solicitado ${when} do endereço IP ${ipAddress}.`,
      check: (code) => html`Confira se o seu dispositivo mostra este código: ${code}`,
      warning:
        "Continue somente se você mesmo começou isto. Quem enviou o código ou um link a você quer entrar na sua conta.",
      approve: "Entrar neste dispositivo",
      cancel: "Cancelar",
      approved: "Seu dispositivo está conectado",
      approvedText: "Volte ao seu dispositivo. Você pode desconectá-lo na página da sua conta.",
      denied: "Entrada cancelada",
      deniedText: "O dispositivo não foi conectado."
    },
    ja: {
      title: "別のデバイスでログイン",
      explanation: "コマンドラインまたはテレビに表示されているコードを入力してください。",
      code: "コード",
      codeHint: "WDJB-MJHTのような8文字です。",
      confirm: "このデバイスでログインしますか？",
      device: (name) => html`${name}があなたのアカウントへのアクセスを求めています。`,
      started: (ipAddress, when) => html`IPアドレス${ipAddress}から${when}にリクエストされました。`,
      check: (code) => html`デバイスに次のコードが表示されていることを確認してください: ${code}`,
      warning:
        "自分で始めた場合にのみ続けてください。コードやリンクを送ってきた人は、あなたのアカウントに入ろうとしています。",
      approve: "このデバイスでログイン",
      cancel: "キャンセル",
      approved: "デバイスでログインしました",
      approvedText: "デバイスに戻ってください。アカウントページからログアウトさせることができます。",
      denied: "ログインをキャンセルしました",
      deniedText: "デバイスではログインしていません。"
    },
    ar: {
      title: "تسجيل الدخول على جهاز آخر",
      explanation: "يعرض سطر الأوامر أو التلفاز رمزًا. أدخله هنا.",
      code: "الرمز",
      codeHint: "8 أحرف، مثل WDJB-MJHT.",
      confirm: "هل تريد تسجيل الدخول على هذا الجهاز؟",
      device: (name) => html`يطلب ${name} الوصول إلى حسابك.`,
      started: (ipAddress, when) => html`طُلب ${when} من عنوان IP التالي: ${ipAddress}.`,
      check: (code) => html`تأكد من أن جهازك يعرض هذا الرمز: ${code}`,
      warning: "لا تتابع إلا إذا بدأت هذا بنفسك. من أرسل إليك الرمز أو رابطًا يريد الدخول إلى حسابك.",
      approve: "تسجيل الدخول على هذا الجهاز",
      cancel: "إلغاء",
      approved: "سُجّل الدخول على جهازك",
      approvedText: "عُد إلى جهازك. يمكنك تسجيل خروجه من صفحة حسابك.",
      denied: "أُلغي تسجيل الدخول",
      deniedText: "لم يُسجَّل الدخول على الجهاز."
    }
  }
)

export const fields = inEach(
  {
    deviceCodeMalformed: "Enter the 8 letters that your device shows.",
    deviceCodeWrong: "This code is wrong or has expired. Check it, or start again on your device."
  },
  {
    de: {
      deviceCodeMalformed: "Geben Sie die 8 Buchstaben ein, die Ihr Gerät zeigt.",
      deviceCodeWrong: "Dieser Code ist falsch oder abgelaufen. Prüfen Sie ihn, oder beginnen Sie auf dem Gerät neu."
    },
    fr: {
      deviceCodeMalformed: "Saisissez les 8 lettres affichées par votre appareil.",
      deviceCodeWrong: "Ce code est incorrect ou a expiré. Vérifiez-le, ou recommencez sur votre appareil."
    },
    es: {
      deviceCodeMalformed: "Escribe las 8 letras que muestra tu dispositivo.",
      deviceCodeWrong: "El código no es correcto o ha caducado. Compruébalo o empieza de nuevo en tu dispositivo."
    },
    "pt-BR": {
      deviceCodeMalformed: "Digite as 8 letras que o seu dispositivo mostra.",
      deviceCodeWrong: "O código está incorreto ou expirou. Confira-o ou comece de novo no seu dispositivo."
    },
    ja: {
      deviceCodeMalformed: "デバイスに表示されている8文字を入力してください。",
      deviceCodeWrong:
        "コードが間違っているか、有効期限が切れています。確認するか、デバイスで最初からやり直してください。"
    },
    ar: {
      deviceCodeMalformed: "أدخل الأحرف الثمانية التي يعرضها جهازك.",
      deviceCodeWrong: "الرمز خاطئ أو انتهت صلاحيته. تحقق منه، أو ابدأ من جديد على جهازك."
    }
  }
)
