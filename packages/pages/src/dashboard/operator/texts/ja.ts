/** The texts of the pages about administrators, their keys and their access, in Japanese. */
import { html } from "@latchkey/http/core/Page"
import { format } from "../../../language/ja.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  signIn: {
    title: "管理画面にログイン",
    again:
      "ご本人であることを確認するため、もう一度ログインしてください。パスキーまたは認証アプリをお持ちの場合は使用してください。",
    signedOut: "ログアウトしました。",
    needsScript: "パスキーでログインするには、JavaScript を有効にした最新のブラウザーを使用してください。",
    key: "管理キー",
    keyHint: (setting, command) => html`設定 ${setting} の値です。開発環境では ${command} が表示します。`,
    wrongKey: "管理キーが正しくありません。",
    withKey: "管理キーでログイン",
    otherWays: (invite, start) =>
      html`パスキーをまだお持ちでない場合は、ほかの管理者にリンクを依頼するか、${invite} で作成してください。開発環境では ${start} でも表示されます。パスキーを失くした場合は、削除と再招待を依頼してください。`,
    resumeTitle: "再度ログインしました",
    resume: "送信した内容は保持されていますが、まだ実行されていません。",
    page: "ページ"
  },
  enter: {
    expiredTitle: "リンクの有効期限切れ、または使用済み",
    expired: (lifetime, named, setting, invite, start) =>
      html`管理画面へのリンクは一度だけ使えます。有効期間は${lifetime}、あなた宛ての場合は${named}です。宛先のないリンクには、作成時と同じ ${setting} が必要です。ほかの管理者に新しいリンクを依頼するか、${invite} で作成してください。開発環境では ${start} でも表示されます。`,
    anotherWay: "別の方法でログイン",
    open: "管理画面を開く",
    text: (lifetime, idle) =>
      `このリンクで、このデバイスの管理画面にログインします。使えるのは一度だけです。ブラウザーを閉じるまで、最長${lifetime}ログインしたままになります。${idle}操作がない場合もセッションは終了します。`
  },
  account: {
    protect:
      "続ける前に、パスキーを追加するか認証アプリを設定してください。管理画面の利用には、ログインプロバイダーやリンクだけでは不十分です。",
    unnamed:
      "管理キーまたは宛先のないリンクで、名前なしでログインしています。パスキーは名前のある管理者のものです。「管理者」で自分を招待し、リンクを開いてください。",
    elsewhere: (host) => html`以前この管理画面があった ${host} でのみ使えます`,
    noDomain: "この管理画面は IP アドレスで提供されているため、ブラウザーはパスキーに対応しません。"
  },
  access: {
    intro: "この管理画面にログイン中の管理者と、リンクで入れる人の一覧です。新しい順です。",
    revoked: "セッションをログアウトしました。",
    revokedOthers: "ほかのすべてのセッションをログアウトしました。",
    withdrawn: "招待を取り消しました。",
    methods: {
      admin_key: "管理キーで",
      invitation: "招待で",
      passkey: "パスキーで",
      identity_provider: "ログインプロバイダーで"
    },
    ofThisSession: "このセッション",
    thisSession: "このセッション",
    signOut: "ログアウト",
    signOutOthers: "ほかのすべてのセッションをログアウト",
    device: "デバイス",
    administrator: "管理者",
    unnamed: (role) => `名前なし、権限：${role}`,
    named: (name, role) => `${name}、権限：${role}`,
    signedIn: "ログイン日時",
    lastActive: "最終アクティビティ",
    expires: "有効期限",
    sessions: "セッション",
    sessionsIntro: (idle) =>
      `${idle}操作がないとセッションは終了します。名前のないセッションは管理キーが変わったときにも使えなくなりますが、有効期限までは一覧に残ります。`,
    countSessions: (count) => `${format.plural(count, { other: "#件のセッション" })}`,
    noSessions: {
      title: "セッションはありません",
      text: "ログイン中の人はいません。"
    },
    withdraw: "取り消す",
    theInvitation: (id) => `招待 ${id}`,
    for: "宛先",
    anyone: (role) => `だれでも、権限：${role}`,
    created: "作成日時",
    invitations: "有効な招待",
    invitationsIntro:
      "招待は、宛先にかかわらず最初に開いた人が使えます。すでにパスキーや認証アプリがある管理者は、それによる確認も必要です。作成した覚えのない招待は取り消してください。",
    countInvitations: (count) => `${format.plural(count, { other: "#件の招待" })}`,
    noInvitations: {
      title: "有効な招待はありません",
      text: "「管理者」で招待できます。"
    }
  },
  keys: {
    intro: (setting, role) => html`プログラムは管理 API にキーを送ります。${setting} も権限「${role}」のキーです。`,
    nameHint: "キーを使うものの名前です。監査ログに表示されます。",
    lastDay: "最終日",
    lastDayHint: "任意：キーが使える最終日（UTC）です。指定しない場合、取り消すまで使えます。",
    notADate: "2027-02-22 のような日付ではありません",
    past: "過去の日付です",
    empty: {
      title: "API キーはまだありません",
      text: "管理 API を呼び出すプログラムごとに作成すると、個別に取り消せます。"
    },
    never: "なし",
    expired: "期限切れ",
    revoke: "取り消す",
    revoked: "キーは使えなくなりました。",
    created: "作成日時",
    lastUsed: "最終使用",
    expires: "有効期限",
    create: "キーを作成",
    createIntro:
      "既存のキーは引き続き有効です。置き換えるには、新しいキーを作成してプログラムを変更し、使われなくなった古いキーを取り消します。",
    createButton: "キーを作成",
    count: (count) => `${format.plural(count, { other: "#件のキー" })}`,
    newTitle: "新しい API キー",
    shown: (name) => html`${name} のキーです。今すぐコピーしてください。再表示されません。`,
    back: "API キーに戻る"
  },
  operators: {
    intro: "この管理画面を使える人と、それぞれができることです。",
    notices: {
      invited: "招待メールを送信しています。",
      disable: "管理者を無効にし、ログアウトさせました。",
      enable: "管理者は再びログインできます。",
      delete: "管理者を削除しました。",
      "remove-passkeys": "パスキーと認証アプリを削除し、管理者をログアウトさせました。もう一度招待してください。"
    },
    noEmailProvider: "メールプロバイダーが設定されていません。",
    emailFailed: "メールを送信できませんでした。理由はログにあります。",
    confirmations: {
      delete: {
        title: "この管理者を削除しますか？",
        text: "ログアウトされ、再びログインできなくなります。監査ログには名前が残ります。元に戻せません。"
      },
      disable: {
        title: "この管理者を無効にしますか？",
        text: "ログアウトされ、招待は使えなくなり、再び有効にするまでログインできません。"
      },
      enable: {
        title: "この管理者を有効にしますか？",
        text: "パスキーまたは新しい招待で、再びログインできます。"
      },
      "remove-passkeys": {
        title: "この管理者のパスキーと認証アプリを削除しますか？",
        text: "すべてのデバイスからログアウトされ、再びログインするには新しい招待が必要です。デバイスを失くした場合に行ってください。"
      }
    },
    empty: {
      title: "名前のある管理者はまだいません"
    },
    emptyText: (command) =>
      html`管理キーや ${command} のリンクがあれば、だれでもすべてを操作できます。自分を招待すると、だれが何をしたかが監査ログに残ります。`,
    states: {
      disabled: "無効",
      active: "有効",
      invited: "招待済み"
    },
    state: "状態",
    passkeys: "パスキー",
    lastSignIn: "最終ログイン",
    neverSignedIn: "ログインなし",
    inviteSomeone: "招待する",
    inviteEmailed: (lifetime) => `リンク付きのメールが届きます。${lifetime}以内に一度だけログインできます。`,
    inviteByHand: (lifetime) =>
      `メールプロバイダーが設定されていないため、手渡し用のリンクが表示されます。${lifetime}以内に一度だけログインできます。`,
    invite: "招待",
    inviteAgain: "再招待",
    removePasskeys: "パスキーと認証アプリを削除…",
    count: (count) => `${format.plural(count, { other: "#人の管理者" })}`,
    linkTitle: "招待リンク",
    handOver: (name, time) =>
      html`このリンクを ${name} に渡してください。${time}までに一度だけログインできます。再表示されません。`,
    id: "管理者 ID",
    added: "追加日時",
    firstSignedIn: "初回ログイン",
    lastSignedIn: "最終ログイン",
    canSignIn: "ログイン可否",
    disabledSince: (time) => html`不可（${time}に無効化）`,
    nameAndRole: "名前と権限"
  }
}
