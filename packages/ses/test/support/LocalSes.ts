import type { Server } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

const sesLocal: typeof import("aws-ses-v2-local") = createRequire(import.meta.url)("aws-ses-v2-local")

/** Starts a local SES, and returns its URL. It stops when the scope closes. */
export const make: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise((): Promise<Server> => sesLocal.default({ host: "127.0.0.1", port: 0 })),
  (server) =>
    Effect.async<void>((resume) => {
      server.close(() => resume(Effect.void))
      server.closeAllConnections()
    })
).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`))
