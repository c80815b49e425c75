import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { vi } from "vitest"

const missing = "/nonexistent/latchkey"

// No profile of whoever runs the tests, and no metadata service of the machine.
const bare = {
  AWS_CONFIG_FILE: missing,
  AWS_SHARED_CREDENTIALS_FILE: missing,
  AWS_EC2_METADATA_DISABLED: "true"
}

/** An environment in which AWS variables are the given ones only. It ends with the scope. */
export const awsEnvironment = (variables: Record<string, string>): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      for (const name of Object.keys(process.env).filter((name) => name.startsWith("AWS_"))) vi.stubEnv(name, undefined)
      for (const [name, value] of Object.entries({ ...bare, ...variables })) vi.stubEnv(name, value)
    }),
    () => Effect.sync(() => vi.unstubAllEnvs())
  )
