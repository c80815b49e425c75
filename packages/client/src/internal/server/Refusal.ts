import type { LatchkeyError } from "../../LatchkeyError.ts"
import { header, isNavigation, isSafe, pathOf, type RequestLike } from "./RequestLike.ts"
import type { Settings } from "./Settings.ts"

/** The reply to a refused request. `body`: JSON `{ code, detail }`, or empty beside a redirect. */
export interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Returns the URL of a page of Latchkey that leads back to a path of this app, and to no other origin. */
export const pageUrl = ({ appUrl, publicUrl }: Settings, page: string, path: string): string => {
  const url = URL.canParse(path, appUrl) ? new URL(path, appUrl) : new URL(appUrl)
  const returnTo = url.origin === appUrl ? url.href : appUrl
  return `${publicUrl}${page}?return_to=${encodeURIComponent(returnTo)}`
}

const pages: Readonly<Record<string, string>> = {
  sign_in_required: "/sign-in",
  recent_sign_in_required: "/reauthenticate"
}

/** Returns the path of the page that the user is at. A form cannot be sent again, so its page is shown again. */
const currentPath = (request: RequestLike, appUrl: string): string => {
  if (isSafe(request)) return pathOf(request)
  const referer = header(request, "referer") ?? ""
  return URL.canParse(referer) && new URL(referer).origin === appUrl ? referer : "/"
}

/** Returns the reply: users go to the page that mends it, and programs get JSON. No cache keeps it. */
export const refusal = (error: LatchkeyError, settings: Settings, request: RequestLike): Refusal => {
  const headers: Record<string, string> = { "cache-control": "no-store" }
  if (error.challenge) headers["www-authenticate"] = error.challenge
  if (error.retryAfterSeconds) headers["retry-after"] = String(error.retryAfterSeconds)
  const page = pages[error.code]
  if (page !== undefined && isNavigation(request)) {
    const location = pageUrl(settings, page, currentPath(request, settings.appUrl))
    return { status: 303, headers: { ...headers, location }, body: "" }
  }
  headers["content-type"] = "application/json"
  // What Latchkey replied, and where it is, are none of the client's business.
  const detail = error.code === "latchkey_unavailable" ? "Latchkey cannot be reached. Try again." : error.message
  return { status: error.status, headers, body: JSON.stringify({ code: error.code, detail }) }
}
