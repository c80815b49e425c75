/** `latchkey admin invite`: prints a one-time link to the dashboard. */
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import * as NodeTokenGenerator from "@latchkey/crypto/NodeTokenGenerator"
import * as OperatorSessions from "@latchkey/domain/operator/OperatorSessions"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { CommandError } from "../core/CommandError.ts"
import type { ConfigErrors } from "../core/ConfigErrors.ts"
import * as Settings from "../core/Settings.ts"
import type { Environment } from "../core/Variable.ts"
import * as Database from "../database/Database.ts"
import * as DashboardInvitation from "../operator/DashboardInvitation.ts"
import * as Logging from "../telemetry/Logging.ts"
import type { Output } from "./Migrate.ts"

const operatorSessions = (database: Settings.DatabaseSettings) =>
  OperatorSessions.layer.pipe(
    Layer.provide(Layer.mergeAll(Postgres.layer, NodeIdGenerator.layer, NodeTokenGenerator.layer)),
    Layer.provide(Database.layerServer(database, false))
  )

const minutes = Duration.toMinutes(OperatorSessions.invitationLifetime)

const withoutKey = "\n\nADMIN_API_KEY is not set: the link works only at a service that has none either."

const toText = (url: string, { adminApiKey }: Settings.InvitationSettings) =>
  `Open this link within ${minutes} minutes. It works once:\n\n${url}${Option.isNone(adminApiKey) ? withoutKey : ""}`

/** Creates the link in the database. Needs no running service. */
export const invite = (environment: Environment, { json }: Output): Effect.Effect<void, CommandError | ConfigErrors> =>
  Effect.gen(function* () {
    const settings = yield* Settings.loadInvitation(environment)
    const url = yield* DashboardInvitation.create(settings).pipe(
      Effect.catchTag(
        "PersistenceError",
        ({ message }) => new CommandError({ message: `Cannot create a link: ${message}.` })
      ),
      Effect.provide(operatorSessions(settings.database)),
      Effect.provide(Logging.layerCommand)
    )
    yield* Console.log(json ? JSON.stringify({ url }, undefined, 2) : toText(url, settings))
  })
