import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as Paths from "@latchkey/pages/core/Paths"
import { read } from "@latchkey/test-support/files"
import { assert, describe, it } from "vitest"

const pages = read("docs/pages.md")

/** Returns `false` for the paths of forms and redirects, which show nothing. */
const isPage = (path: string) => {
  const source = read("packages/pages/src/core/Paths.ts")
  const [name = ""] = Object.entries(Paths).find(([, value]) => value === path) ?? []
  const [before = ""] = source.split(new RegExp(`\\nexport (?:const|\\{ \\w+ as) ${name}\\b`))
  const comment = before
    .slice(before.lastIndexOf("/**") + 3)
    .replace(/\s*\*\s+|\s+/g, " ")
    .trim()
  assert.isNotEmpty(comment, `${name} has no comment`)
  return /\b[Tt]he (\w+ )?page\b/.test(comment) && !comment.startsWith("Accepts") && !comment.startsWith("Shows")
}

const paths = Object.values(Paths)
const line = (path: string, start: string) =>
  read(path)
    .split("\n")
    .find((text) => text.startsWith(start)) ?? ""

/** Every path behind which a link has a token in its query. */
const withToken = [
  BaseUrl.verifyPath,
  BaseUrl.resetPasswordPath,
  BaseUrl.verifySignUpPath,
  BaseUrl.invitationPath,
  BaseUrl.confirmEmailPath,
  BaseUrl.restoreEmailPath,
  BaseUrl.factorRecoveryPath,
  `${Paths.dashboard}/enter`
]

describe("docs/pages.md", () => {
  it("has a row for every page", () => {
    const rows = [...pages.matchAll(/^\| `(\/[^`]*)` \|/gm)].flatMap(([, path = ""]) => path)
    const missing = paths.filter((path) => path !== Paths.dashboard && isPage(path) && !rows.includes(path))
    assert.isAbove(rows.length, 20)
    assert.deepStrictEqual(missing, [])
  })
})

describe("docs/protect-your-app.md", () => {
  it("names every path that a proxy forwards to Latchkey", () => {
    const row = line("docs/protect-your-app.md", "| the same host, behind one proxy |")
    const roots = [...new Set(paths.map((path) => `/${path.split("/")[1]}`))]
    assert.includeMembers(roots, ["/account", "/factor-recovery"])
    assert.deepStrictEqual(
      [...roots, "/v1", "/pages-….js"].filter((root) => !row.includes(`\`${root}\``)),
      []
    )
  })
})

describe("docs/deploy.md", () => {
  it("names every path whose query has the token of a link", () => {
    const [, text = ""] =
      /^Keep queries out of the proxy's log: ([\s\S]*?)\. For nginx:/m.exec(read("docs/deploy.md")) ?? []
    assert.sameMembers(
      [...text.matchAll(/`(\/[^`]*)`/g)].flatMap(([, path = ""]) => path),
      withToken
    )
    // One function of `PublicUrls` for each, beside the dashboard's.
    const urls = read("packages/http/src/core/BaseUrl.ts").match(/: link\(/g) ?? []
    assert.strictEqual(urls.length, withToken.length - 1)
  })
})
