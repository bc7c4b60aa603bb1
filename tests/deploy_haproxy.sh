#!/bin/sh
# The example for HAProxy (deploy/haproxy.cfg), tested with the real HAProxy in front of the server.
exec "$(dirname "$0")/net/proxy.sh" haproxy "${1:-${TURNCOAT:?the path of turncoat}}"
