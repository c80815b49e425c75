import { PersistenceError } from "@latchkey/domain/core/Errors"
import * as SecretKeys from "@latchkey/domain/core/SecretKeys"
import { EmailReportRejected } from "@latchkey/domain/mail/MailErrors"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { EmailReportReader } from "@latchkey/domain/mail/EmailReports"
import * as Problem from "@latchkey/http/core/Problem"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { UserId } from "@latchkey/domain/core/Ids"
import { makeAuthenticator } from "@latchkey/test-support/softwareAuthenticator"
import * as Samples from "@latchkey/testkit/Samples"
import { randomBytes } from "node:crypto"
import * as Option from "effect/Option"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { setUpApp } from "@latchkey/test-support/authenticatorApp"
import { requestRecovery } from "@latchkey/test-support/factorRecovery"
import type { Browser } from "@latchkey/test-support/Browser"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { signedInAs, withApiKey } from "@latchkey/test-support/operator"
import * as Providers from "@latchkey/test-support/oidc/scenarios"
import type { Service } from "@latchkey/test-support/Service"
import { start } from "@latchkey/test-support/HttpService"
import * as Tokens from "@latchkey/test-support/tokens"
import * as contract from "@latchkey/test-support/contract"
import * as Devices from "@latchkey/test-support/devices"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { document, requestExample } from "@latchkey/test-support/openapiDocument"

const storage = makeInterceptedStorage()
let service: Service
let providers: Providers.Scenarios

/** Accepts every notification but one. */
const reports = Layer.succeed(EmailReportReader, {
  isConfigured: true,
  read: (notification) =>
    JSON.stringify(notification).includes("forged")
      ? new EmailReportRejected({ reason: "signature" })
      : Effect.succeedNone
})
beforeAll(async () => {
  providers = await Providers.start()
  const identityProviders = providers.layer
  service = await start({ storage: storage.layer, reports, host: "localhost", identityProviders })
  await providers.configure(service)
})
afterAll(async () => {
  await service.stop()
  await providers.stop()
})
beforeEach(() => service.advance(3_600_000))
afterEach(async () => {
  storage.reset()
  await requireVerifiedEmail(false)
  await Tokens.turnOff(service)
  await change({
    authConfig: { password: true, magic_link: true, passkey: true, secondFactor: "off", factorRecovery: "off" },
    emailConfig: { magicLinkCodes: false },
    signUp: { mode: "open", refusedDomains: [] }
  })
})

const requireVerifiedEmail = (requireVerifiedEmail: boolean) =>
  service.instances((directory) => directory.update(defaultId, { sessionConfig: { requireVerifiedEmail } }))

const change = (patch: InstancePatch) => service.instances((directory) => directory.update(defaultId, patch))

const setMagicLinks = (magic_link: boolean) => change({ authConfig: { magic_link } })

