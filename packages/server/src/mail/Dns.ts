/** Queries of DNS that end in time, and tell "there is none" from "it could not be asked". */
import { Resolver } from "node:dns/promises"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

/** DNS could not be asked. `code`: of Node, such as `ETIMEOUT`. */
export class DnsFailure extends Data.TaggedError("DnsFailure")<{ readonly code: string }> {}

/** Both return an empty list for a name that does not exist, or has no such record. */
export interface Dns {
  readonly cname: (name: string) => Effect.Effect<ReadonlyArray<string>, DnsFailure>
  /** Returns each record in one piece. */
  readonly txt: (name: string) => Effect.Effect<ReadonlyArray<string>, DnsFailure>
}

const timeout = "3 seconds"

const codeOf = (error: unknown): string =>
  Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? error.code : "unknown"

const isNone = ({ code }: DnsFailure): boolean => code === "ENODATA" || code === "ENOTFOUND"

/** Asks the name servers of this machine, or these: `127.0.0.1:5353`. */
export const make = (servers?: ReadonlyArray<string>): Dns => {
  const query = (ask: (resolver: Resolver) => Promise<ReadonlyArray<string>>) =>
    Effect.tryPromise({
      try: (signal) => {
        const resolver = new Resolver({ timeout: 1000, tries: 2 })
        if (servers !== undefined) resolver.setServers(servers)
        signal.addEventListener("abort", () => resolver.cancel())
        return ask(resolver)
      },
      catch: (error) => new DnsFailure({ code: codeOf(error) })
    }).pipe(
      Effect.timeoutFail({ duration: timeout, onTimeout: () => new DnsFailure({ code: "ETIMEOUT" }) }),
      Effect.catchIf(isNone, () => Effect.succeed([]))
    )
  return {
    cname: (name) => query((resolver) => resolver.resolveCname(name)),
    txt: (name) =>
      query(async (resolver) => {
        const records = await resolver.resolveTxt(name)
        return records.map((parts) => parts.join(""))
      })
  }
}
