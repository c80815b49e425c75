import type { InstanceId } from "@latchkey/domain/core/Ids"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type * as DateTime from "effect/DateTime"
import { Table } from "./MemoryState.ts"

export const instances = new Table<InstanceId, Instance>("instances")

/** A deleted instance, which keeps its hosts. */
export interface StoredDeletion {
  readonly instance: Instance
  readonly deletedAt: DateTime.Utc
}

export const deletedInstances = new Table<InstanceId, StoredDeletion>("deleted_instances")
