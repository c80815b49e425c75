import { afterAll } from "vitest"
import type { CleanUp } from "./latchkey.ts"

/**
 * Undoes what tests register, after all tests of the file and in reverse order. Call it where the tests are declared:
 * vitest never runs an `afterAll` inside a hook.
 */
export const afterTests = (): CleanUp => {
  const undos: Array<() => void | Promise<void>> = []
  afterAll(async () => {
    for (const undo of undos.reverse()) await undo()
  })
  return (undo) => void undos.push(undo)
}
