import type { TestContext } from "vitest"
import * as FaultyServer from "./FaultyServer.ts"
import { installed } from "./programs.ts"

/** Starts a PostgreSQL server that the test can disturb. Skips the test without PostgreSQL's programs. */
export const faultyServer = async (
  { skip }: Pick<TestContext, "skip">,
  cleanUp: (undo: () => Promise<void>) => void
): Promise<FaultyServer.FaultyServer> => {
  const [programs] = installed()
  if (programs === undefined) return skip("There is no PostgreSQL on this machine that the test could restart")
  const server = await FaultyServer.start(programs)
  cleanUp(server.stop)
  return server
}
