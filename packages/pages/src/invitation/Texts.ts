/** The texts of the pages of invitations, in every language. */
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as ar from "../language/ar.ts"
import { inEach } from "../language/Text.ts"

export const texts = inEach(
  {
    title: (name: string) => `Join ${name}`,
    heading: (name: string) => `Join ${name}?`,
    creating: (email: Fragment) => html`This creates an account for ${email}, and signs you in on this device.`,
    switchingTo: (current: Fragment, email: Fragment) =>
      html`You're signed in as ${current}. Continuing creates an account for ${email}, and signs you in with it.`,
    notYou: "Not you, or weren't expecting this? Close this page. No account will be created.",
    invalid: "This invitation no longer works",
    invalidText: "It has expired, was withdrawn, or has already been used. If you have an account, you can sign in.",
    blockedText: (problem: string) => `${problem} To join, open the link in the email.`,
    unchecked: "We couldn't check your invitation"
  },
  {
    de: {
      title: (name) => `Einladung zu ${name}`,
      heading: (name) => `Konto bei ${name} erstellen?`,
      creating: (email) => html`Damit erstellen Sie ein Konto für ${email} und melden sich auf diesem Gerät an.`,
      switchingTo: (current, email) =>
        html`Sie sind als ${current} angemeldet. Wenn Sie fortfahren, erstellen Sie ein Konto für ${email} und werden damit angemeldet.`,
      notYou:
        "Das sind nicht Sie, oder Sie haben keine Einladung erwartet? Schließen Sie diese Seite. Es wird dann kein Konto erstellt.",
      invalid: "Diese Einladung funktioniert nicht mehr",
      invalidText:
        "Sie ist abgelaufen, wurde zurückgezogen oder bereits verwendet. Wenn Sie ein Konto haben, können Sie sich anmelden.",
      blockedText: (problem) => `${problem} Um die Einladung anzunehmen, öffnen Sie den Link in der E-Mail.`,
      unchecked: "Wir konnten Ihre Einladung nicht prüfen"
    },
    fr: {
      title: (name) => `Rejoindre ${name}`,
      heading: (name) => `Rejoindre ${name} ?`,
      creating: (email) => html`Vous allez créer un compte pour ${email} et vous connecter sur cet appareil.`,
      switchingTo: (current, email) =>
        html`Vous êtes connecté en tant que ${current}. Si vous continuez, un compte sera créé pour ${email} et vous serez connecté avec celui-ci.`,
      notYou: "Ce n’est pas vous, ou vous n’attendiez pas d’invitation ? Fermez cette page. Aucun compte ne sera créé.",
      invalid: "Cette invitation n’est plus valable",
      invalidText:
        "Elle a expiré, a été retirée ou a déjà été utilisée. Si vous avez un compte, vous pouvez vous connecter.",
      blockedText: (problem) => `${problem} Pour accepter l’invitation, ouvrez le lien dans l’e-mail.`,
      unchecked: "Nous n’avons pas pu vérifier votre invitation"
    },
    es: {
      title: (name) => `Unirte a ${name}`,
      heading: (name) => `¿Unirte a ${name}?`,
      creating: (email) => html`Vas a crear una cuenta para ${email} e iniciar sesión en este dispositivo.`,
      switchingTo: (current, email) =>
        html`Has iniciado sesión como ${current}. Si continúas, se creará una cuenta para ${email} e iniciarás sesión con ella.`,
      notYou: "¿No eres tú o no esperabas esta invitación? Cierra esta página. No se creará ninguna cuenta.",
      invalid: "Esta invitación ya no funciona",
      invalidText: "Ha caducado, se ha retirado o ya se ha usado. Si tienes una cuenta, puedes iniciar sesión.",
      blockedText: (problem) => `${problem} Para aceptar la invitación, abre el enlace del correo.`,
      unchecked: "No hemos podido comprobar tu invitación"
    },
    "pt-BR": {
      title: (name) => `Participar de ${name}`,
      heading: (name) => `Participar de ${name}?`,
      creating: (email) => html`Isto cria uma conta para ${email} e inicia sua sessão neste dispositivo.`,
      switchingTo: (current, email) =>
        html`Você está conectado como ${current}. Se continuar, criará uma conta para ${email} e entrará com ela.`,
      notYou: "Não é você ou não esperava este convite? Feche esta página. Nenhuma conta será criada.",
      invalid: "Este convite não funciona mais",
      invalidText: "Ele expirou, foi cancelado ou já foi usado. Se você tem uma conta, pode entrar.",
      blockedText: (problem) => `${problem} Para aceitar o convite, abra o link do e-mail.`,
      unchecked: "Não conseguimos verificar seu convite"
    },
    ja: {
      title: (name) => `${name}に参加`,
      heading: (name) => `${name}に参加しますか？`,
      creating: (email) => html`${email}のアカウントを作成し、このデバイスでログインします。`,
      switchingTo: (current, email) =>
        html`現在${current}としてログインしています。続けると${email}のアカウントが作成され、そのアカウントでログインします。`,
      notYou: "お心当たりのない場合は、このページを閉じてください。アカウントは作成されません。",
      invalid: "この招待は使用できなくなりました",
      invalidText:
        "有効期限が切れているか、取り消されたか、すでに使用されています。アカウントをお持ちの場合は、ログインできます。",
      blockedText: (problem) => `${problem}参加するには、メールのリンクを開いてください。`,
      unchecked: "招待を確認できませんでした"
    },
    ar: {
      title: (name) => `الانضمام إلى ${ar.isolated(name)}`,
      heading: (name) => `هل تريد الانضمام إلى ${ar.isolated(name)}؟`,
      creating: (email) => html`ينشئ هذا حسابًا للعنوان ${email}، ويسجّل دخولك على هذا الجهاز.`,
      switchingTo: (current, email) =>
        html`سجّلت الدخول باسم ${current}. إذا تابعت، فسيُنشأ حساب للعنوان ${email} ويُسجَّل دخولك به.`,
      notYou: "ليس هذا عنوانك، أو لم تكن تتوقع هذه الدعوة؟ أغلق هذه الصفحة. لن يُنشأ أي حساب.",
      invalid: "لم تعد هذه الدعوة صالحة",
      invalidText: "انتهت صلاحيتها، أو أُلغيت، أو سبق استخدامها. إذا كان لديك حساب، يمكنك تسجيل الدخول.",
      blockedText: (problem) => `${problem} للانضمام، افتح الرابط في الرسالة.`,
      unchecked: "تعذّر التحقق من دعوتك"
    }
  }
)
