import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

/** Lets a server listen on a free port of this machine. `stop` also closes connections that are in use. */
export const listening = async (server: Server, host: "127.0.0.1" | "localhost" = "127.0.0.1") => {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `http://${host}:${port}`,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    }
  }
}
