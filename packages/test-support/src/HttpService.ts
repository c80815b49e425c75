import * as CommonPasswordBlocklist from "@latchkey/crypto/CommonPasswordBlocklist"
import type * as Domain from "@latchkey/domain/Domain"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest"
import { type Mount, mountsUnderTest, type Service, type ServiceOptions, startService } from "./Service.ts"
import { recordUndeclared } from "./undeclaredProblems.ts"

/** Cheap hashes and generators, for tests of HTTP. */
export const quickCrypto = Layer.mergeAll(
  CommonPasswordBlocklist.layer,
  InsecurePasswordHasher.layer,
  MemoryIdGenerator.layer,
  MemoryTokenGenerator.layer
)

const hour = 3_600_000

/**
 * Starts a service in memory with cheap hashes, except for what `options` replace. `stop` fails if an endpoint
 * responded with a problem that the contract does not declare for it.
 */
export const start = async <E = never>(options: Partial<ServiceOptions<E>> = {}): Promise<Service> => {
  const { server, undeclared } = recordUndeclared(options.server)
  const service = await startService<E>({
    storage: Memory.layer as Layer.Layer<Domain.Storage, E>,
    crypto: quickCrypto,
    ...options,
    server
  })
  const stop = async () => {
    await service.stop()
    expect(undeclared(), "problems that the contract does not declare").toEqual([])
  }
  return { ...service, stop }
}

/**
 * Declares the same tests for both ways of mounting Latchkey, each with its own service. The clock moves one hour
 * before every test, so that no test uses up the rate limits of another.
 */
export const onBothMounts = <E = never>(
  subject: string,
  tests: (service: () => Service, mount: Mount) => void,
  options: (mount: Mount) => Partial<ServiceOptions<E>> = () => ({})
): void => {
  describe.each(mountsUnderTest())(`${subject}, mounted with %s`, (mount) => {
    let service: Service
    beforeAll(async () => {
      service = await start({ mount, ...options(mount) })
    })
    afterAll(() => service.stop())
    beforeEach(() => service.advance(hour))
    tests(() => service, mount)
  })
}
