/** Where the empty database of the build is, and options that keep an embedded PostgreSQL small. */
import { fileURLToPath } from "node:url"

/** An empty database. `packDatabase` makes it. */
export const archive = fileURLToPath(new URL("../../dist/database/empty.tar.gz", import.meta.url))

/**
 * V8's flag for WebAssembly without its optimizing compiler. Optimizing PostgreSQL takes longer than the queries of a
 * start, and 70 MB.
 */
export const withoutOptimizing = "--liftoff-only"

/** PostgreSQL's arguments. Otherwise it reserves 160 MB for pages that the system caches too. */
export const smallBuffers = ["-c", "shared_buffers=16MB"]
