// The minimum that Latchkey's contract requires of a sign-in, and session checks, in one process with Latchkey's tables,
// Node's HTTP server, `pg` and the same hashing threads: both limits and the refund, the look-up, a session if the
// credentials are unchanged, no more sessions and clients than allowed, and a line in the log. No fairness, dummy hash,
// origins, time limits or metrics, and no outage is handled.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { findAccount } from "./account.ts"
import { findSession } from "./findSession.ts"
import { consume, refund } from "./limits.ts"
import { listen } from "./listen.ts"
import { type Credentials, readJson } from "./readJson.ts"
import { type Issued, issueSession } from "./session.ts"
import { keyOf, reply } from "./sessionRequests.ts"
import { verify } from "./verify.ts"

const attempt = async (ipAddress: string, email: string, password: string): Promise<Issued | undefined> => {
  const now = new Date()
  if (!(await consume(`ip:${ipAddress}`, now))) return undefined
  const account = await findAccount(email)
  if (!(await consume(`email:${email}`, now))) return undefined
  if (account === undefined || !(await verify(password, account.passwordHash))) return undefined
  const issued = await issueSession(account, now)
  await refund(`email:${email}`, now)
  return issued
}

const log = (ipAddress: string, outcome: string): void => {
  const line = { message: "sign_in", timestamp: new Date().toISOString(), ipAddress, outcome }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

const signIn = async (request: IncomingMessage): Promise<Issued | undefined> => {
  const { email, password } = await readJson<Credentials>(request)
  const ipAddress = String(request.headers["x-forwarded-for"])
  const issued = await attempt(ipAddress, email, password)
  log(ipAddress, issued === undefined ? "refused" : "ok")
  return issued
}

const replyIssued = (response: ServerResponse, issued: Issued | undefined): void => {
  const body = JSON.stringify(issued === undefined ? {} : { userId: issued.userId, sessionId: issued.sessionId })
  response
    .writeHead(issued === undefined ? 401 : 200, {
      "content-type": "application/json",
      "content-length": body.length,
      "set-cookie": [`__session=${issued?.session}; HttpOnly`, `__client=${issued?.client}; HttpOnly`]
    })
    .end(body)
}

listen(
  createServer((request, response) => {
    if (request.method === "GET") void findSession(keyOf(request)).then((session) => reply(response, session))
    else void signIn(request).then((issued) => replyIssued(response, issued))
  })
)
