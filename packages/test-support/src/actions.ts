import { createHash } from "node:crypto"
import type { Email } from "@latchkey/domain/core/Email"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { NewInstance } from "@latchkey/domain/instance/InstancePatch"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { TokenHash } from "@latchkey/domain/core/Token"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { expect } from "vitest"
import type { Browser } from "./Browser.ts"
import type { Reply } from "./HttpClient.ts"
import type { Service } from "./Service.ts"

export const signUp = "/v1/auth/sign-up/email-password"
export const signIn = "/v1/auth/sign-in/email-password"
export const signOut = "/v1/auth/sign-out"
export const signOutAll = "/v1/auth/sign-out/all"
export const requestLink = "/v1/auth/sign-in/magic-link"
export const verify = "/v1/auth/magic-link/verify"
/** Not in the contract. Returns the session, if it is active. */
export const session = "/v1/auth/session"

export const second = 1000
export const minute = 60 * second
export const day = 24 * 60 * minute

export const password = "correct horse battery staple"
export const wrongPassword = "incorrect horse battery staple"

let count = 0
/** Returns an unused email address. */
export const newEmail = (): string => `user-${++count}@example.com`

export interface SignedIn {
  readonly browser: Browser
  readonly email: string
  readonly reply: Reply
  readonly userId: unknown
  readonly sessionId: unknown
}

const signedIn = (browser: Browser, email: string, reply: Reply): SignedIn => {
  expect(reply.status, reply.text).toBe(200)
  return { browser, email, reply, userId: reply.json["userId"], sessionId: reply.json["sessionId"] }
}

/** Signs up a new user. */
export const signUpNew = async (browser: Browser, email = newEmail()): Promise<SignedIn> =>
  signedIn(browser, email, await browser.post(signUp, { email, password }))

export const signInAgain = async (browser: Browser, email: string): Promise<SignedIn> =>
  signedIn(browser, email, await browser.post(signIn, { email, password }))

/** Requests a link, and returns its path and query. */
export const askForLink = async (service: Service, browser: Browser, email: string): Promise<string> => {
  const reply = await browser.post(requestLink, { email })
  expect(reply.status, reply.text).toBe(200)
  return service.lastLink(email)
}

/** Signs in with a link, on the client that requested it. */
export const signInWithLink = async (service: Service, browser: Browser, email = newEmail()): Promise<SignedIn> => {
  const link = await askForLink(service, browser, email)
  return signedIn(browser, email, await browser.get(link))
}

export const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.get(session)).status === 200

/** Returns status and code of an error response. */
export const errorOf = (reply: Reply): readonly [status: number, code: unknown] => [reply.status, reply.json["code"]]

export const tokenOf = (link: string): string => new URL(link, "http://localhost").searchParams.get("token") ?? ""

export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** Returns value and attributes of a cookie that a response sets, attributes in lower case. */
export const setCookieOf = (reply: Reply, name: string) => {
  const lines = reply.setCookies.filter((line) => line.startsWith(`${name}=`))
  expect(lines, `${name} is set once`).toHaveLength(1)
  const [pair = "", ...attributes] = (lines[0] ?? "").split("; ")
  return { value: pair.slice(name.length + 1), attributes: attributes.map((one) => one.toLowerCase()).sort() }
}

export const setCookieNames = (reply: Reply): ReadonlyArray<string> =>
  reply.setCookies.map((line) => line.slice(0, line.indexOf("="))).sort()

/** Creates an instance with its own host, and with magic links turned on. */
export const newInstance = async (service: Service, settings: Partial<NewInstance> = {}) => {
  const host = `app-${++count}.example`
  const instance = await service.instances((instances) =>
    instances.create({ name: "Acme", plan: "pro", hosts: [host], authConfig: { magic_link: true }, ...settings })
  )
  return {
    id: instance.id,
    host,
    browser: (headers: Record<string, string> = {}) => service.browser({ host, ...headers })
  }
}

/** Returns the stored record of a link token, or `None` if it is not valid. */
export const storedLink = (service: Service, token: string, instanceId: InstanceId = defaultId) =>
  service.run(
    Effect.gen(function* () {
      const links = yield* MagicLinkRepository
      return yield* links.find(instanceId, TokenHash.make(sha256(token)), yield* DateTime.now)
    })
  )

export const storedUser = (service: Service, email: string, instanceId: InstanceId = defaultId) =>
  service.run(
    Effect.map(
      Effect.flatMap(UserRepository, (users) => users.findByEmail(instanceId, email as Email)),
      Option.getOrThrow
    )
  )
