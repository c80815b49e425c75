/**
 * Values for tests. Every id, email address, host and hash is random, so that tests can share a store with each other
 * and with earlier runs.
 */
import { SigningKey } from "@latchkey/domain/access-token/SigningKeyRepository"
import { EventId } from "@latchkey/domain/event/Event"
import type { NewEvent } from "@latchkey/domain/event/EventLog"
import { FormerEmail } from "@latchkey/domain/account/FormerEmails"
import { Identity, IdentityId, IdentityRepository } from "@latchkey/domain/account/IdentityRepository"
import { PasswordHash, User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { AuditEntry, AuditId } from "@latchkey/domain/audit/AuditLog"
import { Email } from "@latchkey/domain/core/Email"
import type { EmailTaken, ExternalIdTaken, IdentityTaken } from "@latchkey/domain/account/AccountErrors"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type { HostTaken, InstancesInCode, PlanDoesNotAllow } from "@latchkey/domain/instance/InstanceErrors"
import type { PasskeyExists } from "@latchkey/domain/passkey/PasskeyErrors"
import type { IdKind } from "@latchkey/domain/core/Id"
import { ApiKeyId, ClientId, InstanceId, SessionId, UserId, QueuedEmailId } from "@latchkey/domain/core/Ids"
import { Invitation, InvitationId } from "@latchkey/domain/invitation/InvitationRepository"
import { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { Passkey, PasskeyId, PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import {
  PersonalToken,
  PersonalTokenId,
  type StoredPersonalToken
} from "@latchkey/domain/personal-token/PersonalTokenRepository"
import { Session, type SessionGrant } from "@latchkey/domain/session/SessionRepository"
import { SealedText } from "@latchkey/domain/core/SecretKeys"
import { TokenHash } from "@latchkey/domain/core/Token"
import { defaults, Instance } from "@latchkey/domain/instance/Instance"
import { type IdentityProvider, oidc } from "@latchkey/domain/instance/IdentityProvider"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { Language } from "@latchkey/domain/language/Language"
import { CustomEmail } from "@latchkey/domain/mail/CustomEmailRepository"
import { EmailSuppression } from "@latchkey/domain/mail/EmailSuppressions"
import { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import { MagicLink } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { ApiKey, type StoredApiKey } from "@latchkey/domain/operator/ApiKeyRepository"
import { toUser } from "@latchkey/domain/operator/Operator"
import type { Role } from "@latchkey/domain/operator/Role"
import { operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import { OneTimeToken, OneTimeTokenRepository } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import { CosePublicKey, CredentialId, UserHandle } from "@latchkey/domain/passkey/Credential"
import { SecondFactor } from "@latchkey/domain/second-factor/SecondFactorRepository"
import { FactorRecovery } from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import { Webhook, WebhookId } from "@latchkey/domain/webhook/Webhook"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { randomBytes, randomUUID } from "node:crypto"

/** The time of most samples: 15 June 2030, 12:00 UTC. */
export const now: DateTime.Utc = DateTime.unsafeMake("2030-06-15T12:00:00.000Z")

/** 1 January 2001: for operations on all instances, because nothing else in a store is this old. */
export const longAgo: DateTime.Utc = DateTime.unsafeMake("2001-01-01T00:00:00.000Z")

/** Returns the time `millis` milliseconds after `since`; before it, if negative. */
export const plus = (millis: number, since: DateTime.Utc = now): DateTime.Utc => DateTime.add(since, { millis })

/** One minute in milliseconds. */
export const minute = 60_000
/** One day in milliseconds. */
export const day: number = 24 * 60 * minute

const uuid = (): string => {
  const random = randomUUID()
  return `${random.slice(0, 14)}7${random.slice(15)}`
}

/** Returns a random id of that kind. */
export const id = <Id extends string>({ make, prefix }: IdKind<Id>): Id => make(`${prefix}_${uuid()}`)

/** Returns a random `inst_…`, of no stored instance. */
export const instanceId = (): InstanceId => id(InstanceId)
/** Returns a random `user_…`. */
export const userId = (): UserId => id(UserId)
/** Returns a random `sess_…`. */
export const sessionId = (): SessionId => id(SessionId)
/** Returns a random `client_…`. */
export const clientId = (): ClientId => id(ClientId)
/** Returns a random `email_…`. */
export const queuedEmailId = (): QueuedEmailId => id(QueuedEmailId)
/** Returns a random `audit_…`. */
export const auditId = (): AuditId => id(AuditId)
/** Returns a random `evt_…`. */
export const eventId = (): EventId => id(EventId)
/** Returns a random `apikey_…`. */
export const apiKeyId = (): ApiKeyId => id(ApiKeyId)
/** Returns a random `inv_…`. */
export const invitationId = (): InvitationId => id(InvitationId)
/** Returns a random email address at `example.com`. */
export const email = (): Email => Email.make(`${randomUUID()}@example.com`)
/** Returns a random host under `example.com`. */
export const host = (): string => `${randomUUID()}.example.com`
/** Returns a random token hash. Its token is not known. */
export const tokenHash = (): TokenHash => TokenHash.make(randomBytes(32).toString("hex"))

/** Returns a random hash in the format of Argon2id. No password matches it. */
export const passwordHash = (): PasswordHash =>
  Schema.decodeSync(PasswordHash)(
    `$argon2id$v=19$m=19456,t=2,p=1$${randomBytes(16).toString("base64url")}$${randomBytes(32).toString("base64url")}`
  )

type Fields<Class extends abstract new (fields: never) => unknown> = Partial<ConstructorParameters<Class>[0]>

/** Returns an instance with the defaults and one host. Does not store it. */
export const instance = (fields: Fields<typeof Instance> = {}): Instance =>
  new Instance({ ...defaults, id: instanceId(), name: "Sample", hosts: [host()], ...fields })

/** Stores a new instance, and returns it. */
export const storedInstance: Effect.Effect<
  Instance,
  HostTaken | InstancesInCode | PersistenceError | PlanDoesNotAllow,
  InstanceRepository
> = Effect.gen(function* () {
  const stored = instance()
  yield* (yield* InstanceRepository).insert(stored)
  return stored
})

/** Returns a user with a password, an unverified address and credential version 0. Does not store it. */
export const user = (of: InstanceId, fields: Fields<typeof User> = {}): User =>
  new User({
    instanceId: of,
    id: userId(),
    email: email(),
    passwordHash: Option.some(passwordHash()),
    emailVerifiedAt: Option.none(),
    credentialVersion: 0,
    createdAt: now,
    ...fields
  })

/** Stores a new user of the instance, and returns it. */
export const storedUser = (
  of: InstanceId,
  fields: Fields<typeof User> = {}
): Effect.Effect<User, EmailTaken | ExternalIdTaken | PersistenceError, UserRepository> =>
  Effect.gen(function* () {
    const stored = user(of, fields)
    yield* (yield* UserRepository).insert(stored)
    return stored
  })

/** Returns a session of the user, for 30 days from `now`. Does not store it. */
export const session = (of: User, fields: Fields<typeof Session> = {}): Session =>
  new Session({
    instanceId: of.instanceId,
    id: sessionId(),
    userId: of.id,
    tokenHash: tokenHash(),
    methods: ["password"],
    credentialVersion: of.credentialVersion,
    authenticatedAt: now,
    expiresAt: plus(30 * day),
    ...fields
  })

/**
 * Returns a session of the user on a new client, which expires after 400 days, issued at its `authenticatedAt`. Does
 * not store it.
 */
export const grant = (
  of: User,
  { session: issued = session(of), ...fields }: Partial<SessionGrant> = {}
): SessionGrant => ({
  session: issued,
  presentedClient: Option.none(),
  newClientId: clientId(),
  clientHash: tokenHash(),
  clientExpiresAt: plus(400 * day),
  deviceName: Option.none(),
  now: issued.authenticatedAt,
  event: Option.none(),
  ...fields
})

/** Returns an event of a change by the user at `now`. Does not store it. */
export const newEvent = (
  { id: userId, instanceId }: Pick<User, "id" | "instanceId">,
  fields: Partial<NewEvent> = {}
): NewEvent => ({
  id: eventId(),
  type: "user.updated",
  occurredAt: now,
  instanceId,
  userId,
  actor: "user",
  details: fields.type === undefined ? { changed: ["language"] } : {},
  ...fields
})

/** Returns an enabled webhook for every type. Does not store it. */
export const webhook = (of: InstanceId, fields: Fields<typeof Webhook> = {}): Webhook =>
  new Webhook({
    id: id(WebhookId),
    instanceId: of,
    url: "https://app.example.com/webhooks",
    types: null,
    createdAt: now,
    disabled: Option.none(),
    failingSince: Option.none(),
    secret: sealedText(),
    previousSecret: Option.none(),
    ...fields
  })

/** Returns a magic link for 15 minutes from `now`. Does not store it. */
export const magicLink = (of: InstanceId, fields: Fields<typeof MagicLink> = {}): MagicLink =>
  new MagicLink({
    instanceId: of,
    tokenHash: tokenHash(),
    email: email(),
    clientHash: Option.none(),
    verifiesEmail: true,
    expiresAt: plus(15 * minute),
    ...fields
  })

/** Returns a suppression of a random address, because of a bounce. Does not store it. */
export const emailSuppression = (of: InstanceId, fields: Fields<typeof EmailSuppression> = {}): EmailSuppression =>
  new EmailSuppression({
    instanceId: of,
    email: email(),
    emailId: queuedEmailId(),
    reason: "bounce",
    detail: "Permanent/General",
    suppressedAt: now,
    ...fields
  })

/** Returns an email that was queued at `now` for five minutes and never leased. Does not store it. */
export const queuedEmail = (of: InstanceId, fields: Fields<typeof QueuedEmail> = {}): QueuedEmail =>
  new QueuedEmail({
    instanceId: of,
    id: queuedEmailId(),
    kind: EmailKind.make("magic_link"),
    email: email(),
    clientHash: Option.none(),
    parameters: {},
    requestedAt: now,
    expiresAt: plus(5 * minute, fields.requestedAt),
    attempts: 0,
    ...fields
  })

/** Returns a former address of the user, for seven days from `now`. Does not store it. */
export const formerEmail = (of: User, fields: Fields<typeof FormerEmail> = {}): FormerEmail =>
  new FormerEmail({
    instanceId: of.instanceId,
    email: email(),
    userId: of.id,
    credentialVersion: of.credentialVersion + 1,
    expiresAt: plus(7 * day),
    ...fields
  })

/** Returns an invitation for seven days from `now`. Does not store it. */
export const invitation = (of: InstanceId, fields: Fields<typeof Invitation> = {}): Invitation =>
  new Invitation({
    instanceId: of,
    id: invitationId(),
    email: email(),
    createdBy: "admin_api",
    createdAt: now,
    expiresAt: plus(7 * day),
    emailId: queuedEmailId(),
    ...fields
  })

/** Returns a custom email with a magic link, in English. Does not store it. */
export const customEmail = (of: InstanceId, fields: Fields<typeof CustomEmail> = {}): CustomEmail =>
  new CustomEmail({
    instanceId: of,
    kind: EmailKind.make("magic_link"),
    language: Language.make("en"),
    subject: "Welcome to {{instanceName}}",
    text: "Sign in: {{link}}",
    html: '<p><a href="{{link}}">Sign in</a></p>',
    updatedAt: now,
    ...fields
  })

/**
 * Returns a one-time token without an owner, for 10 minutes from `now`, of a kind that only tests have. Does not store
 * it.
 */
export const oneTimeToken = (of: InstanceId, fields: Fields<typeof OneTimeToken> = {}): OneTimeToken =>
  new OneTimeToken({
    instanceId: of,
    kind: "sample",
    subject: tokenHash(),
    tokenHash: tokenHash(),
    owner: Option.none(),
    data: Redacted.make("null"),
    expiresAt: plus(10 * minute),
    ...fields
  })

/** Stores a new one-time token at `now`, and returns it. */
export const storedOneTimeToken = (
  of: InstanceId,
  fields: Fields<typeof OneTimeToken> = {}
): Effect.Effect<OneTimeToken, PersistenceError, OneTimeTokenRepository> =>
  Effect.gen(function* () {
    const stored = oneTimeToken(of, fields)
    yield* (yield* OneTimeTokenRepository).put(stored, { maxPerSubject: 10, now })
    return stored
  })

/**
 * Returns a recovery that the user has requested at `now`, and can complete from three to ten days later. Does not
 * store it.
 */
export const factorRecovery = (of: User, fields: Fields<typeof FactorRecovery> = {}): FactorRecovery =>
  new FactorRecovery({
    instanceId: of.instanceId,
    userId: of.id,
    credentialVersion: of.credentialVersion,
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    requestedAt: now,
    availableAt: plus(3 * day),
    expiresAt: plus(10 * day),
    ...fields
  })

/** Returns a random user handle. */
export const userHandle = (): UserHandle => UserHandle.make(randomBytes(32).toString("base64url"))

/** Returns a passkey of the user for `example.com`. No authenticator has it. Does not store it. */
export const passkey = (of: Pick<User, "id" | "instanceId">, fields: Fields<typeof Passkey> = {}): Passkey =>
  new Passkey({
    instanceId: of.instanceId,
    userId: of.id,
    id: id(PasskeyId),
    credentialId: CredentialId.make(randomBytes(16).toString("base64url")),
    publicKey: CosePublicKey.make(randomBytes(77).toString("base64url")),
    rpId: "example.com",
    signCount: 0,
    transports: ["internal", "hybrid"],
    aaguid: randomUUID(),
    backupEligible: true,
    backedUp: false,
    name: "My laptop",
    createdAt: now,
    ...fields
  })

/** Stores a new passkey of a stored user, with a handle if the user has none, and returns it. */
export const storedPasskey = (
  of: Pick<User, "id" | "instanceId">,
  fields: Fields<typeof Passkey> = {}
): Effect.Effect<Passkey, PasskeyExists | PersistenceError, PasskeyRepository> =>
  Effect.gen(function* () {
    const passkeys = yield* PasskeyRepository
    const stored = passkey(of, fields)
    yield* passkeys.assignHandle(of.instanceId, of.id, userHandle())
    yield* passkeys.insert(stored)
    return stored
  })

/** Returns a personal access token of the user, with the hash of another one. Does not store it. */
export const personalToken = (of: User, fields: Fields<typeof PersonalToken> = {}): StoredPersonalToken => ({
  token: new PersonalToken({
    instanceId: of.instanceId,
    id: id(PersonalTokenId),
    userId: of.id,
    name: "Backups",
    scopes: ["reports:read"],
    credentialVersion: of.credentialVersion,
    createdAt: now,
    expiresAt: Option.none(),
    lastUsedAt: Option.none(),
    ...fields
  }),
  tokenHash: tokenHash()
})

/** Returns an identity of the user, at an issuer that no instance has. Does not store it. */
export const identity = (of: Pick<User, "id" | "instanceId">, fields: Fields<typeof Identity> = {}): Identity =>
  new Identity({
    instanceId: of.instanceId,
    id: id(IdentityId),
    userId: of.id,
    issuer: "https://accounts.example.com",
    subject: randomUUID(),
    label: Option.some("ada@example.com"),
    createdAt: now,
    lastUsedAt: Option.none(),
    ...fields
  })

/** Stores a new identity of a stored user, and returns it. */
export const storedIdentity = (
  of: Pick<User, "id" | "instanceId">,
  fields: Fields<typeof Identity> = {}
): Effect.Effect<Identity, IdentityTaken | PersistenceError, IdentityRepository> =>
  Effect.gen(function* () {
    const stored = identity(of, fields)
    yield* (yield* IdentityRepository).insert(stored)
    return stored
  })

/** Returns an encrypted text. No key opens it. */
export const sealedText = (): SealedText =>
  new SealedText({ keyId: "0f1e2d3c4b5a6978", box: randomBytes(48).toString("base64url") })

/** Returns a signing key of the instance, which signs nothing. Does not store it. */
export const signingKey = (of: InstanceId, fields: Fields<typeof SigningKey> = {}): SigningKey =>
  new SigningKey({
    instanceId: of,
    number: 1,
    id: randomBytes(32).toString("base64url"),
    publicKey: JSON.stringify({ kty: "EC", crv: "P-256", x: randomBytes(32).toString("base64url") }),
    privateKey: sealedText(),
    createdAt: now,
    activeFrom: plus(day),
    ...fields
  })

/** Returns an enabled identity provider of the kind `oidc`, with an encrypted secret. */
export const identityProvider = (fields: Partial<IdentityProvider> = {}): IdentityProvider => ({
  ...oidc({
    id: "example",
    name: "Example",
    issuer: "https://accounts.example.com",
    clientId: "sample-client",
    clientSecret: sealedText(),
    emailTrust: "claim"
  }),
  ...fields
})

/** Returns a second factor of the user. No key opens its secret. Does not store it. */
export const secondFactor = (of: User, fields: Fields<typeof SecondFactor> = {}): SecondFactor =>
  new SecondFactor({
    instanceId: of.instanceId,
    userId: of.id,
    secret: sealedText(),
    lastStep: 1000,
    confirmedAt: now,
    ...fields
  })

/** Returns an entry of the audit log without instance or user. Does not store it. */
export const auditEntry = (fields: Fields<typeof AuditEntry> = {}): AuditEntry =>
  new AuditEntry({
    id: auditId(),
    at: now,
    actor: "dashboard",
    action: "instance_updated",
    instanceId: Option.none(),
    userId: Option.none(),
    operatorSessionId: Option.none(),
    ipAddress: Option.none(),
    detail: "authConfig.magic_link=true",
    ...fields
  })

/** Returns a user who is an operator with that role, and has never signed in. Does not store it. */
export const operator = (role: Role, fields: Fields<typeof User> = {}): User =>
  user(operatorInstanceId, {
    passwordHash: Option.none(),
    ...toUser({ name: "Sample", role, joinedAt: Option.none() }),
    ...fields
  })

/** Returns an API key with the role `viewer` that does not expire. Does not store it. */
export const apiKey = (fields: Fields<typeof ApiKey> = {}): StoredApiKey => ({
  apiKey: new ApiKey({
    id: apiKeyId(),
    name: "Sample",
    role: "viewer",
    createdAt: now,
    expiresAt: Option.none(),
    lastUsedAt: Option.none(),
    ...fields
  }),
  tokenHash: tokenHash()
})
