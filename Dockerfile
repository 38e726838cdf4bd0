# syntax=docker/dockerfile:1
#
# Build it yourself: docker build -t reprise .
# No image is published: node-av contains FFmpeg with x264 (GPL) and fdk-aac. Their licences together allow using such a
# binary, but not distributing it.

ARG NODE=24.11.1-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
# Builds dist/, then removes the packages that only the build needs.
RUN bin/reprise --version && npm prune --omit=dev --no-audit --no-fund

FROM node:${NODE}
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/LICENSE ./
COPY --from=build /app/bin ./bin
COPY --from=build /app/migrations ./migrations
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN install -d -o node -g node /data
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=8727
USER node
# Each container needs its own folder: two containers with the same host name that share one would delete each other's
# temporary files.
VOLUME /data
EXPOSE 8727
# Works for API and worker: with PORT set, a worker serves /health too.
HEALTHCHECK --interval=15s --timeout=6s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["bin/reprise"]
CMD ["serve"]
