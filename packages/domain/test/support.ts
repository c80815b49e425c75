/** Every use case over adapters in memory, and the values and helpers that the tests share. */
import { assert, it } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { Email } from "@latchkey/domain/core/Email"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import type { Token } from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as Domain from "@latchkey/domain/Domain"
import { defaultAuthConfig, defaultId, defaultInstance, Instance, type Plan } from "@latchkey/domain/instance/Instance"
import type { PasswordPolicy } from "@latchkey/domain/instance/PasswordPolicy"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import type { RateLimits } from "@latchkey/domain/instance/RateLimits"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { SignInCode } from "@latchkey/domain/magic-link/SignInCode"
import * as OperatorInvitationTemplate from "@latchkey/domain/operator/OperatorInvitationTemplate"
import * as Password from "@latchkey/domain/password/Password"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as InsecurePasswordBlocklist from "@latchkey/memory/InsecurePasswordBlocklist"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemorySecretKeys from "@latchkey/memory/MemorySecretKeys"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as PlainEmailTemplates from "@latchkey/memory/PlainEmailTemplates"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as SimpleWebAuthn from "@latchkey/webauthn/SimpleWebAuthn"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Equal from "effect/Equal"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import * as Utils from "effect/Utils"
import * as Interception from "./support/Interception.ts"
import * as TestClient from "./support/TestClient.ts"

export const baseUrl = "https://auth.example.com"

const originOf = ({ hosts: [host] }: Instance): string => (host === undefined ? baseUrl : `https://${host}`)

/** Every instance at its first host, or at `baseUrl` without one. */
export const layerPublicUrls: Layer.Layer<PublicUrls> = Layer.succeed(PublicUrls, {
  origin: originOf,
  origins: ({ hosts }) => hosts.map((host) => `https://${host}`),
  isReturnOrigin: ({ origins }, origin) => origins.includes(origin),
  magicLink: (instance, token) => `${originOf(instance)}/v1/auth/magic-link/verify?token=${Redacted.value(token)}`,
  passwordReset: (instance, token) => `${originOf(instance)}/reset-password?token=${Redacted.value(token)}`,
  emailChange: (instance, token) => `${originOf(instance)}/confirm-email?token=${Redacted.value(token)}`,
  emailRestore: (instance, token) => `${originOf(instance)}/restore-email?token=${Redacted.value(token)}`,
  factorRecovery: (instance, token) => `${originOf(instance)}/factor-recovery?token=${Redacted.value(token)}`,
  invitation: (instance, token) => `${originOf(instance)}/invitation?token=${Redacted.value(token)}`,
  signUpVerification: (instance, token) => `${originOf(instance)}/sign-up/verify?token=${Redacted.value(token)}`,
  forgotPassword: (instance) => `${originOf(instance)}/forgot-password`,
  signIn: (instance) => `${originOf(instance)}/sign-in`,
  device: (instance) => `${originOf(instance)}/device`,
  identityProviderCallback: (instance) => `${originOf(instance)}/v1/auth/identity-providers/callback`,
  home: (instance) => instance.redirectUrl ?? `${originOf(instance)}/`
})

/** A dashboard to which operators can be invited. */
const layerDashboard = OperatorInvitationTemplate.layer(
  Effect.succeed({
    isAvailable: true,
    url: (token: Token) => Redacted.make(`${baseUrl}/dashboard/enter?token=${Redacted.value(token)}`),
    render: ({ invitedBy, name, role, url }: OperatorInvitationTemplate.OperatorInvitationEmail) => ({
      subject: `Invitation of ${name} as ${role} by ${invitedBy ?? "someone"}`,
      text: Redacted.value(url),
      html: ""
    })
  })
)

/** Every port except the mailer, in memory. */
export const portsWithoutMailer = Layer.mergeAll(
  InsecurePasswordBlocklist.layer,
  InsecurePasswordHasher.layer,
  Memory.layer,
  MemoryIdGenerator.layer,
  MemorySecretKeys.layer,
  MemoryTokenGenerator.layer,
  PlainEmailTemplates.layer,
  layerDashboard,
  SimpleWebAuthn.layer,
  layerPublicUrls
)

/** Every port, in memory. */
export const ports = Layer.merge(portsWithoutMailer, MemoryMailer.layer)

/** Every use case, and the ports. */
export const layer = Layer.provideMerge(Domain.layer, Interception.around(ports))

/** Registers a test with its own use cases and data. The test clock starts at 0. */
export const test = <A, E>(name: string, body: Effect.Effect<A, E, Layer.Layer.Success<typeof layer> | Scope.Scope>) =>
  it.scoped(name, () => Effect.provide(body, layer))

/** Returns `"ok"` for a success, and the tag of the error for a failure. */
export const outcome = <A, E extends { readonly _tag: string }, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.match(attempt, { onSuccess: () => "ok", onFailure: (error): string => error._tag })

