import { once } from "node:events"
import * as Http from "node:http"
import { connect } from "node:net"
import { afterEach, assert, describe, it } from "vitest"
import * as DrainableServer from "../../src/http/DrainableServer.ts"

const started: Array<DrainableServer.DrainableServer> = []

afterEach(() => {
  for (const { server, destroy } of started.splice(0)) {
    server.close()
    destroy()
  }
})

/** Starts a server that answers `/slow` when the test does, and everything else immediately. */
const start = async (drainGrace = 0) => {
  const { destroy, drain, server } = DrainableServer.make({ drainGrace })
  started.push({ destroy, drain, server })
  const slow = new Promise<Http.ServerResponse>((resolve) => {
    server.on("request", (request, response) => {
      if (request.url === "/slow") resolve(response)
      else response.end("done")
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return { port, slow, destroy, drained: () => new Promise<void>((resolve) => drain(resolve)) }
}

const get = (port: number, path: string, agent?: Http.Agent): Promise<Http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    Http.get({ host: "127.0.0.1", port, path, agent }, resolve).on("error", reject)
  })

/** Lets the event loop turn. */
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setTimeout(resolve, 1))
}

/** Opens connections and sends a request on each, without a turn of the event loop in between. */
const ask = (port: number, count: number) =>
  Array.from({ length: count }, () => {
    const socket = connect(port, "127.0.0.1").setEncoding("latin1")
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    return socket.toArray().then(
      (chunks) => chunks.join(""),
      (error) => String(error.code)
    )
  })

const textOf = async (response: Http.IncomingMessage) => (await response.setEncoding("utf8").toArray()).join("")

describe("A server without routes", () => {
  it("responds with 503 immediately", async () => {
    const { destroy, drain, server } = DrainableServer.make()
    started.push({ destroy, drain, server })
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const response = await get(typeof address === "object" && address !== null ? address.port : 0, "/health/ready")
    assert.strictEqual(response.statusCode, 503)
    assert.strictEqual(response.headers["retry-after"], "1")
    assert.include(await textOf(response), '"code":"service_unavailable"')
  })
})

describe("Draining a server", () => {
  it("finishes the request in flight, with connection: close, and accepts no new one", async () => {
    const { drained, port, slow } = await start()
    const keepAlive = new Http.Agent({ keepAlive: true })
    const reply = get(port, "/slow", keepAlive)
    const response = await slow
    const end = drained()
    await turns(8)
    const refused = await get(port, "/").catch((error) => error.code)
    assert.strictEqual(refused, "ECONNREFUSED")
    response.end("finished")
    assert.strictEqual(await textOf(await reply), "finished")
    assert.strictEqual((await reply).headers.connection, "close")
    await end
  })

  it("answers what was sent before, on connections that it had not accepted, and on those kept alive", async () => {
    const { drained, port } = await start(1000)
    const agent = new Http.Agent({ keepAlive: true, maxSockets: 1 })
    await textOf(await get(port, "/", agent))
    const replies = ask(port, 20)
    const again = get(port, "/", agent)
    // The server has accepted none of the connections yet.
    setImmediate(drained)
    for (const reply of await Promise.all(replies)) assert.match(reply, /^HTTP\/1\.1 200 OK\r\n.*done/s)
    assert.strictEqual(await textOf(await again), "done")
    agent.destroy()
  })

  it("refuses requests on later connections with 503, and closes them, before it closes the port", async () => {
    const { drained, port } = await start(300)
    const end = drained()
    await turns(8)
    const [reply = ""] = await Promise.all(ask(port, 1))
    assert.match(reply, /^HTTP\/1\.1 503 .*\r\nretry-after: 1\r\n/is)
    assert.match(reply, /\r\nconnection: close\r\n/i)
    await end
    assert.strictEqual(await get(port, "/").catch((error) => error.code), "ECONNREFUSED")
  })

  it("answers a request on an idle connection that is sent after the drain began", async () => {
    const { drained, port } = await start(300)
    const agent = new Http.Agent({ keepAlive: true, maxSockets: 1 })
    await textOf(await get(port, "/", agent))
    const end = drained()
    await turns(8)
    const response = await get(port, "/", agent)
    assert.deepStrictEqual([response.headers.connection, await textOf(response)], ["close", "done"])
    await end
    agent.destroy()
  })

  it("finishes a response whose headers were already sent", async () => {
    const { drained, port, slow } = await start()
    const reply = get(port, "/slow", new Http.Agent({ keepAlive: true }))
    const response = await slow
    response.writeHead(200)
    response.write("half, ")
    await reply
    const end = drained()
    response.end("and half")
    assert.strictEqual(await textOf(await reply), "half, and half")
    await end
  })

  it("does not wait for a connection that a client keeps alive", async () => {
    const { drained, port } = await start()
    const agent = new Http.Agent({ keepAlive: true })
    await textOf(await get(port, "/", agent))
    await drained()
    agent.destroy()
  })

  it("does not wait for a connection on which nothing was sent", async () => {
    const { drained, port } = await start()
    const silent = connect(port, "127.0.0.1")
    await once(silent, "connect")
    await textOf(await get(port, "/"))
    const closed = once(silent, "close")
    silent.resume()
    await drained()
    await closed
  })

  it("can be aborted", async () => {
    const { destroy, drained, port, slow } = await start()
    const reply = get(port, "/slow").catch((error) => error.code)
    await slow
    const end = drained()
    destroy()
    await end
    assert.strictEqual(await reply, "ECONNRESET")
  })
})
