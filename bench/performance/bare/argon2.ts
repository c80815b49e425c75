// The minimum of a sign-in: Node's HTTP server verifies a password against one hash, in the same threads as Latchkey.
import { createServer, type IncomingMessage } from "node:http"
import { createRequire } from "node:module"
import { availableParallelism } from "node:os"
import { listen } from "./listen.ts"

interface Pool {
  readonly run: (task: unknown, options: { readonly name: string }) => Promise<string>
}

type Piscina = new (options: Record<string, unknown>) => Pool

const hasher = import.meta.resolve("@latchkey/crypto/Crypto")
const { Piscina } = createRequire(hasher)("piscina") as { readonly Piscina: Piscina }

const threads = availableParallelism()
const pool = new Piscina({
  filename: new URL("internal/hashWorker.js", hasher).href,
  minThreads: threads,
  maxThreads: threads
})
const parameters = { memorySize: 19_456, passes: 2, parallelism: 1 }
const phc = await pool.run({ password: process.env["PASSWORD"], parameters }, { name: "hash" })

const read = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request.setEncoding("utf8")) text += chunk
  return text
}

const verify = async (request: IncomingMessage): Promise<boolean> => {
  const { password } = JSON.parse(await read(request))
  return (await pool.run({ password, phc, samples: [phc], index: 0 }, { name: "verify" })) === "matches"
}

listen(
  createServer((request, response) => {
    void verify(request).then((matches) => {
      const body = JSON.stringify({ matches })
      const headers = { "content-type": "application/json", "content-length": body.length }
      response.writeHead(matches ? 200 : 401, headers).end(body)
    })
  })
)
