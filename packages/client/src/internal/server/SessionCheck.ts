import { LatchkeyError } from "../../LatchkeyError.ts"
import type { Session } from "../../Session.ts"
import type { PersonalToken } from "../../Caller.ts"
import { invalidToken } from "./AccessTokenCheck.ts"
import type { Answer, Ask, Unavailable } from "./Ask.ts"
import type { Log } from "./Log.ts"
import type { Settings } from "./Settings.ts"

const path = "/v1/auth/session"

const has = (body: Answer["body"], example: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(example).every(([name, value]) => typeof body[name] === typeof value)

const ofUser = { userId: "", instanceId: "", email: "", emailVerified: true }

const isSession = (body: Answer["body"]): boolean =>
  has(body, { ...ofUser, sessionId: "", authenticatedAt: "", expiresAt: "", aal: 1 }) && Array.isArray(body["amr"])

const isToken = (body: Answer["body"]): boolean =>
  has(body, { ...ofUser, tokenId: "" }) && Array.isArray(body["scopes"])

/**
 * Returns `true` if Latchkey says that the user has to go to the sign-in page, which leads users who are signed in to
 * the page that verifies their address. A proxy may reply with 401 and 403, too.
 */
const isRefusal = ({ body, status }: Answer): boolean =>
  (status === 401 && body["code"] === "unauthenticated") || (status === 403 && body["code"] === "email_not_verified")

/** A session, and Latchkey's clock at the check, in milliseconds since 1970. */
export interface Checked<M, U> {
  readonly session: Session<M, U>
  readonly date: number
}

/** Makes the functions that ask Latchkey about a session and a personal access token. */
export const make = <M, U>(settings: Settings, ask: Ask, unavailable: Unavailable, { hint }: Log) => {
  const isOwn = ({ instanceId }: Answer["body"]): boolean => {
    const isRight = settings.instanceId === undefined || settings.instanceId === instanceId
    if (!isRight) {
      hint(
        `the instance at ${settings.url} (LATCHKEY_URL) is ${instanceId}, and not ${settings.instanceId} (instanceId).`
      )
    }
    return isRight
  }

  const explain = ({ hint: ofLatchkey }: Answer["body"]) =>
    hint(
      `no session at ${settings.url} (LATCHKEY_URL) has these cookies. ${typeof ofLatchkey === "string" ? ofLatchkey : "Is it where the user signed in?"}`
    )

  const unexpected = ({ body, status }: Answer): LatchkeyError =>
    unavailable(`status ${status} ${JSON.stringify(body["code"] ?? "")}`)

  const session = async (cookie: string): Promise<Checked<M, U> | undefined> => {
    const answer = await ask("GET", path, { cookie })
    const { body, date, status } = answer
    if (status === 200 && isSession(body)) {
      return isOwn(body) ? { session: body as unknown as Session<M, U>, date } : undefined
    }
    if (!isRefusal(answer)) throw unexpected(answer)
    if (status === 401) explain(body)
    return undefined
  }

  const personalToken = async (token: string): Promise<PersonalToken<M, U>> => {
    const answer = await ask("GET", path, { authorization: `Bearer ${token}` })
    const { body, headers, status } = answer
    if (status === 429 && body["code"] === "signin_rate_limited") {
      const retryAfterSeconds = Number(headers.get("retry-after")) || 1
      throw new LatchkeyError("too_many_attempts", "Too many wrong tokens.", { retryAfterSeconds })
    }
    if (status === 200 && isToken(body)) {
      if (isOwn(body)) return body as unknown as PersonalToken<M, U>
    } else if (!isRefusal(answer)) throw unexpected(answer)
    throw invalidToken("The personal access token is wrong, expired or revoked.")
  }

  return { session, personalToken }
}
