/** The texts of the pages about emails, in Japanese. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/ja.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  list: {
    unconfigured:
      "メールプロバイダーが設定されていないため、メールを送信できません。EMAIL_FROM と EMAIL_SMTP_URL、または EMAIL_FROM と EMAIL_PROVIDER_API_KEY を設定し、サービスを再起動してください。",
    changeTexts: "メールの文面を変更",
    kept: "完了後7日間表示されます。",
    search: "メールアドレス",
    status: "状態",
    all: "すべてのメール",
    statuses: {
      queued: "送信待ち",
      sent: "送信済み",
      unsent: "未送信",
      reported: "配信不能または苦情"
    },
    columns: {
      to: "宛先",
      about: "内容",
      status: "状態",
      details: "詳細",
      requested: "申請日時"
    },
    states: {
      queued: "送信待ち",
      sent: "送信済み",
      failed: "失敗",
      discarded: "破棄"
    },
    reports: {
      bounce: "配信不能",
      complaint: "苦情"
    },
    attempt: (count) => `${format.plural(count, { other: "#" })}回目の試行`,
    nextAttempt: (time) => html`次の試行：${time}`,
    rows: (count) => `メール${format.plural(count, { other: "#" })}通`,
    empty: {
      title: "メールはまだありません",
      text: "ログイン用リンク、招待、お知らせが、申請されるとここに表示されます。"
    },
    noMatches: {
      title: "該当するメールがありません",
      text: "メールアドレスの全体を入力するか、別の状態を選んでください。"
    }
  },
  reasons: {
    rejected: "プロバイダーが拒否しました",
    unavailable: "プロバイダーが利用できませんでした",
    timeout: "プロバイダーが時間内に応答しませんでした",
    rate_limited: "送信数が多すぎます",
    expired: "時間内に送信できませんでした",
    disabled: "この種類のメールはオフです",
    withdrawn: "対象が取り消されました",
    no_account: "アカウントがないか、無効です",
    suppressed: "アドレスは送信停止中です",
    reputation: "配信不能または苦情が多すぎます",
    email_taken: "別のアカウントがこのアドレスを使用中、または復元できます",
    shutdown: "サービスの停止中でした",
    unsupported: "このバージョンはこの種類のメールに対応していません"
  },
  suppressed: {
    title: "送信停止中のアドレス",
    intro:
      "これらのアドレスにはメールが送られません。恒久的な配信不能、または迷惑メール報告があったためです。アドレスが有効だとわかっている場合にのみ再開してください。Amazon SES でも停止されている場合は、先にそちらで解除してください。",
    lifted: "アドレスへの送信を再開しました。",
    lift: "送信を再開",
    liftOf: (email) => `${email} 宛て`,
    columns: {
      reason: "理由",
      detail: "プロバイダーの理由",
      since: "開始日時",
      action: "操作"
    },
    rows: (count) => `${format.plural(count, { other: "#件のアドレス" })}`,
    empty: {
      title: "送信停止中のアドレスはありません",
      text: "恒久的な配信不能や迷惑メール報告があったアドレスが表示されます。"
    }
  },
  reputation: {
    notice: (cause) =>
      `確認済みアカウントのないアドレスへのリンクは送信されません：${cause}。割合が下がると再開します。`,
    bounce: (emails) => `${emails}の5%以上が配信不能でした`,
    complaint: (emails) => `${emails}の0.1%以上に苦情がありました`,
    instance: "過去24時間のこのインスタンスのメール",
    service: "過去24時間の全インスタンスのメール"
  },
  records: {
    title: "送信元ドメイン",
    intro: "受信側はこれらの DNS レコードでメールが本物かを判断します。全インスタンス共通で、1分後に再確認されます。",
    states: {
      ok: "確認済み",
      problem: "要対応",
      unknown: "未確認"
    },
    add: (name, type, value) => html`追加：${name} ${type} ${value}`
  },
  texts: {
    title: "メールの文面",
    intro:
      "このインスタンスのメールの文面です。作成した文面はその言語でのみ送信され、ほかの言語では既定の文面か、その言語で作成した文面が送信されます。",
    languages: "言語",
    changes: (count) => `変更${format.plural(count, { other: "#" })}件`,
    default: "既定の文面",
    yours: "作成した文面"
  },
  text: {
    of: (topic, language) => `${topic}（${language}）`,
    isDefault: "メールはこの既定の文面です。",
    change: "変更して保存できます。",
    savedAt: (time) => html`作成した文面、${time}に保存。`,
    sentTo: (language) => `メールの言語が${language}のユーザーに送られます。`,
    heading: "文面",
    parts: {
      subject: "件名",
      text: "テキスト形式",
      html: "HTML"
    },
    hints: {
      subject: "1行。リンクは使えません。",
      text: "HTML を表示しないプログラム用です。",
      html: "<body> の中身です。スクリプト、フォーム、コメント、ロゴ以外の画像は使えず、リンクは https:// または mailto: で始める必要があります。"
    },
    preview: "プレビュー",
    previewOf: "メールのプレビュー",
    subjectIs: "件名：",
    asPlainText: "テキスト形式：",
    noPreview: "文面に誤りがあるため、プレビューを表示できません：",
    mistake: (line, column, reason) => html`${line}行${column}列：${reason}。`,
    labelled: (label, value) => html`${label}：${value}`,
    rejected: "保存されませんでした。誤りは各欄の下に表示しています。",
    placeholders: "プレースホルダー",
    placeholdersIntro: "各メールの値に置き換えられます。",
    use: (use) => `（${use}）`,
    uses: {
      link: "必須。href の全体、または前後に空白のあるテキスト",
      code: "テキスト。件名では使えません",
      url: "href の全体、またはテキスト",
      image: "画像の src",
      color: "style の中",
      "text-color": "style の中",
      text: "テキスト",
      number: "テキスト",
      time: "テキスト",
      device: "テキスト"
    },
    notices: {
      saved: "保存しました。今後のメールはこの文面になります。",
      reset: "メールは既定の文面に戻りました。",
      sent: "テストメールを送信しています。保存された文面です。"
    },
    test: "テストメール",
    testHint: "保存された文面に見本の値を入れて送ります。リンクは使えません。",
    sendTest: "テストメールを送信",
    tooMany: "テストメールの送信数が多すぎます。数分後にもう一度お試しください。",
    noProvider: "メールプロバイダーが設定されていません。",
    noTest: "メールプロバイダーが設定されていないため、テストメールを送信できません。",
    resetIntro: "作成した文面を削除します。元に戻せません。",
    useDefault: "既定の文面を使う"
  },
  topics: {
    magic_link: "ログイン用リンク",
    password_reset: "新しいパスワード",
    sign_up: "登録",
    existing_account: "アカウントは登録済み",
    invitation: "招待",
    email_change: "新しいメールアドレス",
    email_changed: "メールアドレスの変更",
    factor_recovery: "失くした認証要素の復旧",
    factor_recovery_ready: "失くした認証要素の復旧（準備完了）",
    test_email: "テストメール",
    identity_added: "アカウントの連携",
    identity_removed: "アカウントの連携解除",
    failed_sign_ins: "ログイン失敗",
    passkey_added: "パスキーの追加",
    passkey_removed: "パスキーの削除",
    account_claimed: "パスワードの削除",
    password_set: "パスワードの設定",
    password_changed: "パスワードの変更",
    second_factor_added: "2つ目の認証要素の追加",
    second_factor_removed: "2つ目の認証要素の削除",
    recovery_codes_renewed: "リカバリーコードの更新",
    recovery_codes_removed: "リカバリーコードの削除",
    recovery_code_used: "リカバリーコードの使用",
    factor_recovery_completed: "失くした認証要素の削除",
    email_restored: "以前のアドレスの最終的な復元",
    deletion_scheduled: "削除の予約",
    deletion_cancelled: "削除の取り消し",
    device_approved: "別のデバイスでのログイン",
    personal_token_created: "個人用アクセストークンの作成",
    refresh_token_replayed: "以前のトークンによるアプリのログアウト",
    sessions_revoked: "すべてのデバイスからログアウト",
    second_factor_reset: "2つ目の認証要素のリセット",
    passkeys_reset: "管理者によるパスキーの削除"
  },
  about: {
    magic_link: "ユーザーがログイン用リンクを依頼しました。",
    password_reset: "ユーザーが新しいパスワードを設定するリンクを依頼しました。",
    sign_up: "アカウントのないアドレスで登録がありました。",
    existing_account: "アカウントのあるアドレスで登録がありました。",
    invitation: "管理者がアカウントの作成に招待しました。",
    email_change: "ユーザーがメールアドレスの変更を希望しています。新しいアドレスに送られます。",
    email_changed: "ユーザーがメールアドレスを変更しました。以前のアドレスに送られます。",
    factor_recovery: "ユーザーが失くしたパスキーと認証アプリの削除を希望しています。",
    factor_recovery_ready: "失くした認証要素の削除を希望するユーザーの待機期間が終わりました。",
    identity_added: "ログインプロバイダーのアカウントが連携され、ログインできます。",
    identity_removed: "ログインプロバイダーのアカウントの連携が解除されました。",
    failed_sign_ins: "ログインが100回連続で失敗しました。",
    passkey_added: "アカウントにパスキーが追加されました。",
    passkey_removed: "アカウントからパスキーが削除されました。",
    account_claimed: "最初の確認により、他人が設定した可能性のあるパスワードが削除されました。",
    password_set: "ユーザーが初めてパスワードを設定しました。",
    password_changed: "ユーザーがパスワードを変更しました。",
    second_factor_added: "ユーザーが2つ目の認証要素を設定しました。",
    second_factor_removed: "ユーザーが2つ目の認証要素を削除しました。",
    recovery_codes_renewed: "ユーザーのリカバリーコードが新しくなりました。",
    recovery_codes_removed: "ユーザーがアカウントを取り戻し、最近のリカバリーコードが削除されました。",
    recovery_code_used: "ユーザーがリカバリーコードでログインしました。",
    factor_recovery_completed: "ユーザーがリンクで、失くしたパスキーと認証アプリを削除しました。",
    email_restored: "以前のアドレスが最後に復元されました。もう一方に送られます。",
    deletion_scheduled: "ユーザーがアカウントの削除を申請しました。",
    deletion_cancelled: "アカウントは削除されません。",
    device_approved: "ユーザーがコードで別のデバイスにログインしました。",
    personal_token_created: "ユーザーが個人用アクセストークンを作成しました。",
    refresh_token_replayed: "アプリの以前のトークンが提示されたため、アプリがログアウトされました。",
    sessions_revoked: "管理者がユーザーをすべてのデバイスからログアウトさせました。",
    second_factor_reset: "管理者がユーザーの2つ目の認証要素を削除しました。",
    passkeys_reset: "管理者がユーザーのパスキーをすべて削除しました。"
  },
  placeholderTexts: {
    link: "メールのリンクです。",
    code: "ログインに使えるコードです。インスタンスがコードを送らない場合は空です。",
    instanceName: "インスタンスの名前です。",
    host: "auth.example.com のような、インスタンスのホストです。",
    signInUrl: "ログインページの URL です。",
    supportUrl: "サポートの URL です。空の場合もあります。",
    logoUrl: "ロゴです。ない場合、画像は表示されません。",
    accentColor: "アクセントカラーです。",
    accentTextColor: "アクセントカラーとのコントラストが高い、白または黒です。",
    lifetimeDays: "リンクの有効日数です。",
    lifetimeMinutes: "リンクの有効分数です。",
    expiresAt: "リンクが使えなくなる日時です。",
    requestedAt: "申請日時です。",
    changedAt: "発生日時です。",
    invitedAt: "招待の送信日時です。",
    availableAt: "復旧を完了できる日時です。",
    deletionAt: "アカウントが削除される日時です。",
    forgotPasswordUrl: "新しいパスワードを設定するリンクを送るページです。",
    device: "操作が行われたデバイスです。"
  }
}
