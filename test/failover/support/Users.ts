import { setTimeout as sleep } from "node:timers/promises"
import { type Reply, send } from "@latchkey/test-support/HttpClient"
import {
  newAddress,
  newEmail,
  password,
  requestLink,
  session,
  signIn,
  signUp
} from "@latchkey/test-support/process/Replica"
import type { SesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"
import type { Ledger } from "./Ledger.ts"

/** A request may wait for the database for ten seconds; the rest is for a busy machine. */
const longestMillis = 14_000

/** How long a user waits for an email before the next one begins. */
const emailMillis = 10_000

/** A queued email is leased for a minute. */
const repeatedEmailMillis = 80_000

/** As many as a service has connections. */
const searches = 10

const usersPath = "/v1/admin/instances/default/users"

export interface Response {
  /** In milliseconds since 1970. */
  readonly begun: number
  readonly ended: number
  readonly isUnavailable: boolean
}

interface Ask {
  readonly headers?: Readonly<Record<string, string>>
  readonly cookie?: string
  readonly body?: unknown
  /** The statuses that are correct. */
  readonly statuses?: ReadonlyArray<number>
  readonly origin?: string
}

const cookieOf = ({ setCookies }: Reply): string => setCookies.map((cookie) => cookie.split(";", 1)[0]).join("; ")

const isUnavailable = ({ headers, json, status }: Reply): boolean =>
  status === 503 && json["code"] === "service_unavailable" && /^[1-9]\d*$/.test(headers["retry-after"] ?? "")

const anyOf = <A>(values: ReadonlyArray<A>): A | undefined => values[Math.floor(Math.random() * values.length)]

/** Users of several services on one database. Each keeps account of what was acknowledged. */
export class Users {
  readonly #origins: ReadonlyArray<string>
  readonly #ledger: Ledger
  readonly #ses: SesEndpoint
  readonly #admin: Readonly<Record<string, string>>
  #isStopped = true
  #running: Promise<unknown> = Promise.resolve()
  /** Since `start`. */
  responses: Array<Response> = []

  /** `admin`: the headers of a request to the admin API. */
  constructor(
    origins: ReadonlyArray<string>,
    ledger: Ledger,
    ses: SesEndpoint,
    admin: Readonly<Record<string, string>>
  ) {
    this.#origins = origins
    this.#admin = admin
    this.#ledger = ledger
    this.#ses = ses
  }

  /**
   * Sends a request from a new IP address, to any of the services. Returns the response if it is correct, and
   * `undefined` if the service is unavailable. Records everything else as wrong.
   */
  async ask(
    method: string,
    path: string,
    { body, cookie, headers: more, origin = anyOf(this.#origins), statuses = [200] }: Ask
  ): Promise<Reply | undefined> {
    const begun = Date.now()
    const headers = {
      "x-forwarded-for": newAddress(),
      ...more,
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { "content-type": "application/json" })
    }
    const options = { headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const failed = (text: string): Reply => ({ status: 0, text, headers: {}, setCookies: [], json: {} })
    const reply = await Promise.race([
      send(method, `${origin}${path}`, options).catch((error) => failed(String(error))),
      sleep(longestMillis, failed("no response"), { ref: false })
    ])
    const ended = Date.now()
    this.responses.push({ begun, ended, isUnavailable: reply.status === 503 })
    if (statuses.includes(reply.status)) return reply
    if (!isUnavailable(reply)) {
      const answer = `${reply.status} ${reply.json["code"] ?? reply.text}`
      const request = `${origin} ${method} ${path.split("?")[0]}`
      this.#ledger.isWrong(`${request}: ${answer} instead of ${statuses}`, new Date(begun))
    }
    return undefined
  }

  /** Checks a session at every service. */
  async #check(cookie: string, status: number): Promise<void> {
    await Promise.all(this.#origins.map((origin) => this.ask("GET", session, { cookie, origin, statuses: [status] })))
  }

  /** Returns whether sign-up was acknowledged. */
  async #signUp(email: string): Promise<boolean> {
    const reply = await this.ask("POST", signUp, { body: { email, password } })
    if (reply === undefined) return false
    this.#ledger.accounts.add(email)
    this.#ledger.signedIn.set(cookieOf(reply), email)
    await this.#check(cookieOf(reply), 200)
    return true
  }

  /** Signs up, signs in again, and signs that session out. */
  async #haveAccount(): Promise<void> {
    const email = newEmail()
    if (!(await this.#signUp(email))) return
    const reply = await this.ask("POST", signIn, { body: { email, password } })
    if (reply === undefined) return
    const cookie = cookieOf(reply)
    await this.#check(cookie, 200)
    if ((await this.ask("POST", "/v1/auth/sign-out", { cookie })) === undefined) return
    this.#ledger.signedOut.add(cookie)
    await this.#check(cookie, 401)
  }

  /** Waits for an email after the first `count`. */
  async #emailAfter(email: string, count: number, millis: number): Promise<string | undefined> {
    for (const end = Date.now() + millis; Date.now() < end; await sleep(20)) {
      const emails = this.#ses.emailsTo(email)
      if (emails.length > count) return emails.at(-1)?.path
    }
    return undefined
  }

  /**
   * Uses the newest link concurrently at every service. A process that lost the database while it sent the email sends
   * another, with another link.
   */
  async #useLink(email: string): Promise<void> {
    const received = this.#ses.emailsTo(email)
    const path = received.at(-1)?.path ?? ""
    this.#ledger.linkUsers.add(email)
    const replies = await Promise.all(
      this.#origins.map((origin) => this.ask("GET", path, { origin, statuses: [200, 401] }))
    )
    const [first, ...others] = replies.filter((reply) => reply?.status === 200)
    if (others.length > 0) this.#ledger.isWrong(`a link of ${email} was used twice`)
    if (first !== undefined) {
      this.#ledger.usedLinks.add(path)
      this.#ledger.accounts.add(email)
      this.#ledger.signedIn.set(cookieOf(first), email)
    } else if (!replies.includes(undefined)) {
      if ((await this.#emailAfter(email, received.length, repeatedEmailMillis)) !== undefined)
        return this.#useLink(email)
      this.#ledger.isWrong(`the link of ${email} has never worked`)
    }
  }

  async #haveLink(): Promise<void> {
    const email = newEmail()
    if ((await this.ask("POST", requestLink, { body: { email } })) === undefined) return
    this.#ledger.awaitingLink.add(email)
    if ((await this.#emailAfter(email, 0, emailMillis)) === undefined) return
    this.#ledger.awaitingLink.delete(email)
    await this.#useLink(email)
  }

  /** Tries a wrong password at every service. Returns whether all were refused because of the limit. */
  async guess(email: string): Promise<boolean> {
    const body = { email, password: "wrong horse battery" }
    const replies = await Promise.all(
      this.#origins.map((origin) => this.ask("POST", signIn, { body, origin, statuses: [401, 429] }))
    )
    for (const reply of replies) if (reply?.status === 401) this.#ledger.guess(email)
    return replies.every((reply) => reply?.status === 429)
  }

  async #guessPassword(): Promise<void> {
    const email = newEmail()
    if (!(await this.#signUp(email))) return
    this.#ledger.guesses.set(email, 0)
    for (let attempt = 0; attempt < 12 && !this.#isStopped; attempt++) {
      if (await this.guess(email)) return
      await sleep(100)
    }
  }

  /** Looks at something that was acknowledged at any time before. */
  async #look(): Promise<void> {
    const { guesses, signedIn, signedOut } = this.#ledger
    const [active, ended, guessed] = [anyOf([...signedIn.keys()]), anyOf([...signedOut]), anyOf([...guesses.keys()])]
    if (active !== undefined) await this.#check(active, 200)
    if (ended !== undefined) await this.#check(ended, 401)
    if (guessed !== undefined) await this.guess(guessed)
  }

  /**
   * Looks for the newest accounts as an operator does. Each search needs a connection, so that all connections of all
   * services are used.
   */
  async #findAccounts(): Promise<void> {
    const newest = [...this.#ledger.accounts].slice(-searches)
    const find = async (email: string, origin: string) => {
      const reply = await this.ask("GET", `${usersPath}?email=${email}`, { origin, headers: this.#admin })
      const found = reply?.json["users"]
      if (Array.isArray(found) && found.length === 0) this.#ledger.isWrong(`${email} is not found`)
    }
    await Promise.all(this.#origins.flatMap((origin) => newest.map((email) => find(email, origin))))
    await sleep(200)
  }

  async #repeat(action: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) {
      await action()
      await sleep(50)
    }
  }

  /** Returns the users whose acknowledged link has not arrived. */
  withoutEmail(): ReadonlyArray<string> {
    return [...this.#ledger.awaitingLink].filter((email) => this.#ses.emailsTo(email).length === 0)
  }

  /** Starts all users, and what else is done again and again. */
  start(others: ReadonlyArray<() => Promise<void>> = []): void {
    this.#isStopped = false
    this.responses = []
    this.#running = Promise.all([
      ...[1, 2, 3].map(() => this.#repeat(() => this.#haveAccount())),
      ...[1, 2].map(() => this.#repeat(() => this.#haveLink())),
      ...[1, 2].map(() => this.#repeat(() => this.#look())),
      this.#repeat(() => this.#guessPassword()),
      this.#repeat(() => this.#findAccounts()),
      ...others.map((action) => this.#repeat(action))
    ])
    // Reported by `stop`.
    this.#running.catch(() => {})
  }

  /** Stops all users, and waits for the last responses. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  /** Resolves when the services have worked for two seconds. Fails after `millis`. */
  async areServed(millis: number): Promise<void> {
    const begun = Date.now()
    for (;;) {
      const recent = this.responses.filter(({ ended }) => ended > Date.now() - 2_000)
      if (Date.now() > begun + 2_000 && recent.length > 20 && !recent.some((one) => one.isUnavailable)) return
      if (Date.now() > begun + millis) throw new Error(`The services do not work again after ${millis} ms`)
      await sleep(100)
    }
  }
}
