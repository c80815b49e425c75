/** Everything that `AuthTest` needs, in memory. Each build has its own data. */
import * as Domain from "@latchkey/domain/Domain"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as SessionSource from "@latchkey/http/session/SessionSource"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as PlainMagicLinkTemplate from "@latchkey/memory/PlainMagicLinkTemplate"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { AuthTestOptions } from "../AuthTest.ts"

const ports = ({ baseUrl = "http://localhost:3000", prefix }: AuthTestOptions) =>
  Layer.mergeAll(
    BaseUrl.layer,
    InsecurePasswordHasher.layer,
    Memory.layer,
    MemoryIdGenerator.layer,
    MemoryMailer.layer,
    MemoryTokenGenerator.layer,
    PlainMagicLinkTemplate.layer
  ).pipe(Layer.provideMerge(HttpSettings.layer({ baseUrl, ...(prefix === undefined ? {} : { prefix }) })))

const layerInstance = ({ instance = {} }: AuthTestOptions) =>
  Layer.effectDiscard(Effect.flatMap(InstanceDirectory, ({ update }) => update(defaultId, instance)))

// Nothing in memory fails, so only the settings of the test can.
export const layer = (options: AuthTestOptions) =>
  Layer.merge(SessionSource.layer, layerInstance(options)).pipe(
    Layer.provideMerge(Domain.layer),
    Layer.provideMerge(ports(options)),
    Layer.orDie
  )
