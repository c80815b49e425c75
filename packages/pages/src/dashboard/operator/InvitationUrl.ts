import type { Token } from "@latchkey/domain/core/Token"
import * as Redacted from "effect/Redacted"
import * as DashboardPaths from "../core/DashboardPaths.ts"

/** Returns the URL of an invitation, with its token. */
export const invitationUrl = (options: {
  readonly baseUrl: string
  readonly prefix?: string
  readonly token: Token
}): string =>
  `${options.baseUrl}${DashboardPaths.make(options.prefix ?? "").enter}?token=${Redacted.value(options.token)}`
