/** The DNS records of the sender's domain, by which receivers decide whether an email is genuine. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as AppPart from "../core/AppPart.ts"

/** A record to add at the operator's DNS provider. */
export interface DnsRecord {
  readonly name: string
  readonly type: "CNAME" | "TXT"
  readonly value: string
}

/**
 * What was found about one kind of record (RFC 7208, RFC 6376, RFC 7489).
 *
 * - `state`: `unknown` if it could not be checked.
 * - `detail`: what was seen, as a part of a sentence for the operator.
 * - `toAdd`: records that solve the problem. Empty if none is known.
 */
export interface SenderRecord {
  readonly kind: "SPF" | "DKIM" | "DMARC"
  readonly state: "ok" | "problem" | "unknown"
  readonly detail: string
  readonly toAdd: ReadonlyArray<DnsRecord>
}

/**
 * The port for examining the records. By default nothing is examined, and the dashboard shows nothing. `Domain.layer`
 * reads it when it is built.
 */
export class SenderRecords extends Context.Reference<SenderRecords>()("@latchkey/domain/SenderRecords", {
  defaultValue: (): { readonly examine: Effect.Effect<ReadonlyArray<SenderRecord>> } => ({
    examine: Effect.succeed([])
  })
}) {}

/**
 * Lets operators see the records. `examine` takes some seconds at most: a page of the dashboard waits for it. Provide
 * the layer to `Domain.layer`; elsewhere it has no effect, and logs a warning when the app starts.
 */
export const layer = <E, R>(
  make: Effect.Effect<Effect.Effect<ReadonlyArray<SenderRecord>>, E, R>
): Layer.Layer<SenderRecords, E, R> =>
  AppPart.layer(
    "SenderRecords.layer",
    SenderRecords,
    Effect.map(make, (examine) => ({ examine }))
  )
