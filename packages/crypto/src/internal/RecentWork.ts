/**
 * What a piece of work takes now, learned from the pieces that were done last: whatever else the machine does, it is in
 * these times.
 */
export interface RecentWork {
  /** Learns that a piece of that kind occupied its thread until `now`, for so many milliseconds. */
  readonly record: (kind: string, milliseconds: number, now: number) => void

  /** Returns how many milliseconds a piece of that kind is expected to take. */
  readonly expected: (kind: string, now: number) => number

  /** Returns the same for a piece whose kind is not known yet. */
  readonly mean: (now: number) => number
}

/**
 * - `samples`: how many pieces are remembered.
 * - `usualMillis`: what a piece takes as long as little is known: it stands in for the samples that are missing.
 * - `mostMillis`: a piece that took longer counts as this, so that one stall of the machine says little.
 */
export interface Options {
  readonly samples: number
  readonly usualMillis: number
  readonly mostMillis: number
}

interface Sample {
  readonly kind: string
  readonly milliseconds: number
  readonly at: number
}

/** What was slow a while ago says nothing about now. */
const memoryMillis = 10_000

class Sum {
  count = 0
  milliseconds = 0

  add(sample: Sample, sign: 1 | -1): void {
    this.count += sign
    this.milliseconds += sign * sample.milliseconds
  }
}

/** Makes a memory without samples. */
export const make = ({ mostMillis, samples, usualMillis }: Options): RecentWork => {
  const remembered: Array<Sample> = []
  /** How many samples the mean counts for, so that one slow sample does not make a kind slow. */
  const doubt = samples / 4
  const total = new Sum()
  const kinds = new Map<string, Sum>()

  const count = (sample: Sample, sign: 1 | -1) => {
    const ofKind = kinds.get(sample.kind) ?? new Sum()
    ofKind.add(sample, sign)
    total.add(sample, sign)
    if (ofKind.count === 0) kinds.delete(sample.kind)
    else kinds.set(sample.kind, ofKind)
  }

  const forget = (now: number) => {
    for (let [oldest] = remembered; oldest !== undefined; [oldest] = remembered) {
      if (remembered.length <= samples && now - oldest.at < memoryMillis) return
      remembered.shift()
      count(oldest, -1)
    }
  }

  const mean = (now: number) => {
    forget(now)
    return (total.milliseconds + (samples - total.count) * usualMillis) / samples
  }

  return {
    record: (kind, milliseconds, now) => {
      const sample = { kind, milliseconds: Math.min(milliseconds, mostMillis), at: now }
      remembered.push(sample)
      count(sample, 1)
      forget(now)
    },
    expected: (kind, now) => {
      forget(now)
      const { count, milliseconds } = kinds.get(kind) ?? new Sum()
      return (milliseconds + doubt * mean(now)) / (count + doubt)
    },
    mean
  }
}
