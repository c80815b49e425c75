import { latchkey } from "./latchkey"

export const proxy = latchkey.middleware({ protect: (path) => path.startsWith("/handbook") })
