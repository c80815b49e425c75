/**
 * What `latchkey dev` says once it is ready.
 *
 * @since 0.1.0
 */

import * as Option from "effect/Option"

/**
 * - `adminKey`, `data`: as they are to be shown.
 * - `dashboard`: the one-time link to it; none while it is switched off.
 * - `docs`: whether there is an API reference.
 * - `pages`: whether there are pages for people.
 * - `catchesMail`: whether mail ends in the development inbox.
 *
 * @since 0.1.0
 */
export interface StartupBanner {
  readonly baseUrl: string
  readonly dashboard: Option.Option<string>
  readonly docs: boolean
  readonly pages: boolean
  readonly catchesMail: boolean
  readonly adminKey: string
  readonly data: string
  readonly cookieJar: string
}

/** As one word for a shell. */
const quote = (text: string): string => (/^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

const credentials = quote('{"email":"ada@example.com","password":"correct horse battery"}')
const address = quote('{"email":"ada@example.com"}')

type Example = readonly [title: string, line: string]

const examples = ({ baseUrl, catchesMail, cookieJar }: StartupBanner): ReadonlyArray<Example> => {
  const jar = quote(cookieJar)
  const curl = `curl -sS -w '\\n' -b ${jar} -c ${jar}`
  const post = (path: string) => `${curl} -X POST ${baseUrl}${path}`
  const postJson = (path: string, body: string) =>
    `${curl} -H 'content-type: application/json' -d ${body} ${baseUrl}${path}`
  const inbox = `curl -sS ${baseUrl}/dev/inbox.json`
  const newestLink = `${inbox} | grep -o 'http[^"]*/verify?token=[A-Za-z0-9_-]*' | head -n 1`
  const throughInbox: ReadonlyArray<Example> = [
    ["Read the mail", `sleep 1; ${inbox}; echo`],
    ["Follow the link", `${curl} "$(${newestLink})"`]
  ]
  return [
    ["Sign up", postJson("/v1/auth/sign-up/email-password", credentials)],
    ["Sign out", post("/v1/auth/sign-out")],
    ["Sign in", postJson("/v1/auth/sign-in/email-password", credentials)],
    ["See the session", `${curl} ${baseUrl}/v1/auth/session`],
    ["Ask for a sign-in link", postJson("/v1/auth/sign-in/magic-link", address)],
    ...(catchesMail ? throughInbox : []),
    ["Sign out everywhere", post("/v1/auth/sign-out/all")]
  ]
}

/** The text, with curl lines that work as pasted into a POSIX shell. @since 0.1.0 */
export const render = (greeting: StartupBanner): string =>
  [
    "",
    `Latchkey is ready at ${greeting.baseUrl}`,
    "",
    ...(greeting.pages ? [`  Sign-in page   ${greeting.baseUrl}/sign-in`] : []),
    `  Mail           ${greeting.catchesMail ? `${greeting.baseUrl}/dev/inbox` : "is sent, because EMAIL_FROM is set"}`,
    ...Option.toArray(Option.map(greeting.dashboard, (link) => `  Dashboard      ${link} (works once, for an hour)`)),
    ...(greeting.docs ? [`  API reference  ${greeting.baseUrl}/docs`] : []),
    `  Admin key      ${greeting.adminKey}`,
    `  Data           ${greeting.data}`,
    "",
    "Try it: paste these into another terminal, one by one or all at once.",
    "",
    ...examples(greeting).flatMap(([title, line]) => [`# ${title}`, line, ""]),
    "Stop with Ctrl-C.",
    ""
  ].join("\n")
