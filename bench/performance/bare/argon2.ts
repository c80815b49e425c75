// Argon2id alone: Node's HTTP server verifies a password against one hash, in the same threads as Latchkey.
import { createServer } from "node:http"
import { listen } from "./listen.ts"
import { type Credentials, readJson } from "./readJson.ts"
import { hash, verify } from "./verify.ts"

const phc = await hash(process.env["PASSWORD"] ?? "")

listen(
  createServer((request, response) => {
    void readJson<Credentials>(request)
      .then(({ password }) => verify(password, phc))
      .then((matches) => {
        const body = JSON.stringify({ matches })
        const headers = { "content-type": "application/json", "content-length": body.length }
        response.writeHead(matches ? 200 : 401, headers).end(body)
      })
  })
)
