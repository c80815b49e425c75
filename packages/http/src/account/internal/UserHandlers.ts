import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as UserData from "@latchkey/domain/account/UserData"
import { UserNotFound } from "@latchkey/domain/account/AccountErrors"
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import type { Permission } from "@latchkey/domain/operator/Role"
import { SupportLinks } from "@latchkey/domain/operator/SupportLinks"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import type { UserDetails } from "@latchkey/domain/operator/UserDetails"
import { UserImport } from "@latchkey/domain/operator/UserImport"
import { type UserFilter, UserListing } from "@latchkey/domain/operator/UserListing"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import { SessionNotFound } from "@latchkey/domain/session/SessionErrors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Implementation from "../../core/Implementation.ts"
import { ok } from "../../core/Ok.ts"
import { parseId } from "../../core/parseId.ts"
import { type Problem, problem } from "../../core/Problem.ts"
import * as AdminAccess from "../../operator/AdminAccess.ts"
import { decode } from "../../operator/cursor.ts"
import { emailPrefix } from "../../password/Credentials.ts"
import { Cursor, UserApi, type UserQuery, type UserResponse } from "../UserApi.ts"
import * as UserImporting from "./UserImporting.ts"

const pageSize = 50

const sentByEmail = { url: null, expiresAt: null }

const toResponse = ({
  deletionAt,
  disabledAt,
  emailVerifiedAt,
  externalId,
  language,
  metadata,
  name,
  secondFactorAt,
  userMetadata,
  ...user
}: UserDetails): UserResponse => ({
  id: user.id,
  email: user.email,
  emailVerified: Option.isSome(emailVerifiedAt),
  externalId: Option.getOrNull(externalId),
  disabled: Option.isSome(disabledAt),
  hasPassword: user.hasPassword,
  createdAt: user.createdAt,
  deletionAt: Option.getOrNull(deletionAt),
  secondFactorAt: Option.getOrNull(secondFactorAt),
  language: Option.getOrNull(language),
  name: Option.getOrNull(name),
  metadata: UserData.read(metadata),
  userMetadata: UserData.read(userMetadata)
})

const exclusive = ["email", "externalId", "createdFrom", "createdBefore"] as const

/** Fails with 400 for filters that exclude each other: each kind has its own order. */
const filterOf = (query: typeof UserQuery.Type): Effect.Effect<UserFilter, Problem<"invalid_request">> => {
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

const encodeCursor = Schema.encodeSync(Cursor)
const cursorOf = decode(Cursor)

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

/** Makes the reply to what was done. */
const done = Effect.as({ body: ok })

export const implementation = Implementation.makeGuarded(
  UserApi,
  AdminAccess.guardOfInstance,
  Effect.gen(function* () {
    const administration = yield* UserAdministration
    const importing = yield* UserImport
    const listing = yield* UserListing
    const provisioning = yield* UserProvisioning
    const supportLinks = yield* SupportLinks

    type OfUser = AdminAccess.OfInstance & { readonly path: { readonly userId: string } }

    /** Names the user of the path, and who acts. */
    const targetOf = ({ by, instance, path }: OfUser) =>
      Effect.map(
        parseId(UserId, path.userId, () => new UserNotFound()),
        (userId) => ({ instance, userId, by })
      )

    return {
      listUsers: ({ instance, query }) =>
        Effect.gen(function* () {
          const { next, users } = yield* listing.list({
            instance,
            filter: yield* filterOf(query),
            after: yield* cursorOf(query.cursor),
            limit: query.limit ?? pageSize
          })
          const nextCursor = Option.getOrNull(Option.map(next, encodeCursor))
          return { body: { users: users.map(toResponse), nextCursor } }
        }),
      createUser: ({ body: input, by, instance }) => {
        const user = {
          email: input.email,
          emailVerified: input.emailVerified ?? false,
          externalId: Option.fromNullable(input.externalId),
          password: Option.fromNullable(input.password),
          passwordHash: Option.fromNullable(input.passwordHash),
          disabled: input.disabled ?? false,
          language: Option.fromNullable(input.language),
          name: Option.fromNullable(input.name),
          metadata: input.metadata,
          userMetadata: input.userMetadata
        }
        return checkPassword(input).pipe(
          Effect.zipRight(provisioning.create({ instance, by, user })),
          Effect.map(({ isNew, user }) => ({
            body: toResponse(user),
            mapResponse: HttpServerResponse.setStatus(isNew ? 201 : 200)
          }))
        )
      },
      importUsers: ({ body: { dryRun = false, users, withoutFactors = false }, by, instance }) =>
        Effect.map(UserImporting.importRecords(importing, { instance, by, dryRun, withoutFactors }, users), (body) => ({
          body
        })),
      getUser: (request) =>
        targetOf(request).pipe(
          Effect.flatMap(administration.find),
          Effect.map(({ user }) => ({ body: toResponse(user) }))
        ),
      updateUser: (request) => {
        const { password, passwordHash } = request.body
        const patch = {
          ...request.body,
          deletionAt: removed(request.body.deletionAt),
          externalId: nullable(request.body.externalId),
          language: nullable(request.body.language),
          name: nullable(request.body.name),
          metadata: nullable(request.body.metadata),
          userMetadata: nullable(request.body.userMetadata),
          password: nullable(password),
          passwordHash: nullable(passwordHash),
          signInMethods: removed(request.body.signInMethods)
        }
        return request.require(permissionOf(patch)).pipe(
          Effect.zipRight(checkPassword({ password, passwordHash })),
          Effect.zipRight(targetOf(request)),
          Effect.flatMap((target) => provisioning.update({ ...target, patch })),
          Effect.map((user) => ({ body: toResponse(user) }))
        )
      },
      deleteUser: (request) => done(Effect.flatMap(targetOf(request), provisioning.delete)),
      listUserSessions: (request) =>
        targetOf(request).pipe(
          Effect.flatMap(administration.find),
          Effect.map(({ sessions }) => ({
            body: {
              sessions: sessions.map(({ id, methods: [method], ...session }) => ({ ...session, sessionId: id, method }))
            }
          }))
        ),
      revokeUserSession: (request) =>
        Effect.gen(function* () {
          const target = yield* targetOf(request)
          const sessionId = yield* parseId(SessionId, request.path.sessionId, () => new SessionNotFound())
          yield* administration.revokeSession({ ...target, sessionId })
          return { body: ok }
        }),
      revokeUserSessions: (request) => done(Effect.flatMap(targetOf(request), administration.revokeAllSessions)),
      resetUserSecondFactor: (request) => done(Effect.flatMap(targetOf(request), administration.resetSecondFactor)),
      removeUserPasskeys: (request) => done(Effect.flatMap(targetOf(request), administration.removePasskeys)),
      createUserSignInLink: (request) =>
        Effect.gen(function* () {
          const target = yield* targetOf(request)
          if (request.body.delivery === "email")
            return { body: yield* Effect.as(supportLinks.send(target), sentByEmail) }
          const { expiresAt, url } = yield* supportLinks.create(target)
          return { body: { url: Redacted.value(url), expiresAt } }
        })
    }
  })
)
