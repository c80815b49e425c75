import type { Log } from "./Log.ts"
import type { Settings } from "./Settings.ts"

const isLocal = (host: string) => host === "localhost" || host.endsWith(".localhost")

/** Says which settings keep Latchkey's cookies from this app. */
export const explainPlaces = ({ appUrl, publicUrl }: Settings, { hint }: Log): void => {
  const [app, latchkey] = [new URL(appUrl), new URL(publicUrl)]
  if (app.hostname !== latchkey.hostname) {
    hint(
      `its cookies reach this app only if COOKIE_DOMAIN contains both hosts: ${appUrl} (APP_URL) and ${publicUrl} (LATCHKEY_PUBLIC_URL).`
    )
  }
  if (latchkey.protocol === "https:" && app.protocol === "http:" && !isLocal(app.hostname)) {
    hint(`its cookies do not reach ${appUrl} (APP_URL), which is not https.`)
  }
}
