/** What problem documents (RFC 9457) have in common. */

/**
 * What every problem of Latchkey contains. Branch on `code`, which never changes. `title` and `detail` are English
 * sentences for developers; `status` is the HTTP status.
 */
export interface ProblemDocument<Code extends string> {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: Code
}

/**
 * Try again after `retryAfterSeconds`: the reply's `Retry-After`, in whole seconds (RFC 9110, 10.2.3). It is 1 if a
 * proxy removed that header or replaced it with a date.
 */
export interface Retryable<Code extends string> extends ProblemDocument<Code> {
  readonly retryAfterSeconds: number
}
