#!/usr/bin/env bash
# Runs what deploy/ promises, as far as this machine can: `npm run check:deploy [yaml|systemd|proxies|image …]`, all of them
# without names. Needs root on Debian for systemd, nginx, caddy, buildah and mmdebstrap, which it installs if they are missing.
# What it cannot run is said in the file concerned: there is no engine for Compose and no cluster.
set -euo pipefail
cd "$(dirname "$0")/.."
node -e "import('./scripts/install/install-dependencies.mjs').then((m) => m.installDependencies(process.cwd(), 'all'))"
PATH=$PWD/node_modules/node/bin:$PATH

scratch=$(mktemp -d)
chmod 755 "$scratch"
started=()
finish() {
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null || true; done
  # Files of an image belong to users of its own.
  rm -rf "$scratch"
}
trap finish EXIT
trap 'exit 130' INT TERM HUP

say() { printf '\n== %s\n' "$1"; }
fail() { printf 'failed: %s\n' "$1" >&2; exit 1; }
expect() { [ "$2" = "$3" ] || fail "$1: $2 instead of $3"; printf 'ok: %s\n' "$1"; }

# need <program> <package>
need() {
  command -v "$1" >/dev/null && return
  [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || fail "$1 is not installed, and only root on Debian can install it"
  echo "Installing $2…"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$2" >"$scratch/apt.log" 2>&1 ||
    { tail -5 "$scratch/apt.log"; fail "$2 could not be installed"; }
}

free_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

# until_ok <url> [curl's options]: within two minutes.
until_ok() {
  for _ in $(seq 240); do
    curl -sfk -o "$scratch/answer" "$@" && return
    sleep 0.5
  done
  fail "$1 does not answer"
}

status() { curl -sk -o "$scratch/answer" -w '%{http_code}' "$@"; }

check_yaml() {
  say 'Compose and Kubernetes: YAML, and settings that exist'
  for file in deploy/*.yaml deploy/kubernetes/*.yaml; do
    node -e '
      const { parseAllDocuments } = require("yaml");
      const { readFileSync } = require("fs");
      const [file] = process.argv.slice(1);
      const settings = readFileSync("docs/running/settings.md", "utf8").match(/^\| `[A-Z_]+`/gm).map((row) => row.slice(3, -1));
      const problems = [];
      for (const document of parseAllDocuments(readFileSync(file, "utf8"))) {
        problems.push(...document.errors.map(({ message }) => message));
        const { services, kind, data } = document.toJS();
        const names = Object.keys({ ...services?.tributary?.environment, ...(kind === "ConfigMap" && data) });
        problems.push(...names.filter((name) => !settings.includes(name)).map((name) => `${name} is no setting`));
      }
      if (problems.length > 0) throw new Error(`${file}: ${problems.join("; ")}`);
    ' "$file"
    echo "ok: $file"
  done
}

check_systemd() {
  say 'systemd: the unit has nothing that systemd does not know'
  need systemd-analyze systemd
  sed "s#/usr/bin/node#$(command -v node)#" deploy/tributary.service >"$scratch/tributary.service"
  # It exits with 0 whatever it finds, and says it on standard error.
  systemd-analyze verify --man=no "$scratch/tributary.service" 2>&1 | grep 'tributary.service' >"$scratch/found" || true
  expect 'deploy/tributary.service' "$(cat "$scratch/found")" ''
}

# A service, and behind another port a server that answers with the headers that it got.
start_upstreams() {
  service=$(free_port)
  echo_port=$(free_port)
  DATA_DIR="$scratch/data" PORT=$service PUBLIC_URL=https://links.example.com TRUST_PROXY=1 \
    node scripts/launch.mjs server/src/main.ts >"$scratch/service.log" 2>&1 &
  started+=($!)
  node -e 'require("http").createServer((q, a) => a.end(JSON.stringify(q.headers))).listen(+process.argv[1], "127.0.0.1")' "$echo_port" &
  started+=($!)
  until_ok "http://127.0.0.1:$service/readyz"
}

# check_proxy <name> <its address in front of the service> <and in front of the echo>
check_proxy() {
  until_ok "$2/healthz"
  expect "$1: the service answers over TLS" "$(cat "$scratch/answer")" '{"status":"ok"}'
  expect "$1: what only this machine may read is not for visitors" "$(status "$2/metrics")" 401
  head -c 5300000 /dev/zero >"$scratch/large"
  expect "$1: bodies over 5 MB are refused" "$(status -X POST --data-binary @"$scratch/large" "$2/v1/ingest")" 413
  until_ok "$3/"
  headers() { curl -sk "$@" | node -e 'const h = JSON.parse(require("fs").readFileSync(0)); console.log([h["x-paystack-signature"], h["stripe-signature"], h["flutterwave-signature"], h["x-provider-a-signature"], h["x-forwarded-for"]].map(String).join(" "))'; }
  expect "$1: the signatures of payment providers arrive as they were sent" \
    "$(headers -H 'X-Paystack-Signature: a1' -H 'Stripe-Signature: c1' -H 'Flutterwave-Signature: b1' \
      -H 'x-provider-a-signature: a2' "$3/" | cut -d' ' -f1-4)" 'a1 c1 b1 a2'
  expect "$1: they are not made up" "$(headers "$3/" | cut -d' ' -f1,2)" 'undefined undefined'
  expect "$1: a visitor cannot choose an address" "$(headers -H 'X-Forwarded-For: 203.0.113.7' "$3/" | cut -d' ' -f5- | awk '{print $NF}')" 127.0.0.1
}

check_proxies() {
  say 'Caddy and nginx: in front of a service that runs'
  need caddy caddy
  need nginx nginx-light
  start_upstreams
  check_caddy
  check_nginx
}

# run_caddy <port of TLS> <upstream>: deploy/Caddyfile with certificates of its own.
run_caddy() {
  local config="$scratch/Caddyfile-$1"
  sed "s/^{\$/{\n skip_install_trust\n local_certs\n admin off\n http_port $(free_port)\n https_port $1\n storage file_system ${scratch//\//\\/}\/caddy-$1/" deploy/Caddyfile >"$config"
  TRIBUTARY_HOST=localhost TRIBUTARY_UPSTREAM=127.0.0.1:$2 caddy run --adapter caddyfile --config "$config" >"$scratch/caddy-$1.log" 2>&1 &
  started+=($!)
}

check_caddy() {
  local front echo_front
  front=$(free_port) echo_front=$(free_port)
  run_caddy "$front" "$service"
  run_caddy "$echo_front" "$echo_port"
  check_proxy Caddy "https://localhost:$front" "https://localhost:$echo_front"
  # The host of PUBLIC_URL is one that the service allows; Caddy has no certificate for it before it is asked for.
  at() { status --resolve "$1:$front:127.0.0.1" "https://$1:$front/healthz" || true; }
  expect 'Caddy: a host that the service allows gets a certificate at its first visit' "$(at links.example.com)" 200
  expect 'Caddy: another host gets none' "$(at unknown.example.com)" 000
}

check_nginx() {
  local front echo_front
  front=$(free_port) echo_front=$(free_port)
  openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout "$scratch/key.pem" -out "$scratch/cert.pem" 2>/dev/null
  # Debian's own settings around the file, as in sites-enabled, once for each upstream.
  nginx_site() {
    sed "s/127.0.0.1:8787/127.0.0.1:$2/; s/listen \[::\].*//; s/listen 80;/listen 127.0.0.1:$(free_port);/; s/listen 443/listen 127.0.0.1:$1/;
      s#/etc/letsencrypt/live/links.example.com/fullchain.pem#$scratch/cert.pem#; s#/etc/letsencrypt/live/links.example.com/privkey.pem#$scratch/key.pem#;
      s/tributary\b/$3/g; s/\$provider_\([ac]\)_signature/\$$3_\1/g; s/links.example.com/localhost/g" deploy/nginx.conf
  }
  nginx_site "$front" "$service" one >"$scratch/one.conf"
  nginx_site "$echo_front" "$echo_port" two >"$scratch/two.conf"
  printf 'daemon off;\npid %s/nginx.pid;\nerror_log %s/nginx.log;\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path %s/body;\nproxy_temp_path %s/proxy;\ninclude %s/one.conf;\ninclude %s/two.conf;\n}\n' \
    "$scratch" "$scratch" "$scratch" "$scratch" "$scratch" "$scratch" >"$scratch/nginx.conf"
  nginx -t -c "$scratch/nginx.conf" 2>"$scratch/test" || { cat "$scratch/test"; fail 'deploy/nginx.conf'; }
  nginx -c "$scratch/nginx.conf" &
  started+=($!)
  check_proxy nginx "https://localhost:$front" "https://localhost:$echo_front"
}

