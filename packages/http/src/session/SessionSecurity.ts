/**
 * The cookies as security schemes of the OpenAPI document, and which of them an endpoint requires.
 *
 * @since 0.1.0
 */
import type * as OpenApi from "@effect/platform/OpenApi"

/** The name of the cookie that identifies the client. @since 0.1.0 */
export const clientName = "__client"

/** The name of the cookie that a session check needs first. @since 0.1.0 */
export const sessionName = "__session"

const cookie = (name: string, description: string): OpenApi.OpenAPIApiKeySecurityScheme => ({
  type: "apiKey",
  in: "cookie",
  name,
  description
})

/** The security schemes `client` and `session`. @since 0.1.0 */
export const schemes = {
  client: cookie(clientName, "Identifies the client for 400 days, and grants nothing alone."),
  session: cookie(sessionName, "Identifies the session. It works only together with its own client's cookie.")
} as const satisfies Record<string, OpenApi.OpenAPISecurityScheme>

type Requirements = Array<OpenApi.OpenAPISecurityRequirement>

/** Requires both cookies. @since 0.1.0 */
export const required: Requirements = [{ client: [], session: [] }]

/** Reads the cookies if there are any. @since 0.1.0 */
export const optional: Requirements = [{}, { client: [] }, ...required]
