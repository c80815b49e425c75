/** Options of a client, and of a call. */

/**
 * The function that makes the requests: the platform's `fetch`, or a wrapper around it. It receives the whole URL, and
 * the headers as an object.
 */
export type Fetch = (
  url: string,
  init: RequestInit & { readonly headers: Readonly<Record<string, string>> }
) => Promise<Response>

/**
 * - `baseUrl`: the origin of Latchkey, such as `https://auth.example.com`, with its prefix if it has one:
 *   `https://example.com/auth`. By default the page's own origin; required outside of browsers.
 * - `fetch`: by default the platform's. Outside of browsers provide one that keeps or forwards cookies.
 */
export interface ClientOptions {
  readonly baseUrl?: string | undefined
  readonly fetch?: Fetch | undefined
}

/** `signal` aborts the call: `AbortSignal.timeout(5_000)` does after 5 seconds. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}
