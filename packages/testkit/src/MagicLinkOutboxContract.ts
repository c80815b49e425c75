/**
 * What every `MagicLinkOutbox` promises. A lease takes requests of all instances, so the tests settle whatever is due in
 * the year 2001: they need a store in which nobody else works in that year.
 *
 * @since 0.1.0
 */
import { describe, it, type Vitest } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import type { Transaction } from "@latchkey/domain/core/Transaction"
import * as OutboxLeasing from "./internal/OutboxLeasing.ts"
import * as OutboxRecords from "./internal/OutboxRecords.ts"
import * as OutboxSettling from "./internal/OutboxSettling.ts"
import * as OutboxSweeping from "./internal/OutboxSweeping.ts"
import * as OutboxWorkers from "./internal/OutboxWorkers.ts"

/** What the layer under test has to provide: the port, and those that the tests make their data with. @since 0.1.0 */
export type Ports = InstanceRepository | MagicLinkOutbox | Transaction

/** The tests, for a suite that is made already, by `it.layer(layer)(name, tests)`. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("enqueue and lease", () => OutboxLeasing.tests(it))
  describe("settle and retryAt", () => OutboxSettling.tests(it))
  describe("records and sweepRecords", () => OutboxRecords.tests(it))
  describe("sweep", () => OutboxSweeping.tests(it))
  describe("workers at once", () => OutboxWorkers.tests(it))
}

/**
 * Holds the `MagicLinkOutbox` of a layer to its promises. Call it in a test file of Vitest. The layer is built once,
 * and has a minute for it.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`MagicLinkOutbox of ${name}`, tests)
