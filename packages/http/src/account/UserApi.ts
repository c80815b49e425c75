/** The contract of the admin API: users of an instance. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { ExternalId } from "@latchkey/domain/account/ExternalId"
import { DataObject, DataPatchInput, UserDataInput, UserName, UserNameInput } from "@latchkey/domain/account/UserData"
import { Email } from "@latchkey/domain/core/Email"
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import { Language, LanguageInput } from "@latchkey/domain/language/Language"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { UserCursor } from "@latchkey/domain/operator/UserListing"
import * as Password from "@latchkey/domain/password/Password"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { pageLimit } from "../core/PageLimit.ts"
import { Time } from "../core/Time.ts"
import { Ok } from "../core/Ok.ts"
import * as RequestReader from "../core/RequestReader.ts"
import { EmailInput, PasswordHashInput } from "../password/Credentials.ts"
import { deviceName, Method } from "../session/SessionApi.ts"
import { importUsers } from "./UserImportApi.ts"

const exampleUser = UserId.make("user_01a1eef9-ae17-7c3e-9b17-4d2a6e80f5c3")
const exampleSession = SessionId.make("sess_01a1fd9b-b057-7f19-8a64-e1b95c37d402")
const createdAt = DateTime.unsafeMake("2026-11-21T10:16:41.303Z")

const externalId = ExternalId.annotations({
  description: "The id that another system has for the user. Unique within the instance.",
  examples: [ExternalId.make("crm|4711")]
})

const language = Schema.typeSchema(Language).annotations({
  description:
    "The language that the user has chosen for pages and emails, as a BCP 47 tag. Without one, the browser decides.",
  examples: [Language.make("de"), Language.make("pt-BR")]
})

/** A user in examples. */
export const example = {
  id: exampleUser,
  email: Email.make("ada@example.com"),
  emailVerified: true,
  externalId: ExternalId.make("crm|4711"),
  disabled: false,
  hasPassword: true,
  createdAt,
  deletionAt: null,
  secondFactorAt: null,
  language: null,
  name: null,
  metadata: {},
  userMetadata: {}
}

const described = {
  identifier: "User",
  description: "A user of an instance, as operators see it.",
  examples: [example]
} as const

/** A user. `externalId` is null without one. */
export const UserResponse = Schema.Struct({
  id: UserId.annotations({ description: "The id of the user. It never changes." }),
  email: Schema.typeSchema(Email),
  emailVerified: Schema.Boolean,
  externalId: Schema.NullOr(externalId),
  disabled: Schema.Boolean.annotations({ description: "Whether the user may not sign in." }),
  hasPassword: Schema.Boolean.annotations({ description: "Without a password the user signs in with links." }),
  createdAt: Time,
  secondFactorAt: Schema.NullOr(Time).annotations({
    description: "Since when the user has a second factor, or `null`."
  }),
  deletionAt: Schema.NullOr(Time).annotations({
    description: "When the account will be deleted, because its owner has asked for it, or `null`."
  }),
  language: Schema.NullOr(language),
  name: Schema.NullOr(Schema.typeSchema(UserName)).annotations({ description: "What the user is called, or `null`." }),
  metadata: DataObject.annotations({ description: "What your app keeps with the user. Only your app writes it." }),
  userMetadata: DataObject.annotations({
    description: "What your app keeps with the user, and the user may change."
  })
}).annotations(described)
export type UserResponse = typeof UserResponse.Type

/** The place in a list: opaque to clients. */
export const Cursor = Schema.compose(Schema.StringFromBase64Url, Schema.parseJson(UserCursor))

/** A page of users. `nextCursor` is null on the last page. */
export const UserListResponse = Schema.Struct({
  users: Schema.Array(UserResponse),
  nextCursor: Schema.NullOr(Schema.String).annotations({ description: "`cursor` of the next page; null on the last." })
}).annotations({
  identifier: "UserList",
  description: "A page of users.",
  examples: [{ users: [example], nextCursor: null }]
})

/** The newest hundred active sessions of a user. */
export const UserSessionListResponse = Schema.Struct({
  sessions: Schema.Array(
    Schema.Struct({
      sessionId: SessionId,
      method: Method,
      userAgent: Schema.String,
      deviceName,
      authenticatedAt: Time,
      lastSeenAt: Time,
      expiresAt: Time
    })
  )
}).annotations({
  identifier: "UserSessionList",
  description: "The newest hundred active sessions of a user, newest first.",
  examples: [
    {
      sessions: [
        {
          sessionId: exampleSession,
          method: "password",
          userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
          deviceName: Option.none(),
          authenticatedAt: createdAt,
          lastSeenAt: DateTime.add(createdAt, { minutes: 7 }),
          expiresAt: DateTime.add(createdAt, { days: 30 })
        }
      ]
    }
  ]
})

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** A user to create, with one of `password` and `passwordHash` at most. */
export const NewUserInput = Schema.Struct({
  email: EmailInput,
  emailVerified: optional(Schema.Boolean),
  externalId: optional(externalId),
  password: optional(Password.FromText),
  passwordHash: optional(PasswordHashInput),
  disabled: optional(Schema.Boolean),
  language: optional(LanguageInput),
  name: optional(UserNameInput),
  metadata: optional(UserDataInput),
  userMetadata: optional(UserDataInput)
})

