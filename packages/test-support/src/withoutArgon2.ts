import * as NodeIdGenerator from "@latchkey/crypto/NodeIdGenerator"
import * as NodeTokenGenerator from "@latchkey/crypto/NodeTokenGenerator"
import * as CommonPasswordBlocklist from "@latchkey/crypto/CommonPasswordBlocklist"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Layer from "effect/Layer"
import type { ServiceOptions } from "./Service.ts"

/** Real tokens and ids with a fast hasher, for tests that sign in often and are not about hashing. */
export const withoutArgon2: Pick<ServiceOptions<unknown>, "crypto"> = {
  crypto: Layer.mergeAll(
    CommonPasswordBlocklist.layer,
    InsecurePasswordHasher.layer,
    NodeIdGenerator.layer,
    NodeTokenGenerator.layer
  )
}
