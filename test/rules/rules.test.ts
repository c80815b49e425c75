import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Project } from "ts-morph"
import { assert, describe, it } from "vitest"
import * as Page from "./Page.ts"
import { problemsOf } from "./problems.ts"
import * as Sources from "./Sources.ts"
import { titlesOf } from "./Titles.ts"

/** How many rules each section has: of the specification, of the decisions on HTTP, and of the rules of the domain. */
const sections = {
  S1: 14,
  "S2.1": 7,
  "S2.2": 3,
  "S2.3": 3,
  "S2.4": 1,
  "S2.5": 6,
  "S2.6": 12,
  S3: 10,
  "S4.1": 8,
  "S4.2": 6,
  "S4.3": 1,
  "S4.4": 1,
  "S4.5": 4,
  "S4.6": 9,
  S5: 6,
  S6: 3,
  S7: 7,
  S8: 4,
  S9: 3,
  H1: 21,
  H2: 27,
  H3: 17,
  H4: 7,
  H5: 16,
  H6: 26,
  H7: 17,
  H8: 18,
  H9: 4,
  H10: 9,
  H11: 16,
  H12: 11,
  H13: 36,
  H14: 25,
  H15: 48,
  H16: 34,
  H17: 24,
  H18: 9,
  D1: 9,
  D2: 26,
  D3: 3,
  D4: 9,
  D5: 22,
  D6: 35,
  D7: 42,
  D8: 5,
  D9: 8,
  D10: 30,
  D11: 14,
  D12: 13,
  D13: 28,
  D14: 19,
  D15: 15,
  D16: 25,
  D17: 17,
  D18: 16,
  D19: 52,
  D20: 40,
  D21: 42,
  D22: 53,
  D23: 20,
  D24: 32,
  D25: 10,
  D26: 19,
  D27: 42,
  D28: 52,
  D29: 31,
  D30: 26,
  D31: 82,
  D32: 75,
  D33: 77,
  D34: 31,
  D35: 109,
  D36: 36,
  D37: 31,
  D38: 9,
  D39: 13,
  D40: 22,
  D41: 37,
  D42: 49,
  D43: 36,
  D44: 100,
  D45: 29,
  D46: 33,
  D47: 10,
  D48: 11,
  D49: 53,
  D50: 35,
  D51: 78,
  D52: 86,
  D53: 28,
  D55: 57,
  D56: 61,
  D57: 28,
  D58: 17
}

const sources = Sources.make()

describe("rules.md", () => {
  it("has a test for every rule, which npm test runs unless the rule is slow by nature", () => {
    const page = Page.parse(readFileSync(join(dirname(import.meta.dirname), "rules.md"), "utf8"))
    assert.isAbove(page.rules.length, 300)
    assert.deepStrictEqual(problemsOf(page, sections, sources), [])
  })
})

const page = [
  "## Part",
  "",
  "### A1 First",
  "",
  "| id | rule | test |",
  "| --- | --- | --- |",
  "| A1.1 | One. | [a.test.ts](a.test.ts) Group > one \\| two \\<token\\> |",
  "| A1.2 | Two. | [b.full.test.ts](../packages/b/test/b.full.test.ts) kills $what |",
  "",
  "### B2.1 Second",
  "",
  "| id | rule | test |",
  "| --- | --- | --- |",
  "| B2.1.1 | Three. | [Cases.ts](../packages/testkit/src/Cases.ts) three |",
  "",
  "## Slow by nature",
  "",
  "| id | reason |",
  "| --- | --- |",
  "| A1.2 | It kills processes. |",
  "",
  "## Planned",
  "",
  "| id | rule | change |",
  "| --- | --- | --- |",
  "| A1.3 | Later. | The next change |",
  ""
].join("\n")

const titles: Readonly<Record<string, ReadonlyArray<string>>> = {
  "test/a.test.ts": ["Group > one | two <token>", "twice", "twice"],
  "packages/b/test/b.full.test.ts": ["kills $what"],
  "packages/testkit/src/Cases.ts": ["three"]
}

const planted: Sources.Sources = {
  suiteOf: (path) => (path in titles ? (path.includes(".full.") ? "full" : "rules") : undefined),
  titlesOf: (path) => titles[path] ?? []
}

const problemsIn = (text: string) => problemsOf(Page.parse(text), { A1: 3, "B2.1": 1 }, planted)

const rowOf = (id: string): string => page.split("\n").find((line) => line.startsWith(`| ${id} |`)) ?? ""

