/** Handing out all users of an instance, for a backup or to move them to another system. */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { type Identity, IdentityRepository } from "../account/IdentityRepository.ts"
import { type User, UserRepository } from "../account/UserRepository.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { PasskeyRepository } from "../passkey/PasskeyRepository.ts"
import { auditActions } from "./OperatorRecords.ts"
import type { Provisioner } from "./UserProvisioning.ts"

/** What a user signs in with beside the password, and what a record does not carry. */
export interface UserFactors {
  readonly secondFactor: boolean
  readonly passkeys: number
}

/** Returns `true` if the user has any. */
export const hasFactors = ({ passkeys, secondFactor }: UserFactors): boolean => secondFactor || passkeys > 0

/** `withHashes`: whether the users keep their password hashes, from which passwords can be guessed. */
export interface ExportRequest extends Provisioner {
  readonly withHashes: boolean
}

/**
 * A user as it is exported.
 *
 * - `passwordHash`: `PasswordHasher.adopt` takes it back.
 * - `secondFactor`, `passkeys`: whether the user has an authenticator app, and how many passkeys. Neither is exported:
 *   see decision 0075.
 * - `identities`: the accounts at identity providers, oldest first.
 */
export interface ExportedUser
  extends Pick<User, "createdAt" | "deletionAt" | "email" | "externalId" | "id" | "language" | "passwordHash">,
    Pick<User, "metadata" | "name" | "userMetadata">,
    UserFactors {
  readonly emailVerified: boolean
  readonly disabled: boolean
  readonly identities: ReadonlyArray<Pick<Identity, "issuer" | "label" | "subject">>
}

/** The use case of exporting users. */
export class UserExport extends Context.Tag("@latchkey/domain/UserExport")<
  UserExport,
  {
    /**
     * Returns all users, oldest first, in pages of bounded size. The audit log records the export when it begins.
     * A user who is created or imported meanwhile may be missing.
     */
    readonly pages: (request: ExportRequest) => Stream.Stream<ReadonlyArray<ExportedUser>, PersistenceError>
  }
>() {}

const pageSize = 1000

const exported = (
  user: User,
  passkeys: number,
  identities: ReadonlyArray<Identity>,
  withHashes: boolean
): ExportedUser => {
  const { createdAt, deletionAt, disabledAt, email, emailVerifiedAt, externalId, id, language, passwordHash } = user
  const { metadata, name, userMetadata } = user
  return {
    id,
    email,
    emailVerified: Option.isSome(emailVerifiedAt),
    externalId,
    passwordHash: withHashes ? passwordHash : Option.none(),
    disabled: Option.isSome(disabledAt),
    createdAt,
    deletionAt,
    language,
    name,
    metadata,
    userMetadata,
    secondFactor: Option.isSome(user.secondFactorAt),
    passkeys,
    identities: identities.map(({ issuer, label, subject }) => ({ issuer, subject, label }))
  }
}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const identities = yield* IdentityRepository
  const passkeys = yield* PasskeyRepository
  const users = yield* UserRepository

  const exportPage = Effect.fnUntraced(function* ({ instance, withHashes }: ExportRequest, page: ReadonlyArray<User>) {
    const ids = page.map(({ id }) => id)
    const counts = yield* passkeys.countOfUsers(instance.id, ids)
    const linked = Arr.groupBy(yield* identities.listOfUsers(instance.id, ids), ({ userId }) => userId)
    return page.map((user) => exported(user, counts.get(user.id) ?? 0, linked[user.id] ?? [], withHashes))
  })

  const pages: (typeof UserExport.Service)["pages"] = (request) => {
    const { by, instance, withHashes } = request
    const detail = withHashes ? "with password hashes" : "without password hashes"
    const list = (after: Option.Option<User>) =>
      Effect.map(users.list({ instanceId: instance.id, order: "oldest", after, limit: pageSize }), (page) => {
        const next = page.length < pageSize ? Option.none() : Option.some(Arr.last(page))
        return [page, next] as const
      })
    const found = Stream.paginateEffect(Option.none<User>(), list)
    return Stream.fromEffect(audit(by, "users_exported", { instanceId: instance.id, detail })).pipe(
      Stream.flatMap(() => found),
      Stream.filter((page) => page.length > 0),
      Stream.mapEffect((page) => exportPage(request, page))
    )
  }

  return UserExport.of({ pages })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(UserExport, make)
