import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { ChangeLanguage } from "@latchkey/domain/personal-data/ChangeLanguage"
import { DeleteAccount, type OwnAccount } from "@latchkey/domain/personal-data/DeleteAccount"
import { ExportAccount } from "@latchkey/domain/personal-data/ExportAccount"
import { Sessions } from "@latchkey/domain/session/Sessions"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Endpoint } from "../../core/Endpoint.ts"
import { jsonHandler, jsonReader } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import * as AccountExport from "../AccountExport.ts"
import * as PersonalDataApi from "../PersonalDataApi.ts"

const toResponse = ({ accountConfig }: Instance, { needsReauthentication, user }: OwnAccount) => ({
  userId: user.id,
  email: user.email,
  emailVerified: Option.isSome(user.emailVerifiedAt),
  hasPassword: Option.isSome(user.passwordHash),
  needsReauthentication,
  createdAt: user.createdAt,
  deletionAt: Option.getOrNull(user.deletionAt),
  language: Option.getOrNull(user.language),
  deletionGraceDays: accountConfig.deletionGraceDays
})

/** Names the file after the day, and not after the user: downloads lie around on shared devices. */
const download = (exportedAt: DateTime.Utc) =>
  HttpServerResponse.setHeader(
    "content-disposition",
    `attachment; filename="account-${DateTime.formatIsoDateUtc(exportedAt)}.json"`
  )

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<
  HttpApiGroup.ApiGroup<"latchkey", "personalData">,
  never,
  ChangeLanguage | DeleteAccount | Endpoint | ExportAccount | Sessions
> =>
  HttpApiBuilder.group(api, "personalData", (handlers) =>
    Effect.gen(function* () {
      const accounts = yield* DeleteAccount
      const endpoint = yield* Endpoint
      const languages = yield* ChangeLanguage
      const exports = yield* ExportAccount
      const sessions = yield* Sessions

      const onGet = jsonReader(PersonalDataApi.GetAccount, ({ caller, instance }) =>
        sessions.authenticate({ instance, caller }).pipe(
          Effect.flatMap((session) => accounts.find({ instance, session })),
          Effect.map((account) => ({ body: toResponse(instance, account) }))
        )
      )

      const onSetLanguage = jsonHandler(PersonalDataApi.SetLanguage, ({ language }, { caller, instance }) =>
        Effect.as(languages.change({ instance, caller, language: Option.fromNullable(language) }), { body: ok })
      )

      const onExport = jsonReader(PersonalDataApi.ExportAccount, ({ caller, instance }) =>
        Effect.map(exports.read({ instance, caller }), (data) => ({
          body: AccountExport.ofAccount(data),
          dress: download(data.exportedAt)
        }))
      )

      const onDelete = jsonHandler(PersonalDataApi.DeleteAccount, (payload, context) => {
        const { caller, cookies, instance } = context
        const currentPassword = Option.fromNullable(payload.currentPassword)
        const mayOmitCurrentPassword = endpoint.isOwnPage(context)
        return accounts.request({ instance, caller, currentPassword, mayOmitCurrentPassword }).pipe(
          Effect.map(({ deletionAt, isDeleted }) => ({
            body: { deleted: isDeleted, deletionAt },
            ...(isDeleted ? { dress: SessionCookies.clearSession(cookies) } : {})
          })),
          Effect.catchTag("InvalidCredentials", () =>
            problem("invalid_credentials", { detail: "currentPassword is wrong." })
          )
        )
      })

      const onKeep = jsonReader(PersonalDataApi.KeepAccount, ({ caller, instance }) =>
        Effect.as(accounts.cancel({ instance, caller }), { body: ok })
      )

      return handlers
        .handleRaw("getAccount", () => endpoint.handle(onGet))
        .handleRaw("setLanguage", () => endpoint.handle(onSetLanguage))
        .handleRaw("exportAccount", () => endpoint.handle(onExport))
        .handleRaw("deleteAccount", () => endpoint.handle(onDelete))
        .handleRaw("keepAccount", () => endpoint.handle(onKeep))
    })
  )
