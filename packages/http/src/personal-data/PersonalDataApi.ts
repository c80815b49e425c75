/** The contract of the account: reading, downloading and deleting it, and choosing its language. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { DataObject, DataPatchInput, UserName, UserNameInput } from "@latchkey/domain/account/UserData"
import { UserId } from "@latchkey/domain/core/Ids"
import { Language, LanguageInput } from "@latchkey/domain/language/Language"
import * as Password from "@latchkey/domain/password/Password"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { Time } from "../core/Time.ts"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import * as RequestReader from "../core/RequestReader.ts"
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
  name: Schema.NullOr(Schema.typeSchema(UserName)).annotations({ description: "What the user is called, or `null`." }),
  metadata: DataObject.annotations({ description: "What the app keeps with the user. Users cannot change it." }),
  userMetadata: DataObject.annotations({ description: "What the app keeps with the user, and the user may change." }),
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
      name: UserName.make("Grace Hopper"),
      metadata: {},
      userMetadata: { theme: "dark" },
      deletionGraceDays: 7
    }
  ]
})

/** When the account will be deleted; `deleted`: whether it has been already. */
export const AccountDeletionResponse = Schema.Struct({
  deleted: Schema.Boolean.annotations({ description: "Whether the account is deleted already." }),
  deletionAt: Time
}).annotations({
  identifier: "AccountDeletion",
  description: "The account is deleted, or will be.",
  examples: [{ deleted: false, deletionAt: DateTime.add(at, { days: 7 }) }]
})

const getAccount = Contract.endpoint(HttpApiEndpoint.get("getAccount", "/v1/auth/account"), {
  summary: "Get the account",
  description: "Returns the signed-in user, and when the account will be deleted, if it will.",
  security: SessionSecurity.required,
  success: AccountResponse,
  errors: ["unauthenticated"]
})

const updateAccount = Contract.endpoint(HttpApiEndpoint.patch("updateAccount", "/v1/auth/account"), {
  summary: "Change name and data",
  description:
    "Changes the name and `userMetadata` of the signed-in user with a JSON merge patch (RFC 7396). `null` removes the name, a member, or every member.",
  security: SessionSecurity.required,
  body: Contract.body(
    Schema.Struct({
      name: Schema.optionalWith(Schema.NullOr(UserNameInput), { exact: true }),
      userMetadata: Schema.optionalWith(Schema.NullOr(DataPatchInput), { exact: true })
    }),
    "AccountPatch",
    { name: "Grace Hopper", userMetadata: { theme: "dark" } },
    { mediaTypes: [RequestReader.jsonType, "application/merge-patch+json"] }
  ),
  success: AccountResponse,
  errors: ["unauthenticated"]
})

const setLanguage = Contract.endpoint(HttpApiEndpoint.put("setLanguage", "/v1/auth/account/language"), {
  summary: "Choose the language",
  description:
    "Sets the language of the pages and emails that the signed-in user gets. With `null`, the languages of the browser decide. A language that Latchkey does not speak is stored, too.",
  security: SessionSecurity.required,
  body: Contract.body(
    Schema.Struct({
      language: Schema.NullOr(LanguageInput).annotations({
        description: "A BCP 47 tag such as `de` or `pt-BR`, or `null`: then the browser decides."
      })
    }),
    "AccountLanguage",
    { language: "de" }
  ),
  success: Ok,
  errors: ["unauthenticated"]
})

/** The path of the download. */
export const exportPath = "/v1/auth/account/export"

const exportAccount = Contract.endpoint(HttpApiEndpoint.get("exportAccount", exportPath), {
  summary: "Download the stored data",
  description:
    "Returns what is stored about the signed-in user, as a file to download: of each kind the newest 1,000 records. Never a hash or a token, and nothing about an address that the user has not verified. Requires a sign-in in the last ten minutes, with a passkey or the second factor if the user has one. Ten times an hour.",
  security: SessionSecurity.required,
  success: AccountExport,
  errors: ["unauthenticated", "reauthentication_required", "signin_rate_limited"]
})

const deleteAccount = Contract.endpoint(HttpApiEndpoint.post("deleteAccount", "/v1/auth/account/delete"), {
  summary: "Delete the account",
  description:
    "Deletes the signed-in user after the days that the instance keeps such accounts, and revokes every other session; with no days, deletes the user immediately. Requires the current password, unless the user signed in with a magic link in the last ten minutes and no page of another origin sends the request.",
  security: SessionSecurity.required,
  body: Contract.body(
    Schema.Struct({ currentPassword: Schema.optionalWith(Password.FromText, { exact: true }) }),
    "AccountDeletionRequest",
    { currentPassword: "correct horse battery" }
  ),
  success: AccountDeletionResponse,
  errors: ["unauthenticated", "invalid_credentials", "reauthentication_required", "signin_rate_limited"]
})

const keepAccount = Contract.endpoint(HttpApiEndpoint.post("keepAccount", "/v1/auth/account/delete/cancel"), {
  summary: "Keep the account",
  description: "Cancels the deletion of the account. Succeeds if none is scheduled, too.",
  security: SessionSecurity.required,
  success: Ok,
  errors: ["unauthenticated"]
})

/**
 * `GET` and `PATCH /v1/auth/account`, `PUT /v1/auth/account/language`, `GET /v1/auth/account/export`, `POST
 * /v1/auth/account/delete` and `POST /v1/auth/account/delete/cancel`.
 */
export class PersonalDataApi extends Contract.group(
  "personalData",
  {
    title: "Personal data",
    description: "Read and change the account, choose its language, download what is stored about it, and delete it."
  },
  { getAccount, updateAccount, setLanguage, exportAccount, deleteAccount, keepAccount }
) {}
