/** `latchkey keys`: lists and replaces the keys that access tokens are signed with. */
import * as NodeTokenSigner from "@latchkey/crypto/NodeTokenSigner"
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import type { AccessTokensDisabled } from "@latchkey/domain/access-token/AccessTokenErrors"
import * as KeyRing from "@latchkey/domain/access-token/KeyRing"
import * as SigningKeyAdministration from "@latchkey/domain/access-token/SigningKeyAdministration"
import * as SigningKeys from "@latchkey/domain/access-token/SigningKeys"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { CommandError } from "../core/CommandError.ts"
import type { ConfigErrors } from "../core/ConfigErrors.ts"
import * as ServerKeys from "../core/ServerKeys.ts"
import * as Settings from "../core/Settings.ts"
import type { Environment } from "../core/Variable.ts"
import * as Database from "../database/Database.ts"
import * as Logging from "../telemetry/Logging.ts"
import type { Output } from "./Migrate.ts"

/** `instance`: whose keys. */
export interface Options extends Output {
  readonly instance: string
}

/** `now`: whether the new key signs immediately, and the others are deleted. */
export interface RotateOptions extends Options {
  readonly now: boolean
}

const by = { actor: "command_line" } as const

type Key = SigningKeyAdministration.PublicSigningKey

const toJson = ({ activeFrom, createdAt, id }: Key) => ({
  id,
  createdAt: DateTime.formatIso(createdAt),
  activeFrom: DateTime.formatIso(activeFrom)
})

const toLine = ({ activeFrom, id }: Key, state: string): string =>
  [id, state, `from ${DateTime.formatIso(activeFrom)}`].join("  ")

/** Returns the keys in words. They are newest first. */
const describe = (keys: ReadonlyArray<Key>, now: DateTime.Utc): string => {
  const signing = KeyRing.signing(keys, now)
  const stateOf = ({ activeFrom, number }: Key) => {
    if (Option.exists(signing, (key) => key.number === number)) return "signs"
    return DateTime.lessThan(now, activeFrom) ? "will sign" : "signed"
  }
  return keys.length === 0
    ? "No signing keys: the first one is created with the first access token."
    : keys.map((key) => toLine(key, stateOf(key))).join("\n")
}

const unusable = ({ _tag, message, ...error }: AccessTokensDisabled | PersistenceError) =>
  new CommandError({
    message:
      _tag === "PersistenceError" && "detail" in error
        ? `Cannot use the database: ${error.detail ?? message}.`
        : "Access tokens need a server key: set SECRET_KEY as for the service."
  })

const findInstance = Effect.fnUntraced(function* (id: string) {
  const { findById } = yield* InstanceRepository
  const found = yield* Option.match(Schema.decodeOption(InstanceId)(id), {
    onNone: () => Effect.succeedNone,
    onSome: (instanceId) => findById(instanceId)
  })
  return yield* Effect.mapError(found, () => new CommandError({ message: `There is no instance "${id}".` }))
})

/** Runs a command on the keys of an instance. Needs no running service, and may run beside it. */
const onKeys = <A>(
  environment: Environment,
  id: string,
  use: (
    keys: typeof SigningKeyAdministration.SigningKeyAdministration.Service,
    instance: Effect.Effect.Success<ReturnType<typeof findInstance>>
  ) => Effect.Effect<A, AccessTokensDisabled | PersistenceError>
): Effect.Effect<A, CommandError | ConfigErrors> =>
  Effect.gen(function* () {
    const { database, ...settings } = yield* Settings.loadKeys(environment)
    const services = SigningKeyAdministration.layer.pipe(
      Layer.provide(SigningKeys.layer),
      Layer.provide([ServerKeys.layer(settings), NodeTokenSigner.layer, NodeIdGenerator.layer]),
      Layer.provideMerge(Postgres.layer),
      Layer.provide(Database.layerServer(database, false))
    )
    return yield* Effect.gen(function* () {
      const instance = yield* findInstance(id)
      return yield* use(yield* SigningKeyAdministration.SigningKeyAdministration, instance)
    }).pipe(
      Effect.mapError((error) => (error instanceof CommandError ? error : unusable(error))),
      Effect.provide(services)
    )
  }).pipe(Effect.provide(Logging.layerCommand))

/** Prints the keys of an instance, newest first. */
export const list = (
  environment: Environment,
  { instance: id, json }: Options
): Effect.Effect<void, CommandError | ConfigErrors> =>
  Effect.gen(function* () {
    const keys = yield* onKeys(environment, id, (administration, instance) => administration.list(instance))
    const text = describe(keys, yield* DateTime.now)
    yield* Console.log(json ? JSON.stringify({ keys: keys.map(toJson) }, undefined, 2) : text)
  })

/** Creates the next key of an instance, and prints it. */
export const rotate = (
  environment: Environment,
  { instance: id, json, now }: RotateOptions
): Effect.Effect<void, CommandError | ConfigErrors> =>
  Effect.gen(function* () {
    const urgency = now ? "immediately" : "after_publication"
    const key = yield* onKeys(environment, id, (administration, instance) =>
      administration.rotate({ instance, urgency, by })
    )
    const text = now
      ? `Created ${key.id}, which signs now, and deleted all others. Running processes use it within a minute.`
      : `Created ${key.id}. It is published now, and signs from ${DateTime.formatIso(key.activeFrom)} on.`
    yield* Console.log(json ? JSON.stringify(toJson(key), undefined, 2) : text)
  })
