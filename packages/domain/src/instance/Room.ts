/** What the room of instances consists of. */
import * as InstanceDirectory from "./InstanceDirectory.ts"
import { InstanceRemoval } from "./InstanceRemoval.ts"
import { InstanceRepository } from "./InstanceRepository.ts"
import * as OperatorInstance from "./OperatorInstance.ts"
import * as AllInstances from "./internal/AllInstances.ts"
import * as RemovedInstances from "./internal/RemovedInstances.ts"

/** The ports that store data. */
export const storage = [InstanceRemoval, InstanceRepository] as const

/** Services that the use cases of this room and of later ones share. */
export const internal = { InstanceRepository: { InstanceRepository, make: AllInstances.make } }

/** The use cases. Each may use those before it. */
export const useCases = { OperatorInstance, InstanceDirectory }

/** What it records. */
export { auditActions } from "./InstanceRecords.ts"

/** The task of the cleanup job. */
export const cleanup = RemovedInstances.make
