import { spawnSync } from "node:child_process"
import * as Docs from "@latchkey/http/Docs"
import * as Settings from "@latchkey/server/core/Settings"
import * as HashingCheck from "@latchkey/server/password/HashingCheck"
import { bytesOf, environmentOf, exists, manifest, read } from "@latchkey/test-support/files"
import { unknownNames } from "@latchkey/test-support/settingNames"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import * as Dockerfile from "./support/Dockerfile.ts"
import { files, folder, listAt, type Manifest, manifestsIn, onlyAt, problemsOf } from "./support/kubernetes.ts"
import { memoryFor, shutdownSeconds } from "./support/needs.ts"
import { run } from "./support/run.ts"
import { at, parse, textsAt, type Yaml } from "./support/Yaml.ts"

const manifests = files.filter((file) => !file.endsWith("kustomization.yaml")).flatMap(manifestsIn)
const ownOf = (kind: string, file: string): Yaml => {
  const found = manifests.find((other) => other.kind === kind && other.file === file)
  if (found === undefined) throw new Error(`${file} has no ${kind}`)
  return found.resource
}

const deployment = ownOf("Deployment", "deployment.yaml")
const job = ownOf("Job", "migrations/job.yaml")
const cluster = ownOf("Cluster", "cloudnative-pg/cluster.yaml")
const pods = [deployment, job].map((resource) => at(resource, "spec", "template"))
const podSpec = at(deployment, "spec", "template", "spec")
const container = onlyAt(podSpec, "containers")
const containers = pods.map((pod) => onlyAt(pod, "spec", "containers"))

const settings = environmentOf(read(`${folder}/settings.env`))
const examples = ["secrets.example.yaml", "cloudnative-pg/secrets.example.yaml"]
const secretIn = (file: string, name: string) => {
  const found = manifestsIn(file).find((secret) => secret.name === name)
  return textsAt(found?.resource ?? null, "stringData")
}
const isPlain = ({ kind }: Manifest) => kind !== "Cluster"

const dockerfile = Dockerfile.parse(read("Dockerfile"))
const inDockerfile = (name: string) => dockerfile.filter((instruction) => instruction.name === name).at(-1)?.rest ?? ""
const compose = parse(read("compose.yaml"))

const hasKubectl = spawnSync("kubectl", ["version", "--client"]).status === 0

