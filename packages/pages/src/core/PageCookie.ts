/** Cookies in which pages keep something. They grant nothing. */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { CookieOptions } from "@latchkey/http/core/HttpSettings"
import type { MapResponse } from "@latchkey/http/core/Implementation"
import * as RequestReader from "@latchkey/http/core/RequestReader"
import type * as Duration from "effect/Duration"
import type * as Option from "effect/Option"

/** The settings that the cookies depend on. */
export type Settings = Pick<CookieOptions, "baseUrl" | "cookieOwner">

/** Returns `__last`, or `__dashboard_last` for operators, whose browser may have both. */
const nameIn = ({ cookieOwner }: Pick<Settings, "cookieOwner">, name: string): string =>
  cookieOwner === "operators" ? `__dashboard_${name}` : `__${name}`

/** One definition sets, reads and clears a cookie. `name`: without the underscores, such as `last`. */
export const make = (name: string) => {
  const set = (settings: Settings, path: string, value: string, maxAge: Duration.DurationInput) =>
    HttpServerResponse.unsafeSetCookie(nameIn(settings, name), value, {
      path,
      httpOnly: true,
      sameSite: "lax",
      secure: settings.baseUrl.startsWith("https:"),
      maxAge
    })
  return {
    /** Returns the value, unchecked, or `None` if the cookie is missing or repeated. */
    read: (
      settings: Pick<Settings, "cookieOwner">,
      headers: Readonly<Record<string, string | undefined>>
    ): Option.Option<string> => RequestReader.cookie(headers, nameIn(settings, name)),

    /** Sets the cookie: `HttpOnly`, `SameSite=Lax`, below `path`, `Secure` with an https base URL. */
    set: set satisfies (...of: Parameters<typeof set>) => MapResponse,

    /** Clears the cookie. */
    clear: (settings: Settings, path: string): MapResponse => set(settings, path, "", 0)
  }
}
