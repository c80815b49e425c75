import { defineWorkspace } from "vitest/config"

const conditions = ["@latchkey/source"]
const fromSource = { resolve: { conditions }, ssr: { resolve: { conditions } } }
const patience = { testTimeout: 30_000, hookTimeout: 120_000 }

export default defineWorkspace([
  { ...fromSource, test: { ...patience, name: "packages", include: ["packages/*/test/**/*.test.ts"] } },
  { ...fromSource, test: { ...patience, name: "service", include: ["test/**/*.test.ts"] } }
])
