import { createClient, type Fetch } from "@latchkey/client"
import { Email } from "@latchkey/domain/core/Email"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import { Ok } from "@latchkey/http/core/Ok"
import { FactorRecoveryResponse, FactorRecoveryStatusResponse } from "@latchkey/http/factor-recovery/FactorRecoveryApi"
import { ActiveSessionResponse, SessionListResponse } from "@latchkey/http/session/SessionApi"
import { SessionResponse } from "@latchkey/http/session/SessionApi"
import { CreationOptions, PasskeyListResponse, RequestOptions } from "@latchkey/http/passkey/PasskeyApi"
import {
  EnrolledResponse,
  SecondFactorStatusResponse,
  TotpEnrollmentResponse
} from "@latchkey/http/second-factor/SecondFactorApi"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { expect, test } from "vitest"
import { codeAt } from "@latchkey/test-support/authenticatorApp"
import { dataOf, problemOf, sessionOf } from "@latchkey/test-support/results"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { newEmail, password } from "@latchkey/test-support/contract"
import { withSecondFactorMode } from "@latchkey/test-support/secondFactorMode"
import { clientOf } from "./support/cookieFetch.ts"

const exact = { onExcessProperty: "error" } as const
/** Throws unless the data is exactly what the contract declares. */
const validate =
  <A, I>(schema: Schema.Schema<A, I>) =>
  (data: unknown) =>
    Schema.validateSync(Schema.encodedSchema(schema), exact)(data)
const isSessionResponse = validate(SessionResponse)
const isActiveSession = validate(ActiveSessionResponse)
const isSessionList = validate(SessionListResponse)
const isOk = validate(Ok)

/** Throws unless the data is exactly what the contract declares of passkeys and the second factor. */
const isEnrolledSession = validate(EnrolledResponse)
const isTotpEnrollment = validate(TotpEnrollmentResponse)
const isFactorRecovery = validate(FactorRecoveryResponse)
const isFactorRecoveryStatus = validate(FactorRecoveryStatusResponse)
const isSecondFactorStatus = validate(SecondFactorStatusResponse)
const isPasskeyList = validate(PasskeyListResponse)
const isCreationOptions = validate(CreationOptions)
const isRequestOptions = validate(RequestOptions)

