// Loads a part of the service as `without` has it: `--import ./replace.js?server/dist/http/RequestServer.js`.
import { register } from "node:module"
import { basename } from "node:path"

const path = new URL(import.meta.url).search.slice(1)

register("./hooks.js", import.meta.url, {
  data: { path: `/packages/${path}`, by: new URL(`without/${basename(path)}`, import.meta.url).href }
})
