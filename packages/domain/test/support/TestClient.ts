/** A client as the domain sees it: an IP address and two cookies, which it stores and presents. */
import type { Caller } from "@latchkey/domain/core/Caller"
import type { Email } from "@latchkey/domain/core/Email"
import type { Token } from "@latchkey/domain/core/Token"
import type { SessionId } from "@latchkey/domain/core/Ids"
import { defaultInstance, type Instance } from "@latchkey/domain/instance/Instance"
import { AcceptInvitation } from "@latchkey/domain/invitation/AcceptInvitation"
import { ConfirmEmailChange } from "@latchkey/domain/email-change/ConfirmEmailChange"
import { RequestEmailChange } from "@latchkey/domain/email-change/RequestEmailChange"
import { RestoreEmail } from "@latchkey/domain/email-change/RestoreEmail"
import { CompleteFactorRecovery } from "@latchkey/domain/factor-recovery/CompleteFactorRecovery"
import { RequestFactorRecovery } from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import { RequestMagicLink } from "@latchkey/domain/magic-link/RequestMagicLink"
import type { SignInCode } from "@latchkey/domain/magic-link/SignInCode"
import { type OpenedLink, SignInWithMagicLink } from "@latchkey/domain/magic-link/SignInWithMagicLink"
import { ChangePassword } from "@latchkey/domain/password/ChangePassword"
import type { Password } from "@latchkey/domain/password/Password"
import type { Language } from "@latchkey/domain/language/Language"
import { ChangeLanguage } from "@latchkey/domain/personal-data/ChangeLanguage"
import { ChangeUserData, type UserDataChange } from "@latchkey/domain/personal-data/ChangeUserData"
import { DeleteAccount } from "@latchkey/domain/personal-data/DeleteAccount"
import { ExportAccount } from "@latchkey/domain/personal-data/ExportAccount"
import { RequestPasswordReset } from "@latchkey/domain/password-reset/RequestPasswordReset"
import { ResetPassword } from "@latchkey/domain/password-reset/ResetPassword"
import { SignInWithPassword } from "@latchkey/domain/password/SignInWithPassword"
import { SignUp } from "@latchkey/domain/password/SignUp"
import { VerifySignUp } from "@latchkey/domain/pending-sign-up/VerifySignUp"
import { Reauthenticate } from "@latchkey/domain/reauthentication/Reauthenticate"
import type { SecondFactorCode } from "@latchkey/domain/second-factor/SecondFactorCode"
import { SecondFactors } from "@latchkey/domain/second-factor/SecondFactors"
import { SecondFactorSignIn } from "@latchkey/domain/second-factor/SecondFactorSignIn"
import type { TotpCode } from "@latchkey/domain/second-factor/Totp"
import type { SignInResult } from "@latchkey/domain/session/SessionIssuer"
import { Sessions } from "@latchkey/domain/session/Sessions"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"

type Networks = Pick<Caller, "ipAddress" | "languages" | "widerNetworks">

interface Cookies extends Pick<Caller, "clientToken" | "sessionToken"> {
  readonly pendingToken?: Option.Option<Token>
}

const noCookies: Cookies = { clientToken: Option.none(), sessionToken: Option.none() }

let ipAddresses = 0

/** Returns an IP address that no other client has. */
export const newIpAddress = (): string => `2001:db8:0:${(++ipAddresses).toString(16)}::/64`

const useCases = Effect.all({
  acceptances: AcceptInvitation,
  changePassword: ChangePassword,
  emailChangeRequests: RequestEmailChange,
  emailChanges: ConfirmEmailChange,
  emailRestores: RestoreEmail,
  deletions: DeleteAccount,
  languages: ChangeLanguage,
  exports: ExportAccount,
  factorRecoveries: CompleteFactorRecovery,
  factorRecoveryRequests: RequestFactorRecovery,
  magicLinkRequests: RequestMagicLink,
  magicLinks: SignInWithMagicLink,
  pendingSignUps: VerifySignUp,
  reauthentication: Reauthenticate,
  resetRequests: RequestPasswordReset,
  resets: ResetPassword,
  secondFactors: SecondFactors,
  secondFactorSignIns: SecondFactorSignIn,
  sessions: Sessions,
  signIns: SignInWithPassword,
  signUps: SignUp,
  userData: ChangeUserData
})

