// @ts-check
import { Agent, request } from "node:http"
import { parentPort, workerData } from "node:worker_threads"

// Runs in a separate thread, which nothing else in the test delays. Plain JavaScript, because a worker thread of Node 20 cannot
// load TypeScript. It requests the URL in `workerData` again and again on one connection, and when it gets any message, it
// posts how long each response took, in milliseconds.

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
/** @type {Array<number>} */
const durations = []
let isStopped = false
parentPort?.once("message", () => {
  isStopped = true
})

/** @returns {Promise<void>} */
const probe = () =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    request(workerData, { agent }, (response) => {
      response.resume().once("end", () => {
        durations.push(performance.now() - start)
        setTimeout(resolve, 10)
      })
    })
      .once("error", reject)
      .end()
  })

while (!isStopped) await probe()
agent.destroy()
parentPort?.postMessage(durations)
