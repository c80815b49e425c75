/** The instance that a command names. */
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import type { Storage } from "@latchkey/domain/Domain"
import type { Instance } from "@latchkey/domain/instance/Instance"
import * as InstanceDirectory from "@latchkey/domain/instance/InstanceDirectory"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { CommandError } from "../core/CommandError.ts"

const missing = (id: string) => new CommandError({ message: `There is no instance "${id}".` })

const unusable = ({ detail, message }: PersistenceError) =>
  new CommandError({ message: `Cannot use the database: ${detail ?? message}.` })

/** Finds an instance by its id. Creates `default` if there is none, as the service does at its first start. */
export const find = (id: string): Effect.Effect<Instance, CommandError, Storage> =>
  Effect.gen(function* () {
    const instances = yield* InstanceDirectory.InstanceDirectory
    const known = yield* Schema.decodeUnknownOption(InstanceId)(id)
    return yield* instances.get(known)
  }).pipe(
    Effect.provide(Layer.provide(InstanceDirectory.layer, NodeIdGenerator.layer)),
    Effect.catchTags({
      HostTaken: () => missing(id),
      InstanceNotFound: () => missing(id),
      NoSuchElementException: () => missing(id),
      PersistenceError: unusable
    })
  )
