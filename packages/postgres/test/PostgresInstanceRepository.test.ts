import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { databases } from "@latchkey/test-support/postgres/databases"

for (const { migrated, name } of databases()) {
  describe(`PostgresInstanceRepository on ${name}`, () => {
    it.effect("reads an instance that an earlier version stored, with the default of every setting since", () =>
      Effect.gen(function* () {
        const instances = yield* InstanceRepository
        const sql = yield* SqlClient
        yield* instances.insertIfAbsent(defaultInstance)
        yield* sql`
          UPDATE latchkey.instances SET
            branding = branding - 'corners' - 'font' - 'termsUrl' - 'privacyUrl' - 'supportUrl',
            rate_limits = rate_limits - 'magicLinkPerEmailPerDay' - 'magicLinkToUnknownPerInstance'
              - 'magicLinkCodePerInstance' - 'signUpPerInstance',
            auth_config = auth_config - 'password',
            sign_up_config = '{}',
            email_config = '{}',
            account_config = '{}',
            session_config = session_config - 'requireVerifiedEmail' - 'include'`
        assert.deepStrictEqual(yield* instances.findById(defaultId), Option.some(defaultInstance))
      }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, migrated)))
    )
  })
}
