import { setTimeout } from "node:timers/promises"
import { hash } from "@node-rs/argon2"
import { client, type Post } from "./Stopwatch.ts"
import type { Target } from "./Target.ts"

const signUp = "/v1/auth/sign-up/email-password"
const signIn = "/v1/auth/sign-in/email-password"
const requestLink = "/v1/auth/sign-in/magic-link"

export const password = "correct horse battery"
const guess = "correct horse batterz"

const addressOf = (network: number, index: number) => `10.${network}.0.${index + 1}`

/** How long the answer took. When more is asked at once than can be hashed in a second, it is asked again. */
const expectStatus = async (what: string, status: number, ask: () => ReturnType<Post>): Promise<number> => {
  for (let tries = 1; ; tries++) {
    const { milliseconds, status: found, text } = await ask()
    if (found === status) return milliseconds
    if (found !== 503 || tries === 300) throw new Error(`${what}: ${found} instead of ${status}: ${text}`)
    await setTimeout(100)
  }
}

/** Addresses of one kind, all of one length, that are used in turn so that each is used as often as the others. */
export interface Pool {
  readonly emails: ReadonlyArray<string>
  readonly next: () => string
}

const pool = (kind: string, size: number): Pool => {
  const emails = Array.from({ length: size }, (_, index) => `${kind.padEnd(8, "-")}.${100 + index}@example.com`)
  let used = 0
  return { emails, next: () => emails[used++ % emails.length] as string }
}

export interface Argon2Cost {
  readonly memoryCost: number
  readonly timeCost: number
}

/** The kinds of addresses that one may try to tell apart. */
export const accountsAt = (target: Target, size = 64) => {
  const visitor = client(target.origin, addressOf(1, 0))
  const signUpAll = async (made: Pool) => {
    for (const email of made.emails) await expectStatus("sign-up", 200, () => visitor(signUp, { email, password }))
    return made
  }
  return {
    withPassword: (kind: string) => signUpAll(pool(kind, size)),
    unknown: (kind: string) => pool(kind, size),
    /** Made by a link, and without a password. */
    byLink: async (kind: string) => {
      const made = pool(kind, size)
      for (const email of made.emails) {
        await expectStatus("a link", 200, () => visitor(requestLink, { email }))
        const token = new URL(await target.linkTo(email), target.origin).searchParams.get("token")
        await expectStatus("using a link", 200, () => visitor("/v1/auth/magic-link/verify", { token }))
      }
      return made
    },
    /** With a password whose hash has these parameters. */
    ofCost: async (kind: string, cost: Argon2Cost) => {
      const made = await signUpAll(pool(kind, size))
      const stored = await hash(password, { ...cost, algorithm: 2, parallelism: 1, outputLen: 32 })
      for (const email of made.emails) await target.setPasswordHash(email, stored)
      return made
    }
  }
}

/** Clients that ask something of each address in turn, one client for each lane, and say how long it took. */
const asking = (target: Target, status: number, path: string, body: (email: string) => unknown) => {
  const clients = new Map<number, Post>()
  return (addresses: Pool) => async (lane: number) => {
    const visitor = clients.get(lane) ?? client(target.origin, addressOf(2, lane))
    clients.set(lane, visitor)
    const email = addresses.next()
    const milliseconds = await expectStatus(path, status, () => visitor(path, body(email)))
    target.tick()
    return milliseconds
  }
}

/** Signs in with a wrong password. */
export const guessing = (target: Target) => asking(target, 401, signIn, (email) => ({ email, password: guess }))

/** Asks for a link. */
export const askingForLinks = (target: Target) => asking(target, 200, requestLink, (email) => ({ email }))

/** Clients who sign in again and again, until they are told to stop; answers how often they did. */
export const crowd = async (target: Target, size: number) => {
  const { emails } = await accountsAt(target, size).withPassword("crowd")
  let [isOver, count] = [false, 0]
  const work = async (index: number) => {
    const visitor = client(target.origin, addressOf(3, index))
    while (!isOver) {
      await expectStatus("sign-in", 200, () => visitor(signIn, { email: emails[index], password }))
      target.tick()
      count++
    }
  }
  const all = Promise.all(Array.from({ length: size }, (_, index) => work(index)))
  // A failure is told when they are stopped.
  all.catch(() => {})
  return {
    stop: async () => {
      isOver = true
      await all
      return count
    }
  }
}
