import type { IncomingMessage } from "node:http"

/** The body of a sign-in. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Reads a body. */
export const readJson = async <Body>(request: IncomingMessage): Promise<Body> => {
  let text = ""
  for await (const chunk of request.setEncoding("utf8")) text += chunk
  return JSON.parse(text)
}
