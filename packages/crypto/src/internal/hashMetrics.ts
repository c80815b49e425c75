import * as Metrics from "@latchkey/domain/core/Metrics"

/** Passwords that wait for a thread. */
export const waiting = Metrics.gauge<never>("latchkey_hash_waiting", "Passwords that wait to be hashed")

/** Passwords that did not even wait, because the line was full. */
export const refused = Metrics.counter<never>("latchkey_hash_refused_total", "Passwords that found the line full")

/** How long a password waited for a thread. */
export const wait = Metrics.durations<never>(
  "latchkey_hash_wait_seconds",
  "How long a password waited to be hashed",
  [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
)

/** How long a thread was at work on a password. */
export const work = Metrics.durations<never>(
  "latchkey_hash_seconds",
  "How long hashing a password took",
  [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1]
)
