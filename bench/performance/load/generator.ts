// Makes requests in a separate process, as a closed loop: every client waits for the reply before its next request.
import { Connection, type Reply } from "./Connection.ts"

/** Clients with the same workload. Each has its own request and connection. */
export interface Group {
  readonly name: string
  readonly requests: ReadonlyArray<string>
  /** What every reply must contain. */
  readonly status: number
  readonly contains: string
}

export interface LoadOptions {
  readonly port: number
  readonly groups: ReadonlyArray<Group>
  /** Replies within this time at the start do not count. */
  readonly rampMillis: number
  readonly millis: number
}

/** `median` and `p99` are in milliseconds. */
export interface GroupResult {
  readonly name: string
  readonly replies: number
  readonly perSecond: number
  readonly median: number
  readonly p99: number
}

export type Result =
  | { readonly groups: ReadonlyArray<GroupResult>; readonly processorSeconds: number }
  | { readonly failure: string }

const check = ({ name, status, contains }: Group, reply: Reply): void => {
  if (reply.status === status && reply.body.includes(contains)) return
  throw new Error(`${name}: expected ${status} and "${contains}", got ${reply.status}: ${reply.body}`)
}

/** Repeats a request, and returns how long each reply in time took. */
const repeat = async (group: Group, request: string, options: LoadOptions, begin: number): Promise<Array<number>> => {
  const connection = new Connection(options.port)
  const [from, until] = [begin + options.rampMillis, begin + options.rampMillis + options.millis]
  const times: Array<number> = []
  try {
    for (let sent = performance.now(); sent < until; ) {
      const reply = await connection.send(request)
      const received = performance.now()
      check(group, reply)
      if (received >= from && received < until) times.push(received - sent)
      sent = received
    }
  } finally {
    connection.close()
  }
  return times
}

const at = (sorted: ReadonlyArray<number>, percent: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN

const runGroup = async (group: Group, options: LoadOptions, begin: number): Promise<GroupResult> => {
  const times = (await Promise.all(group.requests.map((request) => repeat(group, request, options, begin)))).flat()
  times.sort((a, b) => a - b)
  return {
    name: group.name,
    replies: times.length,
    perSecond: (times.length * 1000) / options.millis,
    median: at(times, 50),
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
