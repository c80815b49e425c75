/** The texts of the pages about webhooks, in Japanese. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/ja.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  title: "Webhook",
  webhook: "Webhook",
  intro: "ユーザーのイベントごとに、署名付きのメッセージをアプリの URL に送信します。",
  state: "状態",
  added: "追加日時",
  allEvents: "すべて",
  on: "有効",
  off: "無効",
  failing: "失敗中",
  unavailable: "アダプターが設定されていないため、このサービスは Webhook にメッセージを送信しません。",
  noKey:
    "サーバーキーが設定されていないため、シークレットを保存できません。SECRET_KEY を設定し、サービスを再起動してください。",
  full: (count) =>
    `インスタンスに追加できる Webhook は${format.plural(count, { other: "#" })}件までです。追加するには、どれかを削除してください。`,
  count: (count) => `${format.plural(count, { other: "#" })}件の Webhook`,
  empty: {
    title: "Webhook はまだありません",
    text: "追加すると、ユーザーの作成、変更、削除が数秒でアプリに伝わります。"
  },
  add: "Webhook を追加",
  addIntro: "これから起きるすべてのイベントが送信されます。",
  addButton: "Webhook を追加",
  fields: {
    url: { label: "URL", hint: "メッセージは POST で送信されます。" },
    types: { label: "イベント", hint: "選択しない場合は、今後のバージョンのものも含めてすべて送信されます。" }
  },
  secretTitle: "Webhook のシークレット",
  secretShown:
    "メッセージが Latchkey からのものであることを、アプリはこのシークレットで確認します。再表示されないので、今すぐコピーしてください。",
  toWebhook: "Webhook に移動",
  notices: {
    saved: "保存しました。",
    enabled: "Webhook を有効にしました。待機していたメッセージは今すぐ送信されます。",
    disabled: "Webhook を無効にしました。イベントは、再び有効にするまで待機します。",
    deleted: "Webhook を削除しました。",
    resent: "イベントを再送信します。",
    resentAll: "失敗したすべてのイベントを再送信します。"
  },
  offSince: {
    operator: (time) => html`${time}から無効です。イベントは、再び有効にするまで待機します。`,
    gone: (time) =>
      html`${time}から無効です。URL が 410（廃止済み）を返しました。イベントは、再び有効にするまで待機します。`,
    failing: (time) =>
      html`${time}から無効です。5日間、何も成功しませんでした。イベントは、再び有効にするまで待機します。`
  },
  failsSince: (time) => html`${time}から何も成功していません。再試行を続け、5日後に Webhook を無効にします。`,
  previousSecret: "以前のシークレットの有効期限",
  test: "テストを送信",
  testSucceeded: (status, milliseconds) =>
    `テストは成功しました。応答は ${status}、所要時間は ${milliseconds} ms でした。`,
  testRefused: (status) => `テストは失敗しました。応答は ${status} でした。成功は 200 から 299 だけです。`,
  testFailed: (reason) => `テストは失敗しました。${reason}。`,
  status: (status) => `応答 ${status}`,
  reasons: {
    busy: "すでに10件のリクエストが進行中です",
    url: "この URL には送信できません",
    address: "ホストに公開アドレスがありません",
    network: "接続、有効な証明書、または応答がありません",
    timeout: "応答に時間がかかりすぎました",
    secret: "シークレットの鍵が設定されていません",
    expired: "イベントはもう保存されていません"
  },
  turnOn: "有効にする",
  turnOff: "無効にする",
  replaceDots: "シークレットを交換…",
  replaceTitle: "シークレットを交換しますか？",
  replaceText:
    "新しいシークレットが発行されます。しばらくの間、メッセージは両方で署名されるので、アプリは取りこぼしなく切り替えられます。",
  overlap: { label: "以前のシークレットの有効期間", hint: "盗まれた場合は、今すぐ無効にしてください。" },
  noOverlap: "今すぐ無効にする",
  replaceButton: "シークレットを交換",
  deleteTitle: "Webhook を削除しますか？",
  deleteText:
    "これ以降メッセージは送信されず、待機中のものも送信されません。一時停止するには、代わりに無効にしてください。",
  messages: "メッセージ",
  event: "イベント",
  user: "ユーザー",
  details: "詳細",
  time: "日時",
  all: "すべてのメッセージ",
  states: { pending: "待機中", delivered: "配信済み", failed: "失敗" },
  sendAgain: "再送信",
  sendAllAgain: "失敗したメッセージをすべて再送信",
  messageCount: (count) => `メッセージ${format.plural(count, { other: "#" })}件`,
  kept: "メッセージは、イベントが保存されている間、ここに表示されます。",
  noMessages: { title: "メッセージはまだありません", text: "ユーザーに何かが起きると、すぐにここに表示されます。" },
  noMatches: { title: "該当するメッセージはありません", text: "別の状態を選択してください。" }
}
