/** Contract tests of `InstanceRepository`. */
import { describe, it, type Vitest } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import * as DeleteCases from "./internal/instance/DeleteCases.ts"
import * as InsertCases from "./internal/instance/InsertCases.ts"
import type * as InstanceFixture from "./internal/instance/InstanceFixture.ts"
import * as ModifyCases from "./internal/instance/ModifyCases.ts"
import * as ProviderCases from "./internal/instance/ProviderCases.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceFixture.Ports

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("find and list", () => InsertCases.finding(it))
  describe("insert", () => InsertCases.inserting(it))
  describe("insertIfAbsent", () => InsertCases.insertingIfAbsent(it))
  describe("identity providers", () => ProviderCases.keepingProviders(it))
  describe("modify", () => ModifyCases.modifying(it))
  describe("modify: hosts", () => ModifyCases.modifyingHosts(it))
  describe("delete and listDeleted", () => DeleteCases.deleting(it))
}

/**
 * Runs the contract of `InstanceRepository` against a layer, which must build within a minute. Call it in a test file
 * of Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`InstanceRepository: ${name}`, tests)
