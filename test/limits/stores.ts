import type * as Domain from "@latchkey/domain/Domain"
import * as Memory from "@latchkey/memory/Memory"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe } from "vitest"
import { withoutArgon2 } from "@latchkey/test-support/withoutArgon2"
import { onPglite, onServer, servers, type TestDatabase } from "@latchkey/test-support/postgres/databases"
import { type Service, startService } from "@latchkey/test-support/Service"
import { isFull } from "@latchkey/test-support/suite"

const inDatabase = (database: TestDatabase) => Layer.provide(Postgres.layer, database.migrated)

type Store = readonly [name: string, storage: Layer.Layer<Domain.Storage, unknown>]

const onServers = (): ReadonlyArray<Store> =>
  servers().map((server) => [server.name, inDatabase(onServer(server))] as const)

/** The newest PostgreSQL in `npm test`; memory, the embedded database and the other versions in `test:full`. */
const stores = (): ReadonlyArray<Store> =>
  isFull() ? [["memory", Memory.layer], [onPglite.name, inDatabase(onPglite)], ...onServers()] : onServers()

/** Declares the same tests for every store, each with its own service that trusts `X-Forwarded-For`. */
export const onEveryStore = (subject: string, tests: (service: () => Service) => void): void => {
  describe.each(stores())(`${subject} (%s)`, (_, storage) => {
    let service: Service | undefined
    beforeAll(async () => {
      const settings = { trustedProxies: ["127.0.0.0/8"] }
      service = await startService({ ...withoutArgon2, storage, settings })
    })
    afterAll(() => service?.stop())
    tests(() => {
      if (service === undefined) throw new Error("The service did not start")
      return service
    })
  })
}
