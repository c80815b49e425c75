/**
 * What every `RateLimitStore` promises.
 *
 * @since 0.1.0
 */
import { describe, it, type Vitest } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as RateLimitBudgets from "./internal/RateLimitBudgets.ts"
import * as RateLimitGivingBack from "./internal/RateLimitGivingBack.ts"
import * as RateLimitRaces from "./internal/RateLimitRaces.ts"
import * as RateLimitSweeping from "./internal/RateLimitSweeping.ts"
import * as RateLimitWindow from "./internal/RateLimitWindow.ts"

/** What the layer under test has to provide: the port, and those that the tests make their data with. @since 0.1.0 */
export type Ports = InstanceRepository | RateLimitStore

/** The tests, for a suite that is made already, by `it.layer(layer)(name, tests)`. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("take, from one budget", () => RateLimitWindow.tests(it))
  describe("take, from several budgets", () => RateLimitBudgets.tests(it))
  describe("take, from many at once", () => RateLimitRaces.tests(it))
  describe("giveBack", () => RateLimitGivingBack.tests(it))
  describe("sweep", () => RateLimitSweeping.tests(it))
}

/**
 * Holds the `RateLimitStore` of a layer to its promises. Call it in a test file of Vitest. The layer is built once,
 * and has a minute for it.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`RateLimitStore of ${name}`, tests)
