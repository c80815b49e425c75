/**
 * The contract of the account: reading, downloading and deleting it, and choosing its language.
 *
 * @since 0.1.0
 */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { UserId } from "@latchkey/domain/core/Ids"
import { Language, LanguageInput } from "@latchkey/domain/language/Language"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { Time } from "../account/UserApi.ts"
import { wire } from "../core/JsonEndpoint.ts"
import { Ok } from "../core/Ok.ts"
import * as Problem from "../core/Problem.ts"
import { PasswordInput } from "../password/Credentials.ts"
import * as SessionSecurity from "../session/SessionSecurity.ts"
import { AccountExport } from "./AccountExport.ts"

const at = DateTime.unsafeMake("2026-11-21T10:16:41.303Z")

/**
 * The signed-in user.
 *
 * - `needsReauthentication`: whether deleting the account requires the current password, or a sign-in with a new link.
 * - `deletionAt`: when the account will be deleted; null if the user has not asked for it.
 * - `language`: the language that the user has chosen for pages and emails; null if the browser decides.
 * - `deletionGraceDays`: how long an account is kept after its user has asked to delete it.
 *
 * @since 0.1.0
 */
export const AccountResponse = Schema.Struct({
  userId: UserId.annotations({ description: "The id of the user. It never changes." }),
  email: Schema.String,
  emailVerified: Schema.Boolean,
  hasPassword: Schema.Boolean,
  needsReauthentication: Schema.Boolean.annotations({
    description: "Whether deleting the account requires the current password, or a sign-in with a new link."
  }),
  createdAt: Time,
  deletionAt: Schema.NullOr(Time).annotations({ description: "When the account will be deleted, or `null`." }),
  language: Schema.NullOr(Language).annotations({
    description: "The language that the user has chosen for pages and emails, or `null`: then the browser decides."
  }),
  deletionGraceDays: Schema.Int.annotations({
    description: "How many days an account is kept after its user has asked to delete it."
  })
}).annotations({
  identifier: "Account",
  description: "The signed-in user.",
  examples: [
    {
      userId: UserId.make("user_01a1eef9-ae17-7c3e-9b17-4d2a6e80f5c3"),
      email: "grace@example.com",
      emailVerified: true,
      hasPassword: true,
      needsReauthentication: true,
      createdAt: at,
      deletionAt: null,
      language: null,
      deletionGraceDays: 7
    }
  ]
})

/** When the account will be deleted; `deleted`: whether it has been already. @since 0.1.0 */
export const AccountDeletionResponse = Schema.Struct({
  deleted: Schema.Boolean.annotations({ description: "Whether the account is deleted already." }),
  deletionAt: Time
}).annotations({
  identifier: "AccountDeletion",
  description: "The account is deleted, or will be.",
  examples: [{ deleted: false, deletionAt: DateTime.add(at, { days: 7 }) }]
})

/** Reading the account. @since 0.1.0 */
export const GetAccount = { success: AccountResponse }

/** Choosing the language. `null` lets the browser decide. @since 0.1.0 */
export const SetLanguage = {
  payload: Schema.Struct({
    language: Schema.NullOr(LanguageInput).annotations({
      description: "A BCP 47 tag such as `de` or `pt-BR`, or `null`: then the browser decides."
    })
  }),
  success: Ok
}

/** Downloading what is stored. @since 0.1.0 */
export const ExportAccount = { success: AccountExport }

/** Deleting the account. `currentPassword`: as for setting a password. @since 0.1.0 */
export const DeleteAccount = {
  payload: Schema.Struct({ currentPassword: Schema.optionalWith(PasswordInput, { exact: true }) }),
  success: AccountDeletionResponse
}

/** Keeping the account after all. @since 0.1.0 */
export const KeepAccount = { success: Ok }