onBothMounts(
  "The client",
  (service) => {
    const client = (headers?: Record<string, string>) => clientOf(service().origin, headers)
    const tokenFor = async (email: string) => {
      const link = await service().lastLink(email)
      return new URL(link, service().origin).searchParams.get("token") ?? ""
    }

    test("signs up, and has a session whose times are ISO 8601", async () => {
      const { session, signUp } = client()
      const email = newEmail()
      const signedUp = dataOf(await signUp({ email, password }))
      isSessionResponse(signedUp)
      const active = dataOf(await session())
      isActiveSession(active)
      expect(active).toMatchObject({ ...signedUp, email, emailVerified: false })
      for (const date of [active.authenticatedAt, active.expiresAt]) expect(new Date(date).toISOString()).toBe(date)
    })

    test("signs in again, with another session of the same user", async () => {
      const own = client()
      const credentials = { email: newEmail(), password }
      const signedUp = dataOf(await own.signUp(credentials))
      const signedIn = sessionOf(await own.signIn(credentials))
      isSessionResponse(signedIn)
      expect(signedUp).toMatchObject({ userId: signedIn.userId })
      expect(signedUp).not.toMatchObject({ sessionId: signedIn.sessionId })
      expect(dataOf(await own.session()).sessionId).toBe(signedIn.sessionId)
    })

    test("returns unauthenticated, and does not reject, without a session", async () => {
      expect(problemOf(await client().session())).toEqual({
        type: "urn:latchkey:problem:unauthenticated",
        title: "Not signed in",
        status: 401,
        detail: "Not signed in.",
        code: "unauthenticated"
      })
    })

    test("signs out its own client only, with a session and without", async () => {
      const [here, there] = [client(), client()]
      const credentials = { email: newEmail(), password }
      await here.signUp(credentials)
      await there.signIn(credentials)
      for (let times = 0; times < 2; times++) isOk(dataOf(await here.signOut()))
      expect(problemOf(await here.session()).code).toBe("unauthenticated")
      expect(dataOf(await there.session()).email).toBe(credentials.email)
    })

    test("signs out on all devices", async () => {
      const [here, there] = [client(), client()]
      const credentials = { email: newEmail(), password }
      await here.signUp(credentials)
      await there.signIn(credentials)
      isOk(dataOf(await here.signOutAll()))
      expect(problemOf(await there.session()).code).toBe("unauthenticated")
      expect(problemOf(await there.signOutAll()).code).toBe("unauthenticated")
    })

    test("requests a magic link, and signs in with its token once", async () => {
      const own = client()
      const email = newEmail()
      isOk(dataOf(await own.requestMagicLink({ email })))
      const token = await tokenFor(email)
      const signedIn = dataOf(await own.verifyMagicLink({ token }))
      isSessionResponse(signedIn)
      expect(dataOf(await own.session())).toMatchObject({ ...signedIn, email, emailVerified: true })
      expect(problemOf(await own.verifyMagicLink({ token })).code).toBe("invalid_token")
    })

    test("signs in with the code beside a magic link, on the client that requested it only", async () => {
      await service().instances((instances) => instances.update(defaultId, { emailConfig: { magicLinkCodes: true } }))
      const own = client()
      const email = newEmail()
      isOk(dataOf(await own.requestMagicLink({ email })))
      const code = await service().lastCode(email)
      expect(problemOf(await client().verifyMagicLinkCode({ code })).code).toBe("invalid_token")
      const signedIn = dataOf(await own.verifyMagicLinkCode({ code }))
      isSessionResponse(signedIn)
      expect(dataOf(await own.session())).toMatchObject({ ...signedIn, email, emailVerified: true })
    })

    test("lists the sessions of the user, and revokes one of them", async () => {
      const [here, there] = [client(), client()]
      const credentials = { email: newEmail(), password }
      await here.signUp(credentials)
      const { sessionId } = sessionOf(await there.signIn(credentials))
      const list = dataOf(await here.sessions())
      isSessionList(list)
      expect(list.sessions.map(({ current, sessionId }) => [current, sessionId])).toContainEqual([false, sessionId])
      isOk(dataOf(await here.revokeSession({ id: sessionId })))
      expect(problemOf(await there.session()).code).toBe("unauthenticated")
      expect(dataOf(await here.sessions()).sessions.map(({ current }) => current)).toEqual([true])
    })

    test("sets the password, and revokes the other sessions", async () => {
      const [here, there] = [client(), client()]
      const credentials = { email: newEmail(), password }
      await here.signUp(credentials)
      await there.signIn(credentials)
      isOk(dataOf(await here.setPassword({ password: "another horse battery", currentPassword: password })))
      expect(dataOf(await here.session()).email).toBe(credentials.email)
      expect(problemOf(await there.session()).code).toBe("unauthenticated")
      expect(problemOf(await there.signIn(credentials)).code).toBe("invalid_credentials")
    })

    test("requests a link to set a new password, and signs in with its token once", async () => {
      const [here, there] = [client(), client()]
      const credentials = { email: newEmail(), password }
      await there.signUp(credentials)
      isOk(dataOf(await here.forgotPassword({ email: credentials.email })))
      const link = new URL(await service().lastResetLink(credentials.email), service().origin)
      const reset = { token: link.searchParams.get("token") ?? "", password: "another horse battery" }
      const signedIn = dataOf(await here.resetPassword(reset))
      isSessionResponse(signedIn)
      expect(dataOf(await here.session())).toMatchObject({ ...signedIn, emailVerified: true })
      expect(problemOf(await there.session()).code).toBe("unauthenticated")
      expect(problemOf(await here.resetPassword(reset)).code).toBe("invalid_token")
    })

    test("changes the email address with the token of a link, and restores the former one", async () => {
      const here = client()
      const credentials = { email: newEmail(), password }
      await here.signUp(credentials)
      await here.requestMagicLink({ email: credentials.email })
      const token = async (link: Promise<string>) => ({ token: /token=(.+)$/.exec(await link)?.[1] ?? "" })
      dataOf(await here.verifyMagicLink(await token(service().lastLink(credentials.email))))
      const email = newEmail()
      isOk(dataOf(await here.changeEmail({ email, currentPassword: password })))
      const change = await token(service().lastEmailChange(email))
      expect(problemOf(await client().confirmEmail(change)).code).toBe("unauthenticated")
      isSessionResponse(dataOf(await here.confirmEmail(change)))
      expect(dataOf(await here.session())).toMatchObject({ email, emailVerified: true })
      const restore = await token(service().lastEmailRestore(credentials.email))
      isOk(dataOf(await client().restoreEmail(restore)))
      expect(problemOf(await here.session()).code).toBe("unauthenticated")
      expect(problemOf(await client().restoreEmail(restore)).code).toBe("invalid_token")
    })

    test("sets up a second factor, completes a sign-in with it, authenticates again, and removes it", () =>
      withSecondFactorMode(service(), "optional", async () => {
        const own = client()
        const credentials = { email: newEmail(), password }
        await own.signUp(credentials)
        const enrollment = dataOf(await own.beginTotp())
        isTotpEnrollment(enrollment)
        const codeNow = () => codeAt(enrollment.secret, service().now())
        const wrong = await own.confirmTotp({ enrollment: enrollment.enrollment, code: "000000" })
        expect(problemOf(wrong).code).toBe("invalid_token")
        const enrolled = dataOf(await own.confirmTotp({ enrollment: enrollment.enrollment, code: codeNow() }))
        isEnrolledSession(enrolled)
        expect(problemOf(await own.beginTotp()).code).toBe("second_factor_exists")
        const status = dataOf(await own.secondFactor())
        isSecondFactorStatus(status)
        expect(status).toMatchObject({ mode: "optional", isAvailable: true, recoveryCodes: 10 })

        const other = client()
        const options = { secondFactorRequired: ["totp", "recovery_code"] }
        expect(dataOf(await other.signIn(credentials))).toEqual(options)
        expect(dataOf(await other.pendingSignIn())).toEqual(options)
        expect(problemOf(await other.session()).code).toBe("unauthenticated")
        service().advance(60_000)
        expect(problemOf(await other.completeSignIn({ code: "000000" })).code).toBe("invalid_token")
        const completed = dataOf(await other.completeSignIn({ code: codeNow() }))
        isSessionResponse(completed)
        expect(dataOf(await other.session())).toMatchObject({ ...completed, aal: 2, amr: ["pwd", "otp", "mfa"] })

        service().advance(660_000)
        expect(problemOf(await other.renewRecoveryCodes()).code).toBe("reauthentication_required")
        expect(problemOf(await other.reauthenticate({})).code).toBe("invalid_request")
        const [recoveryCode = ""] = enrolled.recoveryCodes
        isSessionResponse(dataOf(await other.reauthenticate({ code: recoveryCode })))
        expect(dataOf(await other.renewRecoveryCodes()).recoveryCodes).toHaveLength(10)
        isOk(dataOf(await other.removeTotp()))
        expect(dataOf(await other.secondFactor()).confirmedAt).toBeNull()
      }))

    test("removes lost factors with a link from an email after the waiting time, and cancels that", () =>
      withSecondFactorMode(service(), "optional", async () => {
        await service().instances((all) => all.update(defaultId, { authConfig: { factorRecovery: "email" } }))
        const own = client()
        const credentials = { email: newEmail(), password }
        await own.signUp(credentials)
        await own.requestMagicLink(credentials)
        const token = async (link: Promise<string>) => ({ token: /token=(.+)$/.exec(await link)?.[1] ?? "" })
        dataOf(await own.verifyMagicLink(await token(service().lastLink(credentials.email))))
        expect(problemOf(await own.beginFactorRecovery()).code).toBe("factor_recovery_not_needed")
        const { enrollment, secret } = dataOf(await own.beginTotp())
        dataOf(await own.confirmTotp({ enrollment, code: codeAt(secret, service().now()) }))

        const other = client()
        await other.signIn(credentials)
        expect(dataOf(await other.factorRecoveryAtSignIn())).toEqual({ isAvailable: true, open: null })
        const open = dataOf(await other.beginFactorRecoveryAtSignIn())
        isFactorRecovery(open)
        const status = dataOf(await other.factorRecoveryAtSignIn())
        isFactorRecoveryStatus(status)
        expect(status.open).toEqual(open)
        const first = await token(service().lastFactorRecovery(credentials.email))
        expect(problemOf(await client().confirmFactorRecovery(first))).toMatchObject({
          code: "factor_recovery_too_early",
          availableAt: open.availableAt
        })
        isOk(dataOf(await client().cancelFactorRecoveryWithLink(first)))
        expect(problemOf(await client().confirmFactorRecovery(first)).code).toBe("invalid_token")

        service().advance(660_000)
        dataOf(await own.beginFactorRecovery())
        isOk(dataOf(await own.cancelFactorRecovery()))
        expect(dataOf(await own.secondFactor()).recovery).toEqual({ isAvailable: true, open: null })
        dataOf(await own.beginFactorRecovery())
        const second = await token(service().lastFactorRecovery(credentials.email))
        service().advance(72 * 3_600_000)
        isOk(dataOf(await client().confirmFactorRecovery(second)))
        isSessionResponse(dataOf(await other.signIn(credentials)))
        await service().instances((all) => all.update(defaultId, { authConfig: { factorRecovery: "off" } }))
      }))

    test("sets up a second factor while signing in", () =>
      withSecondFactorMode(service(), "required", async () => {
        const own = client()
        const begun = dataOf(await own.signUp({ email: newEmail(), password }))
        expect(begun).toEqual({ secondFactorRequired: ["totp_enrollment"] })
        const { enrollment, secret } = dataOf(await own.beginTotpAtSignIn())
        const code = codeAt(secret, service().now())
        const enrolled = dataOf(await own.confirmTotpAtSignIn({ enrollment, code }))
        isEnrolledSession(enrolled)
        expect(dataOf(await own.session())).toMatchObject({ sessionId: enrolled.sessionId, aal: 2 })
        expect(problemOf(await own.pendingSignIn()).code).toBe("unauthenticated")
      }))

    test("gets the options of passkeys, and lists, renames and removes none that the user does not have", async () => {
      const own = client()
      await own.signUp({ email: newEmail(), password })
      isRequestOptions(dataOf(await own.passkeyOptions()))
      isCreationOptions(dataOf(await own.newPasskeyOptions()))
      const list = dataOf(await own.passkeys())
      isPasskeyList(list)
      expect(list.passkeys).toEqual([])
      const notVerified = { code: "invalid_credentials", detail: "The passkey could not be verified." }
      const id = "passkey_01a2123c-9e4d-7b61-8a0f-c3d5e7f91b24"
      expect(problemOf(await own.renamePasskey({ id, name: "My laptop" })).code).toBe("not_found")
      expect(problemOf(await own.removePasskey({ id })).code).toBe("not_found")
      const text = "AAAA"
      const shared = { id: text, rawId: text, type: "public-key" }
      const created = { ...shared, response: { clientDataJSON: text, attestationObject: text } }
      expect(problemOf(await own.addPasskey({ credential: created }))).toMatchObject(notVerified)
      const used = { ...shared, response: { clientDataJSON: text, authenticatorData: text, signature: text } }
      expect(problemOf(await own.signInWithPasskey({ credential: used }))).toMatchObject(notVerified)
      expect(problemOf(await own.reauthenticate({ credential: used }))).toMatchObject(notVerified)
    })

    test("creates an account with the token of an invitation, once", async () => {
      const here = client()
      const email = newEmail()
      await service().run(
        Effect.flatMap(Invitations, ({ create }) =>
          create({ instance: defaultInstance, by: { actor: "program" }, email: Email.make(email) })
        )
      )
      const link = new URL(await service().lastInvitation(email), service().origin)
      const invitation = { token: link.searchParams.get("token") ?? "" }
      const signedIn = dataOf(await here.acceptInvitation(invitation))
      isSessionResponse(signedIn)
      expect(dataOf(await here.session())).toMatchObject({ ...signedIn, email, emailVerified: true })
      expect(problemOf(await client().acceptInvitation(invitation)).code).toBe("invalid_token")
    })

    test("sends the email address and password unchanged", async () => {
      const own = client()
      const email = newEmail()
      const typed = ' pa"ss\\wörd \u{1f511}\n'
      await own.signUp({ email: ` ${email.toUpperCase()}\t`, password: typed })
      expect(problemOf(await own.signIn({ email, password: typed.trim() })).code).toBe("invalid_credentials")
      isSessionResponse(dataOf(await own.signIn({ email, password: typed })))
      expect(dataOf(await own.session()).email).toBe(email)
    })

    test("uses the fetch of its options, otherwise the global one at the time of the call", async () => {
      const { fetch: original } = globalThis
      const urls: Array<string> = []
      const recording: Fetch = (url, init) => {
        urls.push(url)
        return original(url, init)
      }
      await createClient({ baseUrl: service().origin, fetch: recording }).session()
      expect(problemOf(await createClient({ baseUrl: service().origin, fetch }).session()).code).toBe("unauthenticated")
      const client = createClient({ baseUrl: service().origin })
      globalThis.fetch = recording as typeof fetch
      const pending = client.session()
      globalThis.fetch = original
      expect(problemOf(await pending).code).toBe("unauthenticated")
      await client.session()
      expect(urls).toEqual(Array(2).fill(`${service().origin}/v1/auth/session`))
    })
  },
  () => ({ host: "localhost" })
)
