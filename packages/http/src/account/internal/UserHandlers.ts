import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { UserNotFound } from "@latchkey/domain/account/AccountErrors"
import { SessionNotFound } from "@latchkey/domain/session/SessionErrors"
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import type { ActingOperator } from "@latchkey/domain/audit/AuditLog"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { Permission } from "@latchkey/domain/operator/Role"
import { SupportLinks } from "@latchkey/domain/operator/SupportLinks"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import type { UserDetails } from "@latchkey/domain/operator/UserDetails"
import { UserImport } from "@latchkey/domain/operator/UserImport"
import { type UserFilter, UserListing } from "@latchkey/domain/operator/UserListing"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import type { ApiKeys } from "@latchkey/domain/operator/ApiKeys"
import type { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Endpoint, EndpointError } from "../../core/Endpoint.ts"
import type { HttpSettings } from "../../core/HttpSettings.ts"
import { decodePayload, jsonHandler, jsonReader } from "../../core/JsonEndpoint.ts"
import { ok } from "../../core/Ok.ts"
import { problem } from "../../core/Problem.ts"
import * as RequestReader from "../../core/RequestReader.ts"
import type { LatchkeyApi } from "../../LatchkeyApi.ts"
import type * as AdminAccess from "../../operator/internal/AdminAccess.ts"
import { emailPrefix } from "../../password/Credentials.ts"
import * as OfInstance from "../../operator/internal/ofInstance.ts"
import * as UserApi from "../UserApi.ts"
import * as UserImportApi from "../UserImportApi.ts"
import * as UserImporting from "./UserImporting.ts"

const { parseId } = OfInstance

const pageSize = 50

const sentByEmail = { url: null, expiresAt: null }

const toResponse = ({
  deletionAt,
  disabledAt,
  emailVerifiedAt,
  externalId,
  language,
  secondFactorAt,
  ...user
}: UserDetails): UserApi.UserResponse => ({
  id: user.id,
  email: user.email,
  emailVerified: Option.isSome(emailVerifiedAt),
  externalId: Option.getOrNull(externalId),
  disabled: Option.isSome(disabledAt),
  hasPassword: user.hasPassword,
  createdAt: user.createdAt,
  deletionAt: Option.getOrNull(deletionAt),
  secondFactorAt: Option.getOrNull(secondFactorAt),
  language: Option.getOrNull(language)
})

type UserQuery = typeof UserApi.UserQuery.Type

const exclusive = ["email", "externalId", "createdFrom", "createdBefore"] as const

/** Fails with 400 for filters that exclude each other: each kind has its own order. */
const filterOf = (query: UserQuery): Effect.Effect<UserFilter, EndpointError> => {
  const { createdBefore, createdFrom, email, externalId } = query
  const isCreated = createdFrom !== undefined || createdBefore !== undefined
  if ([email !== undefined, externalId !== undefined, isCreated].filter(Boolean).length > 1) {
    const fields = exclusive.filter((name) => query[name] !== undefined)
    return problem("invalid_request", {
      errors: fields.map((field) => ({ field, reason: "cannot be combined with another filter" }))
    })
  }
  // No address contains a space: it was a "+" that the client did not encode.
  if (email !== undefined)
    return Effect.succeed({ _tag: "Email", prefix: emailPrefix(email.trim().replaceAll(" ", "+")) })
  if (externalId !== undefined) return Effect.succeed({ _tag: "ExternalId", externalId })
  return Effect.succeed({
    _tag: "Created",
    from: Option.fromNullable(createdFrom),
    until: Option.fromNullable(createdBefore)
  })
}

const decodeQuery = decodePayload(UserApi.UserQuery)
const decodeCursor = Schema.decodeOption(UserApi.Cursor)
const encodeCursor = Schema.encodeSync(UserApi.Cursor)

const cursorOf = (text: string | undefined) => {
  if (text === undefined) return Effect.succeedNone
  const cursor = decodeCursor(text)
  if (Option.isSome(cursor)) return Effect.succeed(cursor)
  return problem("invalid_request", { errors: [{ field: "cursor", reason: "is not the cursor of a page" }] })
}

/** Fails with 400 for both: it would not be clear which one is meant. */
const checkPassword = (input: { readonly password?: unknown; readonly passwordHash?: unknown }) =>
  input.password === undefined || input.passwordHash === undefined
    ? Effect.void
    : problem("invalid_request", { errors: [{ field: "passwordHash", reason: "cannot be combined with password" }] })

