import { readdirSync } from "node:fs"
import { join } from "node:path"
import { Project, ts } from "ts-morph"
import { read, root } from "@latchkey/test-support/files"
import { at, parseValues, type Yaml } from "./Yaml.ts"

/** The folder of the manifests. */
export const folder = "deploy/kubernetes"

/** A resource, and the file that it is in, relative to the folder of the manifests. */
export interface Manifest {
  readonly file: string
  readonly kind: string
  readonly name: string
  readonly resource: Yaml
}

/** Every YAML file, relative to the folder of the manifests. */
export const files: ReadonlyArray<string> = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".yaml"))
  .sort()

/** Returns the resources of a file. */
export const manifestsIn = (file: string): ReadonlyArray<Manifest> =>
  parseValues(read(`${folder}/${file}`)).map((resource) => ({
    file,
    kind: String(at(resource, "kind")),
    name: String(at(resource, "metadata", "name")),
    resource
  }))

/** Returns the items of a list at a path of keys. */
export const listAt = (yaml: Yaml, ...path: ReadonlyArray<string>): ReadonlyArray<Yaml> => {
  const found = at(yaml, ...path)
  return Array.isArray(found) ? found : []
}

/** Returns the only item of a list at a path of keys, or `null`. */
export const onlyAt = (yaml: Yaml, ...path: ReadonlyArray<string>): Yaml => {
  const items = listAt(yaml, ...path)
  return items.length === 1 ? (items[0] ?? null) : null
}

/** The modules of kubernetes-types with the types of each API. */
const modules: Readonly<Record<string, string>> = {
  v1: "core/v1",
  "apps/v1": "apps/v1",
  "batch/v1": "batch/v1",
  "networking.k8s.io/v1": "networking/v1",
  "policy/v1": "policy/v1"
}

/**
 * Returns what the types of the Kubernetes API say about resources: fields that do not exist, values of another type and
 * missing fields.
 */
export const problemsOf = (manifests: ReadonlyArray<Manifest>): ReadonlyArray<string> => {
  const project = new Project({
    skipAddingFilesFromTsConfig: true,
    compilerOptions: {
      strict: true,
      noEmit: true,
      types: [],
      lib: ["lib.es5.d.ts"],
      moduleResolution: ts.ModuleResolutionKind.Node10
    }
  })
  const source = project.createSourceFile(
    join(root, "test", "deployment", "manifests.ts"),
    manifests
      .map(({ kind, resource }, index) => {
        const from = modules[String(at(resource, "apiVersion"))]
        return `import type { ${kind} as Kind${index} } from "kubernetes-types/${from}"
          export const resource${index}: Kind${index} = ${JSON.stringify(resource)}`
      })
      .join("\n")
  )
  return project
    .getProgram()
    .getSemanticDiagnostics(source)
    .map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.compilerObject.messageText, " "))
}
