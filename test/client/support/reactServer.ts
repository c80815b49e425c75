/** Renders the app on a server. */
import { renderToString } from "react-dom/server"
import { app } from "./reactApp.ts"

export const render = (initialSession: Parameters<typeof app>[0]): string => renderToString(app(initialSession))
