import type * as Domain from "@latchkey/domain/Domain"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, beforeEach, describe } from "vitest"
import { type Mount, mounts, type Service, type ServiceOptions, startService } from "../../support/Service.ts"

/** Everything but real hashing: what is tested here is HTTP. */
export const quickCrypto = Layer.mergeAll(InsecurePasswordHasher.layer, MemoryIdGenerator.layer, MemoryTokenGenerator.layer)

const mountNames = Object.keys(mounts) as ReadonlyArray<Mount>
const hour = 3_600_000

/** A service for tests, in memory and without slow hashes unless `options` say otherwise. */
export const start = <E = never>(options: Partial<ServiceOptions<E>> = {}): Promise<Service> =>
  startService<E>({ storage: Memory.layer as Layer.Layer<Domain.Storage, E>, crypto: quickCrypto, ...options })

/**
 * Declares the same tests for both ways of mounting Latchkey, each with a service of its own. Every test begins an hour
 * after the one before it, so that no test spends the budgets of another.
 */
export const onBothMounts = <E = never>(
  subject: string,
  tests: (service: () => Service, mount: Mount) => void,
  options: (mount: Mount) => Partial<ServiceOptions<E>> = () => ({})
): void => {
  describe.each(mountNames)(`${subject}, mounted by %s`, (mount) => {
    let service: Service
    beforeAll(async () => {
      service = await start({ mount, ...options(mount) })
    })
    afterAll(() => service.stop())
    beforeEach(() => service.advance(hour))
    tests(() => service, mount)
  })
}
