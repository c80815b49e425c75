import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import type { CleanUp } from "../process/latchkey.ts"

export interface ReceivedEmail {
  /** The `Authorization` header of the request. */
  readonly authorization: string
  readonly from: string
  readonly to: string
  readonly text: string
  readonly link: string
  /** Path and query of the link. */
  readonly path: string
}

export interface SesEndpoint {
  readonly url: string
  /** Every received email, answered or not, oldest first. */
  readonly emails: ReadonlyArray<ReceivedEmail>
  readonly emailsTo: (email: string) => ReadonlyArray<ReceivedEmail>
  /** The endpoint waits for this before it answers an email. */
  beforeAnswer: (email: ReceivedEmail) => Promise<unknown>
  /** Called when an answer was sent completely. */
  afterAnswer: (email: ReceivedEmail) => void
}

const read = ({ headers }: IncomingMessage, body: string): ReceivedEmail => {
  const { FromEmailAddress, Destination, Content } = JSON.parse(body)
  const text: string = Content.Simple.Body.Text.Data
  // An account notice has no link.
  const [link = "", path = ""] =
    /https?:\/\/[^/\s]+(\/v1\/auth\/magic-link\/verify\?token=[A-Za-z0-9_-]{43})\b/.exec(text) ?? []
  const authorization = headers.authorization ?? ""
  return { authorization, from: FromEmailAddress, to: Destination.ToAddresses[0], text, link, path }
}

/** Starts a substitute for Amazon SES, which accepts and keeps every email. */
export const openSesEndpoint = async (cleanUp: CleanUp): Promise<SesEndpoint> => {
  const emails: Array<ReceivedEmail> = []
  const byRecipient = new Map<string, Array<ReceivedEmail>>()
  const accept = async (email: ReceivedEmail, response: ServerResponse) => {
    emails.push(email)
    byRecipient.set(email.to, [...(byRecipient.get(email.to) ?? []), email])
    await endpoint.beforeAnswer(email)
    response.once("finish", () => endpoint.afterAnswer(email))
    response.setHeader("content-type", "application/json").end('{"MessageId":"1"}')
  }
  const server = createServer((request, response) => {
    // A process that is killed while it sends an email has not sent it.
    text(request).then(
      (body) => accept(read(request, body), response),
      () => response.destroy()
    )
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  cleanUp(() => void server.close().closeAllConnections())
  const address = server.address()
  const endpoint: SesEndpoint = {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    emails,
    emailsTo: (email) => byRecipient.get(email) ?? [],
    beforeAnswer: () => Promise.resolve(),
    afterAnswer: () => {}
  }
  return endpoint
}
