import { readFileSync } from "node:fs"
import { createServer, request as httpRequest, type ServerResponse } from "node:http"
import { listening } from "@latchkey/test-support/listening"

const dist = new URL("../../../packages/client/dist/", import.meta.url)

/** A page that imports the published modules of the client, without a bundler. */
const page = `<!doctype html><title>App</title><h1>App</h1><script type="module">
import { createClient } from "/client/index.js"
window.createClient = createClient
</script>`

const sendModule = (path: string, response: ServerResponse) => {
  const name = /^\/client\/((internal\/)?\w+\.js)$/.exec(path)?.[1]
  if (name === undefined) return response.writeHead(404).end()
  return response.writeHead(200, { "content-type": "text/javascript" }).end(readFileSync(new URL(name, dist)))
}

/** Starts an app with its own origin. It proxies `/v1` and `/auth/v1` to `latchkey`, like a reverse proxy. */
export const startApp = async (latchkey: () => string) => {
  const server = createServer((request, response) => {
    const { headers, method, url = "/" } = request
    if (/^(\/auth)?\/v1\//.test(url)) {
      const onward = httpRequest(latchkey() + url.replace(/^\/auth/, ""), { method, headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      })
      onward.on("error", () => response.destroy())
      return request.pipe(onward)
    }
    if (url === "/") return response.writeHead(200, { "content-type": "text/html" }).end(page)
    return sendModule(url, response)
  })
  return listening(server)
}
