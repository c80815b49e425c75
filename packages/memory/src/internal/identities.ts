import type { Identity } from "@latchkey/domain/account/IdentityRepository"
import { isOfUser, Table } from "./MemoryState.ts"

/** By issuer and subject. */
export const identities = new Table<string, Identity>("identities", { isOf: isOfUser })
