/** Makes each mistake that `@latchkey/client/server` explains, and compares its sentences with docs/troubleshooting.md. */
import { createLatchkey, type ServerOptions } from "@latchkey/client/server"
import { read } from "@latchkey/test-support/files"
import { assert, describe, it } from "vitest"

const [, section = ""] = read("docs/troubleshooting.md").split("says on the console")
const [table = ""] = section.split("\n## ")
const documented = [...table.matchAll(/^\| `(.*?[^`])` \|/gm)].flatMap(([, sentence = ""]) => sentence)

/** Returns the sentence as a pattern: `…` is anything. */
const patternOf = (sentence: string): RegExp =>
  new RegExp(
    `^Latchkey: ${sentence
      .split("…")
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("[\\s\\S]*")}$`
  )

const client = `__client=${"a".repeat(43)}`
const session = `__session=${"b".repeat(43)}`
const both = `${client}; ${session}`

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url")
const unsigned = `${encode({ alg: "ES256", kid: "key_1", typ: "at+jwt" })}.${encode({ aud: "https://api.example.org" })}.`

const ofUser = {
  userId: "user_1",
  sessionId: "sess_1",
  instanceId: "default",
  email: "ada@example.com",
  emailVerified: true,
  amr: [],
  aal: 1,
  authenticatedAt: "2026-11-30T08:00:00.000Z",
  expiresAt: "2026-12-30T08:00:00.000Z"
}

interface Mistake extends ServerOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** What a fake Latchkey replies. */
  readonly reply?: () => Response
}

const mistakes: Readonly<Record<string, Mistake>> = {
  "two cookies of one name": { headers: { cookie: `${both}; ${session}` } },
  "a malformed cookie": { headers: { cookie: `${client}; __session=x` } },
  "one cookie": { headers: { cookie: session } },
  "cookies of another Latchkey": { reply: () => Response.json({ code: "unauthenticated" }, { status: 401 }) },
  "a session of another instance": { instanceId: "shop" },
  "a page of another origin": { method: "POST", headers: { cookie: both, origin: "http://localhost:5173" } },
  "an app on another host": { appUrl: "https://app.example.com", publicUrl: "https://auth.example.com" },
  "an app at another port than its own": { headers: { accept: "text/html", host: "localhost:3001" } },
  "an access token for another app": {
    audience: "https://api.example.com",
    headers: { authorization: `Bearer ${unsigned}` }
  },
  "an app without https": { appUrl: "http://example.com", publicUrl: "https://example.com" },
  "another server": { reply: () => new Response("Not found", { status: 404 }) },
  "a clock that is ahead": {
    reply: () => Response.json(ofUser, { headers: { date: new Date(Date.now() - 3_600_000).toUTCString() } })
  }
}

/** Makes a mistake, and returns what the kit says. */
const said = async ({ headers = { cookie: both }, method = "GET", reply, ...options }: Mistake) => {
  const lines: Array<string> = []
  const fakeFetch = () => Promise.resolve(reply?.() ?? Response.json(ofUser))
  const latchkey = createLatchkey({
    ...options,
    isDevelopment: true,
    log: (line) => void lines.push(line),
    fetch: fakeFetch
  })
  await latchkey.findCaller({ method, headers }).catch(() => undefined)
  return lines
}

describe("The sentences of the kit in docs/troubleshooting.md", () => {
  it.each(Object.entries(mistakes))("explain %s", async (_, mistake) => {
    const lines = await said(mistake)
    assert.lengthOf(lines, 1)
    assert.lengthOf(
      documented.filter((sentence) => patternOf(sentence).test(lines[0] ?? "")),
      1,
      lines[0]
    )
  })

  it("are those of a mistake each", () => {
    assert.lengthOf(documented, Object.keys(mistakes).length)
  })
})
