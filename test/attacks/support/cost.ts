const cpuMicros = async (work: () => Promise<unknown> | unknown): Promise<number> => {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

/**
 * Returns the processor time of `hostile` divided by that of `usual`, each the minimum of several alternating rounds,
 * so that other load does not count. Service and test share one process.
 */
export const costRatio = async (
  usual: () => Promise<unknown> | unknown,
  hostile: () => Promise<unknown> | unknown,
  rounds = 7
): Promise<number> => {
  const taken: Array<readonly [usual: number, hostile: number]> = []
  for (let round = 0; round < rounds; round++) taken.push([await cpuMicros(usual), await cpuMicros(hostile)])
  return Math.min(...taken.map(([, hostile]) => hostile)) / Math.min(...taken.map(([usual]) => usual))
}