type UseCases = Effect.Effect.Success<typeof useCases>

const actions = (
  cookies: Ref.Ref<Cookies>,
  {
    acceptances,
    changePassword,
    emailChangeRequests,
    emailChanges,
    emailRestores,
    deletions,
    languages,
    exports,
    factorRecoveries,
    factorRecoveryRequests,
    magicLinkRequests,
    magicLinks,
    pendingSignUps,
    reauthentication,
    resetRequests,
    resets,
    secondFactors,
    secondFactorSignIns,
    sessions,
    signIns,
    signUps,
    userData
  }: UseCases,
  instance: Instance,
  address: string | Networks,
  userAgent?: string
) => {
  const networks = typeof address === "string" ? { ipAddress: address } : address
  /** Stores the cookies of a sign-in. */
  const store = (result: SignInResult) =>
    Ref.update(cookies, (held) => ({
      clientToken: Option.some(result.clientToken),
      sessionToken: result._tag === "SignedIn" ? Option.some(result.sessionToken) : held.sessionToken,
      pendingToken: result._tag === "SignedIn" ? Option.none() : Option.some(result.token)
    }))
  /** Stores the cookies of a sign-in that needs no second factor. */
  const signedIn = <A extends SignInResult>(result: A) =>
    result._tag === "SignedIn"
      ? Effect.as(store(result), result as Extract<A, { readonly _tag: "SignedIn" }>)
      : Effect.dieMessage("The sign-in lacks its second factor")
  const storeOpened = (opened: OpenedLink) => (opened._tag === "Consumed" ? store(opened.result) : Effect.void)
  /** Stores the cookies of a sign-in that asks for a second factor. */
  const pending = (result: SignInResult) =>
    result._tag === "SecondFactorRequired"
      ? Effect.as(store(result), result)
      : Effect.dieMessage("The sign-in needs no second factor")
  const caller = Effect.map(
    Ref.get(cookies),
    ({ clientToken, sessionToken }): Caller => ({ ...networks, userAgent, clientToken, sessionToken })
  )
  const pendingRequest = Effect.map(
    Effect.zip(caller, Ref.get(cookies)),
    ([caller, { pendingToken = Option.none() }]) => ({ instance, caller, pendingToken })
  )
  const request = Effect.map(caller, (caller) => ({ instance, caller }))
  return {
    caller,
    signUp: (email: Email, password: Password) =>
      Effect.flatMap(request, (input) => signUps.signUp({ ...input, email, password })).pipe(
        Effect.flatMap((result) =>
          result._tag === "SignedUp" ? signedIn(result.issued) : Effect.dieMessage("The address needs a link")
        )
      ),
    requestSignUp: (email: Email, password: Password) =>
      Effect.flatMap(request, (input) => signUps.signUp({ ...input, email, password })).pipe(
        Effect.flatMap((result) =>
          result._tag === "SignedUp" ? Effect.dieMessage("The address needs no link") : Effect.succeed(result)
        ),
        Effect.tap(({ clientToken }) =>
          Ref.update(cookies, (held) => ({ ...held, clientToken: Option.some(clientToken) }))
        )
      ),
    openSignUp: (linkToken: string) => Effect.flatMap(request, (input) => pendingSignUps.open({ ...input, linkToken })),
    verifySignUp: (linkToken: string) =>
      Effect.flatMap(request, (input) => pendingSignUps.verify({ ...input, linkToken })).pipe(Effect.flatMap(signedIn)),
    checkSignUpOverload: Effect.flatMap(request, signUps.checkOverload),
    checkSignInOverload: Effect.flatMap(request, signIns.checkOverload),
    signIn: (email: Email, password: Password) =>
      Effect.flatMap(request, (input) => signIns.signIn({ ...input, email, password })).pipe(Effect.flatMap(signedIn)),
    beginSignIn: (email: Email, password: Password) =>
      Effect.flatMap(request, (input) => signIns.signIn({ ...input, email, password })).pipe(Effect.flatMap(pending)),
    beginSignInWithLink: (linkToken: string) =>
      Effect.flatMap(request, (input) => magicLinks.verify({ ...input, linkToken })).pipe(Effect.flatMap(pending)),
    beginReset: (linkToken: string, password: Password) =>
      Effect.flatMap(request, (input) => resets.reset({ ...input, linkToken, password })).pipe(Effect.flatMap(pending)),
    pendingOptions: Effect.flatMap(pendingRequest, secondFactorSignIns.find),
    completeSignIn: (code: SecondFactorCode) =>
      Effect.flatMap(pendingRequest, (input) => secondFactorSignIns.complete({ ...input, code })).pipe(
        Effect.flatMap(signedIn)
      ),
    beginPendingTotp: Effect.flatMap(pendingRequest, secondFactorSignIns.beginEnrollment),
    confirmPendingTotp: (enrollment: string, code: TotpCode) =>
      Effect.flatMap(pendingRequest, (input) =>
        secondFactorSignIns.confirmEnrollment({ ...input, enrollment, code })
      ).pipe(Effect.tap(({ issued }) => store(issued))),
    secondFactorStatus: Effect.flatMap(request, secondFactors.status),
    beginTotp: Effect.flatMap(request, secondFactors.begin),
    confirmTotp: (enrollment: string, code: TotpCode) =>
      Effect.flatMap(request, (input) => secondFactors.confirm({ ...input, enrollment, code })).pipe(
        Effect.tap(({ issued }) => store(issued))
      ),
    removeTotp: Effect.flatMap(request, secondFactors.remove).pipe(Effect.flatMap(signedIn)),
    renewRecoveryCodes: Effect.flatMap(request, secondFactors.renewRecoveryCodes),
    reauthenticate: (password: Password) =>
      Effect.flatMap(request, (input) => reauthentication.withPassword({ ...input, password })).pipe(
        Effect.flatMap(signedIn)
      ),
    reauthenticateWithCode: (code: SecondFactorCode) =>
      Effect.flatMap(request, (input) => reauthentication.withCode({ ...input, code })).pipe(Effect.flatMap(signedIn)),
    requestLink: (email: Email) =>
      Effect.flatMap(request, (input) => magicLinkRequests.request({ ...input, email })).pipe(
        Effect.tap((token) => Ref.update(cookies, (held) => ({ ...held, clientToken: Option.some(token) })))
      ),
    openLink: (linkToken: string) =>
      Effect.flatMap(request, (input) => magicLinks.open({ ...input, linkToken })).pipe(Effect.tap(storeOpened)),
    verifyLink: (linkToken: string) =>
      Effect.flatMap(request, (input) => magicLinks.verify({ ...input, linkToken })).pipe(Effect.flatMap(signedIn)),
    verifyCode: (code: SignInCode) =>
      Effect.flatMap(request, (input) => magicLinks.verifyCode({ ...input, code })).pipe(Effect.flatMap(signedIn)),
    openInvitation: (linkToken: string) =>
      Effect.flatMap(request, (input) => acceptances.open({ ...input, linkToken })),
    acceptInvitation: (linkToken: string) =>
      Effect.flatMap(request, (input) => acceptances.accept({ ...input, linkToken })).pipe(Effect.flatMap(signedIn)),
    forgotPassword: (email: Email) => Effect.flatMap(request, (input) => resetRequests.request({ ...input, email })),
    openReset: (linkToken: string) => Effect.flatMap(request, (input) => resets.open({ ...input, linkToken })),
    resetPassword: (linkToken: string, password: Password) =>
      Effect.flatMap(request, (input) => resets.reset({ ...input, linkToken, password })).pipe(
        Effect.flatMap(signedIn)
      ),
    passwordStatus: Effect.flatMap(request, (input) =>
      Effect.flatMap(sessions.authenticate(input), (session) => changePassword.status({ instance, session }))
    ),
    changePassword: (password: Password, current?: Password, mayOmitCurrentPassword = true) => {
      const change = { password, currentPassword: Option.fromNullable(current), mayOmitCurrentPassword }
      return Effect.flatMap(request, (input) => changePassword.change({ ...input, ...change })).pipe(
        Effect.flatMap(signedIn)
      )
    },
    requestEmailChange: (email: Email, current?: Password, mayOmitCurrentPassword = true) => {
      const change = { email, currentPassword: Option.fromNullable(current), mayOmitCurrentPassword }
      return Effect.flatMap(request, (input) => emailChangeRequests.request({ ...input, ...change }))
    },
    openEmailChange: (linkToken: string) =>
      Effect.flatMap(request, (input) => emailChanges.open({ ...input, linkToken })),
    confirmEmailChange: (linkToken: string) =>
      Effect.flatMap(request, (input) => emailChanges.confirm({ ...input, linkToken })).pipe(Effect.flatMap(signedIn)),
    openEmailRestore: (linkToken: string) =>
      Effect.flatMap(request, (input) => emailRestores.open({ ...input, linkToken })),
    restoreEmail: (linkToken: string) =>
      Effect.flatMap(request, (input) => emailRestores.restore({ ...input, linkToken })),
    factorRecoveryStatus: Effect.flatMap(request, factorRecoveryRequests.status),
    factorRecoveryStatusAtSignIn: Effect.flatMap(pendingRequest, factorRecoveryRequests.statusAtSignIn),
    requestFactorRecovery: Effect.flatMap(request, factorRecoveryRequests.request),
    requestFactorRecoveryAtSignIn: Effect.flatMap(pendingRequest, factorRecoveryRequests.requestAtSignIn),
    openFactorRecovery: (linkToken: string) =>
      Effect.flatMap(request, (input) => factorRecoveries.open({ ...input, linkToken })),
    completeFactorRecovery: (linkToken: string) =>
      Effect.flatMap(request, (input) => factorRecoveries.complete({ ...input, linkToken })),
    cancelFactorRecoveryWithLink: (linkToken: string) =>
      Effect.flatMap(request, (input) => factorRecoveries.cancel({ ...input, linkToken })),
    cancelFactorRecovery: Effect.flatMap(request, factorRecoveries.cancelOwn),
    deleteAccount: (current?: Password, mayOmitCurrentPassword = true) =>
      Effect.flatMap(request, (input) =>
        deletions.request({ ...input, currentPassword: Option.fromNullable(current), mayOmitCurrentPassword })
      ),
    keepAccount: Effect.flatMap(request, deletions.cancel),
    account: Effect.flatMap(request, (input) =>
      Effect.flatMap(sessions.authenticate(input), (session) => deletions.find({ instance, session }))
    ),
    changeLanguage: (language: Option.Option<Language>) =>
      Effect.flatMap(request, (input) => languages.change({ ...input, language })),
    changeUserData: (change: Pick<UserDataChange, "name" | "userMetadata">) =>
      Effect.flatMap(request, (input) => userData.change({ ...input, ...change })),
    exportAccount: Effect.flatMap(request, exports.read),
    authenticate: Effect.flatMap(request, sessions.authenticate),
    findSession: Effect.flatMap(request, sessions.find),
    findSessionForApp: Effect.flatMap(request, sessions.findForApp),
    listSessions: Effect.flatMap(request, sessions.list),
    revokeSession: (id: SessionId) => Effect.flatMap(request, (input) => sessions.revoke(input, id)),
    revokeOtherSessions: Effect.flatMap(request, sessions.revokeOthers),
    signOut: Effect.flatMap(request, sessions.signOut),
    signOutAll: Effect.flatMap(request, sessions.signOutAll)
  }
}

/** What a client can do in one instance. */
export type Actions = ReturnType<typeof actions>

/** Makes a client with these cookies. */
export const withCookies = (initial: Cookies) =>
  Effect.gen(function* () {
    const services = yield* useCases
    const cookies = yield* Ref.make(initial)
    const at = (instance: Instance, address: string | Networks = newIpAddress(), userAgent?: string) =>
      actions(cookies, services, instance, address, userAgent)
    return { at, cookies, ...at(defaultInstance) }
  })

/**
 * Makes a client without cookies, with its own IP address, in the default instance. `at` returns the same client in
 * another instance, with another IP address or `User-Agent`.
 */
export const make = withCookies(noCookies)

/** Makes a second client with the current cookies of the first. */
export const copyOf = (client: TestClient) => Effect.flatMap(Ref.get(client.cookies), withCookies)

export type TestClient = Effect.Effect.Success<typeof make>
