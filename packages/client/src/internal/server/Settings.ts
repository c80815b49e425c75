/** The function that makes requests: the platform's `fetch`, or a wrapper around it. */
export type ServerFetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * How the kit reaches Latchkey, and where this app is. Unset ones come from the environment.
 *
 * - `url`: where this server reaches Latchkey, with its prefix if it has one. `LATCHKEY_URL`, or
 *   `http://localhost:3000`. Its host chooses the instance.
 * - `publicUrl`: where browsers reach Latchkey. `LATCHKEY_PUBLIC_URL`, or the same.
 * - `appUrl`: the public origin of this app. `APP_URL`, or `http://localhost:4000`. Never taken from a request.
 * - `instanceId`: whose users these are. A session of another instance does not count. Set it if several lead here.
 * - `audience`: accepts access tokens for this audience in `Authorization: Bearer`, where a caller is asked for.
 * - `issuer`: of those tokens; the origin of `publicUrl`.
 * - `personalTokens`: accepts personal access tokens there, too. Each costs a request to Latchkey.
 * - `isDevelopment`: explains mistakes on the console. Unless `NODE_ENV` is `production`.
 * - `log`: receives these, and outages in production; `console.warn`.
 */
export interface ServerOptions {
  readonly url?: string | undefined
  readonly publicUrl?: string | undefined
  readonly appUrl?: string | undefined
  readonly instanceId?: string | undefined
  readonly audience?: string | undefined
  readonly issuer?: string | undefined
  readonly personalTokens?: boolean | undefined
  readonly isDevelopment?: boolean | undefined
  readonly log?: ((message: string) => void) | undefined
  readonly fetch?: ServerFetch | undefined
}

/** The options, checked and complete. No URL ends with a slash. */
export interface Settings extends Pick<ServerOptions, "audience" | "instanceId" | "personalTokens"> {
  readonly url: string
  readonly publicUrl: string
  readonly appUrl: string
  readonly issuer: string
  readonly isDevelopment: boolean
  readonly log: (message: string) => void
  readonly fetch: ServerFetch
}

type Environment = Readonly<Record<string, string | undefined>>

// Not every server has one: edge runtimes do not.
const environment = (): Environment =>
  (globalThis as { readonly process?: { readonly env?: Environment } }).process?.env ?? {}

// biome-ignore lint/suspicious/noConsole: what a server writes to its console is its log.
const warn = (message: string) => console.warn(message)

const parseUrl = (name: string, text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === "http:" || url?.protocol === "https:") return url
  throw new TypeError(`${name} must be a URL such as https://example.com, not ${JSON.stringify(text)}`)
}

const baseUrl = (name: string, text: string): string => {
  const { origin, pathname } = parseUrl(name, text)
  return origin + pathname.replace(/\/+$/, "")
}

/** Returns the settings. Throws a `TypeError` that names what is wrong. */
export const read = (options: ServerOptions): Settings => {
  const env = environment()
  const url = baseUrl("url (LATCHKEY_URL)", options.url ?? env["LATCHKEY_URL"] ?? "http://localhost:3000")
  const publicUrl = baseUrl("publicUrl (LATCHKEY_PUBLIC_URL)", options.publicUrl ?? env["LATCHKEY_PUBLIC_URL"] ?? url)
  const { isDevelopment = env["NODE_ENV"] !== "production", issuer = new URL(publicUrl).origin, log = warn } = options
  return {
    ...options,
    url,
    publicUrl,
    appUrl: parseUrl("appUrl (APP_URL)", options.appUrl ?? env["APP_URL"] ?? "http://localhost:4000").origin,
    issuer,
    isDevelopment,
    log,
    // Called without a receiver, as some platforms require.
    fetch: options.fetch ?? ((url, init) => fetch(url, init))
  }
}
