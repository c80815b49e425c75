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

const open = async (port: number) => {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
    return socket
  }
  const server = createServer((near) => {
    const far = keep(createConnection(port, "127.0.0.1"))
    keep(near).pipe(far).pipe(near)
  })
  const nearPort = await listen(server, 0)
  const cut = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return { port: nearPort, cut, mend: () => listen(server, nearPort) }
}

/** A way to the server on this machine at `url` that can be cut and mended: to the client the server is gone, and back again. */
export const make = Effect.fnUntraced(function* (url: string) {
  const through = new URL(url)
  const cable = yield* Effect.acquireRelease(
    Effect.promise(() => open(Number(through.port))),
    ({ cut }) => Effect.promise(cut)
  )
  through.hostname = "127.0.0.1"
  through.port = String(cable.port)
  return {
    url: through.href,
    cut: Effect.promise(cable.cut),
    mend: Effect.promise(cable.mend)
  }
})
