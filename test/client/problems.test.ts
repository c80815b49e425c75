import * as SecretKeys from "@latchkey/domain/core/SecretKeys"
import {
  type BodyCode,
  type Client,
  type CommonCode,
  createClient,
  type Fetch,
  type Problem,
  type ProblemCode
} from "@latchkey/client"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { UserId } from "@latchkey/domain/core/Ids"
import * as IdentityProviderClient from "@latchkey/domain/identity-provider/IdentityProviderClient"
import { type IdentityProvider, oidc } from "@latchkey/domain/instance/IdentityProvider"
import { defaultId, Instance } from "@latchkey/domain/instance/Instance"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { defaultRateLimits } from "@latchkey/domain/instance/RateLimits"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as MemoryIdentityProviderClient from "@latchkey/memory/MemoryIdentityProviderClient"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { endpoints } from "../../packages/client/src/internal/endpoints.ts"
import { codeAt } from "@latchkey/test-support/authenticatorApp"
import { callBy, dataOf, everythingIn, expectUnexpected, problemOf, takesInput } from "@latchkey/test-support/results"
import * as Devices from "@latchkey/test-support/devices"
import * as Tokens from "@latchkey/test-support/tokens"
import { start } from "@latchkey/test-support/HttpService"
import { newEmail, password } from "@latchkey/test-support/contract"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { makeAuthenticator } from "@latchkey/test-support/softwareAuthenticator"
import type { Service } from "@latchkey/test-support/Service"
import { clientOf } from "./support/cookieFetch.ts"
import { bodyCodes, codesOf, commonCodes } from "./support/declaredCodes.ts"

type Method = keyof Client

const isReset = (method: Method): boolean => method === "forgotPassword" || method === "resetPassword"

/** Returns `true` if a method checks its input for signed-in users only. */
const needsSession = (method: Method): boolean =>
  [
    ...["setPassword", "revokeSession", "changeEmail", "confirmEmail", "setLanguage", "updateAccount"],
    "deleteAccount",
    ...["newPasskeyOptions", "addPasskey", "renamePasskey", "removePasskey", "reauthenticate"],
    ...["beginTotp", "confirmTotp", "removeTotp", "renewRecoveryCodes"],
    ...["beginFactorRecovery", "cancelFactorRecovery", "addIdentity", "removeIdentity"],
    ...["reauthenticateWithIdentityProvider", "accessToken", "device", "decideDevice"]
  ].includes(method)

/** Returns `true` if a method continues a sign-in that lacks its second factor. */
const isPending = (method: Method): boolean =>
  ["completeSignIn", "beginTotpAtSignIn", "confirmTotpAtSignIn", "beginFactorRecoveryAtSignIn"].includes(method)

/** Returns `true` if a method takes the current password, which proves who the user is. */
const takesPassword = (method: Method): boolean => ["setPassword", "changeEmail", "deleteAccount"].includes(method)

const cases = (Object.keys(endpoints) as Array<Method>).flatMap((method) =>
  codesOf(method).map((code) => ({ method, code }))
)

const fields = ["type", "title", "status", "detail", "code"]
const extraFields: { readonly [Code in ProblemCode]?: ReadonlyArray<string> } = {
  password_too_short: ["violations"],
  sign_up_refused: ["reasons"],
  invalid_request: ["errors"],
  factor_recovery_too_early: ["availableAt"],
  identity_rejected: ["reason"],
  proof_required: ["methods"],
  identity_provider_unavailable: ["retryAfterSeconds"],
  signup_rate_limited: ["retryAfterSeconds"],
  signin_rate_limited: ["retryAfterSeconds"],
  magic_link_rate_limited: ["retryAfterSeconds"],
  service_unavailable: ["retryAfterSeconds"]
}

type RateLimited = Extract<ProblemCode, `${string}_rate_limited`>

const few = (begin: string) =>
  Record.map(
    Record.filter(defaultRateLimits, (_, name) => name.startsWith(begin)),
    (rate) => ({ ...rate, limit: 3 })
  )

const fewOf = {
  signup_rate_limited: few("signUp"),
  signin_rate_limited: few("signIn"),
  magic_link_rate_limited: few("magicLink")
} satisfies Readonly<Record<RateLimited, unknown>>

