/** The texts of the pages about sign-in providers, in Japanese. */
import { format } from "../../../../language/ja.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  title: "ログインプロバイダー",
  intro:
    "ユーザーはほかで持っているアカウントでログインできます。ログインページには、有効な各プロバイダーのボタンが表示されます。",
  kind: "種類",
  issuer: "発行者",
  state: "状態",
  on: "有効",
  off: "無効",
  add: "プロバイダーを追加",
  addIntro: "OpenID Connect は、Keycloak、Okta、別の Latchkey など、そのほかのプロバイダー用です。",
  unavailable: "アダプターが設定されていないため、ログインプロバイダーに接続できず、ユーザーには表示されません。",
  count: (count) => `${format.plural(count, { other: "#" })}件のプロバイダー`,
  empty: {
    title: "プロバイダーはまだありません",
    text: "追加すると、ユーザーは Google などの既存のアカウントでログインできます。"
  },
  noKey:
    "サーバーキーが設定されていないため、クライアントシークレットを保存できません。SECRET_KEY を設定し、サービスを再起動してください。",
  addOidc: "OpenID Connect プロバイダーを追加",
  addOne: (name) => `${name} を追加`,
  provider: "プロバイダー",
  redirectUri: "リダイレクト URI",
  addButton: "プロバイダーを追加",
  notices: {
    deleted: "プロバイダーを削除しました。",
    added: "プロバイダーを追加し、ログインページにボタンが表示されました。今すぐ確認してください。",
    disabled: "プロバイダーを無効にしました。ユーザーはこれでログインできません。",
    enabled: "プロバイダーを有効にしました。ユーザーはこれでログインできます。",
    saved: "保存しました。"
  },
  topics: {
    adapter: "このサービス",
    algorithms: "署名",
    authorization_endpoint: "ログインページ",
    client_secret: "クライアントシークレット",
    discovery: "メタデータ",
    flow: "ログインフロー",
    keys: "鍵",
    redirect_uri: "リダイレクト URI",
    token_endpoint: "トークンエンドポイント",
    api: "GitHub",
    pkce: "PKCE"
  },
  ok: "OK",
  problem: "問題",
  result: "確認の結果",
  nothingWrong: "ユーザーなしで確認できる範囲では、問題はありません。",
  problems: (count) => `問題が${format.plural(count, { other: "#" })}件あります。`,
  stored: "保存済み",
  check: "確認",
  turnOff: "無効にする",
  turnOn: "有効にする",
  deleteTitle: (name) => `${name} を削除しますか？`,
  deleteText:
    "ユーザーはこれでログインできなくなります。ほかの方法がないユーザーは、ログイン用リンクが有効なら依頼できます。連携したアカウントは残り、同じ発行者のプロバイダーを追加すると再び使えます。設定を残すには、代わりに無効にしてください。",
  notDeleted: (reason) => `削除されませんでした。${reason}`,
  reason: (reason) => `プロバイダー：${reason}。`,
  otherField: (field, reason) => `「${field}」：${reason}。`,
  where: {
    google:
      "Google Cloud コンソールの「APIs & Services」→「Credentials」で、このリダイレクト URI を使って「Web application」の OAuth クライアント ID を作成します。クライアント ID とシークレットが表示されます。",
    microsoft:
      "Microsoft Entra 管理センターの「App registrations」で、プラットフォーム「Web」にこのリダイレクト URI を指定してアプリを登録します。概要にアプリケーション（クライアント）ID が表示されます。「Certificates & secrets」でシークレットを作成し、値をコピーします。",
    apple:
      "Apple Developer アカウントで、このリダイレクト URI を使って「Sign in with Apple」用の Services ID を作成します。その識別子がクライアント ID です。「Keys」で「Sign in with Apple」用の鍵を作成し、.p8 ファイルをダウンロードします。",
    github:
      "GitHub の「Developer settings」→「OAuth Apps」で、このリダイレクト URI をコールバック URL としてアプリを登録します。クライアント ID が表示され、シークレットを作成できます。",
    oidc: "プロバイダーで、このリダイレクト URI を使って認可コードフローの機密クライアントを登録します。クライアント ID とシークレットが表示されます。"
  },
  fields: {
    name: {
      label: "名前",
      hint: "「Google で続ける」のように、ボタンに表示されます。"
    },
    issuer: {
      label: "発行者",
      hint: "プロバイダーが発行者として示す URL です（例：https://id.example.com）。後から変更できません。"
    },
    microsoftIssuerHint:
      "このままですべての組織のアカウントが対象です。1つの組織に限るには {tenantid} をテナント ID に置き換えます。後から変更できません。",
    id: {
      label: "ID",
      hint: "任意：プログラムと監査ログでの名前です。後から変更できません。"
    },
    clientId: {
      label: "クライアント ID"
    },
    teamId: {
      label: "チーム ID",
      hint: "英数字10文字。Apple Developer アカウントの右上にあります。"
    },
    keyId: {
      label: "キー ID",
      hint: "英数字10文字。鍵の横にあります。"
    },
    emailTrust: {
      label: "このプロバイダーの確認済みメールアドレス",
      hint: "最初以外は、プロバイダー自身がすべてのアドレスを確認する場合にのみ選んでください。そうでないと、他人のアドレスを登録したユーザーが、ここでそのアカウントを乗っ取れます。",
      options: {
        never: "何も証明しない：ユーザーはメールで確認します",
        claim: "ここでも確認済みとするが、確認済みの既存アカウントは開かない",
        authoritative: "ここでも確認済みとし、そのアカウントを開く"
      }
    },
    presetTrustHint:
      "ほとんどの場合、最後の選択肢が適しています。Latchkey は、このプロバイダーが管理するアドレスのみを受け入れます。",
    scopes: {
      label: "追加のスコープ",
      hint: "任意、1行に1つ：ログインに必要なもの以外にプロバイダーに求めるスコープです。"
    },
    nativeClientIds: {
      label: "ネイティブアプリのクライアント ID",
      hint: "任意、1行に1つ：ID トークンでログインするアプリです。"
    },
    trustsMfa: {
      label: "プロバイダーでの多要素ログインをここでも認める",
      hint: "プロバイダーが多要素ログインと示した場合、ここでは2つ目の認証要素を求めません。"
    }
  },
  secret: {
    label: "クライアントシークレット",
    key: "秘密鍵",
    whole: ".p8 ファイルの全体です。",
    optional: "パブリッククライアントでは任意です。",
    keep: "空のままにすると、保存済みのものを使います。",
    encrypted: "暗号化して保存され、表示されません。"
  }
}
