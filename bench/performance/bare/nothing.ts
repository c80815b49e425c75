// The cost of a request in Node's HTTP server without any work.
import { createServer } from "node:http"
import { listen } from "./listen.ts"

listen(
  createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": 2 }).end("{}")
  })
)
