import { availableParallelism, cpus, loadavg, totalmem } from "node:os"

/** What the figures are measured on, in one line, and whether it has other things to do. */
export const describe = (serverName: string, sharedBuffersMegabytes: number): string => {
  const model = cpus()[0]?.model.trim() ?? "unknown processor"
  const memory = Math.round(totalmem() / 2 ** 30)
  return [
    `${availableParallelism()} cores (${model}), ${memory} GB of memory`,
    `${serverName}, shared_buffers ${sharedBuffersMegabytes} MB, everything else as it comes`,
    `Node ${process.versions.node}`,
    `load average ${loadavg()[0]?.toFixed(1)} when it began`,
    new Date().toISOString().slice(0, 10)
  ].join("; ")
}
