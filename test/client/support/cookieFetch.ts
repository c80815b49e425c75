import { createClient, type Fetch } from "@latchkey/client"
import { CookieJar } from "tough-cookie"

/** A `fetch` with a cookie jar, and whatever headers a browser would add by itself. It remembers the last reply. */
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

/** A client that keeps cookies, as a browser does. */
export const clientOf = (baseUrl: string, headers?: Record<string, string>) => {
  const { fetch, jar, lastReply } = makeCookieFetch(headers)
  return { ...createClient({ baseUrl, fetch }), jar, lastReply }
}
