# dehusk in a container:
#
#   docker build -t dehusk .
#   docker run --rm -i dehusk < page.html
#   docker run -p 8080:8080 -v dehusk:/data dehusk serve --data /data --listen 0.0.0.0:8080 --contact you@your-domain.org
FROM rust:1-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --release --locked -p dehusk-cli

FROM debian:bookworm-slim
RUN useradd --create-home --uid 1000 dehusk && mkdir /data && chown dehusk /data
COPY --from=build /src/target/release/dehusk /usr/local/bin/dehusk
USER dehusk
WORKDIR /home/dehusk
VOLUME /data
ENTRYPOINT ["dehusk"]
