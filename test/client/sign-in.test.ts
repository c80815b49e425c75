import { createClient } from "@latchkey/client"
import * as ar from "@latchkey/client/messages/ar"
import * as de from "@latchkey/client/messages/de"
import * as en from "@latchkey/client/messages/en"
import * as es from "@latchkey/client/messages/es"
import * as fr from "@latchkey/client/messages/fr"
import * as ja from "@latchkey/client/messages/ja"
import * as ptBR from "@latchkey/client/messages/pt-BR"
import { createSessionStore } from "@latchkey/client/SessionStore"
import { createSignIn, type SignIn, type SignInOptions, type SignInState } from "@latchkey/client/SignIn"
import * as IdentityProviderClient from "@latchkey/domain/identity-provider/IdentityProviderClient"
import { oidc } from "@latchkey/domain/instance/IdentityProvider"
import { defaultId, Instance } from "@latchkey/domain/instance/Instance"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as MemoryIdentityProviderClient from "@latchkey/memory/MemoryIdentityProviderClient"
import { codeAt } from "@latchkey/test-support/authenticatorApp"
import { newEmail, password } from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { dataOf } from "@latchkey/test-support/results"
import type { Service } from "@latchkey/test-support/Service"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { makeCookieFetch } from "./support/cookieFetch.ts"
import { makeFakePasskeys, untilAborted } from "./support/fakePasskeys.ts"

const acme = oidc({
  id: "acme",
  name: "Acme",
  issuer: "https://id.acme.example",
  clientId: "latchkey",
  clientSecret: null,
  emailTrust: "claim"
})

const settings: InstancePatch = {
  authConfig: { password: true, passkey: true, magic_link: true, secondFactor: "optional" },
  emailConfig: { magicLinkCodes: true },
  signUp: { verification: "after" }
}

