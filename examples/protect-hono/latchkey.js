/** Asks Latchkey who is signed in, with the cookies of a request. */

/** Latchkey's public origin, where users sign in. */
const latchkeyUrl = process.env.LATCHKEY_URL ?? "http://localhost:3000"

/** This app's public origin. */
export const appUrl = process.env.APP_URL ?? "http://localhost:4000"

// #region session
/** Latchkey did not say whether the user is signed in. Reply with 503. */
export class LatchkeyUnavailable extends Error {}

/**
 * `claimedAt`: when the user took the account over from someone else, if they did. `authenticatedAt`: when the user signed
 * in, or authenticated again.
 *
 * @typedef {{ userId: string, sessionId: string, instanceId: string, email: string, emailVerified: boolean,
 *   claimedAt: string | null, amr: string[], aal: 1 | 2, authenticatedAt: string, expiresAt: string }} Session
 */

/**
 * Calls Latchkey, for at most two seconds. Throws `LatchkeyUnavailable` if no JSON comes back.
 *
 * @param {string} method
 * @param {string} path
 * @param {string} cookie
 */
const call = async (method, path, cookie) => {
  try {
    const signal = AbortSignal.timeout(2_000)
    const reply = await fetch(latchkeyUrl + path, { method, headers: { cookie }, redirect: "manual", signal })
    return { status: reply.status, body: await reply.json(), setCookies: reply.headers.getSetCookie() }
  } catch (cause) {
    throw new LatchkeyUnavailable(`no reply from ${latchkeyUrl}`, { cause })
  }
}

/** @param {string} pair */
const isLatchkeyCookie = (pair) => /^(__Host-)?__(client|session)=/.test(pair)

/**
 * Returns Latchkey's cookies in a `Cookie` header. No other cookie is sent on.
 *
 * @param {string} header
 */
const latchkeyCookies = (header) => header.split(/;\s*/).filter(isLatchkeyCookie).join("; ")

/**
 * Returns the session that a `Cookie` header identifies, or `undefined` if the user has to go to the sign-in page. Throws
 * `LatchkeyUnavailable` if Latchkey gives neither answer.
 *
 * @returns {Promise<Session | undefined>}
 */
export const findSession = async (header = "") => {
  const cookie = latchkeyCookies(header)
  if (!cookie.includes("__client=") || !cookie.includes("__session=")) return undefined
  const { status, body } = await call("GET", "/v1/auth/session", cookie)
  if (status === 200 && body?.userId !== undefined) return body
  if (status === 401 && body?.code === "unauthenticated") return undefined
  // The sign-in page leads users who are signed in to the page that verifies their address.
  if (status === 403 && body?.code === "email_not_verified") return undefined
  throw new LatchkeyUnavailable(`Latchkey replied ${status}`)
}
// #endregion

// #region sign-in
/**
 * Returns the URL of Latchkey's sign-in page, which leads back to `path` of this app.
 *
 * @param {string} path
 */
export const signInUrl = (path) => `${latchkeyUrl}/sign-in?return_to=${encodeURIComponent(appUrl + path)}`
// #endregion

// #region sign-out
/** Revokes the session. Returns the `Set-Cookie` headers that clear its cookie: pass them on to the browser. */
export const signOut = async (header = "") => {
  const { status, setCookies } = await call("POST", "/v1/auth/sign-out", latchkeyCookies(header))
  if (status !== 200) throw new LatchkeyUnavailable(`Latchkey replied ${status}`)
  return setCookies
}
// #endregion

// #region cross-origin
/**
 * Returns `true` if a page of another origin sends a request that may change something, and logs which.
 *
 * @param {string} method
 * @param {Record<string, string | string[] | undefined>} headers
 */
export const isCrossOrigin = (method, { origin, "sec-fetch-site": site }) => {
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return false
  // A form of the app's own page sends `Origin: null` under `Referrer-Policy: no-referrer`.
  const isNamed = origin !== undefined && origin !== "null"
  const isProgram = origin === undefined && (site === undefined || site === "none")
  const isOwn = isNamed ? origin === appUrl : isProgram || site === "same-origin"
  if (!isOwn) console.warn(`Refused a page of ${JSON.stringify(origin)}. This app's pages are at APP_URL: ${appUrl}`)
  return !isOwn
}
// #endregion
