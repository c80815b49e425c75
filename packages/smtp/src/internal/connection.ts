import { isIP } from "node:net"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type SMTPConnection from "nodemailer/lib/smtp-connection"
import type { SMTPConnectionOptions } from "nodemailer/lib/smtp-connection"
import type { SmtpUrl } from "../SmtpUrl.ts"
import * as Sender from "./sender.ts"

/** The sender, and how to reach the mail server. */
export interface Options {
  readonly from: string
  readonly server: SmtpUrl
  readonly authorities?: ReadonlyArray<string>
  readonly timeout?: Duration.DurationInput
}

/** Returns the timeout of the options, by default 10 seconds. */
export const timeoutMillis = ({ timeout = "10 seconds" }: Options): number => Duration.toMillis(timeout)

/** Makes the options of nodemailer. They have no login. */
export const settings = (options: Options, sender: Sender.Sender): SMTPConnectionOptions => {
  const { encryption, host, port } = options.server
  const timeout = timeoutMillis(options)
  return {
    // Not by DNS, where the name could lead to another machine.
    host: host === "localhost" ? "127.0.0.1" : host,
    servername: isIP(host) === 0 ? host : undefined,
    port,
    secure: encryption === "tls",
    requireTLS: encryption === "starttls",
    ignoreTLS: encryption === "none",
    // Node's defaults, which the environment and the command line of a process can weaken.
    tls: {
      rejectUnauthorized: true,
      minVersion: "TLSv1.2",
      ...(options.authorities === undefined ? {} : { ca: [...options.authorities] })
    },
    // The default is the name of this machine, which the email would show to its recipient.
    name: Sender.domainOf(sender),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    dnsTimeout: timeout,
    socketTimeout: timeout,
    socketCloseTimeout: 0,
    maxResponseSize: 65_536
  }
}

/** Loads nodemailer and makes one connection, not yet connected, which is closed with the scope. */
export const make = (options: Options, sender: Sender.Sender): Effect.Effect<SMTPConnection, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { default: Connection } = yield* Effect.promise(() => import("nodemailer/lib/smtp-connection"))
    return yield* Effect.acquireRelease(
      Effect.sync(() => {
        const connection = new Connection(settings(options, sender))
        // Without a listener, an error after the end would be an uncaught exception.
        return connection.on("error", () => {})
      }),
      (connection) => Effect.sync(() => connection.close())
    )
  })
