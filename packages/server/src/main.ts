#!/usr/bin/env node
import { make } from "./Cli.ts"

await make(process.env, process.cwd()).parseAsync()
