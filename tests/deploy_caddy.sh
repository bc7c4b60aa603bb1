#!/bin/sh
# The example for Caddy (deploy/Caddyfile), tested with the real Caddy in front of the server.
exec "$(dirname "$0")/net/proxy.sh" caddy "${1:-${TURNCOAT:?the path of turncoat}}"
