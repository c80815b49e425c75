/** The texts that several pages share, in Japanese. */
import { html } from "@latchkey/http/core/Page"
import * as ja from "../../language/ja.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
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
    or: "または",
    tryAgain: "もう一度試す",
    setNewPassword: "新しいパスワードを設定",
    signsOutOthers:
      "ほかのすべてのデバイスでログアウトします。ご自分のアカウントでない場合は、このページを閉じてください。何も変わりません。",
    working: "しばらくお待ちください…",
    account: "アカウント",
    backToAccount: "アカウントに戻る",
    emailSignInLink: "ログイン用リンクをメールで受け取る",
    emailLink: "リンクをメールで受け取る",
    lastUsed: "前回使用",
    copy: "コピー",
    copied: "コピーしました。",
    email: "メールアドレス",
    password: "パスワード",
    currentPassword: "現在のパスワード",
    newPassword: "新しいパスワード",
    showPassword: "表示",
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
    passwordMalformed: "パスワードに使用できない文字が含まれています。"
  },

  policy: {
    uppercase: "英大文字",
    lowercase: "英小文字",
    number: "数字",
    symbol: "記号",
    atLeast: (count) => `${count}文字以上の長さ`,
    list: ja.format.list,
    describeLength: (count) => `${count}文字以上。スペースで区切ったいくつかの単語がおすすめです。`,
    describe: (count, contents) => `${count}文字以上で、${contents}を含めてください。`,
    missing: (contents) => `パスワードには${contents}が必要です。`,
    common: "パスワードが一般的すぎます。攻撃者が最初に試すものです。別のパスワードを選んでください。"
  },

  time: {
    justNow: "たった今",
    on: (date) => date,
    date: ja.format.date,
    ago: ja.format.ago
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
  }
}
