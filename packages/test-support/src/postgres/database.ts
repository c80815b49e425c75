import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { onTestFinished } from "vitest"
import { newestServer } from "./databases.ts"
import * as ServerDatabase from "./ServerDatabase.ts"
import type { CleanUp } from "../process/latchkey.ts"

/** Returns the URL of an empty database on a real server. It is dropped after the test, or whenever `cleanUp` runs. */
export const database = async (cleanUp: CleanUp = onTestFinished, server = newestServer()): Promise<string> => {
  const scope = await Effect.runPromise(Scope.make())
  cleanUp(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return Redacted.value(await Effect.runPromise(Scope.extend(ServerDatabase.make(server.url), scope)))
}
