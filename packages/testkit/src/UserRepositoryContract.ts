/** Contract tests of `UserRepository`. */
import { describe, it, type Vitest } from "@effect/vitest"
import type * as Layer from "effect/Layer"
import * as AccessCases from "./internal/account/AccessCases.ts"
import * as AdministrationCases from "./internal/account/AdministrationCases.ts"
import * as BatchCases from "./internal/account/BatchCases.ts"
import * as CredentialCases from "./internal/account/CredentialCases.ts"
import * as DeletionCases from "./internal/account/DeletionCases.ts"
import * as InsertCases from "./internal/account/InsertCases.ts"
import * as KnownClientCases from "./internal/account/KnownClientCases.ts"
import * as LanguageCases from "./internal/account/LanguageCases.ts"
import * as LockCases from "./internal/account/LockCases.ts"
import * as SchemeCases from "./internal/account/SchemeCases.ts"
import * as SearchCases from "./internal/account/SearchCases.ts"
import * as SignInCases from "./internal/account/SignInCases.ts"
import * as UserDataCases from "./internal/account/UserDataCases.ts"
import type * as UserFixture from "./internal/account/UserFixture.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = UserFixture.Ports

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("insert", () => InsertCases.inserting(it))
  describe("insertAll", () => BatchCases.inserting(it))
  describe("findMatches", () => BatchCases.matching(it))
  describe("isolation between instances", () => InsertCases.isolation(it))
  describe("findByEmailForUpdate", () => LockCases.locking(it, "email"))
  describe("findByIdForUpdate", () => LockCases.locking(it, "id"))
  describe("findById", () => SearchCases.findingById(it))
  describe("list by the beginning of the address", () => SearchCases.searching(it))
  describe("list", () => SearchCases.listing(it))
  describe("findForSignIn", () => SignInCases.findingForSignIn(it))
  describe("known clients", () => KnownClientCases.forgetting(it))
  describe("passwordSchemes", () => SchemeCases.findingSchemes(it))
  describe("replacePasswordHash", () => CredentialCases.replacingPasswordHash(it))
  describe("verifyEmail", () => CredentialCases.verifyingEmail(it))
  describe("setPasswordHash", () => AccessCases.settingPasswordHash(it))
  describe("setDisabled", () => AccessCases.disabling(it))
  describe("external ids", () => AdministrationCases.externalIds(it))
  describe("list by the time of creation", () => AdministrationCases.listing(it))
  describe("update", () => AdministrationCases.updating(it))
  describe("deletionAt", () => DeletionCases.keeping(it))
  describe("language", () => LanguageCases.keeping(it))
  describe("name, metadata and userMetadata", () => UserDataCases.keeping(it))
  describe("listDueDeletions", () => DeletionCases.listing(it))
  describe("delete", () => AdministrationCases.deleting(it))
}

/**
 * Runs the contract of `UserRepository` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`UserRepository: ${name}`, tests)
