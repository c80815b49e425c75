import type { TestContext } from "vitest"
import * as FaultyServer from "../../../../../test/support/postgres/FaultyServer.ts"
import { installed } from "../../../../../test/support/postgres/programs.ts"

/** A server of one's own, to go wrong on purpose. Without PostgreSQL's programs the test is skipped. */
export const faultyServer = async (
  { skip }: Pick<TestContext, "skip">,
  cleanUp: (undo: () => Promise<void>) => void
): Promise<FaultyServer.FaultyServer> => {
  const [programs] = installed()
  if (programs === undefined) return skip("There is no PostgreSQL on this machine that could be restarted")
  const server = await FaultyServer.start(programs)
  cleanUp(server.stop)
  return server
}
