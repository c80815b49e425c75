import { once } from "node:events"
import { createServer } from "node:http"
import type { CleanUp } from "./latchkey.ts"

export interface Mail {
  readonly from: string
  readonly to: string
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

const read = (body: string): Mail => {
  const { FromEmailAddress, Destination, Content } = JSON.parse(body)
  const text: string = Content.Simple.Body.Text.Data
  const path = /\/v1\/auth\/magic-link\/verify\?token=[A-Za-z0-9_-]{43}\b/.exec(text)?.[0]
  if (path === undefined) throw new Error("A mail without a link")
  return { from: FromEmailAddress, to: Destination.ToAddresses[0], path }
}

/** What takes the place of Amazon SES: accepts every mail and keeps it. */
export const openSesEndpoint = async (cleanUp: CleanUp): Promise<SesEndpoint> => {
  const mails: Array<Mail> = []
  const byRecipient = new Map<string, Array<Mail>>()
  const server = createServer(async (request, response) => {
    const mail = read((await request.setEncoding("utf8").toArray()).join(""))
    mails.push(mail)
    byRecipient.set(mail.to, [...(byRecipient.get(mail.to) ?? []), mail])
    await endpoint.beforeAnswer(mail)
    response.once("finish", () => endpoint.afterAnswer(mail))
    response.setHeader("content-type", "application/json").end('{"MessageId":"1"}')
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
