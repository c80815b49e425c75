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

/** @param {Test} test */
const isSkipped = ({ status }) => skips.includes(status)

/** Whether it neither passed nor was skipped: also where its setup failed and it never ran. @param {Test} test */
const hasFailed = (test) => test.status !== "passed" && !isSkipped(test)

const runs = reports.map((path) => readReport(path).testResults)
const files = runs.flat()
const tests = files.flatMap((file) => file.assertionResults)
const failedTests = tests.filter(hasFailed).length
const skipped = tests.filter(isSkipped).length
const passed = tests.length - failedTests - skipped
// A file can fail without a test: when it cannot be loaded, or in its teardown.
const brokenFiles = files.filter(
  ({ assertionResults, status }) => status === "failed" && !assertionResults.some(hasFailed)
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
  for (const { failureMessages, fullName } of file.assertionResults.filter(hasFailed)) {
    report(file, ` > ${fullName}`, failureMessages.join("\n"))
  }
}
for (const file of brokenFiles) report(file, "", file.message)

process.stdout.write(
  `${passed} passed, ${Math.max(failed, atLeast)} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`
)
