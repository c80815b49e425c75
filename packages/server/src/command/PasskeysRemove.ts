/** `latchkey passkeys remove`: removes the passkeys of a host at which the service no longer is. */
import * as FormerRpIds from "@latchkey/domain/passkey/FormerRpIds"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { amount } from "../account/amount.ts"
import { CommandError } from "../core/CommandError.ts"
import type { ConfigErrors } from "../core/ConfigErrors.ts"
import * as Settings from "../core/Settings.ts"
import type { Environment } from "../core/Variable.ts"
import * as Database from "../database/Database.ts"
import * as RpIdCheck from "../passkey/RpIdCheck.ts"
import * as Logging from "../telemetry/Logging.ts"
import type { Output } from "./Migrate.ts"

/** `rpId`: the former RP ID. `yes`: removes them; without it, the command only says how many. */
export interface Options extends Output {
  readonly rpId: string
  readonly yes: boolean
}

const by = { actor: "command_line" } as const

const nothing = ({ baseUrl, rpId }: { readonly baseUrl: string; readonly rpId: string }) =>
  new CommandError({
    message: `There is nothing to remove: at ${baseUrl}, there are no passkeys with the former RP ID ${rpId}.`
  })

/** The passkeys with the former RP ID. */
interface Found {
  readonly ofUsers: ReadonlyArray<FormerRpIds.FormerRpId>
  readonly ofOperators: number
}

const unconfirmed = ({ ofOperators, ofUsers }: Found) => {
  const counts = [
    ...ofUsers.map(({ instance, passkeys }) => `${amount(passkeys, "passkey")} of instance "${instance.id}"`),
    ...(ofOperators === 0 ? [] : [`${amount(ofOperators, "passkey")} of operators`])
  ]
  const owners = ofOperators === 0 ? "Users" : ofUsers.length === 0 ? "Operators" : "Users and operators"
  return new CommandError({
    message: `This removes ${counts.join(" and ")}. ${owners} then sign in without them. To remove them, add --yes.`
  })
}

/** Returns what there is to remove. */
const find = Effect.fnUntraced(function* (rpId: string) {
  const formerRpIds = yield* FormerRpIds.FormerRpIds
  const isMeant = (former: FormerRpIds.FormerRpId) => former.rpId === rpId
  const ofOperators = (yield* formerRpIds.findOfOperators).find(isMeant)
  return {
    ofUsers: (yield* formerRpIds.find).filter(isMeant),
    ofOperators: ofOperators?.passkeys ?? 0
  } satisfies Found
})

/** Removes them. Returns how many there were. */
const removeAll = (rpId: string) =>
  Effect.flatMap(FormerRpIds.FormerRpIds, ({ deletePasskeys }) => deletePasskeys(rpId, by))

/** Removes the passkeys, and prints how many. Needs no running service, and may run beside it. */
export const remove = (
  environment: Environment,
  { json, rpId, yes }: Options
): Effect.Effect<void, CommandError | ConfigErrors> =>
  Effect.gen(function* () {
    const { baseUrl, database } = yield* Settings.loadPasskeys(environment)
    const services = RpIdCheck.layer(baseUrl).pipe(Layer.provide(Database.layerServer(database, false)))
    const removed = yield* Effect.gen(function* () {
      const found = yield* Effect.mapError(find(rpId), RpIdCheck.unusable)
      if (found.ofUsers.length + found.ofOperators === 0) return yield* nothing({ baseUrl, rpId })
      if (!yes) return yield* unconfirmed(found)
      return yield* Effect.mapError(removeAll(rpId), RpIdCheck.unusable)
    }).pipe(Effect.provide(services))
    const text = `Removed ${amount(removed, "passkey")} with the RP ID ${rpId}.`
    yield* Console.log(json ? JSON.stringify({ rpId, removed }, undefined, 2) : text)
  }).pipe(Effect.provide(Logging.layerCommand))
