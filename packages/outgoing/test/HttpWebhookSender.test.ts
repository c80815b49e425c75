import { WebhookId } from "@latchkey/domain/webhook/Webhook"
import { type Sender, type WebhookMessage, WebhookSender } from "@latchkey/domain/webhook/WebhookSender"
import * as HttpWebhookSender from "@latchkey/outgoing/HttpWebhookSender"
import { openLocalServer } from "@latchkey/test-support/oidc/localServer"
import { started, until } from "@latchkey/test-support/outsideOfEffect"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import * as TestServices from "effect/TestServices"
import { randomBytes } from "node:crypto"
import type { IncomingMessage, RequestListener } from "node:http"
import { Webhook } from "standardwebhooks"

const newSecret = () => `whsec_${randomBytes(24).toString("base64")}`

const messageTo = (url: string, changes: Partial<WebhookMessage> = {}): WebhookMessage => ({
  webhookId: WebhookId.make("webhook_01900000-0000-7000-8000-000000000001"),
  url,
  id: "evt_01900000-0000-7000-8000-000000000002",
  sentAt: DateTime.unsafeMake(Date.now()),
  body: '{"type":"user.created","name":"Zoë 🔑"}',
  secrets: [Redacted.make(newSecret())],
  ...changes
})

interface Received {
  readonly headers: IncomingMessage["headers"]
  readonly method: string | undefined
  readonly body: string
}

/** A receiver on this machine, what it has received, and a sender that reaches it. */
const receiver = (respond: RequestListener = (_, response) => response.end()) =>
  Effect.gen(function* () {
    const received: Array<Received> = []
    const server = yield* started((cleanUp) =>
      openLocalServer(async (request, response) => {
        const chunks: Array<Buffer> = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        received.push({
          headers: request.headers,
          method: request.method,
          body: Buffer.concat(chunks).toString()
        })
        respond(request, response)
      }, cleanUp)
    )
    const sender = yield* HttpWebhookSender.make({ privateHosts: [server.host] })
    return { ...server, received, sender }
  })

const reasonOf = (sender: Sender, message: WebhookMessage) =>
  Effect.match(sender.send(message), { onFailure: ({ reason }) => reason, onSuccess: (status) => status })

const signedHeaders = ({ headers }: Received) => ({
  "webhook-id": String(headers["webhook-id"]),
  "webhook-timestamp": String(headers["webhook-timestamp"]),
  "webhook-signature": String(headers["webhook-signature"])
})

const only = (received: ReadonlyArray<Received>): Received => {
  const [first] = received
  if (first === undefined || received.length > 1) throw new Error(`${received.length} messages`)
  return first
}

