import * as Effect from "effect/Effect"
import type { Contestant, Kind } from "./Contestant.ts"
import type { Clients, Load } from "./Load.ts"
import type { GroupResult } from "./load/generator.ts"
import type { Servers } from "./Servers.ts"

/** What came out of one measurement, by the names of the figures. */
export type Readings = Readonly<Record<string, number>>

/** Something that is done with a server for a while. */
export interface Measurement {
  readonly name: string
  readonly take: (seconds: number) => Effect.Effect<Readings, Error>
}

/** Clients that check sessions, alone and beside 32 that sign in, and such as look at pages. */
export const checkers = 16
export const pageReaders = 4
export const checkersInStorm = 4
export const signersInStorm = 32

const named = (name: string, clients: number, kind: Kind): Clients => ({ ...kind, name, clients })

const of = (groups: ReadonlyArray<GroupResult>, name: string): GroupResult => {
  const found = groups.find((group) => group.name === name)
  if (found === undefined) throw new Error(`There is no ${name}`)
  return found
}

/** How much one kind of client gets done. */
const throughput = (load: Load, name: string, contestant: Contestant, clients: number, kind: Kind): Measurement => ({
  name,
  take: (seconds) =>
    Effect.map(
      load.run(contestant, [named("all", clients, kind)], seconds),
      ({ groups, serverSeconds, generatorSeconds }) => {
        const { median, p99, perSecond, replies } = of(groups, "all")
        return {
          [name]: perSecond,
          [`${name}, median`]: median,
          [`${name}, p99`]: p99,
          [`${name}, processor`]: (serverSeconds * 1000) / replies,
          [`${name}, generator`]: generatorSeconds / (seconds + 0.3)
        }
      }
    )
})

interface StormContestant extends Contestant {
  readonly signIn: Kind
  readonly sessionCheck: Kind
}

/** Session checks while many sign in. */
const storm = (load: Load, name: string, contestant: StormContestant): Measurement => ({
  name: `storm: ${name}`,
  take: (seconds) =>
    load
      .run(
        contestant,
        [
          named("signIns", signersInStorm, contestant.signIn),
          named("checks", checkersInStorm, contestant.sessionCheck)
        ],
        seconds
      )
      .pipe(
        Effect.map(({ groups }) => {
          const checks = of(groups, "checks")
          return {
            [`storm checks: ${name}`]: checks.perSecond,
            [`storm checks: ${name}, median`]: checks.median,
            [`storm checks: ${name}, p99`]: checks.p99,
            [`storm sign-ins: ${name}`]: of(groups, "signIns").perSecond
          }
        })
      )
})

const embedded = ({ embedded }: Servers): Measurement => ({
  name: "checks: embedded",
  take: (seconds) => Effect.map(embedded.run(checkers, seconds), (perSecond) => ({ "checks: embedded": perSecond }))
})

/** All of them, those that are compared next to each other. */
export const make = (servers: Servers, load: Load): ReadonlyArray<Measurement> => {
  const { bareArgon2, barePrepared, bareSession, betterAuth, betterAuthCached, latchkey, nothing, pagesInMemory } =
    servers
  const signIns = (clients: number) => [
    throughput(load, `sign-ins ${clients}: argon2`, bareArgon2, clients, bareArgon2.signIn),
    throughput(load, `sign-ins ${clients}: latchkey`, latchkey, clients, latchkey.signIn),
    throughput(load, `sign-ins ${clients}: better-auth`, betterAuth, clients, betterAuth.signIn)
  ]
  const pages = (kind: string, contestant: Servers["pagesInMemory"]) =>
    (["signIn", "account", "overview"] as const).map((page) =>
      throughput(load, `${kind}: ${page}`, contestant, pageReaders, contestant.pages[page])
    )
  return [
    throughput(load, "generator", nothing, checkers, nothing.request),
    throughput(load, "checks: node and pg", bareSession, checkers, bareSession.sessionCheck),
    throughput(load, "checks: node and pg, prepared", barePrepared, checkers, barePrepared.sessionCheck),
    throughput(load, "checks: latchkey", latchkey, checkers, latchkey.sessionCheck),
    throughput(load, "checks: better-auth", betterAuth, checkers, betterAuth.sessionCheck),
    throughput(load, "checks: better-auth, cookie cache", betterAuthCached, checkers, betterAuthCached.sessionCheck),
    embedded(servers),
    ...pages("page", latchkey),
    ...pages("page in memory", pagesInMemory),
    ...signIns(16),
    ...signIns(32),
    storm(load, "latchkey", latchkey),
    storm(load, "better-auth", betterAuth),
    throughput(load, "401", latchkey, 16, latchkey.wrongPassword),
    throughput(load, "429 by address", latchkey, 16, latchkey.refusedByAddress),
    throughput(load, "429 by account", latchkey, 16, latchkey.refusedByAccount)
  ]
}
