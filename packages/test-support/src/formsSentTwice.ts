import { setTimeout as pause } from "node:timers/promises"
import type { Page } from "playwright-core"
import { send } from "./HttpClient.ts"

const heldMillis = 500
const betweenMillis = 120

/** Holds the response to every form. A browser that has sent another one by then drops it, with its cookies. */
export const holdForms = async (page: Page): Promise<ReadonlyArray<number>> => {
  const statuses: Array<number> = []
  await page.route("**", async (route) => {
    const request = route.request()
    if (request.method() !== "POST" || !request.isNavigationRequest()) return route.continue()
    const { status, headers, setCookies, text } = await send("POST", request.url(), {
      headers: { ...(await request.allHeaders()) },
      body: request.postData() ?? ""
    })
    statuses.push(status)
    await pause(heldMillis)
    const { "set-cookie": _, connection: __, "transfer-encoding": ___, ...others } = headers
    const fulfilled = {
      status,
      headers: { ...(others as Record<string, string>), "set-cookie": setCookies.join("\n") },
      body: text
    }
    await route.fulfill(fulfilled).catch(() => undefined)
  })
  return statuses
}

/** Presses a second time while the first form is under way. */
export const twice = async (press: () => Promise<unknown>) => {
  await press()
  await pause(betweenMillis)
  await press()
}

/** Clicks at a place, without waiting for the navigation that a click begins. */
export const clickTwice = async (page: Page, button: string) => {
  const element = page.locator(button).first()
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  if (box === null) throw new Error(`No button ${button}`)
  await twice(() => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2))
}
