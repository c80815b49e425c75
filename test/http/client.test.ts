import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as LatchkeyClient from "@latchkey/http/LatchkeyClient"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { expect, test } from "vitest"
import { onBothMounts } from "./support/conformance.ts"
import { asAdmin, newEmail, password } from "./support/contract.ts"

const makeClient = LatchkeyClient.makeWithCookies

onBothMounts("a client derived from the contract", (service) => {
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

  test("signs up, in and out, and reads its session", async () => {
    const payload = { email: newEmail(), password }
    const told = await run(({ auth }) =>
      Effect.gen(function* () {
        const signedUp = yield* auth.signUp({ payload })
        const first = yield* auth.session()
        const signedIn = yield* auth.signIn({ payload })
        const second = yield* auth.session()
        const out = yield* auth.signOut()
        const after = yield* Effect.either(auth.session())
        return { signedUp, first, signedIn, second, out, after }
      })
    )
    expect(told.first).toMatchObject({ ...told.signedUp, email: payload.email, emailVerified: false })
    expect(DateTime.isUtc(told.first.expiresAt)).toBe(true)
    expect(told.second.sessionId).toBe(told.signedIn.sessionId)
    expect(told.signedIn.userId).toBe(told.signedUp.userId)
    expect(told.out).toEqual({ ok: true })
    expect(codeOf(told.after)).toBe("unauthenticated")
  })

  test("signs in by link, by GET and by POST, and everywhere out again", async () => {
    const email = newEmail()
    const ask = () => run(({ magicLink }) => magicLink.requestMagicLink({ payload: { email } }))
    const token = async () => new URL(await service().lastLink(email), service().origin).searchParams.get("token") ?? ""
    expect(await ask()).toEqual({ ok: true })
    const first = await token()
    const byGet = await run(({ auth, magicLink }) =>
      Effect.zip(magicLink.verifyMagicLink({ urlParams: { token: first } }), auth.session())
    )
    await ask()
    const second = await token()
    await run(({ magicLink }) => magicLink.headMagicLink())
    const byPost = await run(({ auth, magicLink }) =>
      Effect.all([magicLink.confirmMagicLink({ payload: { token: second } }), auth.signOutAll()])
    )
    expect(byGet[1]).toMatchObject({ ...byGet[0], email, emailVerified: true })
    expect(byPost[0].userId).toBe(byGet[0].userId)
  })

  test("gets every refusal as a value with its code", async () => {
    const payload = { email: newEmail(), password }
    const codes = await run(({ admin, auth, magicLink }) =>
      Effect.gen(function* () {
        const codeWhen = <A, E>(request: Effect.Effect<A, E>) => Effect.map(Effect.either(request), codeOf)
        yield* auth.signUp({ payload })
        return [
          yield* codeWhen(auth.signUp({ payload })),
          yield* codeWhen(auth.signUp({ payload: { ...payload, password: "short" } })),
          yield* codeWhen(auth.signUp({ payload: { email: "ada@", password } })),
          yield* codeWhen(auth.signIn({ payload: { ...payload, password: "wrong guess" } })),
          yield* codeWhen(magicLink.verifyMagicLink({ urlParams: { token: "t".repeat(43) } })),
          yield* codeWhen(magicLink.verifyMagicLink({ urlParams: {} })),
          yield* codeWhen(magicLink.confirmMagicLink({ payload: { token: "t" } })),
          yield* codeWhen(admin.listInstances()),
          yield* codeWhen(auth.signUp({ payload: { ...payload, password: "a".repeat(70_000) } }))
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

  test("can tell refusals apart by their tags", async () => {
    const payload = { email: newEmail(), password }
    const told = await run(({ auth }) =>
      Effect.gen(function* () {
        yield* auth.signUp({ payload })
        const again = yield* auth.signUp({ payload }).pipe(
          Effect.as("a second account"),
          Effect.catchTag("EmailAlreadyExists", ({ code }) => Effect.succeed(code))
        )
        const wrong = yield* auth.signIn({ payload: { ...payload, password: "wrong guess" } }).pipe(
          Effect.as("a session"),
          Effect.catchTag("InvalidCredentials", ({ status }) => Effect.succeed(status))
        )
        return [again, wrong]
      })
    )
    expect(told).toEqual(["email_already_exists", 401])
  })

  test("gets what a refusal has to tell", async () => {
    const refused = await run(({ auth }) =>
      Effect.flip(auth.signUp({ payload: { email: newEmail(), password: "short" } }))
    )
    expect(refused).toMatchObject({ code: "password_too_short", status: 400, violations: ["too_short"] })
    const malformed = await run(({ auth }) => Effect.flip(auth.signIn({ payload: { email: "", password: "" } })))
    expect(malformed).toMatchObject({ errors: [{ field: "email" }, { field: "password" }] })
  })

  test("gets 429 as a value, too", async () => {
    const payload = { email: newEmail(), password }
    const results = await run(({ auth }) =>
      Effect.all(Array.from({ length: 11 }, () => Effect.either(auth.signIn({ payload }))))
    )
    expect(results.map(codeOf)).toEqual([...Array(10).fill("invalid_credentials"), "signin_rate_limited"])
  })

  test("administers instances", async () => {
    const told = await run(
      ({ admin }) =>
        Effect.gen(function* () {
          const created = yield* admin.createInstance({ payload: { name: "Acme" } })
          const changed = yield* admin.changeInstance({ path: { id: created.id }, payload: { plan: "pro" } })
          const read = yield* admin.getInstance({ path: { id: created.id } })
          const { instances } = yield* admin.listInstances()
          const refused = yield* Effect.either(
            admin.createInstance({ payload: { name: "Acme", sessionConfig: { passwordPolicy: { minLength: 20 } } } })
          )
          const missing = yield* Effect.either(admin.getInstance({ path: { id: "nope" } }))
          return { created, changed, read, ids: instances.map(({ id }) => id), refused, missing }
        }),
      asAdmin
    )
    expect(told.read).toEqual({ ...told.created, plan: "pro" })
    expect(told.changed).toEqual(told.read)
    expect(told.ids).toContain(told.created.id)
    expect(codeOf(told.refused)).toBe("plan_does_not_allow")
    expect(codeOf(told.missing)).toBe("not_found")
  })

  test("asks after the service's health", async () => {
    expect(await run(({ health }) => Effect.all([health.live(), health.ready()]))).toEqual([{ ok: true }, { ok: true }])
  })
})
