// The minimum of a session check with a separate query, with Node's HTTP server and `pg`. No instances, IP addresses,
// timeouts, metrics or logs.
import { createServer } from "node:http"
import { findSession } from "./findSession.ts"
import { listen } from "./listen.ts"
import { keyOf, reply } from "./sessionRequests.ts"

listen(
  createServer((request, response) => {
    void findSession(keyOf(request)).then((session) => reply(response, session))
  })
)
