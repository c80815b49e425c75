import type { User } from "./Users.ts"

type Headers = Readonly<Record<string, string>>

const lines = (headers: Headers): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")

/** Returns the headers that a reverse proxy on this machine sends for a user. */
export const forwarded = (host: string, { ipAddress }: User): Headers => ({ host, "x-forwarded-for": ipAddress })

/** Returns a raw HTTP request. */
export const get = (path: string, headers: Headers): string => `GET ${path} HTTP/1.1\r\n${lines(headers)}\r\n`

export const post = (path: string, headers: Headers, body: unknown): string => {
  const json = JSON.stringify(body)
  const all = { ...headers, "content-type": "application/json", "content-length": String(json.length) }
  return `POST ${path} HTTP/1.1\r\n${lines(all)}\r\n${json}`
}
