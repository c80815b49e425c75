import type { IncomingMessage } from "node:http"

/** Reads the body of a sign-in. */
export const readJson = async (
  request: IncomingMessage
): Promise<{ readonly email: string; readonly password: string }> => {
  let text = ""
  for await (const chunk of request.setEncoding("utf8")) text += chunk
  return JSON.parse(text)
}