describe("A message to a webhook", () => {
  it.scoped("has the published signature of Standard Webhooks", () =>
    Effect.gen(function* () {
      const { origin, received, sender } = yield* receiver()
      for (const secret of ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"]) {
        const message = messageTo(origin, {
          id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
          sentAt: DateTime.unsafeMake(1_614_265_330_999),
          body: '{"test": 2432232314}',
          secrets: [Redacted.make(secret)]
        })
        assert.strictEqual(yield* sender.send(message), 200)
        assert.deepStrictEqual(signedHeaders(only(received.splice(0))), {
          "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
          "webhook-timestamp": "1614265330",
          "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        })
      }
    })
  )

  it.scoped("is verified by the package standardwebhooks with each of its secrets, and with no other", () =>
    Effect.gen(function* () {
      const { origin, received, sender } = yield* receiver()
      const secrets = [newSecret(), newSecret()] as const
      const message = messageTo(origin, { secrets: [Redacted.make(secrets[0]), Redacted.make(secrets[1])] })
      assert.strictEqual(yield* sender.send(message), 200)
      const arrived = only(received)
      for (const secret of secrets) {
        assert.deepStrictEqual(
          new Webhook(secret).verify(arrived.body, signedHeaders(arrived)),
          JSON.parse(message.body)
        )
      }
      assert.throws(() => new Webhook(newSecret()).verify(arrived.body, signedHeaders(arrived)))
      assert.throws(() => new Webhook(secrets[0]).verify(`${arrived.body} `, signedHeaders(arrived)))
    })
  )

  it.scoped("is a POST of JSON, and names its sender", () =>
    Effect.gen(function* () {
      const { origin, received, sender } = yield* receiver()
      yield* sender.send(messageTo(`${origin}/hooks?tenant=1`))
      const { headers, method } = only(received)
      assert.strictEqual(method, "POST")
      assert.strictEqual(headers["content-type"], "application/json")
      assert.strictEqual(headers["user-agent"], "Latchkey-Webhooks")
    })
  )

  it.scoped("returns the status, whatever it is, and follows no redirect", () =>
    Effect.gen(function* () {
      const { origin, received, sender } = yield* receiver((request, response) => {
        const location = "http://169.254.169.254/latest/meta-data/"
        response.writeHead(Number(request.url?.slice(1)), { location }).end()
      })
      for (const status of [200, 204, 302, 307, 404, 410, 429, 500]) {
        assert.strictEqual(yield* sender.send(messageTo(`${origin}/${status}`)), status)
      }
      assert.strictEqual(received.length, 8)
    })
  )

  it.scoped("is delivered once there is a status: a body that never ends is left", () =>
    Effect.gen(function* () {
      let isClosed = false
      let written = 0
      const { origin, sender } = yield* receiver((_, response) => {
        response.on("close", () => {
          isClosed = true
        })
        const more = () => {
          if (isClosed || written > 256 * 1024 * 1024) return
          written += 64 * 1024
          response.write(Buffer.alloc(64 * 1024, "a"), () => setImmediate(more))
        }
        more()
      })
      assert.strictEqual(yield* sender.send(messageTo(origin)), 200)
      yield* until(() => isClosed)
      assert.isBelow(written, 32 * 1024 * 1024)
    })
  )

  it.scoped("is delivered within a second of its status if the body drips, and closes that connection", () =>
    Effect.gen(function* () {
      let isClosed = false
      const { origin, received, sender } = yield* receiver((_, response) => {
        const drip = setInterval(() => response.write("."), 1)
        response.writeHead(202).write(".")
        response.on("close", () => {
          clearInterval(drip)
          isClosed = true
        })
      })
      const sending = yield* Effect.fork(sender.send(messageTo(origin)))
      yield* until(() => received.length === 1)
      while (sending.unsafePoll() === null) {
        yield* TestClock.adjust("1 second")
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      }
      assert.strictEqual(yield* Fiber.join(sending), 202)
      assert.isBelow(yield* Effect.map(DateTime.now, ({ epochMillis }) => epochMillis), 15_000)
      yield* until(() => isClosed)
    })
  )

  it.scoped("is delivered by a status in the last second, whatever follows it", () =>
    Effect.gen(function* () {
      const begin: Array<() => void> = []
      const { origin, received, sender } = yield* receiver((_, response) => {
        begin.push(() => response.writeHead(200).write("."))
      })
      const sending = yield* Effect.fork(reasonOf(sender, messageTo(origin)))
      yield* until(() => received.length === 1)
      yield* TestClock.adjust("14900 millis")
      for (const respond of begin) respond()
      // The status arrives in real time.
      yield* TestServices.provideLive(Effect.sleep("1 second"))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(sending), 200)
    })
  )

  it.scoped("is delivered if the connection ends within the body", () =>
    Effect.gen(function* () {
      const { origin, sender } = yield* receiver((_, response) => {
        response.writeHead(200, { "content-length": "100" }).write("{")
        setImmediate(() => response.destroy())
      })
      assert.strictEqual(yield* sender.send(messageTo(origin)), 200)
    })
  )

  it.scoped("leaves its connection for the next one if the body has an end", () =>
    Effect.gen(function* () {
      const sockets = new Set<unknown>()
      const { origin, sender } = yield* receiver((request, response) => {
        sockets.add(request.socket)
        response.end(Buffer.alloc(1024, "a"))
      })
      for (const _ of [1, 2, 3]) assert.strictEqual(yield* sender.send(messageTo(origin)), 200)
      assert.strictEqual(sockets.size, 1)
    })
  )

  it.scoped("ends after 15 seconds without a status", () =>
    Effect.gen(function* () {
      let closed = 0
      const { origin, received, sender } = yield* receiver((_, response) => {
        response.on("close", () => {
          closed += 1
        })
      })
      const sending = yield* Effect.fork(reasonOf(sender, messageTo(origin)))
      yield* until(() => received.length === 1)
      yield* TestClock.adjust("14999 millis")
      assert.isNull(sending.unsafePoll())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* Fiber.join(sending), "timeout")
      yield* until(() => closed === 1)
    })
  )

  it.scoped("that gets no response takes no place of another webhook", () =>
    Effect.gen(function* () {
      const { origin, received, sender } = yield* receiver((request, response) => {
        if (request.url === "/fast") response.end()
      })
      const slow = Array.from({ length: 10 }, () => Effect.fork(sender.send(messageTo(`${origin}/slow`))))
      yield* Effect.all(slow)
      yield* until(() => received.length === 10)
      assert.strictEqual(yield* reasonOf(sender, messageTo(`${origin}/fast`)), "busy")
      const webhookId = WebhookId.make("webhook_01900000-0000-7000-8000-000000000003")
      assert.strictEqual(yield* reasonOf(sender, messageTo(`${origin}/fast`, { webhookId })), 200)
    })
  )

  it.scoped("is sent to https only, and to no private address, however it is named", () =>
    Effect.gen(function* () {
      const sender = yield* HttpWebhookSender.make()
      for (const url of ["http://example.com/", "http://127.0.0.1:80/", "ftp://example.com/", "no URL"]) {
        assert.isFalse(sender.isAllowed(url), url)
        assert.strictEqual(yield* reasonOf(sender, messageTo(url)), "url", url)
      }
      for (const host of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "[::ffff:127.0.0.1]", "[fd00::1]", "[fe80::1]"]) {
        assert.isFalse(sender.isAllowed(`https://${host}/`), host)
        assert.strictEqual(yield* reasonOf(sender, messageTo(`https://${host}/`)), "address", host)
      }
    })
  )

  it.scoped("is sent to no private address that its name has by the time of the connection", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const addresses = ["169.254.169.254", "10.0.0.1", "::1", "::ffff:10.0.0.1", "fd00::1"]
      const sender = yield* HttpWebhookSender.make({
        resolve: async (name) => {
          asked.push(name)
          return addresses.slice(asked.length - 1, asked.length)
        }
      })
      for (const address of addresses) {
        assert.isTrue(sender.isAllowed("https://rebound.example/"))
        assert.strictEqual(yield* reasonOf(sender, messageTo("https://rebound.example/")), "address", address)
      }
      assert.strictEqual(asked.length, addresses.length)
    })
  )

  it.scoped("reaches a host of the intranet only if that is listed", () =>
    Effect.gen(function* () {
      const { origin, received, sender } = yield* receiver()
      const unlisted = yield* HttpWebhookSender.make({ privateHosts: ["127.0.0.1:1"] })
      assert.isFalse(unlisted.isAllowed(origin))
      assert.strictEqual(yield* reasonOf(unlisted, messageTo(origin)), "url")
      assert.strictEqual(received.length, 0)
      assert.isTrue(sender.isAllowed(origin))
      assert.strictEqual(yield* reasonOf(sender, messageTo(origin)), 200)
    })
  )

  it.scoped("fails if nothing listens, and the failure has no secret and no body", () =>
    Effect.gen(function* () {
      const { origin, sender, stop } = yield* receiver()
      yield* Effect.promise(stop)
      const failure = yield* Effect.flip(sender.send(messageTo(`${origin}/private-path?key=1`)))
      assert.strictEqual(failure.reason, "network")
      assert.strictEqual(failure.message, "127.0.0.1: ECONNREFUSED")
    })
  )

  it.scoped("is sent by the layer of the port", () =>
    Effect.gen(function* () {
      const { host, origin, received } = yield* receiver()
      const status = yield* Effect.flatMap(WebhookSender, (sender) => sender.send(messageTo(origin))).pipe(
        Effect.provide(HttpWebhookSender.layer({ privateHosts: [host] }))
      )
      assert.strictEqual(status, 200)
      assert.strictEqual(received.length, 1)
    })
  )
})