describe("The Kubernetes manifests", () => {
  it("have the fields and types of the Kubernetes API, and no others", { timeout: 60_000 }, () => {
    assert.deepStrictEqual(problemsOf(manifests.filter(isPlain)), [])
  })

  it("would not pass with a field that does not exist, or a value of another type", { timeout: 60_000 }, () => {
    const wrong = (spec: Yaml): Manifest => ({
      file: "",
      kind: "Deployment",
      name: "",
      resource: { apiVersion: "apps/v1", kind: "Deployment", spec }
    })
    const template = { spec: { containers: [{ name: "latchkey" }] } }
    const specs = [
      { selector: {}, template, replica: 2 },
      { selector: {}, template, replicas: "2" },
      { template },
      { selector: {}, template: { spec: { containers: [{ name: "a", readinessProbes: {} }] } } }
    ]
    const problems = problemsOf([...specs, { selector: {}, template }].map(wrong))
    const named = [
      '"replica"',
      "'string' is not assignable to type 'number'",
      "'selector' is missing",
      '"readinessProbes"'
    ]
    assert.lengthOf(problems, named.length)
    for (const [index, part] of named.entries()) assert.include(problems[index] ?? "", part)
  })

  it("are all in a kustomization, of one namespace, with the image of the Compose file and of this version", () => {
    for (const file of files.filter((name) => name.endsWith("kustomization.yaml"))) {
      const kustomization = manifestsIn(file)[0]?.resource ?? null
      const prefix = file.replace("kustomization.yaml", "")
      const own = files.filter(
        (name) => name.startsWith(prefix) && !name.slice(prefix.length).includes("/") && !/kustom|secrets/.test(name)
      )
      assert.sameMembers(
        listAt(kustomization, "resources").map((name) => `${prefix}${name}`),
        own
      )
      assert.strictEqual(at(kustomization, "namespace"), "latchkey")
      const image = onlyAt(kustomization, "images")
      if (own.includes("cloudnative-pg/cluster.yaml")) continue
      assert.strictEqual(at(image, "name"), at(compose, "services", "latchkey", "image"))
      assert.strictEqual(at(image, "newTag"), manifest.version)
    }
    for (const one of containers) assert.strictEqual(at(one, "image"), at(compose, "services", "latchkey", "image"))
    assert.strictEqual(at(ownOf("Namespace", "namespace.yaml"), "metadata", "name"), "latchkey")
    const generator = onlyAt(manifestsIn("kustomization.yaml")[0]?.resource ?? null, "configMapGenerator")
    assert.deepStrictEqual(generator, { name: "latchkey", envs: ["settings.env"] })
  })

  it.skipIf(!hasKubectl)("are built by kubectl", { timeout: 60_000 }, async () => {
    for (const name of ["", "/migrations", "/cloudnative-pg"]) {
      const { code, err, out } = await run(["kubectl", "kustomize", `${folder}${name}`])
      assert.deepStrictEqual([code, err], [0, ""])
      assert.include(out, "namespace: latchkey")
    }
  })

  it.each(examples)("set only known and valid settings, and leave migrations to their own role: %s", (file) => {
    const environment = { ...settings, ...secretIn(file, "latchkey") }
    assert.deepStrictEqual(unknownNames(environment), [])
    assert.deepStrictEqual(listAt(container, "envFrom"), [
      { configMapRef: { name: "latchkey" } },
      { secretRef: { name: "latchkey" } }
    ])
    const { database, migrateOnStart } = Effect.runSync(Settings.loadServe(environment))
    assert.isFalse(migrateOnStart)

    const migrations = secretIn(file, "latchkey-migrations")
    assert.deepStrictEqual(Object.keys(migrations), ["DATABASE_URL"])
    assert.deepStrictEqual(listAt(containers[1] ?? null, "envFrom"), [{ secretRef: { name: "latchkey-migrations" } }])
    const { url } = Effect.runSync(Settings.loadDatabase(migrations))
    const users = [database.url, url].map((one) => new URL(Redacted.value(one)).username)
    assert.deepStrictEqual(users, ["latchkey", "latchkey_migrations"])
    const roles = [...read("deploy/roles.sql").matchAll(/^\\set (?:service|migrations) (\w+)$/gm)]
    assert.deepStrictEqual(
      users,
      roles.map(([, name]) => name)
    )
  })

  it("keep secrets out of the repository", () => {
    for (const path of examples) {
      const ignored = read(".gitignore").split("\n")
      assert.include(ignored, `${folder}/${path.replace(".example", "")}`)
    }
  })

  it("name only files that exist", () => {
    const text = files.map((file) => read(`${folder}/${file}`)).join("\n")
    const named = [...text.matchAll(/(?:deploy|docs)\/[\w./-]*\w/g)].map(([path]) => path)
    assert.deepStrictEqual(
      named.filter((path) => !exists(path) && !path.endsWith("/secrets.yaml")),
      []
    )
  })

  it("run commands that exist, with the entry point of the image", { timeout: 30_000 }, async () => {
    const entry = Dockerfile.execForm(inDockerfile("ENTRYPOINT"))
    const commands = containers.map((one) => listAt(one, "args").map(String))
    assert.deepStrictEqual(commands, [["serve"], ["migrate", "apply"]])
    for (const args of commands) {
      const { out } = await run([...entry, ...args, "--help"])
      assert.include(out, `Usage: latchkey ${args.join(" ")}`)
    }
    for (const one of containers) assert.isNull(at(one, "command"))
  })

  it("lead from the service to the port that the image listens on", () => {
    const [port] = listAt(container, "ports")
    assert.strictEqual(String(at(port ?? null, "containerPort")), inDockerfile("EXPOSE"))
    assert.notProperty(settings, "PORT")
    assert.notProperty(settings, "HOST")
    const service = ownOf("Service", "service.yaml")
    assert.strictEqual(at(onlyAt(service, "spec", "ports"), "targetPort"), at(port ?? null, "name"))
    assert.strictEqual(at(service, "spec", "type"), "ClusterIP")
  })

  it("select the pods that they are for", () => {
    const labels = pods.map((pod) => at(pod, "metadata", "labels", "app.kubernetes.io/name"))
    assert.deepStrictEqual(labels, ["latchkey", "latchkey-migrations"])
    const selectors: ReadonlyArray<readonly [Yaml, number]> = [
      [at(deployment, "spec", "selector", "matchLabels"), 0],
      [at(ownOf("Service", "service.yaml"), "spec", "selector"), 0],
      [at(ownOf("PodDisruptionBudget", "pod-disruption-budget.yaml"), "spec", "selector", "matchLabels"), 0],
      [at(ownOf("NetworkPolicy", "network-policy.yaml"), "spec", "podSelector", "matchLabels"), 0],
      [at(onlyAt(podSpec, "topologySpreadConstraints"), "labelSelector", "matchLabels"), 0],
      [at(ownOf("NetworkPolicy", "migrations/network-policy.yaml"), "spec", "podSelector", "matchLabels"), 1]
    ]
    for (const [selector, index] of selectors) {
      assert.deepStrictEqual(selector, { "app.kubernetes.io/name": labels[index] ?? null })
    }
  })

  it("probe paths that exist: no outage of the database restarts a pod, and only ready pods get requests", () => {
    const [port] = listAt(container, "ports")
    const probes = ["startupProbe", "livenessProbe", "readinessProbe"].map((name) => at(container, name, "httpGet"))
    assert.deepStrictEqual(
      probes.map((probe) => at(probe, "path")),
      ["/health/live", "/health/live", "/health/ready"]
    )
    for (const probe of probes) {
      assert.property(Docs.specification().paths, String(at(probe, "path")))
      assert.strictEqual(at(probe, "port"), at(port ?? null, "name"))
    }
    // The database has two seconds to respond.
    assert.isAbove(Number(at(container, "readinessProbe", "timeoutSeconds")), 2)
  })

  it("give a pod enough time for a shutdown, and never stop a pod before another one is ready", () => {
    assert.strictEqual(inDockerfile("STOPSIGNAL"), "SIGTERM")
    // Without a delay, requests arrive after the pod has closed its port.
    const { shutdownDelaySeconds } = Effect.runSync(
      Settings.loadServe({ ...settings, ...secretIn("secrets.example.yaml", "latchkey") })
    )
    assert.isAbove(shutdownDelaySeconds, 0)
    assert.isAbove(Number(at(podSpec, "terminationGracePeriodSeconds")), shutdownDelaySeconds + shutdownSeconds)
    const { maxSurge, maxUnavailable } = textsAt(deployment, "spec", "strategy", "rollingUpdate")
    assert.deepStrictEqual([maxSurge, maxUnavailable], ["1", "0"])
    const budget = at(ownOf("PodDisruptionBudget", "pod-disruption-budget.yaml"), "spec", "maxUnavailable")
    assert.isBelow(Number(budget), Number(at(deployment, "spec", "replicas")))
  })

  it("have enough memory for hashing with a doctor beside it, and a core for each thread", () => {
    const threads = Number(settings["HASH_CONCURRENCY"])
    const memory = (kind: string) => bytesOf(String(at(container, "resources", kind, "memory")).replace(/i$/, ""))
    const limit = memory("limits")
    assert.strictEqual(memory("requests"), limit)
    assert.strictEqual(memoryFor(threads, limit - HashingCheck.needed(threads)), "ok")
    assert.strictEqual(Number(at(container, "resources", "requests", "cpu")), threads)
    assert.isNull(at(container, "resources", "limits", "cpu"))
  })

  it("drop all privileges that the containers do not need", () => {
    const [user, group] = inDockerfile("USER").split(":").map(Number)
    for (const pod of pods) {
      assert.deepStrictEqual(at(pod, "spec", "securityContext"), {
        runAsNonRoot: true,
        runAsUser: user ?? null,
        runAsGroup: group ?? null,
        seccompProfile: { type: "RuntimeDefault" }
      })
      assert.strictEqual(at(pod, "spec", "automountServiceAccountToken"), false)
      assert.strictEqual(at(pod, "spec", "enableServiceLinks"), false)
    }
    for (const one of containers) {
      assert.deepStrictEqual(at(one, "securityContext"), {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] }
      })
    }
    assert.strictEqual(at(ownOf("ServiceAccount", "service-account.yaml"), "automountServiceAccountToken"), false)
    assert.strictEqual(
      at(podSpec, "serviceAccountName"),
      at(ownOf("ServiceAccount", "service-account.yaml"), "metadata", "name")
    )
    const namespace = ownOf("Namespace", "namespace.yaml")
    assert.strictEqual(at(namespace, "metadata", "labels", "pod-security.kubernetes.io/enforce"), "restricted")
  })

  it("let only the ingress controller in, and only to the database, the name server and email out", () => {
    const policy = ownOf("NetworkPolicy", "network-policy.yaml")
    const ingress = onlyAt(policy, "spec", "ingress")
    assert.lengthOf(listAt(ingress, "from"), 1)
    assert.deepStrictEqual(listAt(ingress, "ports"), [{ port: "http" }])
    const ports = (resource: Yaml) =>
      listAt(resource, "spec", "egress").map((rule) => listAt(rule, "ports").map((one) => at(one, "port")))
    const migrations = ownOf("NetworkPolicy", "migrations/network-policy.yaml")
    assert.deepStrictEqual(ports(migrations), [[53, 53], [5432]])
    assert.deepStrictEqual(ports(policy), [[53, 53], [5432], [443, 465, 587]])
    const outside = listAt(policy, "spec", "egress")[2] ?? null
    assert.deepStrictEqual(
      listAt(outside, "to").map((peer) => at(peer, "ipBlock", "except")),
      [["169.254.0.0/16"], ["fd00:ec2::254/128"]]
    )
    for (const one of [policy, migrations])
      assert.deepStrictEqual(at(one, "spec", "policyTypes"), ["Ingress", "Egress"])
    assert.isEmpty(listAt(migrations, "spec", "ingress"))
    // The pods of the database are reached by the port of PostgreSQL.
    for (const file of examples) {
      assert.strictEqual(new URL(secretIn(file, "latchkey")["DATABASE_URL"] ?? "").port, "5432")
    }
  })
})

