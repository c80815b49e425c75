/** The cookies as security schemes of the OpenAPI document, and which of them an endpoint requires. */
import type * as OpenApi from "@effect/platform/OpenApi"
import { type CookieNames, namesOf } from "../core/CookieNames.ts"
import type { HttpOptions } from "../core/HttpSettings.ts"

const cookie = (name: string, description: string): OpenApi.OpenAPIApiKeySecurityScheme => ({
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
    client: cookie(client, "Identifies the client for 400 days, and grants nothing alone."),
    session: cookie(session, "Identifies the session. It works only together with its own client's cookie."),
    pending: cookie(
      pending,
      "Identifies a sign-in that lacks its second factor, for ten minutes. It works only together with its own client's cookie, and grants nothing else."
    ),
    personalToken
  }
}

type Requirements = Array<OpenApi.OpenAPISecurityRequirement>

/** Requires both cookies. */
export const required: Requirements = [{ client: [], session: [] }]

/** Requires the cookies of the client and of a pending sign-in. */
export const pending: Requirements = [{ client: [], pending: [] }]

/** Reads the cookies if there are any. */
export const optional: Requirements = [{}, { client: [] }, ...required]
