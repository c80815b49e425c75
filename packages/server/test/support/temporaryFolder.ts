import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"

/** Creates an empty folder. It is deleted when the scope closes. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "latchkey-server-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)
