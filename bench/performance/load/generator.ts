// Makes requests, in a process of its own: a closed loop, in which every client waits for its reply and then asks again.
import { Connection, type Reply } from "./Connection.ts"

/** Clients that all do the same, each with a request and a connection of its own. */
export interface Group {
  readonly name: string
  readonly requests: ReadonlyArray<string>
  /** What every reply has to say. */
  readonly status: number
  readonly contains: string
}

export interface Orders {
  readonly port: number
  readonly groups: ReadonlyArray<Group>
  /** Replies that come before do not count. */
  readonly rampMillis: number
  readonly millis: number
}

/** Replies a second, and how long they took, in milliseconds. */
export interface GroupResult {
  readonly name: string
  readonly replies: number
  readonly perSecond: number
  readonly median: number
  readonly p99: number
}

export type Answer =
  | { readonly groups: ReadonlyArray<GroupResult>; readonly processorSeconds: number }
  | { readonly failure: string }

const check = ({ name, status, contains }: Group, reply: Reply): void => {
  if (reply.status === status && reply.body.includes(contains)) return
  throw new Error(`${name}: expected ${status} and "${contains}", got ${reply.status}: ${reply.body}`)
}

/** How long each of the replies took that came in time. */
const ask = async (group: Group, request: string, orders: Orders, begin: number): Promise<Array<number>> => {
  const connection = new Connection(orders.port)
  const [from, until] = [begin + orders.rampMillis, begin + orders.rampMillis + orders.millis]
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

const runGroup = async (group: Group, orders: Orders, begin: number): Promise<GroupResult> => {
  const times = (await Promise.all(group.requests.map((request) => ask(group, request, orders, begin)))).flat()
  times.sort((a, b) => a - b)
  return {
    name: group.name,
    replies: times.length,
    perSecond: (times.length * 1000) / orders.millis,
    median: at(times, 50),
    p99: at(times, 99)
  }
}

const run = async (orders: Orders): Promise<Answer> => {
  const before = process.cpuUsage()
  const begin = performance.now()
  const groups = await Promise.all(orders.groups.map((group) => runGroup(group, orders, begin)))
  const { user, system } = process.cpuUsage(before)
  return { groups, processorSeconds: (user + system) / 1e6 }
}

process.on("message", (orders: Orders) => {
  run(orders).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ failure: error.message })
  )
})
process.once("disconnect", () => process.exit())
