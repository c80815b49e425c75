/** The texts of the pages about users, in Japanese. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/ja.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  list: {
    create: "ユーザーを追加",
    search: "メールアドレスまたは ID",
    status: "状態",
    all: "すべてのユーザー",
    statuses: {
      unverified: "未確認",
      disabled: "無効",
      deleting: "削除予定",
      active: "有効"
    },
    columns: {
      email: "メールアドレス",
      status: "状態",
      methods: "ログイン方法",
      created: "作成日時",
      lastSignIn: "最終ログイン"
    },
    methods: {
      password: "パスワード",
      passkeys: (count) => `${format.plural(count, { other: "パスキー#件" })}`,
      app: "認証アプリ",
      link: "リンクのみ"
    },
    rows: (count) => `${format.plural(count, { other: "#人のユーザー" })}`,
    empty: {
      title: "ユーザーはまだいません",
      text: "登録したユーザーがここに表示されます。自分で追加したり、ほかのシステムからインポートしたりすることもできます。"
    },
    noMatches: {
      title: "該当するユーザーがいません",
      text: "メールアドレスの一部、またはユーザー ID か外部 ID の全体で検索してください。"
    }
  },
  user: {
    edit: "編集",
    id: "ユーザー ID",
    externalId: "外部 ID",
    data: "データ",
    metadata: "アプリのデータ",
    userMetadata: "ユーザーのデータ",
    signedUp: "登録日時",
    verified: "メール確認",
    no: "未確認",
    disabledSince: "無効化",
    deletion: "削除予定",
    byRequest: (time) => html`${time}（ユーザーの申請による）`,
    failures: "ログイン失敗",
    inARow: (count) => `連続${format.plural(count, { other: "#" })}回`,
    refused: (count) => `${count}：新しいデバイスではパスワードが使えません`,
    waysIn: "ログイン方法",
    password: "パスワード",
    passkeys: "パスキー",
    secondFactor: "2つ目の認証要素",
    since: (time) => html`${time}から`,
    recovery: "メールでの復旧",
    recoveryText: (requested, device, available, expires) =>
      html`${requested}に${device}から申請：${available}から${expires}まで、リンクで2つ目の認証要素とパスキーを削除できます。すべてのデバイスからログアウトさせると取り消されます。`,
    set: "設定済み",
    sessions: "セッション",
    sessionColumns: {
      device: "デバイス",
      method: "ログイン方法",
      signedIn: "ログイン日時",
      lastSeen: "最終アクティビティ",
      expires: "有効期限",
      action: "操作"
    },
    methods: {
      password: "パスワード",
      magic_link: "ログイン用リンク",
      passkey: "パスキー",
      totp: "認証アプリ",
      recovery_code: "リカバリーコード",
      identity_provider: "ログインプロバイダー",
      identity_provider_mfa: "多要素のログインプロバイダー"
    },
    with: (method) => `方法：${method}`,
    signOut: "ログアウト",
    countSessions: (count) => `有効なセッション${format.plural(count, { other: "#" })}件`,
    noSessions: {
      title: "有効なセッションはありません",
      text: "どのデバイスでもログインしていません。"
    },
    timeline: "タイムライン",
    allEntries: "監査ログのすべての記録",
    emailsTo: "このアドレス宛てのすべてのメール",
    do: "操作",
    help: "ユーザーを支援",
    access: "アクセスを終了",
    danger: "危険な操作",
    actions: {
      "send-link": "ログイン用リンクを送信…",
      "make-link": "ログイン用リンクを作成…",
      "reset-failures": "ログイン失敗回数をリセット…",
      enable: "有効にする…",
      "sign-out": "すべてのデバイスからログアウト…",
      "reset-factor": "2つ目の認証要素をリセット…",
      "remove-passkeys": "パスキーを削除…",
      disable: "無効にする…",
      delete: "削除…"
    },
    back: "ユーザーに戻る"
  },
  timeline: {
    signedUp: "登録",
    verified: "メールアドレスを確認",
    signedIn: (device) => `${device}でログイン`,
    email: (state, topic) => `メール（${state}）：${topic}`,
    emailStates: {
      queued: "送信待ち",
      sent: "送信済み",
      failed: "失敗",
      discarded: "未送信",
      bounce: "配信不能",
      complaint: "迷惑メール報告"
    }
  },
  notices: {
    create: "ユーザーを作成しました。",
    existed: "この外部 ID のユーザーはすでに存在します。何も変更していません。",
    save: "保存しました。",
    "send-link": "ログイン用リンクをメールで送信します。",
    disable: "ユーザーを無効にし、すべてのデバイスからログアウトさせました。",
    enable: "ユーザーは再びログインできます。",
    "remove-passkeys": "パスキーをすべて削除し、すべてのデバイスからログアウトさせました。",
    unlink: "プロバイダーのアカウントを削除し、すべてのデバイスからログアウトさせました。",
    "reset-factor": "2つ目の認証要素を削除し、すべてのデバイスからログアウトさせました。",
    "reset-failures": "ログイン失敗回数をゼロに戻しました。",
    "sign-out": "すべてのデバイスからログアウトさせました。",
    revoke: "そのデバイスからログアウトさせました。",
    "revoke-token": "トークンを取り消しました。このトークンは使えなくなりました。"
  },
  deleted: "ユーザーを削除しました。",
  worksAgain: "新しいデバイスでもパスワードが再び使えるようになります。",
  confirmations: {
    delete: {
      title: "このユーザーを削除しますか？",
      text: "アカウント、セッション、アドレスについて保存されている情報が削除されます。元に戻せません。",
      button: "削除"
    },
    disable: {
      title: "このユーザーを無効にしますか？",
      text: "すべてのデバイスからログアウトされ、再び有効にするまでログインできません。何も削除されません。",
      button: "無効にする"
    },
    enable: {
      title: "このユーザーを有効にしますか？",
      text: "以前と同じパスワードで、再びログインできます。",
      button: "有効にする"
    },
    "make-link": {
      title: "ログイン用リンクを作成しますか？",
      text: "リンクは一度だけ表示されます。リンクを持つ人は15分以内に一度だけ、このユーザーとしてログインできます。メールアドレスの確認にはなりません。",
      button: "リンクを作成"
    },
    "remove-passkeys": {
      title: "パスキーをすべて削除しますか？",
      text: "ユーザーのパスキーがすべて削除され、すべてのデバイスからログアウトされ、メールが送られます。以後はパスワードまたはリンクだけで（認証アプリがあれば併用して）ログインできます。本人からの依頼であることを先に確認してください。",
      button: "パスキーをすべて削除"
    },
    "reset-factor": {
      title: "2つ目の認証要素をリセットしますか？",
      text: "認証アプリとリカバリーコードが削除され、すべてのデバイスからログアウトされ、メールが送られます。以後はパスワードまたはリンクだけでログインできます。本人からの依頼であることを先に確認してください。",
      button: "2つ目の認証要素をリセット"
    },
    "reset-failures": {
      title: "ログイン失敗回数をリセットしますか？",
      text: "失敗回数をゼロに戻します。先に、本人がログインを試みたのかを確認してください。",
      button: "リセット"
    },
    "send-link": {
      title: "ログイン用リンクを送信しますか？",
      text: "ユーザー自身が依頼したときと同じ、ログイン用リンクのメールが送られます。",
      button: "メールを送信"
    },
    "sign-out": {
      title: "このユーザーをすべてのデバイスからログアウトさせますか？",
      text: "ユーザーはすぐに再びログインできます。",
      button: "すべてのデバイスからログアウト"
    }
  },
  link: {
    title: "ログイン用リンク",
    text: (time) =>
      html`このリンクをユーザーに渡してください。${time}までに一度だけログインできます。再表示されません。`
  },
  form: {
    verified: "アドレスは確認済み",
    externalIdHint: "任意：ほかのシステムでのこのユーザーの ID です。",
    passwordHint: "任意：パスワードがない場合、ユーザーはリンクでログインします。",
    someoneElse: "別の人がアカウントを使っていた",
    someoneElseHint:
      "パスワード、すべてのパスキー、認証アプリ、ログインプロバイダーのアカウントを削除し、すべてのセッションと、以前のアドレスに戻すリンクを無効にします。",
    newAddressHint:
      "新しいアドレスにするとすべてのセッションが終了し、指定しない限り未確認になります。パスワード、パスキー、認証アプリは残ります。",
    missing: (contents) => `パスワードには${contents}が必要です。`,
    common: "パスワードが一般的すぎます。攻撃者が最初に試すものです。別のものを選んでください。",
    newTitle: "ユーザーを追加",
    create: "ユーザーを作成",
    editTitle: (email) => `${email} を編集`
  },
  identities: {
    title: "ログインプロバイダーのアカウント",
    linked: (time) => html`連携：${time}、使用なし`,
    linkedUsed: (time, used) => html`連携：${time}、最終使用：${used}`,
    remove: "削除…",
    at: (label, provider) => `${provider} の ${label}`,
    confirmTitle: "このアカウントを削除しますか？",
    confirm:
      "ユーザーはこのアカウントでログインできなくなり、すべてのデバイスからログアウトされ、メールが送られます。プロバイダー側のアカウントはそのままです。",
    refused: "削除しませんでした。ユーザーがログインできなくなります。先にパスワードを設定してください。"
  },
  tokens: {
    title: "個人用アクセストークン",
    scopes: "スコープ",
    created: "作成日時",
    lastUsed: "最終使用",
    expired: "期限切れ",
    revoke: "取り消す",
    count: (count) => `トークン${format.plural(count, { other: "#" })}個`,
    empty: {
      title: "個人用アクセストークンはありません",
      text: "ユーザーはまだ作成していません。"
    }
  }
}
