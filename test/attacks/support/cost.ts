const cpuMicros = async (work: () => Promise<unknown> | unknown): Promise<number> => {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

/**
 * How many times as much processor time `hostile` takes as `usual`, each at its best of some rounds in which they take
 * turns: what else the machine does is not counted. Service and test are one process.
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
