import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import type { CleanUp } from "./latchkey.ts"

export interface Mail {
  /** What the request was signed with. */
  readonly authorization: string
  readonly from: string
  readonly to: string
  readonly link: string
  /** Of its link: path and query. */
  readonly path: string
}

export interface SesEndpoint {
  readonly url: string
  /** Every mail that came in, answered or not, the oldest first. */
  readonly mails: ReadonlyArray<Mail>
  readonly mailsTo: (email: string) => ReadonlyArray<Mail>
  /** A mail is not answered before this is fulfilled. */
  beforeAnswer: (mail: Mail) => Promise<unknown>
  /** Called when the last byte of an answer has left. */
  afterAnswer: (mail: Mail) => void
}

const read = ({ headers }: IncomingMessage, body: string): Mail => {
  const { FromEmailAddress, ReturnUrl, Content } = JSON.parse(body)
  const text: string = Content.Simple.Body.Text.Data
  const [link, path] = /https?:\/\/[^/\s]+(\/v1\/auth\/magic-link\/verify\?token=[A-Za-z0-9_-]{43})\b/.exec(text) ?? []
  if (link === undefined || path === undefined) throw new Error("A mail without a link")
  const authorization = headers.authorization ?? ""
  return { authorization, from: FromEmailAddress, to: ReturnUrl.ToAddresses[0], link, path }
}

/** What takes the place of Amazon SES: accepts every mail and keeps it. */
export const openSesEndpoint = async (cleanUp: CleanUp): Promise<SesEndpoint> => {
  const mails: Array<Mail> = []
  const byRecipient = new Map<string, Array<Mail>>()
  const accept = async (mail: Mail, response: ServerResponse) => {
    mails.push(mail)
    byRecipient.set(mail.to, [...(byRecipient.get(mail.to) ?? []), mail])
    await endpoint.beforeAnswer(mail)
    response.once("finish", () => endpoint.afterAnswer(mail))
    response.setHeader("content-type", "application/json").end('{"MessageId":"1"}')
  }
  const server = createServer((request, response) => {
    // Who is killed while it sends a mail has not sent it.
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
    mails,
    mailsTo: (email) => byRecipient.get(email) ?? [],
    beforeAnswer: () => Promise.resolve(),
    afterAnswer: () => {}
  }
  return endpoint
}
