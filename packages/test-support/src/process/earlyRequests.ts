/** Sends requests to a program from its first millisecond, as a load balancer or an impatient user does. */
import { Agent, get } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

/** `refused`: the port was closed. `unanswered`: the program accepted the connection, and did not respond. */
export interface Outcomes {
  readonly answered: number
  readonly refused: number
  readonly unanswered: number
}

const patience = 15_000

const request = (url: string): Promise<keyof Outcomes> =>
  new Promise((resolve) => {
    get(url, { agent: new Agent(), timeout: patience }, (response) => {
      response.resume()
      resolve("answered")
    })
      .on("timeout", () => resolve("unanswered"))
      .on("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED" ? "refused" : "unanswered"))
  })

/**
 * Sends a request every millisecond, each on a new connection, until half a second after the first response, and
 * waits for all of them. Gives up after a minute.
 */
export const sendEarlyRequests = async (url: string): Promise<Outcomes> => {
  const requests: Array<Promise<keyof Outcomes>> = []
  let end = Date.now() + 60_000
  while (Date.now() < end) {
    const sent = request(url)
    requests.push(sent)
    void sent.then((outcome) => {
      if (outcome === "answered") end = Math.min(end, Date.now() + 500)
      // It will not answer now: the rest of the minute would tell nothing else.
      if (outcome === "unanswered") end = 0
    })
    await sleep(1)
  }
  const outcomes = await Promise.all(requests)
  const count = (outcome: keyof Outcomes) => outcomes.filter((one) => one === outcome).length
  return { answered: count("answered"), refused: count("refused"), unanswered: count("unanswered") }
}
