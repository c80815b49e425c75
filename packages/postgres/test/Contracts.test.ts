import * as Postgres from "@latchkey/postgres/Postgres"
import * as PortsContract from "@latchkey/testkit/PortsContract"
import * as Layer from "effect/Layer"
import { databases } from "@latchkey/test-support/postgres/databases"

for (const { name, migrated } of databases()) PortsContract.suite(name, Layer.provide(Postgres.layer, migrated))
