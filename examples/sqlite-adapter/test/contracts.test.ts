import * as PortsContract from "@latchkey/testkit/PortsContract"
import * as Sqlite from "../src/Sqlite.ts"

// The contracts of all ports that store data, on one database.
PortsContract.suite("SQLite", Sqlite.layer(":memory:"))
