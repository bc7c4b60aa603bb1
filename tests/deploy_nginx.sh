#!/bin/sh
# The example for nginx (deploy/nginx.conf), tested with the real nginx in front of the server.
exec "$(dirname "$0")/net/proxy.sh" nginx "${1:-${TURNCOAT:?the path of turncoat}}"
