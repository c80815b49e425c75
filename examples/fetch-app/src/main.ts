import { serve } from "@hono/node-server"
import * as App from "./app.js"
import * as Latchkey from "./Latchkey.js"

const port = Number(process.env.PORT ?? 3000)
const origin = `http://localhost:${port}`
const latchkey = Latchkey.make(origin)
const app = App.make(latchkey)

const server = serve(
  {
    fetch: (request, env) => app.fetch(request, { remoteAddress: env.incoming.socket.remoteAddress }),
    hostname: "127.0.0.1",
    port
  },
  () => process.stdout.write(`Listening on ${origin}\n`)
)

process.once("SIGTERM", () => server.close(() => void latchkey.dispose()))
