import { createConnection, createServer, type Socket } from "node:net"
import * as Effect from "effect/Effect"

const open = async (host: string, port: number) => {
  const pairs = new Set<readonly [near: Socket, far: Socket]>()
  const server = createServer((near) => {
    const far = createConnection(port, host)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const socket of pair) socket.on("error", () => socket.destroy())
    near.pipe(far).pipe(near)
  })
  const nearPort = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })
  const silence = () => {
    for (const [near, far] of pairs) {
      near.unpipe(far)
      far.unpipe(near)
    }
  }
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  const close = () => {
    server.close()
    cut()
  }
  return { port: nearPort, silence, cut, close }
}

/**
 * Proxies the server at `url`. `silence` stops all open connections without closing them, as a firewall may, and `cut`
 * closes them. New ones work.
 */
export const make = (url: string) =>
  Effect.gen(function* () {
    const through = new URL(url)
    const wire = yield* Effect.acquireRelease(
      Effect.promise(() => open(through.hostname, Number(through.port))),
      ({ close }) => Effect.sync(close)
    )
    through.hostname = "127.0.0.1"
    through.port = String(wire.port)
    return { url: through.href, silence: Effect.sync(wire.silence), cut: Effect.sync(wire.cut) }
  })
