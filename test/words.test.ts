import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert, describe, it, onTestFinished } from "vitest"

const root = dirname(import.meta.dirname)

/** Checks a file with that text. Returns the exit code and the findings, without the folder of the file. */
const check = (name: string, lines: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-words-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, name)
  writeFileSync(file, lines.join("\n"))
  const { status, stdout } = spawnSync(process.execPath, [".ci/words.js", file], { cwd: root, encoding: "utf8" })
  const findings = stdout.split("\n").filter((line) => line !== "")
  return { status, findings: findings.map((finding) => finding.slice(finding.indexOf(name))) }
}

describe("The word list", () => {
  it("finds a former name in code, with its line and replacement", () => {
    assert.deepStrictEqual(check("Example.ts", ["const a = 1", "yield* limiter.giveBack(a)"]), {
      status: 1,
      findings: ["Example.ts:2: giveBack - was renamed - use refund"]
    })
  })

  it.each([
    ["a comment", "Example.ts", "// Whoever runs it."],
    ["a docstring", "Example.ts", "/** Whoever runs it. */"],
    ["a later line of a docstring", "Example.ts", "/**\n * For\n * whoever runs it.\n */"],
    ["a test title", "example.test.ts", 'it("lets whoever asks in", () => {})'],
    ["a document", "example.md", "A page for whoever runs it."]
  ])("finds an unclear word in %s", (_, name, text) => {
    const { findings, status } = check(name, [text])
    assert.strictEqual(status, 1)
    assert.match(findings.join("\n"), /: whoever - does not say who acts - use the user, the operator, an attacker$/i)
  })

  it.each([
    ["anew", "/** Starts anew. */"],
    ["of its own", "/** Has a clock of its own. */"],
    ["of their own", "/** The tests have clocks of their own, and wait for nothing. */"]
  ])("finds %s", (word, text) => {
    const { findings, status } = check("Example.ts", [text])
    assert.strictEqual(status, 1)
    assert.match(findings.join("\n"), new RegExp(`^Example\\.ts:1: ${word} - [^\n]+$`))
  })

  it("reports every rule that a line breaks", () => {
    assert.lengthOf(check("example.md", ["The housekeeping sends mails to nobody."]).findings, 3)
  })

  it.each([
    ["email addresses", "Example.ts", 'const email = "nobody@example.com"'],
    ["its own before a noun", "Example.ts", "/** Its own clock, and the cookie of its own client. */"],
    ["single words in code", "Example.ts", 'const account = lookUp("nobody")'],
    ["code in documents", "example.md", "Run `nobody`:\n\n```sh\nsudo -u nobody true\n```\n"],
    ["other words", "Example.ts", "/** Returns the limit of an email, or `None` if it has expired. */"]
  ])("accepts %s", (_, name, text) => {
    assert.deepStrictEqual(check(name, [text]), { status: 0, findings: [] })
  })
})
