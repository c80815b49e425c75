/** The cookies as security schemes of the OpenAPI document, and which of them an endpoint requires. */
import * as HttpApiSecurity from "@effect/platform/HttpApiSecurity"
import * as OpenApi from "@effect/platform/OpenApi"
import { type CookieNames, namesOf } from "../core/CookieNames.ts"
import type { HttpOptions } from "../core/HttpSettings.ts"

const cookieNamed = (name: string, description: string): OpenApi.OpenAPIApiKeySecurityScheme => ({
  type: "apiKey",
  in: "cookie",
  name,
  description
})

const personalToken: OpenApi.OpenAPIHTTPSecurityScheme = {
  type: "http",
  scheme: "bearer",
  description: "A personal access token, from a program."
}

type CookieSchemes = Record<keyof CookieNames, OpenApi.OpenAPIApiKeySecurityScheme>

/** Returns the security schemes `client`, `session`, `pending` and `personalToken`. */
export const schemesOf = (
  options: Pick<HttpOptions, "cookiePrefix">
): CookieSchemes & { readonly personalToken: OpenApi.OpenAPIHTTPSecurityScheme } => {
  const { client, pending, session } = namesOf(options)
  return {
    client: cookieNamed(client, "Identifies the client for 400 days, and grants nothing alone."),
    session: cookieNamed(session, "Identifies the session. It works only together with its own client's cookie."),
    pending: cookieNamed(
      pending,
      "Identifies a sign-in that lacks its second factor, for ten minutes. It works only together with its own client's cookie, and grants nothing else."
    ),
    personalToken
  }
}

// Only the document of an app has this name: the `SessionSource` reads the cookies, by the names of the settings.
const { session } = schemesOf({ cookiePrefix: "none" })

/** The session, as a security scheme of an app's endpoints. */
export const cookie: HttpApiSecurity.ApiKey = HttpApiSecurity.annotate(
  HttpApiSecurity.apiKey({ in: "cookie", key: session.name }),
  OpenApi.Description,
  session.description ?? ""
)

/** A token, as a security scheme of an app's endpoints. */
export const bearer: HttpApiSecurity.Bearer = HttpApiSecurity.annotate(
  HttpApiSecurity.bearer,
  OpenApi.Description,
  "An access token, or the personal access token of a program."
)

type Requirements = Array<OpenApi.OpenAPISecurityRequirement>

/** Requires both cookies. */
export const required: Requirements = [{ client: [], session: [] }]

/** Requires the cookies of the client and of a pending sign-in. */
export const pending: Requirements = [{ client: [], pending: [] }]

/** Reads the cookies if there are any. */
export const optional: Requirements = [{}, { client: [] }, ...required]