describe("The example of a problem", () => {
  const { password, newEmail } = contract
  const credentials = () => ({ email: newEmail(), password })
  const signedIn = async () => {
    const browser = service.browser()
    await browser.post(contract.signUp, credentials())
    return browser
  }
  const untilLimited = async (send: (browser: Browser) => Promise<Reply>) => {
    const browser = service.browser()
    let reply = await send(browser)
    for (let times = 0; times < 40 && reply.status !== 429; times++) reply = await send(browser)
    return reply
  }
  const passkeys = "/v1/auth/passkeys"
  const addPasskey = async (browser: Browser, id: Buffer, authenticator = makeAuthenticator(service.origin)) => {
    const { json } = await browser.post(`${passkeys}/registration/options`)
    return browser.post(passkeys, { credential: authenticator.create(json as never, id) })
  }
  const comeBack = async (returned: Promise<Providers.ReturnedBrowser>) => {
    const { body, browser } = await returned
    return browser.post(Providers.callback, body)
  }
  const startedDevice = async () => {
    await Devices.allow(service)
    const { deviceCode, userCode } = (await service.browser().post(contract.device, {})).json
    return { userCode, ask: () => service.browser().post(contract.deviceToken, { deviceCode }) }
  }
  const put = { headers: contract.jsonType, body: JSON.stringify({ password }) }

  const provoke: { readonly [Code in Problem.ProblemCode]?: () => Promise<Reply> } = {
    unsupported_token_type: () => service.browser().post("/v1/auth/revoke", { token: "a.b.c" }),
    password_too_short: () => service.browser().post(contract.signUp, { ...credentials(), password: "short" }),
    email_already_exists: async () => {
      const taken = credentials()
      await service.browser().post(contract.signUp, taken)
      return service.browser().post(contract.signUp, taken)
    },
    external_id_already_exists: async () => {
      const operator = service.browser(contract.asAdmin)
      await operator.post(`${contract.instances}/default/users`, { ...credentials(), externalId: "taken" })
      const other = await operator.post(`${contract.instances}/default/users`, credentials())
      const path = `${contract.instances}/default/users/${other.json["id"]}`
      return operator.send("PATCH", path, { headers: contract.jsonType, body: JSON.stringify({ externalId: "taken" }) })
    },
    no_sign_in_method: async () => {
      await setMagicLinks(false)
      return service.browser(contract.asAdmin).post(`${contract.instances}/default/users`, { email: newEmail() })
    },
    plan_does_not_allow: () => {
      const sessionConfig = { passwordPolicy: { minLength: 12 } }
      return service.browser(contract.asAdmin).post(contract.instances, { name: "Acme", sessionConfig })
    },
    cursor_expired: () => {
      const place = { instanceId: "default", position: 4711, userId: Samples.userId(), version: 1 }
      const after = Buffer.from(JSON.stringify(place)).toString("base64url")
      return service.browser(contract.asAdmin).get(`${contract.instances}/default/events?after=${after}`)
    },
    invalid_request: () => service.browser().post(contract.signIn, { email: "ada@", password }),
    invalid_credentials: () => service.browser().post(contract.signIn, credentials()),
    magic_link_disabled: async () => {
      await setMagicLinks(false)
      return service.browser().post(contract.requestLink, { email: newEmail() })
    },
    magic_link_code_disabled: () => service.browser().post(contract.verifyCode, { code: "492817" }),
    password_disabled: async () => {
      await change({ authConfig: { password: false } })
      return service.browser().post(contract.signIn, credentials())
    },
    sign_up_refused: async () => {
      await change({ signUp: { refusedDomains: ["example.com"] } })
      return service.browser().post(contract.signUp, credentials())
    },
    sign_up_closed: async () => {
      await change({ signUp: { mode: "closed" } })
      return service.browser().post(contract.signUp, credentials())
    },
    invalid_token: () => service.browser().post(contract.verify, requestExample("magicLink.confirmMagicLink")),
    unauthenticated: () => service.browser().get(contract.session),
    identity_provider_disabled: () => service.browser().post(Providers.beginVisit, { provider: "off" }),
    identity_provider_unavailable: () => service.browser().post(Providers.beginVisit, { provider: "gone" }),
    identity_rejected: () => comeBack(providers.cancelled(service)),
    proof_required: async () => {
      const email = newEmail()
      const browser = service.browser()
      await browser.post(contract.signUp, { email, password })
      return comeBack(providers.ofVerifiedUser(service, email, browser))
    },
    identity_already_exists: () => comeBack(providers.ofAnotherUser(service)),
    too_many_identities: async () => {
      const { browser } = await providers.withTwentyIdentities(service)
      return browser.post(Providers.identities, { provider: "acme" })
    },
    device_sign_in_disabled: () => service.browser().post(contract.device, {}),
    authorization_pending: async () => (await startedDevice()).ask(),
    slow_down: async () => {
      const { ask } = await startedDevice()
      await ask()
      return ask()
    },
    access_denied: async () => {
      const browser = await signedIn()
      const { ask, userCode } = await startedDevice()
      await Devices.decide(service, browser, "deny", userCode)
      return ask()
    },
    personal_tokens_disabled: async () => (await signedIn()).post(contract.tokens, { name: "Backups" }),
    too_many_personal_tokens: async () => {
      const browser = await signedIn()
      await Tokens.turnOn(service)
      await Tokens.createAll(browser)
      return browser.post(contract.tokens, { name: "One more" })
    },
    audience_not_allowed: async () =>
      (await signedIn()).post(contract.accessToken, { audience: "https://other.example" }),
    access_tokens_disabled: async () => {
      const keyless = await start({ secretKeys: Layer.succeed(SecretKeys.SecretKeys, SecretKeys.none) })
      await Tokens.turnOn(keyless)
      const browser = keyless.browser()
      await browser.post(contract.signUp, credentials())
      const reply = await browser.post(contract.accessToken, { audience: Tokens.audience })
      await keyless.stop()
      return reply
    },
    passkey_disabled: async () => {
      await change({ authConfig: { passkey: false } })
      return service.browser().post(`${passkeys}/sign-in/options`)
    },
    passkey_already_exists: async () => {
      const id = randomBytes(16)
      await addPasskey(await signedIn(), id)
      return addPasskey(await signedIn(), id)
    },
    too_many_passkeys: async () => {
      const browser = await signedIn()
      const authenticator = makeAuthenticator(service.origin)
      await addPasskey(browser, randomBytes(16), authenticator)
      const { json } = await browser.post(`${passkeys}/sign-in/options`)
      await browser.post(`${passkeys}/sign-in`, { credential: authenticator.get(json as never) })
      const { userId } = (await browser.get(contract.session)).json
      await service.run(
        Effect.gen(function* () {
          const user = Option.getOrThrow(
            yield* (yield* UserRepository).findById(defaultId, UserId.make(String(userId)))
          )
          for (let count = 1; count < 20; count++) yield* Samples.storedPasskey(user)
        })
      )
      return browser.post(`${passkeys}/registration/options`)
    },
    passkey_rp_id_in_use: async () => {
      const { id } = await service.instances((directory) =>
        directory.create({ name: "Globex", hosts: ["login.globex.example"] })
      )
      const store = Effect.flatMap(Samples.storedUser(id), (user) =>
        Samples.storedPasskey(user, { rpId: "globex.example" })
      )
      await service.run(store)
      const body = JSON.stringify({ hosts: ["id.globex.example"] })
      const operator = service.browser(contract.asAdmin)
      return operator.send("PATCH", `${contract.instances}/${id}`, { headers: contract.jsonType, body })
    },
    second_factor_disabled: async () => (await signedIn()).post(`${contract.secondFactor}/totp`),
    second_factor_exists: async () => {
      const browser = await signedIn()
      await change({ authConfig: { secondFactor: "optional" } })
      await setUpApp(service, browser)
      return browser.post(`${contract.secondFactor}/totp`)
    },
    factor_recovery_disabled: async () => (await signedIn()).post(contract.factorRecovery),
    factor_recovery_not_needed: async () => {
      await change({ authConfig: { factorRecovery: "email" } })
      return (await signedIn()).post(contract.factorRecovery)
    },
    factor_recovery_too_early: async () => {
      await change({ authConfig: { secondFactor: "optional", factorRecovery: "email" } })
      const { token } = await requestRecovery(service, credentials())
      return service.browser().post(`${contract.factorRecovery}/confirm`, { token })
    },
    reauthentication_required: async () => (await signedIn()).send("PUT", contract.passwordPath, put),
    email_not_verified: async () => {
      const browser = await signedIn()
      await requireVerifiedEmail(true)
      return browser.get(contract.session)
    },
    email_report_rejected: () =>
      service.browser().post(contract.sesHook, {
        ...requestExample("emailReport.receiveSesNotification"),
        Message: "forged"
      }),
    forbidden_origin: () => service.browser({ origin: "https://evil.example" }).post(contract.signOut),
    not_found: async () => (await signedIn()).send("DELETE", `${contract.sessions}/sess_unknown`),
    permission_denied: async () => {
      const { headers } = await withApiKey(service, "viewer")
      return service.browser(headers).send("DELETE", `${contract.instances}/default/users/user_unknown`)
    },
    operator_already_exists: async () => {
      const taken = { email: newEmail(), name: "Grace Hopper", role: "support" }
      await service.browser(contract.asAdmin).post("/v1/admin/operators", taken)
      return service.browser(contract.asAdmin).post("/v1/admin/operators", taken)
    },
    last_admin_required: async () => {
      const { id } = await signedInAs(service, "admin", newEmail())
      return service.browser(contract.asAdmin).send("DELETE", `/v1/admin/operators/${id}`)
    },
    default_instance_required: () => service.browser(contract.asAdmin).send("DELETE", `${contract.instances}/default`),
    payload_too_large: () => service.browser().post(contract.signIn, { email: "a".repeat(70_000), password }),
    unsupported_media_type: () => service.browser().send("POST", contract.signIn, { body: "{}" }),
    signup_rate_limited: () => untilLimited((browser) => browser.post(contract.signUp, credentials())),
    signin_rate_limited: () => untilLimited((browser) => browser.post(contract.signIn, credentials())),
    magic_link_rate_limited: () => untilLimited((browser) => browser.post(contract.requestLink, { email: newEmail() })),
    internal_error: async () => {
      const browser = await signedIn()
      storage.intercept(() => Effect.die(new Error("a defect of the store")))
      return browser.get(contract.session)
    },
    service_unavailable: async () => {
      const browser = await signedIn()
      storage.intercept(() => new PersistenceError({ cause: new Error("an outage") }))
      return browser.get(contract.session)
    }
  }

  const exampleOf = (code: Problem.ProblemCode) =>
    Object.values(document.components.schemas).find(({ properties }) => properties?.code?.enum?.includes(code))
      ?.examples?.[0]

  // 405 is the response to methods that a path does not have, and endpoints of apps respond with `insufficient_scope`.
  const undeclared: ReadonlyArray<Problem.ProblemCode> = ["insufficient_scope", "method_not_allowed"]
  test.each(Problem.codes.filter((code) => !undeclared.includes(code)))("%s is a reply", async (code) => {
    const reply = await provoke[code]?.()
    expect(reply?.status).toBe(Problem.statusOf(code))
    // The time of the example is another one.
    const time = code === "factor_recovery_too_early" ? { availableAt: expect.any(String) } : {}
    expect(reply?.json).toEqual({ ...(exampleOf(code) as object), ...time })
  })
})
