import { createServer, type AddressInfo, type Socket } from "node:net"
import { TLSSocket } from "node:tls"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Certificate } from "../certificates.ts"

/** The moments at which a server replies. `content` is the first part of the email, and `end` the dot after it. */
export type Step =
  | ("greeting" | "EHLO" | "HELO" | "STARTTLS" | "AUTH" | "MAIL" | "RCPT" | "DATA")
  | ("content" | "end" | "RSET" | "QUIT")

/** No reply, with the connection open. */
export const silence = Symbol("silence")
/** No reply, and the connection is closed. */
export const hangUp = Symbol("hangUp")

export type Reply = string | typeof silence | typeof hangUp

/** The replies of a server, each for every time or, as a list, in turn with the last one for all later times. */
export type Script = Partial<Record<Step, Reply | ReadonlyArray<Reply>>>

export interface ScriptedServer {
  readonly port: number
  /** Every line of every client, without the emails. */
  readonly lines: ReadonlyArray<string>
  readonly connections: () => number
  readonly accepted: () => number
}

const accepting: Record<Step, Reply> = {
  greeting: "220 mail.example.com ESMTP",
  EHLO: "250-mail.example.com\r\n250-STARTTLS\r\n250 AUTH PLAIN",
  HELO: "250 mail.example.com",
  STARTTLS: "220 2.0.0 Go ahead",
  AUTH: "235 2.7.0 Accepted",
  MAIL: "250 2.1.0 OK",
  RCPT: "250 2.1.5 OK",
  DATA: "354 Go ahead",
  content: "",
  end: "250 2.0.0 Queued",
  RSET: "250 2.0.0 OK",
  QUIT: "221 2.0.0 Bye"
}

const isStep = (text: string): text is Step => text in accepting

type Next = (step: Step) => Reply

interface Session {
  readonly next: Next
  readonly lines: Array<string>
  readonly delayMillis: number
  readonly upgrade: () => void
}

/** Reads the lines of a client, and the email as `content` and `end`. */
const reader = (socket: Socket, { delayMillis, lines, next, upgrade }: Session) => {
  let rest = ""
  let isInEmail = false
  // The handshake of a TLS client may contain the end of a line by chance.
  let isSilent = false
  const answer = (step: Step) => {
    const reply = next(step)
    if (step === "greeting") isSilent = reply === silence
    if (reply === hangUp) socket.destroy()
    if (typeof reply !== "string" || reply === "") return
    if (delayMillis === 0) socket.write(`${reply}\r\n`)
    else setTimeout(() => socket.write(`${reply}\r\n`), delayMillis)
    if (step === "DATA") isInEmail = reply.startsWith("354")
    if (step === "STARTTLS" && reply.startsWith("220")) upgrade()
  }
  const command = (line: string) => {
    lines.push(line)
    const verb = line.split(" ", 1)[0]?.toUpperCase() ?? ""
    if (isStep(verb)) return answer(verb)
    socket.write("500 5.5.1 Unknown command\r\n")
  }
  const email = () => {
    answer("content")
    const end = /(^|\r\n)\.\r\n/.exec(rest)
    if (end === null) return
    rest = rest.slice(end.index + end[0].length)
    isInEmail = false
    answer("end")
  }
  socket.on("error", () => {})
  socket.on("data", (chunk) => {
    if (isSilent) return
    rest += chunk.toString("latin1")
    while (!isInEmail && rest.includes("\r\n")) {
      const [line = ""] = rest.split("\r\n", 1)
      rest = rest.slice(line.length + 2)
      command(line)
    }
    if (isInEmail && rest !== "") email()
  })
  return { greet: () => answer("greeting") }
}

/**
 * `tls`: the certificate after STARTTLS; without one, no handshake follows. `delayMillis`: the time before each reply.
 */
export interface Options {
  readonly tls?: Certificate
  readonly delayMillis?: number
}

/** Starts a server on 127.0.0.1 that accepts everything, except where the script says otherwise. */
export const make = (
  script: Script = {},
  { delayMillis = 0, tls }: Options = {}
): Effect.Effect<ScriptedServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<ScriptedServer & { readonly stop: Effect.Effect<void> }>((resume) => {
      const lines: Array<string> = []
      const open = new Set<Socket>()
      const times = new Map<Step, number>()
      let accepted = 0
      const next: Next = (step) => {
        const time = times.get(step) ?? 0
        times.set(step, time + 1)
        const reply = script[step] ?? accepting[step]
        const replies: ReadonlyArray<Reply> = typeof reply === "object" ? reply : [reply]
        return replies[Math.min(time, replies.length - 1)] ?? ""
      }
      const server = createServer((socket) => {
        accepted += 1
        open.add(socket)
        socket.on("close", () => open.delete(socket))
        const upgrade = () => {
          socket.removeAllListeners("data")
          if (tls === undefined) return
          reader(new TLSSocket(socket, { isServer: true, ...tls }), { ...session, upgrade: () => {} })
        }
        const session: Session = { next, lines, delayMillis, upgrade }
        reader(socket, session).greet()
      })
      const stop = Effect.async<void>((resume) => {
        server.close(() => resume(Effect.void))
        for (const socket of open) socket.destroy()
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(Effect.succeed({ port, lines, connections: () => open.size, accepted: () => accepted, stop }))
      })
    }),
    ({ stop }) => stop
  )
