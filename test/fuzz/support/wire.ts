import { connect } from "node:net"

export interface Exchange {
  /** Everything that the server sent until it closed the connection. */
  readonly text: string
  readonly statuses: ReadonlyArray<number>
}

const timeoutMillis = 5_000

/** Sends bytes in pieces, and reads until the server closes the connection. */
export const exchange = (port: number, bytes: string, pieces = 1, isHalfClosed = false): Promise<Exchange> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    const chunks: Array<Buffer> = []
    const timer = setTimeout(() => {
      reject(new Error(`The connection was still open after ${timeoutMillis} milliseconds`))
      socket.destroy()
    }, timeoutMillis)
    socket.on("data", (chunk: Buffer) => chunks.push(chunk))
    // Writing to a closed connection is an error. It ends the exchange like a regular end.
    socket.on("error", () => {})
    socket.on("end", () => socket.destroy())
    socket.on("close", () => {
      clearTimeout(timer)
      const text = Buffer.concat(chunks).toString("latin1")
      resolve({ text, statuses: [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status)) })
    })
    const size = Math.max(1, Math.ceil(bytes.length / pieces))
    const sendFrom = (start: number) => {
      if (start >= bytes.length) return isHalfClosed ? void socket.end() : undefined
      socket.write(bytes.slice(start, start + size), "latin1", () => setImmediate(sendFrom, start + size))
    }
    socket.once("connect", () => sendFrom(0))
  })
