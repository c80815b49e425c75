import * as Metrics from "@latchkey/domain/core/Metrics"

/** Places in the queue that are taken: passwords that are queued for a thread, and attempts that are not ready yet. */
export const queued = Metrics.gauge<never>("latchkey_hash_waiting", "Places in the hashing queue that are taken")

/** Attempts that were refused because the queue had no room. */
export const refused = Metrics.counter<never>(
  "latchkey_hash_refused_total",
  "Attempts that were refused because the hashing queue had no room"
)

/** How long the result of hashing a password took, without the hashing. */
export const waitTime = Metrics.durations<never>(
  "latchkey_hash_wait_seconds",
  "Seconds that a password waited, besides being hashed",
  [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
)

/** How long a thread worked on a password. */
export const hashTime = Metrics.durations<never>(
  "latchkey_hash_seconds",
  "Seconds that hashing a password took",
  [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
)
