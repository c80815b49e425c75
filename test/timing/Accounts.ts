import { randomBytes } from "node:crypto"
import { setTimeout } from "node:timers/promises"
import { hash } from "@node-rs/argon2"
import { client, type Post } from "./Stopwatch.ts"
import type { EmbeddedTarget, Target } from "./Target.ts"

const signUp = "/v1/auth/sign-up/email-password"
const signIn = "/v1/auth/sign-in/email-password"
const verify = "/v1/auth/magic-link/verify"
const verifyCode = "/v1/auth/magic-link/verify-code"
const requestLink = "/v1/auth/sign-in/magic-link"
const forgotPassword = "/v1/auth/password/forgot"

export const password = "correct horse battery"
const guess = "correct horse batterz"

export const ipAddressOf = (network: number, index: number) => `10.${network}.0.${index + 1}`

/** Returns how long a response with that status took. Retries while the hasher's queue is full. */
export const expectStatus = async (what: string, status: number, ask: () => ReturnType<Post>): Promise<number> => {
  for (let tries = 1; ; tries++) {
    const { milliseconds, status: found, text } = await ask()
    if (found === status) return milliseconds
    if (found !== 503 || tries === 300) throw new Error(`${what}: ${found} instead of ${status}: ${text}`)
    await setTimeout(100)
  }
}

/** Email addresses or tokens of one kind and length, used in turn, so that each is used equally often. */
export interface Pool {
  readonly emails: ReadonlyArray<string>
  readonly next: () => string
}

const pool = (kind: string, size: number): Pool => {
  const first = size > 900 ? 10_000 : 100
  const emails = Array.from({ length: size }, (_, index) => `${kind.padEnd(8, "-")}.${first + index}@example.com`)
  return poolOf(emails)
}

export const poolOf = (emails: ReadonlyArray<string>): Pool => {
  let used = 0
  return { emails, next: () => emails[used++ % emails.length] as string }
}

export interface Argon2Cost {
  readonly memoryCost: number
  readonly timeCost: number
}

/** Returns one pool of all addresses, in turn from each pool. */
export const together = (pools: ReadonlyArray<Pool>): Pool =>
  poolOf((pools[0]?.emails ?? []).flatMap((_, index) => pools.flatMap(({ emails }) => emails[index] ?? [])))

/** Creates the kinds of accounts that an attacker could try to distinguish. */
export const accountsAt = (target: Target, size = 64) => {
  const post = client(target.origin, ipAddressOf(1, 0))
  const signUpAll = async (made: Pool) => {
    for (const email of made.emails) await expectStatus("sign-up", 200, () => post(signUp, { email, password }))
    return made
  }
  return {
    withPassword: (kind: string) => signUpAll(pool(kind, size)),
    unknown: (kind: string) => pool(kind, size),
    /** With a password, and a hundred failed sign-ins in a row. */
    withFailures: async (kind: string) => {
      const made = await signUpAll(pool(kind, size))
      for (const email of made.emails) await target.addFailures(email)
      return made
    },
    /** With a password, and a suppressed address. */
    withSuppression: async (kind: string) => {
      const made = await signUpAll(pool(kind, size))
      for (const email of made.emails) await target.suppress(email)
      return made
    },
    /** Created with a link, and without a password. */
    withLink: async (kind: string) => {
      const made = pool(kind, size)
      for (const email of made.emails) {
        await expectStatus("a link", 200, () => post(requestLink, { email }))
        const token = new URL(await target.linkTo(email), target.origin).searchParams.get("token")
        await expectStatus("verifying a link", 200, () => post(verify, { token }))
      }
      return made
    },
    /** With a hash of bcrypt that no password matches. */
    withBcrypt: async (kind: string, cost: string) => {
      const made = await signUpAll(pool(kind, size))
      for (const email of made.emails) {
        await target.setPasswordHash(email, `$2b$${cost}$${"abcdefghijklmnopqrstuu".padEnd(53, "x")}`)
      }
      return made
    },
    /** With a password hash that has these parameters. */
    ofCost: async (kind: string, cost: Argon2Cost) => {
      const made = await signUpAll(pool(kind, size))
      const stored = await hash(password, { ...cost, algorithm: 2, parallelism: 1, outputLen: 32 })
      for (const email of made.emails) await target.setPasswordHash(email, stored)
      return made
    }
  }
}

