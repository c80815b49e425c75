import { assert, describe, it } from "@effect/vitest"
import * as BoundedFairQueue from "../src/internal/BoundedFairQueue.ts"

const queueOf = (items: ReadonlyArray<string>) => {
  const queue = new BoundedFairQueue.FairQueue<string>()
  for (const item of items) queue.add(item.charAt(0), item)
  return queue
}

const drain = (queue: BoundedFairQueue.FairQueue<string>): ReadonlyArray<string> => {
  const item = queue.take()
  return item === undefined ? [] : [item, ...drain(queue)]
}

describe("FairQueue", () => {
  it("returns the items of one key in order of arrival, and of several keys in turns", () => {
    assert.deepStrictEqual(drain(queueOf(["a1", "a2", "a3", "b1", "b2", "c1"])), ["a1", "b1", "c1", "a2", "b2", "a3"])
  })

  it("puts a key that returns behind those that are queued", () => {
    const queue = queueOf(["a1", "b1", "b2"])
    assert.strictEqual(queue.take(), "a1")
    queue.add("a", "a2")
    assert.deepStrictEqual(drain(queue), ["b1", "a2", "b2"])
  })

  it("counts its items, in total and for each key", () => {
    const queue = queueOf(["a1", "a2", "b1"])
    assert.deepStrictEqual([queue.size, queue.sizeOf("a"), queue.sizeOf("b"), queue.sizeOf("c")], [3, 2, 1, 0])
    queue.take()
    assert.deepStrictEqual([queue.size, queue.sizeOf("a")], [2, 1])
  })

  it("deletes an item once, and only under its own key", () => {
    const queue = queueOf(["a1", "a2"])
    assert.isTrue(queue.delete("a", "a1"))
    assert.isFalse(queue.delete("a", "a1"))
    assert.isFalse(queue.delete("b", "a2"))
    assert.deepStrictEqual(drain(queue), ["a2"])
    assert.strictEqual(queue.size, 0)
    assert.isUndefined(queue.take())
  })
})