/** Checks that a password is refused, and for the only reason that it is common. */
export const refusedAsCommon = <A, E extends { readonly _tag: string }, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(attempt), (error) =>
    assert.deepInclude<object>(error, { _tag: "PasswordRejected", violations: ["common"] })
  )

/** Compares by value, including redacted values, which a deep comparison considers all equal. */
export const areSame = <A>(actual: A, expected: NoInfer<A>): boolean =>
  Utils.structuralRegion(() => Equal.equals(actual, expected))

/** Advances the clock to one millisecond before the duration has passed. */
export const justBefore = (duration: Duration.DurationInput) =>
  TestClock.adjust(Duration.subtract(duration, Duration.millis(1)))

/** Advances the clock by one millisecond. */
export const oneMilli = TestClock.adjust("1 millis")

export const email = (address: string): Email => Email.make(address)
export const ann = email("ann@example.com")
export const ben = email("ben@example.com")
/** An address without an account. */
export const noAccount = email("unknown@example.com")

export const password = (text: string): Password.Password => Either.getOrThrow(Password.parse(text))
export const rightPassword = password("correct horse battery staple")
export const wrongPassword = password("incorrect horse battery staple")
export const newPassword = password("another horse, another staple")

/** Returns the default instance with other settings. */
export const instance = (fields: Partial<ConstructorParameters<typeof Instance>[0]>): Instance =>
  new Instance({ ...defaultInstance, ...fields })

/** An instance with the settings of the default one. It is not stored. */
export const otherInstance = instance({ id: InstanceId.make("inst_01890a5d-ac96-774b-bcce-b302099a8057") })

/** Every rule that a policy can have. */
export const strictPolicy: PasswordPolicy = {
  minLength: 12,
  requireUppercase: true,
  requireLowercase: true,
  requireNumber: true,
  requireSpecial: true
}

/** Returns a plan, and a stored policy that the plan may not include. */
export const withPolicy = (plan: Plan, passwordPolicy: PasswordPolicy) => ({
  plan,
  sessionConfig: { ...defaultInstance.sessionConfig, passwordPolicy }
})

/** Returns the default instance with other rate limits. */
export const limited = (rateLimits: Partial<RateLimits>): Instance =>
  instance({ rateLimits: { ...defaultInstance.rateLimits, ...rateLimits } })

/** Fails as a store that is down. */
export const outage = Effect.fail(new PersistenceError({ cause: new Error("connection lost") }))

/** Returns the stored user of the default instance. */
export const storedUser = (address: Email) =>
  Effect.flatMap(UserRepository, (users) => users.findByEmail(defaultId, address))

/** Stores a passkey of the user of the address that signs in to the default instance. No authenticator has it. */
export const storedPasskeyOf = (address: Email) =>
  Effect.flatMap(Effect.flatten(storedUser(address)), (user) =>
    Samples.storedPasskey(user, { rpId: new URL(baseUrl).hostname })
  )

/** Instances that do not accept the passkeys of the default one. */
export const withoutUsablePasskeys: Readonly<Record<string, Instance>> = {
  "with passkeys turned off": instance({ authConfig: { ...defaultAuthConfig, magic_link: true, passkey: false } }),
  "at an IP address": instance({
    authConfig: { ...defaultAuthConfig, magic_link: true },
    hosts: ["192.0.2.10"]
  }),
  "with another RP ID": instance({
    authConfig: { ...defaultAuthConfig, magic_link: true },
    passkeyConfig: { rpId: "example.com" }
  })
}

/** Makes a client that has signed up with Ann's address. */
export const signedUp = Effect.tap(TestClient.make, (client) => client.signUp(ann, rightPassword))

/** Makes a client that has signed in to Ann's account. */
export const signedIn = Effect.tap(TestClient.make, (client) => client.signIn(ann, rightPassword))

/** Makes the clients of two other users: of Ben, and of the user with Ann's address in another instance. */
export const otherUsers = Effect.gen(function* () {
  const bensClient = yield* TestClient.make
  yield* bensClient.signUp(ben, rightPassword)
  const namesake = (yield* TestClient.make).at(otherInstance)
  yield* namesake.signUp(ann, rightPassword)
  return { bensClient, namesake }
})

/** Signs in on a new client with its own IP address, and returns the outcome. */
export const signInOnNewClient = (address: Email, text: Password.Password, at = defaultInstance) =>
  Effect.flatMap(TestClient.make, (client) => outcome(client.at(at).signIn(address, text)))

/** Returns the error of a failed sign-in on a new client, and the calls that led to it. */
export const failedSignIn = (address: Email, text: Password.Password) =>
  Effect.gen(function* () {
    const client = yield* TestClient.make
    const previous = (yield* Interception.callNames).length
    const error = yield* Effect.flip(client.signIn(address, text))
    return { error, message: error.message, calls: (yield* Interception.callNames).slice(previous) }
  })

/** Revokes every session of the stored user, and returns how many. */
export const revokeSessionsOf = (address: Email) =>
  Effect.gen(function* () {
    const user = Option.getOrThrow(yield* storedUser(address))
    return yield* (yield* SessionRepository).revokeAll(user.instanceId, user.id)
  })

