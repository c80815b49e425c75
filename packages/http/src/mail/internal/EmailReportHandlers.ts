import { EmailReports } from "@latchkey/domain/mail/EmailReports"
import * as Effect from "effect/Effect"
import * as Contract from "../../core/Contract.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import { EmailReportApi } from "../EmailReportApi.ts"

export const implementation = Contract.implement(
  EmailReportApi,
  Effect.map(EmailReports, ({ isAvailable, receive }) => ({
    receiveSesNotification: ({ body, caller, instance }) =>
      isAvailable
        ? Effect.as(receive(body, { caller, instance }), { body: ok })
        : problem("not_found", { detail: "No topic of Amazon SNS is configured." })
  }))
)
