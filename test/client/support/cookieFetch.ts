import { createClient, type Fetch } from "@latchkey/client"
import { CookieJar } from "tough-cookie"

/**
 * Makes a `fetch` with a cookie jar and the headers that a browser would add. `lastReply` returns its last response.
 */
export const makeCookieFetch = (headers: Record<string, string> = {}) => {
  const jar = new CookieJar()
  let last: Response | undefined
  const fetchWithCookies: Fetch = async (url, init) => {
    const cookie = await jar.getCookieString(url)
    const response = await fetch(url, { ...init, headers: { ...init.headers, cookie, ...headers } })
    for (const line of response.headers.getSetCookie()) await jar.setCookie(line, url)
    last = response
    return response
  }
  return { fetch: fetchWithCookies, jar, lastReply: () => last }
}

/** Makes a client that keeps cookies, like a browser. */
export const clientOf = (baseUrl: string, headers?: Record<string, string>) => {
  const { fetch, jar, lastReply } = makeCookieFetch(headers)
  return { ...createClient({ baseUrl, fetch }), jar, lastReply }
}
