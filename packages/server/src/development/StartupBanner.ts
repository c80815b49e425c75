/** What `latchkey dev` prints once it is ready. */
import * as Option from "effect/Option"

/**
 * - `adminKey`, `data`: the text to print.
 * - `dashboard`: a one-time link; none if the dashboard is turned off.
 * - `docs`, `pages`: whether there are the API reference and the pages for users.
 * - `localOrigins`: whether pages on other ports of this machine are allowed.
 * - `hasInbox`: whether emails go to the development inbox.
 * - `hasProvider`: whether the sign-in page has the development provider.
 */
export interface StartupBanner {
  readonly baseUrl: string
  readonly dashboard: Option.Option<string>
  readonly docs: boolean
  readonly pages: boolean
  readonly localOrigins: boolean
  readonly hasInbox: boolean
  readonly hasProvider: boolean
  readonly adminKey: string
  readonly data: string
  readonly cookieJar: string
}

/** Quotes a text as one word of a POSIX shell. */
const quote = (text: string): string => (/^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

const credentials = quote('{"email":"ada@example.com","password":"correct horse battery"}')
const email = quote('{"email":"ada@example.com"}')

type Example = readonly [title: string, command: string]

const examples = ({ baseUrl, cookieJar, hasInbox }: StartupBanner): ReadonlyArray<Example> => {
  const jar = quote(cookieJar)
  const curl = `curl -sS -w '\\n' -b ${jar} -c ${jar}`
  const post = (path: string) => `${curl} -X POST ${baseUrl}${path}`
  const postJson = (path: string, body: string) =>
    `${curl} -H 'content-type: application/json' -d ${body} ${baseUrl}${path}`
  const inbox = `curl -sS ${baseUrl}/dev/inbox.json`
  const newestLink = `${inbox} | grep -o 'http[^"]*/verify?token=[A-Za-z0-9_-]*' | head -n 1`
  const withInbox: ReadonlyArray<Example> = [
    ["Read the email", `sleep 1; ${inbox}; echo`],
    ["Open the link", `${curl} "$(${newestLink})"`]
  ]
  return [
    ["Sign up", postJson("/v1/auth/sign-up/email-password", credentials)],
    ["Sign out", post("/v1/auth/sign-out")],
    ["Sign in", postJson("/v1/auth/sign-in/email-password", credentials)],
    ["Show the session", `${curl} ${baseUrl}/v1/auth/session`],
    ["Request a sign-in link", postJson("/v1/auth/sign-in/magic-link", email)],
    ...(hasInbox ? withInbox : []),
    ["Sign out on all devices", post("/v1/auth/sign-out/all")]
  ]
}

/** Returns the text, with curl commands that work when pasted into a POSIX shell. */
export const render = (banner: StartupBanner): string =>
  [
    "",
    `Latchkey is ready at ${banner.baseUrl}`,
    "",
    ...(banner.pages ? [`  Sign-in page   ${banner.baseUrl}/sign-in`] : []),
    `  Emails         ${banner.hasInbox ? `${banner.baseUrl}/dev/inbox` : "sent for real, because EMAIL_FROM is set"}`,
    ...(banner.hasProvider
      ? ["  Provider       sign in with “Development”, and say who you are: only `dev` has it"]
      : []),
    ...Option.toArray(Option.map(banner.dashboard, (link) => `  Dashboard      ${link} (works once, within an hour)`)),
    ...(banner.docs ? [`  API reference  ${banner.baseUrl}/docs`] : []),
    ...(banner.localOrigins
      ? [`  Your app       on any port of ${new URL(banner.baseUrl).hostname}: such pages are allowed here`]
      : []),
    `  Admin key      ${banner.adminKey}`,
    `  Data           ${banner.data}`,
    "",
    "Try it: paste these commands into another terminal, one by one or all together.",
    "",
    ...examples(banner).flatMap(([title, command]) => [`# ${title}`, command, ""]),
    "Stop with Ctrl-C.",
    ""
  ].join("\n")
