// Compares `latchkey serve` with itself without one of its parts, in turns. A special part that saves too little goes;
// without `recordEvents`, a sign-in writes no event. The control lacks no part: what its ratio is off one is error.
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as TestDatabase from "@latchkey/test-support/postgres/ServerDatabase"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Accounts from "../performance/Accounts.ts"
import * as Latchkey from "../performance/Latchkey.ts"
import * as Load from "../performance/Load.ts"
import * as Servers from "../performance/Servers.ts"
import type { MeasuredServer, Workload } from "../performance/MeasuredServer.ts"
import { signers, users } from "../performance/Users.ts"
import * as ProcessorTime from "../scale/ProcessorTime.ts"
import * as Statistics from "../shared/Statistics.ts"
import { wholeNumber } from "../shared/wholeNumber.ts"

/** The parts, by the names of their files. */
const parts = {
  RequestServer: "server/dist/http/RequestServer.js",
  RequestFibers: "server/dist/http/RequestFibers.js",
  PooledStatements: "server/dist/database/PooledStatements.js",
  compiledStatement: "postgres/dist/internal/compiledStatement.js",
  batched: "postgres/dist/internal/batched.js",
  recordEvents: "postgres/dist/internal/recordEvents.js",
  GarbageCollection: "server/dist/core/GarbageCollection.js"
}
const isPart = (name: string): name is keyof typeof parts => Object.keys(parts).includes(name)

const { values: args } = parseArgs({
  options: {
    rounds: { type: "string", default: "9" },
    seconds: { type: "string", default: "2" },
    only: { type: "string", multiple: true, default: Object.keys(parts) }
  }
})
const rounds = wholeNumber("rounds", args.rounds, 1, 200)
const seconds = wholeNumber("seconds", args.seconds, 1, 60)

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "latchkey-bench-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** Returns the arguments with which Node loads a module of a package as `without` has it. */
const replace = (path: string): ReadonlyArray<string> => [
  "--import",
  new URL(`replace.js?${path}`, import.meta.url).href
]

const pathOf = (part: string): string => {
  if (!isPart(part) || !existsSync(join("packages", parts[part]))) throw new RangeError(`There is no part ${part}`)
  return parts[part]
}

const workloads = [
  { name: "session check", clients: 16, of: "sessionCheck" },
  { name: "sign-in", clients: 32, of: "signIn" }
] as const

/** Creates the accounts of all signers. One of them is signed in, for every client. */
const setUp = (port: number, databaseUrl: string) =>
  Effect.gen(function* () {
    const url = `http://127.0.0.1:${port}`
    yield* Latchkey.configure(url)
    const [cookie = ""] = yield* Accounts.signUp(url, signers.slice(0, 1))
    yield* Accounts.copySigner(databaseUrl, [Latchkey.copyUser])
    return Latchkey.workloads(
      `localhost:${port}`,
      users.map(() => cookie)
    )
  })

type Figures = Readonly<Record<"thread, ms" | "process, ms" | "per second" | "p99, ms", number>>

const measure = (load: Load.Load, server: MeasuredServer, clients: number, workload: Workload) =>
  Effect.gen(function* () {
    const before = yield* ProcessorTime.ofProcess(server.process.pid)
    const { groups, serverSeconds } = yield* load.run(
      server,
      [{ ...workload, name: "all", clients, shed: "wait" }],
      seconds
    )
    const thread = (yield* ProcessorTime.ofProcess(server.process.pid)) - before
    const [{ p99, perSecond, replies } = { p99: Number.NaN, perSecond: 0, replies: 0 }] = groups
    const all = (replies * (seconds + 0.3)) / seconds
    const figures: Figures = {
      "thread, ms": thread / all,
      "process, ms": (serverSeconds * 1000) / all,
      "per second": perSecond,
      "p99, ms": p99
    }
    return figures
  })

const program = Effect.gen(function* () {
  const { url } = yield* Servers.postgres
  const databaseUrl = Redacted.value(yield* TestDatabase.make(url))
  const directory = yield* temporaryFolder
  const load = yield* Load.make
  const options = { databaseUrl, directory, profile: undefined }
  const { port, requests } = yield* Effect.scoped(
    Effect.gen(function* () {
      const { port } = yield* Latchkey.serve(options)
      return { port, requests: yield* setUp(port, databaseUrl) }
    })
  )
  const environment = { BASE_URL: `http://localhost:${port}` }
  const start = (name: string, replaced: string) =>
    Effect.map(Latchkey.serve({ ...options, environment, nodeArgs: replace(replaced) }), (server) => ({ name, server }))
  // All start alike, and get the same requests: a server that has done other work before is slower.
  const whole = yield* start("whole", "nothing")
  const without = yield* Effect.forEach(args.only, (part) => start(part, pathOf(part)))
  const all = [whole, ...without, yield* start("control", "nothing")]
  for (const workload of workloads) {
    const taken = new Map<string, Array<Figures>>()
    for (let round = -1; round < rounds; round++) {
      for (const { name, server } of round % 2 === 0 ? all : [...all].reverse()) {
        const figures = yield* measure(load, server, workload.clients, requests[workload.of])
        if (round >= 0) taken.set(name, [...(taken.get(name) ?? []), figures])
      }
    }
    const base = taken.get("whole") ?? []
    process.stdout.write(`${workload.name}, without: ratio to with it\n`)
    for (const { name } of all) {
      const figures = taken.get(name) ?? []
      const line = (["thread, ms", "process, ms", "per second", "p99, ms"] as const).map((key) => {
        const { least, median, most } = Statistics.spread(figures.map((f, i) => f[key] / (base[i]?.[key] ?? 1)))
        const absolute = Statistics.median(figures.map((f) => f[key])).toPrecision(3)
        return `${key} ${median.toFixed(3)} (${least.toFixed(2)}-${most.toFixed(2)}; ${absolute})`
      })
      process.stdout.write(`  ${name.padEnd(18)} ${line.join(" | ")}\n`)
    }
  }
}).pipe(Effect.scoped)

NodeRuntime.runMain(program)
