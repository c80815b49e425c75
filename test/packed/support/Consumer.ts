import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { type Outcome, run } from "@latchkey/test-support/packed/run"
import { names, root, tarballOf, unpack } from "@latchkey/test-support/packed/tarballs"

/**
 * An app with every package installed from its tarball. Other dependencies are links into this repository, so that
 * nothing has to be downloaded.
 */
export class Consumer {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async make(folder: string, tarballs: string): Promise<Consumer> {
    const modules = join(folder, "node_modules")
    mkdirSync(modules, { recursive: true })
    const installed = join(root, "node_modules")
    for (const name of readdirSync(installed).filter((name) => !name.startsWith(".") && name !== "@latchkey")) {
      symlinkSync(join(installed, name), join(modules, name))
    }
    const consumer = new Consumer(folder)
    for (const name of names) {
      await unpack(tarballOf(name, tarballs), consumer.packageFolder(name))
      const nested = join(root, "packages", name, "node_modules")
      if (existsSync(nested)) symlinkSync(nested, join(consumer.packageFolder(name), "node_modules"))
    }
    return consumer
  }

  packageFolder(name: string): string {
    return join(this.folder, "node_modules", "@latchkey", name)
  }

  /** Runs the source text of a module in a new process. */
  run(module: string, nodeOptions: ReadonlyArray<string> = []): Promise<Outcome> {
    const args = [...nodeOptions, "--input-type=module", "--eval", module]
    return run(process.execPath, args, { cwd: this.folder })
  }
}
