const pause = () => new Promise((resolve) => setTimeout(resolve, 10))

/** Asks again and again until the answer is truthy, and answers it. Fails after some seconds. */
export const until = async <A>(
  what: string,
  ask: () => A | Promise<A>,
  seconds = 20
): Promise<NonNullable<Exclude<A, false | 0 | "">>> => {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (answer) return answer as NonNullable<Exclude<A, false | 0 | "">>
    if (Date.now() > end) throw new Error(`Waited ${seconds} seconds in vain: ${what}`)
    await pause()
  }
}

/** Fails when it takes longer than some seconds. */
export const within = <A>(seconds: number, what: string, promise: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took more than ${seconds} seconds: ${what}`)), seconds * 1000)
  })
  return Promise.race([promise, end]).finally(() => clearTimeout(timer))
}
