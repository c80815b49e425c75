import { setTimeout as sleep } from "node:timers/promises"
import { type Reply, type Send, send } from "@latchkey/test-support/HttpClient"
import { maxWaitMillis } from "../../../src/database/ServerDatabase.ts"
import { admin } from "./service.ts"

/** A user with an account and a session, both acknowledged. */
export interface SignedInUser {
  readonly email: string
  readonly userId: unknown
  readonly cookie: string
}

export interface Response {
  readonly action: string
  readonly status: number
  readonly millis: number
  readonly text: string
}

const password = "correct horse battery"

// The database may take that long, and the rest of the work a second, on a busy machine.
const limitMillis = maxWaitMillis + 1_000

const cookieOf = ({ setCookies }: Reply): string => setCookies.map((cookie) => cookie.split(";", 1)[0]).join("; ")

const isUnavailable = ({ status, headers, json }: Reply): boolean =>
  status === 503 && json["code"] === "service_unavailable" && /^[1-9]\d*$/.test(headers["retry-after"] ?? "")

let userCount = 0

/** Clients that send requests until they are stopped, and the responses they got. */
export class Load {
  readonly #origin: string
  #stopped = false
  #clients: ReadonlyArray<Promise<void>> = []
  /** Acknowledged sessions. */
  readonly sessions: Array<SignedInUser> = []
  /** Acknowledged instances. Creating one is the smallest write, and so the most frequent. */
  readonly instances: Array<unknown> = []
  readonly responses: Array<Response> = []
  /** Wrong responses: neither correct nor a 503 with `Retry-After`, or too late. */
  readonly wrong: Array<Response> = []

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Sends a request and records the response. Returns `undefined` unless it is correct. */
  async ask(action: string, method: string, path: string, options: Send, isCorrect: (reply: Reply) => boolean) {
    const begun = performance.now()
    const reply = await Promise.race([
      send(method, `${this.#origin}${path}`, options).catch((error) => ({ status: 0, text: String(error) }) as Reply),
      sleep(limitMillis, { status: 0, text: "no response" } as Reply, { ref: false })
    ])
    const response = { action, status: reply.status, millis: performance.now() - begun, text: reply.text }
    this.responses.push(response)
    const correct = reply.status < 300 && reply.status > 0 && isCorrect(reply)
    if (!correct && (reply.status === 0 || !isUnavailable(reply))) this.wrong.push(response)
    return correct ? reply : undefined
  }

  #post(action: string, path: string, body: unknown, isCorrect: (reply: Reply) => boolean) {
    const headers = { ...admin, "content-type": "application/json" }
    return this.ask(action, "POST", path, { headers, body: JSON.stringify(body) }, isCorrect)
  }

  async signUp(): Promise<SignedInUser | undefined> {
    const email = `user-${++userCount}@example.com`
    const reply = await this.#post("sign-up", "/v1/auth/sign-up/email-password", { email, password }, () => true)
    const user = reply && { email, userId: reply.json["userId"], cookie: cookieOf(reply) }
    if (user) this.sessions.push(user)
    return user
  }

  /** Signs a user in again: another acknowledged session of the same account. */
  async signIn({ email, userId }: SignedInUser): Promise<SignedInUser | undefined> {
    const isCorrect = (reply: Reply) => reply.json["userId"] === userId
    const reply = await this.#post("sign-in", "/v1/auth/sign-in/email-password", { email, password }, isCorrect)
    const user = reply && { email, userId, cookie: cookieOf(reply) }
    if (user) this.sessions.push(user)
    return user
  }

  checkSession({ cookie, userId }: SignedInUser): Promise<Reply | undefined> {
    const isCorrect = (reply: Reply) => reply.json["userId"] === userId
    return this.ask("session", "GET", "/v1/auth/session", { headers: { cookie } }, isCorrect)
  }

  async createInstance(): Promise<void> {
    const reply = await this.#post("instance", "/v1/admin/instances", { name: "An app" }, () => true)
    if (reply) this.instances.push(reply.json["id"])
  }

  async #listInstances(): Promise<ReadonlyArray<unknown>> {
    const reply = await this.ask("list", "GET", "/v1/admin/instances", { headers: admin }, () => true)
    const listed = reply?.json["instances"]
    return Array.isArray(listed) ? listed.map(({ id }) => id) : []
  }

  #randomUser(): SignedInUser {
    const user = this.sessions[Math.floor(Math.random() * this.sessions.length)]
    if (user === undefined) throw new Error("No user has signed up")
    return user
  }

  async #repeat(everyMillis: number, action: () => Promise<unknown>): Promise<void> {
    while (!this.#stopped) {
      await action()
      await sleep(everyMillis)
    }
  }

  /**
   * Starts to sign up, sign in and check sessions concurrently, each password action with so many clients. With one
   * each, there are as many as hashing threads, so none gets 503 for that. At least one user must have signed up before.
   */
  start(clients = 2): void {
    const each = new Array<void>(clients).fill()
    this.#clients = [
      ...each.map(() => this.#repeat(60, () => this.signUp())),
      ...each.map(() => this.#repeat(60, () => this.signIn(this.#randomUser()))),
      ...[1, 2, 3].map(() => this.#repeat(20, () => this.checkSession(this.#randomUser()))),
      this.#repeat(10, () => this.createInstance())
    ]
  }

  /** Stops, and waits for the last responses. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#clients)
  }

  /** Tries once whether everything works. */
  async works(): Promise<boolean> {
    const user = await this.signUp()
    return Boolean(user && (await this.signIn(user)) && (await this.checkSession(user)))
  }

  /** Waits until everything works. Fails after `limit` milliseconds. */
  async untilItWorks(limit: number): Promise<void> {
    const begun = performance.now()
    while (!(await this.works())) {
      if (performance.now() - begun > limit) throw new Error(`The service does not work again after ${limit} ms`)
      await sleep(100)
    }
  }

  /** Lists acknowledged accounts, sessions and instances that are gone. */
  async lost(): Promise<ReadonlyArray<string>> {
    const sessions = [...this.sessions]
    const accounts = [...new Map(sessions.map((user) => [user.email, user])).values()]
    const listed = new Set(await this.#listInstances())
    const lost = this.instances.filter((id) => !listed.has(id)).map((id) => `instance ${id}`)
    const check = async () => {
      for (let user = accounts.pop(); user; user = accounts.pop()) {
        if (!(await this.signIn(user))) lost.push(`account ${user.email}`)
      }
      for (let user = sessions.pop(); user; user = sessions.pop()) {
        if (!(await this.checkSession(user))) lost.push(`session of ${user.email}`)
      }
    }
    // As many as there are hashing threads, so that none gets 503.
    await Promise.all([check(), check()])
    return lost
  }
}
