/** The script of the app's page: takes over what the server has rendered, or renders everything itself. */
import { createRoot, hydrateRoot } from "react-dom/client"
import { app } from "./reactApp.ts"

window.rendered = []
const element = document.querySelector("#app") ?? document.body
const isRendered = element.hasChildNodes()
const root = isRendered ? hydrateRoot(element, app(window.initialSession)) : createRoot(element)
window.renderAgain = (initialSession, isGerman) => root.render(app(initialSession, isGerman))
if (!isRendered) window.renderAgain(undefined)
