const pause = () => new Promise((resolve) => setTimeout(resolve, 10))

/** Calls `poll` until it returns a truthy value, and returns that. Fails after a minute, or `seconds`: a slow machine is not a fault. */
export const until = async <A>(
  what: string,
  poll: () => A | Promise<A>,
  seconds = 60
): Promise<NonNullable<Exclude<A, false | 0 | "">>> => {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const value = await poll()
    if (value) return value as NonNullable<Exclude<A, false | 0 | "">>
    if (Date.now() > end) throw new Error(`Timed out after ${seconds} seconds: ${what}`)
    await pause()
  }
}

/** Fails if the promise takes longer than some seconds. */
export const within = <A>(seconds: number, what: string, promise: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Took longer than ${seconds} seconds: ${what}`)), seconds * 1000)
  })
  return Promise.race([promise, end]).finally(() => clearTimeout(timer))
}
