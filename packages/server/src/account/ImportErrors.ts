/** The file with what is wrong with each line that was not imported. */
import { closeSync, fsyncSync, openSync, realpathSync, unlinkSync, writeSync } from "node:fs"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { CommandError } from "../core/CommandError.ts"
import { reasonOf } from "./FileFailure.ts"
import type { LineError } from "./ImportBatches.ts"

export interface ImportErrors {
  /** Appends errors, one JSON object per line. */
  readonly add: (errors: ReadonlyArray<LineError>) => Effect.Effect<void, CommandError>
}

const isSameFile = (one: string, other: string): boolean => {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}

/** Creates the file, or empties it. Deletes it when the scope closes, if there was nothing to write. */
export const open = (path: string, input: string): Effect.Effect<ImportErrors, CommandError, Scope.Scope> =>
  Effect.gen(function* () {
    const failed = (error: unknown) => new CommandError({ message: `Cannot write ${path}: ${reasonOf(error)}.` })
    if (isSameFile(path, input)) {
      return yield* new CommandError({ message: `${path} is the file to import. Name another one for the errors.` })
    }
    let isEmpty = true
    const file = yield* Effect.acquireRelease(
      Effect.try({ try: () => openSync(path, "w", 0o600), catch: failed }),
      (open) =>
        Effect.sync(() => {
          if (!isEmpty) fsyncSync(open)
          closeSync(open)
          if (isEmpty) unlinkSync(path)
        }).pipe(Effect.ignoreLogged)
    )
    return {
      add: (errors) =>
        Effect.try({
          try: () => {
            if (errors.length === 0) return
            isEmpty = false
            writeSync(file, errors.map((error) => `${JSON.stringify(error)}\n`).join(""))
          },
          catch: failed
        })
    }
  })
