// What Node's HTTP server takes for a request that asks for nothing.
import { createServer } from "node:http"
import { listen } from "./listen.ts"

listen(
  createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": 2 }).end("{}")
  })
)