const acme = oidc({
  id: "acme",
  name: "Acme",
  issuer: "https://id.acme.example",
  clientId: "latchkey",
  clientSecret: null,
  emailTrust: "claim"
})
const corp: IdentityProvider = { ...acme, id: "corp", issuer: "https://id.corp.example", emailTrust: "authoritative" }

describe("Every problem of a method can occur", () => {
  const storage = makeInterceptedStorage()
  const { client: providerClient, providers } = Effect.runSync(MemoryIdentityProviderClient.make)
  const identityProviders = IdentityProviderClient.layer(Effect.succeed(providerClient))
  let service: Service
  let withoutEmails: Service
  /** Its host is one of a deleted instance. */
  let deleted: Service
  /** It has no server key. */
  let keyless: Service
  beforeAll(async () => {
    service = await start({ storage: storage.layer, host: "localhost", identityProviders })
    withoutEmails = await start({ mailer: "unconfigured" })
    deleted = await start()
    keyless = await start({ secretKeys: Layer.succeed(SecretKeys.SecretKeys, SecretKeys.none) })
    await change({ authConfig: available, emailConfig: { magicLinkCodes: true } })
    await setProviders([acme, corp])
    await Tokens.turnOn(service)
    await Devices.allow(service)
    await deleted.instances((instances) =>
      Effect.flatMap(instances.create({ name: "Deleted", hosts: ["127.0.0.1"] }), ({ id }) => instances.delete(id))
    )
  })
  afterAll(() => Promise.all([service.stop(), withoutEmails.stop(), deleted.stop(), keyless.stop()]))
  beforeEach(() => service.advance(3_600_000))
  afterEach(async () => {
    storage.reset()
    await service.run(providers.setHealth(acme.issuer, "up"))
    await setProviders([acme, corp])
    await change({
      authConfig: { ...available, magic_link: true },
      sessionConfig: { requireVerifiedEmail: false },
      emailConfig: { magicLinkCodes: true },
      rateLimits: defaultRateLimits,
      signUp: { mode: "open", verification: "after", refusedDomains: [] }
    })
    await Tokens.turnOn(service)
    await Devices.allow(service)
  })

  const change = async (patch: InstancePatch) => {
    await service.instances((instances) => instances.update(defaultId, patch))
    service.advance(60_000)
  }

  const setProviders = (identityProviders: ReadonlyArray<IdentityProvider>) =>
    service.run(
      Effect.flatMap(InstanceRepository, ({ modify }) =>
        modify(defaultId, (instance) => Either.right(new Instance({ ...instance, identityProviders })))
      )
    )

  const requireVerifiedEmail = (requireVerifiedEmail: boolean) => change({ sessionConfig: { requireVerifiedEmail } })

  const setMagicLinks = (magic_link: boolean) => change({ authConfig: { magic_link } })

  const text = "AAAA"
  const credential = {
    id: text,
    rawId: text,
    type: "public-key",
    response: { clientDataJSON: text, attestationObject: text, authenticatorData: text, signature: text }
  }
  const valid = () => ({
    email: newEmail(),
    password,
    currentPassword: "not the current one",
    language: "de",
    token: `${"t".repeat(42)}A`,
    code: "492817",
    id: "sess_01890000-0000-7000-8000-000000000000",
    credential,
    audience: Tokens.audience,
    name: "My laptop",
    enrollment: "0f1e2d3c4b5a6978.bm9uY2U",
    provider: acme.id,
    idToken: "a.b.c",
    nonce: `${"n".repeat(42)}A`,
    userCode: "BCDF-GHJK",
    approve: true
  })
  /** To authenticate again takes one proof only, and ids of passkeys have another prefix. */
  const validFor = (method: Method): object => {
    if (method === "reauthenticate") return { password: "not the current one" }
    if (method === "removeIdentity") return { id: "identity_01890000-0000-7000-8000-000000000000" }
    return method.endsWith("Passkey") ? { ...valid(), id: "passkey_01890000-0000-7000-8000-000000000000" } : valid()
  }
  type Caller = ReturnType<typeof clientOf>
  const callWith = (client: Caller, method: Method, input: object) =>
    callBy(client, method, input).then((result) => ({ result, reply: client.lastReply() }))
  const call = (method: Method, input: object = validFor(method), headers: Record<string, string> = {}) =>
    callWith(clientOf(service.origin, headers), method, input)

  const signedInFor = async (method: Method) => {
    const client = clientOf(service.origin)
    if (isPending(method)) return (await pendingWith("totp")).client
    if (needsSession(method)) await client.signUp({ email: newEmail(), password })
    return client
  }

  const available = { password: true, passkey: true, secondFactor: "optional", factorRecovery: "email" } as const
  const credentials = () => ({ email: newEmail(), password })

  /** Signs up, and sets up an authenticator app. */
  const withFactor = async (own = credentials()) => {
    const client = clientOf(service.origin)
    await client.signUp(own)
    const { enrollment, secret } = dataOf(await client.beginTotp())
    dataOf(await client.confirmTotp({ enrollment, code: codeAt(secret, service.now()) }))
    return client
  }

  /** A sign-in that lacks its second factor, of a user who has one, or of one who has to set it up. */
  const pendingWith = async (option: "totp" | "totp_enrollment") => {
    const own = credentials()
    const client = clientOf(service.origin)
    if (option === "totp") {
      await withFactor(own)
      await client.signIn(own)
      return { client, enrollment: "" }
    }
    await change({ authConfig: { secondFactor: "required" } })
    await client.signUp(own)
    return { client, enrollment: dataOf(await client.beginTotpAtSignIn()).enrollment }
  }

  const tokenIn = async (link: Promise<string>) => ({ token: /token=(.+)$/.exec(await link)?.[1] ?? "" })

  /** A recovery that was requested while signing in: the token in the email about it. */
  const recoveryToken = async () => {
    const own = credentials()
    const client = clientOf(service.origin)
    await client.signUp(own)
    await client.requestMagicLink(own)
    dataOf(await client.verifyMagicLink(await tokenIn(service.lastLink(own.email))))
    const { enrollment, secret } = dataOf(await client.beginTotp())
    dataOf(await client.confirmTotp({ enrollment, code: codeAt(secret, service.now()) }))
    const other = clientOf(service.origin)
    await other.signIn(own)
    dataOf(await other.beginFactorRecoveryAtSignIn())
    return tokenIn(service.lastFactorRecovery(own.email))
  }

  /** Adds a passkey, and returns what the browser would have sent. */
  const addPasskey = async (client: Caller, authenticator = makeAuthenticator(service.origin), id?: Buffer) => {
    const credential = authenticator.create(dataOf(await client.newPasskeyOptions()), id)
    return callWith(client, "addPasskey", { credential })
  }

  /** A user with 19 passkeys, who has signed in with one of them. */
  const withManyPasskeys = async () => {
    const client = await signedInFor("addPasskey")
    const authenticator = makeAuthenticator(service.origin)
    await addPasskey(client, authenticator)
    const credential = authenticator.get(dataOf(await client.passkeyOptions()))
    dataOf(await client.reauthenticate({ credential }))
    for (let count = 1; count < 19; count++) await addPasskey(client, authenticator)
    return { client, authenticator }
  }
  const callSignedIn = async (method: Method, input: object = validFor(method)) =>
    callWith(await signedInFor(method), method, input)

  /** Calls with the same input until the problem is `code`. No limit that it concerns is above 3 then. */
  const until = async (code: RateLimited, method: Method) => {
    const input = validFor(method)
    const client = await signedInFor(method)
    await change({ rateLimits: fewOf[code] })
    for (let times = 0; times < 12; times++) {
      const call = await callWith(client, method, input)
      if (!call.result.ok && call.result.problem.code === code) return call
    }
    return callWith(client, method, input)
  }

  /** Confirms a change to an address that got an account meanwhile. */
  const confirmTaken = async () => {
    const client = clientOf(service.origin)
    const email = newEmail()
    await client.signUp({ email: newEmail(), password })
    await client.changeEmail({ email, currentPassword: password })
    const token = /token=(.+)$/.exec(await service.lastEmailChange(email))?.[1]
    await clientOf(service.origin).signUp({ email, password })
    return callWith(client, "confirmEmail", { token })
  }

  /** Signs in with an ID token of a new nonce, for what the provider knows about the user. */
  const withIdToken = async (
    user: MemoryIdentityProviderClient.ProviderUser,
    { client = clientOf(service.origin), provider = acme } = {}
  ) => {
    const { nonce } = dataOf(await client.identityProviderNonce())
    const idToken = await service.run(providers.idToken({ ...provider, nonce }, user))
    return callWith(client, "signInWithIdToken", { provider: provider.id, idToken: Redacted.value(idToken), nonce })
  }
  const newUser = (email = newEmail()) => ({ subject: email, email, emailVerified: true })

  /** A user with a verified address and twenty identities. */
  const withTwentyIdentities = async () => {
    const client = clientOf(service.origin)
    const user = newUser()
    const { result } = await withIdToken(user, { client })
    const { userId } = dataOf(result as Awaited<ReturnType<Caller["signIn"]>>) as { readonly userId: string }
    await service.run(
      Effect.gen(function* () {
        const found = yield* (yield* UserRepository).findById(defaultId, UserId.make(userId))
        for (let count = 1; count < 20; count++) yield* Samples.storedIdentity(Option.getOrThrow(found))
      })
    )
    return { client, user }
  }

  type Called = ReturnType<typeof call>
  const provoke: { readonly [Code in ProblemCode]: (method: Method) => Called } = {
    password_too_short: (method) => callSignedIn(method, { ...valid(), password: "short" }),
    email_already_exists: async (method) => {
      if (method === "confirmEmail") return confirmTaken()
      const input = valid()
      await call(method, input)
      return call(method, input)
    },
    invalid_credentials: (method) => callSignedIn(method),
    reauthentication_required: async (method) => {
      if (method === "reauthenticate") return callWith(await withFactor(), method, { password })
      if (!needsSession(method) || takesPassword(method)) {
        return callSignedIn(method, { email: newEmail(), password })
      }
      const client =
        method === "removeTotp" || method === "renewRecoveryCodes" ? await withFactor() : await signedInFor(method)
      if (method !== "addPasskey") {
        service.advance(660_000)
        return callWith(client, method, validFor(method))
      }
      // The challenge lasts five minutes, so it is issued before the sign-in is too old.
      service.advance(500_000)
      const credential = makeAuthenticator(service.origin).create(dataOf(await client.newPasskeyOptions()))
      service.advance(160_000)
      return callWith(client, method, { credential })
    },
    passkey_disabled: async (method) => {
      const client = await signedInFor(method)
      await change({ authConfig: { passkey: false } })
      return callWith(client, method, method === "reauthenticate" ? { credential } : validFor(method))
    },
    passkey_already_exists: async () => {
      const id = Buffer.from(newEmail())
      await addPasskey(await signedInFor("addPasskey"), undefined, id)
      return addPasskey(await signedInFor("addPasskey"), undefined, id)
    },
    too_many_passkeys: async (method) => {
      const { authenticator, client } = await withManyPasskeys()
      const credential = authenticator.create(dataOf(await client.newPasskeyOptions()))
      await addPasskey(client, authenticator)
      return callWith(client, method, { credential })
    },
    identity_provider_disabled: (method) => callSignedIn(method, { ...valid(), provider: "unknown" }),
    identity_provider_unavailable: async (method) => {
      await service.run(providers.setHealth(acme.issuer, "down"))
      return method === "signInWithIdToken" ? withIdToken(newUser()) : callSignedIn(method)
    },
    identity_rejected: async (method) => {
      await service.run(providers.setHealth(acme.issuer, "wrong"))
      return method === "signInWithIdToken" ? withIdToken(newUser()) : callSignedIn(method)
    },
    proof_required: async () => {
      const { email } = newUser()
      const owner = clientOf(service.origin)
      await owner.requestMagicLink({ email })
      dataOf(await owner.verifyMagicLink(await tokenIn(service.lastLink(email))))
      return withIdToken(newUser(email))
    },
    audience_not_allowed: (method) => callSignedIn(method, { audience: "https://other.example" }),
    device_sign_in_disabled: async (method) => {
      const client = await signedInFor(method)
      await change({ tokenConfig: { deviceSignIn: false } })
      return callWith(client, method, validFor(method))
    },
    access_tokens_disabled: async (method) => {
      await Tokens.turnOn(keyless)
      const client = clientOf(keyless.origin)
      await client.signUp({ email: newEmail(), password })
      return callWith(client, method, validFor(method))
    },
    too_many_identities: async (method) => {
      const { client, user } = await withTwentyIdentities()
      return method === "addIdentity"
        ? callWith(client, method, validFor(method))
        : withIdToken({ ...user, subject: "another" }, { provider: corp })
    },
    no_sign_in_method: async (method) => {
      await setMagicLinks(false)
      const client = clientOf(service.origin)
      await withIdToken(newUser(), { client })
      const { identities } = dataOf(await client.identities())
      return callWith(client, method, { id: identities[0]?.id })
    },
    second_factor_disabled: async (method) => {
      const client = isPending(method) ? (await pendingWith("totp_enrollment")).client : await signedInFor(method)
      await change({ authConfig: { secondFactor: "off" } })
      return callWith(client, method, validFor(method))
    },
    factor_recovery_disabled: async (method) => {
      const client = await signedInFor(method)
      const input = method === "confirmFactorRecovery" ? await recoveryToken() : validFor(method)
      await change({ authConfig: { factorRecovery: "off" } })
      return callWith(client, method, input)
    },
    factor_recovery_not_needed: async (method) => {
      const client = await signedInFor(method)
      if (isPending(method)) await change({ authConfig: { secondFactor: "off" } })
      return callWith(client, method, validFor(method))
    },
    factor_recovery_too_early: async (method) => callWith(clientOf(service.origin), method, await recoveryToken()),
    second_factor_exists: async (method) =>
      callWith(isPending(method) ? await signedInFor(method) : await withFactor(), method, validFor(method)),
    not_found: (method) => callWith(clientOf(deleted.origin), method, valid()),
    unauthenticated: (method) => call(method),
    email_not_verified: async (method) => {
      if (method === "beginFactorRecoveryAtSignIn") return callSignedIn(method)
      if (method === "beginFactorRecovery") {
        const client = await signedInFor(method)
        await addPasskey(client)
        return callWith(client, method, validFor(method))
      }
      await requireVerifiedEmail(true)
      const client = clientOf(service.origin)
      await client.signUp({ email: newEmail(), password })
      return callWith(client, method, valid())
    },
    magic_link_disabled: async (method) => {
      if (method === "changeEmail") {
        const client = clientOf(withoutEmails.origin)
        await client.signUp({ email: newEmail(), password })
        return callWith(client, method, valid())
      }
      // Resetting a password depends on the email provider only.
      if (isReset(method)) return callWith(clientOf(withoutEmails.origin), method, valid())
      await setMagicLinks(false)
      return call(method)
    },
    magic_link_code_disabled: async (method) => {
      await change({ emailConfig: { magicLinkCodes: false } })
      return call(method)
    },
    password_disabled: async (method) => {
      const client = await signedInFor(method)
      // A sign-up with a provider could be completed.
      await setProviders([])
      await change({ authConfig: { password: false } })
      return callWith(client, method, validFor(method))
    },
    sign_up_refused: async (method) => {
      const email = newEmail()
      const client = clientOf(service.origin)
      const isVerifying = method === "verifySignUp"
      if (isVerifying) await change({ signUp: { verification: "before" } })
      if (isVerifying) await client.signUp({ email, password })
      const input = isVerifying ? await tokenIn(service.lastSignUpLink(email)) : validFor(method)
      await change({ signUp: { refusedDomains: ["example.com"] } })
      return method === "signInWithIdToken" ? withIdToken(newUser()) : callWith(client, method, input)
    },
    sign_up_closed: async (method) => {
      await change({ signUp: { mode: "closed" } })
      return method === "signInWithIdToken" ? withIdToken(newUser()) : call(method)
    },
    invalid_token: async (method) => {
      if (method === "reauthenticate") return callWith(await withFactor(), method, { code: "000000" })
      if (method === "confirmTotpAtSignIn") {
        const { client, enrollment } = await pendingWith("totp_enrollment")
        return callWith(client, method, { enrollment, code: "000000" })
      }
      if (method === "signInWithIdToken") {
        const idToken = await service.run(providers.idToken({ ...acme, nonce: valid().nonce }, newUser()))
        return call(method, { ...valid(), idToken: Redacted.value(idToken) })
      }
      if (method !== "confirmTotp") return callSignedIn(method)
      const client = await signedInFor(method)
      const { enrollment } = dataOf(await client.beginTotp())
      return callWith(client, method, { enrollment, code: "000000" })
    },
    signup_rate_limited: async (method) => {
      if (method !== "signInWithIdToken") return until("signup_rate_limited", method)
      const unverified = { ...newUser(), emailVerified: false }
      for (let times = 0; times < 5; times++) await withIdToken(unverified)
      return withIdToken(unverified)
    },
    signin_rate_limited: async (method) => {
      if (method !== "changeEmail") return until("signin_rate_limited", method)
      // Requests to change the address have their own, lower limit.
      const client = clientOf(service.origin)
      const email = newEmail()
      await client.signUp({ email, password })
      for (let times = 0; times < 10; times++) await client.signIn({ email, password: "not the current one" })
      return callWith(client, method, valid())
    },
    magic_link_rate_limited: (method) => until("magic_link_rate_limited", method),
    invalid_request: (method) =>
      call(method, {
        email: 7,
        password,
        currentPassword: 7,
        token: 7,
        code: 7,
        credential: 7,
        name: 7,
        enrollment: 7,
        provider: 7,
        idToken: 7,
        nonce: 7
      }),
    forbidden_origin: (method) => call(method, valid(), { origin: "https://evil.example" }),
    payload_too_large: (method) => {
      const long = "a".repeat(70_000)
      const input = {
        ...{ email: long, password: long, currentPassword: long, token: long, language: long, code: long },
        ...{ credential: long, name: long, enrollment: long, provider: long, idToken: long, nonce: long },
        ...{ audience: long, userCode: long }
      }
      return callSignedIn(method, input)
    },
    unsupported_media_type: (method) => call(method, valid(), { "content-type": "text/plain" }),
    internal_error: (method) => {
      service.advance(60_000)
      storage.intercept(() => Effect.die(new Error("a defect of the store")))
      return call(method)
    },
    service_unavailable: (method) => {
      service.advance(60_000)
      storage.bringDown()
      return call(method)
    }
  }

  test.each(cases)("$method: $code", async ({ method, code }) => {
    const { reply, result } = await provoke[code](method)
    const problem: Problem = problemOf(result)
    expect(problem.code).toBe(code)
    expect(Object.keys(problem)).toEqual([...fields, ...(extraFields[code] ?? [])])
    expect("status" in problem && problem.status).toBe(reply?.status)
    if ("retryAfterSeconds" in problem) {
      expect(problem.retryAfterSeconds).toBeGreaterThanOrEqual(1)
      expect(String(problem.retryAfterSeconds)).toBe(reply?.headers.get("retry-after"))
    }
    expect(everythingIn(result)).not.toContain(password)
  })

  test("The problem names the broken rules of a password, and the invalid fields", async () => {
    const client = clientOf(service.origin)
    const short = problemOf(await client.signUp({ email: newEmail(), password: "short" }))
    expect(short.code === "password_too_short" && short.violations).toEqual(["too_short"])
    const malformed = problemOf(await client.signIn({ email: "ada@", password: 7 as unknown as string }))
    expect(malformed.code === "invalid_request" && malformed.errors).toEqual([
      { field: "email", reason: "is not an email address" },
      { field: "password", reason: "must be a string" }
    ])
  })

  test("A method that the path does not have is unexpected_reply, and no problem of the method", async () => {
    const misdirected: Fetch = (url, init) => fetch(url, { ...init, method: "PUT" })
    const result = await createClient({ baseUrl: service.origin, fetch: misdirected }).signOut()
    expectUnexpected(result, 405)
  })

  test("The shared codes are exactly those of their types", () => {
    const common: Record<CommonCode, true> = { internal_error: true, not_found: true, service_unavailable: true }
    const body: Record<BodyCode, true> = {
      forbidden_origin: true,
      invalid_request: true,
      payload_too_large: true,
      unsupported_media_type: true
    }
    expect([Object.keys(common), Object.keys(body)]).toEqual([commonCodes, bodyCodes])
    expect(cases.filter(({ code, method }) => code === "invalid_request" && !takesInput(method))).toEqual([])
  })
})
