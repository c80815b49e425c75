/** The texts of the page about invitations, in Japanese. */
import { format } from "../../../language/ja.ts"
import type { texts as english } from "./en.ts"

export const texts: typeof english = {
  invite: "招待する",
  inviteIntro: "アカウントを作成するリンク付きのメールが届きます。使えるのは一度だけです。",
  hint: "同じアドレスを再び招待すると、もう一度メールが送られ、期限が7日間延びます。",
  send: "招待を送信",
  open: "有効な招待",
  columns: {
    invited: "招待日時",
    by: "方法",
    expires: "有効期限",
    action: "操作"
  },
  withdraw: "取り消す",
  withdrawOf: (email) => `${email} への招待`,
  rows: (count) => `${format.plural(count, { other: "#件の招待" })}`,
  empty: {
    title: "有効な招待はありません",
    text: "招待は、承認または取り消されるまで7日間有効です。"
  },
  taken: "このアドレスにはすでにアカウントがあります。",
  withoutEmail:
    "メールプロバイダーが設定されていないため、招待できません。EMAIL_FROM と EMAIL_SMTP_URL、または EMAIL_FROM と EMAIL_PROVIDER_API_KEY を設定し、サービスを再起動してください。",
  closedError: "登録は停止中です。招待するには設定で変更してください。",
  closed: "登録が停止中のため、招待できません。有効な招待も使えません。",
  change: "登録の設定を変更",
  notices: {
    invited: "招待を送信しています。",
    withdrawn: "招待を取り消しました。"
  }
}
