# The whole console in one image: docker run -p 8080:8080 -v data:/data <image>
# Another base by --build-arg BASE=...; it must be Debian with Node 20 from 20.19.2, 22 from 22.13, or 24 and newer. A tag
# can be moved, so builds that must be repeatable name a digest: BASE=docker.io/library/node@sha256:... (docs/deploying.md).
ARG BASE=docker.io/library/node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY tsconfig.json ./
COPY server server
COPY shared shared
COPY web web
# Libraries are bundled; the packages that the server still loads from node_modules are copied separately.
RUN npm run build && node server/bin/runtime-packages.mjs /runtime/node_modules && rm -rf dist/server/compiled

FROM ${BASE}
ARG VERSION=1.0.108
ARG REVISION=unknown
LABEL org.opencontainers.image.title="workforce-console" \
      org.opencontainers.image.description="Self-hosted console for a workflow-orchestration platform" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# PostgreSQL's initdb requires its user to have a name. Nothing is installed in a running container, so npm is removed.
RUN groupadd --gid 65532 console \
 && useradd --uid 65532 --gid 65532 --home-dir /data --no-create-home --shell /usr/sbin/nologin console \
 && install --directory --owner=65532 --group=65532 --mode=0700 /data \
 && rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
           /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-* /root/.npm
# For FLUX_GIT_URL: git over https and ssh.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates git openssh-client \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /runtime/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
# The root may be read-only: the processes write only to /data and /tmp.
ENV NODE_ENV=production \
    DATA_DIR=/data \
    NODE_COMPILE_CACHE=/tmp/compiled
USER 65532:65532
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
