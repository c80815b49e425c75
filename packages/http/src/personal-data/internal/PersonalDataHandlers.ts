import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { read } from "@latchkey/domain/account/UserData"
import { AuthenticationMethods } from "@latchkey/domain/instance/AuthenticationMethods"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { ChangeLanguage } from "@latchkey/domain/personal-data/ChangeLanguage"
import { ChangeUserData } from "@latchkey/domain/personal-data/ChangeUserData"
import { DeleteAccount, type OwnAccount } from "@latchkey/domain/personal-data/DeleteAccount"
import { ExportAccount } from "@latchkey/domain/personal-data/ExportAccount"
import { type SessionRequest, Sessions } from "@latchkey/domain/session/Sessions"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Implementation from "../../core/Implementation.ts"
import { Endpoint } from "../../core/Endpoint.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import * as SessionCookies from "../../session/SessionCookies.ts"
import * as AccountExport from "../AccountExport.ts"
import { PersonalDataApi } from "../PersonalDataApi.ts"

const toResponse = ({ accountConfig }: Instance, { needsReauthentication, user }: OwnAccount) => ({
  userId: user.id,
  email: user.email,
  emailVerified: Option.isSome(user.emailVerifiedAt),
  hasPassword: Option.isSome(user.passwordHash),
  needsReauthentication,
  createdAt: user.createdAt,
  deletionAt: Option.getOrNull(user.deletionAt),
  language: Option.getOrNull(user.language),
  name: Option.getOrNull(user.name),
  metadata: read(user.metadata),
  userMetadata: read(user.userMetadata),
  deletionGraceDays: accountConfig.deletionGraceDays
})

/** Names the file after the day, and not after the user: downloads lie around on shared devices. */
const download = (exportedAt: DateTime.Utc) =>
  HttpServerResponse.setHeader(
    "content-disposition",
    `attachment; filename="account-${DateTime.formatIsoDateUtc(exportedAt)}.json"`
  )

export const implementation = Implementation.make(
  PersonalDataApi,
  Effect.gen(function* () {
    const accounts = yield* DeleteAccount
    const exports = yield* ExportAccount
    const { isOwnPage } = yield* Endpoint
    const languages = yield* ChangeLanguage
    const methods = yield* AuthenticationMethods
    const sessions = yield* Sessions
    const userData = yield* ChangeUserData

    const accountOf = ({ caller, instance }: SessionRequest) =>
      sessions.authenticate({ instance, caller }).pipe(
        Effect.flatMap((session) => accounts.find({ instance, session })),
        Effect.map((account) => ({ body: toResponse(instance, account) }))
      )

    return {
      getAccount: accountOf,
      updateAccount: ({ body: { name, userMetadata }, caller, instance }) =>
        userData
          .change({
            instance,
            caller,
            ...(name === undefined ? {} : { name: Option.fromNullable(name) }),
            ...(userMetadata === undefined ? {} : { userMetadata: Option.fromNullable(userMetadata) })
          })
          .pipe(Effect.zipRight(accountOf({ instance, caller }))),
      setLanguage: ({ body, caller, instance }) =>
        Effect.as(languages.change({ instance, caller, language: Option.fromNullable(body.language) }), { body: ok }),
      exportAccount: ({ caller, instance }) =>
        Effect.map(exports.read({ instance, caller }), (data) => ({
          body: AccountExport.ofAccount(methods, data),
          mapResponse: download(data.exportedAt)
        })),
      deleteAccount: ({ body, ...context }) => {
        const { caller, cookies, instance } = context
        const currentPassword = Option.fromNullable(body.currentPassword)
        const mayOmitCurrentPassword = isOwnPage(context)
        return accounts.request({ instance, caller, currentPassword, mayOmitCurrentPassword }).pipe(
          Effect.map(({ deletionAt, isDeleted }) => ({
            body: { deleted: isDeleted, deletionAt },
            ...(isDeleted ? { mapResponse: SessionCookies.clearSession(cookies) } : {})
          })),
          Effect.catchTag("InvalidCredentials", () =>
            problem("invalid_credentials", { detail: "currentPassword is wrong." })
          )
        )
      },
      keepAccount: ({ caller, instance }) => Effect.as(accounts.cancel({ instance, caller }), { body: ok })
    }
  })
)
