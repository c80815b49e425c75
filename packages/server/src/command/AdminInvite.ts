/** `latchkey admin invite`: prints a one-time link to the dashboard. */
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import * as NodeTokenGenerator from "@latchkey/crypto/NodeTokenGenerator"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type {
  DashboardUnavailable,
  OperatorDisabled,
  OperatorEmailTaken,
  OperatorNotFound
} from "@latchkey/domain/operator/OperatorErrors"
import * as Domain from "@latchkey/domain/Domain"
import * as EventRecorder from "@latchkey/domain/event/EventRecorder"
import * as OperatorInstance from "@latchkey/domain/instance/OperatorInstance"
import * as AccountNotices from "@latchkey/domain/mail/AccountNotices"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import * as UserDeletion from "@latchkey/domain/personal-data/UserDeletion"
import * as Operators from "@latchkey/domain/operator/Operators"
import { invitationLifetime, unnamedInvitationLifetime } from "@latchkey/domain/operator/DashboardInvitation"
import * as DashboardAccess from "@latchkey/domain/operator/DashboardAccess"
import { Role } from "@latchkey/domain/operator/Role"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import { decodeFields } from "@latchkey/http/core/RequestReader"
import * as OperatorApi from "@latchkey/http/operator/OperatorApi"
import * as OperatorInvitationEmail from "@latchkey/pages/dashboard/operator/OperatorInvitationEmail"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Console from "effect/Console"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { CommandError } from "../core/CommandError.ts"
import type { ConfigErrors } from "../core/ConfigErrors.ts"
import * as Settings from "../core/Settings.ts"
import type { Environment } from "../core/Variable.ts"
import * as Database from "../database/Database.ts"
import * as DashboardInvitation from "../operator/DashboardInvitation.ts"
import * as Logging from "../telemetry/Logging.ts"
import type { Output } from "./Migrate.ts"

/** Without `email` the link is for anyone. `name` and `role` are those of a new operator. */
export interface Options extends Output {
  readonly email?: string
  readonly name?: string
  readonly role?: string
}

/** The command prints the link, and sends nothing. */
const withoutEmail = Layer.succeed(Mailer, { isConfigured: false, send: () => Effect.dieMessage("No email is sent") })

const services = ({ adminApiKey, baseUrl, database }: Settings.InvitationSettings) =>
  Layer.mergeAll(DashboardAccess.layer, Operators.layer).pipe(
    Layer.provide(UserDeletion.layer),
    Layer.provide(
      Layer.mergeAll(AccountNotices.layer, Domain.layerLimits, EventRecorder.layer, OperatorInstance.layer)
    ),
    Layer.provide(OperatorInvitationEmail.layer),
    Layer.provide(HttpSettings.layer({ adminApiKey, baseUrl })),
    Layer.provide(Layer.mergeAll(Postgres.layer, NodeIdGenerator.layer, NodeTokenGenerator.layer, withoutEmail)),
    Layer.provide(Database.layerServer(database, false)),
    Layer.mapError((error) =>
      error instanceof CommandError ? error : new CommandError({ message: `Cannot create a link: ${error.message}.` })
    )
  )

type Services = DashboardAccess.DashboardAccess | Operators.Operators

const withoutKey = "\n\nADMIN_API_KEY is not set: the link works only at a service that has none either."

/** A link, and what to say about it. */
interface Invitation {
  readonly url: string
  readonly text: string
  readonly operator?: { readonly id: string; readonly name: string; readonly role: Role }
}

const forAnyone = (settings: Settings.InvitationSettings): Effect.Effect<Invitation, Failure, Services> =>
  Effect.map(DashboardInvitation.create(settings), (url) => {
    const minutes = Duration.toMinutes(unnamedInvitationLifetime)
    const about = Option.isNone(settings.adminApiKey) ? withoutKey : ""
    return { url, text: `Open this link within ${minutes} minutes. It works once:\n\n${url}${about}` }
  })

const decodeNew = decodeFields(OperatorApi.NewOperator)
const decodeEmail = Schema.decodeUnknownOption(OperatorApi.NewOperator.fields.email)

const by = { actor: "command_line" } as const

const mistake = (message: string) => new CommandError({ message })

const toInvitation = ({ link, operator: { id, name, role } }: Operators.InvitedOperator): Invitation => {
  const url = Option.match(link, { onNone: () => "", onSome: (shown) => Redacted.value(shown.url) })
  const hours = Duration.toHours(invitationLifetime)
  const text = `Give this link to ${name} (role ${role}). It signs them in once, within ${hours} hours:\n\n${url}`
  return { url, text, operator: { id, name, role } }
}

/** Invites the operator with that address, who is added if there is none. Changes no operator who exists. */
const forOperator = Effect.fnUntraced(function* ({
  email: text,
  name,
  role
}: Options & { readonly email: string }): Effect.fn.Return<Invitation, Failure, Services> {
  const operators = yield* Operators.Operators
  const email = decodeEmail(text)
  if (Option.isNone(email)) return yield* mistake(`--email "${text}" is not an email address.`)
  const known = yield* operators.findByEmail(email.value)
  if (Option.isSome(known)) {
    const { id, role: current } = known.value
    if (name !== undefined && name !== known.value.name) {
      return yield* mistake(
        "An operator with this address has another name. Leave --name out, or change it in the dashboard."
      )
    }
    if (role !== undefined && role !== current) {
      return yield* mistake(
        `An operator with this address has the role ${current}. Leave --role out, or change it in the dashboard.`
      )
    }
    return toInvitation(yield* operators.invite({ id, by, delivery: "link" }))
  }
  const missing = [...(name === undefined ? ["--name"] : []), ...(role === undefined ? ["--role"] : [])]
  if (missing.length > 0) return yield* mistake(`A new operator needs ${missing.join(" and ")}.`)
  const decoded = decodeNew({ email: text, name, role })
  if (Either.isLeft(decoded)) {
    return yield* mistake(decoded.left.map(({ field, reason }) => `--${field} ${reason}.`).join(" "))
  }
  return toInvitation(yield* operators.create(decoded.right, { by, delivery: "link" }))
})

type Failure =
  | CommandError
  | DashboardUnavailable
  | OperatorDisabled
  | OperatorEmailTaken
  | OperatorNotFound
  | PersistenceError

const toCommandError = (error: Failure): CommandError => {
  switch (error._tag) {
    case "CommandError":
      return error
    case "OperatorDisabled":
      return mistake("The operator is disabled. Enable them in the dashboard first.")
    case "OperatorEmailTaken":
    case "OperatorNotFound":
      return mistake("The operator was changed meanwhile. Run the command again.")
    case "DashboardUnavailable":
    case "PersistenceError":
      return mistake(`Cannot create a link: ${error.message}.`)
  }
}

/** Creates the link in the database. Needs no running service. */
export const invite = (environment: Environment, options: Options): Effect.Effect<void, CommandError | ConfigErrors> =>
  Effect.gen(function* () {
    const { email, json, name, role } = options
    if (email === undefined && (name !== undefined || role !== undefined)) {
      return yield* mistake("--name and --role need --email.")
    }
    const settings = yield* Settings.loadInvitation(environment)
    const created = email === undefined ? forAnyone(settings) : forOperator({ ...options, email })
    const { operator, text, url } = yield* created.pipe(
      Effect.mapError(toCommandError),
      Effect.provide(services(settings)),
      Effect.provide(Logging.layerCommand)
    )
    yield* Console.log(json ? JSON.stringify({ url, operator }, undefined, 2) : text)
  })
