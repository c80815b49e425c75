import * as PortsContract from "@latchkey/testkit/PortsContract"
import * as Sqlite from "../src/Sqlite.ts"

// Every promise of every port that stores something, on one database that is built once.
PortsContract.suite("SQLite", Sqlite.layer(":memory:"))
