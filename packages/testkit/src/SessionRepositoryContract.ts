/**
 * What every `SessionRepository` promises.
 *
 * @since 0.1.0
 */
import { describe, it, type Vitest } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import type { Transaction } from "@latchkey/domain/core/Transaction"
import type { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as SessionClients from "./internal/SessionClients.ts"
import * as SessionEnding from "./internal/SessionEnding.ts"
import * as SessionIssuing from "./internal/SessionIssuing.ts"
import * as SessionListing from "./internal/SessionListing.ts"
import * as SessionLiveness from "./internal/SessionLiveness.ts"
import * as SessionRaces from "./internal/SessionRaces.ts"
import * as SessionSweeping from "./internal/SessionSweeping.ts"

/** What the layer under test has to provide: the port, and those that the tests make their data with. @since 0.1.0 */
export type Ports = InstanceRepository | SessionRepository | Transaction | UserRepository

/** The tests, for a suite that is made already, by `it.layer(layer)(name, tests)`. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("issue", () => SessionIssuing.tests(it))
  describe("issue, with a browser", () => SessionClients.tests(it))
  describe("findActive and touch", () => SessionLiveness.tests(it))
  describe("issue, while credentials change", () => SessionRaces.tests(it))
  describe("list", () => SessionListing.tests(it))
  describe("end, endById, endOthers and endAll", () => SessionEnding.tests(it))
  describe("sweep", () => SessionSweeping.tests(it))
}

/**
 * Holds the `SessionRepository` of a layer to its promises. Call it in a test file of Vitest. The layer is built
 * once, and has a minute for it.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`SessionRepository of ${name}`, tests)
