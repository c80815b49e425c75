/** Everything that `AuthTest` stands on, in memory: a world of its own each time it is built. */
import * as Domain from "@latchkey/domain/Domain"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import * as PublicUrls from "@latchkey/domain/instance/PublicUrls"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as SessionSource from "@latchkey/http/session/SessionSource"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export interface WorldOptions {
  readonly baseUrl: string
  readonly instance: InstancePatch
  readonly prefix?: `/${string}`
}

const ports = ({ baseUrl, prefix }: WorldOptions) =>
  Layer.mergeAll(
    InsecurePasswordHasher.layer,
    Memory.layer,
    MemoryIdGenerator.layer,
    MemoryMailer.layer,
    MemoryTokenGenerator.layer,
    PublicUrls.layer(baseUrl, prefix === undefined ? {} : { prefix }),
    HttpSettings.layer({ baseUrl })
  )

const settled = ({ instance }: WorldOptions) =>
  Layer.effectDiscard(Effect.flatMap(Instances, ({ update: change }) => change(defaultId, instance)))

// Nothing in memory is ever out of order, so what can fail here is what the test itself asked for.
export const layer = (options: WorldOptions) =>
  Layer.merge(SessionSource.layer, settled(options)).pipe(
    Layer.provideMerge(Domain.layer),
    Layer.provideMerge(ports(options)),
    Layer.orDie
  )
