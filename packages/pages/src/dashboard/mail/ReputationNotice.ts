/**
 * Says that links to unknown addresses are not sent, and why.
 */
import type { PoorReputation } from "@latchkey/domain/mail/MailDeliveryLog"
import type { Fragment } from "@latchkey/http/core/Page"
import * as Option from "effect/Option"
import { none } from "../../core/Fragments.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import { notice } from "../core/Elements.ts"

/** Makes the notice; nothing if emails are sent. */
export const view = ({ texts: { mail } }: DashboardLanguage, poor: Option.Option<PoorReputation>): Fragment =>
  Option.match(poor, {
    onNone: () => none,
    onSome: ({ report, scope }) =>
      notice("bad", mail.reputation.notice(mail.reputation[report](mail.reputation[scope])))
  })
