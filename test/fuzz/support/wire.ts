import { connect } from "node:net"

export interface Exchange {
  /** Everything that came back until the connection ended. */
  readonly text: string
  readonly statuses: ReadonlyArray<number>
}

const patienceMillis = 5_000

/** Sends bytes in some pieces, and reads until the server ends the connection. */
export const exchange = (port: number, bytes: string, pieces = 1, isHalfClosed = false): Promise<Exchange> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    const chunks: Array<Buffer> = []
    const timer = setTimeout(() => {
      reject(new Error(`The connection was still open after ${patienceMillis} milliseconds`))
      socket.destroy()
    }, patienceMillis)
    socket.on("data", (chunk: Buffer) => chunks.push(chunk))
    // Whoever is cut off while they write are told so. It is an end like any other.
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
