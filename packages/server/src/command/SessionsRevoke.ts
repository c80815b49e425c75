/** `latchkey sessions revoke`: signs everyone out, after a backup was restored. */
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as AccessRevocation from "@latchkey/domain/operator/AccessRevocation"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Number from "effect/Number"
import { amount } from "../account/amount.ts"
import * as NamedInstance from "../account/NamedInstance.ts"
import { CommandError } from "../core/CommandError.ts"
import type { ConfigErrors } from "../core/ConfigErrors.ts"
import * as Settings from "../core/Settings.ts"
import type { Environment } from "../core/Variable.ts"
import * as Database from "../database/Database.ts"
import * as Logging from "../telemetry/Logging.ts"
import type { Output } from "./Migrate.ts"

/** `all`: every instance, and the dashboard. `instance`: one instance only. */
export interface Options extends Output {
  readonly all: boolean
  readonly instance: string | undefined
}

/** What everyone was signed out of. `removed`: how many rows are gone. */
interface Revoked {
  readonly instances: number
  readonly dashboard: boolean
  readonly removed: number
}

const by = { actor: "command_line" } as const

const services = (database: Settings.DatabaseSettings) =>
  AccessRevocation.layer.pipe(
    Layer.provide(NodeIdGenerator.layer),
    Layer.provideMerge(Postgres.layer),
    Layer.provide(Database.layerServer(database, false))
  )

const failed = ({ detail, message }: PersistenceError) =>
  new CommandError({ message: `Not everyone is signed out: ${detail ?? message}. Run the same command again.` })

const revokeInstances = (ids: ReadonlyArray<InstanceId>) =>
  Effect.gen(function* () {
    const { revokeInstance } = yield* AccessRevocation.AccessRevocation
    return Number.sumAll(yield* Effect.forEach(ids, (instanceId) => revokeInstance({ by, instanceId })))
  })

const revokeAll = Effect.gen(function* () {
  const { revokeDashboard } = yield* AccessRevocation.AccessRevocation
  // The dashboard first: an operator who is signed out could otherwise invite users meanwhile.
  const ofDashboard = yield* revokeDashboard(by)
  const { list, listDeleted } = yield* InstanceRepository
  // A deleted instance can be restored, with its sessions.
  const instances = [...(yield* list), ...(yield* listDeleted)]
  const removed = yield* revokeInstances(instances.map(({ id }) => id))
  return { instances: instances.length, dashboard: true, removed: ofDashboard + removed }
}).pipe(Effect.mapError(failed))

const revokeOne = (instance: string) =>
  Effect.flatMap(NamedInstance.find(instance), ({ id }) => Effect.mapError(revokeInstances([id]), failed)).pipe(
    Effect.map((removed) => ({ instances: 1, dashboard: false, removed }))
  )

const toText = ({ dashboard, instances, removed }: Revoked) =>
  `Signed everyone out of ${amount(instances, "instance")}${dashboard ? " and of the dashboard" : ""}. ` +
  `Removed ${amount(removed, "row")}: sessions, links, codes, invitations, ${dashboard ? "API keys, " : ""}pending sign-ups, sign-ins and recoveries.`

const unnamed = new CommandError({ message: "Name what to sign out of: either --all or --instance <id>." })

/** Signs everyone out, and prints how many rows it removed. Needs no running service, and may run beside it. */
export const revoke = (
  environment: Environment,
  { all, instance, json }: Options
): Effect.Effect<void, CommandError | ConfigErrors> =>
  Effect.gen(function* () {
    if (all === (instance !== undefined)) return yield* unnamed
    const settings = yield* Settings.loadDatabase(environment)
    const revoked: Revoked = yield* (instance === undefined ? revokeAll : revokeOne(instance)).pipe(
      Effect.provide(services(settings))
    )
    yield* Console.log(json ? JSON.stringify(revoked, undefined, 2) : toText(revoked))
  }).pipe(Effect.provide(Logging.layerCommand))
