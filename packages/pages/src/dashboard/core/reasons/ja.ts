/** Why fields are invalid, in Japanese. */
import type { Reasons } from "./Reason.ts"

export const reasons: Reasons = {
  "is required": "必須です",
  "has the wrong type": "型が正しくありません",
  "must be # to # characters, and no control characters": "#〜#文字で、制御文字は使えません",
  "must be # to # characters, no control characters, and no space at its ends":
    "#〜#文字で、制御文字と前後の空白は使えません",
  "must be # to # characters without control characters": "制御文字を除く#〜#文字にしてください",
  "must be # to # visible ASCII characters, without quotation marks and backslashes":
    "引用符とバックスラッシュを除く、表示可能な ASCII 文字 #〜# 文字にしてください",
  "must be # to # visible ASCII characters": "表示可能な ASCII 文字 #〜# 文字にしてください",
  "must not be a claim that Latchkey sets, or that a standard defines":
    "Latchkey が設定するクレームや標準で定義されたクレームは使えません",
  "must be # to # characters without spaces": "空白を除く#〜#文字にしてください",
  "must be # to # lower-case letters, digits and hyphens, starting with a letter":
    "英小文字、数字、ハイフンの#〜#文字で、英字で始めてください",
  "must be # upper-case letters and digits": "英大文字と数字の#文字にしてください",
  "must be a whole number from # to #": "#〜#の整数にしてください",
  "must be a whole number of seconds from # to #": "#〜#の秒数（整数）にしてください",
  "must be a whole number of hours from # to #": "#〜#の時間数（整数）にしてください",
  "must be a whole number of days from # to #": "#〜#の日数（整数）にしてください",
  "must be a number": "数値にしてください",
  "must be at most # characters": "#文字以内にしてください",
  "must be at most # hosts": "#件以内にしてください",
  "must be at most # origins": "#件以内にしてください",
  "must be at most # domains": "#件以内にしてください",
  "must be at most # values": "#件以内にしてください",
  "must be at most # fields": "#件以内にしてください",
  "must be at most # providers": "#件以内にしてください",
  "must be at most # scopes": "#件以内にしてください",
  "must be at most # audiences": "#件以内にしてください",
  "must be at most # claims": "#件以内にしてください",
  "must be at most # app links": "#件以内にしてください",
  "must be at most # client ids": "#件以内にしてください",
  "must be a host name without scheme, port or final dot, in lower case":
    "スキーム、ポート、末尾のドットを除いた小文字のホスト名にしてください",
  "must be an origin such as https://app.example.com": "https://app.example.com のようなオリジンにしてください",
  "must be an absolute http or https URL": "http または https の完全な URL にしてください",
  "must be a domain such as example.com, in lower-case ASCII":
    "example.com のような小文字 ASCII のドメインにしてください",
  "must be a color such as #1f5eff": "#1f5eff のような色にしてください",
  "must be an https URL, or a URL of a scheme such as com.example.app, without a query":
    "https の URL、または com.example.app のようなスキームの URL にしてください（クエリなし）",
  "must be an https URL": "https の URL にしてください",
  "must be an https URL, or a mailto URL such as mailto:help@example.com":
    "https の URL か、mailto:help@example.com のような mailto の URL にしてください",
  "must be a URL without a query": "クエリのない URL にしてください",
  "must be a URL with https. Only localhost may use http":
    "https の URL にしてください。http を使えるのは localhost だけです",
  "must be https, as the service is. Only localhost may use http":
    "サービスと同じく https にしてください。http を使えるのは localhost だけです",
  "is not a valid URL, or part of one": "有効な URL、またはその一部ではありません",
  "must be a scope such as email": "email のようなスコープにしてください",
  "must be a text without line breaks, as the provider shows it":
    "プロバイダーに表示されるとおり、改行のない文字列にしてください",
  "must be the private key from Apple: the whole .p# file, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----":
    "Apple の秘密鍵にしてください（.p# ファイル全体、-----BEGIN PRIVATE KEY----- から -----END PRIVATE KEY----- まで）",
  "is required: what the button says": "必須です。ボタンに表示されます",
  "is required: the URL that the provider names as issuer, such as https://id.example.com":
    "必須です。プロバイダーが issuer として示す URL（https://id.example.com など）を入力してください",
  "is required: the secret of the client, or null if only native apps sign in with the provider":
    "必須です。クライアントのシークレットを入力してください。このプロバイダーをネイティブアプリだけで使う場合は null です",
  "is required: teamId and keyId, as Apple shows them beside the key":
    "必須です。Apple がキーの横に表示する teamId と keyId を入力してください",
  "must have teamId and keyId": "teamId と keyId が必要です",
  "belongs to providers of the kind apple only": "apple のプロバイダーだけの設定です",
  "must have different ids": "ID が重複しています",
  "must have different issuers": "issuer が重複しています",
  "belongs to another instance": "別のインスタンスのものです",
  "belongs to another provider of the instance: change that one":
    "このインスタンスの別のプロバイダーのものです。そちらを変更してください",
  "belongs to another provider of the instance: choose another one":
    "このインスタンスの別のプロバイダーが使っています。別のものにしてください",
  "cannot be changed, because identities of users belong to it: add another provider":
    "ユーザーのアカウントが結び付いているため変更できません。別のプロバイダーを追加してください",
  "must stay: the instance has no other way to sign in. Turn on another one first":
    "ほかのサインイン方法がないため、オフにできません。先に別の方法をオンにしてください",
  "requires a server key: set SECRET_KEY and restart the service":
    "サーバーの鍵が必要です。SECRET_KEY を設定してサービスを再起動してください",
  "requires an email provider, because a link verifies the address":
    "アドレスをリンクで確認するため、メールの送信手段が必要です",
  "requires magic links and an email provider, because a link verifies the address":
    "アドレスをリンクで確認するため、サインインリンクとメールの送信手段が必要です",
  "can be turned off only while users can sign in with magic links, which need an email provider, or with an identity provider":
    "メールの送信手段を使うサインインリンクか、ID プロバイダーでサインインできる場合だけオフにできます",
  "can be at most #: delete one first": "最大#件です。先に1件削除してください",
  "must be the host of the instance, or a domain that contains it":
    "インスタンスのホストか、それを含むドメインにしてください",
  "is not an email address": "メールアドレスではありません",
  "must be an https URL of a public address, unless the settings of the server list its host":
    "公開アドレスの https URL にしてください（サーバーの設定にあるホストを除く）",
  "must be an https or http URL with its host in lower case, without a user, a password and a fragment":
    "ホストが小文字で、ユーザー名、パスワード、フラグメントのない https または http の URL にしてください",
  "must be null for all events, or a list of one type or more, each once": "種類を1つ以上、重複なく選んでください",
  "must have each type once": "同じ種類が重複しています",
  "must not name a domain twice": "ドメインが重複しています",
  "must not name a scope twice": "スコープが重複しています",
  "must not name an app link twice": "アプリリンクが重複しています",
  "must not name an audience twice": "オーディエンスが重複しています",
  "must not name a claim twice": "クレームが重複しています",
  "must not name a field twice": "項目が重複しています",
  "must begin with a letter, and have at most # letters, digits and underscores":
    "英字で始まる、英字、数字、下線の#文字以内にしてください",
  "must have tags of languages as its names, such as de or pt-BR": "de や pt-BR のような言語コードで始めてください",
  "must have a value": "値が必要です",
  "must not have a value twice": "値が重複しています",
  "must not begin or end with a space": "前後に空白を入れないでください",
  "must not have both values to choose from and lengths": "選択肢と文字数は同時に設定できません",
  "must have bounds between which there is a value": "条件を満たす値がありません。範囲を見直してください",
  "must be a text: this is the name of the user": "ユーザーの名前なので、文字列にしてください",
  "must be a language tag such as de or pt-BR": "de や pt-BR のような言語コードにしてください",
  "is defined in the code of the app: change it there, and start the app again":
    "アプリのコードで定義されています。そちらを変更してアプリを再起動してください",
  "is disabled: enable the operator first": "無効になっています。先に有効にしてください",
  "gets no invitation, because no email provider is configured":
    "メールの送信手段が設定されていないため、招待を送れません",
  "gets no test email, because no email provider is configured":
    "メールの送信手段が設定されていないため、テストメールを送れません"
}