/** Returns link tokens: such as an account has used, or such as were never issued. */
export const linkTokens = async (target: Target, kind: "used" | "unknown", size = 64): Promise<Pool> => {
  const post = client(target.origin, ipAddressOf(1, 1))
  const { emails } = pool(kind, size)
  const tokens: Array<string> = []
  for (const email of kind === "used" ? emails : []) {
    await expectStatus("a link", 200, () => post(requestLink, { email }))
    const token = new URL(await target.linkTo(email), target.origin).searchParams.get("token") ?? ""
    await expectStatus("verifying a link", 200, () => post(verify, { token }))
    tokens.push(token)
  }
  while (tokens.length < size) tokens.push(randomBytes(32).toString("base64url"))
  let used = 0
  return { emails: tokens, next: () => tokens[used++ % size] as string }
}

/** Makes a request about each address in turn, with one client per lane, and returns how long it took. */
const measuring = (target: Target, status: number, path: string, body: (email: string) => unknown) => {
  const clients = new Map<number, Post>()
  return (addresses: Pool) => async (lane: number) => {
    const post = clients.get(lane) ?? client(target.origin, ipAddressOf(2, lane))
    clients.set(lane, post)
    const email = addresses.next()
    const milliseconds = await expectStatus(path, status, () => post(path, body(email)))
    target.tick()
    return milliseconds
  }
}

/** Measures sign-ins with a wrong password. */
export const measureGuesses = (target: Target) =>
  measuring(target, 401, signIn, (email) => ({ email, password: guess }))

/** Measures sign-ins with the right password that are refused: after a hundred failures, or without an account. */
export const measureRefusals = (target: Target) => measuring(target, 401, signIn, (email) => ({ email, password }))

/** Measures sign-ins that a limit refuses. */
export const measureLimited = (target: Target) =>
  measuring(target, 429, signIn, (email) => ({ email, password: guess }))

/** Makes one guess for each address, and one from the address of the client that measures. */
export const reachLimits = async (target: Target, pools: ReadonlyArray<Pool>) => {
  const guessFrom = (ipAddress: string, email: string) =>
    expectStatus("a guess", 401, () => client(target.origin, ipAddress)(signIn, { email, password: guess }))
  const others = pools.flatMap(({ emails }) => emails)
  for (const [index, email] of others.entries()) {
    await guessFrom(ipAddressOf(4 + (index >> 7), index & 127), email)
  }
  await guessFrom(ipAddressOf(2, 0), "someone@example.com")
}

/** Measures links that were used or never issued. */
export const measureVerifications = (target: Target) => measuring(target, 401, verify, (token) => ({ token }))

/** Measures requests for a link. */
export const measureLinkRequests = (target: Target) => measuring(target, 200, requestLink, (email) => ({ email }))

/** Measures requests for a link to set a new password. */
export const measureResetRequests = (target: Target) => measuring(target, 200, forgotPassword, (email) => ({ email }))

/** Measures wrong codes, each a day after the one before: of the request that a new client has just made. */
export const measureCodes = (target: EmbeddedTarget) => {
  const post = client(target.origin, ipAddressOf(2, 0))
  return (addresses: Pool) => async () => {
    const email = addresses.next()
    target.advance(24 * 3_600_000)
    const [cookie] = (await post(requestLink, { email })).setCookies
    return expectStatus("a code", 401, () => post(verifyCode, { code: "000000" }, cookie?.split(";")[0]))
  }
}

/** Signs in repeatedly with several clients until `stop`, which returns how often they did. */
export const crowd = async (target: Target, size: number) => {
  const { emails } = await accountsAt(target, size).withPassword("crowd")
  let [isStopped, count] = [false, 0]
  const work = async (index: number) => {
    const post = client(target.origin, ipAddressOf(3, index))
    while (!isStopped) {
      await expectStatus("sign-in", 200, () => post(signIn, { email: emails[index], password }))
      target.tick()
      count++
    }
  }
  const all = Promise.all(Array.from({ length: size }, (_, index) => work(index)))
  // `stop` reports a failure.
  all.catch(() => {})
  return {
    stop: async () => {
      isStopped = true
      await all
      return count
    }
  }
}
