// Makes requests in a separate process, as a closed loop: every client waits for the reply before its next request.
import { setTimeout as sleep } from "node:timers/promises"
import { Connection, type Reply } from "./Connection.ts"

/** Clients with the same workload, each with its own connection. They take turns through the requests. */
export interface Group {
  readonly name: string
  readonly clients: number
  readonly requests: ReadonlyArray<string>
  /** What every reply must contain, unless the request is shed. */
  readonly status: number
  readonly contains: string
  /** Whether the server may shed requests with 503, and whether a client then waits as `Retry-After` says. */
  readonly shed?: "wait" | "repeat"
  /** How long each client pauses after a reply. */
  readonly pauseMillis?: number
}

export interface LoadOptions {
  readonly port: number
  readonly groups: ReadonlyArray<Group>
  /** Replies within this time at the start do not count. */
  readonly rampMillis: number
  readonly millis: number
}

/** `median`, `p95` and `p99` are in milliseconds. `shed` requests are not among the replies. */
export interface GroupResult {
  readonly name: string
  readonly replies: number
  readonly shed: number
  readonly perSecond: number
  readonly median: number
  readonly p95: number
  readonly p99: number
}

export type Result =
  | { readonly groups: ReadonlyArray<GroupResult>; readonly processorSeconds: number }
  | { readonly failure: string }

const check = ({ name, status, contains }: Group, reply: Reply): void => {
  if (reply.status === status && reply.body.includes(contains)) return
  throw new Error(`${name}: expected ${status} and "${contains}", got ${reply.status}: ${reply.body}`)
}

interface Times {
  /** How long each reply took. */
  readonly replies: Array<number>
  shed: number
}

/** Waits after a reply, at most until the end. Returns whether the request was shed. */
const waitAfter = async (group: Group, reply: Reply, left: number): Promise<boolean> => {
  const isShed = group.shed !== undefined && reply.status === 503
  const pause = isShed && group.shed === "wait" ? reply.retryAfter * 1000 : (group.pauseMillis ?? 0)
  if (pause > 0) await sleep(Math.max(0, Math.min(pause, left)))
  return isShed
}

/** Sends the requests of a client in turn, and adds how long each reply in time took. */
const repeat = async (group: Group, client: number, options: LoadOptions, begin: number): Promise<Times> => {
  const requests = group.requests.filter((_, index) => index % group.clients === client)
  const connection = new Connection(options.port)
  const [from, until] = [begin + options.rampMillis, begin + options.rampMillis + options.millis]
  const times: Times = { replies: [], shed: 0 }
  try {
    for (let sent = performance.now(), turn = 0; sent < until; sent = performance.now(), turn++) {
      const reply = await connection.send(requests[turn % requests.length] ?? "")
      const received = performance.now()
      const isShed = await waitAfter(group, reply, until - received)
      if (!isShed) check(group, reply)
      if (received < from || received >= until) continue
      if (isShed) times.shed++
      else times.replies.push(received - sent)
    }
  } finally {
    connection.close()
  }
  return times
}

const at = (sorted: ReadonlyArray<number>, percent: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN

const runGroup = async (group: Group, options: LoadOptions, begin: number): Promise<GroupResult> => {
  const clients = await Promise.all(
    Array.from({ length: group.clients }, (_, client) => repeat(group, client, options, begin))
  )
  const times = clients.flatMap(({ replies }) => replies).sort((a, b) => a - b)
  return {
    name: group.name,
    replies: times.length,
    shed: clients.reduce((sum, { shed }) => sum + shed, 0),
    perSecond: (times.length * 1000) / options.millis,
    median: at(times, 50),
    p95: at(times, 95),
    p99: at(times, 99)
  }
}

const run = async (options: LoadOptions): Promise<Result> => {
  const before = process.cpuUsage()
  const begin = performance.now()
  const groups = await Promise.all(options.groups.map((group) => runGroup(group, options, begin)))
  const { user, system } = process.cpuUsage(before)
  return { groups, processorSeconds: (user + system) / 1e6 }
}

process.on("message", (options: LoadOptions) => {
  run(options).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ failure: error.message })
  )
})
process.once("disconnect", () => process.exit())
