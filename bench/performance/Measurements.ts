import * as Effect from "effect/Effect"
import * as Development from "./Development.ts"
import type { Latchkey } from "./Latchkey.ts"
import type { Load } from "./Load.ts"
import type { Group, GroupResult } from "./load/generator.ts"
import * as Memory from "./Memory.ts"
import type { MeasuredServer, SignInService, Workload } from "./MeasuredServer.ts"
import type { Servers } from "./Servers.ts"

/** The results of one measurement, by name. */
export type Results = Readonly<Record<string, number>>

/** Runs a workload on a server for some seconds. */
export interface Measurement {
  readonly name: string
  readonly take: (seconds: number) => Effect.Effect<Results, Error>
}

/** Numbers of clients: that check sessions, open pages, and check sessions or sign in during the storm. */
export const checkers = 16
export const pageReaders = 4
export const checkersInStorm = 4
export const signersInStorm = 32
export const signersInOverload = 500

/** The pages have no part in a comparison. */
const pageSeconds = 2

const named = (name: string, clients: number, kind: Workload): Group => ({ ...kind, name, clients })

const of = (groups: ReadonlyArray<GroupResult>, name: string): GroupResult => {
  const found = groups.find((group) => group.name === name)
  if (found === undefined) throw new Error(`The load generator has no group ${name}`)
  return found
}

/** Measures one workload. */
const throughput = (
  load: Load,
  name: string,
  server: MeasuredServer,
  clients: number,
  kind: Workload
): Measurement => ({
  name,
  take: (seconds) =>
    Effect.map(
      load.run(server, [named("all", clients, kind)], seconds),
      ({ groups, serverSeconds, generatorSeconds }) => {
        const { median, p99, perSecond, replies, shed } = of(groups, "all")
        return {
          [name]: perSecond,
          [`${name}, median`]: median,
          [`${name}, p99`]: p99,
          [`${name}, processor`]: (serverSeconds * 1000) / replies,
          [`${name}, generator`]: generatorSeconds / (seconds + 0.3),
          ...(kind.shed === undefined ? {} : { [`${name}, shed`]: shed / seconds })
        }
      }
    )
})

/** Measures session checks while many clients sign in. */
const storm = (load: Load, name: string, server: SignInService): Measurement => ({
  name: `storm: ${name}`,
  take: (seconds) =>
    load
      .run(
        server,
        [named("signIns", signersInStorm, server.signIn), named("checks", checkersInStorm, server.sessionCheck)],
        seconds
      )
      .pipe(
        Effect.map(({ groups }) => {
          const checks = of(groups, "checks")
          const signIns = of(groups, "signIns")
          return {
            [`storm checks: ${name}`]: checks.perSecond,
            [`storm checks: ${name}, median`]: checks.median,
            [`storm checks: ${name}, p99`]: checks.p99,
            [`storm sign-ins: ${name}`]: signIns.perSecond,
            ...(server.signIn.shed === undefined ? {} : { [`storm sign-ins: ${name}, shed`]: signIns.shed / seconds })
          }
        })
      )
})

/** Measures sign-ins of far more clients than the service has places for, which wait as they are told. */
const overload = (load: Load, { health, overload: kind, ...server }: Latchkey): Measurement => ({
  name: "overload",
  take: (seconds) =>
    load
      .run(
        server,
        [named("signIns", signersInOverload, { ...kind, shed: "wait" }), named("health", 1, health)],
        seconds
      )
      .pipe(
        Effect.map(({ groups }) => ({
          "overload: sign-ins": of(groups, "signIns").perSecond,
          "overload: shed": of(groups, "signIns").shed / seconds,
          "overload: health, p95": of(groups, "health").p95
        }))
      )
})

/**
 * Measures what a shed request costs: with clients that never wait, most of the CPU time is for these. A sign-in costs
 * as much as in the measurement without overload, which precedes or follows.
 */
const shed = (load: Load, server: Latchkey): Measurement => ({
  name: "overload: clients that repeat",
  take: (seconds) =>
    Effect.gen(function* () {
      const alone = yield* load.run(server, [named("all", signersInStorm, server.signIn)], seconds / 2)
      const both = yield* load.run(
        server,
        [named("all", signersInOverload, { ...server.overload, shed: "repeat" })],
        seconds / 2
      )
      const { replies, shed } = of(both.groups, "all")
      const signIn = alone.serverSeconds / of(alone.groups, "all").replies
      return { "overload: shed, processor": ((both.serverSeconds - replies * signIn) * 1000) / shed }
    })
})

