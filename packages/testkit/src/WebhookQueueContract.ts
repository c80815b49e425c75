/**
 * Contract tests of `WebhookQueue`. It concerns the webhooks of all instances, so the tests need a store whose webhooks
 * no other test uses at the same time. Deletion concerns deliveries of the year 2001.
 */
import { describe, it, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as DeletionCases from "./internal/webhook/DeletionCases.ts"
import * as DistributionCases from "./internal/webhook/DistributionCases.ts"
import * as EndingCases from "./internal/webhook/EndingCases.ts"
import * as LeaseCases from "./internal/webhook/LeaseCases.ts"
import * as ListCases from "./internal/webhook/ListCases.ts"
import * as ResendCases from "./internal/webhook/ResendCases.ts"
import * as WebhookFixture from "./internal/webhook/WebhookFixture.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = WebhookFixture.Ports

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("distribute", () => DistributionCases.distributing(it))
  describe("lease", () => LeaseCases.leasing(it))
  describe("complete, reschedule and release", () => EndingCases.ending(it))
  describe("list", () => ListCases.listing(it))
  describe("redeliver and redeliverFailed", () => ResendCases.resending(it))
  describe("deleteExpired", () => DeletionCases.deleting(it))
}

/** Stores a row of every kind that the port has. The webhook has passed the event, so that its place names the user. */
export const writeRows = (user: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.gen(function* () {
    const { append, distributed, hook } = yield* WebhookFixture.operationsOn(user.instanceId)
    const webhook = yield* hook()
    yield* append(user, {})
    yield* distributed(webhook, 1)
  })

/**
 * Runs the contract of `WebhookQueue` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`WebhookQueue: ${name}`, tests)
