/** Contract tests of `SessionRepository`. */
import { describe, it, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ActiveSessionCases from "./internal/session/ActiveSessionCases.ts"
import * as CleanupCases from "./internal/session/CleanupCases.ts"
import * as ClientCases from "./internal/session/ClientCases.ts"
import * as DeletionCases from "./internal/session/DeletionCases.ts"
import * as GrantCases from "./internal/session/GrantCases.ts"
import * as ListCases from "./internal/session/ListCases.ts"
import * as NumberCases from "./internal/session/NumberCases.ts"
import * as RevocationCases from "./internal/session/RevocationCases.ts"
import * as RotationCases from "./internal/session/RotationCases.ts"
import type * as SessionFixture from "./internal/session/SessionFixture.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = SessionFixture.Ports

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("issue", () => GrantCases.issuing(it))
  describe("issue: credentials", () => GrantCases.refusingToIssue(it))
  describe("issue: known clients", () => ClientCases.knownClients(it))
  describe("issue: new clients", () => ClientCases.newClients(it))
  describe("issue: concurrent requests of one client", () => ClientCases.concurrentClients(it))
  describe("issue: concurrent changes of credentials", () => GrantCases.concurrentChanges(it))
  describe("issue: numbers", () => NumberCases.sessions(it))
  describe("issue: numbers of known clients", () => NumberCases.knownClients(it))
  describe("findActive", () => ActiveSessionCases.finding(it))
  describe("expiry", () => ActiveSessionCases.expiring(it))
  describe("rotate", () => RotationCases.rotating(it))
  describe("touch", () => ActiveSessionCases.touching(it))
  describe("list", () => ListCases.listing(it))
  describe("lastSignIns", () => ListCases.listingSignIns(it))
  describe("list: expiry", () => ListCases.listingExpired(it))
  describe("revoke and revokeAll", () => RevocationCases.revoking(it))
  describe("revokeAll and revokeOthers", () => RevocationCases.raisingVersions(it))
  describe("revokeById", () => RevocationCases.revokingById(it))
  describe("revokeOthers", () => RevocationCases.revokingOthers(it))
  describe("a session of a user who will be deleted", () => DeletionCases.ending(it))
  describe("deleteExpired", () => CleanupCases.deletingExpired(it))
  describe("deleteUnusedClients", () => CleanupCases.deletingUnusedClients(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = (user: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.flatMap(SessionRepository, ({ issue }) => issue(Samples.grant(user)))

/**
 * Runs the contract of `SessionRepository` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`SessionRepository: ${name}`, tests)
