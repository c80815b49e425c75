import { availableParallelism, cpus, totalmem } from "node:os"
import * as Effect from "effect/Effect"

/** Describes the machine in one line. */
export const describe = (): string => {
  const model = cpus()[0]?.model.trim() ?? "unknown processor"
  return `${availableParallelism()} cores (${model}), ${Math.round(totalmem() / 2 ** 30)} GB of memory`
}

const times = () => {
  let [busy, all] = [0, 0]
  for (const { times } of cpus()) {
    const total = times.user + times.nice + times.sys + times.irq + times.idle
    busy += total - times.idle
    all += total
  }
  return { busy, all }
}

/** Measures for two seconds which share of the CPU is in use. */
export const busyShare = Effect.gen(function* () {
  const before = times()
  yield* Effect.sleep("2 seconds")
  const after = times()
  return (after.busy - before.busy) / (after.all - before.all)
})
