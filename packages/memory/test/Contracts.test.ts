import * as Memory from "@latchkey/memory/Memory"
import * as PortsContract from "@latchkey/testkit/PortsContract"

PortsContract.suite("memory", Memory.layer)