describe("The CloudNativePG cluster", () => {
  const name = String(at(cluster, "metadata", "name"))
  const initdb = (key: string) => at(cluster, "spec", "bootstrap", "initdb", key)
  const [, example = ""] = examples
  const urlOf = (secret: string) => new URL(secretIn(example, secret)["DATABASE_URL"] ?? "")

  it("acknowledges a commit when a second node has it, and makes only such a node the primary", () => {
    assert.deepStrictEqual(at(cluster, "spec", "postgresql", "synchronous"), {
      method: "any",
      number: 1,
      dataDurability: "required",
      failoverQuorum: true
    })
    assert.isAtLeast(Number(at(cluster, "spec", "instances")), 3)
    assert.strictEqual(at(cluster, "spec", "affinity", "podAntiAffinityType"), "required")
  })

  it("creates the roles and privileges of deploy/roles.sql", () => {
    const script = read("deploy/roles.sql")
    const variables = Object.fromEntries(
      [...script.matchAll(/^\\set (\w+) (\w+)$/gm)].map(([, key, value]) => [key, value])
    )
    const statements = script
      .replace(/^(\\|--).*$/gm, "")
      .replace(/ PASSWORD :'\w+'/g, "")
      .replace(/:"(\w+)"/g, (_, key: string) => `"${key === "DBNAME" ? String(initdb("database")) : variables[key]}"`)
      .split(";")
      .map((statement) => statement.trim().replace(/\s+/g, " "))
      .filter((statement) => !["", "BEGIN", "COMMIT"].includes(statement))
    assert.isNotEmpty(statements)
    assert.deepStrictEqual(listAt(cluster, "spec", "bootstrap", "initdb", "postInitApplicationSQL"), statements)
    assert.notInclude(Object.values(variables), initdb("owner"))
  })

  it("sets the passwords of the roles, with which the pods connect", () => {
    const roles = listAt(cluster, "spec", "managed", "roles").map((role) => [
      at(role, "name"),
      at(role, "passwordSecret", "name")
    ])
    assert.deepStrictEqual(roles, [
      ["latchkey", "latchkey-database-service"],
      ["latchkey_migrations", "latchkey-database-migrations"]
    ])
    for (const [index, secret] of ["latchkey", "latchkey-migrations"].entries()) {
      const { host, password, pathname, username } = urlOf(secret)
      const [role, passwords] = roles[index] ?? []
      assert.deepStrictEqual(secretIn(example, String(passwords)), { username, password })
      assert.strictEqual(username, role)
      assert.deepStrictEqual([host, pathname], [`${name}-rw:5432`, `/${initdb("database")}`])
    }
    const types = manifestsIn(example).flatMap(({ resource }) => at(resource, "type") ?? [])
    assert.deepStrictEqual(types, ["kubernetes.io/basic-auth", "kubernetes.io/basic-auth"])
  })

  it("has its own certificate authority: the pods get its certificate, and not its key", () => {
    for (const [index, secret] of ["latchkey", "latchkey-migrations"].entries()) {
      const volume = at(onlyAt(pods[index] ?? null, "spec", "volumes"), "secret")
      assert.deepStrictEqual(volume, {
        secretName: `${name}-ca`,
        optional: true,
        items: [{ key: "ca.crt", path: "ca.crt" }]
      })
      const mount = onlyAt(containers[index] ?? null, "volumeMounts")
      assert.strictEqual(at(mount, "readOnly"), true)
      const { searchParams } = urlOf(secret)
      assert.strictEqual(searchParams.get("sslmode"), "verify-full")
      assert.strictEqual(searchParams.get("sslrootcert"), `${at(mount, "mountPath")}/ca.crt`)
    }
  })

  it("is the PostgreSQL of the Compose file, with connections for every pod", () => {
    const [, major] = /:(\d+)$/.exec(String(at(cluster, "spec", "imageName"))) ?? []
    assert.strictEqual(at(compose, "services", "database", "image"), `postgres:${major}`)
    const { database } = Effect.runSync(Settings.loadServe({ ...settings, ...secretIn(example, "latchkey") }))
    const processes = Number(at(deployment, "spec", "replicas")) + 1
    const connections = Number(at(cluster, "spec", "postgresql", "parameters", "max_connections"))
    assert.isAtMost(processes * database.poolSize + 20, connections)
  })
})
