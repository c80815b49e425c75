/** Problems in words for users, in Japanese. Generated from the contract by `npm run generate`. */

import { makeMessageOf, type Messages } from "./Messages.ts"

/** The texts. */
export const messages: Messages = {
  soon: "数分後",
  invalid_request: "入力内容に問題があります。",
  invalid_credentials: "メールアドレスまたはパスワードが正しくありません。",
  invalid_token:
    "リンクまたはコードが無効です。有効期限が切れているか、このアドレスに送信されたリンクまたはコードがすでに使用されている可能性があります。",
  password_disabled: "ここではパスワードを使用できません。リンクでログインしてください。",
  sign_up_closed: "ここではアカウントを作成できません。",
  forbidden_origin: "このリクエストは別のウェブサイトから送信されました。",
  not_found: "ページが見つかりませんでした。",
  payload_too_large: "テキストが長すぎます。短くしてもう一度お試しください。",
  unsupported_media_type: "フォームを処理できませんでした。ページを再読み込みして、もう一度お試しください。",
  signup_rate_limited: (when) =>
    `お使いのネットワークから作成されたアカウントが多すぎます。${when}にもう一度お試しください。`,
  signin_rate_limited: (when) => `ログインの試行回数が多すぎます。${when}にもう一度お試しください。`,
  magic_link_rate_limited: (when) =>
    `リンクのリクエストが多すぎます。${when}にもう一度お試しください。以前のリンクは引き続き使用できます。`,
  internal_error: "システム側で問題が発生しました。しばらくしてからもう一度お試しください。",
  service_unavailable: (when) => `サービスは一時的に利用できません。${when}にもう一度お試しください。`,
  unauthenticated: "ログインしていません。",
  reauthentication_required: "ご本人であることを確認してから、もう一度お試しください。",
  email_not_verified: "先にメールアドレスを確認してください。",
  password_too_short: "パスワードが条件を満たしていません。",
  no_sign_in_method: "このアカウントにログインする方法がほかになくなります。",
  email_already_exists: "このメールアドレスのアカウントはすでに存在します。",
  sign_up_refused: "このメールアドレスではアカウントを作成できません。",
  magic_link_disabled: "ログイン用リンクは利用できません。パスワードでログインしてください。",
  magic_link_code_disabled: "ここではコードを使えません。メールのリンクからログインしてください。",
  passkey_disabled: "ここではパスキーを使用できません。",
  passkey_already_exists: "このパスキーはすでに追加されています。",
  too_many_passkeys: "パスキーは20個まで追加できます。先に1つ削除してください。",
  identity_provider_disabled: "ここではこのプロバイダーでログインできません。",
  identity_rejected: "このプロバイダーではログインできませんでした。もう一度試すか、別の方法でログインしてください。",
  identity_provider_unavailable: (when) => `このプロバイダーは応答していません。${when}にもう一度試してください。`,
  proof_required:
    "このメールアドレスのアカウントはすでにあります。そのアカウントにログインしてから、プロバイダーを連携してください。",
  too_many_identities: "連携できるアカウントは20個までです。先に1つ連携を解除してください。",
  factor_recovery_disabled: "ここではメールでアカウントを復旧できません。",
  factor_recovery_not_needed: "復旧の必要はありません。アカウントは引き続き変更できます。",
  factor_recovery_too_early: "まだ実行できません。待機期間が終わってから、もう一度リンクを開いてください。",
  second_factor_disabled: "ここでは認証アプリを設定できません。",
  second_factor_exists: "認証アプリはすでに設定されています。別のアプリを設定するには、先に削除してください。",
  device_sign_in_disabled: "ここではコードを使って他のデバイスにログインできません。",
  audience_not_allowed: "このアプリは、呼び出し先のサービス用に設定されていません。",
  access_tokens_disabled: "このアプリは、ほかのサービスを呼び出すための設定がまだされていません。",
  network_error:
    "サーバーに接続できませんでした。接続を確認して、もう一度お試しください。接続に問題がない場合は、サーバー側の不具合です。",
  aborted: "リクエストはキャンセルされました。",
  passkey_canceled: "パスキーは使用されませんでした。もう一度試すか、別の方法を選んでください。",
  passkey_rejected: "このパスキーではログインできません。別の方法を選んでください。",
  passkey_unavailable: "うまくいきませんでした。しばらくしてからもう一度試すか、別の方法を選んでください。",
  unexpected_reply: "システム側で問題が発生しました。しばらくしてからもう一度お試しください。"
}

/**
 * Returns a problem in words for users.
 *
 * ```ts
 * import { createClient } from "@latchkey/client"
 * import { messageOf } from "@latchkey/client/messages/ja"
 *
 * const result = await createClient().signOut()
 * if (!result.ok) console.log(messageOf(result.problem))
 * ```
 */
export const messageOf = makeMessageOf("ja", messages)
