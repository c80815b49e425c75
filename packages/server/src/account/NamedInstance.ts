/** The instance that a command names. */
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultInstance, type Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CommandError } from "../core/CommandError.ts"

const missing = (id: string) => new CommandError({ message: `There is no instance "${id}".` })

const unusable = ({ detail, message }: PersistenceError) =>
  new CommandError({ message: `Cannot use the database: ${detail ?? message}.` })

/** Finds an instance by its id. Creates `default` if there is none, as the service does at its first start. */
export const find = (id: string): Effect.Effect<Instance, CommandError, InstanceRepository> =>
  Effect.gen(function* () {
    const instances = yield* InstanceRepository
    yield* instances.insertIfAbsent(defaultInstance)
    const known = yield* Schema.decodeUnknownOption(InstanceId)(id)
    return yield* Effect.flatten(instances.findById(known))
  }).pipe(
    Effect.catchTags({
      HostTaken: () => missing(id),
      NoSuchElementException: () => missing(id),
      PersistenceError: unusable,
      PlanDoesNotAllow: Effect.die
    })
  )
