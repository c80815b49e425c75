import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { CleanUp } from "../process/latchkey.ts"

export interface LocalServer {
  /** `http://127.0.0.1:port`. */
  readonly origin: string
  /** `127.0.0.1:port`, for `privateHosts` and `OUTGOING_PRIVATE_HOSTS`. */
  readonly host: string
  /** Closes the port and every connection, as if the machine were off. */
  readonly stop: () => Promise<void>
  /** Listens on the same port again. */
  readonly restart: () => Promise<void>
}

/** Starts an HTTP server on a free port of 127.0.0.1. `cleanUp` gets how to stop it. */
export const openLocalServer = async (listener: RequestListener, cleanUp: CleanUp): Promise<LocalServer> => {
  const server = createServer(listener)
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1")
    await once(server, "listening")
  }
  await listen(0)
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const stop = async () => {
    if (!server.listening) return
    const closed = once(server, "close")
    server.close().closeAllConnections()
    await closed
  }
  cleanUp(stop)
  return { origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, stop, restart: () => listen(port) }
}
