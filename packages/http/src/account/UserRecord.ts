/** A user as one JSON object: what an import reads and an export writes, over HTTP and on the command line. */
import { ExternalId } from "@latchkey/domain/account/ExternalId"
import * as UserData from "@latchkey/domain/account/UserData"
import { IdentityLabel, IdentitySubject, maxIdentities } from "@latchkey/domain/account/IdentityRepository"
import { Timestamp } from "@latchkey/domain/core/Timestamp"
import { IdentityProviderId, Issuer } from "@latchkey/domain/instance/IdentityProvider"
import { LanguageInput } from "@latchkey/domain/language/Language"
import type { ExportedUser } from "@latchkey/domain/operator/UserExport"
import type { ImportedUser } from "@latchkey/domain/operator/UserImport"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { decodeFields } from "../core/RequestReader.ts"
import type { InvalidField } from "../core/Problem.ts"
import { EmailInput, PasswordHashInput } from "../password/Credentials.ts"

/** Absent and null are the same: many programs write null for a value that is missing. */
const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(Schema.NullOr(schema), { exact: true })

/** An account at an identity provider. It has an issuer, or the id of a provider of the instance. */
const IdentityRecord = Schema.Struct({
  issuer: optional(Issuer.annotations({ description: "The issuer of the provider, as in its ID tokens." })),
  provider: optional(
    IdentityProviderId.annotations({ description: "Instead of the issuer: the id of a provider of the instance." })
  ),
  subject: IdentitySubject.annotations({ description: "The id of the user at the provider: `sub`." }),
  label: optional(IdentityLabel.annotations({ description: "What the user recognizes the account by." }))
})

/**
 * A record of an import. Only `email` is required. `password` is an error, so that no password is silently lost. Other
 * fields are ignored.
 */
export const UserRecord = Schema.Struct({
  email: EmailInput,
  emailVerified: optional(Schema.Boolean).annotations({ description: "`false` by default." }),
  externalId: optional(
    ExternalId.annotations({
      description: "The id that the other system has for the user. Unique within the instance.",
      examples: [ExternalId.make("crm|4711")]
    })
  ),
  passwordHash: optional(
    PasswordHashInput.annotations({ description: "The hash that the other system made of the password." })
  ),
  disabled: optional(Schema.Boolean).annotations({ description: "`false` by default." }),
  language: optional(LanguageInput).annotations({ description: "The language that the user reads, as a BCP 47 tag." }),
  name: optional(UserData.UserNameInput).annotations({ description: "What the user is called." }),
  metadata: optional(UserData.UserDataInput),
  userMetadata: optional(UserData.UserDataInput),
  createdAt: optional(
    Timestamp.annotations({
      jsonSchema: { type: "string", format: "date-time" },
      description: "When the account was created, as ISO 8601; the time of the import by default."
    })
  ),
  deletionAt: optional(
    Timestamp.annotations({
      jsonSchema: { type: "string", format: "date-time" },
      description: "When the account will be deleted, as ISO 8601, because its user has asked for it."
    })
  ),
  secondFactor: optional(Schema.Boolean).annotations({
    description: "Whether the user has an authenticator app there. It does not move: see `withoutFactors`."
  }),
  passkeys: optional(Schema.NonNegativeInt).annotations({
    description: "How many passkeys the user has there. They do not move: see `withoutFactors`."
  }),
  identities: optional(
    Schema.Array(IdentityRecord).pipe(
      Schema.maxItems(maxIdentities, { message: () => `must be at most ${maxIdentities} accounts` })
    )
  ).annotations({ description: "The accounts at identity providers that the user signs in with, at most 20." })
})

/** What `UserRecord` decodes. */
export type UserRecord = typeof UserRecord.Type

const decodeRecord = decodeFields(UserRecord)

const noPassword = { field: "password", reason: "cannot be imported: give passwordHash, or create the user" }

const hasPassword = (input: unknown): boolean =>
  typeof input === "object" && input !== null && "password" in input && input.password !== null

/** Decodes a record, or returns what is wrong with it, without its values. */
export const decode = (input: unknown): Either.Either<ImportedUser, ReadonlyArray<InvalidField>> =>
  hasPassword(input)
    ? Either.left([noPassword])
    : Either.map(
        decodeRecord(input),
        ({
          createdAt,
          deletionAt,
          disabled,
          email,
          emailVerified,
          externalId,
          identities,
          language,
          metadata,
          name,
          passkeys,
          passwordHash,
          secondFactor,
          userMetadata
        }) => ({
          email,
          emailVerified: emailVerified ?? false,
          externalId: Option.fromNullable(externalId),
          passwordHash: Option.fromNullable(passwordHash),
          disabled: disabled ?? false,
          createdAt: Option.fromNullable(createdAt),
          language: Option.fromNullable(language),
          name: Option.fromNullable(name),
          metadata: metadata ?? undefined,
          userMetadata: userMetadata ?? undefined,
          deletionAt: Option.fromNullable(deletionAt),
          factors: { secondFactor: secondFactor ?? false, passkeys: passkeys ?? 0 },
          identities: (identities ?? []).map(({ issuer, label, provider, subject }) => ({
            issuer: issuer ?? undefined,
            provider: provider ?? undefined,
            subject,
            label: Option.fromNullable(label)
          }))
        })
      )

const encodeIdentity = ({ issuer, label, subject }: ExportedUser["identities"][number]) => ({
  issuer,
  subject,
  ...(Option.isSome(label) ? { label: label.value } : {})
})

const encodeData = (field: UserData.DataField, data: UserData.UserData) =>
  data === UserData.noData ? {} : { [field]: UserData.read(data) }

/** Returns the record of an exported user, which `decode` accepts. `id` is for the other system. */
export const encode = ({ createdAt, deletionAt, externalId, language, passwordHash, ...user }: ExportedUser) => ({
  id: user.id,
  email: user.email,
  emailVerified: user.emailVerified,
  ...(Option.isSome(externalId) ? { externalId: externalId.value } : {}),
  ...(Option.isSome(passwordHash) ? { passwordHash: Redacted.value(passwordHash.value) } : {}),
  disabled: user.disabled,
  ...(Option.isSome(language) ? { language: language.value } : {}),
  ...(Option.isSome(user.name) ? { name: user.name.value } : {}),
  ...encodeData("metadata", user.metadata),
  ...encodeData("userMetadata", user.userMetadata),
  createdAt: DateTime.formatIso(createdAt),
  ...(Option.isSome(deletionAt) ? { deletionAt: DateTime.formatIso(deletionAt.value) } : {}),
  ...(user.secondFactor ? { secondFactor: true } : {}),
  ...(user.passkeys > 0 ? { passkeys: user.passkeys } : {}),
  ...(user.identities.length > 0 ? { identities: user.identities.map(encodeIdentity) } : {})
})
