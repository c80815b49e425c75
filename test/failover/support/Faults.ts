import { rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { Cluster, Node } from "./Cluster.ts"
import { processesIn, signal } from "./processes.ts"

interface Led {
  readonly node: Node
  /** In milliseconds since 1970. */
  readonly at: number
}

/** A way to lose the leader. */
export interface Fault {
  readonly name: string
  /** Happens to the leader. Resolves to the next leader, which may be the same, and when it led. */
  readonly strike: (cluster: Cluster, leader: Node) => Promise<Led>
  /** Happens once the service works again: the former leader comes back. */
  readonly heal: (cluster: Cluster, former: Node) => Promise<void>
}

const processesOf = (cluster: Cluster, node: Node, title = "") =>
  processesIn(cluster.folderOf(node)).filter((process) => process.title.includes(title))

const patroniOf = (cluster: Cluster, node: Node) => processesOf(cluster, node, "patroni.yml")

/** Waits for a leader other than `former`. */
const nextLeader = async (cluster: Cluster, former?: Node): Promise<Led> => {
  const node = await cluster.leader(former)
  return { node, at: Date.now() }
}

/** Nothing that the leader writes reaches a standby any more. Then the machine dies. */
const killLeader = async (cluster: Cluster, leader: Node): Promise<Led> => {
  const senders = processesOf(cluster, leader, "walsender")
  if (senders.length !== 2) throw new Error(`${leader} has ${senders.length} standbys instead of two`)
  signal(senders, "SIGSTOP")
  await sleep(1_000)
  cluster.kill(leader)
  return nextLeader(cluster, leader)
}

const release = async (cluster: Cluster, former: Node) => cluster.release(former)

const kill: Fault = { name: "kill -9 the leader", strike: killLeader, heal: release }

const loseDisk: Fault = {
  name: "kill -9 the leader and delete its data",
  strike: killLeader,
  heal: async (cluster, former) => {
    rmSync(join(cluster.folderOf(former), "data"), { recursive: true })
    cluster.release(former)
  }
}

const killServer: Fault = {
  name: "kill -9 the leader's PostgreSQL only",
  strike: async (cluster, leader) => {
    const processes = processesOf(cluster, leader, "postgres")
    signal(processes, "SIGSTOP")
    signal(processes, "SIGKILL")
    await sleep(1_000)
    return nextLeader(cluster)
  },
  heal: async () => {}
}

const stop: Fault = {
  name: "stop the leader",
  strike: async (cluster, leader) => {
    cluster.hold(leader)
    signal(patroniOf(cluster, leader), "SIGTERM")
    return nextLeader(cluster, leader)
  },
  heal: release
}

const pause: Fault = {
  name: "pause the leader, then wake it",
  strike: async (cluster, leader) => {
    signal(processesOf(cluster, leader), "SIGSTOP")
    return nextLeader(cluster, leader)
  },
  // Every process wakes where it was, with its connections and its data of before. For two seconds nothing tells
  // PostgreSQL that it no longer leads.
  heal: async (cluster, former) => {
    const patroni = patroniOf(cluster, former).map(({ pid }) => pid)
    signal(
      processesOf(cluster, former).filter(({ pid }) => !patroni.includes(pid)),
      "SIGCONT"
    )
    await sleep(2_000)
    signal(patroniOf(cluster, former), "SIGCONT")
  }
}

/** PostgreSQL goes on as if it led, and nothing stops it. */
const pausePatroni: Fault = {
  name: "pause the leader's Patroni only",
  strike: async (cluster, leader) => {
    signal(patroniOf(cluster, leader), "SIGSTOP")
    const next = await nextLeader(cluster, leader)
    // For as long there are two primaries.
    await sleep(5_000)
    return next
  },
  heal: async (cluster, former) => signal(patroniOf(cluster, former), "SIGCONT")
}

const cutOff: Fault = {
  name: "cut the leader off from etcd",
  strike: async (cluster, leader) => {
    cluster.proxies[leader].cut()
    return nextLeader(cluster, leader)
  },
  heal: async (cluster, former) => cluster.proxies[former].restore()
}

const requestSwitchover = async (cluster: Cluster, leader: Node): Promise<Led> => {
  const [status, text] = await cluster.ask(leader, "POST", "/switchover", { leader })
  if (status !== 200) throw new Error(`Patroni refused the switchover: ${status} ${text}`)
  return nextLeader(cluster, leader)
}

const switchOver: Fault = {
  name: "switch over by command",
  strike: requestSwitchover,
  heal: async () => {}
}

const switchOverUnnoticed: Fault = {
  name: "switch over, unnoticed by the balancer for 8 s",
  strike: async (cluster, leader) => {
    await cluster.balancer(`disable health postgresql/${leader}`)
    const next = await requestSwitchover(cluster, leader)
    await sleep(8_000)
    // No more connections to the former leader. Those that it has stay.
    await cluster.balancer(`set server postgresql/${leader} state drain`)
    return next
  },
  heal: async (cluster, former) => {
    await cluster.balancer(`enable health postgresql/${former}`)
    await cluster.balancer(`set server postgresql/${former} state ready`)
  }
}

const killEtcdLeader: Fault = {
  name: "kill -9 etcd's leader",
  strike: async (cluster) => {
    const member = await cluster.etcdLeader()
    cluster.kill(member)
    // Longer than the lease of the leader's key.
    await sleep(12_000)
    cluster.release(member)
    return nextLeader(cluster)
  },
  heal: async () => {}
}

/** All faults, in the order in which they happen. `npm run test:failover` repeats them. */
export const faults: ReadonlyArray<Fault> = [
  kill,
  pause,
  pausePatroni,
  switchOverUnnoticed,
  cutOff,
  stop,
  switchOver,
  killEtcdLeader,
  loseDisk,
  killServer
]
