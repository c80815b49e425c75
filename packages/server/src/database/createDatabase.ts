// Creates an embedded database in the folder of the first argument, in a separate process.
import { rmSync } from "node:fs"
import { argv } from "node:process"
import { PGlite } from "@electric-sql/pglite"
import { smallBuffers } from "./EmbeddedOptions.ts"

const [, , path = ""] = argv

// A segment of the log has 16 MB by default, most of the folder.
const pglite = await PGlite.create(path, { initDbStartParams: ["--wal-segsize=1", ...smallBuffers] })
await pglite.close()
// The process that waits for this one was killed.
if (!process.connected) rmSync(path, { recursive: true, force: true })
process.exit()
