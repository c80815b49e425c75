import { defineWorkspace } from "vitest/config"

const fromSource = { resolve: { conditions: ["@latchkey/source"] }, ssr: { resolve: { conditions: ["@latchkey/source"] } } }

export default defineWorkspace([
  { extends: "./vitest.config.ts", ...fromSource, test: { name: "packages", include: ["packages/*/test/**/*.test.ts"] } },
  { extends: "./vitest.config.ts", ...fromSource, test: { name: "service", include: ["test/**/*.test.ts"] } }
])
