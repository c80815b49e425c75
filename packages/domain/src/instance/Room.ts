/** What the room of instances consists of. */
import * as InstanceDirectory from "./InstanceDirectory.ts"
import { InstanceRemoval } from "./InstanceRemoval.ts"
import { InstanceRepository } from "./InstanceRepository.ts"
import * as RemovedInstances from "./internal/RemovedInstances.ts"

/** The ports that store data. */
export const storage = [InstanceRemoval, InstanceRepository] as const

/** The use cases. Each may use those before it. */
export const useCases = { InstanceDirectory }

/** What it records. */
export { auditActions } from "./InstanceRecords.ts"

/** The task of the cleanup job. */
export const cleanup = RemovedInstances.make
