/**
 * Calls `look` whenever the user comes back to the page or the network does. `isRestored`: the browser has kept the
 * page while the user was on another one, such as the sign-in page. Returns a function that stops. Does nothing outside
 * of browsers.
 */
export const onReturn = (look: (isRestored: boolean) => void): (() => void) => {
  if (typeof document === "undefined") return () => {}
  const listener = (event: Event) => {
    if (document.visibilityState === "visible") look((event as PageTransitionEvent).persisted === true)
  }
  // `visibilitychange` bubbles to the window.
  const types = ["focus", "online", "pageshow", "visibilitychange"]
  for (const type of types) addEventListener(type, listener)
  return () => {
    for (const type of types) removeEventListener(type, listener)
  }
}
