#!/usr/bin/env node
import { make } from "./command/Cli.ts"

// Which versions of Node the SDK's next ones will need is not a matter for whoever runs this one.
process.env["AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED"] ??= "true"

await make(process.env, process.cwd()).parseAsync()
