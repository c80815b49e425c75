/**
 * What the room of instances consists of.
 *
 * @since 0.1.0
 */
import * as InstanceDirectory from "./InstanceDirectory.ts"
import { InstanceRemoval } from "./InstanceRemoval.ts"
import { InstanceRepository } from "./InstanceRepository.ts"

/** The ports that store data. @since 0.1.0 */
export const storage = [InstanceRemoval, InstanceRepository] as const

/** The use cases. Each may use those before it. @since 0.1.0 */
export const useCases = { InstanceDirectory }
