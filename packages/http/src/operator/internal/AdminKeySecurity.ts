/** The admin key as a security scheme of the OpenAPI document. */
import type * as OpenApi from "@effect/platform/OpenApi"

export const schemes = {
  adminKey: {
    type: "http",
    scheme: "bearer",
    description: "The admin key of the settings, `ADMIN_API_KEY`, or an API key."
  }
} as const satisfies Record<string, OpenApi.OpenAPISecurityScheme>
