/** Contract tests of `RateLimitStore`. */
import { describe, it, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { secondFactorPerAccount } from "@latchkey/domain/second-factor/SecondFactorLimits"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as CleanupCases from "./internal/rate-limit/CleanupCases.ts"
import * as DeletionCases from "./internal/rate-limit/DeletionCases.ts"
import * as RefundCases from "./internal/rate-limit/RefundCases.ts"
import * as WindowCases from "./internal/rate-limit/WindowCases.ts"
import type * as WindowFixture from "./internal/rate-limit/WindowFixture.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = WindowFixture.Ports

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("consume: one window", () => WindowCases.oneWindow(it))
  describe("consume: any sequence", () => WindowCases.model(it))
  describe("consume: several windows", () => WindowCases.severalWindows(it))
  describe("consume: concurrent attempts", () => WindowCases.concurrentAttempts(it))
  describe("refund", () => RefundCases.refunding(it))
  describe("deleteAll", () => DeletionCases.deletingAll(it))
  describe("deleteExpired", () => CleanupCases.deletingExpired(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = ({ id, instanceId }: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.flatMap(RateLimitStore, ({ consume }) => {
    const key = LimitKey.format(secondFactorPerAccount.keys(id)[0])
    return consume(instanceId, [{ key, rate: { limit: 1, windowSeconds: 60 } }], Samples.now)
  })

/**
 * Runs the contract of `RateLimitStore` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`RateLimitStore: ${name}`, tests)
