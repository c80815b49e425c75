/** `latchkey admin operators`: lists who may use the dashboard. */
import type { Operator } from "@latchkey/domain/operator/Operator"
import * as OperatorUsers from "@latchkey/domain/operator/OperatorUsers"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { CommandError } from "../core/CommandError.ts"
import type { ConfigErrors } from "../core/ConfigErrors.ts"
import * as Settings from "../core/Settings.ts"
import type { Environment } from "../core/Variable.ts"
import * as Database from "../database/Database.ts"
import * as Logging from "../telemetry/Logging.ts"
import type { Output } from "./Migrate.ts"

const isoOrNull = (at: Option.Option<DateTime.Utc>) =>
  Option.match(at, { onNone: () => null, onSome: DateTime.formatIso })

const toJson = ({ createdAt, disabledAt, email, id, name, role, signedInAt }: Operator) => ({
  id,
  email,
  name,
  role,
  disabled: Option.isSome(disabledAt),
  createdAt: DateTime.formatIso(createdAt),
  signedInAt: isoOrNull(signedInAt)
})

const toLine = ({ disabledAt, email, joinedAt, name, role, signedInAt }: Operator): string => {
  const last = Option.match(signedInAt, {
    onNone: () => (Option.isNone(joinedAt) ? "never signed in" : "last sign-in unknown"),
    onSome: (at) => `signed in ${DateTime.formatIso(at)}`
  })
  return [role, email, name, Option.isSome(disabledAt) ? "disabled" : last].join("  ")
}

const noOperators = 'No operators. Add one: latchkey admin invite --email <address> --name "<name>" --role admin'

/** Reads the operators from the database. Needs no running service. */
export const list = (environment: Environment, { json }: Output): Effect.Effect<void, CommandError | ConfigErrors> =>
  Effect.gen(function* () {
    const database = yield* Settings.loadDatabase(environment)
    const operators = yield* Effect.flatMap(OperatorUsers.make, ({ list }) => list).pipe(
      Effect.mapError(
        ({ detail, message }) => new CommandError({ message: `Cannot use the database: ${detail ?? message}.` })
      ),
      Effect.provide(Layer.provide(Postgres.layer, Database.layerServer(database, false)))
    )
    const text = operators.length === 0 ? noOperators : operators.map(toLine).join("\n")
    yield* Console.log(json ? JSON.stringify({ operators: operators.map(toJson) }, undefined, 2) : text)
  }).pipe(Effect.provide(Logging.layerCommand))
