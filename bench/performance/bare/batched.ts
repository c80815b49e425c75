// The minimum of a session check whose query it shares with others: the same checks as in `prepared.ts`, with Node's HTTP
// server and `pg`.
import { createServer } from "node:http"
import { findBatched } from "./findBatched.ts"
import { listen } from "./listen.ts"
import { keyOf, reply } from "./sessionRequests.ts"

listen(
  createServer((request, response) => {
    void findBatched(keyOf(request)).then((session) => reply(response, session))
  })
)
