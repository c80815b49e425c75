import { availableParallelism, cpus, totalmem } from "node:os"

/** What the figures were measured on, in one line. */
export const describe = (serverName: string, sharedBuffersMegabytes: number): string => {
  const model = cpus()[0]?.model.trim() ?? "unknown processor"
  const memory = Math.round(totalmem() / 2 ** 30)
  return [
    `${availableParallelism()} cores (${model}), ${memory} GB of memory`,
    `${serverName}, shared_buffers ${sharedBuffersMegabytes} MB, everything else as it comes`,
    `Node ${process.versions.node}`,
    new Date().toISOString().slice(0, 10)
  ].join("; ")
}
