/** The client: Latchkey's HTTP API for users, as functions that never reject. */
import { call } from "./internal/call.ts"
import { type Endpoint, endpoints } from "./internal/endpoints.ts"
import type { Client } from "./Methods.ts"
import type { CallOptions, ClientOptions } from "./Options.ts"

const method = (client: ClientOptions, endpoint: Endpoint) => {
  const [, path, , , fields] = endpoint
  return fields === undefined && !path.includes("{")
    ? (options?: CallOptions) => call(client, endpoint, options)
    : (input: object, options?: CallOptions) => call(client, endpoint, options, input)
}

/**
 * Makes a client. Sends nothing.
 *
 * ```ts
 * import { createClient } from "@latchkey/client"
 *
 * const latchkey = createClient({ baseUrl: "https://auth.example.com" })
 *
 * const result = await latchkey.findSession()
 * if (result.ok) console.log(result.data.session?.email)
 * ```
 */
export const createClient = (client: ClientOptions = {}): Client =>
  Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [name, method(client, endpoint)])
  ) as unknown as Client
