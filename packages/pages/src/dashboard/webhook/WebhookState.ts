/** The state of a webhook in words. */
import type { WebhookDetails } from "@latchkey/domain/webhook/WebhookAdministration"
import type { Fragment } from "@latchkey/http/core/Page"
import * as Option from "effect/Option"
import { tag } from "../core/Elements.ts"
import type { DashboardTexts } from "../DashboardTexts.ts"

/** Makes a tag with the state. */
export const view = (
  { webhook: texts }: DashboardTexts,
  { disabled, failingSince }: Pick<WebhookDetails, "disabled" | "failingSince">
): Fragment =>
  Option.match(disabled, {
    onSome: ({ reason }) => tag(texts.off, reason === "operator" ? "" : "bad"),
    onNone: () => (Option.isSome(failingSince) ? tag(texts.failing, "warn") : tag(texts.on, "good"))
  })
