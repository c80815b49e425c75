import { createConnection, createServer, type Server, type Socket } from "node:net"
import * as Effect from "effect/Effect"

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })

const open = async (targetPort: number) => {
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
    return socket
  }
  const server = createServer((incoming) => {
    const outgoing = track(createConnection(targetPort, "127.0.0.1"))
    track(incoming).pipe(outgoing).pipe(incoming)
  })
  const port = await listen(server, 0)
  const disconnect = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return { port, disconnect, reconnect: () => listen(server, port) }
}

/** A TCP proxy for the server on this machine at `url`, which can simulate an outage of that server. */
export const make = Effect.fnUntraced(function* (url: string) {
  const proxied = new URL(url)
  const proxy = yield* Effect.acquireRelease(
    Effect.promise(() => open(Number(proxied.port))),
    ({ disconnect }) => Effect.promise(disconnect)
  )
  proxied.hostname = "127.0.0.1"
  proxied.port = String(proxy.port)
  return {
    url: proxied.href,
    disconnect: Effect.promise(proxy.disconnect),
    reconnect: Effect.promise(proxy.reconnect)
  }
})
