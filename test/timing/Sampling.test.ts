import { expect, test } from "vitest"
import { sample } from "./Sampling.ts"

test("Each class is measured once per round in random order, and warm-up rounds do not count", async () => {
  const order: Array<string> = []
  const timed = (name: string) => async () => order.push(name)
  const found = await sample({ a: timed("a"), b: timed("b") }, { samples: 200, warmUp: 5, lanes: 1 })
  expect([found.a.length, found.b.length, order.length]).toEqual([200, 200, 410])
  const rounds = Array.from({ length: 205 }, (_, round) => order.slice(round * 2, round * 2 + 2).join(""))
  expect([...new Set(rounds)].sort()).toEqual(["ab", "ba"])
  // By chance, one order occurs less than 60 times only once in about a hundred million runs.
  expect(Math.min(...["ab", "ba"].map((one) => rounds.filter((round) => round === one).length))).toBeGreaterThan(60)
  expect(Math.min(...found.a, ...found.b)).toBeGreaterThan(10)
})

test("Several lanes share the rounds", async () => {
  let [running, most] = [0, 0]
  const lanes = new Set<number>()
  const busy = async (lane: number) => {
    lanes.add(lane)
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
    return 1
  }
  const found = await sample({ a: busy, b: busy }, { samples: 30, warmUp: 0, lanes: 3 })
  expect([found.a.length, found.b.length]).toEqual([30, 30])
  expect([lanes.size, most]).toEqual([3, 3])
})
