import { connect, type Socket } from "node:net"

export interface Reply {
  readonly status: number
  readonly body: string
  /** In seconds; 0 without the header. */
  readonly retryAfter: number
}

const headEnd = "\r\n\r\n"
const chunkedEnd = "0\r\n\r\n"
const lengthOf = /\r\ncontent-length: *(\d+)/i
const retryAfterOf = /\r\nretry-after: *(\d+)/i
const isChunked = /\r\ntransfer-encoding: *chunked/i

/** Returns the reply once it is complete. */
const parse = (text: string): Reply | undefined => {
  const end = text.indexOf(headEnd)
  if (end === -1) return undefined
  const head = text.slice(0, end)
  const body = text.slice(end + headEnd.length)
  const length = lengthOf.exec(head)?.[1]
  if (length === undefined && !isChunked.test(head)) throw new Error(`A reply without a length:\n${head}`)
  const isWhole = length === undefined ? body.endsWith(chunkedEnd) : body.length >= Number(length)
  if (!isWhole) return undefined
  return { status: Number(head.slice(9, 12)), body, retryAfter: Number(retryAfterOf.exec(head)?.[1] ?? 0) }
}

/**
 * A keep-alive connection for one request at a time. Node's own client needs as much CPU time as the measured servers,
 * and competes with them on few cores. This one needs a fraction of that.
 */
export class Connection {
  readonly #socket: Socket
  #text = ""
  #waiting: { readonly resolve: (reply: Reply) => void; readonly reject: (error: Error) => void } | undefined

  constructor(port: number) {
    this.#socket = connect({ host: "127.0.0.1", port, noDelay: true }).setEncoding("latin1")
    this.#socket.on("data", (text: string) => this.#read(text))
    this.#socket.on("error", (error) => this.#waiting?.reject(error))
    this.#socket.on("close", () => this.#waiting?.reject(new Error("The server closed a connection")))
  }

  /** Sends a raw HTTP request. */
  send(request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request, "latin1")
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(text: string): void {
    this.#text += text
    try {
      const reply = parse(this.#text)
      if (reply === undefined) return
      this.#text = ""
      this.#waiting?.resolve(reply)
    } catch (error) {
      this.#waiting?.reject(error as Error)
    }
  }
}