# buildah with storage that needs no kernel of its own, on base images made of Debian's packages: as the published ones.
images() { local do=$1; shift; buildah --root "$scratch/images" --runroot "$scratch/images-run" --storage-driver vfs "$do" "$@"; }

make_base_images() {
  local slim=(--variant=apt '--dpkgopt=path-exclude=/usr/share/doc/*' '--dpkgopt=path-exclude=/usr/share/man/*'
    '--dpkgopt=path-exclude=/usr/share/locale/*' '--customize-hook=rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*')
  mmdebstrap "${slim[@]}" bookworm "$scratch/base.tar" 2>"$scratch/base.log" || { tail -5 "$scratch/base.log"; fail 'mmdebstrap'; }
  local container npm
  container=$(images from scratch)
  images add -q "$container" "$scratch/base.tar" / >/dev/null
  images commit -q "$container" localhost/base >/dev/null
  # A Node with npm, and the certificates that this machine trusts.
  container=$(images from localhost/base)
  npm=$(dirname "$(dirname "$(readlink -f "$(PATH=${PATH//node_modules\/.bin/none} command -v npm)")")")
  images copy -q "$container" "$(readlink -f "$(command -v node)")" /usr/local/bin/node >/dev/null
  images copy -q "$container" "$npm" /usr/local/lib/node_modules/npm >/dev/null
  images copy -q "$container" /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt >/dev/null
  images run --isolation chroot "$container" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  images config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
  images commit -q "$container" localhost/node >/dev/null
}

