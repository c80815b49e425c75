/** Sends HTTP requests to hosts that settings or metadata name: to public addresses only, with limits. */
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { lookup, Resolver } from "node:dns/promises"
import * as http from "node:http"
import * as https from "node:https"
import { isIP } from "node:net"
import { type Addresses, checkedLookup, isLoopback, isPublic } from "./internal/addresses.ts"
import { codeOf, exchange } from "./internal/exchange.ts"

/**
 * What a request may take.
 *
 * - `time`: how long, with the connection and what is read of the body.
 * - `bytes`: how much of the body of the response is read.
 * - `concurrent`: how many requests of one pool are in progress at most.
 * - `needs`: what of the response. With `"body"`, a response that is larger or does not end in time is a failure. With
 *   `"status"`, a response counts as soon as it has a status: its body is read for a second at most, and the connection
 *   of a body that goes on is closed.
 */
export interface Limits {
  readonly time: Duration.Duration
  readonly bytes: number
  readonly concurrent: number
  readonly needs: "body" | "status"
}

/**
 * Options of the outgoing requests.
 *
 * - `privateHosts`: the hosts whose address may be private, as `host:port`; none without it. Plain `http` is sent only
 *   to those of them that are on this machine.
 * - `resolve`: returns the IP addresses of a name that is not listed; without it, DNS does.
 */
export interface Options {
  readonly privateHosts?: ReadonlyArray<string>
  readonly resolve?: (hostname: string) => Promise<ReadonlyArray<string>>
}

/** A request. `pool`: what it counts for. A pool that is full costs the others nothing. */
export interface OutgoingRequest {
  readonly pool: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** A response. `body`: all of it if the limits need it, and otherwise what was read of it. */
export interface OutgoingResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: Uint8Array
}

/**
 * - `busy`: its pool is full. Nothing was sent.
 * - `url`: it is no URL of `https`. Nothing was sent.
 * - `address`: the host has no public address. Nothing was sent.
 * - `network`: no connection, no valid certificate, or no complete response.
 * - `timeout`, `size`: the response took too long, or is too large.
 */
export type Reason = "busy" | "url" | "address" | "network" | "timeout" | "size"

/** A request failed. `detail` contains at most the host and the code that Node has for the failure. */
export class OutgoingFailed extends Data.TaggedError("OutgoingFailed")<{
  readonly reason: Reason
  readonly detail: string
}> {
  override get message() {
    return this.detail
  }
}

/** Sends requests, within limits. */
export interface OutgoingRequests {
  /** Sends a request. Follows no redirect. Interruption aborts it. */
  readonly send: (request: OutgoingRequest) => Effect.Effect<OutgoingResponse, OutgoingFailed>
  /** Returns whether a request can be sent to the URL, before its name is looked up. */
  readonly isAllowed: (url: string) => boolean
}

const portOf = ({ port, protocol }: URL) => port || (protocol === "https:" ? "443" : "80")
const hostOf = (url: URL) => `${url.hostname}:${portOf(url)}`
const addressIn = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "")

const isAnyAddress = () => true

const failed = (reason: Reason, detail: string) => new OutgoingFailed({ reason, detail })

const privateAddress = (host: string) =>
  failed("address", `${host} has no public address, and is not listed as a private host`)

/** Asks DNS itself: `lookup` of `node:dns` would use the threads that everything else in the process needs. */
const fromDns = () => {
  const resolver = new Resolver({ timeout: 1000, tries: 2 })
  return async (hostname: string): Promise<ReadonlyArray<string>> => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
    const [ipv4] = answers
    if (addresses.length === 0 && ipv4.status === "rejected") throw ipv4.reason
    return addresses
  }
}

/** Asks as other programs of this machine do: `/etc/hosts` counts, too. */
const fromSystem = async (hostname: string): Promise<ReadonlyArray<string>> =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

/** Counts what each pool has in progress. */
const makePools = (concurrent: number) => {
  const inProgress = new Map<string, number>()
  const change = (pool: string, by: number) => {
    const count = (inProgress.get(pool) ?? 0) + by
    if (count === 0) inProgress.delete(pool)
    else inProgress.set(pool, count)
  }
  return <A>(pool: string, work: Effect.Effect<A, OutgoingFailed>): Effect.Effect<A, OutgoingFailed> =>
    Effect.acquireUseRelease(
      Effect.suspend(() => {
        if ((inProgress.get(pool) ?? 0) >= concurrent) {
          return failed("busy", `${concurrent} requests are in progress: too busy`)
        }
        return Effect.sync(() => change(pool, 1))
      }),
      () => work,
      () => Effect.sync(() => change(pool, -1))
    )
}

/** Makes the sender. Its connections are closed with the scope. */
export const make = (
  limits: Limits,
  { privateHosts = [], resolve = fromDns() }: Options = {}
): Effect.Effect<OutgoingRequests, never, Scope.Scope> =>
  Effect.gen(function* () {
    const listed = new Set(privateHosts.map((host) => host.toLowerCase()))
    const kept = { keepAlive: true, maxFreeSockets: 2, timeout: 10_000 }
    const agents = { http: new http.Agent(kept), https: new https.Agent(kept) }
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        for (const agent of Object.values(agents)) agent.destroy()
      })
    )
    const inPool = makePools(limits.concurrent)

    /** Returns the agent and the lookup for a URL, or why nothing is sent there. A literal address is not looked up. */
    const optionsFor = (url: URL): https.RequestOptions | OutgoingFailed => {
      const isListed = listed.has(hostOf(url))
      const isEncrypted = url.protocol === "https:"
      const needsHttps = failed("url", `${url.hostname} needs https`)
      if (url.username !== "" || url.password !== "") return failed("url", "a URL must not contain a password")
      if (!isEncrypted && !(isListed && url.protocol === "http:")) return needsHttps
      const addresses: Addresses<OutgoingFailed> = isListed
        ? { resolve: fromSystem, accepts: isEncrypted ? isAnyAddress : isLoopback, refusal: needsHttps }
        : { resolve, accepts: isPublic, refusal: privateAddress(url.hostname) }
      const address = addressIn(url)
      if (isIP(address) !== 0 && !addresses.accepts(address)) return addresses.refusal
      return { agent: isEncrypted ? agents.https : agents.http, lookup: checkedLookup(addresses) }
    }

    const send = (request: OutgoingRequest) =>
      Effect.gen(function* () {
        if (!URL.canParse(request.url)) return yield* failed("url", "it is no URL")
        const url = new URL(request.url)
        const options = optionsFor(url)
        if (options instanceof OutgoingFailed) return yield* options
        const tooSlow = () =>
          failed("timeout", `${url.hostname} took more than ${Duration.toSeconds(limits.time)} seconds`)
        const inTime = Effect.timeoutFail({ duration: limits.time, onTimeout: tooSlow })
        const work = Effect.mapError(exchange({ url, options, request, limits }, inTime), (error) =>
          error instanceof OutgoingFailed ? error : failed("network", `${url.hostname}: ${codeOf(error)}`)
        )
        const isTooLarge = ({ body }: OutgoingResponse) => body.length > limits.bytes
        const tooLarge = () => failed("size", `${url.hostname} sends more than ${limits.bytes} bytes`)
        return yield* work.pipe(
          Effect.filterOrFail((response) => !isTooLarge(response), tooLarge),
          (sent) => inPool(request.pool, sent)
        )
      })

    return {
      send,
      isAllowed: (url) => URL.canParse(url) && !(optionsFor(new URL(url)) instanceof OutgoingFailed)
    }
  })
