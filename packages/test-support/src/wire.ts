import { request as httpRequest } from "node:http"
import { connect } from "node:net"

/** POSTs a body in chunks, without `Content-Length`. Returns the status and text of the response. */
export const postChunked = (
  url: string,
  headers: Record<string, string>,
  chunk: Uint8Array,
  count: number
): Promise<{ readonly status: number | undefined; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: "POST", headers, agent: false }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (part: Buffer) => chunks.push(part))
      response.on("end", () => resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }))
    })
    request.on("error", reject)
    let sent = 0
    const sendMore = () => {
      while (sent++ < count) {
        if (!request.write(chunk)) return request.once("drain", sendMore)
      }
      return request.end()
    }
    sendMore()
  })

/** Sends bytes, and returns everything that the server sends until it closes the connection. */
export const exchange = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"))
    const chunks: Array<Buffer> = []
    socket.on("data", (chunk: Buffer) => chunks.push(chunk))
    socket.on("error", reject)
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("latin1")))
    socket.setTimeout(5_000, () => socket.destroy(new Error("The server did not close the connection")))
  })

/** Makes a request with a JSON body, as bytes. */
export const rawPost = (path: string, body: unknown, headers: Record<string, string> = {}): string => {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    host: "127.0.0.1",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    ...headers
  }).map(([name, value]) => `${name}: ${value}`)
  return `POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${text}`
}

/** Sends bytes, and closes the connection when `when` resolves. */
export const hangUp = (port: number, bytes: string, when: Promise<unknown>): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes, "latin1"))
    socket.on("error", reject)
    socket.on("close", () => resolve())
    when.then(() => socket.destroy(), reject)
  })
