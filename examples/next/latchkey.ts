import { createLatchkey } from "@latchkey/client/next"

export const latchkey = createLatchkey()
