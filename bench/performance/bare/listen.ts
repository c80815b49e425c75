import type { Server } from "node:http"

/** Serves until the parent process disconnects, and tells it the port. */
export const listen = (server: Server): void => {
  server.keepAliveTimeout = 65_000
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    process.send?.({ port: typeof address === "object" ? address?.port : undefined })
  })
  process.once("disconnect", () => process.exit())
}
