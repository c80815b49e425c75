import { afterAll } from "vitest"
import type { CleanUp } from "./latchkey.ts"

/**
 * Undoes things after all tests of a file, the last first. Call it where the tests are declared: an `afterAll` inside a
 * hook is never run.
 */
export const afterTests = (): CleanUp => {
  const undos: Array<() => void | Promise<void>> = []
  afterAll(async () => {
    for (const undo of undos.reverse()) await undo()
  })
  return (undo) => void undos.push(undo)
}
