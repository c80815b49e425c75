/** The texts of the pages about instances, in Japanese. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/ja.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  overview: {
    period: "期間",
    periods: {
      "24h": "24時間",
      "7d": "7日間",
      "30d": "30日間"
    },
    compared: {
      "24h": "直前の24時間との比較",
      "7d": "直前の7日間との比較",
      "30d": "直前の30日間との比較"
    },
    before: (value) => `（直前：${value}）`,
    users: "ユーザー",
    usersNote: "このインスタンス内",
    newUsers: "新規ユーザー",
    newUsersNote: "この期間",
    atLeast: (count) => `${count}以上`,
    signIns: "ログイン",
    signInsNote: (share) => `試行の${share}`,
    rejected: "拒否",
    rejectedNote: "パスワード、コード、リンクの誤り",
    limited: "制限到達",
    limitedNote: "試行回数の超過",
    failed: "失敗",
    failedNote: "障害または過負荷",
    emails: "送信メール",
    emailsNote: (unsent) => `未送信 ${unsent}`,
    bounces: "配信不能",
    bouncesNote: (count) => `苦情${format.plural(count, { other: "#" })}件`,
    chart: "ログインの推移",
    byMethod: "方法別のログイン",
    methods: {
      password: "パスワード",
      link: "ログイン用リンクまたはコード",
      passkey: "パスキー",
      provider: "ログインプロバイダー",
      "second factor": "2つ目の認証要素あり",
      "new account": "新規アカウント"
    },
    methodColumns: {
      method: "方法",
      signIns: "ログイン",
      share: "割合"
    },
    noSignIns: "この期間のログインはありません。ユーザーのログイン後、数秒で表示されます。",
    change: "設定を変更",
    all: "すべての設定",
    delete: "インスタンスを削除…",
    atLeastCharacters: (count) => `${format.plural(count, { other: "#" })}文字以上`,
    signUps: {
      open: "だれでも可",
      invitation: "招待のみ",
      closed: "停止中"
    },
    verified: (signUp) => `${signUp}（メールアドレスの確認後）`,
    noOneCanSignUp: (verified) => `${verified}。メールプロバイダーが未設定のため、だれも登録できません`,
    linksUnsent: "オン（メールプロバイダーが未設定のため送信されません）",
    expire: (lifetime, idle) => `有効期間：${lifetime}、操作がない場合：${idle}`,
    noHosts: "なし（既定のホストを使用）",
    hashing: "ハッシュ速度",
    hashingOwn: (rate) => `毎秒約${rate}件のパスワード`,
    hashingMixed: (now, mix, own) =>
      `現在のアカウントのハッシュ（${mix}）で毎秒約${now}件、Latchkey のハッシュで約${own}件です。ユーザーのログイン時に置き換えられます`,
    lessThan: (share) => `${share}未満`,
    others: "その他"
  },
  facts: {
    origin: "オリジン",
    hosts: "ホスト",
    plan: "プラン",
    magicLinks: "ログイン用リンク",
    signUp: "登録",
    passwords: "パスワード",
    passkeys: "パスキー",
    sessions: "セッション",
    waysIn: "ログイン方法"
  },
  list: {
    intro:
      "インスタンスは、ユーザーがここでログインするアプリケーションです。それぞれにユーザー、設定、制限があります。",
    create: "インスタンスを追加",
    count: (count) => `${format.plural(count, { other: "#" })}件のインスタンス`,
    empty: {
      title: "インスタンスはまだありません",
      text: "ユーザーがログインするアプリケーションごとに作成してください。"
    },
    more: (hosts, count) => `${hosts}、ほか${format.plural(count, { other: "#" })}件`,
    nextPage: "次のページ",
    deleted: "削除済みインスタンス",
    deletedIntro: "使えなくなりました。データはバックグラウンドで削除され、その後ホストが空きます。",
    left: (users) => `削除中：残り${users}`,
    createIntro: "ほかの項目には既定値があり、設定で変更できます。",
    createButton: "インスタンスを作成"
  },
  deletion: {
    title: "このインスタンスを削除しますか？",
    id: "インスタンス ID",
    confirm: (id) => html`確認のため ${id} と入力してください。`,
    mustBe: (id) => `${id} を入力してください`,
    noUsers: "ユーザーはいません。",
    users: (count) => `${format.plural(count, { other: "#" })}人のユーザーがログアウトされ、ログインできなくなります。`,
    links: "送信済みのリンクは使えなくなり、送信待ちのメールは送られません。",
    noHosts: "ホストはありません。",
    hosts: (hosts) =>
      `${hosts} へのリクエストは、すべて削除されるまで「見つかりません」になり、その後は既定のインスタンスに属します。`,
    otherHosts: (hosts) => `${hosts} とその他のホスト`,
    everything: "ユーザー、セッション、設定などがすべて削除されます。監査ログの記録は残ります。",
    irreversible: "元に戻せません。",
    button: "インスタンスを削除",
    rejected: "削除されませんでした。入力内容に問題があります。",
    section: "このインスタンスを削除",
    sectionText: "ユーザーはログインできなくなり、保存されているものはすべて削除されます。"
  },
  form: {
    conflict: (value) => `別の人が${value}に変更しました。もう一度保存すると上書きします`,
    nothing: "空",
    quoted: (text) => `「${text}」`,
    inGroup: (legend, error) => `${legend}：${error}`
  },
  settings: {
    noEmail:
      "メールプロバイダーが設定されていないため、ここでの選択にかかわらずログイン用リンクは使えません。EMAIL_FROM と EMAIL_SMTP_URL、または EMAIL_FROM と EMAIL_PROVIDER_API_KEY を設定し、サービスを再起動してください。",
    noKey: (setting) =>
      html`サーバーキーがないため、メールにはリンクの横のコードがありません。有効にするには ${setting} を設定し、サービスを再起動してください。`,
    locked: "Free プランでは既定のポリシー（8文字以上）のみです。独自のポリシーには Pro プランに変更してください。",
    changePlan: "プランを変更"
  },
  trial: {
    title: "パスワードを試す",
    password: "パスワード",
    hint: "保存済みのポリシーで確認します。保存はされません。",
    button: "試す",
    meets: "このパスワードはポリシーを満たしています。",
    fails: "このパスワードはポリシーを満たしていません。",
    tooShort: (count) => `${format.plural(count, { other: "#" })}文字未満です。`,
    common: "一般的すぎます。攻撃者が最初に試すものです。",
    uppercase: "大文字がありません。",
    lowercase: "小文字がありません。",
    number: "数字がありません。",
    special: "記号がありません。",
    empty: "空です。",
    tooLong: "長すぎます。",
    malformed: "使えない文字が含まれています。"
  },
  sections: {
    general: {
      title: "全般",
      about: "インスタンスの名前、ホスト、言語、ログイン後の移動先です。"
    },
    appearance: {
      title: "ページとブランド",
      about: "ページとメールの見た目、ページからのリンクです。"
    },
    "auth-methods": {
      title: "ログイン方法",
      about: "ユーザーのログイン方法です。少なくとも1つは有効のままです。"
    },
    "sign-up": {
      title: "登録",
      about: "アカウントを作成できる人です。既存のユーザーはいつでもログインできます。"
    },
    "user-details": {
      title: "ユーザーの登録情報",
      about: "登録後にページでユーザーに尋ねる内容です。名前と、userMetadataに保存する情報を設定できます。"
    },
    "password-policy": {
      title: "パスワードポリシー",
      about: "新しいパスワードの条件です。既存のパスワードは引き続き使えます。"
    },
    lifetimes: {
      title: "セッション",
      about: "セッションの有効期限です。最長期間は新しいセッションに、無操作の期限はすぐに全セッションに適用されます。"
    },
    limits: {
      title: "レート制限",
      about: "スライディングウィンドウ内で許可する試行回数です。超えると拒否されます。"
    },
    emails: {
      title: "アカウントのメール",
      about: "ログイン用リンク以外に送られるメールです。"
    },
    tokens: {
      title: "トークン",
      about:
        "プログラムや別ホストの API で使うものです。ユーザーの個人用アクセストークンと、アクセストークンがあります。"
    },
    accounts: {
      title: "アカウントの削除",
      about: "ユーザーが自分のアカウントにできることです。"
    },
    plan: {
      title: "プラン",
      about: "独自のパスワードポリシーを持てるかどうかです。"
    }
  },
  userFields: {
    legend: (number) => `項目${number}`,
    label: "ラベル",
    name: "データ内の名前",
    type: "種類",
    types: {
      string: "テキスト",
      choice: "選択肢",
      integer: "整数",
      number: "数値",
      boolean: "チェックボックス"
    },
    required: "必須",
    more: "その他",
    values: "選択肢（1行に1つ）",
    least: "最小",
    most: "最大",
    labels: "ほかの言語でのラベル（例：de: Firma）",
    wrong: (reason) => `登録情報：${reason}。`,
    wrongRow: (number, part, reason) =>
      part === "" ? `項目${number}：${reason}。` : `項目${number}の${part}：${reason}。`
  },
  fields: {
    name: {
      label: "名前",
      hint: "ページとメールに表示されます。"
    },
    hosts: {
      label: "ホスト",
      hint: "1行に1つ、スキームとポートなしで入力します（例：auth.example.com）。これらのホストへのリクエストはこのインスタンスのものです。"
    },
    origins: {
      label: "許可するオリジン",
      hint: "1行に1つ入力します（例：https://app.example.com）。そのページはユーザーの Cookie で API を呼び出せます。"
    },
    redirectUrl: {
      label: "リダイレクト URL",
      hint: "ログイン後の移動先です。空の場合は、インスタンスのオリジンのルートです。"
    },
    defaultLanguage: {
      label: "既定の言語",
      hint: "言語タグ：en、de、fr、es、pt-BR、ja、ar。言語を選んでおらず、ブラウザーの優先言語にもないユーザー用です。"
    },
    password: {
      label: "パスワード",
      hint: "メールアドレスとパスワードで登録・ログインできます。"
    },
    magicLink: {
      label: "ログイン用リンク",
      hint: "メールで届く一度限りのリンクでログインできます。"
    },
    passkey: {
      label: "パスキー",
      hint: "アカウントにパスキーを追加し、それでログインできます。"
    },
    passkeyRpId: {
      label: "パスキーのドメイン（RP ID）",
      hint: "インスタンスのホスト、またはそれを含むドメインです（auth.example.com に対する example.com など）。同じドメインの別ホストのページでも同じパスキーを使えます。空の場合はインスタンスのホストです。ユーザーがパスキーを持つ間は変更できません。"
    },
    secondFactor: {
      label: "2つ目の認証要素",
      hint: "任意と必須は、サービスに秘密鍵がある場合にのみ機能します。",
      options: {
        off: "オフ：パスワードまたはリンクだけで十分です",
        optional: "任意：認証アプリを追加できます",
        required: "必須：次回ログインから認証アプリまたはパスキーが必要です"
      }
    },
    factorRecovery: {
      label: "失くしたパスキーと認証アプリ",
      hint: "2つ目の認証要素が必須の間、またはメールプロバイダーがない場合は無効です。1つ目の要素でログインでき、待機期間中ユーザーのメールを読める人は、ほかの要素を削除できます。",
      options: {
        off: "オフ：管理者だけがリセットできます",
        email: "メール：待機期間の後、リンクで削除できます"
      }
    },
    factorRecoveryHours: {
      label: "待機時間（時間）",
      hint: "申請からリンクが使えるまで：24〜720時間。申請中のものは変わりません。"
    },
    magicLinkCodes: {
      label: "リンクの横のコード",
      hint: "メールに6桁のコードも記載され、リンクを依頼したデバイスで入力します。攻撃者がコードを聞き出すことは、リンクより容易です。"
    },
    requireVerifiedEmail: {
      label: "メールの確認",
      hint: "ユーザーがリンクでメールアドレスを確認した後にのみ、アプリはセッションを取得できます。"
    },
    allowedDomains: {
      label: "許可するドメイン",
      hint: "1行に1つ（例：example.com）。これらのドメインのアドレスだけが登録できます。空欄の場合はすべて登録できます。招待したユーザーと既存のアカウントには影響しません。"
    },
    refusedDomains: {
      label: "拒否するドメイン",
      hint: "1行に1つ。これらのドメインのアドレスは登録できません。"
    },
    userFields: {
      label: "登録情報",
      hint: "必須の項目は入力されるまでログインのたびに、それ以外は1回だけ尋ねます。項目を削除するには、ラベルと名前を空にしてください。データ内の名前が「name」の項目は、ユーザーの名前です。"
    },
    sessionInclude: {
      label: "セッションに含めるユーザーデータ",
      hint: "1行に1つ：name、metadata、userMetadata。アプリはセッションごとに受け取り、セッションの確認のたびにユーザーも読み取ります。"
    },
    signUpMode: {
      label: "新規アカウント",
      options: {
        open: "公開：だれでもアカウントを作成できます",
        invitation: "招待：招待した人のみ",
        closed: "停止：管理者のみがアカウントを作成します"
      }
    },
    signUpVerification: {
      label: "パスワードによる新規アカウントのメール確認",
      hint: "「前」の場合、登録時にアドレスのアカウントの有無はわかりません。メールプロバイダーが必要です。",
      options: {
        after: "後：アカウントはすぐに作成され、ログインします",
        before: "前：メールのリンクでアカウントが作成されます"
      }
    },
    plan: {
      label: "プラン",
      hint: "どちらも Latchkey に含まれ、無料です。顧客用のインスタンスでは、Free はパスワードポリシーを既定のままにします。",
      options: {
        free: "Free：既定のパスワードポリシー",
        pro: "Pro：独自のパスワードポリシー"
      }
    },
    minLength: {
      label: "最小文字数"
    },
    requireUppercase: {
      label: "大文字を必須にする"
    },
    requireLowercase: {
      label: "小文字を必須にする"
    },
    requireNumber: {
      label: "数字を必須にする"
    },
    requireSpecial: {
      label: "記号を必須にする"
    },
    logoUrl: {
      label: "ロゴの URL",
      hint: "高さ40ピクセルの画像の https URL。Gmail は SVG を表示しないため PNG を使います。空の場合は名前が表示されます。"
    },
    accentColor: {
      label: "ボタンの色",
      hint: "例：#1f5eff。空の場合は Latchkey の色です。"
    },
    corners: {
      label: "角",
      options: {
        square: "四角",
        rounded: "角丸",
        pill: "カプセル"
      }
    },
    font: {
      label: "フォント",
      hint: "閲覧者の端末にあるフォントです。何も読み込みません。",
      options: {
        system: "システムフォント",
        humanist: "ヒューマニスト",
        geometric: "ジオメトリック",
        rounded: "丸ゴシック",
        serif: "セリフ"
      }
    },
    termsUrl: {
      label: "利用規約の URL",
      hint: "https URL。空の場合、利用規約へのリンクは表示されません。"
    },
    privacyUrl: {
      label: "プライバシーの URL",
      hint: "https URL。空の場合、プライバシーポリシーへのリンクは表示されません。"
    },
    supportUrl: {
      label: "サポートの URL",
      hint: "https URL、または mailto:help@example.com。空の場合、リンクは表示されません。"
    },
    absoluteLifetime: {
      label: "最長期間（秒）",
      hint: "30日は2592000秒です。"
    },
    idleLifetime: {
      label: "無操作の期限（秒）",
      hint: "7日は604800秒です。"
    },
    accountNotices: {
      label: "アカウントのお知らせ",
      hint: "パスワード、パスキー、2つ目の認証要素が変わったとき、またはすべてのデバイスからログアウトさせたときに、メールで知らせます。"
    },
    deviceSignIn: {
      label: "他のデバイスでのログイン",
      hint: "ユーザーは/deviceページでコードを入力して、コマンドラインやテレビにログインできます。"
    },
    personalTokens: {
      label: "個人用アクセストークン",
      hint: "ユーザーは自分のプログラム用にトークンを作成できます。オフの間は、既存のトークンも使えません。"
    },
    tokenScopes: {
      label: "個人用アクセストークンのスコープ",
      hint: "1行に1つ（reports:read など）。ユーザーがトークンごとに選び、何を許可するかはアプリが決めます。削除したスコープは無効になります。"
    },
    tokenAudiences: {
      label: "アクセストークンのオーディエンス",
      hint: "1行に1つ：アクセストークンを受け付ける API です（https://api.example.com など）。空の場合、アクセストークンは発行されません。サーバーキーが必要です。"
    },
    tokenClaims: {
      label: "アクセストークンのクレーム",
      hint: "1行に1つ：アクセストークンに値を含める、ユーザーのアプリデータ（metadata）のキーです。"
    },
    tokenAppLinks: {
      label: "アプリリンク",
      hint: "1行に1つ。メールやログインプロバイダーからアプリに戻る先です。例: com.example.app:/sign-in、またはアプリに関連付けた https の URL。"
    },
    deletionGraceDays: {
      label: "アカウント削除までの日数",
      hint: "削除の申請後もアカウントを残せる期間：0〜30日。0の場合はすぐに削除されます。"
    },
    limit: {
      label: "上限"
    },
    windowSeconds: {
      label: "期間（秒）"
    }
  },
  limits: {
    signUpPerIp: "IP アドレスごとの登録",
    signInPerIp: "IP アドレスごとのログイン",
    signInPerEmail: "アカウントごとのログイン（未知のデバイス）",
    signInPerKnownClient: "アカウントごとのログイン（既知のデバイス1台）",
    magicLinkPerIp: "IP アドレスごとのリンク依頼",
    magicLinkPerEmail: "メールアドレスごとのリンク依頼",
    magicLinkPerEmailPerDay: "メールアドレスごとのリンク依頼（長期間）",
    magicLinkVerifyPerIp: "IP アドレスごとに開いたリンク",
    magicLinkToUnknownPerInstance: "未確認のメールアドレスへのリンク（合計）",
    magicLinkCodePerInstance: "誤ったコード（合計）",
    signUpPerInstance: "パスワードによる登録（合計）"
  }
}
