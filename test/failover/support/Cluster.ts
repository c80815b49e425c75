import { rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import type { CleanUp } from "@latchkey/test-support/process/latchkey"
import { type EtcdProxy, startEtcdProxy } from "./EtcdProxy.ts"
import { processesIn, signal } from "./processes.ts"
import { type Changes, changedTemplates, portsIn, startScript } from "./script.ts"

export const nodes = ["n1", "n2", "n3"] as const
export type Node = (typeof nodes)[number]

const members = ["etcd1", "etcd2", "etcd3"] as const
type Member = (typeof members)[number]

/** What `deploy/patroni/cluster` starts again when it ends. */
export const parts = [...nodes, ...members, "haproxy", "latchkey1", "latchkey2"] as const
export type Part = (typeof parts)[number]

/** Returns the first result of `look` that is not `undefined`. Fails after that many seconds. */
const until = async <A>(what: string, look: () => Promise<A | undefined>, seconds: number): Promise<A> => {
  const end = Date.now() + seconds * 1_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`There is no ${what} after ${seconds} s`)
    await sleep(100)
  }
}

/** Returns the status and the body of a response; 0 if there is none in time. */
const request = async (url: string, method: string, body?: unknown, seconds = 1.5) => {
  try {
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(url, { method, signal: AbortSignal.timeout(seconds * 1_000), ...content })
    return [response.status, await response.text()] as const
  } catch {
    return [0, ""] as const
  }
}

interface Listed {
  readonly role: string
  readonly state: string
}

/** Returns whether Patroni lists a leader and two standbys that follow it, one of them synchronously. */
const isComplete = (listed: ReadonlyArray<Listed>): boolean => {
  const running = listed.filter(({ state }) => state === "running" || state === "streaming").map(({ role }) => role)
  const expected = ["leader", "sync_standby"].every((role) => running.filter((one) => one === role).length === 1)
  return expected && running.length === nodes.length
}

/** The cluster that the script runs. */
export class Cluster {
  readonly database: string
  readonly origins: ReadonlyArray<string>
  readonly proxies: Readonly<Record<Node, EtcdProxy>>
  readonly #folder: string
  readonly #ports: Readonly<Record<string, number>>

  constructor(
    folder: string,
    facts: Pick<Cluster, "database" | "origins" | "proxies"> & { readonly ports: Readonly<Record<string, number>> }
  ) {
    this.database = facts.database
    this.origins = facts.origins
    this.proxies = facts.proxies
    this.#folder = folder
    this.#ports = facts.ports
  }

  folderOf(part: Part): string {
    return join(this.#folder, part)
  }

  /** Sends a request to Patroni on the node. Returns the status and the body; 0 if it does not respond. */
  ask(node: Node, method: string, path: string, body?: unknown) {
    const url = `http://127.0.0.1:${this.#ports[`${node}.patroni`]}${path}`
    return request(url, method, body, method === "GET" ? 1.5 : 30)
  }

  /** Returns the node whose Patroni says that it leads, other than `former`. Waits for it, at most a minute. */
  leader(former?: Node): Promise<Node> {
    const look = async () => {
      const others = nodes.filter((node) => node !== former)
      const replies = await Promise.all(others.map((node) => this.ask(node, "GET", "/primary")))
      return others.find((_, index) => replies[index]?.[0] === 200)
    }
    return until("leader", look, 60)
  }

  /** Waits until two standbys follow the leader, one of them synchronously, and HAProxy sends to the leader only. */
  async isWhole(): Promise<void> {
    const look = async () => {
      const leader = await this.leader()
      const [, body] = await this.ask(leader, "GET", "/cluster")
      const states = (await this.balancer("show stat postgresql 4 -1")).split("\n")
      const [balanced, ...others] = states.filter((line) => line.includes(",UP,"))
      const isBalanced = others.length === 0 && balanced?.startsWith(`postgresql,${leader},`)
      return (isBalanced && isComplete(JSON.parse(body || "{}").members ?? [])) || undefined
    }
    await until("whole cluster", look, 90)
  }

  etcdLeader(): Promise<Member> {
    const look = async () => {
      for (const member of members) {
        const url = `http://127.0.0.1:${this.#ports[`${member}.client`]}/v3/maintenance/status`
        const [status, body] = await request(url, "POST", {})
        const { header, leader } = JSON.parse(status === 200 ? body : "{}")
        if (status === 200 && header.member_id === leader) return member
      }
      return undefined
    }
    return until("leader of etcd", look, 30)
  }

  /** Sends a command to HAProxy, and returns its response. */
  balancer(command: string): Promise<string> {
    const socket = connect(join(this.folderOf("haproxy"), "admin"))
    socket.end(`${command}\n`)
    return text(socket)
  }

  /** Kills all processes of a part. It stays down until `release`. */
  kill(part: Part): void {
    this.hold(part)
    const processes = processesIn(this.folderOf(part))
    // None of them may notice that another has ended.
    signal(processes, "SIGSTOP")
    signal(processes, "SIGKILL")
    // Those that were started meanwhile.
    signal(processesIn(this.folderOf(part)), "SIGKILL")
  }

  /** Keeps a part down once it has ended. */
  hold(part: Part): void {
    writeFileSync(join(this.folderOf(part), "hold"), "")
  }

  /** Lets a part start again. */
  release(part: Part): void {
    rmSync(join(this.folderOf(part), "hold"), { force: true })
  }
}

export interface Options {
  readonly environment: Readonly<Record<string, string>>
  /** Faults of the cluster that the tests must catch. */
  readonly changes: Changes
}

/** Runs `deploy/patroni/cluster` until `cleanUp`, with each node behind a proxy for etcd. */
export const startCluster = async ({ changes, environment }: Options, cleanUp: CleanUp): Promise<Cluster> => {
  let ports: Readonly<Record<string, number>> = {}
  const etcdPorts = () => members.map((member) => ports[`${member}.client`] ?? 0)
  const [n1, n2, n3] = await Promise.all([0, 1, 2].map(() => startEtcdProxy(etcdPorts, cleanUp)))
  const proxies = { n1, n2, n3 } as Cluster["proxies"]
  const read = startScript(
    {
      ...process.env,
      ...environment,
      ...Object.fromEntries(nodes.map((node) => [`ETCD_OF_${node}`, `127.0.0.1:${proxies[node].port}`])),
      ...(changes.length === 0 ? {} : { TEMPLATES: changedTemplates(changes, cleanUp) })
    },
    cleanUp
  )
  const [folder = ""] = await read("folder")
  ports = portsIn(folder)
  await read("ready")
  const [database = ""] = await read("database")
  return new Cluster(folder, { database, origins: await read("latchkey"), proxies, ports })
}
