import { setTimeout as sleep } from "node:timers/promises"
import { patienceMillis } from "@latchkey/server/database/ServerDatabase"
import { type Reply, type Send, send } from "../../../../../test/support/HttpClient.ts"
import { admin } from "./service.ts"

/** A person with an account and a session, both acknowledged. */
export interface Person {
  readonly email: string
  readonly userId: unknown
  readonly cookie: string
}

export interface Answer {
  readonly action: string
  readonly status: number
  readonly millis: number
  readonly text: string
}

const password = "correct horse battery"

// On top of what the database may take: the rest of the work, on a busy machine.
const limitMillis = patienceMillis + 1_000

const cookieOf = ({ setCookies }: Reply): string => setCookies.map((cookie) => cookie.split(";", 1)[0]).join("; ")

const isHonestRefusal = ({ status, headers, json }: Reply): boolean =>
  status === 503 && json["code"] === "service_unavailable" && /^[1-9]\d*$/.test(headers["retry-after"] ?? "")

let people = 0

/** Clients of the service that never give up, and what they were answered. */
export class Load {
  readonly #origin: string
  #stopped = false
  #clients: ReadonlyArray<Promise<void>> = []
  /** Whoever got a 200. */
  readonly people: Array<Person> = []
  /** Instances that were made: the smallest thing to be acknowledged, and so the most frequent. */
  readonly instances: Array<unknown> = []
  readonly answers: Array<Answer> = []
  /** Answers that nobody should get: neither right nor a 503 that says when to come back, or too late. */
  readonly wrong: Array<Answer> = []

  constructor(origin: string) {
    this.#origin = origin
  }

  /** Sends a request, and notes what came of it. None when it was refused. */
  async ask(action: string, method: string, path: string, options: Send, isRight: (reply: Reply) => boolean) {
    const begun = performance.now()
    const reply = await Promise.race([
      send(method, `${this.#origin}${path}`, options).catch((error) => ({ status: 0, text: String(error) }) as Reply),
      sleep(limitMillis, { status: 0, text: "no answer" } as Reply, { ref: false })
    ])
    const answer = { action, status: reply.status, millis: performance.now() - begun, text: reply.text }
    this.answers.push(answer)
    const right = reply.status < 300 && reply.status > 0 && isRight(reply)
    if (!right && (reply.status === 0 || !isHonestRefusal(reply))) this.wrong.push(answer)
    return right ? reply : undefined
  }

  #post(action: string, path: string, body: unknown, isRight: (reply: Reply) => boolean) {
    const headers = { ...admin, "content-type": "application/json" }
    return this.ask(action, "POST", path, { headers, body: JSON.stringify(body) }, isRight)
  }

  async signUp(): Promise<Person | undefined> {
    const email = `person-${++people}@example.com`
    const reply = await this.#post("sign-up", "/v1/auth/sign-up/email-password", { email, password }, () => true)
    const person = reply && { email, userId: reply.json["userId"], cookie: cookieOf(reply) }
    if (person) this.people.push(person)
    return person
  }

  /** Signs a person in once more: another acknowledged session of the same account. */
  async signIn({ email, userId }: Person): Promise<Person | undefined> {
    const isRight = (reply: Reply) => reply.json["userId"] === userId
    const reply = await this.#post("sign-in", "/v1/auth/sign-in/email-password", { email, password }, isRight)
    const person = reply && { email, userId, cookie: cookieOf(reply) }
    if (person) this.people.push(person)
    return person
  }

  checkSession({ cookie, userId }: Person): Promise<Reply | undefined> {
    const isRight = (reply: Reply) => reply.json["userId"] === userId
    return this.ask("session", "GET", "/v1/auth/session", { headers: { cookie } }, isRight)
  }

  async makeInstance(): Promise<void> {
    const reply = await this.#post("instance", "/v1/admin/instances", { name: "An app" }, () => true)
    if (reply) this.instances.push(reply.json["id"])
  }

  async #listInstances(): Promise<ReadonlyArray<unknown>> {
    const reply = await this.ask("list", "GET", "/v1/admin/instances", { headers: admin }, () => true)
    const listed = reply?.json["instances"]
    return Array.isArray(listed) ? listed.map(({ id }) => id) : []
  }

  #somebody(): Person {
    const person = this.people[Math.floor(Math.random() * this.people.length)]
    if (person === undefined) throw new Error("Nobody has signed up")
    return person
  }

  async #repeat(everyMillis: number, action: () => Promise<unknown>): Promise<void> {
    while (!this.#stopped) {
      await action()
      await sleep(everyMillis)
    }
  }

  /** Begins to sign up, sign in and check sessions, all at once. Somebody has to have signed up. */
  start(): void {
    this.#clients = [
      ...[1, 2].map(() => this.#repeat(60, () => this.signUp())),
      ...[1, 2].map(() => this.#repeat(60, () => this.signIn(this.#somebody()))),
      ...[1, 2, 3].map(() => this.#repeat(20, () => this.checkSession(this.#somebody()))),
      this.#repeat(10, () => this.makeInstance())
    ]
  }

  /** Waits for the last answers. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#clients)
  }

  /** Whether everything works: tried once. */
  async isRight(): Promise<boolean> {
    const person = await this.signUp()
    return Boolean(person && (await this.signIn(person)) && (await this.checkSession(person)))
  }

  /** How long it took until everything worked, in milliseconds; it is tried for `limit`. */
  async untilRight(limit: number): Promise<number> {
    const begun = performance.now()
    while (!(await this.isRight())) {
      if (performance.now() - begun > limit) throw new Error(`It is not right again after ${limit} ms`)
      await sleep(100)
    }
    return performance.now() - begun
  }

  /** What was acknowledged and is no more: accounts that can sign in, sessions that answer, instances. */
  async lost(): Promise<ReadonlyArray<string>> {
    const sessions = [...this.people]
    const accounts = [...new Map(sessions.map((person) => [person.email, person])).values()]
    const listed = new Set(await this.#listInstances())
    const lost = this.instances.filter((id) => !listed.has(id)).map((id) => `instance ${id}`)
    const look = async () => {
      for (let person = accounts.pop(); person; person = accounts.pop()) {
        if (!(await this.signIn(person))) lost.push(`account ${person.email}`)
      }
      for (let person = sessions.pop(); person; person = sessions.pop()) {
        if (!(await this.checkSession(person))) lost.push(`session of ${person.email}`)
      }
    }
    // As many as hash at once: nobody is sent away.
    await Promise.all([look(), look()])
    return lost
  }
}
