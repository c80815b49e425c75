/**
 * Contract tests of `OperatorRepository`. Deletion uses the year 2001: no other test may use that year in the
 * same store.
 */
import { describe, it, type Vitest } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import { managingSessions, sessions } from "./internal/operator/DashboardSessionCases.ts"
import { deletingExpired, revokingAll } from "./internal/operator/EndingCases.ts"
import { invitations, managingInvitations } from "./internal/operator/InvitationCases.ts"
import { ofOperators } from "./internal/operator/OwnerCases.ts"
import type * as OperatorFixture from "./internal/operator/OperatorFixture.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = OperatorFixture.Ports

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("invitations", () => invitations(it))
  describe("invitations: list and withdrawal", () => managingInvitations(it))
  describe("sessions", () => sessions(it))
  describe("sessions: idle time, list and revocation", () => managingSessions(it))
  describe("invitations and sessions of operators", () => ofOperators(it))
  describe("revokeAll", () => revokingAll(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/**
 * Runs the contract of `OperatorRepository` against a layer, which must build within a minute. Call it in a test file
 * of Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`OperatorRepository: ${name}`, tests)
