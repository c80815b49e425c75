import * as Memory from "@latchkey/memory/Memory"
import * as MemoryDatabase from "@latchkey/memory/MemoryDatabase"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, beforeEach, describe } from "vitest"
import { newestServer, onCitus, onServer, type TestDatabase } from "@latchkey/test-support/postgres/databases"
import { type Mount, type Service, type ServiceOptions, startService } from "@latchkey/test-support/Service"
import { isFull } from "@latchkey/test-support/suite"
import { withoutArgon2 } from "@latchkey/test-support/withoutArgon2"
import * as StoredContents from "@latchkey/test-support/StoredContents"

interface Store {
  readonly name: string
  readonly mount: Mount
  readonly open: () => StoredContents.ReadableStore
}

const inMemory = (mount: Mount): Store => ({
  name: `memory, ${mount}`,
  mount,
  open: () => StoredContents.readable(Layer.merge(Memory.layer, MemoryDatabase.layer), StoredContents.inMemory)
})

const onDatabase = ({ migrated, name }: TestDatabase): Store => ({
  name,
  mount: "HttpLayerRouter",
  open: () => StoredContents.readable(Layer.provideMerge(Postgres.layer, migrated), StoredContents.inPostgres)
})

/** The newest PostgreSQL in `npm test`; memory, and with it the other mounts, and Citus in `test:full`. */
const stores = (): ReadonlyArray<Store> => {
  if (!isFull()) return [onDatabase(onServer(newestServer()))]
  const citus = onCitus()
  return [inMemory("HttpApiBuilder"), inMemory("DirectRoutes"), ...(citus === undefined ? [] : [onDatabase(citus)])]
}

/** What the tests of a section use. */
export interface Fixture {
  readonly service: Service
  /** Returns every stored row as text. */
  readonly contents: () => Promise<StoredContents.Contents>
}

export type Options = Omit<ServiceOptions<unknown>, "mount" | "storage">

const hour = 3_600_000

/**
 * Declares the same tests for every store, each with its own service, and with a fast hasher unless `options` have
 * another. Every test begins an hour after the previous one, so that no test counts against the limits of another.
 */
export const onEveryStore = (section: string, tests: (fixture: Fixture) => void, options: Options = {}): void => {
  for (const { name, mount, open } of stores()) {
    describe(`${section} (${name})`, () => {
      let service: Service | undefined
      const { contents, storage } = open()
      beforeAll(async () => {
        service = await startService({ ...withoutArgon2, ...options, mount, storage })
      })
      afterAll(() => service?.stop())
      beforeEach(() => service?.advance(hour))
      tests({
        get service() {
          if (service === undefined) throw new Error("The service did not start")
          return service
        },
        contents
      })
    })
  }
}