check_image() {
  say 'The image: builds, is small, runs as an ordinary user, keeps its data, stops at SIGTERM'
  need buildah buildah
  need mmdebstrap mmdebstrap
  make_base_images
  # What is committed, as a fresh clone has it.
  git archive --format=tar --prefix=source/ HEAD | tar -x -C "$scratch"
  images build --format docker --isolation chroot --build-arg NODE_IMAGE=localhost/node --build-arg BASE_IMAGE=localhost/base \
    -f "$scratch/source/deploy/Dockerfile" -t tributary "$scratch/source" >"$scratch/build.log" 2>&1 ||
    { tail -20 "$scratch/build.log"; fail 'deploy/Dockerfile'; }
  local size
  size=$(images inspect --type image --format '{{.Docker.Size}}' tributary 2>/dev/null || echo 0)
  [ "$size" -gt 0 ] || size=$(images images --json tributary | node -p 'const [{ size }] = JSON.parse(require("fs").readFileSync(0)); parseFloat(size) * 1e6')
  [ "$size" -lt 400000000 ] || fail "the image has $size bytes"
  echo "ok: $((size / 1000000)) MB"

  local container port log="$scratch/container.log"
  container=$(images from tributary)
  port=$(free_port)
  run() { images run --isolation chroot --env PORT="$port" "$@"; }
  run "$container" -- node scripts/launch.mjs server/src/main.ts >"$log" 2>&1 && fail 'starts without PUBLIC_URL'
  expect 'without PUBLIC_URL it says so' "$(grep -c '^PUBLIC_URL must be set' "$log")" 1
  for round in first second; do
    run --env PUBLIC_URL=https://links.example.com "$container" -- node scripts/launch.mjs server/src/main.ts >"$log" 2>&1 &
    local runner=$!
    until_ok "http://127.0.0.1:$port/readyz"
    local launcher
    launcher=$(pgrep -u 10001 -f '^[^ ]*node scripts/launch.mjs server/src/main.ts' | tail -1)
    [ -n "$launcher" ] || fail 'it does not run as user 10001'
    for name in sdk client harness; do
      expect "the $round start serves the package $name" "$(status "http://127.0.0.1:$port/packages/$name.tgz")" 200
    done
    # A guide or a console that was not built is answered 503.
    for page in docs/guide console; do
      expect "the $round start serves /$page" "$(status "http://127.0.0.1:$port/$page")" 200
    done
    run "$container" -- sh -c "$(sed -n 's/^HEALTHCHECK.*CMD \["node", "-e", "\(.*\)"\]$/node -e '"'"'\1'"'"'/p' deploy/Dockerfile)" ||
      fail 'the health check'
    local key
    key=$(run "$container" -- cat /data/anon-key)
    [ "$round" = first ] && kept=$key || expect 'a second start finds the data of the first' "$key" "$kept"
    kill -TERM "$launcher"
    wait "$runner" && expect "SIGTERM ends the $round start with 0" 0 0 || { tail -5 "$log"; fail "the $round start ended with another code than 0"; }
  done
}

[ $# -gt 0 ] || set -- yaml systemd proxies image
for part in "$@"; do
  case $part in yaml | systemd | proxies | image) "check_$part" ;; *) fail "$part is none of yaml, systemd, proxies, image" ;; esac
done
say 'All that was checked holds.'
