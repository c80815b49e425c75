import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

/** What an email contains, according to a parser that is not Latchkey's. */
export interface Parsed {
  readonly subject: string
  readonly from: { readonly text: string; readonly value: ReadonlyArray<{ name: string; address: string }> }
  readonly to: { readonly text: string }
  readonly date: Date
  readonly messageId: string
  readonly text: string
  readonly html: string
  readonly headers: ReadonlyMap<string, unknown>
}

const { simpleParser }: { readonly simpleParser: (source: Buffer) => Promise<Parsed> } = createRequire(import.meta.url)(
  "mailparser"
)

/** A received email: its envelope, its source, and how its client was connected. */
export interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly source: string
  readonly parsed: Parsed
  readonly isEncrypted: boolean
  readonly user: string | undefined
  readonly clientName: string
}

/** A mail server. `connections` counts those that are open, `accepted` all so far. */
export interface MailServer {
  readonly port: number
  readonly emails: ReadonlyArray<Received>
  readonly connections: () => number
  readonly accepted: () => number
}

/** `login`: the one that is required. Without it, no login succeeds and none is needed. */
export interface Options extends SMTPServerOptions {
  readonly login?: { readonly user: string; readonly password: string }
}

/** Starts a mail server on 127.0.0.1. Returns it, and how to stop it. */
export const start = async ({
  login,
  ...options
}: Options = {}): Promise<MailServer & { readonly stop: () => Promise<void> }> => {
  const emails: Array<Received> = []
  let accepted = 0
  const server = new SMTPServer({
    authOptional: login === undefined,
    closeTimeout: 10,
    disableReverseLookup: true,
    // Without this, it warns about its own certificate.
    logger: false,
    onConnect: (_session, done) => {
      accepted += 1
      done()
    },
    onAuth: ({ password, username }, _session, done) => {
      const isRight = login !== undefined && username === login.user && password === login.password
      if (isRight) return done(null, { user: username })
      done(Object.assign(new Error("5.7.8 Authentication credentials invalid"), { responseCode: 535 }))
    },
    onData: (stream, { envelope, hostNameAppearsAs, secure, user }, done) => {
      const store = async () => {
        const source = await buffer(stream)
        emails.push({
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          source: source.toString("latin1"),
          parsed: await simpleParser(source),
          isEncrypted: secure,
          user: user === undefined ? undefined : String(user),
          clientName: String(hostNameAppearsAs)
        })
      }
      store().then(() => done(), done)
    },
    ...options
  })
  // A client that rejects the certificate ends the handshake.
  server.on("error", () => {})
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    emails,
    connections: () => server.connections.size,
    accepted: () => accepted,
    stop: () => new Promise((resolve) => server.close(resolve))
  }
}

/** Starts a mail server that stops when the scope closes. */
export const make = (options?: Options): Effect.Effect<MailServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(() => start(options)),
    ({ stop }) => Effect.promise(stop)
  )
