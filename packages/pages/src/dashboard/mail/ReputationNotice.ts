/**
 * Says that links to unknown addresses are not sent, and why.
 */
import type { PoorReputation } from "@latchkey/domain/mail/MailDeliveryLog"
import type { Fragment } from "@latchkey/http/core/Page"
import * as Option from "effect/Option"
import { none } from "../../core/Fragments.ts"
import { notice } from "../core/Elements.ts"

const causes: Readonly<Record<PoorReputation["report"], (emails: string) => string>> = {
  bounce: (emails) => `more than 5% of ${emails} bounced`,
  complaint: (emails) => `recipients complained about more than 0.1% of ${emails}`
}

const emails: Readonly<Record<PoorReputation["scope"], string>> = {
  instance: "this instance's emails of the last 24 hours",
  service: "the emails of all instances in the last 24 hours"
}

/** Makes the notice; nothing if emails are sent. */
export const view = (poor: Option.Option<PoorReputation>): Fragment =>
  Option.match(poor, {
    onNone: () => none,
    onSome: ({ report, scope }) =>
      notice(
        "bad",
        `Links requested for addresses without a verified account are not sent: ${causes[report](emails[scope])}. They are sent again when the share has fallen.`
      )
  })
