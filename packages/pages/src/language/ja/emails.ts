/** The texts of emails in Japanese. */
import { maxFailures } from "@latchkey/domain/account/SignInFailures"
import type { EmailTexts, Lifetime, Occasion } from "../EmailTexts.ts"
import * as Format from "../Format.ts"

const format = Format.make("ja")

const forms = { minute: { other: "#分" }, day: { other: "#日" } }
const duration = ({ count, unit }: Lifetime) => format.plural(count, forms[unit])

/** The device follows the sentence. */
const on = (sentence: string, { device }: Occasion) =>
  device === undefined ? sentence : `${sentence}デバイスは「${device}」です。`

const requested = (occasion: Occasion) => on(`このリンクは${occasion.time}にリクエストされました。`, occasion)

const othersSignedOut = "ほかのすべてのデバイスでログアウトしました。"
const ignore = "このメールは無視し、リンクをほかの人に教えないでください。"

export const emails: EmailTexts = {
  space: "",
  time: format.time,
  device: ({ browser, system }) => (system === undefined ? browser : `${browser}（${system}）`),
  unknownDevice: "不明なデバイス",
  validity: (lifetime) => `リンクは1回だけ使用でき、${duration(lifetime)}後に無効になります。`,
  copyLink: "または、次のアドレスをコピーしてブラウザーに貼り付けてください。",
  magicLink: {
    subject: ({ instance }) => `${instance}へのログイン`,
    action: ({ instance }) => `${instance}にログイン`,
    purpose: ({ place }) => `このリンクから${place}にログインできます。`,
    origin: requested,
    advice: `お心当たりのない場合、${ignore}`
  },
  magicLinkCode: {
    about: (lifetime) =>
      `または、リンクをリクエストした画面でこのコードを入力してください。コードはリクエストから${duration(lifetime)}で無効になります。`,
    advice: "お心当たりのない場合、このメールは無視してください。リンクとコードは誰にも教えないでください。"
  },
  passwordReset: {
    subject: ({ instance }) => `${instance}の新しいパスワードの設定`,
    action: () => "新しいパスワードを設定",
    purpose: ({ place }) => `このリンクから${place}のアカウントの新しいパスワードを設定できます。`,
    origin: requested,
    advice: `お心当たりのない場合、${ignore}パスワードは変更されません。`
  },
  signUp: {
    subject: ({ instance }) => `${instance}への登録を完了してください`,
    action: () => "登録を完了",
    purpose: ({ place }) => `このリンクから${place}のアカウントを作成できます。`,
    origin: (occasion) => on(`${occasion.time}に、このメールアドレスで登録の手続きがありました。`, occasion),
    advice: `お心当たりのない場合、${ignore}リンクを使用しないかぎり、アカウントは作成されません。`
  },
  existingAccount: {
    subject: ({ instance }) => `${instance}のアカウントをすでにお持ちです`,
    event: ({ place, ...occasion }) =>
      `${on(`${occasion.time}に、どなたか（ご自身かもしれません）がこのメールアドレスで登録しようとしました。`, occasion)}${place}のアカウントをすでにお持ちです。`,
    signIn: "こちらからログインしてください。",
    setPassword: "パスワードをお忘れの場合は、新しいパスワードを設定してください。",
    advice: "お心当たりのない場合も、必要な操作はありません。何も変更されていません。"
  },
  invitation: {
    subject: ({ instance }) => `${instance}への招待`,
    action: () => "アカウントを作成",
    purpose: ({ place }) => `招待が届いています。このリンクから${place}のアカウントを作成できます。`,
    origin: (occasion) => on(`${occasion.time}に、管理者から招待が送信されました。`, occasion),
    advice: `お心当たりのない場合、${ignore}リンクを使用しないかぎり、アカウントは作成されません。`
  },
  emailChange: {
    subject: () => "新しいメールアドレスを確認してください",
    action: () => "新しいメールアドレスを確認",
    purpose: ({ place }) => `このリンクから、${place}のアカウントの新しいメールアドレスの確認を完了できます。`,
    origin: (occasion) => `${requested(occasion)}リンクは、ログインしているブラウザーで開いてください。`,
    advice: `お心当たりのない場合、${ignore}何も変更されません。`
  },
  emailChanged: {
    subject: () => "メールアドレスが変更されました",
    action: () => "このメールアドレスに戻す",
    purpose: ({ place }) =>
      `${place}のアカウントのメールアドレスが変更されました。お心当たりのない場合は、このリンクから元のアドレスに戻せます。`,
    origin: (occasion) => on(`${occasion.time}に変更されました。`, occasion),
    advice: "ご自身で変更した場合、必要な操作はありません。リンクをほかの人に教えないでください。"
  },
  factorRecovery: {
    subject: ({ instance }) => `${instance}のアカウントの復旧がリクエストされました`,
    action: () => "リクエストを確認または取り消す",
    purpose: ({ place }) =>
      `${place}のアカウントにログインした方から、パスキーと認証アプリを紛失したため削除したいというリクエストがありました。`,
    period: ({ from, until }) =>
      `${from}から${until}まで、このリンクで削除できます。リクエストはこのリンクでいつでも取り消せます。`,
    origin: requested,
    advice:
      "お心当たりのない場合は、リンクを開いてリクエストを取り消し、新しいパスワードを設定してください。ほかの人がアカウントにログインできる可能性があります。リンクをほかの人に教えないでください。"
  },
  factorRecoveryReady: {
    subject: ({ instance }) => `${instance}のアカウントを復旧できるようになりました`,
    action: () => "アカウントを復旧",
    purpose: ({ place }) =>
      `このリンクから、${place}のアカウントの紛失したパスキーと認証アプリを削除できます。その後、ログインして新しいものを設定してください。`,
    period: ({ until }) => `リンクは1回だけ、${until}まで使用できます。`,
    origin: requested,
    advice:
      "お心当たりのない場合は、リンクを開いてリクエストを取り消し、新しいパスワードを設定してください。ほかの人がアカウントにログインできる可能性があります。リンクをほかの人に教えないでください。"
  },
  notices: {
    password_set: {
      subject: ({ instance }) => `${instance}のアカウントにパスワードが設定されました`,
      event: ({ place, ...occasion }) =>
        on(`${occasion.time}に、${place}のアカウントにパスワードが設定されました。`, occasion),
      effect: othersSignedOut
    },
    password_changed: {
      subject: ({ instance }) => `${instance}のアカウントのパスワードが変更されました`,
      event: ({ place, ...occasion }) =>
        on(`${occasion.time}に、${place}のアカウントのパスワードが変更されました。`, occasion),
      effect: othersSignedOut
    },
    account_claimed: {
      subject: ({ instance }) => `${instance}のアカウントのパスワードが削除されました`,
      event: ({ place, ...occasion }) =>
        on(`${occasion.time}に、${place}でこのメールアドレスが確認されました。`, occasion),
      effect:
        "このアドレスのアカウントは以前から存在し、ほかの人が作成した可能性があります。そのため、パスワードを削除し、ほかのすべてのデバイスでログアウトしました。"
    },
    sessions_revoked: {
      subject: ({ instance }) => `すべてのデバイスで${instance}からログアウトしました`,
      event: ({ place, ...occasion }) =>
        on(`${occasion.time}に、管理者の操作により、すべてのデバイスで${place}からログアウトしました。`, occasion),
      effect: "続けるには、もう一度ログインしてください。"
    },
    failed_sign_ins: {
      subject: ({ instance }) => `${instance}のアカウントへのログインの失敗が多すぎます`,
      event: ({ place, time }) =>
        `${time}の時点で、${place}のアカウントへのログインが${maxFailures}回以上続けて失敗しています。`,
      effect:
        "アカウントを保護するため、新しいデバイスではパスワードを使用できなくなりました。以前にログインしたことのあるデバイスには影響しません。"
    },
    deletion_scheduled: {
      subject: ({ instance }) => `${instance}のアカウントは削除されます`,
      event: ({ place, ...occasion }) =>
        on(`${occasion.time}に、${place}のアカウントの削除のご依頼を受け付けました。`, occasion),
      effect: othersSignedOut
    },
    deletion_cancelled: {
      subject: ({ instance }) => `${instance}のアカウントは削除されません`,
      event: ({ place, ...occasion }) =>
        on(`${occasion.time}に、${place}のアカウントの削除が取り消されました。`, occasion),
      effect: "アカウントはそのまま残ります。"
    },
    email_restored: {
      subject: ({ instance }) => `${instance}のアカウントのメールアドレスが以前のものに戻りました`,
      event: ({ place, ...occasion }) =>
        on(
          `${occasion.time}に、${place}のアカウントのメールアドレスが以前のものに戻されました。このメールを受信しているアドレスは、もうアカウントに登録されていません。`,
          occasion
        ),
      effect: "どちらのアドレスもすでに一度戻されているため、元に戻すリンクはありません。"
    },
    passkey_added: {
      subject: ({ instance }) => `${instance}のアカウントにパスキーが追加されました`,
      event: ({ place, ...occasion }) =>
        on(`${occasion.time}に、${place}のアカウントにパスキーが追加されました。`, occasion),
      effect: "今後はこのパスキーでログインできます。すべてのパスキーはアカウントのページで確認できます。"
    },
    passkey_removed: {
      subject: ({ instance }) => `${instance}のアカウントのパスキーが削除されました`,
      event: ({ place, ...occasion }) =>
        on(`${occasion.time}に、${place}のアカウントのパスキーが削除されました。`, occasion),
      effect: "このパスキーではログインできなくなりました。"
    },
    second_factor_added: {
      subject: ({ instance }) => `${instance}のアカウントに2つ目の認証要素が設定されました`,
      event: ({ place, ...occasion }) =>
        on(`${occasion.time}に、${place}のアカウントに認証アプリが設定されました。`, occasion),
      effect: "ログイン時に、このアプリのコードの入力が必要になります。リカバリーコードは安全な場所に保管してください。"
    },
    second_factor_removed: {
      subject: ({ instance }) => `${instance}のアカウントの2つ目の認証要素が削除されました`,
      event: ({ place, ...occasion }) =>
        on(`${occasion.time}に、${place}のアカウントの2つ目の認証要素が削除されました。`, occasion),
      effect: "ログイン時に、認証アプリのコードは不要になりました。"
    },
    recovery_codes_renewed: {
      subject: ({ instance }) => `${instance}のアカウントのリカバリーコードが新しくなりました`,
      event: ({ place, ...occasion }) =>
        on(`${occasion.time}に、${place}のアカウントの新しいリカバリーコードが作成されました。`, occasion),
      effect: "以前のコードは使用できなくなりました。"
    },
    recovery_codes_removed: {
      subject: ({ instance }) => `${instance}のアカウントのリカバリーコードが削除されました`,
      event: ({ place, ...occasion }) =>
        on(`${occasion.time}に、${place}のアカウントのリカバリーコードが削除されました。`, occasion),
      effect:
        "最近作成されたコードだったため削除され、使用できなくなりました。新しいコードはアカウントのページで作成できます。"
    },
    recovery_code_used: {
      subject: ({ instance }) => `${instance}のアカウントのリカバリーコードが使用されました`,
      event: ({ place, ...occasion }) =>
        on(`${occasion.time}に、${place}のアカウントへのログインにリカバリーコードが使用されました。`, occasion),
      effect: "このコードは再度使用できません。新しいコードはアカウントのページで作成できます。"
    },
    second_factor_reset: {
      subject: ({ instance }) => `${instance}のアカウントの2つ目の認証要素がリセットされました`,
      event: ({ place, ...occasion }) =>
        on(`${occasion.time}に、管理者が${place}のアカウントの2つ目の認証要素を削除しました。`, occasion),
      effect: "新しい認証要素はアカウントのページで設定できます。"
    },
    passkeys_reset: {
      subject: ({ instance }) => `${instance}のアカウントのパスキーがすべて削除されました`,
      event: ({ place, ...occasion }) =>
        on(`${occasion.time}に、管理者が${place}のアカウントのパスキーをすべて削除しました。`, occasion),
      effect:
        "すべてのデバイスからログアウトしました。ログインすると、アカウントのページで新しいパスキーを追加できます。"
    },
    factor_recovery_completed: {
      subject: ({ instance }) => `${instance}のアカウントのパスキーと2つ目の認証要素が削除されました`,
      event: ({ place, ...occasion }) =>
        on(
          `${occasion.time}に、メールのリンクから${place}のアカウントのパスキーと認証アプリが削除されました。`,
          occasion
        ),
      effect: "すべてのデバイスでログアウトしました。ログインして新しいものを設定してください。"
    }
  },
  deletion: ({ time }) => `アカウントは${time}に削除されます。削除後は元に戻せません。`,
  help: {
    setPassword: "お心当たりのない場合は、すぐに新しいパスワードを設定してください。",
    contact: ({ instance, support }) =>
      support === undefined
        ? `お心当たりのない場合は、${instance}にお問い合わせください。`
        : `お心当たりのない場合は、${instance}にお問い合わせください：${support}`,
    contactWithQuestions: ({ instance, support }) =>
      support === undefined
        ? `ご不明な点は、${instance}にお問い合わせください。`
        : `ご不明な点は、${instance}にお問い合わせください：${support}`,
    signInWithLink: ({ button }) =>
      `新しいデバイスでログインする場合は、ログインページで「${button}」を選んでください。その後は、どのデバイスでもパスワードを使用できます。`,
    setPasswordOnNewDevice: "新しいデバイスでログインする場合は、新しいパスワードを設定してください。",
    keepAccount: ({ button }) =>
      `お気持ちが変わった場合、またはお心当たりのない場合は、ログインして「${button}」を選んでください。お心当たりのない場合は、新しいパスワードも設定してください。`
  }
}
