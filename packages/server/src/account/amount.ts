/** Returns a number as people write it, such as `1,000`. */
export const format = (count: number): string => count.toLocaleString("en-US")

/** Returns a number with its noun, such as `1 user` or `1,000 users`. */
export const amount = (count: number, noun: string): string => `${format(count)} ${noun}${count === 1 ? "" : "s"}`
