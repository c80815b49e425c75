#!/usr/bin/env node
import * as EarlyEnvironment from "./core/EarlyEnvironment.ts"
import * as GarbageCollection from "./core/GarbageCollection.ts"

const restart = EarlyEnvironment.argumentsOfRestart(process.execArgv, process.env)
if (restart !== undefined) process.exit(await EarlyEnvironment.runAgain(restart))

// The AWS SDK warns about Node versions that its future releases will drop. Operators cannot act on that.
process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true"

// Only now: a process that runs the program again does not load it.
const { make } = await import("./command/Cli.ts")
GarbageCollection.disablePretenuring()
await make(process.env, process.cwd()).parseAsync()
