/** The download of what is stored about a user. */
import { ExternalId } from "@latchkey/domain/account/ExternalId"
import { PasswordScheme } from "@latchkey/domain/account/PasswordScheme"
import { DataObject, read, UserName } from "@latchkey/domain/account/UserData"
import { ClientId, InstanceId, QueuedEmailId, SessionId, UserId } from "@latchkey/domain/core/Ids"
import { IdentityId } from "@latchkey/domain/account/IdentityRepository"
import { InvitationId } from "@latchkey/domain/invitation/InvitationRepository"
import { PasskeyId } from "@latchkey/domain/passkey/PasskeyRepository"
import { PersonalTokenId } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import type { AuthenticationMethods } from "@latchkey/domain/instance/AuthenticationMethods"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { Language } from "@latchkey/domain/language/Language"
import { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import type { AccountData } from "@latchkey/domain/personal-data/ExportAccount"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Time } from "../core/Time.ts"
import { deviceName, Method } from "../session/SessionApi.ts"

const at = DateTime.unsafeMake("2026-11-21T10:16:41.303Z")
const later = (duration: Parameters<typeof DateTime.add>[1]) => DateTime.add(at, duration)

const example = {
  exportedAt: later({ minutes: 9 }),
  user: {
    id: UserId.make("user_01a1eef9-ae17-7c3e-9b17-4d2a6e80f5c3"),
    instanceId: defaultId,
    email: "grace@example.com",
    emailVerifiedAt: at,
    claimedAt: null,
    externalId: null,
    hasPassword: true,
    passwordScheme: PasswordScheme.make("$argon2id$v=19$m=19456,t=2,p=1"),
    failedSignIns: 0,
    createdAt: at,
    disabledAt: null,
    deletionAt: null,
    secondFactorAt: null,
    language: null,
    name: null,
    metadata: {},
    userMetadata: {}
  },
  formerEmails: [],
  passkeys: [],
  identities: [],
  personalTokens: [],
  factorRecovery: null,
  sessions: [
    {
      sessionId: SessionId.make("sess_01a1fd9b-b057-7f19-8a64-e1b95c37d402"),
      method: "magic_link" as const,
      amr: ["email"],
      userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      deviceName: Option.none(),
      authenticatedAt: at,
      lastSeenAt: later({ minutes: 9 }),
      expiresAt: later({ days: 30 })
    }
  ],
  knownClients: [
    {
      clientId: ClientId.make("client_01a1fd9b-b057-7aa1-9d0c-5b1f6f3a7e21"),
      knownAt: at,
      expiresAt: later({ days: 400 })
    }
  ],
  links: [],
  invitations: [],
  emails: [
    {
      id: QueuedEmailId.make("email_01a1fd9a-9a40-7f0b-8a4d-93a1d4f1c077"),
      kind: EmailKind.make("magic_link"),
      email: "grace@example.com",
      requestedAt: at,
      attempts: 1,
      state: "sent",
      at,
      reason: null,
      detail: null,
      report: null
    }
  ],
  suppressions: [],
  rateLimits: [
    { limit: "accountExportPerAccount", countedAt: [later({ minutes: 9 })] },
    ...["magicLinkEmailsPerEmail", "magicLinkPerEmail", "magicLinkPerEmailPerDay"].map((limit) => ({
      limit,
      countedAt: [at]
    }))
  ],
  auditLog: []
}

/**
 * What is stored about a user, without hashes and tokens: of each kind the newest 1,000 records. What is stored about
 * an address is in it if the user has verified that address. Times are ISO 8601 in UTC. Names of states, reasons and
 * actions are any text: later versions have more of them.
 */
