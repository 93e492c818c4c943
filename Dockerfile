# The program alone: docker build -t carrack . && docker run --rm carrack --help
FROM debian:12-slim AS build
WORKDIR /source
COPY .ci/setup .ci/setup
RUN .ci/setup demo
COPY . .
RUN cmake --preset demo && cmake --build --preset demo

FROM debian:12-slim
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends libsqlite3-0 libstdc++6 libzstd1 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 1000 --create-home carrack
COPY --from=build /source/build/demo/carrack /usr/local/bin/carrack
USER 1000
WORKDIR /home/carrack
ENTRYPOINT ["carrack"]
CMD ["--help"]