/**
 * A change of a user. `null` removes the external id, the language, the name, all data or the password, and with
 * `deletionAt` it keeps an account that would be deleted. With `signInMethods` it removes password, passkeys and
 * authenticator app. One of `password` and `passwordHash` at most.
 */
export const UserPatchInput = Schema.Struct({
  email: optional(EmailInput),
  emailVerified: optional(Schema.Boolean),
  externalId: optional(Schema.NullOr(externalId)),
  password: optional(Schema.NullOr(Password.FromText)),
  passwordHash: optional(Schema.NullOr(PasswordHashInput)),
  disabled: optional(Schema.Boolean),
  deletionAt: optional(Schema.Null),
  language: optional(Schema.NullOr(LanguageInput)),
  name: optional(Schema.NullOr(UserNameInput)),
  metadata: optional(Schema.NullOr(DataPatchInput)),
  userMetadata: optional(Schema.NullOr(DataPatchInput)),
  signInMethods: optional(
    Schema.Null.annotations({
      description:
        "`null` hands back an account that someone else had: it removes password, passkeys, authenticator app and accounts at identity providers, and ends every session and the links that restore a former address."
    })
  )
})

/** Which users to list. At most one of the three filters: `email`, `externalId`, or the times. */
export const UserQuery = Schema.Struct({
  email: optional(Schema.String.annotations({ description: "Begins with this text, in any spelling that signs in." })),
  externalId: optional(externalId),
  createdFrom: optional(Time),
  createdBefore: optional(Time),
  cursor: optional(Schema.String.annotations({ description: "`nextCursor` of the page before." })),
  limit: optional(pageLimit("users"))
})

/** How the user gets a sign-in link. */
export const SupportLinkInput = Schema.Struct({
  delivery: Schema.Literal("response", "email").annotations({
    message: () => ({ message: 'must be "response" or "email"', override: true }),
    description: "`response`: return the link, for you to hand over. `email`: send it to the user."
  })
})

/** A sign-in link. Both are null if it was sent by email. */
export const SupportLinkResponse = Schema.Struct({
  url: Schema.NullOr(Schema.String),
  expiresAt: Schema.NullOr(Time)
}).annotations({
  identifier: "SupportLink",
  description:
    "A sign-in link. Both are null if it was sent by email. Anyone who has the link can sign in as the user.",
  examples: [
    {
      url: "https://auth.example.com/v1/auth/magic-link/verify?token=Hn3dZtkyLMo2pVxBqcYfWmSjRgK8aTu7eI5wNv0ED1Q",
      expiresAt: DateTime.add(createdAt, { minutes: 15 })
    }
  ]
})

// Lenient, because an invalid id is 404 like one that does not exist.
const parameter = <const Name extends string>(name: Name, description: string, example: string) =>
  HttpApiSchema.param(name, Schema.String.annotations({ description, examples: [example] }))

const instance = parameter("id", "The id of the instance.", defaultId)
const user = parameter("userId", "The id of the user.", exampleUser)
const session = parameter("sessionId", "The id of the session.", exampleSession)

const newUser = Contract.body(NewUserInput, "NewUser", {
  email: "ada@example.com",
  emailVerified: true,
  externalId: "crm|4711",
  password: "correct horse battery"
})
const supportLink = Contract.body(SupportLinkInput, "NewSupportLink", { delivery: "response" })
const patch = Contract.body(
  UserPatchInput,
  "UserPatch",
  { emailVerified: true, disabled: false },
  { mediaTypes: [RequestReader.jsonType, "application/merge-patch+json"] }
)

const list = Contract.endpoint(HttpApiEndpoint.get("listUsers")`/v1/admin/instances/${instance}/users`, {
  permission: "users.read",
  summary: "List users",
  description:
    "Returns users page by page: by the beginning of their address, by external id, or by the time of their creation.",
  query: UserQuery,
  success: UserListResponse
})