describe("The check of rules.md", () => {
  it("accepts a page without mistakes", () => {
    assert.lengthOf(Page.parse(page).rules, 3)
    assert.deepStrictEqual(problemsIn(page), [])
  })

  const three = rowOf("B2.1.1")
  it.each([
    ["a row without a test", three, "| B2.1.1 | Three. | |", "B2.1.1 has no test"],
    ["a row with a file and no title", " three |", " |", "B2.1.1 has no test"],
    ["a row without a rule", "Three.", "", "B2.1.1 has no rule"],
    ["a file that does not exist", "(a.test.ts)", "(c.test.ts)", "A1.1: no suite runs c.test.ts"],
    [
      "a title that does not exist",
      " three |",
      " thre |",
      'B2.1.1: ../packages/testkit/src/Cases.ts has no test "thre"'
    ],
    ["a title without its group", "Group > ", "", 'A1.1: a.test.ts has no test "one | two <token>"'],
    ["an ambiguous title", "Group > one \\| two \\<token\\>", "twice", 'A1.1: a.test.ts has several tests "twice"'],
    ["an id twice", three, `${three}\n${three}`, "B2.1.1 exists twice"],
    ["an id of a planned rule twice", "| A1.3 |", "| A1.2 |", "A1.2 exists twice"],
    ["a gap in the numbering", "| A1.3 |", "| A1.4 |", "A1.3 is missing"],
    ["a first number other than 1", "| B2.1.1 |", "| B2.1.2 |", "B2.1.1 is missing"],
    ["a row in another section", three, "| B2.2.1 | Three. | [a.test.ts](a.test.ts) x |", "B2.2.1 is in B2.1"],
    ["a section that is not in the lists", "| A1.3 |", "| C1.1 |", "C1.1 is in no section"],
    ["a missing last rule", "| A1.3 | Later. | The next change |", "", "A1.3 is missing"],
    ["a rule that the section does not have", "| A1.3 |", "| A1.4 |", "A1.4 is not among 3 rules"],
    ["a section without a row", three, "", "B2.1 has no rule"],
    ["a section without a heading", "### B2.1 Second", "### B2.2 Second", "B2.1 has no rule"],
    [
      "a slow test without a reason",
      "| A1.2 | It kills processes. |",
      "",
      "A1.2: npm test does not run ../packages/b/test/b.full.test.ts, and no reason is given"
    ],
    ["an empty reason", "It kills processes.", "", "A1.2 is slow without a reason"],
    [
      "a reason for a quick test",
      "| A1.2 | It",
      "| A1.1 | It is quick. |\n| A1.2 | It",
      "A1.1: npm test runs a.test.ts, so that it is not slow by nature"
    ],
    ["a reason for no rule", "| A1.2 | It", "| A9.9 | It", "A9.9 is slow, and no rule"],
    [
      "a planned rule with a test",
      "The next change",
      "[a.test.ts](a.test.ts) twice",
      "A1.3 is planned, and has a test"
    ],
    ["a planned rule without a subject", "The next change", "", "A1.3 is planned without a rule or a subject"]
  ])("finds %s", (_, original, mistake, problem) => {
    assert.include(page, original)
    assert.include(problemsIn(page.replace(original, mistake)), problem)
  })

  it("finds rows that are out of order", () => {
    const [one, two] = [rowOf("A1.1"), rowOf("A1.2")]
    assert.deepStrictEqual(problemsIn(page.replace(`${one}\n${two}`, `${two}\n${one}`)), ["A1 is out of order"])
  })
})

describe("The search for tests", () => {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { noLib: true } })
  const titlesIn = (text: string) => titlesOf(project, text)

  it.each([
    ["a test in groups", 'describe("A", () => { describe("b", () => { it("c", () => {}) }) })', "A > b > c"],
    ["a test of a table", 'describe.each(a)("A %s", () => test.each([["x", 1]])("b: %s", f))', "A %s > b: %s"],
    ["a template", "it.effect(`fails in $" + "{method}`, () => {})", `fails in \${method}`],
    ["a title that is a variable", "for (const [what] of table) test(what, body)", `\${what}`],
    ["a group of the project's own", 'onBothMounts("A", (service) => { test("b", () => {}) }, {})', "A > b"],
    ["a group with a layer", 'it.layer(layer, {})("A", (it) => { it.effect("b", () => {}) })', "A > b"],
    ["a test that depends on the machine", 'it.skipIf(condition)("a", () => {})', "a"],
    ["a test of properties", 'it.prop("a", [number], () => {})', "a"]
  ])("finds %s", (_, text, title) => {
    assert.deepStrictEqual(titlesIn(text), [title])
  })

  it.each([
    ["a test that is skipped", 'it.skip("a", () => {})'],
    ["a test in a group that is skipped", 'describe.skip("A", () => { it("a", () => {}) })'],
    ["a test that is not written", 'it.todo("a")'],
    ["a test that is expected to fail", 'it.fails("a", () => {})'],
    ["a comment", '// it("a", () => {})'],
    ["a text", "const text = 'it(\"a\", () => {})'"],
    ["a call of another function", 'send("a", () => {})']
  ])("does not find %s", (_, text) => {
    assert.deepStrictEqual(titlesIn(text), [])
  })
})

describe("The suite of a test", () => {
  it.each([
    ["test/rules/rules.test.ts", "rules"],
    ["packages/domain/test/password/SignUp.test.ts", "rules"],
    ["packages/testkit/src/internal/session/GrantCases.ts", "rules"],
    ["packages/server/test/service/serve.full.test.ts", "full"],
    ["packages/domain/src/password/SignUp.ts", undefined],
    ["packages/testkit/src/AuthTest.ts", undefined],
    ["test/rules/Page.ts", undefined],
    ["test/nothing.test.ts", undefined]
  ])("of %s is %s", (path, suite) => {
    assert.strictEqual(sources.suiteOf(path), suite)
  })
})
