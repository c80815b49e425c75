ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc tsconfig.base.json ./
COPY .config .config
COPY packages packages
# Nothing that the service needs has to be compiled or downloaded by an install script.
RUN npm ci --ignore-scripts \
 && npm run build \
 && npm ci --ignore-scripts --omit=dev --workspace=@latchkey/server \
 && rm -rf packages/memory packages/testkit packages/test-support packages/*/src \
 && find packages -path '*/node_modules' -prune -o -name '*.map' -exec rm {} + \
 && node packages/server/dist/main.js --version

FROM node:${NODE_VERSION}-bookworm-slim
WORKDIR /latchkey
# The files belong to root, and the service does not run as root: it cannot change itself.
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/packages packages
# Inside a container nobody reaches the loopback address.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
# Whether the process lives, not whether it is ready: while the database is away nothing has to be restarted.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "packages/server/dist/main.js"]
CMD ["serve"]
