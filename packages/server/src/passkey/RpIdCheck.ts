/** Whether BASE_URL takes the RP ID from passkeys: for the start of `serve`, and for `latchkey doctor`. */
import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import * as OperatorInstance from "@latchkey/domain/instance/OperatorInstance"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as FormerRpIds from "@latchkey/domain/passkey/FormerRpIds"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { amount } from "../account/amount.ts"
import { CommandError } from "../core/CommandError.ts"

/** The use case on a database, for a service at `baseUrl`. */
export const layer = (baseUrl: string) =>
  FormerRpIds.layer.pipe(
    Layer.provide(OperatorInstance.layer),
    Layer.provide(Layer.sync(PublicUrls, () => BaseUrl.make({ baseUrl, prefix: "" }))),
    Layer.provide([NodeIdGenerator.layer, Postgres.layer])
  )

/** Returns the error of a command that could not use the database. */
export const unusable = ({ detail, message }: PersistenceError) =>
  new CommandError({ message: `Cannot use the database: ${detail ?? message}.` })

const toText = ({ current, instance, passkeys, rpId }: FormerRpIds.FormerRpId) =>
  `BASE_URL changes the RP ID of instance "${instance.id}" from ${rpId} to ${current}, but browsers offer ` +
  `${amount(passkeys, "passkey")} of its users at ${rpId} only. Set BASE_URL back to that host. If the move is meant, ` +
  `run "latchkey passkeys remove --rp-id ${rpId}", which removes them`

/** Fails if passkeys are bound to another RP ID than they would have. */
export const run = (baseUrl: string) =>
  Effect.flatMap(FormerRpIds.FormerRpIds, ({ find }) => find).pipe(
    Effect.provide(layer(baseUrl)),
    Effect.mapError(unusable),
    Effect.filterOrFail(
      (former) => former.length === 0,
      (former) => new CommandError({ message: `${former.map(toText).join(". ")}.` })
    )
  )

const toOperatorText = ({ passkeys, rpId }: FormerRpIds.FormerRpId) =>
  `${amount(passkeys, "passkey")} of operators can no longer sign in to the dashboard: browsers offer them at ` +
  `${rpId} only. Invite these operators again, and run "latchkey passkeys remove --rp-id ${rpId}"`

/**
 * Returns a warning about passkeys of operators that are bound to another host, or `None`. It does not stop the service
 * from starting: operators have other ways in.
 */
export const warningOfOperators = (baseUrl: string) =>
  Effect.flatMap(FormerRpIds.FormerRpIds, ({ findOfOperators }) => findOfOperators).pipe(
    Effect.provide(layer(baseUrl)),
    Effect.mapError(unusable),
    Effect.map((former) => Option.liftPredicate(former.map(toOperatorText).join(". "), (text) => text !== ""))
  )
