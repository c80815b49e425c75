#!/usr/bin/env node
import { make } from "./command/Cli.ts"
import * as GarbageCollection from "./core/GarbageCollection.ts"

// The AWS SDK warns about Node versions that its future releases will drop. Operators cannot act on that.
process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true"

GarbageCollection.disablePretenuring()
await make(process.env, process.cwd()).parseAsync()
