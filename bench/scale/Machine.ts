import { availableParallelism, cpus, loadavg, totalmem } from "node:os"

/** Describes the machine and its load in one line. */
export const describe = (serverName: string, sharedBuffersMegabytes: number): string => {
  const model = cpus()[0]?.model.trim() ?? "unknown processor"
  const memory = Math.round(totalmem() / 2 ** 30)
  return [
    `${availableParallelism()} cores (${model}), ${memory} GB of memory`,
    `${serverName}, shared_buffers ${sharedBuffersMegabytes} MB, otherwise default settings`,
    `Node ${process.versions.node}`,
    `load average ${loadavg()[0]?.toFixed(1)} at the start`,
    new Date().toISOString().slice(0, 10)
  ].join("; ")
}
