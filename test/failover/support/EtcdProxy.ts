import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import type { CleanUp } from "@latchkey/test-support/process/latchkey"

/** The only way of one node to etcd. */
export interface EtcdProxy {
  readonly port: number
  /** Loses everything that is sent, in both directions, on open and on new connections, as a broken network does. */
  readonly cut: () => void
  /** Forwards again, on new connections. */
  readonly restore: () => void
}

/** Connects to the first of the ports that accepts a connection. */
const connectToAny = async ([port, ...others]: ReadonlyArray<number>): Promise<Socket | undefined> => {
  if (port === undefined) return undefined
  const socket = connect(port, "127.0.0.1")
  try {
    await once(socket, "connect")
    return socket
  } catch {
    return connectToAny(others)
  }
}

/** Starts a proxy for the members of etcd on the ports, which may be known only when a node connects. */
export const startEtcdProxy = async (ports: () => ReadonlyArray<number>, cleanUp: CleanUp): Promise<EtcdProxy> => {
  const sockets = new Set<Socket>()
  let isCut = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    return socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
  }
  const forward = async (near: Socket) => {
    const far = await connectToAny(ports())
    if (far === undefined) return near.destroy()
    track(far).once("close", () => near.destroy())
    near.once("close", () => far.destroy())
    return isCut ? undefined : near.pipe(far).pipe(near)
  }
  const server = createServer((near) => {
    track(near)
    if (!isCut) void forward(near)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  cleanUp(() => {
    server.close()
    destroyAll()
  })
  return {
    port: typeof address === "object" ? (address?.port ?? 0) : 0,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    restore: () => {
      isCut = false
      destroyAll()
    }
  }
}
