/** An app that gets events of Latchkey, and keeps all of them. */
import { openLocalServer } from "../oidc/localServer.ts"
import type { CleanUp } from "../process/latchkey.ts"
import { Webhook } from "standardwebhooks"

/** What the app reads of an event. */
export interface ReceivedEvent {
  readonly id: string
  readonly type: string
  readonly userId: string
  readonly version: number
}

export interface WebhookReceiver {
  /** `127.0.0.1:port`, for `OUTGOING_PRIVATE_HOSTS`. */
  readonly host: string
  readonly url: string
  /** The secret of the webhook. Every message must be signed with it. */
  secret: string
  /** Every event that came with a right signature, repeats too, in the order in which they came. */
  readonly received: ReadonlyArray<ReceivedEvent>
  /** What did not verify. */
  readonly refused: ReadonlyArray<string>
  /** Returns the status of the response, whenever it likes. */
  respond: (event: ReceivedEvent) => number | Promise<number>
}

/** Opens the app on a free port. */
export const openWebhookReceiver = async (cleanUp: CleanUp): Promise<WebhookReceiver> => {
  const received: Array<ReceivedEvent> = []
  const refused: Array<string> = []
  const listener = async (request: AsyncIterable<Buffer> & { headers: object }): Promise<number> => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    try {
      const body = Buffer.concat(chunks).toString()
      const event = new Webhook(receiver.secret).verify(body, { ...request.headers }) as ReceivedEvent
      received.push(event)
      return receiver.respond(event)
    } catch (error) {
      refused.push(String(error))
      return 401
    }
  }
  const { host, origin } = await openLocalServer((request, response) => {
    listener(request).then(
      (status) => response.writeHead(status).end(),
      () => response.destroy()
    )
  }, cleanUp)
  const receiver: WebhookReceiver = {
    host,
    url: `${origin}/hooks/latchkey`,
    secret: "",
    received,
    refused,
    respond: () => 204
  }
  return receiver
}
