/** The texts that the pages of the dashboard share, in Japanese. */
import { format } from "../../../language/ja.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  brand: "Latchkey 管理画面",
  skip: "本文へ移動",
  menu: "メニュー",
  navigation: "管理画面",
  chooseInstance: "インスタンスを選択",
  switchInstance: "インスタンスを切り替え",
  allInstances: "すべてのインスタンス",
  tabs: {
    Overview: "概要",
    Users: "ユーザー",
    Invitations: "招待",
    Emails: "メール",
    "Sign-in providers": "ログインプロバイダー",
    Webhooks: "Webhook",
    Settings: "設定"
  },
  service: "サービス",
  sections: {
    Instances: "インスタンス",
    Administrators: "管理者",
    "API keys": "API キー",
    Access: "アクセス",
    "Audit log": "監査ログ",
    "Your account": "あなたのアカウント",
    Language: "言語"
  },
  adminKey: "管理キー",
  roles: {
    viewer: "閲覧",
    support: "サポート",
    admin: "全権限"
  },
  roleChoices: {
    viewer: "閲覧：すべてを閲覧できます",
    support: "サポート：ユーザーの支援もできます",
    admin: "全権限：すべての操作ができます"
  },
  role: "権限",
  name: "名前",
  nameHint: "監査ログに表示されます。",
  email: "メールアドレス",
  save: "保存",
  saved: "保存しました。",
  cancel: "キャンセル",
  delete: "削除",
  deleteDots: "削除…",
  remove: "削除",
  enable: "有効にする",
  enableDots: "有効にする…",
  disable: "無効にする",
  disableDots: "無効にする…",
  details: "詳細",
  yes: "はい",
  none: "なし",
  never: "なし",
  off: "オフ",
  on: "オン",
  back: (name) => `${name}に戻る`,
  copy: "コピー",
  copied: "コピーしました",
  sentence: (text) => `${text}。`,
  table: {
    apply: "絞り込む",
    search: "検索",
    clear: "クリア",
    csv: "CSV をエクスポート",
    csvHint: (rows) => `最大${rows}行。`,
    previous: "前へ",
    next: "次へ",
    pagesOf: (caption) => `ページ：${caption}`,
    onPage: (count) => `このページに${format.plural(count, { other: "#" })}件`,
    moreThan: (rows) => `${rows}以上`,
    filters: "絞り込み条件"
  },
  device: (device) => `${device}`,
  actors: {
    admin_api: "管理 API 経由",
    dashboard: "管理画面で",
    command_line: "コマンドラインで",
    program: "Latchkey を組み込んだアプリによって",
    user: "ユーザー自身によって"
  },
  problem: "問題が発生しました",
  notFound: "ページが見つかりません",
  logSaysMore: "詳しくはサービスのログをご覧ください。",
  toDashboard: "管理画面へ",
  notSaved: (problem) => `保存されませんでした。${problem}`,
  fieldError: (label, reason) => `${label}：${reason}。`,
  lineError: (line, reason) => `${line}行目：${reason}。`,
  problems: {
    permission_denied: "あなたの権限ではこの操作はできません。管理者に相談してください。",
    operator_already_exists: "このメールアドレスの管理者はすでに存在します。",
    last_admin_required: "ログインしたことのある全権限の管理者が、ほかに必要です。",
    external_id_already_exists: "別のユーザーがこの外部 ID を使用しています。",
    plan_does_not_allow: "Free プランでは既定のパスワードポリシーのみ利用できます。",
    default_instance_required: "既定のインスタンスは削除できません。",
    passkey_rp_id_in_use: "現在のドメインのパスキーを使用しているユーザーがログインできなくなります。",
    method_not_allowed: "リクエストを処理できませんでした。ページを再読み込みして、もう一度お試しください。",
    email_report_rejected: "リクエストを処理できませんでした。"
  },
  language: {
    intro: "このブラウザーでの言語です。選択するまでは、ブラウザーの優先言語で表示されます。"
  },
  timesIn: (zone) => `時刻：${zone}`
}
