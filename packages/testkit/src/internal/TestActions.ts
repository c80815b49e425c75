import { type User, UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Domain from "@latchkey/domain/Domain"
import type { Caller } from "@latchkey/domain/core/Caller"
import type { Email } from "@latchkey/domain/core/Email"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { defaultId, defaultSignUpConfig, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as EmailVerification from "@latchkey/domain/magic-link/EmailVerification"
import * as AccountNotices from "@latchkey/domain/mail/AccountNotices"
import { RequestMagicLink } from "@latchkey/domain/magic-link/RequestMagicLink"
import { SignInWithMagicLink } from "@latchkey/domain/magic-link/SignInWithMagicLink"
import { ConfirmEmailChange } from "@latchkey/domain/email-change/ConfirmEmailChange"
import { RequestEmailChange } from "@latchkey/domain/email-change/RequestEmailChange"
import { RestoreEmail } from "@latchkey/domain/email-change/RestoreEmail"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import { RequestPasswordReset } from "@latchkey/domain/password-reset/RequestPasswordReset"
import { ResetPassword } from "@latchkey/domain/password-reset/ResetPassword"
import { SignInWithPassword } from "@latchkey/domain/password/SignInWithPassword"
import { SignUp } from "@latchkey/domain/password/SignUp"
import * as SessionIssuer from "@latchkey/domain/session/SessionIssuer"
import { StepUp } from "@latchkey/domain/session/StepUp"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { VerifySignUp } from "@latchkey/domain/pending-sign-up/VerifySignUp"
import { Sessions } from "@latchkey/domain/session/Sessions"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as PresentedCookies from "@latchkey/http/core/PresentedCookies"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import { SessionSource } from "@latchkey/http/session/SessionSource"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import { AuthTestError } from "../AuthTestError.ts"
import * as TestInput from "./TestInput.ts"
import * as TestMailbox from "./TestMailbox.ts"

const toSignedInUser = (result: SessionIssuer.SignInResult) => {
  if (result._tag === "SecondFactorRequired") {
    return Effect.die(new AuthTestError({ message: "The sign-in lacks a second factor. Use signedInAs" }))
  }
  const tokens = { clientToken: Option.some(result.clientToken), sessionToken: Option.some(result.sessionToken) }
  return Effect.succeed({
    userId: result.userId,
    sessionId: result.sessionId,
    cookie: Option.getOrThrow(SessionCookies.toHeader(HttpSettings.defaults, tokens))
  })
}

/** Makes callers with the cookies of a header, each with a new IP address. */
const makeCallers = Effect.map(
  Ref.make(0),
  (count) =>
    (cookie?: string): Effect.Effect<Caller> =>
      Effect.map(
        Ref.updateAndGet(count, (previous) => previous + 1),
        (number) => ({
          ipAddress: `2001:db8:0:${number.toString(16)}::/64`,
          ...PresentedCookies.read(HttpSettings.defaults, { cookie })
        })
      )
)

/** Returns the instance as it is while anyone can sign up with a password, and is signed in immediately. */
const withSignUp = (instance: Instance): Instance =>
  new Instance({
    ...instance,
    authConfig: { ...instance.authConfig, password: true },
    signUp: defaultSignUpConfig
  })

const makeAccounts = (defaultPassword: string) =>
  Effect.gen(function* () {
    const caller = yield* makeCallers
    const instances = yield* InstanceRepository
    const issuer = yield* SessionIssuer.make
    const provisioning = yield* UserProvisioning
    const sessions = yield* SessionRepository
    const source = yield* SessionSource
    const signUp = yield* SignUp
    const stepUp = yield* StepUp
    const transaction = yield* Transaction
    const users = yield* UserRepository
    const verification = yield* Effect.provide(EmailVerification.make, [AccountNotices.layer, Domain.layerAdditions])
    // If two calls need one address concurrently, the second one finds the account that the first one created.
    const oneByOne = (yield* Effect.makeSemaphore(1)).withPermits(1)

    // Read each time: a test may change it.
    const instance = Effect.map(Effect.orDie(instances.findById(defaultId)), Option.getOrThrow)
    const find = (email: Email) => Effect.orDie(users.findByEmail(defaultId, email))

    const submit = Effect.fnUntraced(function* (stored: Instance, email: Email, password: string) {
      const parsed = yield* TestInput.password(password)
      const request = { instance: stored, email, password: parsed, caller: yield* caller() }
      const explain = TestInput.explainSignUp(email, stored.passwordPolicy.minLength)
      return yield* Effect.mapError(signUp.signUp(request), explain)
    })

    const signUpAt = Effect.fnUntraced(function* (stored: Instance, email: Email, password: string) {
      if (stored.verifiesBeforeSignUp) {
        const message = `${email} has to be verified first (signUp.verification is before). Sign up with requestSignUp`
        return yield* new AuthTestError({ message })
      }
      const result = yield* submit(stored, email, password)
      return result._tag === "SignedUp" ? yield* toSignedInUser(result.issued) : yield* Effect.dieMessage(result._tag)
    })

    /** Signs in as with a password, and with a second factor if one is required. */
    const signIn = Effect.fnUntraced(function* (user: User) {
      const stored = yield* instance
      const missing = yield* Effect.orDie(stepUp.missingFactor(stored, user, ["password"]))
      const methods = Option.isNone(missing) ? (["password"] as const) : (["password", "totp"] as const)
      const request = { instance: stored, user, methods, caller: yield* caller() }
      return yield* toSignedInUser(yield* Effect.orDie(issuer.grant(request)))
    })

    const createAccount = Effect.fnUntraced(function* (email: Email) {
      const stored = yield* instance
      if (stored.authConfig.secondFactor !== "required") {
        return yield* signUpAt(withSignUp(stored), email, defaultPassword)
      }
      yield* submit(withSignUp(stored), email, defaultPassword)
      return yield* Effect.flatMap(Effect.flatten(find(email)), signIn).pipe(Effect.orDie)
    })

    const signInOrUp = (email: Email) =>
      Effect.flatMap(find(email), Option.match({ onNone: () => createAccount(email), onSome: (user) => signIn(user) }))

    /** Verifies the address on the client of the cookie, which keeps the password, and signs in there again. */
    const verify = Effect.fnUntraced(function* (email: Email, cookie: string) {
      const request = { instance: yield* instance, email, caller: yield* caller(cookie), createsUser: "never" as const }
      const issue = (user: User) => issuer.issue({ ...request, user, methods: ["magic_link"] })
      const verified = Effect.flatMap(verification.verifyEmail(request), ({ user }) => issue(user))
      return yield* toSignedInUser(yield* Effect.orDie(transaction.run(verified)))
    })

    return {
      caller,
      instance,
      signUp: Effect.fnUntraced(function* (account: { readonly email: string; readonly password?: string }) {
        const email = yield* TestInput.email(account.email)
        return yield* oneByOne(signUpAt(yield* instance, email, account.password ?? defaultPassword))
      }),
      requestSignUp: Effect.fnUntraced(function* (account: { readonly email: string; readonly password?: string }) {
        const email = yield* TestInput.email(account.email)
        const stored = yield* instance
        if (!stored.verifiesBeforeSignUp) {
          const message = `${email} needs no verification (signUp.verification is after). Sign up with signUp`
          return yield* new AuthTestError({ message })
        }
        const result = yield* submit(stored, email, account.password ?? defaultPassword)
        return result._tag === "VerificationNeeded"
          ? SessionCookies.clientHeader(HttpSettings.defaults, result.clientToken)
          : yield* Effect.dieMessage(result._tag)
      }),
      signedInAs: Effect.fnUntraced(function* (input: string) {
        const email = yield* TestInput.email(input)
        return (yield* oneByOne(signInOrUp(email))).cookie
      }),
      verifiedAs: Effect.fnUntraced(function* (input: string) {
        const email = yield* TestInput.email(input)
        const signedIn = Effect.flatMap(signInOrUp(email), ({ cookie }) => verify(email, cookie))
        return (yield* oneByOne(signedIn)).cookie
      }),
      sessionOf: (cookie: string) =>
        source.find({ method: "GET", headers: { cookie } }).pipe(
          Effect.catchIf(
            ({ code }) => code === "email_not_verified",
            () => Effect.succeedNone
          ),
          Effect.orDie
        ),
      revokeSessions: Effect.fnUntraced(function* (input: string) {
        const user = yield* find(yield* TestInput.email(input))
        if (Option.isNone(user)) return yield* new AuthTestError({ message: `${input} has no account` })
        return yield* Effect.orDie(sessions.revokeAll(defaultId, user.value.id))
      }),
      deleteAccount: Effect.fnUntraced(function* (input: string) {
        const user = yield* find(yield* TestInput.email(input))
        if (Option.isNone(user)) return yield* new AuthTestError({ message: `${input} has no account` })
        const deleted = { instance: yield* instance, userId: user.value.id, by: { actor: "program" as const } }
        yield* Effect.catchTag(provisioning.delete(deleted), "UserNotFound", Effect.die)
      })
    }
  })

type Accounts = Effect.Effect.Success<ReturnType<typeof makeAccounts>>

/** What users do with passwords and sessions, through the use cases. */
const makePasswords = (defaultPassword: string, { caller, instance }: Accounts) =>
  Effect.gen(function* () {
    const requests = yield* RequestPasswordReset
    const resets = yield* ResetPassword
    const sessions = yield* Sessions
    const signIns = yield* SignInWithPassword

    const request = (cookie?: string) => Effect.all({ instance, caller: caller(cookie) })

    return {
      signIn: Effect.fnUntraced(function* (
        credentials: { readonly email: string; readonly password?: string },
        cookie?: string
      ) {
        const email = yield* TestInput.email(credentials.email)
        const password = yield* TestInput.password(credentials.password ?? defaultPassword)
        return yield* toSignedInUser(yield* signIns.signIn({ ...(yield* request(cookie)), email, password }))
      }),
      signOut: (cookie: string) => Effect.orDie(Effect.flatMap(request(cookie), sessions.signOut)),
      requestPasswordReset: Effect.fnUntraced(function* (input: string) {
        const email = yield* TestInput.email(input)
        yield* requests.request({ ...(yield* request()), email })
      }),
      resetPassword: Effect.fnUntraced(function* (link: string, text: string) {
        const linkToken = yield* TestInput.linkToken(link, "lastPasswordResetLink")
        const password = yield* TestInput.password(text)
        return yield* toSignedInUser(yield* resets.reset({ ...(yield* request()), linkToken, password }))
      })
    }
  })

/** What users do with their email address, through the use cases. */
const makeEmailChanges = (defaultPassword: string, { caller, instance }: Accounts) =>
  Effect.gen(function* () {
    const { confirm } = yield* ConfirmEmailChange
    const requests = yield* RequestEmailChange
    const { restore } = yield* RestoreEmail

    const request = (cookie?: string) => Effect.all({ instance, caller: caller(cookie) })

    return {
      requestEmailChange: Effect.fnUntraced(function* (
        cookie: string,
        input: string,
        text: string | null = defaultPassword
      ) {
        const email = yield* TestInput.email(input)
        const currentPassword = yield* Effect.transposeMapOption(Option.fromNullable(text), TestInput.password)
        yield* requests.request({ ...(yield* request(cookie)), email, currentPassword, mayOmitCurrentPassword: true })
      }),
      confirmEmailChange: Effect.fnUntraced(function* (link: string, cookie: string) {
        const linkToken = yield* TestInput.linkToken(link, "lastEmailChangeLink")
        return yield* toSignedInUser(yield* confirm({ ...(yield* request(cookie)), linkToken }))
      }),
      restoreEmail: Effect.fnUntraced(function* (link: string) {
        const linkToken = yield* TestInput.linkToken(link, "lastEmailRestoreLink")
        yield* restore({ ...(yield* request()), linkToken })
      })
    }
  })

export const make = (defaultPassword: string) =>
  Effect.gen(function* () {
    const all = yield* makeAccounts(defaultPassword)
    const passwords = yield* makePasswords(defaultPassword, all)
    const emailChanges = yield* makeEmailChanges(defaultPassword, all)
    const { caller, instance, ...accounts } = all
    const mailbox = yield* TestMailbox.make
    const requests = yield* RequestMagicLink
    const signIn = yield* SignInWithMagicLink
    const signUps = yield* VerifySignUp

    return {
      ...accounts,
      ...passwords,
      ...emailChanges,
      ...mailbox,
      verifySignUp: Effect.fnUntraced(function* (link: string, cookie?: string) {
        const linkToken = yield* TestInput.linkToken(link, "lastSignUpLink")
        const presented = { instance: yield* instance, linkToken, caller: yield* caller(cookie) }
        return yield* toSignedInUser(yield* signUps.verify(presented))
      }),
      requestMagicLink: Effect.fnUntraced(function* (input: string) {
        const email = yield* TestInput.email(input)
        const clientToken = yield* requests.request({ instance: yield* instance, email, caller: yield* caller() })
        return SessionCookies.clientHeader(HttpSettings.defaults, clientToken)
      }),
      signInWithMagicLink: Effect.fnUntraced(function* (link: string, cookie?: string) {
        const linkToken = yield* TestInput.linkToken(link, "lastMagicLink")
        const presented = { instance: yield* instance, linkToken, caller: yield* caller(cookie) }
        return yield* toSignedInUser(yield* signIn.verify(presented))
      }),
      signInWithMagicLinkCode: Effect.fnUntraced(function* (text: string, cookie: string) {
        const code = yield* TestInput.code(text)
        return yield* toSignedInUser(
          yield* signIn.verifyCode({ instance: yield* instance, code, caller: yield* caller(cookie) })
        )
      })
    }
  })
