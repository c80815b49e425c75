import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { EmailReports } from "@latchkey/domain/mail/EmailReports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Endpoint } from "../../core/Endpoint.ts"
import { jsonHandler } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as EmailReportApi from "../EmailReportApi.ts"

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<HttpApiGroup.ApiGroup<"latchkey", "emailReport">, never, EmailReports | Endpoint> =>
  HttpApiBuilder.group(api, "emailReport", (handlers) =>
    Effect.gen(function* () {
      const endpoint = yield* Endpoint
      const { isAvailable, receive } = yield* EmailReports

      const onNotification = jsonHandler(EmailReportApi.ReceiveSesNotification, (notification, { caller, instance }) =>
        isAvailable
          ? Effect.as(receive(notification, { caller, instance }), { body: ok })
          : problem("not_found", { detail: "No topic of Amazon SNS is configured." })
      )

      return handlers.handleRaw("receiveSesNotification", () => endpoint.handle(onNotification))
    })
  )
