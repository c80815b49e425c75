import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { createClient } from "@latchkey/client"
import { listening } from "@latchkey/test-support/listening"
import { buildSync } from "esbuild"
import type { render as Render } from "./reactServer.ts"

const support = dirname(fileURLToPath(import.meta.url))

/**
 * Bundles a part of the app, with the React that is installed in `modules`. `mode` is that of React: in development it
 * says on the console what is wrong, such as a page that does not match what the server has rendered.
 */
const bundle = (file: string, modules: string, mode: string, platform: "browser" | "node"): string => {
  const { outputFiles } = buildSync({
    entryPoints: [join(support, file)],
    alias: { react: join(modules, "react"), "react-dom": join(modules, "react-dom") },
    bundle: true,
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    format: platform === "node" ? "cjs" : "iife",
    platform,
    write: false
  })
  return outputFiles[0]?.text ?? ""
}

const pageOf = (html: string, state: string) =>
  `<!doctype html><title>App</title><link rel="icon" href="data:,"><div id="app">${html}</div>` +
  `<script>window.initialSession = ${state}</script><script src="/app.js"></script>`

/**
 * Starts an app on its own origin, which proxies `/v1` to `latchkey`. `/` is rendered by the browser, and `/rendered` by
 * the server, which asks who is signed in.
 */
export const startReactApp = async (latchkey: () => string, modules: string, mode: string) => {
  const script = bundle("reactBrowser.ts", modules, mode, "browser")
  const module: { exports: { render?: typeof Render } } = { exports: {} }
  new Function("module", "exports", "require", bundle("reactServer.ts", modules, mode, "node"))(
    module,
    module.exports,
    createRequire(import.meta.url)
  )
  const proxy = (request: IncomingMessage, response: ServerResponse) => {
    const { headers, method, url } = request
    const onward = httpRequest(`${latchkey()}${url}`, { method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    onward.on("error", () => response.destroy())
    request.pipe(onward)
  }
  const sendRendered = async ({ headers: { cookie = "" } }: IncomingMessage, response: ServerResponse) => {
    const found = await createClient({
      baseUrl: latchkey(),
      fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, cookie } })
    }).findSession()
    const session = found.ok ? found.data.session : undefined
    response.end(pageOf(module.exports.render?.(session) ?? "", JSON.stringify(session)))
  }
  const server = createServer((request, response) => {
    const { url = "/" } = request
    if (url.startsWith("/v1/")) return proxy(request, response)
    response.setHeader("content-type", url === "/app.js" ? "text/javascript" : "text/html")
    if (url === "/app.js") return response.end(script)
    return url === "/rendered" ? void sendRendered(request, response) : response.end(pageOf("", "undefined"))
  })
  return listening(server, "localhost")
}
