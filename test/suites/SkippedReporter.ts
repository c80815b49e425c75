import { relative } from "node:path"
import type { Reporter, TestModule } from "vitest/node"

/** Prints each skipped test. Its title, or the note that it was skipped with, says what is missing. */
export class SkippedReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests("skipped")].map((test) => {
        const { note } = test.result() as { readonly note?: string }
        return `  ${relative(process.cwd(), module.moduleId)} > ${test.fullName}${note === undefined ? "" : `: ${note}`}`
      })
    )
    if (skipped.length > 0) process.stdout.write(`\nSkipped (${skipped.length}):\n${skipped.join("\n")}\n`)
  }
}
