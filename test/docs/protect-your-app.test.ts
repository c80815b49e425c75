import { writeFileSync } from "node:fs"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { createLatchkey } from "@latchkey/client/server"
import * as RemoteSessionSource from "@latchkey/http/session/RemoteSessionSource"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { read, root } from "@latchkey/test-support/files"

/** The languages whose code a reader copies, and the name of their blocks of code. */
const copied = {
  "docs/apps/go.md": "go",
  "docs/apps/php.md": "php",
  "docs/apps/python.md": "python",
  "docs/apps/ruby.md": "ruby"
}

/** Returns the lines between `region name` and the next `endregion`, or the whole file. */
const codeOf = (file: string, region: string): string => {
  if (region === "") return read(file).trim()
  const [, code = ""] =
    new RegExp(`^(?://|#) #?region ${region}\\n([\\s\\S]*?)^(?://|#) #?endregion$`, "m").exec(read(file)) ?? []
  assert.notStrictEqual(code, "", `${file} has no region ${region}`)
  return code.trim()
}

/** Replaces the code below each `snippet` comment by that of the file, or of its region. */
const withSnippets = (page: string, block: string): string =>
  page.replace(
    /(<!-- snippet: ([^\s#]+)#?(\S*) -->\n)(?:\n```[\s\S]*?\n```\n)?/g,
    (_all, comment: string, file: string, region: string) =>
      `${comment}\n\`\`\`${block}\n${codeOf(file, region)}\n\`\`\`\n`
  )

describe("The pages of languages", () => {
  it.each(Object.entries(copied))("show the code of the examples that the tests run: %s", (path, block) => {
    const page = read(path)
    const expected = withSnippets(page, block)
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(`${root}${path}`, expected)
    else assert.strictEqual(page, expected, "run this test with UPDATE_DOCS=1")
    const blocks = expected.match(/^```\w+$/gm) ?? []
    assert.lengthOf(expected.match(/^<!-- snippet: /gm) ?? [], blocks.length, "Every block of code is a snippet")
    assert.isAtLeast(blocks.length, 2)
  })
})

type Headers = Readonly<Record<string, string | undefined>>

const appUrl = "http://localhost:4000"
const { isCrossOrigin } = createLatchkey({ appUrl })

const client = `__client=${"A".repeat(43)}`
const session = `__session=${"Q".repeat(43)}`

const signedOut = HttpClient.make((request) =>
  Effect.succeed(HttpClientResponse.fromWeb(request, new Response(null, { status: 401 })))
)
const source = await RemoteSessionSource.make({ url: "http://localhost:3000", origins: [appUrl] }).pipe(
  Effect.provideService(HttpClient.HttpClient, signedOut),
  Effect.runPromise
)

/** Returns whether `RemoteSessionSource` refuses the request, which presents a session. */
const refuses = (method: string, headers: Headers): Promise<boolean> =>
  source
    .find({ method, headers: { ...headers, cookie: `${client}; ${session}` } })
    .pipe(
      Effect.match({ onFailure: ({ code }) => code === "forbidden_origin", onSuccess: () => false }),
      Effect.runPromise
    )

describe("The kit for apps", () => {
  it("refuses the same requests of other origins as RemoteSessionSource", async () => {
    const origins = [undefined, "null", appUrl, "http://evil.localhost", "http://localhost:40001"]
    const sites = [undefined, "same-origin", "same-site", "cross-site", "none"]
    for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) {
      for (const origin of origins) {
        for (const site of sites) {
          const headers = {
            ...(origin === undefined ? {} : { origin }),
            ...(site === undefined ? {} : { "sec-fetch-site": site })
          }
          const expected = await refuses(method, headers)
          assert.strictEqual(isCrossOrigin({ method, headers }), expected, `${method} ${JSON.stringify(headers)}`)
        }
      }
    }
    const headers = { origin: "http://evil.localhost", "sec-fetch-site": "same-origin" }
    assert.isTrue(isCrossOrigin({ method: "POST", headers }))
  })
})
