import * as Memory from "@latchkey/memory/Memory"
import * as RateLimitStoreContract from "@latchkey/testkit/RateLimitStoreContract"
import * as Layer from "effect/Layer"
import * as SqliteRateLimitStore from "../src/SqliteRateLimitStore.ts"

// The contract needs instances, too. They can come from any adapter.
RateLimitStoreContract.suite("SQLite", Layer.merge(Memory.layer, SqliteRateLimitStore.layer(":memory:")))