/** Returns whether the account of the address knows the client. */
export const isKnown = (client: TestClient.TestClient, address: Email) =>
  Effect.gen(function* () {
    const users = yield* UserRepository
    const tokens = yield* TokenGenerator
    const { clientToken } = yield* client.caller
    const clientHash = Option.map(clientToken, tokens.hash)
    const now = yield* DateTime.now
    const account = yield* users.findForSignIn({ instanceId: defaultId, email: address, clientHash, now })
    return Option.isSome(account.knownClient)
  })

/** Sends queued emails, and returns the token for setting a new password in the newest email to the address. */
export const sentResetToken = (address: Email) =>
  Effect.gen(function* () {
    yield* (yield* EmailDispatcher).dispatch
    const { lastResetLinkTo } = yield* MemoryMailer.Sent
    return Option.getOrThrow(yield* lastResetLinkTo(address)).slice(-43)
  })

/** Sends queued emails, and returns the address, the state and the reason of each email so far. */
export const deliveryResults = Effect.gen(function* () {
  yield* (yield* EmailDispatcher).dispatch
  const deliveries = yield* (yield* MailDeliveryLog).list(defaultId, 9)
  return deliveries.map(({ email, reason, state }) => [email, state, Option.getOrNull(reason)])
})

/** Sends queued emails, and returns the token in the newest invitation of the address. */
export const sentInvitationToken = (address: Email) =>
  Effect.gen(function* () {
    yield* (yield* EmailDispatcher).dispatch
    const { lastInvitationTo } = yield* MemoryMailer.Sent
    return Option.getOrThrow(yield* lastInvitationTo(address)).slice(-43)
  })

/** Sends queued emails, and returns the token in the newest link that completes a sign-up of the address. */
export const sentSignUpToken = (address: Email) =>
  Effect.gen(function* () {
    yield* (yield* EmailDispatcher).dispatch
    const { lastSignUpLinkTo } = yield* MemoryMailer.Sent
    return Option.getOrThrow(yield* lastSignUpLinkTo(address)).slice(-43)
  })

/** Sends queued emails, and returns the token in the newest email that changes an account to the address. */
export const sentEmailChangeToken = (address: Email) =>
  Effect.gen(function* () {
    yield* (yield* EmailDispatcher).dispatch
    const { lastEmailChangeTo } = yield* MemoryMailer.Sent
    return Option.getOrThrow(yield* lastEmailChangeTo(address)).slice(-43)
  })

/** Sends queued emails, and returns the token in the newest email that restores the address. */
export const sentEmailRestoreToken = (address: Email) =>
  Effect.gen(function* () {
    yield* (yield* EmailDispatcher).dispatch
    const { lastEmailRestoreTo } = yield* MemoryMailer.Sent
    return Option.getOrThrow(yield* lastEmailRestoreTo(address)).slice(-43)
  })

/** Sends queued emails, and returns the token in the newest email about a recovery to the address. */
export const sentFactorRecoveryToken = (address: Email) =>
  Effect.gen(function* () {
    yield* (yield* EmailDispatcher).dispatch
    const { lastFactorRecoveryTo } = yield* MemoryMailer.Sent
    return Option.getOrThrow(yield* lastFactorRecoveryTo(address)).slice(-43)
  })

/** Requests a link to set a new password on the client, and returns the token that was sent. */
export const resetTokenFor = (client: TestClient.TestClient, address: Email) =>
  Effect.zipRight(client.forgotPassword(address), sentResetToken(address))

/** Returns the token of the magic link in a text, or `""` without one. */
export const linkTokenIn = (text: string): string =>
  /\/v1\/auth\/magic-link\/verify\?token=([\w-]{43})\b/.exec(text)?.[1] ?? ""

/** Sends queued emails, and returns the token in the newest email to the address. */
export const sentLinkToken = (address: Email) =>
  Effect.gen(function* () {
    yield* (yield* EmailDispatcher).dispatch
    const { lastLinkTo } = yield* MemoryMailer.Sent
    return linkTokenIn(Option.getOrThrow(yield* lastLinkTo(address)))
  })

/** The default instance with codes turned on. */
export const withCodes = instance({ emailConfig: { ...defaultInstance.emailConfig, magicLinkCodes: true } })

/** Sends queued emails, and returns the newest code that was sent to the address. */
export const sentCode = (address: Email) =>
  Effect.gen(function* () {
    yield* (yield* EmailDispatcher).dispatch
    const { lastCodeTo } = yield* MemoryMailer.Sent
    return SignInCode.make(Option.getOrThrow(yield* lastCodeTo(address)))
  })

/** Requests a magic link on the client, and returns the token that was sent. */
export const linkTokenFor = (client: TestClient.TestClient, address: Email) =>
  Effect.zipRight(client.requestLink(address), sentLinkToken(address))
