import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as IdGeneratorContract from "@latchkey/testkit/IdGeneratorContract"

IdGeneratorContract.suite("memory", MemoryIdGenerator.layer)
