import { EmailReports } from "@latchkey/domain/mail/EmailReports"
import * as Effect from "effect/Effect"
import * as Implementation from "../../core/Implementation.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import { EmailReportApi } from "../EmailReportApi.ts"

export const implementation = Implementation.make(
  EmailReportApi,
  Effect.map(EmailReports, ({ isAvailable, receive }) => ({
    receiveSesNotification: ({ body, caller, instance }) =>
      isAvailable
        ? Effect.as(receive(body, { caller, instance }), { body: ok })
        : problem("not_found", { detail: "No topic of Amazon SNS is configured." })
  }))
)
