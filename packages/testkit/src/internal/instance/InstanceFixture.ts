import type { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | Transaction
