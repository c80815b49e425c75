import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as LatchkeyClient from "@latchkey/http/LatchkeyClient"
import { type CheckedResponse, isToken, type SignInResponse } from "@latchkey/http/session/SessionApi"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { expect, test } from "vitest"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { asAdmin, newEmail, password } from "@latchkey/test-support/contract"

const makeClient = LatchkeyClient.makeWithCookies

onBothMounts("The client that is derived from the contract", (service) => {
  const run = <A, E>(
    use: (client: Effect.Effect.Success<ReturnType<typeof makeClient>>) => Effect.Effect<A, E>,
    headers: Record<string, string> = {}
  ) =>
    makeClient({ baseUrl: service().origin, headers }).pipe(
      Effect.flatMap(use),
      Effect.provide(FetchHttpClient.layer),
      Effect.runPromise
    )
  const codeOf = (result: Either.Either<unknown, unknown>) =>
    Either.match(result, {
      onLeft: (error) => (typeof error === "object" && error !== null && "code" in error ? error.code : String(error)),
      onRight: () => "no error"
    })

  /** The reply of a sign-in that needs no second factor. */
  const sessionOf = <E, R>(signIn: Effect.Effect<SignInResponse, E, R>) =>
    Effect.flatMap(signIn, (reply) => ("userId" in reply ? Effect.succeed(reply) : Effect.dieMessage("no session")))

  /** The reply of a session check with cookies. */
  const sessionIn = (checked: CheckedResponse) => {
    if (isToken(checked)) throw new Error("no session")
    return checked
  }

  test("signs up, signs in, gets its session, and signs out", async () => {
    const payload = { email: newEmail(), password }
    const results = await run(({ password, session }) =>
      Effect.gen(function* () {
        const signedUp = yield* password.signUp({ payload })
        const first = yield* session.getSession()
        const signedIn = yield* sessionOf(password.signIn({ payload }))
        const second = yield* session.getSession()
        const out = yield* session.signOut()
        const after = yield* Effect.either(session.getSession())
        return { signedUp, first, signedIn, second, out, after }
      })
    )
    expect(results.first).toMatchObject({ ...results.signedUp, email: payload.email, emailVerified: false })
    const [first, second] = [sessionIn(results.first), sessionIn(results.second)]
    expect(DateTime.isUtc(first.expiresAt)).toBe(true)
    expect(second.sessionId).toBe(results.signedIn.sessionId)
    expect(results.signedUp).toMatchObject({ userId: results.signedIn.userId })
    expect(results.out).toEqual({ ok: true })
    expect(codeOf(results.after)).toBe("unauthenticated")
  })

  test("signs in with the code beside a magic link", async () => {
    await service().instances((instances) => instances.update(defaultId, { emailConfig: { magicLinkCodes: true } }))
    const email = newEmail()
    const results = await run(({ magicLink, session }) =>
      Effect.gen(function* () {
        yield* magicLink.requestMagicLink({ payload: { email } })
        const code = yield* Effect.promise(() => service().lastCode(email))
        return yield* Effect.zip(magicLink.verifyMagicLinkCode({ payload: { code } }), session.getSession())
      })
    )
    expect(results[1]).toMatchObject({ ...results[0], email, emailVerified: true })
  })

  test("signs in with a magic link, with GET and with POST, and signs out on all devices", async () => {
    const email = newEmail()
    const requestLink = () => run(({ magicLink }) => magicLink.requestMagicLink({ payload: { email } }))
    const token = async () => new URL(await service().lastLink(email), service().origin).searchParams.get("token") ?? ""
    expect(await requestLink()).toEqual({ ok: true })
    const first = await token()
    const withGet = await run(({ magicLink, session }) =>
      Effect.zip(sessionOf(magicLink.verifyMagicLink({ urlParams: { token: first } })), session.getSession())
    )
    await requestLink()
    const second = await token()
    await run(({ magicLink }) => magicLink.headMagicLink())
    const withPost = await run(({ magicLink, session }) =>
      Effect.all([sessionOf(magicLink.confirmMagicLink({ payload: { token: second } })), session.signOutAll()])
    )
    expect(withGet[1]).toMatchObject({ ...withGet[0], email, emailVerified: true })
    expect(withPost[0].userId).toBe(withGet[0].userId)
  })

  test("gets every problem as an error with its code", async () => {
    const payload = { email: newEmail(), password }
    const codes = await run(({ instance, magicLink, password: passwords }) =>
      Effect.gen(function* () {
        const codeOfRequest = <A, E>(request: Effect.Effect<A, E>) => Effect.map(Effect.either(request), codeOf)
        yield* passwords.signUp({ payload })
        return [
          yield* codeOfRequest(passwords.signUp({ payload })),
          yield* codeOfRequest(passwords.signUp({ payload: { ...payload, password: "short" } })),
          yield* codeOfRequest(passwords.signUp({ payload: { email: "ada@", password } })),
          yield* codeOfRequest(passwords.signIn({ payload: { ...payload, password: "wrong guess" } })),
          yield* codeOfRequest(magicLink.verifyMagicLink({ urlParams: { token: "t".repeat(43) } })),
          yield* codeOfRequest(magicLink.verifyMagicLink({ urlParams: {} })),
          yield* codeOfRequest(magicLink.confirmMagicLink({ payload: { token: "t" } })),
          yield* codeOfRequest(instance.listInstances()),
          yield* codeOfRequest(passwords.signUp({ payload: { ...payload, password: "a".repeat(70_000) } }))
        ]
      })
    )
    expect(codes).toEqual([
      "email_already_exists",
      "password_too_short",
      "invalid_request",
      "invalid_credentials",
      "invalid_token",
      "invalid_request",
      "invalid_token",
      "unauthenticated",
      "payload_too_large"
    ])
  })

  test("can branch on the tags of errors", async () => {
    const payload = { email: newEmail(), password }
    const results = await run(({ password }) =>
      Effect.gen(function* () {
        yield* password.signUp({ payload })
        const again = yield* password.signUp({ payload }).pipe(
          Effect.as("a second account"),
          Effect.catchTag("EmailAlreadyExists", ({ code }) => Effect.succeed(code))
        )
        const wrong = yield* password.signIn({ payload: { ...payload, password: "wrong guess" } }).pipe(
          Effect.as("a session"),
          Effect.catchTag("InvalidCredentials", ({ status }) => Effect.succeed(status))
        )
        return [again, wrong]
      })
    )
    expect(results).toEqual(["email_already_exists", 401])
  })

  test("gets the details of an error", async () => {
    const rejected = await run((client) =>
      Effect.flip(client.password.signUp({ payload: { email: newEmail(), password: "short" } }))
    )
    expect(rejected).toMatchObject({ code: "password_too_short", status: 400, violations: ["too_short"] })
    const malformed = await run((client) =>
      Effect.flip(client.password.signIn({ payload: { email: "", password: "" } }))
    )
    expect(malformed).toMatchObject({ errors: [{ field: "email" }, { field: "password" }] })
  })

  test("gets 429 as an error, too", async () => {
    const payload = { email: newEmail(), password }
    const results = await run((client) =>
      Effect.all(Array.from({ length: 11 }, () => Effect.either(client.password.signIn({ payload }))))
    )
    expect(results.map(codeOf)).toEqual([...Array(10).fill("invalid_credentials"), "signin_rate_limited"])
  })

  test("manages instances", async () => {
    const results = await run(
      ({ instance }) =>
        Effect.gen(function* () {
          const created = yield* instance.createInstance({ payload: { name: "Acme" } })
          const updated = yield* instance.updateInstance({ path: { id: created.id }, payload: { plan: "pro" } })
          const read = yield* instance.getInstance({ path: { id: created.id } })
          const { instances } = yield* instance.listInstances()
          const rejected = yield* Effect.either(
            instance.createInstance({ payload: { name: "Acme", sessionConfig: { passwordPolicy: { minLength: 20 } } } })
          )
          const missing = yield* Effect.either(instance.getInstance({ path: { id: "nope" } }))
          return { created, updated, read, ids: instances.map(({ id }) => id), rejected, missing }
        }),
      asAdmin
    )
    expect(results.read).toEqual({ ...results.created, plan: "pro" })
    expect(results.updated).toEqual(results.read)
    expect(results.ids).toContain(results.created.id)
    expect(codeOf(results.rejected)).toBe("plan_does_not_allow")
    expect(codeOf(results.missing)).toBe("not_found")
  })

  test("checks the health of the service", async () => {
    expect(await run(({ health }) => Effect.all([health.live(), health.ready()]))).toEqual([{ ok: true }, { ok: true }])
  })
})
