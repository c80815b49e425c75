import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

/** The heap of this process, in MiB, without what nobody holds any more. */
export const held = async (): Promise<number> => {
  for (let times = 0; times < 3; times++) {
    collectGarbage()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed / 1024 / 1024
}
