import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as App from "./App.js"

const port = Config.withDefault(Config.integer("PORT"), 3000)

NodeRuntime.runMain(Layer.launch(Layer.unwrapEffect(Effect.map(port, App.layer))))
