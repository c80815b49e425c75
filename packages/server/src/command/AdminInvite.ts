/**
 * `latchkey admin invite`: a one-time link to the dashboard, for whoever can read the database's password anyway.
 *
 * @since 0.1.0
 */
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import * as NodeTokenGenerator from "@latchkey/crypto/NodeTokenGenerator"
import * as OperatorSessions from "@latchkey/domain/operator/OperatorSessions"
import * as Dashboard from "@latchkey/pages/Dashboard"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CommandError } from "../core/CommandError.ts"
import * as Database from "../database/Database.ts"
import * as Logging from "../core/Logging.ts"
import type { Output } from "./Migrate.ts"
import type { Environment } from "../core/SettingReader.ts"
import * as Settings from "../core/Settings.ts"
import type { SettingsRejected } from "../core/SettingsRejected.ts"

const layer = (settings: Settings.DatabaseSettings) =>
  OperatorSessions.layer.pipe(
    Layer.provide(Layer.mergeAll(Postgres.layer, NodeIdGenerator.layer, NodeTokenGenerator.layer)),
    Layer.provide(Database.layerServer(settings, false))
  )

const text = (url: string) =>
  [`Open this link within ${Duration.toMinutes(OperatorSessions.invitationLifetime)} minutes. It works once:`, "", url].join(
    "\n"
  )

/** Prints the link, and stores only a hash of its token. @since 0.1.0 */
export const invite = (
  environment: Environment,
  { json }: Output
): Effect.Effect<void, CommandError | SettingsRejected> =>
  Effect.gen(function* () {
    const { baseUrl, database } = yield* Settings.loadInvitation(environment)
    const token = yield* Effect.flatMap(OperatorSessions.OperatorSessions, (operators) => operators.invite("command_line")).pipe(
      Effect.catchTag(
        "PersistenceError",
        ({ message }) => new CommandError({ message: `No link could be made: ${message}.` })
      ),
      Effect.provide(layer(database)),
      Effect.provide(Logging.layerCommand)
    )
    const url = Dashboard.invitationUrl({ baseUrl, token })
    yield* Console.log(json ? JSON.stringify({ url }, undefined, 2) : text(url))
  })
