import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

/** Collects garbage, and returns the heap of this process in MiB. */
export const heapMiB = async (): Promise<number> => {
  for (let times = 0; times < 3; times++) {
    collectGarbage()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed / 1024 / 1024
}