const getAccount = HttpApiEndpoint.get("getAccount", "/v1/auth/account")
  .addSuccess(GetAccount.success)
  .addError(Problem.Unauthenticated)
  .annotate(OpenApi.Override, { security: SessionSecurity.required })
  .annotate(OpenApi.Summary, "Get the account")
  .annotate(OpenApi.Description, "Returns the signed-in user, and when the account will be deleted, if it will.")

const setLanguage = HttpApiEndpoint.put("setLanguage", "/v1/auth/account/language")
  .setPayload(wire(SetLanguage, "AccountLanguage", { language: "de" }))
  .addSuccess(SetLanguage.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.Unauthenticated)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .annotate(OpenApi.Override, { security: SessionSecurity.required })
  .annotate(OpenApi.Summary, "Choose the language")
  .annotate(
    OpenApi.Description,
    "Sets the language of the pages and emails that the signed-in user gets. With `null`, the languages of the browser decide. A language that Latchkey does not speak is stored, too."
  )

/** The path of the download. @since 0.1.0 */
export const exportPath = "/v1/auth/account/export"

const exportAccount = HttpApiEndpoint.get("exportAccount", exportPath)
  .addSuccess(ExportAccount.success)
  .addError(Problem.Unauthenticated)
  .addError(Problem.ReauthenticationRequired)
  .addError(Problem.SignInRateLimited)
  .annotate(OpenApi.Override, { security: SessionSecurity.required })
  .annotate(OpenApi.Summary, "Download the stored data")
  .annotate(
    OpenApi.Description,
    "Returns what is stored about the signed-in user, as a file to download: of each kind the newest 1,000 records. Never a hash or a token, and nothing about an address that the user has not verified. Requires a sign-in in the last ten minutes, with a passkey or the second factor if the user has one. Ten times an hour."
  )

const deleteAccount = HttpApiEndpoint.post("deleteAccount", "/v1/auth/account/delete")
  .setPayload(wire(DeleteAccount, "AccountDeletionRequest", { currentPassword: "correct horse battery" }))
  .addSuccess(DeleteAccount.success)
  .addError(Problem.InvalidRequest)
  .addError(Problem.Unauthenticated)
  .addError(Problem.InvalidCredentials)
  .addError(Problem.ReauthenticationRequired)
  .addError(Problem.SignInRateLimited)
  .addError(Problem.ForbiddenOrigin)
  .addError(Problem.PayloadTooLarge)
  .addError(Problem.UnsupportedMediaType)
  .annotate(OpenApi.Override, { security: SessionSecurity.required })
  .annotate(OpenApi.Summary, "Delete the account")
  .annotate(
    OpenApi.Description,
    "Deletes the signed-in user after the days that the instance keeps such accounts, and revokes every other session; with no days, deletes the user immediately. Requires the current password, unless the user signed in with a magic link in the last ten minutes and no page of another origin sends the request."
  )

const keepAccount = HttpApiEndpoint.post("keepAccount", "/v1/auth/account/delete/cancel")
  .addSuccess(KeepAccount.success)
  .addError(Problem.Unauthenticated)
  .addError(Problem.ForbiddenOrigin)
  .annotate(OpenApi.Override, { security: SessionSecurity.required })
  .annotate(OpenApi.Summary, "Keep the account")
  .annotate(OpenApi.Description, "Cancels the deletion of the account. Succeeds if none is scheduled, too.")

/**
 * `GET /v1/auth/account`, `PUT /v1/auth/account/language`, `GET /v1/auth/account/export`, `POST
 * /v1/auth/account/delete` and `POST /v1/auth/account/delete/cancel`.
 *
 * @since 0.1.0
 */
export class PersonalDataApi extends HttpApiGroup.make("personalData")
  .add(getAccount)
  .add(setLanguage)
  .add(exportAccount)
  .add(deleteAccount)
  .add(keepAccount)
  .addError(Problem.NotFound)
  .addError(Problem.InternalError)
  .addError(Problem.ServiceUnavailable)
  .annotate(OpenApi.Title, "Personal data")
  .annotate(
    OpenApi.Description,
    "Read the account, choose its language, download what is stored about it, and delete it."
  ) {}
