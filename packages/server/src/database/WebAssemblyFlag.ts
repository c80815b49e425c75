/**
 * V8's flag for WebAssembly without its optimizing compiler. Optimizing PostgreSQL takes longer than the queries of a
 * start, and 70 MB.
 */
export const unoptimized = "--liftoff-only"