export const AccountExport = Schema.Struct({
  exportedAt: Time,
  user: Schema.Struct({
    id: UserId,
    instanceId: InstanceId,
    email: Schema.String,
    emailVerifiedAt: Schema.NullOr(Time),
    claimedAt: Schema.NullOr(Time),
    externalId: Schema.NullOr(ExternalId),
    hasPassword: Schema.Boolean,
    passwordScheme: Schema.NullOr(PasswordScheme).annotations({
      description: "With which function, and at which cost, the password is hashed."
    }),
    failedSignIns: Schema.Int.annotations({ description: "How many sign-ins have failed in a row." }),
    createdAt: Time,
    disabledAt: Schema.NullOr(Time),
    deletionAt: Schema.NullOr(Time),
    secondFactorAt: Schema.NullOr(Time),
    language: Schema.NullOr(Language),
    name: Schema.NullOr(Schema.typeSchema(UserName)),
    metadata: DataObject.annotations({ description: "What the app keeps with the user." }),
    userMetadata: DataObject.annotations({ description: "What the app keeps with the user, and the user may change." })
  }),
  formerEmails: Schema.Array(Schema.Struct({ email: Schema.String, expiresAt: Time })).annotations({
    description: "Addresses that the user had before, and until when they can be restored."
  }),
  passkeys: Schema.Array(
    Schema.Struct({
      id: PasskeyId,
      credentialId: Schema.String,
      rpId: Schema.String,
      name: Schema.String,
      aaguid: Schema.String,
      transports: Schema.Array(Schema.String),
      signCount: Schema.Int,
      backupEligible: Schema.Boolean,
      backedUp: Schema.Boolean,
      createdAt: Time,
      lastUsedAt: Schema.NullOr(Time)
    })
  ).annotations({ description: "The user's passkeys, without their public keys." }),
  identities: Schema.Array(
    Schema.Struct({
      id: IdentityId,
      issuer: Schema.String,
      subject: Schema.String,
      label: Schema.NullOr(Schema.String),
      createdAt: Time,
      lastUsedAt: Schema.NullOr(Time)
    })
  ).annotations({ description: "The user's accounts at identity providers." }),
  personalTokens: Schema.Array(
    Schema.Struct({
      id: PersonalTokenId,
      name: Schema.String,
      scopes: Schema.Array(Schema.String),
      createdAt: Time,
      expiresAt: Schema.NullOr(Time),
      lastUsedAt: Schema.NullOr(Time)
    })
  ).annotations({ description: "The user's personal access tokens, without the tokens themselves." }),
  factorRecovery: Schema.NullOr(
    Schema.Struct({ userAgent: Schema.String, requestedAt: Time, availableAt: Time, expiresAt: Time })
  ).annotations({ description: "The open request to remove lost passkeys and a lost authenticator app." }),
  sessions: Schema.Array(
    Schema.Struct({
      sessionId: SessionId,
      method: Method,
      amr: Schema.Array(Schema.String),
      userAgent: Schema.String,
      deviceName,
      authenticatedAt: Time,
      lastSeenAt: Time,
      expiresAt: Time
    })
  ).annotations({ description: "Also revoked and expired sessions that are not deleted yet." }),
  knownClients: Schema.Array(Schema.Struct({ clientId: ClientId, knownAt: Time, expiresAt: Time })).annotations({
    description: "The browsers that the user has signed in on."
  }),
  links: Schema.Array(Schema.Struct({ email: Schema.String, expiresAt: Time })).annotations({
    description: "Unused links that were sent to the user's addresses, or that the user has asked for."
  }),
  invitations: Schema.Array(Schema.Struct({ id: InvitationId, createdAt: Time, expiresAt: Time })),
  emails: Schema.Array(
    Schema.Struct({
      id: QueuedEmailId,
      kind: EmailKind,
      email: Schema.String,
      requestedAt: Time,
      attempts: Schema.Int,
      state: Schema.String,
      at: Time,
      reason: Schema.NullOr(Schema.String),
      detail: Schema.NullOr(Schema.String),
      report: Schema.NullOr(Schema.String)
    })
  ).annotations({
    description:
      "Emails to the user's addresses, and those that the user has asked for, queued or not. `report` is `bounce` or `complaint` if the provider reported one."
  }),
  suppressions: Schema.Array(
    Schema.Struct({ email: Schema.String, reason: Schema.String, detail: Schema.String, suppressedAt: Time })
  ).annotations({ description: "Why the user gets no emails; empty if emails are sent." }),
  rateLimits: Schema.Array(Schema.Struct({ limit: Schema.String, countedAt: Schema.Array(Time) })).annotations({
    description: "The attempts that rate limits have counted for the user, and for a verified address."
  }),
  auditLog: Schema.Array(
    Schema.Struct({ at: Time, actor: Schema.String, action: Schema.String, detail: Schema.String })
  ).annotations({ description: "What was done to the account by operators, and by the user." })
}).annotations({
  identifier: "AccountExport",
  description: "What is stored about the signed-in user.",
  examples: [example]
})
export type AccountExport = typeof AccountExport.Type

