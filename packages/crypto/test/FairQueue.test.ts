import { assert, describe, it } from "vitest"
import { FairQueue } from "../src/internal/FairQueue.ts"

const queueOf = (items: ReadonlyArray<string>) => {
  const queue = new FairQueue<string>()
  for (const item of items) queue.add(item.charAt(0), item)
  return queue
}

const drain = (queue: FairQueue<string>): ReadonlyArray<string> => {
  const taken = queue.take()
  return taken === undefined ? [] : [taken, ...drain(queue)]
}

describe("A fair queue", () => {
  it("hands out in the order of coming within a party, and by turns between parties", () => {
    assert.deepStrictEqual(drain(queueOf(["a1", "a2", "a3", "b1", "b2", "c1"])), ["a1", "b1", "c1", "a2", "b2", "a3"])
  })

  it("puts a party that comes again behind those that wait", () => {
    const queue = queueOf(["a1", "b1", "b2"])
    assert.strictEqual(queue.take(), "a1")
    queue.add("a", "a2")
    assert.deepStrictEqual(drain(queue), ["b1", "a2", "b2"])
  })

  it("counts what waits, in all and for each party", () => {
    const queue = queueOf(["a1", "a2", "b1"])
    assert.deepStrictEqual([queue.size, queue.sizeOf("a"), queue.sizeOf("b"), queue.sizeOf("c")], [3, 2, 1, 0])
    queue.take()
    assert.deepStrictEqual([queue.size, queue.sizeOf("a")], [2, 1])
  })

  it("forgets what went away, once", () => {
    const queue = queueOf(["a1", "a2"])
    assert.isTrue(queue.delete("a", "a1"))
    assert.isFalse(queue.delete("a", "a1"))
    assert.isFalse(queue.delete("b", "a2"))
    assert.deepStrictEqual(drain(queue), ["a2"])
    assert.strictEqual(queue.size, 0)
    assert.isUndefined(queue.take())
  })
})
