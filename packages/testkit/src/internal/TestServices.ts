/** Everything that `AuthTest` needs, in memory. Each build has its own data. */
import * as Domain from "@latchkey/domain/Domain"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as SessionSource from "@latchkey/http/session/SessionSource"
import * as InsecurePasswordBlocklist from "@latchkey/memory/InsecurePasswordBlocklist"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as MemorySecretKeys from "@latchkey/memory/MemorySecretKeys"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as PlainEmailTemplates from "@latchkey/memory/PlainEmailTemplates"
import * as SimpleWebAuthn from "@latchkey/webauthn/SimpleWebAuthn"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

type Settings = Pick<HttpSettings.HttpOptions, "baseUrl" | "prefix">

const ports = (settings: Settings) =>
  Layer.mergeAll(
    BaseUrl.layer,
    InsecurePasswordBlocklist.layer,
    InsecurePasswordHasher.layer,
    Memory.layer,
    MemoryIdGenerator.layer,
    MemoryMailer.layer,
    MemorySecretKeys.layer,
    MemoryTokenGenerator.layer,
    PlainEmailTemplates.layer,
    SimpleWebAuthn.layer
  ).pipe(Layer.provideMerge(HttpSettings.layer(settings)))

const layerInstance = (patch: InstancePatch) =>
  Layer.effectDiscard(Effect.flatMap(InstanceDirectory, ({ update }) => update(defaultId, patch)))

// Nothing in memory fails, so only the settings of the test can.
export const layer = (settings: Settings, patch: InstancePatch) =>
  Layer.merge(SessionSource.layer, layerInstance(patch)).pipe(
    Layer.provideMerge(Domain.layer),
    Layer.provideMerge(ports(settings)),
    Layer.orDie
  )