const embedded = (name: string, app: Servers["embedded"]): Measurement => ({
  name: `checks: ${name}`,
  take: (seconds) =>
    Effect.map(app.run(checkers, seconds), ({ perSecond, processorSeconds }) => ({
      [`checks: ${name}`]: perSecond,
      [`checks: ${name}, processor`]: (processorSeconds * 1000) / (perSecond * seconds)
    }))
})

/** Measures `latchkey dev`, which is `npm start` after the build. */
const development: Measurement = { name: "npm start", take: () => Development.measure }

const within = (limit: number, { name, take }: Measurement): Measurement => ({
  name,
  take: (seconds) => take(Math.min(limit, seconds))
})

/** Returns all measurements, those that are compared next to each other. */
export const make = (servers: Servers, load: Load): ReadonlyArray<Measurement> => {
  const {
    bareAccessToken,
    bareArgon2,
    bareBatched,
    barePrepared,
    bareSignIn,
    betterAuth,
    betterAuthCached,
    latchkey,
    latchkeyOnePercent,
    latchkeyTraced,
    newLatchkey,
    newLatchkeyTraced,
    nothing,
    pagesInMemory
  } = servers
  const signIns = (clients: number) => [
    throughput(load, `sign-ins ${clients}: argon2`, bareArgon2, clients, bareArgon2.signIn),
    throughput(load, `sign-ins ${clients}: bare`, bareSignIn, clients, bareSignIn.signIn),
    throughput(load, `sign-ins ${clients}: latchkey`, latchkey, clients, latchkey.signIn),
    throughput(
      load,
      `sign-ins ${clients}: latchkey, traces 1 %`,
      latchkeyOnePercent,
      clients,
      latchkeyOnePercent.signIn
    ),
    throughput(load, `sign-ins ${clients}: latchkey, all traces`, latchkeyTraced, clients, latchkeyTraced.signIn),
    throughput(load, `sign-ins ${clients}: better-auth`, betterAuth, clients, betterAuth.signIn)
  ]
  const pages = (kind: string, server: Servers["pagesInMemory"]) =>
    (["signIn", "account", "overview"] as const).map((page) =>
      within(pageSeconds, throughput(load, `${kind}: ${page}`, server, pageReaders, server.pages[page]))
    )
  const checks = named("all", checkers, latchkey.sessionCheck)
  return [
    throughput(load, "generator", nothing, checkers, nothing.request),
    throughput(load, "checks: prepared", barePrepared, checkers, barePrepared.sessionCheck),
    throughput(load, "checks: batched", bareBatched, checkers, bareBatched.sessionCheck),
    throughput(load, "checks: latchkey", latchkey, checkers, latchkey.sessionCheck),
    throughput(load, "access tokens: bare", bareAccessToken, checkers, bareAccessToken.accessToken),
    throughput(load, "access tokens: latchkey", latchkey, checkers, latchkey.accessToken),
    throughput(load, "checks: latchkey, traces 1 %", latchkeyOnePercent, checkers, latchkeyOnePercent.sessionCheck),
    throughput(load, "checks: latchkey, all traces", latchkeyTraced, checkers, latchkeyTraced.sessionCheck),
    throughput(load, "checks: better-auth", betterAuth, checkers, betterAuth.sessionCheck),
    throughput(load, "checks: better-auth, cookie cache", betterAuthCached, checkers, betterAuthCached.sessionCheck),
    embedded("embedded", servers.embedded),
    embedded("embedded, spans", servers.embeddedSpans),
    embedded("embedded, tracer", servers.embeddedTracer),
    ...pages("page", latchkey),
    ...pages("page in memory", pagesInMemory),
    ...signIns(signersInStorm),
    storm(load, "bare", bareSignIn),
    storm(load, "latchkey", latchkey),
    storm(load, "better-auth", betterAuth),
    overload(load, latchkey),
    shed(load, latchkey),
    throughput(load, "overload: bare", nothing, signersInOverload, nothing.overload),
    throughput(load, "401", latchkey, 16, latchkey.wrongPassword),
    throughput(load, "429 per IP address", latchkey, 16, latchkey.refusedPerIp),
    throughput(load, "429 per account", latchkey, 16, latchkey.refusedPerAccount),
    Memory.measure(load, "latchkey", newLatchkey, checks),
    Memory.measure(load, "latchkey, all traces", newLatchkeyTraced, checks),
    development
  ]
}