describe("A sign-in", () => {
  const storage = makeInterceptedStorage()
  const { client: providerClient } = Effect.runSync(MemoryIdentityProviderClient.make)
  const leavers: Array<() => void> = []
  let service: Service
  beforeAll(async () => {
    const identityProviders = IdentityProviderClient.layer(Effect.succeed(providerClient))
    service = await start({ storage: storage.layer, host: "localhost", identityProviders })
    await service.run(
      Effect.flatMap(InstanceRepository, ({ modify }) =>
        modify(defaultId, (instance) => Either.right(new Instance({ ...instance, identityProviders: [acme] })))
      )
    )
  })
  afterAll(() => service.stop())
  beforeEach(async () => {
    await change(settings)
    service.advance(3_600_000)
    vi.stubGlobal("sessionStorage", makeFakeStorage())
  })
  afterEach(() => {
    storage.reset()
    for (const leave of leavers.splice(0)) leave()
    vi.unstubAllGlobals()
  })

  const change = async (patch: InstancePatch) => {
    await service.instances((instances) => instances.update(defaultId, patch))
    service.advance(60_000)
  }
  const credentials = () => ({ email: newEmail(), password })

  /** A browser, and every request that it sends. */
  const openBrowser = () => {
    const { fetch } = makeCookieFetch()
    const sent: Array<string> = []
    const client = createClient({
      baseUrl: service.origin,
      fetch: (url, init) => {
        sent.push(`${init.method} ${new URL(url).pathname.slice("/v1/auth/".length)}`)
        return fetch(url, init)
      }
    })
    return { client, sent }
  }
  const begin = (options: SignInOptions = { messageOf: en.messageOf }, browser = openBrowser()) => {
    const signIn = createSignIn(browser.client, options)
    const states: Array<SignInState> = []
    leavers.push(signIn.subscribe(() => states.push(signIn.get())))
    return { ...browser, signIn, states }
  }

  /** Signs up, sets up an authenticator app, and signs out. */
  const withApp = async () => {
    const own = credentials()
    const { client } = openBrowser()
    dataOf(await client.signUp(own))
    const { enrollment, secret } = dataOf(await client.beginTotp())
    const { recoveryCodes } = dataOf(await client.confirmTotp({ enrollment, code: codeAt(secret, service.now()) }))
    // The app has used the code of this time.
    service.advance(60_000)
    return { own, recoveryCodes, code: () => codeAt(secret, service.now()) }
  }

  /** Signs up, adds a passkey, and signs out. */
  const withPasskey = async (passkeys: ReturnType<typeof makeFakePasskeys>) => {
    const own = credentials()
    const { client } = openBrowser()
    dataOf(await client.signUp(own))
    const credential = passkeys.authenticator.create(dataOf(await client.newPasskeyOptions()))
    dataOf(await client.addPasskey({ credential }))
    return own
  }
  const fakePasskeys = () => {
    const passkeys = makeFakePasskeys(service.origin)
    for (const [name, value] of Object.entries(passkeys.globals)) vi.stubGlobal(name, value)
    return passkeys
  }

  describe("with a password", () => {
    test("signs in, and the store knows before the step says so", async () => {
      const own = credentials()
      dataOf(await openBrowser().client.signUp(own))
      const browser = openBrowser()
      const store = createSessionStore(browser.client, { initial: null })
      const { signIn, states } = begin({ store }, browser)
      const seen: Array<string> = []
      leavers.push(signIn.subscribe(() => seen.push(`${signIn.get().step}, ${store.get().status}`)))
      await at(signIn, "start").signIn(own)
      expect(signIn.get()).toMatchObject({ step: "signed-in", userId: store.get().session?.userId, busy: false })
      expect(states.map(({ busy, step }) => [step, busy])).toEqual([
        ["start", true],
        ["signed-in", false]
      ])
      expect(seen.at(-1)).toBe("signed-in, signed-in")
      await at(signIn, "signed-in").startOver()
      expect(signIn.get().step).toBe("start")
    })

    test("that is wrong says so to the user, until the next action", async () => {
      const { signIn, states } = begin()
      await at(signIn, "start").signIn(credentials())
      expect(signIn.get()).toMatchObject({
        step: "start",
        busy: false,
        problem: { code: "invalid_credentials" },
        message: "Wrong email address or password."
      })
      await at(signIn, "start").signIn(credentials())
      expect(states[2]).toMatchObject({ busy: true, problem: undefined, message: undefined })
    })

    test("during an outage is not a wrong password", async () => {
      const { signIn } = begin()
      storage.bringDown()
      await at(signIn, "start").signIn(credentials())
      expect(signIn.get()).toMatchObject({ step: "start", problem: { code: "service_unavailable" } })
      expect(signIn.get().message).toContain("temporarily unavailable")
    })

    test("that is sent twice sends one request, and an action of a step that is over none", async () => {
      const { sent, signIn } = begin()
      const first = at(signIn, "start")
      await Promise.all([first.signUp(credentials()), first.signUp(credentials()), first.requestLink(credentials())])
      expect(signIn.get().step).toBe("signed-in")
      await first.signIn(credentials())
      expect(sent).toEqual(["POST sign-up/email-password"])
      expect(signIn.get().step).toBe("signed-in")
    })

    test("that is too short at sign-up says which rules it breaks", async () => {
      const { signIn } = begin()
      await at(signIn, "start").signUp({ email: newEmail(), password: "short" })
      expect(signIn.get().problem).toMatchObject({ code: "password_too_short", violations: ["too_short"] })
    })

    test("at a sign-up that verifies the address first waits for the link", async () => {
      await change({ signUp: { verification: "before" } })
      const own = credentials()
      const { signIn } = begin()
      await at(signIn, "start").signUp(own)
      expect(at(signIn, "sign-up-sent").email).toBe(own.email)
      await at(signIn, "sign-up-sent").startOver()
      expect(signIn.get().step).toBe("start")
    })
  })

  describe("with a link", () => {
    test("takes the code of the email, and asks again for a wrong one", async () => {
      const { signIn } = begin()
      const email = newEmail()
      await at(signIn, "start").requestLink({ email })
      const code = await service.lastCode(email)
      await at(signIn, "link-sent").enterCode(code === "000000" ? "111111" : "000000")
      expect(at(signIn, "link-sent")).toMatchObject({ email, problem: { code: "invalid_token" } })
      await at(signIn, "link-sent").enterCode(`${code.slice(0, 3)} ${code.slice(3)}`)
      expect(signIn.get().step).toBe("signed-in")
    })

    test("sends another one, or goes back to the first step", async () => {
      const { sent, signIn } = begin()
      await at(signIn, "start").requestLink({ email: newEmail() })
      await at(signIn, "link-sent").requestAgain()
      expect(signIn.get()).toMatchObject({ step: "link-sent", busy: false, problem: undefined })
      await at(signIn, "link-sent").startOver()
      expect(signIn.get().step).toBe("start")
      expect(sent).toEqual(["POST sign-in/magic-link", "POST sign-in/magic-link"])
    })
  })

  describe("with a second factor", () => {
    test("takes a code of the authenticator app, and asks again for a wrong one", async () => {
      const { code, own } = await withApp()
      const { signIn } = begin()
      await at(signIn, "start").signIn(own)
      expect(at(signIn, "second-factor").options).toEqual(["totp", "recovery_code"])
      await at(signIn, "second-factor").enterCode("000000")
      expect(at(signIn, "second-factor")).toMatchObject({
        options: ["totp", "recovery_code"],
        problem: { code: "invalid_token" }
      })
      await at(signIn, "second-factor").enterCode(code())
      expect(signIn.get().step).toBe("signed-in")
      expect(hasPending()).toBe(false)
    })

    test("takes a recovery code", async () => {
      const { own, recoveryCodes } = await withApp()
      const { signIn } = begin()
      await at(signIn, "start").signIn(own)
      await at(signIn, "second-factor").enterCode(recoveryCodes[0] ?? "")
      expect(signIn.get().step).toBe("signed-in")
    })

    test("begins again once nothing is pending any more", async () => {
      const { code, own } = await withApp()
      const { signIn } = begin()
      await at(signIn, "start").signIn(own)
      service.advance(600_000)
      await at(signIn, "second-factor").enterCode(code())
      expect(at(signIn, "start")).toMatchObject({ busy: false, problem: { code: "unauthenticated" } })
      expect(hasPending()).toBe(false)
    })

    test("goes on when the page is loaded again", async () => {
      const { code, own } = await withApp()
      const browser = openBrowser()
      await at(begin({}, browser).signIn, "start").signIn(own)
      const { signIn } = begin({}, browser)
      expect(signIn.get()).toMatchObject({ step: "start", busy: true })
      await expect.poll(() => signIn.get().step).toBe("second-factor")
      await at(signIn, "second-factor").enterCode(code())
      expect(signIn.get().step).toBe("signed-in")
    })

    test("that is over is no problem when the page is loaded again", async () => {
      const { own } = await withApp()
      const browser = openBrowser()
      await at(begin({}, browser).signIn, "start").signIn(own)
      service.advance(600_000)
      const { signIn } = begin({}, browser)
      await expect.poll(() => signIn.get().busy).toBe(false)
      expect(signIn.get()).toMatchObject({ step: "start", problem: undefined })
      expect(hasPending()).toBe(false)
    })

    test("is asked for again after an outage while the page was loaded", async () => {
      const { own } = await withApp()
      const browser = openBrowser()
      await at(begin({}, browser).signIn, "start").signIn(own)
      storage.bringDown()
      const { signIn } = begin({}, browser)
      await expect.poll(() => signIn.get().problem?.code).toBe("service_unavailable")
      storage.reset()
      const later = begin({}, browser)
      await expect.poll(() => later.signIn.get().step).toBe("second-factor")
    })

    test("is given up with the way back", async () => {
      const { own } = await withApp()
      const browser = openBrowser()
      const { signIn } = begin({}, browser)
      await at(signIn, "start").signIn(own)
      await at(signIn, "second-factor").startOver()
      const before = browser.sent.length
      expect(begin({}, browser).signIn.get()).toMatchObject({ step: "start", busy: false })
      expect(browser.sent).toHaveLength(before)
    })

    test("is no reason to ask for visitors, and works where the browser forbids storage", async () => {
      expect(begin().sent).toEqual([])
      vi.stubGlobal("sessionStorage", undefined)
      const { own } = await withApp()
      const { signIn } = begin()
      await at(signIn, "start").signIn(own)
      expect(signIn.get().step).toBe("second-factor")
    })
  })

  describe("that has to set up an authenticator app", () => {
    test("shows the recovery codes, and tells the store only after them", async () => {
      await change({ authConfig: { secondFactor: "required" } })
      const browser = openBrowser()
      const store = createSessionStore(browser.client, { initial: null })
      const { signIn, states } = begin({ store }, browser)
      await at(signIn, "start").signUp(credentials())
      expect(states.map(({ step }) => step)).toEqual(["start", "enrollment"])
      const { qrCode, secret, uri } = at(signIn, "enrollment")
      expect([qrCode.slice(0, 4), uri.includes(secret)]).toEqual(["<svg", true])
      await at(signIn, "enrollment").enterCode("000000")
      expect(at(signIn, "enrollment")).toMatchObject({ secret, problem: { code: "invalid_token" } })
      await at(signIn, "enrollment").enterCode(codeAt(secret, service.now()))
      expect(at(signIn, "recovery-codes").recoveryCodes).toHaveLength(10)
      await store.refresh()
      expect(store.get().status).toBe("signed-out")
      await at(signIn, "recovery-codes").finish()
      expect([signIn.get().step, store.get().status]).toEqual(["signed-in", "signed-in"])
    })

    test("lets the store learn of the session if its page is left", async () => {
      await change({ authConfig: { secondFactor: "required" } })
      const browser = openBrowser()
      const store = createSessionStore(browser.client, { initial: null })
      const signIn = createSignIn(browser.client, { store })
      const leave = signIn.subscribe(() => {})
      await at(signIn, "start").signUp(credentials())
      await at(signIn, "enrollment").enterCode(codeAt(at(signIn, "enrollment").secret, service.now()))
      leave()
      await expect.poll(() => store.get().status).toBe("signed-in")
    })

    test("tries again after an outage", async () => {
      await change({ authConfig: { secondFactor: "required" } })
      const { client, sent } = openBrowser()
      let isDown = true
      const { signIn } = begin(
        {},
        {
          sent,
          client: {
            ...client,
            beginTotpAtSignIn: async (options) =>
              isDown
                ? { ok: false, problem: { code: "network_error", cause: undefined } }
                : client.beginTotpAtSignIn(options)
          }
        }
      )
      await at(signIn, "start").signUp(credentials())
      expect(at(signIn, "second-factor")).toMatchObject({
        options: ["totp_enrollment"],
        busy: false,
        problem: { code: "network_error" }
      })
      isDown = false
      await at(signIn, "second-factor").beginEnrollment()
      expect(signIn.get().step).toBe("enrollment")
    })
  })

  describe("with a passkey", () => {
    test("signs in, and is a second factor where the user has no other", async () => {
      const passkeys = fakePasskeys()
      const own = await withPasskey(passkeys)
      const { signIn } = begin()
      await at(signIn, "start").signInWithPasskey()
      expect(signIn.get().step).toBe("signed-in")
      await change({ authConfig: { secondFactor: "required" } })
      const other = begin()
      await at(other.signIn, "start").signIn(own)
      expect(at(other.signIn, "second-factor").options).toEqual(["passkey"])
      await at(other.signIn, "second-factor").signInWithPasskey()
      expect(other.signIn.get().step).toBe("signed-in")
    })

    test.each([
      ["NotAllowedError", "passkey_canceled", "No passkey was used. Try again, or choose another way."],
      ["SecurityError", "passkey_unavailable", "That didn't work. Try again in a moment, or choose another way."]
    ])("that the browser refuses with %s is %s", async (name, code, message) => {
      const passkeys = fakePasskeys()
      passkeys.setAsk(() => Promise.reject(new DOMException("Refused.", name)))
      const { signIn } = begin()
      await at(signIn, "start").signInWithPasskey()
      expect(signIn.get()).toMatchObject({ step: "start", busy: false, problem: { code }, message })
    })

    test("that Latchkey does not know is no wrong password", async () => {
      const passkeys = fakePasskeys()
      await withPasskey(passkeys)
      passkeys.authenticator.create({ challenge: "", rp: { id: "localhost" }, user: { id: "" } })
      const { signIn } = begin()
      await at(signIn, "start").signInWithPasskey()
      expect(signIn.get()).toMatchObject({
        step: "start",
        problem: { code: "passkey_rejected" },
        message: "You can't sign in with this passkey. Choose another way."
      })
      const outage = begin()
      passkeys.setAsk(async ({ publicKey }) => {
        storage.bringDown()
        return passkeys.authenticator.get(publicKey as never)
      })
      await at(outage.signIn, "start").signInWithPasskey()
      expect(outage.signIn.get().problem?.code).toBe("service_unavailable")
    })

    test("cannot be used in a browser without them", async () => {
      const { signIn } = begin()
      at(signIn, "start").offerPasskeys()
      await at(signIn, "start").signInWithPasskey()
      expect(signIn.get().problem?.code).toBe("passkey_unavailable")
    })

    test("that the browser offers in a field signs in", async () => {
      const passkeys = fakePasskeys()
      await withPasskey(passkeys)
      const { signIn } = begin()
      at(signIn, "start").offerPasskeys()
      await expect.poll(() => signIn.get().step).toBe("signed-in")
    })

    test("is offered again after a prompt that the user has canceled, and not after the field is gone", async () => {
      const passkeys = fakePasskeys()
      const asked: Array<string> = []
      passkeys.setAsk((options) => {
        asked.push(options.mediation ?? "")
        return options.mediation === "conditional"
          ? untilAborted(options)
          : Promise.reject(new DOMException("Canceled.", "NotAllowedError"))
      })
      const { sent, signIn } = begin()
      const stop = at(signIn, "start").offerPasskeys()
      await expect.poll(() => asked).toEqual(["conditional"])
      await at(signIn, "start").signInWithPasskey()
      await expect.poll(() => asked).toEqual(["conditional", "optional", "conditional"])
      stop()
      await new Promise(setImmediate)
      expect(sent).toHaveLength(3)
    })

    test("is offered again before its challenge expires", async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
      try {
        const passkeys = fakePasskeys()
        let asked = 0
        passkeys.setAsk((options) => {
          asked++
          return untilAborted(options)
        })
        const { signIn } = begin()
        const stop = at(signIn, "start").offerPasskeys()
        await vi.waitFor(() => expect(asked).toBe(1))
        vi.advanceTimersByTime(239_999)
        await new Promise(setImmediate)
        expect(asked).toBe(1)
        vi.advanceTimersByTime(1)
        await vi.waitFor(() => expect(asked).toBe(2))
        stop()
      } finally {
        vi.useRealTimers()
      }
    })

    test("is not offered if the field is gone before the challenge has come", async () => {
      const passkeys = fakePasskeys()
      const ask = vi.fn(untilAborted)
      passkeys.setAsk(ask)
      const { client, sent, signIn } = begin()
      const stop = at(signIn, "start").offerPasskeys()
      while (sent.length === 0) await Promise.resolve()
      stop()
      dataOf(await client.passkeyOptions())
      await new Promise(setImmediate)
      expect(ask).not.toHaveBeenCalled()
    })

    test("is offered once by an offer that is stopped and begun again, as in React's StrictMode", async () => {
      const passkeys = fakePasskeys()
      passkeys.setAsk(untilAborted)
      const { sent, signIn } = begin()
      at(signIn, "start").offerPasskeys()()
      const stop = at(signIn, "start").offerPasskeys()
      await expect.poll(() => sent.length).toBe(1)
      await new Promise(setImmediate)
      expect(sent).toEqual(["POST passkeys/sign-in/options"])
      stop()
    })
  })

  describe("with an identity provider", () => {
    test("returns the page of the provider, and stays at the first step", async () => {
      const { signIn } = begin()
      const url = await at(signIn, "start").visitIdentityProvider({ provider: "acme" })
      expect(url).toContain(acme.issuer)
      expect(signIn.get()).toMatchObject({ step: "start", busy: false, problem: undefined })
    })

    test("that is unknown returns nothing, and the problem", async () => {
      const { signIn } = begin()
      expect(await at(signIn, "start").visitIdentityProvider({ provider: "unknown" })).toBeUndefined()
      expect(signIn.get().problem?.code).toBe("identity_provider_disabled")
    })
  })

  test.each(Object.entries({ ar, de, en, es, fr, ja, ptBR }))("says what went wrong in %s", async (_, language) => {
    const { signIn } = begin({ messageOf: language.messageOf })
    await at(signIn, "start").signIn(credentials())
    expect(signIn.get().message).toBe(language.messages.invalid_credentials)
    vi.stubGlobal("PublicKeyCredential", undefined)
    await at(signIn, "start").signInWithPasskey()
    expect(signIn.get().message).toBe(language.messages.passkey_unavailable)
  })
})

/** Returns the state at a step. */
const at = <Step extends SignInState["step"]>(signIn: SignIn, step: Step) => {
  const state = signIn.get()
  expect(state.step).toBe(step)
  return state as Extract<SignInState, { readonly step: Step }>
}

const hasPending = () => "latchkey.pending" in sessionStorage

/** The storage of a tab, as far as a sign-in uses it. */
function makeFakeStorage() {
  const items: Record<string, string> = {}
  const methods = {
    setItem: (name: string, value: string) => {
      items[name] = value
    },
    removeItem: (name: string) => {
      delete items[name]
    }
  }
  return new Proxy(methods, { has: (_, name) => name in items })
}
