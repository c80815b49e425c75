import type { Log } from "./Log.ts"
import { header, isNavigation, type RequestLike } from "./RequestLike.ts"
import type { Settings } from "./Settings.ts"

/** Says which settings keep Latchkey's cookies from this app. */
export const explainPlaces = ({ appUrl, publicUrl }: Settings, { hint }: Log): void => {
  const [app, latchkey] = [new URL(appUrl), new URL(publicUrl)]
  if (app.hostname !== latchkey.hostname) {
    hint(
      `its cookies do not reach ${appUrl} (APP_URL) from ${publicUrl} (LATCHKEY_PUBLIC_URL), unless COOKIE_DOMAIN contains both hosts.`
    )
  }
  if (latchkey.protocol === "https:" && app.protocol === "http:" && !/(^|\.)localhost$/.test(app.hostname)) {
    hint(`its cookies do not reach ${appUrl} (APP_URL), which is not https.`)
  }
}

/** Says that users who open a page come back to another host than theirs after the sign-in. */
export const explainReturn = ({ appUrl }: Settings, { hint }: Log, request: RequestLike): void => {
  const host = header(request, "host")
  if (host && isNavigation(request) && !appUrl.endsWith(`//${host}`)) {
    hint(`the sign-in page leads from ${JSON.stringify(host)} to ${appUrl} (APP_URL).`)
  }
}
