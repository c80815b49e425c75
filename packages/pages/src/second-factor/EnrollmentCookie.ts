/**
 * The cookie `__enrollment`: the authenticator app that the user of a browser is setting up, so that the QR code is the
 * same after the page was loaded again. Its secret is encrypted, for its user only, and works for 30 minutes.
 */
import type { MapResponse } from "@latchkey/http/core/Implementation"
import * as PageCookie from "../core/PageCookie.ts"

const cookie = PageCookie.make("enrollment")

/** Returns the enrollment, unchecked, or `None`. */
export const { clear, read } = cookie

/** Sets the cookie for 30 minutes. */
export const set = (settings: PageCookie.Settings, path: string, enrollment: string): MapResponse =>
  cookie.set(settings, path, enrollment, "30 minutes")