const orNull = Option.getOrNull

/** Makes the download. */
export const ofAccount = ({ amrOf }: typeof AuthenticationMethods.Service, data: AccountData): AccountExport => ({
  exportedAt: data.exportedAt,
  user: {
    id: data.user.id,
    instanceId: data.user.instanceId,
    email: data.user.email,
    emailVerifiedAt: orNull(data.user.emailVerifiedAt),
    claimedAt: orNull(data.user.claimedAt),
    externalId: orNull(data.user.externalId),
    hasPassword: Option.isSome(data.passwordScheme),
    passwordScheme: orNull(data.passwordScheme),
    failedSignIns: data.failedSignIns,
    createdAt: data.user.createdAt,
    disabledAt: orNull(data.user.disabledAt),
    deletionAt: orNull(data.user.deletionAt),
    secondFactorAt: orNull(data.user.secondFactorAt),
    language: orNull(data.user.language),
    name: orNull(data.user.name),
    metadata: read(data.user.metadata),
    userMetadata: read(data.user.userMetadata)
  },
  formerEmails: data.formerEmails.map(({ email, expiresAt }) => ({ email, expiresAt })),
  passkeys: data.passkeys.map(({ instanceId: _, lastUsedAt, publicKey: _key, userId: _user, ...passkey }) => ({
    ...passkey,
    lastUsedAt: orNull(lastUsedAt)
  })),
  identities: data.identities.map(({ createdAt, id, issuer, label, lastUsedAt, subject }) => ({
    id,
    issuer,
    subject,
    label: orNull(label),
    createdAt,
    lastUsedAt: orNull(lastUsedAt)
  })),
  personalTokens: data.personalTokens.map(({ createdAt, expiresAt, id, lastUsedAt, name, scopes }) => ({
    id,
    name,
    scopes,
    createdAt,
    expiresAt: orNull(expiresAt),
    lastUsedAt: orNull(lastUsedAt)
  })),
  factorRecovery: orNull(data.factorRecovery),
  sessions: data.sessions.map(({ id, methods, ...session }) => ({
    sessionId: id,
    method: methods[0],
    amr: amrOf(methods),
    ...session
  })),
  knownClients: data.knownClients.map(({ id, ...client }) => ({ clientId: id, ...client })),
  links: data.links,
  invitations: data.invitations.map(({ createdAt, expiresAt, id }) => ({ id, createdAt, expiresAt })),
  emails: data.emails.map(({ detail, reason, report, ...delivery }) => ({
    ...delivery,
    reason: orNull(reason),
    detail: orNull(detail),
    report: orNull(report)
  })),
  suppressions: data.suppressions.map(({ detail, email, reason, suppressedAt }) => ({
    email,
    reason,
    detail,
    suppressedAt
  })),
  rateLimits: data.rateLimits,
  auditLog: data.auditLog.map(({ action, actor, at, detail }) => ({ at, actor, action, detail }))
})
