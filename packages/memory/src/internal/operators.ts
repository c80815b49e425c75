import type { OperatorId } from "@latchkey/domain/core/Ids"
import type { Operator } from "@latchkey/domain/operator/Operator"
import type { UserHandle } from "@latchkey/domain/passkey/Credential"
import { Table } from "./MemoryState.ts"

export const operators = new Table<OperatorId, Operator>("operators")

export const operatorHandles = new Table<OperatorId, UserHandle>("operator_handles")
