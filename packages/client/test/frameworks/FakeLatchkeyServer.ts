import { client, session } from "../support/FakeLatchkey.ts"
import { startFakeServer } from "../support/fakeServer.ts"

/** Both cookies of a browser, whose session differs from others by a letter. */
export const cookiesOf = (letter: string): string => `${client}; __session=${letter.repeat(43)}`

/** Starts a service that says what a test tells it to, over HTTP: by default that there is a session. */
export const startFakeLatchkey = async () => {
  const server = await startFakeServer()
  /** Sets the session that it replies with. */
  const knows = (found: object = {}) => server.reply(200, JSON.stringify({ ...session, ...found }))
  /** Lets it know the session again, and forget what it has received. */
  const reset = () => {
    knows()
    server.received.splice(0)
  }
  return { ...server, knows, reset }
}
