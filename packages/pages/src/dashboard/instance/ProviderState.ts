/** The state of a sign-in provider in words. */
import type { ProviderDetails } from "@latchkey/domain/operator/IdentityProviderAdministration"
import type { Fragment } from "@latchkey/http/core/Page"
import { tag } from "../core/Elements.ts"
import type { DashboardTexts } from "../DashboardTexts.ts"

/** Makes a tag with the state. */
export const view = ({ provider: texts }: DashboardTexts, { enabled }: Pick<ProviderDetails, "enabled">): Fragment =>
  enabled ? tag(texts.on, "good") : tag(texts.off)
