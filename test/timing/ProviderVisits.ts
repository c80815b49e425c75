import { randomBytes } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import type { HostileProvider } from "@latchkey/test-support/oidc/HostileProvider"
import { expectStatus, ipAddressOf, type Pool, poolOf } from "./Accounts.ts"
import { client, type Post } from "./Stopwatch.ts"
import { acme, type Target } from "./Target.ts"

const begin = "/v1/auth/sign-in/identity-provider"
const callback = "/v1/auth/identity-providers/callback"

/** A provider is asked a thousand times in ten seconds at most. */
const pace = 10

/** Makes the clients of a measurement: one per lane, each with its own IP address. */
const lanes = (target: Target) => {
  const clients = new Map<number, Post>()
  return (lane: number): Post => {
    const post = clients.get(lane) ?? client(target.origin, ipAddressOf(5, lane))
    clients.set(lane, post)
    return post
  }
}

const clientCookie = (setCookies: ReadonlyArray<string>) =>
  setCookies.find((cookie) => cookie.startsWith("__client="))?.split(";", 1)[0] ?? ""

/**
 * What an ID token is about.
 *
 * - `status`: of the response.
 * - `spoil`: what of it is wrong. A wrong nonce is the right one of the token, but was never issued.
 */
export interface Presented {
  readonly status: number
  readonly claims: (text: string) => Readonly<Record<string, unknown>>
  readonly spoil?: "signature" | "nonce"
}

/** Measures sign-ins with an ID token about each text in turn, each with its own nonce. */
export const measureIdTokens = (target: Target, provider: HostileProvider, { claims, spoil, status }: Presented) => {
  const laneOf = lanes(target)
  return (texts: Pool) => async (lane: number) => {
    const post = laneOf(lane)
    const { setCookies, text } = await post(`${begin}/nonce`, {})
    const nonce: string = JSON.parse(text).nonce
    const other = randomBytes(32).toString("base64url")
    const signed = spoil === "nonce" ? other : nonce
    const token = await provider.idToken({ aud: acme.clientId, nonce: signed, ...claims(texts.next()) })
    const idToken = spoil === "signature" ? `${token.slice(0, -8)}AAAAAAAA` : token
    await setTimeout(pace)
    const body = { provider: acme.id, idToken, nonce: signed }
    return expectStatus("an ID token", status, () => post(`${begin}/id-token`, body, clientCookie(setCookies)))
  }
}

/** Measures visits, and sign-ins with an ID token, at a provider that no one can use, whose id is next. */
export const measureUnusable = (target: Target) => {
  const laneOf = lanes(target)
  return (ids: Pool) => async (lane: number) => {
    const body = { provider: ids.next(), idToken: "a.b.c", nonce: "n".repeat(43) }
    const path = body.provider.length % 2 === 0 ? begin : `${begin}/id-token`
    return expectStatus("a provider", 401, () => laneOf(lane)(path, body))
  }
}

/** Identities at the provider that users have, by their subjects. */
export const knownSubjects = async (target: Target, provider: HostileProvider, size: number): Promise<Pool> => {
  const subjects = Array.from({ length: size }, (_, index) => `known---${100 + index}`)
  const signIn = measureIdTokens(target, provider, {
    status: 200,
    claims: (sub) => ({ sub, email: `${sub}@example.com`, email_verified: true })
  })(poolOf(subjects))
  for (const _ of subjects) await signIn(0)
  return poolOf(subjects)
}

/** A client, and what a provider has sent it back with. */
export interface Returned {
  readonly cookie: string
  readonly parameters: Readonly<Record<string, string>>
}

/** Makes visits that have come back from the provider, each of another client. */
export const visits = async (target: Target, provider: HostileProvider, size: number) => {
  const post = client(target.origin, ipAddressOf(6, 0))
  const made: Array<Returned> = []
  for (let count = 0; count < size; count++) {
    const { setCookies, text } = await post(begin, { provider: acme.id })
    made.push({ cookie: clientCookie(setCookies), parameters: provider.signIn(JSON.parse(text).url).parameters })
  }
  return made
}

/** Lets each visit end, whatever becomes of it. */
export const end = async (target: Target, all: ReadonlyArray<Returned>) => {
  const post = client(target.origin, ipAddressOf(6, 1))
  for (const { cookie, parameters } of all) {
    await expectStatus("a visit", 200, () => post(callback, parameters, cookie))
    await setTimeout(pace)
  }
}

/** Measures callbacks whose state is not one of their client. */
export const measureCallbacks = (target: Target) => {
  const laneOf = lanes(target)
  return (all: ReadonlyArray<Returned>) => {
    let used = 0
    return async (lane: number) => {
      const { cookie, parameters } = all[used++ % all.length] as Returned
      return expectStatus("a callback", 401, () => laneOf(lane)(callback, parameters, cookie))
    }
  }
}
