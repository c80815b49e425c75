/** The texts of the audit log and of the chart of sign-ins, in Japanese. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/ja.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  intro: "管理者による変更とユーザーの閲覧、ユーザー自身によるログイン方法の変更の記録です。",
  columns: {
    what: "操作",
    who: "実行者",
    about: "対象",
    details: "詳細",
    at: "日時"
  },
  filters: {
    action: "操作",
    actor: "実行者",
    user: "ユーザー ID",
    instance: "インスタンス",
    from: "開始日",
    until: "終了日"
  },
  allActions: "すべて",
  allActors: "全員",
  actors: {
    dashboard: "管理画面",
    admin_api: "管理 API",
    command_line: "コマンドライン",
    program: "Latchkey を組み込んだアプリ",
    user: "ユーザー自身"
  },
  from: (ipAddress) => `${ipAddress}から`,
  was: "変更前",
  arrow: "→",
  rows: (count) => `${format.plural(count, { other: "#件の記録" })}`,
  kept: "400日間保存されます。",
  deletedUser: "削除済みユーザー",
  empty: {
    title: "記録はまだありません",
    text: "管理者による変更がすべて記録されます。"
  },
  noMatches: {
    title: "該当する記録がありません",
    text: "期間を広げるか、条件を減らしてください。"
  },
  chart: {
    since: (time, counts) => html`${time}以降：${counts}。`,
    asTable: "表で表示",
    tableOf: {
      hour: "時間別のログイン",
      day: "日別のログイン"
    },
    first: {
      hour: "時間（UTC）",
      day: "日（UTC）",
      localHour: "時間"
    },
    outcomes: {
      "signed in": "成功",
      rejected: "拒否",
      "rate limited": "制限",
      failed: "失敗"
    },
    meanings: {
      "signed in": "あらゆる方法でのログイン、または新規アカウント",
      rejected: "パスワードの誤り、無効なリンクやコード、使用済みのメールアドレス、弱いパスワード、または無効な方法",
      "rate limited": "試行回数の超過",
      failed: "障害、過負荷、または接続の切断"
    },
    count: (count, outcome) => `${outcome}${format.plural(count, { other: "#" })}件`
  },
  actions: {
    instance_created: "インスタンスを作成",
    instance_updated: "設定を変更",
    instance_deleted: "インスタンスを削除",
    identity_added: "ログインプロバイダーのアカウントをユーザーに連携",
    identity_removed: "ログインプロバイダーのアカウントの連携を解除",
    email_suppression_lifted: "アドレスへのメール送信を再開",
    passkey_added: "ユーザーのパスキーを追加",
    passkey_removed: "ユーザーのパスキーを削除",
    passkeys_deleted: "以前のホストのパスキーを削除",
    second_factor_added: "ユーザーの2つ目の認証要素を追加",
    second_factor_removed: "ユーザーの2つ目の認証要素を削除",
    recovery_codes_renewed: "ユーザーのリカバリーコードを更新",
    recovery_codes_removed: "ユーザーのリカバリーコードを削除",
    factor_recovery_requested: "ユーザーが失くした認証要素の復旧を申請",
    factor_recovery_completed: "ユーザーが失くした認証要素を削除",
    factor_recovery_cancelled: "ユーザーが失くした認証要素の復旧を取り消し",
    invitation_created: "ユーザーを招待",
    invitation_withdrawn: "招待を取り消し",
    email_changed: "メールアドレスを変更",
    email_restored: "以前のメールアドレスに復元",
    user_deleted: "ユーザーを削除",
    user_deletion_scheduled: "ユーザーの削除を予約",
    user_deletion_cancelled: "ユーザーの削除を取り消し",
    user_viewed: "ユーザーを閲覧",
    user_created: "ユーザーを作成",
    user_updated: "ユーザーを変更",
    users_imported: "ユーザーをインポート",
    users_exported: "ユーザーをエクスポート",
    user_disabled: "ユーザーを無効化",
    user_enabled: "ユーザーを有効化",
    sign_in_link_created: "ログイン用リンクを作成",
    sign_in_link_sent: "ログイン用リンクを送信",
    failed_sign_ins_reset: "ユーザーのログイン失敗回数をリセット",
    second_factor_reset: "ユーザーの2つ目の認証要素をリセット",
    passkeys_reset: "ユーザーのパスキーをすべて削除",
    session_revoked: "ユーザーを1台のデバイスからログアウト",
    sessions_revoked: "すべてのデバイスからログアウト",
    operator_invited: "管理画面への招待を作成",
    operator_invitation_withdrawn: "管理画面への招待を取り消し",
    custom_email_saved: "メールの文面を変更",
    custom_email_deleted: "メールの文面を既定に戻す",
    test_email_sent: "テストメールを送信",
    identity_provider_created: "ログインプロバイダーを追加",
    identity_provider_updated: "ログインプロバイダーを変更",
    identity_provider_deleted: "ログインプロバイダーを削除",
    dashboard_opened: "管理者がログイン",
    dashboard_closed: "管理者がログアウト",
    dashboard_session_revoked: "管理者を1台のデバイスからログアウト",
    dashboard_sessions_revoked: "管理者のセッションをログアウト",
    operator_created: "管理者を追加",
    operator_updated: "管理者を変更",
    operator_disabled: "管理者を無効化",
    operator_enabled: "管理者を有効化",
    operator_removed: "管理者を削除",
    operator_link_shown: "管理画面への招待リンクを表示",
    operator_passkey_added: "管理者のパスキーを追加",
    operator_passkey_removed: "管理者のパスキーを削除",
    operator_passkeys_removed: "管理者のパスキーをすべて削除",
    api_key_created: "API キーを作成",
    api_key_revoked: "API キーを取り消し",
    previous_admin_key_used: "ADMIN_API_KEY_PREVIOUS を使用"
  },
  events: {
    user_viewed: "閲覧",
    user_created: "アカウントを作成",
    user_updated: "アカウントを変更",
    user_disabled: "アカウントを無効化",
    user_enabled: "アカウントを再び有効化",
    failed_sign_ins_reset: "ログイン失敗回数をリセット",
    second_factor_added: "認証アプリを追加",
    second_factor_removed: "認証アプリを削除",
    second_factor_reset: "2つ目の認証要素をリセット",
    recovery_codes_renewed: "リカバリーコードを更新",
    recovery_codes_removed: "リカバリーコードを削除",
    passkey_added: "パスキーを追加",
    passkey_removed: "パスキーを削除",
    passkeys_reset: "パスキーをすべて削除",
    session_revoked: "1台のデバイスからログアウト",
    sessions_revoked: "すべてのデバイスからログアウト",
    identity_added: "ログインプロバイダーのアカウントを連携",
    identity_removed: "ログインプロバイダーのアカウントの連携を解除",
    user_deletion_scheduled: "削除を申請",
    user_deletion_cancelled: "削除を取り消し",
    factor_recovery_requested: "失くした認証要素の復旧を申請",
    factor_recovery_completed: "失くした認証要素を削除",
    factor_recovery_cancelled: "失くした認証要素の復旧を取り消し"
  },
  allInstances: "すべてのインスタンス"
}
