#!/usr/bin/env bash
# Starts innwire as the README describes, on a free port and with an empty data directory,
# and checks the pages that a new user opens first.
set -euo pipefail
cd "$(dirname "$0")/.."

data=$(mktemp -d)
log="$data/screen.txt"
DATA_DIR="$data/data" PORT=0 npm start --silent >"$log" 2>&1 &
server=$!
stop() {
  kill "$server" 2>/dev/null || true
  wait "$server" 2>/dev/null || true
  rm -rf "$data"
}
trap stop EXIT

for _ in $(seq 1 300); do
  url=$(grep -oE 'http://127\.0\.0\.1:[0-9]+/swagger' "$log" | head -1 || true)
  [ -n "$url" ] && break
  kill -0 "$server" 2>/dev/null || { cat "$log"; exit 1; }
  sleep 0.1
done
[ -n "$url" ] || { echo 'innwire did not start within 30 seconds:'; cat "$log"; exit 1; }
base=${url%/swagger}

expect() { # what must be in the answer, then the path
  curl -fsSL --max-time 60 "$base$2" | grep -q "$1" || { echo "$2 does not answer with $1"; exit 1; }
}
expect '"order_id"' /api/bookings/api_token
expect '"openapi":"3.0.3"' /api/openapi.json
expect 'swagger' /swagger
expect '"status":"ready"' /readyz
echo "innwire starts and answers at $base"
