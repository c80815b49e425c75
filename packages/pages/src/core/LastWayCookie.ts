/**
 * The cookie `__last`: the way in that the device used last, such as `password` or `identity_provider.google`. The
 * sign-in page marks it. It says nothing about a user.
 */
import type { MapResponse } from "@latchkey/http/core/Implementation"
import * as PageCookie from "./PageCookie.ts"

const cookie = PageCookie.make("last")

/** Returns the way in. It is unchecked: compare it with those that a page shows. */
export const { read } = cookie

/** Sets the cookie for 400 days. */
export const set = (settings: PageCookie.Settings, path: string, way: string): MapResponse =>
  cookie.set(settings, path, way, "400 days")