/** Reads a nullable field of a merge patch: absent, removed, or set. */
const nullable = <A>(value: A | null | undefined) => (value === undefined ? undefined : Option.fromNullable(value))

/** Reads a field that can only be removed. */
const removed = (value: null | undefined) => (value === null ? (Option.none() as Option.None<never>) : undefined)

/** Returns what a change of a user requires: the role support may disable and enable users, and change nothing else. */
const permissionOf = ({ disabled: _, ...others }: object & { readonly disabled?: unknown }): Permission =>
  Object.values(others).some((value) => value !== undefined) ? "users.write" : "users.support"

const parseUser = (id: string) => parseId(UserId, id, () => new UserNotFound())

export const layer = (
  api: typeof LatchkeyApi
): Layer.Layer<
  HttpApiGroup.ApiGroup<"latchkey", "user">,
  never,
  | ApiKeys
  | Endpoint
  | HttpSettings
  | InstanceDirectory
  | RateLimiter
  | SupportLinks
  | UserAdministration
  | UserImport
  | UserListing
  | UserProvisioning
> =>
  HttpApiBuilder.group(api, "user", (handlers) =>
    Effect.gen(function* () {
      const administration = yield* UserAdministration
      const importing = yield* UserImport
      const listing = yield* UserListing
      const provisioning = yield* UserProvisioning
      const supportLinks = yield* SupportLinks
      const authorized = yield* OfInstance.make

      const onList = (instance: Instance) =>
        jsonReader(UserApi.ListUsers, ({ request }) =>
          Effect.gen(function* () {
            const query = yield* decodeQuery(Object.fromEntries(RequestReader.query(request)))
            const { next, users } = yield* listing.list({
              instance,
              filter: yield* filterOf(query),
              after: yield* cursorOf(query.cursor),
              limit: query.limit ?? pageSize
            })
            const nextCursor = Option.getOrNull(Option.map(next, encodeCursor))
            return { body: { users: users.map(toResponse), nextCursor } }
          })
        )

      const onCreate = (instance: Instance, by: ActingOperator) =>
        jsonHandler(UserApi.CreateUser, (input) => {
          const user = {
            email: input.email,
            emailVerified: input.emailVerified ?? false,
            externalId: Option.fromNullable(input.externalId),
            password: Option.fromNullable(input.password),
            passwordHash: Option.fromNullable(input.passwordHash),
            disabled: input.disabled ?? false,
            language: Option.fromNullable(input.language)
          }
          return checkPassword(input).pipe(
            Effect.zipRight(provisioning.create({ instance, by, user })),
            Effect.map(({ isNew, user }) => ({
              body: toResponse(user),
              dress: HttpServerResponse.setStatus(isNew ? 201 : 200)
            }))
          )
        })

      const onImport = (instance: Instance, by: ActingOperator) =>
        jsonHandler(UserImportApi.ImportUsers, ({ dryRun = false, users, withoutFactors = false }) =>
          Effect.map(
            UserImporting.importRecords(importing, { instance, by, dryRun, withoutFactors }, users),
            (body) => ({ body })
          )
        )

      const onGet = (userId: string) => (instance: Instance, by: ActingOperator) =>
        jsonReader(UserApi.GetUser, () =>
          parseUser(userId).pipe(
            Effect.flatMap((id) => administration.find({ instance, userId: id, by })),
            Effect.map(({ user }) => ({ body: toResponse(user) }))
          )
        )

      const onUpdate = (userId: string) => (instance: Instance, by: ActingOperator, require: AdminAccess.Require) =>
        jsonHandler(UserApi.UpdateUser, (input) => {
          const { password, passwordHash } = input
          const patch = {
            ...input,
            deletionAt: removed(input.deletionAt),
            externalId: nullable(input.externalId),
            language: nullable(input.language),
            password: nullable(password),
            passwordHash: nullable(passwordHash),
            signInMethods: removed(input.signInMethods)
          }
          return require(permissionOf(patch)).pipe(
            Effect.zipRight(checkPassword({ password, passwordHash })),
            Effect.zipRight(parseUser(userId)),
            Effect.flatMap((id) => provisioning.update({ instance, by, userId: id, patch })),
            Effect.map((user) => ({ body: toResponse(user) }))
          )
        })

      const onDelete = (userId: string) => (instance: Instance, by: ActingOperator) =>
        jsonReader(UserApi.DeleteUser, () =>
          parseUser(userId).pipe(
            Effect.flatMap((id) => provisioning.delete({ instance, by, userId: id })),
            Effect.as({ body: ok })
          )
        )

      const onListSessions = (userId: string) => (instance: Instance, by: ActingOperator) =>
        jsonReader(UserApi.ListUserSessions, () =>
          parseUser(userId).pipe(
            Effect.flatMap((id) => administration.find({ instance, userId: id, by })),
            Effect.map(({ sessions }) => ({
              body: {
                sessions: sessions.map(({ id, methods: [method], ...session }) => ({
                  ...session,
                  sessionId: id,
                  method
                }))
              }
            }))
          )
        )

      const onRevokeSession = (userId: string, sessionId: string) => (instance: Instance, by: ActingOperator) =>
        jsonReader(UserApi.DeleteUser, () =>
          Effect.gen(function* () {
            const target = { instance, userId: yield* parseUser(userId), by }
            const id = yield* parseId(SessionId, sessionId, () => new SessionNotFound())
            yield* administration.revokeSession({ ...target, sessionId: id })
            return { body: ok }
          })
        )

      const onRevokeSessions = (userId: string) => (instance: Instance, by: ActingOperator) =>
        jsonReader(UserApi.DeleteUser, () =>
          parseUser(userId).pipe(
            Effect.flatMap((id) => administration.revokeAllSessions({ instance, userId: id, by })),
            Effect.as({ body: ok })
          )
        )

      const onResetSecondFactor = (userId: string) => (instance: Instance, by: ActingOperator) =>
        jsonReader(UserApi.DeleteUser, () =>
          parseUser(userId).pipe(
            Effect.flatMap((id) => administration.resetSecondFactor({ instance, userId: id, by })),
            Effect.as({ body: ok })
          )
        )

      const onRemovePasskeys = (userId: string) => (instance: Instance, by: ActingOperator) =>
        jsonReader(UserApi.DeleteUser, () =>
          parseUser(userId).pipe(
            Effect.flatMap((id) => administration.removePasskeys({ instance, userId: id, by })),
            Effect.as({ body: ok })
          )
        )

      const onCreateLink = (userId: string) => (instance: Instance, by: ActingOperator) =>
        jsonHandler(UserApi.CreateSupportLink, ({ delivery }) =>
          Effect.gen(function* () {
            const target = { instance, userId: yield* parseUser(userId), by }
            if (delivery === "email") return { body: yield* Effect.as(supportLinks.send(target), sentByEmail) }
            const { expiresAt, url } = yield* supportLinks.create(target)
            return { body: { url: Redacted.value(url), expiresAt } }
          })
        )

      return handlers
        .handleRaw("listUsers", ({ path }) => authorized("users.read", path.id, onList))
        .handleRaw("createUser", ({ path }) => authorized("users.write", path.id, onCreate))
        .handleRaw("importUsers", ({ path }) => authorized("users.write", path.id, onImport))
        .handleRaw("getUser", ({ path }) => authorized("users.read", path.id, onGet(path.userId)))
        .handleRaw("updateUser", ({ path }) => authorized("users.support", path.id, onUpdate(path.userId)))
        .handleRaw("deleteUser", ({ path }) => authorized("users.write", path.id, onDelete(path.userId)))
        .handleRaw("listUserSessions", ({ path }) => authorized("users.read", path.id, onListSessions(path.userId)))
        .handleRaw("revokeUserSession", ({ path }) =>
          authorized("users.support", path.id, onRevokeSession(path.userId, path.sessionId))
        )
        .handleRaw("revokeUserSessions", ({ path }) =>
          authorized("users.support", path.id, onRevokeSessions(path.userId))
        )
        .handleRaw("resetUserSecondFactor", ({ path }) =>
          authorized("users.access", path.id, onResetSecondFactor(path.userId))
        )
        .handleRaw("removeUserPasskeys", ({ path }) =>
          authorized("users.access", path.id, onRemovePasskeys(path.userId))
        )
        .handleRaw("createUserSignInLink", ({ path }) => authorized("users.access", path.id, onCreateLink(path.userId)))
    })
  )
