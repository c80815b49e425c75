/** What the emails about accounts, and those that operators write, consist of. */
import { customizable } from "@latchkey/domain/mail/AccountNoticeTemplate"
import { accountChanges } from "@latchkey/domain/rooms"
import { sampleOf } from "../core/EmailSample.ts"
import * as AccountNotice from "./AccountNotice.ts"
import * as CustomEmailHtml from "./CustomEmailHtml.ts"

/** Write the emails. */
export const templates = [AccountNotice.layer, CustomEmailHtml.layer] as const

/** Write each email with sample values. */
export const samples = Object.values(accountChanges).map((change) =>
  sampleOf(customizable(change), AccountNotice.render)
)
