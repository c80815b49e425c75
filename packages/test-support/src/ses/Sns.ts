/**
 * Amazon SNS: a server over TLS that has the certificate of the topic's region, and messages with real signatures.
 */
import { createSign, randomUUID } from "node:crypto"
import { createServer, request } from "node:https"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import * as certificates from "../certificates.ts"

export const topicArn = "arn:aws:sns:eu-central-1:123456789012:latchkey-emails"
export const host = "sns.eu-central-1.amazonaws.com"
const certificatePath = "/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem"

type Fields = Readonly<Record<string, string>>

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** Responds to a request by its path and query; `never` sends nothing. */
export type Respond = (path: string) => Reply | "never" | undefined

const signedNames: Readonly<Record<string, ReadonlyArray<string>>> = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
  UnsubscribeConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"]
}

/** Signs a message, as the Amazon SNS Developer Guide describes it. */
export const sign = (message: Fields, key: string): Fields => {
  const names = signedNames[message["Type"] ?? ""] ?? []
  const text = names.map((name) => (message[name] === undefined ? "" : `${name}\n${message[name]}\n`)).join("")
  const algorithm = message["SignatureVersion"] === "2" ? "RSA-SHA256" : "RSA-SHA1"
  return { ...message, Signature: createSign(algorithm).update(text).sign(key, "base64") }
}

// Making keys takes a while.
const authority = certificates.authority()
const signer = certificates.authority().issue({ names: ["sns.amazonaws.com"], key: "rsa" })

/**
 * Returns a `fetch` that connects to the port, whatever the host, checks the certificate of that host, and redirects.
 */
const fetchFrom =
  (port: number): typeof fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      const url = new URL(String(input))
      const outgoing = request({
        host: "127.0.0.1",
        port,
        path: `${url.pathname}${url.search}`,
        servername: url.hostname,
        ca: authority.cert,
        agent: false,
        ...(init?.signal === undefined || init.signal === null ? {} : { signal: init.signal })
      })
      outgoing.on("error", reject)
      outgoing.on("response", (incoming) => {
        const { headers, statusCode = 500 } = incoming
        if (headers.location === undefined)
          resolve(new Response(Readable.toWeb(incoming) as ReadableStream, { status: statusCode }))
        else if (init?.redirect === "error") reject(new TypeError("unexpected redirect"))
        else resolve(fetchFrom(port)(headers.location, init))
      })
      outgoing.end()
    })

/** Starts SNS. `names`: the host names in its TLS certificate. */
export const startSns = async (respond: Respond = () => undefined, names: ReadonlyArray<string> = [host]) => {
  const requests: Array<string> = []
  const server = createServer(authority.issue({ names }), (incoming, outgoing) => {
    const path = incoming.url ?? ""
    requests.push(path)
    const reply = respond(path) ?? { body: path === certificatePath ? signer.cert : "<ConfirmSubscriptionResponse/>" }
    if (reply === "never") return
    outgoing.writeHead(reply.status ?? 200, reply.headers)
    outgoing.end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))

  /** Makes a message of now, and signs it. `changes` are made before that. */
  const message = (now: Date, changes: Fields = {}, key = signer.key) =>
    sign(
      {
        Type: "Notification",
        MessageId: randomUUID(),
        TopicArn: topicArn,
        Message: "{}",
        Timestamp: now.toISOString(),
        SignatureVersion: "2",
        SigningCertURL: `https://${host}${certificatePath}`,
        ...changes
      },
      key
    )

  return {
    fetch: fetchFrom((server.address() as AddressInfo).port),
    /** The paths and queries of all requests. */
    requests,
    message,
    /** Makes the message that asks to confirm the subscription. */
    confirmation: (now: Date, changes: Fields = {}) =>
      message(now, {
        Type: "SubscriptionConfirmation",
        Token: "2336412f37",
        SubscribeURL: `https://${host}/?Action=ConfirmSubscription&TopicArn=${topicArn}&Token=2336412f37`,
        ...changes
      }),
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    }
  }
}

export type Sns = Awaited<ReturnType<typeof startSns>>
