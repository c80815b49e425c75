/**
 * `node .ci/count.js <passed|failed> <report…>`: prints "N passed, N failed" from the JSON reports of vitest, and from
 * whether every run of vitest succeeded. Names what has failed on standard error.
 */
import { readFileSync } from "node:fs"
import { relative } from "node:path"

const [, , outcome = "failed", ...reports] = process.argv

/** @typedef {{ status: string, fullName: string, failureMessages: ReadonlyArray<string> }} Test */
/** @typedef {{ name: string, status: string, message: string, assertionResults: ReadonlyArray<Test> }} File */

/** @param {string} path @returns {{ testResults: ReadonlyArray<File> }} */
const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return { testResults: [] }
  }
}

const skips = ["skipped", "pending", "todo", "disabled"]

const runs = reports.map((path) => readReport(path).testResults)
const files = runs.flat()
const tests = files.flatMap((file) => file.assertionResults)
const passed = tests.filter(({ status }) => status === "passed").length
const skipped = tests.filter(({ status }) => skips.includes(status)).length
// What neither passed nor was skipped has failed, also where its setup failed and it never ran.
const failedTests = tests.length - passed - skipped
// A file can fail without a test: when it cannot be loaded, or in its teardown.
const brokenFiles = files.filter(
  ({ status, assertionResults }) =>
    status === "failed" && assertionResults.every((test) => test.status === "passed" || skips.includes(test.status))
)
// A run that was interrupted leaves no report.
const failedRuns = runs.filter((run) => run.length === 0).length
const failed = failedTests + brokenFiles.length + failedRuns
// An error outside of every test and file fails the run too.
const atLeast = outcome === "passed" && runs.length > 0 ? 0 : 1

/** @param {string} text */
const firstLine = (text) => text.split("\n", 1)[0]

/** @param {File} file @param {string} what @param {string} message */
const report = ({ name }, what, message) =>
  process.stderr.write(`Failed: ${relative(process.cwd(), name)}${what}: ${firstLine(message)}\n`)

for (const file of files) {
  for (const { failureMessages, fullName, status } of file.assertionResults) {
    if (status !== "passed" && !skips.includes(status)) report(file, ` > ${fullName}`, failureMessages.join("\n"))
  }
}
for (const file of brokenFiles) report(file, "", file.message)

process.stdout.write(
  `${passed} passed, ${Math.max(failed, atLeast)} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`
)
