/**
 * The pages for users, in Japanese.
 */
import { messages } from "@latchkey/client/messages/ja"
import { html } from "@latchkey/http/core/Page"
import * as Format from "../Format.ts"
import type { PageTexts } from "../PageTexts.ts"

const format = Format.make("ja")

const minutes = (count: number) => format.plural(count, { other: "#分" })
const days = (count: number) => format.plural(count, { other: "#日" })
const waiting = (count: number) => (count % 24 === 0 ? days(count / 24) : format.plural(count, { other: "#時間" }))

export const pages: PageTexts = {
  core: {
    space: "",
    errorTitle: (title) => `エラー：${title}`,
    problemHeading: "問題が発生しました",
    continue: "続ける",
    continueWithoutPassword: "パスワードなしで続ける",
    signIn: "ログイン",
    signOut: "ログアウト",
    goToSignIn: "ログインページへ",
    backToSignIn: "ログインページに戻る",
    signInAnotherWay: "別の方法でログイン",
    tryAgain: "もう一度試す",
    working: "しばらくお待ちください…",
    account: "アカウント",
    backToAccount: "アカウントに戻る",
    emailSignInLink: "ログイン用リンクをメールで受け取る",
    emailLink: "リンクをメールで受け取る",
    email: "メールアドレス",
    password: "パスワード",
    currentPassword: "現在のパスワード",
    newPassword: "新しいパスワード",
    showPassword: "表示",
    hidePassword: "非表示",
    passwordIsShown: "パスワードが表示されています。",
    passwordIsHidden: "パスワードは非表示になっています。",
    links: "ヘルプと規約",
    terms: "利用規約",
    privacy: "プライバシー",
    support: "サポート"
  },

  fields: {
    emailMissing: "メールアドレスを入力してください。",
    emailMalformed: "「name@example.com」のような正しい形式のメールアドレスを入力してください。",
    passwordMissing: "パスワードを入力してください。",
    newPasswordMissing: "新しいパスワードを入力してください。",
    currentPasswordMissing: "現在のパスワードを入力してください。",
    currentPasswordWrong: "現在のパスワードが正しくありません。",
    passwordTooLong: (maxLength) => `パスワードは${maxLength}文字以内で入力してください。`,
    passwordMalformed: "パスワードに使用できない文字が含まれています。",
    languageMissing: "言語を選択してください。",
    codeMalformed: "メールに記載された6桁のコードを入力してください。",
    authenticatorCodeMalformed: "認証アプリに表示されている6桁の数字を入力してください。",
    authenticatorCodeWrong: "このコードは使用できません。アプリに現在表示されているコードを入力してください。",
    recoveryCodeMalformed: "リカバリーコードを1つ入力してください。",
    recoveryCodeWrong: "このリカバリーコードは使用できません。すでに使用された可能性があります。",
    passkeyNameMissing: "パスキーの名前を入力してください。",
    passkeyNameTooLong: "この名前は長すぎます。"
  },

  problems: messages,

  policy: {
    uppercase: "英大文字",
    lowercase: "英小文字",
    number: "数字",
    symbol: "記号",
    atLeast: (count) => `${count}文字以上の長さ`,
    list: format.list,
    describeLength: (count) => `${count}文字以上。スペースで区切ったいくつかの単語がおすすめです。`,
    describe: (count, contents) => `${count}文字以上で、${contents}を含めてください。`,
    missing: (contents) => `パスワードには${contents}が必要です。`,
    common: "パスワードが一般的すぎます。攻撃者が最初に試すものです。別のパスワードを選んでください。"
  },

  time: {
    justNow: "たった今",
    on: (date) => date,
    ago: format.ago
  },

  message: {
    signedIn: "ログインしています",
    signedInAs: (email) => html`このデバイスでは${email}としてログインしています。`,
    signedOut: "ログアウトしました",
    otherDevices:
      "ほかのデバイスではログインしたままです。アカウントページから、それらのデバイスでもログアウトできます。",
    signInAgain: "もう一度ログイン",
    blocked: "リクエストをブロックしました",
    blockedText:
      "このフォームは別のウェブサイトから送信されたため、処理しませんでした。続けるには、次のページを使用してください：",
    notFound: "ページが見つかりません",
    notFoundText: "アドレスを確認するか、アカウントページに移動してください。",
    cookiesBlocked: "ブラウザーがCookieをブロックしています",
    cookiesBlockedText: "ログインにはCookieが必要です。このサイトのCookieを許可してから、もう一度お試しください。",
    unknownHost: "このアドレスではログインできません。"
  },

  password: {
    signInTo: (name) => `${name}にログイン`,
    signUp: "アカウントを作成",
    signUpFor: (name) => `${name}のアカウントを作成`,
    createAccount: "アカウントを作成",
    or: "または",
    noPasswordNeeded: "パスワードは不要です。",
    signInHint: "メールのリンクを開くとログインできます。",
    signUpHint: "リンクを開くとアカウントが作成され、ログインします。",
    forgotten: "パスワードをお忘れですか？",
    newHere: (link) => html`はじめての方は ${link("アカウントを作成")}`,
    haveAccount: (link) => html`アカウントをお持ちの方は ${link("ログイン")}`,
    signInInstead: "ログインする",
    noEmails: "現在メールを送信できないため、ログインできません。",
    closed: "新規登録は受け付けていません",
    closedText: (name) => `ここでは${name}のアカウントを作成できません。アカウントをお持ちの場合は、ログインできます。`,
    invitationNeeded: (name) =>
      `${name}のアカウントを作成するには招待が必要です。招待を受け取っている場合は、メールのリンクを開いてください。アカウントをお持ちの場合は、ログインできます。`
  },

  magicLink: {
    sent: "メールを確認してください",
    sending: (email) => html`${email}にログイン用リンクを送信しています。`,
    sendingIfRequested: "先ほどログイン用リンクをリクエストされた場合は、現在送信しています。",
    sendingIfAccount: (email) =>
      html`${email ?? "入力されたメールアドレス"}のアカウントがある場合は、ログイン用リンクを送信しています。`,
    requested: (email) => html`${email}のログイン用リンクをリクエスト済みです。`,
    sentAgain: "新しいリンクを送信しています。最新のメールのリンクを使用してください。",
    sentAgainIfAccount:
      "このアドレスのアカウントがある場合は、新しいリンクを送信しています。最新のメールのリンクを使用してください。",
    lifetime: (count) => `リンクは1回だけ使用でき、${minutes(count)}で期限が切れます。`,
    otherDevice: "このデバイスでリンクを開くと、すぐにログインできます。ほかのデバイスでは確認が必要です。",
    noEmail: "メールが届かない場合は、迷惑メールフォルダーを確認してください。",
    noEmailOrTypo: "メールが届かない場合は、迷惑メールフォルダーと上記のアドレスを確認してください。",
    resend: "リンクを再送信",
    code: "メールに記載されたコード",
    codeHint: (count) => `6桁の数字です。リンクを開く代わりに、${minutes(count)}以内であればここに入力できます。`,
    codeRejected:
      "このコードは使えません。最新のメールの数字を確認するか、メールのリンクを開いてください。このコードをすでに送信した場合は、ログインに使われた可能性があります。その場合は、新しいメールをリクエストしてください。コードを5回間違えると、しばらくの間はリンクしか使えません。",
    anotherEmail: "別のメールアドレスを使用",
    confirm: (name) => `${name}にログインしますか？`,
    signingInAs: (email) => html`このデバイスで${email}としてログインします。`,
    switchingTo: (current, email) => html`現在${current}としてログインしています。続けると${email}に切り替わります。`,
    notYou: "お心当たりのない場合や、リクエストしていない場合は、このページを閉じてください。ログインは行われません。",
    notYouSignedIn:
      "お心当たりのない場合や、リクエストしていない場合は、このページを閉じてください。何も変わりません。",
    passwordRemoved:
      "このアカウントには、メールアドレスの確認前に設定されたパスワードがありました。ほかの人が設定した可能性があるため、このパスワードを削除し、ほかのすべてのデバイスでログアウトしました。",
    setNewPassword: "新しいパスワードを設定",
    newLink: "新しいリンクを受け取る",
    emailNewLink: "新しいリンクをメールで受け取る",
    canSendTo: (email) => html`${email}に新しいリンクを送信できます。`,
    invalid: "このリンクは使用できなくなりました",
    incomplete: "このリンクは不完全です",
    incompleteText: "メールからもう一度開いてください。",
    turnedOff: "このリンクは使用できません",
    tooMany: "試行回数が多すぎます",
    tooManyText: (when) => `リンクは引き続き使用できます。${when}にもう一度お試しください。`,
    blockedText: (problem) => `${problem}ログインするには、メールからリンクを開いてください。`,
    unchecked: "リンクを確認できませんでした",
    uncheckedText: (problem) => `${problem}メールからもう一度リンクを開いてください。`
  },

  passwordReset: {
    title: "パスワードをお忘れですか？",
    explanation: "メールアドレスを入力してください。新しいパスワードを設定するためのリンクをお送りします。",
    sending: (email) =>
      html`${email ?? "入力されたメールアドレス"}のアカウントがある場合は、新しいパスワードを設定するためのリンクを送信しています。`,
    noEmail: (link) =>
      html`メールが届かない場合は、迷惑メールフォルダーを確認するか、${link("もう一度お試しください")}。別のアドレスで登録された可能性もあります。`,
    form: "新しいパスワードを設定",
    settingOf: (email) => html`${email}のパスワードを設定します。`,
    switchingTo: (current, email) =>
      html`現在${current}としてログインしています。続けると${email}のパスワードが設定され、そのアカウントでログインします。`,
    set: "パスワードを設定してログイン",
    otherDevices:
      "ほかのすべてのデバイスでログアウトします。ご自分のアカウントでない場合は、このページを閉じてください。何も変わりません。",
    passwordsOff: "ここではパスワードを使用できません。リンクでログインしてください。",
    noEmails: "現在メールを送信できないため、新しいパスワードを設定できません。",
    mayBeSet:
      "パスワードを設定したばかりの場合は、すでに保存されている可能性があります。そのパスワードでログインしてみてください。",
    blockedText: (problem) => `${problem}新しいパスワードを設定するには、メールからリンクを開いてください。`
  },

  pendingSignUp: {
    sending: (email, count) =>
      html`${email ?? "入力されたメールアドレス"}にメールを送信しています。はじめての方は、メールのリンクを開いてアカウントを作成してください。リンクは1回だけ使用でき、${minutes(count)}で期限が切れます。`,
    noEmail: (link) =>
      html`先ほど設定したパスワードを有効にするには、このブラウザーでリンクを開いてください。メールが届かない場合は、迷惑メールフォルダーを確認するか、${link("もう一度登録してください")}。`,
    title: "登録を完了",
    completing: (email) => html`${email}での登録を完了し、このデバイスでログインします。`,
    switchingTo: (current, email) =>
      html`現在${current}としてログインしています。続けると${email}での登録が完了し、そのアカウントでログインします。`,
    passwordNotUsed:
      "登録時のパスワードはここでは使用されません。安全のため、パスワードを有効にできるのは、設定したブラウザーだけです。あとで新しく設定できます。",
    complete: "登録を完了",
    notYou: "お心当たりのない場合や、登録していない場合は、このページを閉じてください。何も変わりません。",
    ready: "アカウントの準備ができました",
    readyText:
      "ログインしています。安全のため、パスワードを有効にできるのは登録に使用したブラウザーだけです。そのため、アカウントにはまだパスワードがありません。",
    setPassword: "パスワードを設定",
    invalidText: "有効期限が切れているか、すでに使用されています。アカウントをお持ちの場合は、ログインできます。",
    blockedText: (problem) => `${problem}登録するには、メールのリンクを開いてください。`,
    signInOrUp: (signIn, signUp) => html`${signIn("ログインページへ")} または ${signUp("もう一度登録")}`
  },

  invitation: {
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

  account: {
    signedInAs: (email) => html`ログイン中：${email}`,
    verified: "確認済み",
    notVerified: "未確認",
    goTo: (name) => `${name}へ`,
    verify: "メールアドレスの確認",
    verifyText:
      "ログイン用リンクをメールでお送りします。このブラウザーで開いてください。ほかのデバイスではログアウトします。ログインしていないブラウザーで開くと、ほかの人がこのアカウントを作成した可能性があるため、パスワードも削除し、このデバイスでもログアウトします。",
    verifyButton: "メールアドレスを確認",
    verifyToContinue: (email, name) =>
      html`${email}としてログインしています。${name}に進むには、このアドレスを確認してください。`,
    verifyWithPassword: (link) => html`確認するには、${link("メールのリンクで新しいパスワードを設定してください")}。`,
    verifyWithoutEmails: "現在メールを送信できないため、確認できません。",
    sessions: "ログイン中のデバイス",
    thisDevice: "このデバイス",
    signedInWithLink: (when) => html`リンクでログイン：${when}`,
    signedInWithPassword: (when) => html`パスワードでログイン：${when}`,
    signedInWithPasskey: (when) => html`パスキーでログイン：${when}`,
    lastActive: (signedIn, when) => html`${signedIn}、最終アクセス：${when}`,
    signOutHere: "このデバイスでログアウト",
    signOutOn: (device) => `${device}でログアウト`,
    signOutOthers: "ほかのすべてのデバイスでログアウト",
    changePassword: "パスワードの変更",
    setPassword: "パスワードの設定",
    changePasswordButton: "パスワードを変更",
    setPasswordButton: "パスワードを設定",
    changingSignsOut: "パスワードを変更すると、ほかのすべてのデバイスでログアウトします。",
    settingSignsOut: "パスワードを設定すると、ほかのすべてのデバイスでログアウトします。",
    noPassword: (link) => html`パスワードが設定されていません。${link("メールのリンクで設定する")}`,
    noPasswordWithLinks: (count) =>
      `パスワードが設定されていません。設定するには、新しいリンクでログインしてください。ログイン後${minutes(count)}以内に設定できます。`,
    noPasswordWithoutEmails: "パスワードが設定されていません。メールを送信できない間は設定できません。",
    forgotten: (link) => html`パスワードをお忘れですか？${link("メールのリンクで新しく設定する")}`,
    linkTooOld: (count) => `ログインから${minutes(count)}以上経過しています。新しいリンクをリクエストしてください。`,
    sentFromElsewhere:
      "このフォームは別のウェブサイトから送信されました。パスワードの設定には、このページを使用してください。",
    passwordIsSet: "パスワードを設定しました。ほかのすべてのデバイスでログアウトしました。",
    accountIsKept: "アカウントは削除されません。",
    deviceIsSignedOut: "そのデバイスでログアウトしました。",
    othersAreSignedOut: "ほかのすべてのデバイスでログアウトしました。",
    language: "言語",
    languageLabel: "ページとメールの言語",
    languageOfBrowser: "ブラウザーの言語",
    saveLanguage: "言語を保存",
    languageIsSet: "言語を保存しました。"
  },

  emailChange: {
    section: "メールアドレス",
    sectionText: (link) => html`新しいアドレスのメールを受信できる必要があります。${link("メールアドレスを変更")}`,
    title: "メールアドレスの変更",
    current: (email) => html`現在のメールアドレスは${email}です。`,
    newEmail: "新しいメールアドレス",
    formText: "新しいアドレスにリンクを送信します。ここで開いて確認すると、アドレスが変更されます。",
    signInFirst: (count) =>
      `メールアドレスを変更するには、新しいリンクでログインしてください。ログイン後${minutes(count)}以内に変更できます。`,
    passwordFirst: (link) =>
      html`メールアドレスを変更するには、先に${link("メールのリンクでパスワードを設定してください")}。`,
    noEmails: "現在メールを送信できないため、メールアドレスを変更できません。",
    sentFromElsewhere:
      "このフォームは別のウェブサイトから送信されました。メールアドレスの変更には、このページを使用してください。",
    requested: (count) =>
      `新しいアドレスの受信トレイを確認してください。ほかのアカウントで使用されていない場合は、リンクが届きます。リンクは${minutes(count)}間有効です。`,
    changed: "メールアドレスを変更しました。ほかのすべてのデバイスでログアウトしました。",
    confirm: "メールアドレスを変更しますか？",
    confirmText: (current, next) => html`現在${current}としてログインしています。今後は${next}でログインします。`,
    confirmButton: "メールアドレスを変更",
    otherDevices:
      "ほかのすべてのデバイスでログアウトします。ご自分のアカウントでない場合は、このページを閉じてください。何も変わりません。",
    restore: "メールアドレスを元に戻しますか？",
    restoreText: (email) =>
      html`アカウントのメールアドレスを${email}に戻します。ほかの人が変更した可能性があるため、パスワードも削除し、すべてのデバイスでログアウトします。`,
    restoreButton: "メールアドレスを元に戻す",
    changedItYourself: "ご自分でアドレスを変更した場合は、このページを閉じてください。何も変わりません。",
    restored: "メールアドレスを元に戻しました",
    restoredText: (email) =>
      html`アカウントのメールアドレスは${email}に戻りました。すべてのデバイスでログアウトし、アカウントにはパスワードがありません。`,
    setPassword: "新しいパスワードを設定",
    orSignIn: (link) => html`または${link("リンクでログイン")}できます。`,
    signInToConfirm: "先にログインしてください",
    signInToConfirmText:
      "メールアドレスを変更するには、変更するアカウントにログインしてください。その後、このブラウザーでメールのリンクをもう一度開いてください。",
    taken: "このメールアドレスはすでに使用されています",
    takenText:
      "現在は別のアカウントで使用されています。お使いのアカウントに変更はありません。別のアドレスを選んでください。",
    invalidText:
      "有効期限が切れているか、すでに使用されているか、ログイン中のアカウントとは別のアカウントのものです。アカウントページで新しいリンクをリクエストできます。",
    restorationInvalidText:
      "有効期限が切れているか、すでに使用されています。アカウントにログインできない場合は、サポートにお問い合わせください。",
    goToAccount: "アカウントページへ"
  },

  personalData: {
    section: "データ",
    download: "データをダウンロード",
    delete: "アカウントを削除",
    deleteHeading: "アカウントを削除しますか？",
    signedInTo: (name, email) => html`${name}に${email}としてログインしています。`,
    deletedImmediately: "アカウント、パスワード、ログインの記録はすぐに削除されます。元に戻すことはできません。",
    deletedAfter: (count) =>
      `ほかのすべてのデバイスでログアウトし、${days(count)}後にアカウント、パスワード、ログインの記録を削除します。それまではログインして、削除を取り消すことができます。その後は元に戻せません。`,
    downloadFirst: (link) => html`先に${link("データをダウンロード")}できます。`,
    deleteButton: "アカウントを削除",
    keepButton: "アカウントを削除しない",
    signInFirst: (count) =>
      `ご本人であることを確認するため、新しいリンクでログインしてください。ログイン後${minutes(count)}以内に削除できます。`,
    passwordFirst: (link) =>
      html`ご本人であることを確認するため、先に${link("メールのリンクでパスワードを設定してください")}。`,
    noEmails: "ご本人であることをメールのリンクで確認する必要がありますが、現在メールを送信できません。",
    linkTooOld: "ログインから時間が経ちすぎています。新しいリンクをリクエストしてください。",
    sentFromElsewhere:
      "このフォームは別のウェブサイトから送信されました。アカウントの削除には、このページを使用してください。",
    scheduled: "アカウントは削除されます",
    scheduledText: (name, email, at) =>
      html`${name}のアカウント${email}は${at}に削除されます。それまでは削除を取り消せます。その後は元に戻せません。`,
    scheduledNotice: (at) => html`アカウントは${at}に削除されます。`,
    continueWithoutKeeping: "削除を取り消さずに続ける",
    deleted: "アカウントを削除しました",
    deletedText: "これまでご利用いただき、ありがとうございました。いつでももう一度登録できます。"
  },

  passkey: {
    signIn: "パスキーでログイン",
    cancelled: "パスキーは使用されませんでした。もう一度試すか、別の方法を選んでください。",
    notAdded: "パスキーは追加されませんでした。もう一度試すか、別のデバイスを使ってください。",
    exists: "このデバイスまたはパスワードマネージャーには、このアカウントのパスキーがすでにあります。",
    failed: "うまくいきませんでした。しばらくしてからもう一度試すか、別の方法を選んでください。",
    refused: "ログアウトされたか、ページが古くなっている可能性があります。再読み込みして、もう一度お試しください。",
    tooLate: "時間がかかりすぎました。もう一度お試しください。",
    rejected: "このパスキーではログインできません。別の方法を選んでください。",
    section: "パスキー",
    sectionText: (link) => html`指紋、顔、PINでログインできます。${link("パスキーを管理する")}`,
    explanation:
      "パスキーを使うと、指紋、顔、またはデバイスのPINでログインできます。何も覚える必要がなく、偽のウェブサイトでは使えません。",
    none: "パスキーはまだありません。",
    added: (when) => html`追加：${when}`,
    lastUsed: (added, when) => html`${added}、最終使用：${when}`,
    rename: "名前を変更",
    name: "名前",
    saveName: "名前を保存",
    remove: "削除",
    removeNamed: (name) => `削除：${name}`,
    renameNamed: (name) => `名前を変更：${name}`,
    add: "パスキーを追加",
    needsScript: "パスキーを追加するには、JavaScriptが有効な最新のブラウザーを使用してください。",
    tooMany: (count) => `パスキーは${count}個あり、これ以上追加できません。不要なものを削除してください。`,
    isAdded: "パスキーを追加しました。今後はこのパスキーでログインできます。",
    isRenamed: "名前を保存しました。",
    isRemoved:
      "パスキーを削除しました。このパスキーではログインできなくなりました。パスワードマネージャーからも削除できます。",
    offer: "次回からパスワードなしでログインしますか？",
    notNow: "今はしない"
  },

  secondFactor: {
    section: "2つ目の認証要素",
    isOn: (link) => html`ログイン時に、認証アプリのコードの入力が必要です。${link("2つ目の認証要素を管理する")}`,
    isOff: (link) => html`認証アプリのコードでアカウントを保護できます。${link("2つ目の認証要素を設定する")}`,
    explanation:
      "パスワードまたはリンクでログインする際に、認証アプリのコードの入力も必要になります。パスキーを使う場合は不要です。",
    on: "オン",
    codesLeft: (count) => format.plural(count, { other: "リカバリーコードの残りは#個です。" }),
    newCodes: "新しいリカバリーコードを作成",
    newCodesHint: "以前のリカバリーコードは使用できなくなります。",
    remove: "2つ目の認証要素を削除",
    removeHint: "その後は、パスワードまたはリンクだけでログインできます。",
    cannotRemove: (name) => `${name}では2つ目の認証要素が必須のため、削除できません。`,
    isRemoved: "2つ目の認証要素を削除しました。",
    setUp: "認証アプリの設定",
    required: (name) => `${name}では2つ目の認証要素が必須です。ログインするには設定してください。`,
    scan: "スマートフォンの認証アプリで、このQRコードを読み取ってください。",
    picture: "認証アプリ用のQRコード",
    orType: (key) => html`または、このキーをアプリに入力してください：${key}`,
    orOpen: (link) => html`このデバイスにアプリがある場合：${link("アプリを開く")}`,
    code: "アプリのコード",
    codeHint: "30秒ごとに変わる6桁の数字です。",
    turnOn: "オンにする",
    codes: "リカバリーコード",
    codesText:
      "認証アプリが手元にないとき、各コードで1回ずつログインできます。再び表示されることはないため、今すぐ保存してください。",
    download: "ダウンロード",
    print: "印刷",
    saved: "保存しました",
    usePasskey: (name) => `${name}では2つ目の認証要素が必須です。パスキーを使ってログインしてください。`,
    enterCode: "コードを入力",
    enterCodeText: (name) => `認証アプリを開き、${name}のコードを入力してください。`,
    useRecoveryCode: "リカバリーコードを使う",
    useApp: "認証アプリを使う",
    enterRecoveryCode: "リカバリーコードを入力",
    enterRecoveryCodeText:
      "リカバリーコードは、2つ目の認証要素の設定時に表示されたものです。各コードは1回だけ使用できます。",
    recoveryCode: "リカバリーコード",
    expired: "ログインの有効期限が切れました",
    expiredText:
      "時間内にコードが入力されなかったか、その間に別の場所でログインしました。もう一度ログインしてください。",
    mayBeOn:
      "認証アプリの設定がすでに完了し、リカバリーコードが作成されている可能性があります。コードをご覧になっていない場合は、ログイン後にアカウントページで新しく作成できます。"
  },

  factorRecovery: {
    lost: (link) => html`パスキーや認証アプリを紛失した場合：${link("メールでアカウントを復旧する")}`,
    title: "アカウントの復旧",
    text: (email) =>
      html`パスキー、または認証アプリとリカバリーコードを紛失した場合、それらを削除できます。そのためのリンクを${email}に送信します。`,
    textAtSignIn:
      "認証アプリとリカバリーコードを紛失した場合、それらを削除できます。そのためのリンクを、ご登録のメールアドレスに送信します。",
    wait: (count) =>
      `アカウントを保護するため、リンクは${waiting(count)}後から使用できます。その後、ログインして新しいものを設定してください。`,
    found: "その間に見つかった場合は、それを使ってログインしてください。リクエストは取り消されます。",
    send: "リンクを送信",
    unavailable: (name) =>
      `メールでアカウントを復旧することはできません。お困りの場合は、${name}のサポートにお問い合わせください。`,
    requested: "アカウントの復旧がリクエストされています",
    open: (time, device) =>
      html`${time}に、パスキーと認証アプリの削除がリクエストされました。デバイスは「${device}」です。`,
    period: (from, until) =>
      html`${from}から${until}まで、メールのリンクで削除できます。パスキー、コード、リカバリーコードのいずれかでログインすると、リクエストは取り消されます。`,
    cancel: "リクエストを取り消す",
    isCancelled: "リクエストを取り消しました。パスキーと認証アプリはそのまま使用できます。",
    early: "まだアカウントを復旧できません",
    earlyText: (email, from) =>
      html`${from}以降に、${email}のパスキーと認証アプリを削除できます。その時にもう一度このリンクを開いてください。`,
    confirm: "アカウントを復旧しますか？",
    confirmText: (email) =>
      html`${email}のすべてのパスキー、認証アプリ、リカバリーコードを削除し、すべてのデバイスでログアウトします。その後は、新しいものを設定するまで、パスワードまたはリンクだけでログインできます。`,
    confirmButton: "パスキーと認証アプリを削除",
    someoneElse:
      "お心当たりのない場合は、リクエストを取り消してください。ほかの人がアカウントにログインできる可能性があります。",
    completed: "アカウントを復旧しました",
    completedText: (email) =>
      html`${email}のパスキーと認証アプリを削除し、すべてのデバイスでログアウトしました。ログインして新しいものを設定してください。`,
    cancelled: "リクエストを取り消しました",
    cancelledText:
      "パスキーと認証アプリはそのまま使用できます。お心当たりのないリクエストの場合は、新しいパスワードを設定してください。ほかの人がアカウントにログインできる可能性があります。",
    invalidText: "有効期限が切れているか、すでに使用されているか、リクエストが取り消されています。"
  },

  reauthentication: {
    title: "ご本人の確認",
    text: (email) => html`${email}としてログインしています。重要な変更の前に、ご本人であることを確認してください。`,
    confirm: "確認",
    withPasskey: "パスキーを使う",
    rejected: "このパスキーはこのアカウントのものではありません。もう一度試すか、別の方法を選んでください。"
  }
}
