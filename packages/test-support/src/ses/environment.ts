import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { vi } from "vitest"

const missing = "/nonexistent/latchkey"

// Neither the AWS profile of the developer nor the metadata service of the machine.
const bare = {
  AWS_CONFIG_FILE: missing,
  AWS_SHARED_CREDENTIALS_FILE: missing,
  AWS_EC2_METADATA_DISABLED: "true"
}

/** Replaces all AWS variables of the environment with the given ones, until the scope closes. */
export const awsEnvironment = (variables: Record<string, string>): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      for (const name of Object.keys(process.env).filter((name) => name.startsWith("AWS_"))) vi.stubEnv(name, undefined)
      for (const [name, value] of Object.entries({ ...bare, ...variables })) vi.stubEnv(name, value)
    }),
    () => Effect.sync(() => vi.unstubAllEnvs())
  )
