/** What requests cost on a Citus cluster, beside one PostgreSQL: both on this machine, in turns. Prints a table. */
import type { SqlClient } from "@effect/sql/SqlClient"
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import * as NodeTokenGenerator from "@latchkey/crypto/NodeTokenGenerator"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { Email } from "@latchkey/domain/core/Email"
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import { ClientId, InstanceId, UserId, SessionId } from "@latchkey/domain/core/Ids"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import type { Storage } from "@latchkey/domain/Domain"
import { Session, SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as CitusCluster from "@latchkey/test-support/postgres/CitusCluster"
import * as CitusDatabase from "@latchkey/test-support/postgres/CitusDatabase"
import * as ServerDatabase from "@latchkey/test-support/postgres/ServerDatabase"
import * as TestServer from "@latchkey/test-support/postgres/TestServer"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import { timesOf } from "../scale/Latency.ts"
import * as Requests from "../scale/Requests.ts"
import type { Visitor } from "../scale/Visitor.ts"
import * as Statistics from "../shared/Statistics.ts"

const rounds = 7
const checks = 50
const signIns = 15
const instances = 20

/** Stores a user with an active session on a known client. The instances are on different nodes. */
const addVisitor = Effect.fnUntraced(function* (n: number) {
  const ids = yield* IdGenerator
  const tokens = yield* TokenGenerator
  const now = yield* DateTime.now
  const instanceId = InstanceId.make(`app-${n % instances}`)
  const user = new User({
    instanceId,
    id: yield* ids.next(UserId),
    email: Email.make(`user-${n}@example.com`),
    passwordHash: Option.none(),
    emailVerifiedAt: Option.none(),
    credentialVersion: 0,
    createdAt: now
  })
  yield* (yield* UserRepository).insert(user)
  const [sessionHash, clientHash] = [tokens.hash(yield* tokens.generate), tokens.hash(yield* tokens.generate)]
  const end = DateTime.add(now, { days: 30 })
  const session = new Session({
    instanceId,
    id: yield* ids.next(SessionId),
    userId: user.id,
    tokenHash: sessionHash,
    methods: ["password"],
    credentialVersion: 0,
    authenticatedAt: now,
    expiresAt: end
  })
  const none = { presentedClient: Option.none(), deviceName: Option.none(), event: Option.none() }
  const grant = { ...none, session, clientHash, clientExpiresAt: end, now }
  yield* (yield* SessionRepository).issue({ ...grant, newClientId: yield* ids.next(ClientId) })
  const visitor: Visitor = {
    instanceId,
    userId: user.id,
    email: user.email,
    ipAddress: `10.0.0.${n}`,
    sessionHash,
    clientHash
  }
  return visitor
})

/** Fills a new database, and returns what measures one round on it. */
const measured = <E>(tables: Layer.Layer<SqlClient, E>) =>
  Effect.gen(function* () {
    const generators = Layer.merge(NodeIdGenerator.layer, NodeTokenGenerator.layer)
    const services: Context.Context<Storage | IdGenerator | TokenGenerator> = yield* Layer.build(
      Layer.merge(Layer.provide(Postgres.layer, tables), generators)
    )
    const add = Effect.forEach(
      Array.from({ length: rounds * signIns + checks }, (_, n) => n),
      addVisitor
    )
    const visitors = yield* Effect.provide(add, services)
    const requests = yield* Effect.provide(Requests.make, services)
    return (round: number) =>
      Effect.all({
        check: timesOf(visitors.slice(-checks), requests.sessionCheck),
        signIn: timesOf(visitors.slice(round * signIns, (round + 1) * signIns), requests.signIn)
      }).pipe(
        Effect.map(({ check, signIn }) => ({ check: Statistics.median(check), signIn: Statistics.median(signIn) }))
      )
  })

type Kind = "check" | "signIn"
type Round = Readonly<Record<Kind, number>>

const row = (name: string, kind: Kind, one: ReadonlyArray<Round>, citus: ReadonlyArray<Round>): string => {
  const text = (values: ReadonlyArray<number>) => {
    const { least, median, most } = Statistics.spread(values)
    return `${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`
  }
  const ratios = one.map((round, index) => (citus[index]?.[kind] ?? Number.NaN) / round[kind])
  return `| ${name} | ${text(one.map((_) => _[kind]))} | ${text(citus.map((_) => _[kind]))} | ${text(ratios)} |`
}

const compare = Effect.gen(function* () {
  const programs = CitusCluster.programs()
  if (programs === undefined) return yield* Effect.dieMessage("No PostgreSQL on this machine has Citus")
  const started = <A extends { readonly stop: () => Promise<void> }>(start: () => Promise<A>) =>
    Effect.acquireRelease(Effect.promise(start), ({ stop }) => Effect.promise(stop))
  const server = yield* started(() => TestServer.start(programs))
  const cluster = yield* started(() => CitusCluster.start(programs))
  const onOne = yield* measured(Layer.provideMerge(Migrations.layer, ServerDatabase.layer(server.url)))
  const onCitus = yield* measured(Layer.provideMerge(CitusDatabase.layerDistributed, CitusDatabase.layer(cluster)))
  const [one, citus]: [Array<Round>, Array<Round>] = [[], []]
  for (let round = 0; round < rounds; round++) {
    one.push(yield* onOne(round))
    citus.push(yield* onCitus(round))
  }
  process.stdout.write(
    [
      `| wall clock, ms | one ${server.name} | Citus, three nodes | ratio |`,
      "| --- | ---: | ---: | ---: |",
      row("a session check", "check", one, citus),
      row("the queries of a sign-in on a known client", "signIn", one, citus),
      ""
    ].join("\n")
  )
})

await Effect.runPromise(compare.pipe(Effect.scoped, Logger.withMinimumLogLevel(LogLevel.Warning)))
