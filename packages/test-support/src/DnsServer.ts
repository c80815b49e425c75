import { createSocket } from "node:dgram"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as packet from "dns-packet"

/** The records of a name: `{ "example.com": { TXT: ["v=spf1 -all"] } }`. A name that is missing does not exist. */
export type Zone = Readonly<Record<string, { readonly CNAME?: string; readonly TXT?: ReadonlyArray<string> }>>

/** How the server replies: with a zone, with an error, or not at all. */
export type Replies = Zone | "SERVFAIL" | "silence"

export interface DnsServer {
  /** For `Resolver.setServers`. */
  readonly address: string
  /** The questions so far: `TXT example.com`. */
  readonly questions: ReadonlyArray<string>
}

const rcodes = { NXDOMAIN: 3, SERVFAIL: 2 }

const answersTo = (zone: Zone, { name, type }: packet.Question): ReadonlyArray<packet.Answer> => {
  const { CNAME, TXT = [] } = zone[name] ?? {}
  // A TXT record consists of parts of at most 255 octets.
  if (type === "TXT") return TXT.map((text) => ({ type: "TXT", name, data: text.match(/.{1,255}/g) ?? [""] }))
  return type === "CNAME" && CNAME !== undefined ? [{ type: "CNAME", name, data: CNAME }] : []
}

const encode = (query: packet.Packet, replies: Exclude<Replies, "silence">): Buffer => {
  const [question] = query.questions ?? []
  const known = question !== undefined && replies !== "SERVFAIL" && question.name in replies
  const rcode = replies === "SERVFAIL" ? rcodes.SERVFAIL : known ? 0 : rcodes.NXDOMAIN
  return packet.encode({
    type: "response",
    id: query.id ?? 0,
    flags: packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE | rcode,
    questions: query.questions ?? [],
    answers: known ? [...answersTo(replies, question)] : []
  })
}

/** Starts a DNS server on this machine. It stops when the scope closes. */
export const make = (replies: Replies): Effect.Effect<DnsServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<{ readonly server: DnsServer; readonly close: () => void }>((resume) => {
      const socket = createSocket("udp4")
      const questions: Array<string> = []
      socket.on("message", (message, { address, port }) => {
        const query = packet.decode(message)
        questions.push(...(query.questions ?? []).map(({ name, type }) => `${type} ${name}`))
        if (replies !== "silence") socket.send(encode(query, replies), port, address)
      })
      socket.bind(0, "127.0.0.1", () => {
        const address = `127.0.0.1:${socket.address().port}`
        resume(Effect.succeed({ server: { address, questions }, close: () => socket.close() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ server }) => server))
