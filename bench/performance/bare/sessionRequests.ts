import { hash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { idleMillis } from "../../shared/sessionQuery.ts"

/** What a session check compares: the hashes of both cookies, and two times. */
export interface Key {
  readonly instanceId: string
  readonly tokenHash: Buffer
  readonly clientHash: Buffer
  readonly now: string
  readonly idleSince: string
}

/** Returns the hash of a token that the database stores. */
export const digest = (token: string): Buffer => Buffer.from(hash("sha256", token, "hex"), "hex")

const hashOf = (request: IncomingMessage, cookie: string): Buffer =>
  digest(new RegExp(`(?:^|; )${cookie}=([^;]*)`).exec(request.headers.cookie ?? "")?.[1] ?? "")

export const keyOf = (request: IncomingMessage): Key => {
  const now = Date.now()
  return {
    instanceId: "default",
    tokenHash: hashOf(request, "__session"),
    clientHash: hashOf(request, "__client"),
    now: new Date(now).toISOString(),
    idleSince: new Date(now - idleMillis).toISOString()
  }
}

/** Sends what there is for a session, or 401 without one. */
export const reply = (response: ServerResponse, value: unknown): void => {
  const body = JSON.stringify(value ?? null)
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
  response.writeHead(value === undefined ? 401 : 200, headers).end(body)
}
