import * as Postgres from "@latchkey/postgres/Postgres"
import * as PortsContract from "@latchkey/testkit/PortsContract"
import * as Layer from "effect/Layer"
import { newestServer } from "@latchkey/test-support/postgres/databases"
import * as ServiceRoles from "@latchkey/test-support/postgres/serviceRoles"

const { name, url } = newestServer()
PortsContract.suite(`${name} with the service's role`, Layer.provide(Postgres.layer, ServiceRoles.layer(url)))