const create = Contract.endpoint(HttpApiEndpoint.post("createUser")`/v1/admin/instances/${instance}/users`, {
  permission: "users.write",
  summary: "Create a user",
  description:
    "Creates a user: 201. `passwordHash` takes over a hash that another system made. If the instance has a user with that external id, returns it as it is: 200.",
  body: newUser,
  success: UserResponse,
  statuses: [201, 200],
  errors: ["email_already_exists", "external_id_already_exists", "no_sign_in_method", "password_too_short"]
})

const get = Contract.endpoint(HttpApiEndpoint.get("getUser")`/v1/admin/instances/${instance}/users/${user}`, {
  permission: "users.read",
  summary: "Get a user",
  description: "Returns one user. The audit log records it.",
  success: UserResponse
})

const update = Contract.endpoint(HttpApiEndpoint.patch("updateUser")`/v1/admin/instances/${instance}/users/${user}`, {
  permission: "users.support",
  summary: "Update a user",
  description:
    "Changes a user with a JSON merge patch (RFC 7396). A new address is not verified unless the patch says so. A new address or password, and disabling, end every session.",
  body: patch,
  success: UserResponse,
  errors: ["email_already_exists", "external_id_already_exists", "no_sign_in_method", "password_too_short"]
})

const remove = Contract.endpoint(HttpApiEndpoint.del("deleteUser")`/v1/admin/instances/${instance}/users/${user}`, {
  permission: "users.write",
  summary: "Delete a user",
  description: "Deletes a user, and what is stored about the address. It cannot be undone.",
  success: Ok
})

const listSessions = Contract.endpoint(
  HttpApiEndpoint.get("listUserSessions")`/v1/admin/instances/${instance}/users/${user}/sessions`,
  {
    permission: "users.read",
    summary: "List the sessions of a user",
    description: "Returns the newest hundred active sessions, newest first.",
    success: UserSessionListResponse
  }
)

const revokeSession = Contract.endpoint(
  HttpApiEndpoint.del("revokeUserSession")`/v1/admin/instances/${instance}/users/${user}/sessions/${session}`,
  {
    permission: "users.support",
    summary: "Revoke a session of a user",
    description: "Signs the user out on one device.",
    success: Ok
  }
)

const revokeSessions = Contract.endpoint(
  HttpApiEndpoint.del("revokeUserSessions")`/v1/admin/instances/${instance}/users/${user}/sessions`,
  {
    permission: "users.support",
    summary: "Revoke every session of a user",
    description: "Signs the user out everywhere.",
    success: Ok
  }
)

const resetSecondFactor = Contract.endpoint(
  HttpApiEndpoint.del("resetUserSecondFactor")`/v1/admin/instances/${instance}/users/${user}/second-factor`,
  {
    permission: "users.access",
    summary: "Reset the second factor of a user",
    description:
      "Removes the authenticator app and the recovery codes of a user who has lost them, and signs the user out everywhere. Identify the user first: from then on a password or a link is enough to sign in.",
    success: Ok
  }
)

const removePasskeys = Contract.endpoint(
  HttpApiEndpoint.del("removeUserPasskeys")`/v1/admin/instances/${instance}/users/${user}/passkeys`,
  {
    permission: "users.access",
    summary: "Remove the passkeys of a user",
    description:
      "Removes all passkeys of a user who has lost them, and signs the user out everywhere. 404 if there are none. Identify the user first: from then on a password or a link is enough to sign in, unless the user has an authenticator app.",
    success: Ok
  }
)

const createLink = Contract.endpoint(
  HttpApiEndpoint.post("createUserSignInLink")`/v1/admin/instances/${instance}/users/${user}/sign-in-links`,
  {
    permission: "users.access",
    summary: "Make a sign-in link for a user",
    description:
      "Makes a link that signs the user in once, within 15 minutes, and returns or sends it. A returned link does not verify the email address, because it was not sent there.",
    body: supportLink,
    success: SupportLinkResponse,
    errors: ["magic_link_disabled", "no_sign_in_method"]
  }
)

/**
 * `/v1/admin/instances/{id}/users` and below. They require a bearer key (RFC 6750), as the endpoints for instances do.
 */
export class UserApi extends Contract.group(
  "user",
  {
    title: "Users",
    description: "Manage the users of an instance. Requires `Authorization: Bearer ADMIN_API_KEY`, or an API key."
  },
  {
    listUsers: list,
    createUser: create,
    importUsers,
    getUser: get,
    updateUser: update,
    deleteUser: remove,
    listUserSessions: listSessions,
    revokeUserSession: revokeSession,
    revokeUserSessions: revokeSessions,
    resetUserSecondFactor: resetSecondFactor,
    removeUserPasskeys: removePasskeys,
    createUserSignInLink: createLink
  }
) {}
