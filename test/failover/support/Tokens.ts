import { setTimeout as sleep } from "node:timers/promises"
import { accessToken, keySet, refreshTokens } from "@latchkey/test-support/contract"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { newEmail, password, signUp } from "@latchkey/test-support/process/Replica"
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from "jose"
import type { Ledger } from "./Ledger.ts"
import type { Users } from "./Users.ts"

export const audience = "https://api.example.com"

/** For so long the token before the current one gets another access token. */
const graceMillis = 30_000

/** Access tokens work for five minutes. */
const tokenMillis = 290_000

/** Returns whether an API has to respond with 503, as docs/tokens.md says. */
const isOutage = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  [errors.JOSEError.code, errors.JWKSInvalid.code, errors.JWKSTimeout.code].includes(error.code)

/** A native client. `unansweredSince`: when it first sent its token without a response, in milliseconds since 1970. */
interface NativeClient {
  readonly sessionId: string
  refreshToken: string
  unansweredSince?: number | undefined
}

interface IssuedToken {
  readonly text: string
  readonly at: number
}

/** Programs that keep tokens, and an API that verifies tokens offline. */
export class Tokens {
  readonly #users: Users
  readonly #ledger: Ledger
  readonly #issuer: string
  /** As most APIs verify: the keys are fetched once in ten minutes. */
  readonly #patient: JWTVerifyGetKey
  /** Fetches the keys once in a second, so also in an outage. */
  readonly #hasty: ReadonlyArray<JWTVerifyGetKey>
  readonly #clients: Array<NativeClient | undefined> = [undefined, undefined, undefined]
  #issued: Array<IssuedToken> = []

  constructor(users: Users, ledger: Ledger, { issuer, origins }: { issuer: string; origins: ReadonlyArray<string> }) {
    this.#users = users
    this.#ledger = ledger
    this.#issuer = issuer
    const keysOf = (origin: string, options?: object) => createRemoteJWKSet(new URL(`${origin}${keySet}`), options)
    this.#patient = keysOf(origins[0] ?? "")
    this.#hasty = origins.map((origin) => keysOf(origin, { cacheMaxAge: 1_000, cooldownDuration: 0 }))
  }

  /** Resolves to what is wrong with a token; to `outage` if the keys cannot be fetched. */
  async #mistakeOf(token: string, keys: JWTVerifyGetKey): Promise<string | undefined> {
    const expected = { issuer: this.#issuer, audience, algorithms: ["ES256"], typ: "at+jwt" }
    try {
      await jwtVerify(token, keys, expected)
      return undefined
    } catch (error) {
      return isOutage(error) ? "outage" : String(error)
    }
  }

  /** Verifies a token offline, and with keys that are fetched now. */
  async #verify(token: string): Promise<void> {
    const [mistake, ...ofFetched] = await Promise.all(
      [this.#patient, ...this.#hasty].map((keys) => this.#mistakeOf(token, keys))
    )
    if (mistake !== undefined) this.#ledger.isWrong(`an API with the keys refuses a token: ${mistake}`)
    for (const fetched of ofFetched) {
      if (fetched === "outage") this.#ledger.keyOutages++
      else if (fetched !== undefined) this.#ledger.isWrong(`an API that fetches the keys refuses a token: ${fetched}`)
    }
    this.#ledger.verified++
  }

  async #take({ json }: Reply): Promise<void> {
    const text = json["accessToken"]
    if (typeof text !== "string") return this.#ledger.isWrong("a response has no access token")
    this.#issued.push({ text, at: Date.now() })
    await this.#verify(text)
  }

  /** Gets an access token for a session that was acknowledged at any time before. */
  async #haveAccessToken(): Promise<void> {
    const cookies = [...this.#ledger.signedIn.keys()]
    const cookie = cookies[Math.floor(Math.random() * cookies.length)]
    if (cookie === undefined) return
    const reply = await this.#users.ask("POST", accessToken, { cookie, body: { audience } })
    if (reply !== undefined) await this.#take(reply)
  }

  /** Verifies a token that was issued in the last five minutes. */
  async #verifyAgain(): Promise<void> {
    this.#issued = this.#issued.filter(({ at }) => at > Date.now() - tokenMillis)
    const one = this.#issued[Math.floor(Math.random() * this.#issued.length)]
    if (one !== undefined) await this.#verify(one.text)
  }

  async #signUp(): Promise<NativeClient | undefined> {
    const email = newEmail()
    const headers = { "x-latchkey-client": "native" }
    const reply = await this.#users.ask("POST", signUp, { body: { email, password }, headers })
    if (reply === undefined) return undefined
    this.#ledger.accounts.add(email)
    await this.#take(reply)
    const { refreshToken, sessionId } = reply.json
    this.#ledger.families.add(String(sessionId))
    return { sessionId: String(sessionId), refreshToken: String(refreshToken) }
  }

  /** Returns the client as it goes on; `undefined` if its user has to sign in again. */
  #next(client: NativeClient, reply: Reply): NativeClient | undefined {
    const { sessionId, unansweredSince } = client
    const next = reply.json["refreshToken"]
    if (typeof next === "string") {
      this.#ledger.refreshes++
      return { sessionId, refreshToken: next }
    }
    if (unansweredSince === undefined) this.#ledger.isWrong(`${sessionId} was used by no one else: ${reply.status}`)
    else if (reply.status === 200) this.#ledger.lostReplies.add(sessionId)
    else {
      this.#ledger.families.delete(sessionId)
      const late = Date.now() - unansweredSince
      if (late > graceMillis) this.#ledger.late.add(sessionId)
      else this.#ledger.isWrong(`${sessionId} has ended ${late} ms after its response was lost`)
    }
    return undefined
  }

  /** Replaces the token of a native client. Without a response, it presents the same token again. */
  async #refresh(index: number): Promise<void> {
    const client = this.#clients[index] ?? (await this.#signUp())
    this.#clients[index] = client
    if (client === undefined) return
    const begun = Date.now()
    const body = { refreshToken: client.refreshToken }
    const reply = await this.#users.ask("POST", refreshTokens, { body, statuses: [200, 401] })
    if (reply === undefined) {
      client.unansweredSince ??= begun
      await sleep(500)
      return
    }
    if (reply.status === 200) await this.#take(reply)
    this.#clients[index] = this.#next(client, reply)
  }

  /** What these programs do again and again. */
  get activities(): ReadonlyArray<() => Promise<void>> {
    return [
      ...this.#clients.map((_, index) => () => this.#refresh(index)),
      () => this.#haveAccessToken(),
      () => this.#verifyAgain()
    ]
  }

  /** Replaces the token of every native client, and verifies every token that has not expired. */
  async audit(): Promise<void> {
    await Promise.all(this.#clients.map((_, index) => this.#refresh(index)))
    for (const { at, text } of this.#issued) if (at > Date.now() - tokenMillis) await this.#verify(text)
  }
}
